"""The parts of `deploy/bench budget` that count: who asks, the requests, the table."""
import base64
import hashlib
import http.client
import os
import random
import re
import secrets
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ALLOWED = 1.3
PARALLEL = (1, 4)
WARM_UP = 40
# A connection to PostgreSQL that has nothing to do tells what it read within ten seconds.
TELLING = 11


def made_id(kind, number, household):
    """As db/seed/households.sql makes them."""
    return f"00000000-00{kind:02}-7000-8000-{number * 1_000_000 + household:012}"


def make_visitors(households, wanted, file):
    """Writes a page and a token a line, of random households, and prints the SQL that opens the sessions."""
    lines = []
    for number, household in enumerate(random.sample(range(1, households + 1), min(households, wanted)), 1):
        token, member = secrets.token_bytes(32), random.randint(1, 3)
        digest = hashlib.blake2b(token, digest_size=32).hexdigest()
        print(
            "INSERT INTO session (id, account_id, token_hash, expires_at) VALUES"
            f" ('{made_id(90, 1, number)}', '{made_id(2, member, household)}', '\\x{digest}', now() + interval '1 day');")
        page = f"/h/{made_id(1, 1, household)}/gifts?occasion={made_id(5, 2, household)}"
        lines.append(f"{page} {base64.urlsafe_b64encode(token).decode().rstrip('=')}\n")
    print("VACUUM ANALYZE session;")
    Path(file).write_text("".join(lines))


class Server:
    def __init__(self, description):
        size, port, file = description.split(":")
        self.size, self.port = int(size), int(port)
        self.visitors = [tuple(line.split()) for line in Path(file).read_text().splitlines()]
        self.times = {}

    def wait(self):
        deadline = time.monotonic() + 30
        while True:
            try:
                Visitor(self).ask(0)
                return
            except OSError as error:
                if time.monotonic() > deadline:
                    raise SystemExit(f"the server of {self.size} households does not answer: {error}") from None
                time.sleep(0.2)

    def blocks(self, port):
        """Pages that its database found in memory, and those it asked the system for, so far."""
        said = subprocess.run(
            ["psql", "-XAt", "-h", "127.0.0.1", "-p", port, "-U", "postgres", "-d", "postgres", "-c",
             f"SELECT blks_hit, blks_read FROM pg_stat_database WHERE datname = 'mantel_{self.size}'"],
            check=True, capture_output=True, text=True).stdout
        return [int(part) for part in said.split("|")]


class Visitor:
    """One connection to one server."""

    def __init__(self, server):
        self.server = server
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)

    def ask(self, number):
        """Milliseconds until all of the page was there."""
        page, token = self.server.visitors[number % len(self.server.visitors)]
        begin = time.perf_counter()
        self.connection.request("GET", page, headers={"Cookie": f"mantel={token}"})
        response = self.connection.getresponse()
        body = response.read()
        taken = (time.perf_counter() - begin) * 1000
        words = re.sub(r"(<[^>]*>|\s)+", " ", body.decode().partition("<main")[2])
        if response.status != 200 or "planned of €1,000 " not in words or "Person 8" not in words:
            raise SystemExit(f"{page} of {self.server.size} households is not the budget page: {response.status}, {words[:300]}")
        return taken


def ask_in_turn(servers, numbers):
    """Every server for each number, in an order of chance; what each took."""
    visitors = [Visitor(server) for server in servers]
    times = {server.size: [] for server in servers}
    for number in numbers:
        random.shuffle(visitors)
        for visitor in visitors:
            times[visitor.server.size].append(visitor.ask(number))
    return times


def ask_in_parallel(servers, requests, lanes):
    with ThreadPoolExecutor(lanes) as threads:
        parts = threads.map(lambda lane: ask_in_turn(servers, range(lane, requests, lanes)), range(lanes))
        for part in parts:
            for server in servers:
                server.times.setdefault(lanes, []).extend(part[server.size])


def quantile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def measure(port, requests, descriptions):
    servers = [Server(description) for description in descriptions]
    for server in servers:
        server.wait()
    for lanes in PARALLEL:
        ask_in_parallel(servers, WARM_UP * lanes, lanes)
    for server in servers:
        server.times = {}
    time.sleep(TELLING)
    before = [server.blocks(port) for server in servers]
    for lanes in PARALLEL:
        ask_in_parallel(servers, requests, lanes)
    time.sleep(TELLING)
    after = [server.blocks(port) for server in servers]
    asked = requests * len(PARALLEL)
    blocks = [[(b - a) / asked for a, b in zip(*pair)] for pair in zip(before, after)]
    report(servers, requests, blocks)


def report(servers, requests, blocks):
    processor = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    print(f"\nThe budget page, {requests} requests of each; {os.cpu_count()} x {processor[1] if processor else '?'}; load {os.getloadavg()[0]:.1f}")
    print(f"{'':24}" + "".join(f"{server.size:>10,} households" for server in servers))
    failed = []

    def row(title, values, decimals, allowed=None):
        ratios = [value / values[0] if values[0] else 1 for value in values]
        print(f"{title:24}" + "".join(f"{value:>14.{decimals}f} ({ratio:.2f})" for value, ratio in zip(values, ratios)))
        if allowed and max(ratios) > allowed:
            failed.append(f"{title} is {max(ratios):.2f} times that of {servers[0].size} households")

    for lanes in PARALLEL:
        row(f"median ms, {lanes} at once", [quantile(server.times[lanes], 0.5) for server in servers], 2, ALLOWED)
        row(f"p95 ms, {lanes} at once", [quantile(server.times[lanes], 0.95) for server in servers], 2)
    row("pages touched a request", [sum(pair) for pair in blocks], 0)
    print(f"{'  not in its own memory':24}" + "".join(f"{pair[1]:>14.1f}       " for pair in blocks))
    for words in failed:
        print(f"FAILED: {words}; at most {ALLOWED} are allowed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    if command == "visitors":
        make_visitors(int(rest[0]), int(rest[1]), rest[2])
    else:
        measure(rest[0], int(rest[1]), rest[2:])
