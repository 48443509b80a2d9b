"""A line between two processes that can be broken.

    proxy.py PORT…

Prints a port of its own and leads whoever connects there to the first of PORT… that takes them. Then obeys its
standard input, a command a line, each answered with a line, and ends with it:

    heal            everything passes
    cut             connections end, new ones are refused
    hold            nothing passes and nothing ends, as when packets are dropped
    lose NAME N     of each N answers that NAME (see LOST) picks, one is lost together with its connection
"""
import asyncio
import itertools
import re
import sys

# Whether the words are the client's or the server's, and which: a command whose reply is lost, or a reply.
LOST = {
    "XADD": ("asked", re.compile(rb"\r\nXADD\r\n")),
    # CommandComplete of a COMMIT, or of a change that committed by itself (ReadyForQuery says "idle" after it).
    "COMMIT": ("answered", re.compile(rb"C\0\0\0.COMMIT\0|C\0\0\0.UPDATE [1-9].*Z\0\0\0\x05I", re.DOTALL)),
}


class Line:
    def __init__(self, upstream):
        self.upstream = upstream
        self.turn = itertools.count()
        self.passing = asyncio.Event()
        self.passing.set()
        self.writers = set()
        self.tasks = set()
        self.losing = None
        self.lost = 0
        self.port = 0
        self.server = None

    async def listen(self):
        self.server = await asyncio.start_server(self.accept, "127.0.0.1", self.port, backlog=512)
        self.port = self.server.sockets[0].getsockname()[1]

    async def connect(self):
        first = next(self.turn)
        for offset in range(len(self.upstream)):
            try:
                return await asyncio.open_connection("127.0.0.1", self.upstream[(first + offset) % len(self.upstream)])
            except OSError:
                continue
        raise ConnectionRefusedError

    async def accept(self, reader, writer):
        self.writers.add(writer)
        await self.passing.wait()
        try:
            upstream_reader, upstream_writer = await self.connect()
        except OSError:
            self.end(writer)
            return
        self.writers.add(upstream_writer)
        state = {"lose": False}
        await asyncio.gather(
            self.pump(reader, upstream_writer, state, "asked"), self.pump(upstream_reader, writer, state, "answered"))
        self.end(writer)
        self.end(upstream_writer)

    async def pump(self, reader, writer, state, direction):
        try:
            while data := await reader.read(1 << 16):
                await self.passing.wait()
                if self.loses(data, state, direction):
                    break
                writer.write(data)
                await writer.drain()
            else:
                if writer.can_write_eof():
                    writer.write_eof()
                return
        except (OSError, RuntimeError):
            pass
        self.end(writer)

    def loses(self, data, state, direction):
        if direction == "answered" and state["lose"]:
            return True
        if self.losing is None or self.losing[0] != direction or not self.losing[1].search(data):
            return False
        self.lost += 1
        if self.lost % self.losing[2]:
            return False
        state["lose"] = True
        return direction == "answered"

    def end(self, writer):
        self.writers.discard(writer)
        writer.transport.abort()

    async def obey(self, command):
        match command.split():
            case ["cut"]:
                self.server.close()
                self.server = None
                for writer in list(self.writers):
                    self.end(writer)
            case ["hold"]:
                self.passing.clear()
            case ["lose", name, every]:
                self.losing = (*LOST[name], int(every))
            case ["heal"]:
                self.losing = None
                self.passing.set()
                if self.server is None:
                    await self.listen()


async def main():
    line = Line([int(port) for port in sys.argv[1:]])
    await line.listen()
    print(line.port, flush=True)
    commands = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    while command := await commands.readline():
        await line.obey(command.decode())
        print("done", flush=True)


asyncio.run(main())
