#!/usr/bin/python3
"""A mail server for the tests: takes mail on a free port and writes what it took as JSON.

    sink.py FOLDER [--silent] [--starttls | --smtps] [--password PASSWORD]

FOLDER/ready holds the port once it listens; with TLS, FOLDER/certificate.pem is what to trust. An accepted
message is FOLDER/ID.json, ID being the local part of its Message-ID. What the server does to a message is
asked for by the local part of the recipient, see `Handler`. It ends, and removes FOLDER, when its standard
input ends.
"""
import argparse
import asyncio
import email
import email.header
import email.policy
import email.utils
import json
import logging
import os
import shutil
import ssl
import subprocess
import sys

from aiosmtpd.smtp import SMTP, AuthResult


class Handler:
    def __init__(self, folder):
        self.folder = folder

    async def handle_RCPT(self, server, session, envelope, address, options):
        match address.split("@")[0]:
            case "greylisted":
                return "451 4.7.1 Come back later"
            case "gone":
                return "550 5.1.1 There is nobody of that name\x07"
            case "verbose":
                await server.push("550-5.1.1 There is nobody")
                return "550 5.1.1 of that name"
            case "unauthorised":
                return "530 5.7.0 Sign in first"
            case "hang-early":
                await asyncio.sleep(3600)
            case "drop-early":
                server.transport.abort()
                await asyncio.sleep(3600)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        match envelope.rcpt_tos[0].split("@")[0]:
            case "busy":
                return "452 4.3.1 The disk is full"
            case "spam":
                return "554 5.7.1 We do not like it"
            case "hang":
                await asyncio.sleep(3600)
            case "drop":
                server.transport.abort()
                await asyncio.sleep(3600)
            case "slow-quit":
                session.slow_quit = True
        self.write(server, session, envelope)
        return "250 2.0.0 Taken"

    async def handle_QUIT(self, server, session, envelope):
        if getattr(session, "slow_quit", False):
            await asyncio.sleep(3600)
        return "221 Bye"

    def write(self, server, session, envelope):
        raw = envelope.original_content
        message = email.message_from_bytes(raw, policy=email.policy.default)
        parts = [part for part in message.walk() if not part.is_multipart()]
        body = message.get_body(("plain",))
        html = message.get_body(("html",))
        name = message["Message-ID"].strip("<>").split("@")[0]
        record = {
            "envelopeFrom": envelope.mail_from,
            "envelopeTo": envelope.rcpt_tos,
            "tls": server.transport.get_extra_info("sslcontext") is not None,
            "user": session.auth_data.login.decode() if session.auth_data else None,
            "headers": [[key, str(value)] for key, value in message.items()],
            "to": mailboxes(raw, "To"),
            "from": mailboxes(raw, "From"),
            "text": body.get_content().replace("\r\n", "\n") if body else None,
            "html": html.get_content().replace("\r\n", "\n") if html else None,
            "attachments": [[part.get_filename(), part.get_content_type()] for part in parts if part.is_attachment()],
            "date": message["Date"].datetime.timestamp(),
            "defects": [repr(d) for part in message.walk() for d in part.defects]
            + [repr(d) for value in message.values() for d in value.defects],
            "longestLine": max(len(line) for line in raw.split(b"\r\n")),
        }
        path = os.path.join(self.folder, name + ".json")
        with open(path + ".part", "w") as file:
            json.dump(record, file)
        os.rename(path + ".part", path)


def mailboxes(raw, field):
    """Names and addresses, by the older of Python's parsers: the newer one of Debian 12 puts a space between
    the encoded words of a name, against RFC 2047 section 6.2."""
    values = email.message_from_bytes(raw, policy=email.policy.compat32).get_all(field)
    pairs = email.utils.getaddresses(values)
    return [[str(email.header.make_header(email.header.decode_header(name))), address] for name, address in pairs]


def certificate(folder):
    key, chain = os.path.join(folder, "key.pem"), os.path.join(folder, "certificate.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", chain],
        check=True, stderr=subprocess.DEVNULL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain, key)
    return context


async def main():
    logging.getLogger("mail.log").setLevel(logging.CRITICAL)
    # A client that does not trust our certificate hangs up; that is a test, not news.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--silent", action="store_true")
    parser.add_argument("--starttls", action="store_true")
    parser.add_argument("--smtps", action="store_true")
    parser.add_argument("--password")
    options = parser.parse_args()
    context = certificate(options.folder) if options.starttls or options.smtps else None

    def authenticate(server, session, envelope, mechanism, data):
        return AuthResult(success=data.password.decode() == options.password, handled=False, auth_data=data)

    def server():
        if options.silent:
            return asyncio.Protocol()
        return SMTP(
            Handler(options.folder), hostname="sink.test", tls_context=context if options.starttls else None,
            require_starttls=options.starttls, auth_required=options.password is not None, authenticator=authenticate,
            auth_require_tls=False, enable_SMTPUTF8=False)

    loop = asyncio.get_running_loop()
    listener = await loop.create_server(server, "127.0.0.1", 0, ssl=context if options.smtps else None)
    ended = loop.create_future()
    loop.add_reader(sys.stdin, lambda: os.read(0, 4096) or ended.done() or ended.set_result(None))
    path = os.path.join(options.folder, "ready")
    with open(path + ".part", "w") as file:
        file.write(str(listener.sockets[0].getsockname()[1]))
    os.rename(path + ".part", path)
    await ended
    shutil.rmtree(options.folder, ignore_errors=True)


if __name__ == "__main__":
    asyncio.run(main())
