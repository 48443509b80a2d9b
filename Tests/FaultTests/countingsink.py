#!/usr/bin/python3
"""The mail server of the tests, which only counts: one line a message in FOLDER/taken, with the local part of its
Message-ID and the SHA-256 of its bytes.

    countingsink.py FOLDER
"""
import asyncio
import email.parser
import hashlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "MailSink"))
import sink  # noqa: E402


class CountingHandler(sink.Handler):
    def write(self, server, session, envelope):
        raw = envelope.original_content
        name = email.parser.BytesHeaderParser().parsebytes(raw)["Message-ID"].strip("<>").split("@")[0]
        with open(f"{self.folder}/taken", "a", encoding="ascii") as taken:
            taken.write(f"{name} {hashlib.sha256(raw).hexdigest()}\n")


sink.Handler = CountingHandler
asyncio.run(sink.main())
