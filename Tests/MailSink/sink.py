#!/usr/bin/python3
"""A mail server for the tests: takes mail on a port and writes what it took as JSON.

    sink.py FOLDER [--port PORT] [--log-only] [--silent] [--starttls | --smtps] [--password PASSWORD]

FOLDER/ready holds the port once it listens; with TLS, FOLDER/certificate.pem is what to trust. An accepted
message is FOLDER/ID.json, ID being the local part of its Message-ID; FOLDER/log has a line of JSON for each
message that arrived whole, and so for one that came twice: when, id, recipient, the SHA-256 of its bytes, and
what became of it. With --log-only that is all.

What the server does to a message is asked for by the local part of the recipient, up to a plus sign: see
`Recipient` and `Message`. What it does to all of them is asked for by lines of JSON on its standard input, each
replacing those before and answered by FOLDER/controls with the number of lines read:

  {}                          as it began
  {"closed": true}            nothing listens on the port
  {"greeting": "421 words"}   said instead of a greeting, then the line is closed
  {"greeting": "hang"}        connections are taken and left alone
  {"mail" | "rcpt" | "data" | "message": ANSWER}
                              the answer to MAIL, RCPT, DATA or the whole message: "451 words", or "drop"
                              (the line, before the answer), "hang", "slow" (a second late), and for a message
                              "take-drop", "take-hang" (taken, and the answer never comes) or "cut" (250, then
                              the line is cut)

It ends, and removes FOLDER, when its standard input ends.
"""
import argparse
import asyncio
import email
import email.header
import email.policy
import email.utils
import hashlib
import json
import logging
import os
import shutil
import ssl
import subprocess
import sys
import time

from aiosmtpd.smtp import SMTP, AuthResult, syntax


Recipient = {
    "greylisted": "451 4.7.1 Come back later",
    "full": "452 4.2.2 The mailbox is full",
    "gone": "550 5.1.1 There is nobody of that name\x07",
    "verbose": "550-5.1.1 There is nobody\r\n550 5.1.1 of that name",
    "unauthorised": "530 5.7.0 Sign in first",
    "closing": "421 4.3.2 Closing",
    "hang-early": "hang",
    "drop-early": "drop",
}
Message = {
    "busy": "452 4.3.1 The disk is full",
    "late-closing": "421 4.3.2 Closing",
    "spam": "554 5.7.1 We do not like it",
    "hang": "hang",
    "drop": "drop",
    "slow": "slow",
    "take-hang": "take-hang",
    "take-drop": "take-drop",
    "cut": "cut",
}


class Sink:
    """What all connections share."""

    def __init__(self, folder, log_only):
        self.folder = folder
        self.log_only = log_only
        self.modes = {}
        self.connections = set()

    def note(self, raw, recipient, fate):
        message = email.message_from_bytes(raw, policy=email.policy.compat32)
        line = {"at": time.time(), "id": name_of(message), "to": recipient, "sha256": hashlib.sha256(raw).hexdigest(), "fate": fate}
        with open(os.path.join(self.folder, "log"), "a") as file:
            file.write(json.dumps(line) + "\n")


class Session(SMTP):
    """aiosmtpd's server, and the moments at which it gives no say to a handler."""

    def __init__(self, sink, **options):
        self.sink = sink
        super().__init__(Handler(sink), **options)

    def connection_made(self, transport):
        self.sink.connections.add(transport)
        super().connection_made(transport)

    def connection_lost(self, error):
        self.sink.connections.discard(self.transport)
        super().connection_lost(error)

    async def _handle_client(self):
        match self.sink.modes.get("greeting"):
            case None:
                return await super()._handle_client()
            case "hang":
                await asyncio.sleep(3600)
            case words:
                await self.push(words)
        self.transport.close()

    @syntax("DATA")
    async def smtp_DATA(self, arg):
        mode = self.sink.modes.get("data")
        if mode:
            answer = await perform(self, mode)
            if answer:
                return await self.push(answer)
        await super().smtp_DATA(arg)


async def perform(server, mode):
    """Does what a mode says; the answer to give, or None for the usual one."""
    match mode:
        case "drop":
            server.transport.abort()
            await asyncio.sleep(3600)
        case "hang":
            await asyncio.sleep(3600)
        case "slow":
            await asyncio.sleep(1)
        case None:
            pass
        case answer:
            return answer


class Handler:
    def __init__(self, sink):
        self.sink = sink

    async def handle_MAIL(self, server, session, envelope, address, options):
        answer = await perform(server, self.sink.modes.get("mail"))
        if answer is None:
            envelope.mail_from = address
        return answer or "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        answer = await perform(server, self.sink.modes.get("rcpt") or Recipient.get(local_part(address)))
        if answer is None:
            envelope.rcpt_tos.append(address)
        return answer or "250 OK"

    async def handle_DATA(self, server, session, envelope):
        recipient = envelope.rcpt_tos[0]
        mode = self.sink.modes.get("message") or Message.get(local_part(recipient))
        taken = mode in (None, "slow", "take-drop", "take-hang", "cut")
        self.sink.note(envelope.original_content, recipient, "taken" if taken else mode)
        if taken and not self.sink.log_only:
            self.write(server, session, envelope)
        if mode == "cut":
            await server.push("250 2.0.0 Taken")
            server.transport.abort()
            await asyncio.sleep(3600)
        session.slow_quit = local_part(recipient) == "slow-quit"
        answer = await perform(server, mode.removeprefix("take-") if mode else None)
        return answer or "250 2.0.0 Taken"

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
        name = name_of(message)
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
        path = os.path.join(self.sink.folder, name + ".json")
        with open(path + ".part", "w") as file:
            json.dump(record, file)
        os.rename(path + ".part", path)


def local_part(address):
    return address.split("@")[0].split("+")[0]


def name_of(message):
    return message["Message-ID"].strip("<>").split("@")[0]


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
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--log-only", action="store_true")
    options = parser.parse_args()
    context = certificate(options.folder) if options.starttls or options.smtps else None

    def authenticate(server, session, envelope, mechanism, data):
        return AuthResult(success=data.password.decode() == options.password, handled=False, auth_data=data)

    def server():
        if options.silent:
            return asyncio.Protocol()
        return Session(
            sink, hostname="sink.test", tls_context=context if options.starttls else None,
            require_starttls=options.starttls, auth_required=options.password is not None, authenticator=authenticate,
            auth_require_tls=False, enable_SMTPUTF8=False)

    loop = asyncio.get_running_loop()
    sink = Sink(options.folder, options.log_only)
    port = options.port

    async def listen():
        return await loop.create_server(server, "127.0.0.1", port, ssl=context if options.smtps else None, backlog=500)

    async def obey(modes):
        nonlocal listener
        sink.modes = modes
        if modes.get("closed") and listener:
            listener.close()
            listener = None
            for connection in list(sink.connections):
                connection.abort()
        if not modes.get("closed") and not listener:
            listener = await listen()

    listener = await listen()
    port = listener.sockets[0].getsockname()[1]
    publish(options.folder, "ready", port)
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    controls = 0
    while line := await reader.readline():
        await obey(json.loads(line))
        controls += 1
        publish(options.folder, "controls", controls)
    shutil.rmtree(options.folder, ignore_errors=True)


def publish(folder, name, number):
    path = os.path.join(folder, name)
    with open(path + ".part", "w") as file:
        file.write(str(number))
    os.rename(path + ".part", path)


if __name__ == "__main__":
    asyncio.run(main())
