"""The parts of `deploy/bench http` that count: sessions, the check of the statements, the measurements."""
import base64
import hashlib
import json
import os
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

CONNECTIONS = 32
HOUSEHOLDS = 200


def identifier(kind, number):
    return f"00000000-0000-7000-8000-{kind * 1_000_000 + number:012d}"


def make_sessions(tokens_file):
    """Writes a token a line, and prints the SQL that opens its session: the database holds hashes alone."""
    tokens = [secrets.token_bytes(32) for _ in range(HOUSEHOLDS)]
    Path(tokens_file).write_text("".join(base64.urlsafe_b64encode(t).decode().rstrip("=") + "\n" for t in tokens))
    for number, token in enumerate(tokens, 1):
        digest = hashlib.blake2b(token, digest_size=32).hexdigest()
        print(f"INSERT INTO bench_session VALUES ({number}, '\\x{digest}');")
    print(
        "INSERT INTO session (id, account_id, token_hash, expires_at)"
        " SELECT bench_id(7, number), bench_id(2, number), hash, now() + interval '1 day' FROM bench_session;")


def ask(base, tokens_file):
    """One GET and one POST; what they answered, without the id that was made."""
    token = Path(tokens_file).read_text().splitlines()[0]
    gifts = f"{base}/api/v1/households/{identifier(1, 1)}/occasions/{identifier(4, 1)}/gifts"
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    body = {"recipient": identifier(5, 101), "name": "Wooden train set", "estimate": {"minor": 2499, "currency": "EUR"}, "notes": "The red one"}
    answers = []
    for request in (
        urllib.request.Request(f"{gifts}?recipient={identifier(5, 100)}", headers=headers),
        urllib.request.Request(gifts, json.dumps(body).encode(), headers),
    ):
        with urllib.request.urlopen(request, timeout=10) as response:
            answers.append((response.status, json.load(response)))
    (listed, page), (made, gift) = answers
    if listed != 200 or len(page["items"]) != 20 or made != 201 or not gift.pop("id"):
        raise SystemExit(f"{base} does not answer as the contract says: {answers}")
    return page, gift


def ask_when_up(base, tokens_file):
    deadline = time.monotonic() + 30
    while True:
        try:
            return ask(base, tokens_file)
        except OSError as error:
            if time.monotonic() > deadline:
                raise SystemExit(f"{base} does not answer: {error}") from None
            time.sleep(0.2)


def check_statements(folder, log_file):
    """Every statement that is measured has to be in PostgreSQL's log of our own server's requests."""
    log = re.sub(r"\s+", " ", Path(log_file).read_text())
    for file in sorted(Path(folder).glob("*.sql")):
        if file.stem == "seed":
            continue
        if re.sub(r"\s+", " ", file.read_text()).strip() not in log:
            raise SystemExit(f"{file} is not what mantel-api sends any more; its statements are in {log_file}")


class Bench:
    def __init__(self, here, home, port, seconds, rounds, servers):
        self.here, self.home, self.seconds, self.rounds = Path(here), Path(home), int(seconds), int(rounds)
        self.servers = [server.split(":") for server in servers]
        self.database = ["-h", "127.0.0.1", "-p", port]
        self.figures = {}

    def run(self):
        self.check_answers()
        for kind in ("get", "post"):
            for script, plain in ((f"{kind}-pipeline", False), (f"{kind}-plain", True)):
                Path(self.home, "run", f"{script}.sql").write_text(self.script(kind, plain))
            for server in self.servers:
                self.wrk(kind, server, 2)
            self.note(kind, "pgbench, a statement at a time", None, self.pgbench(kind, "plain"))
            for turn in range(self.rounds):
                before = self.pgbench(kind, "pipeline")
                for place in range(len(self.servers)):
                    server = self.servers[(place + turn) % len(self.servers)]
                    result = self.wrk(kind, server, self.seconds)
                    after = self.pgbench(kind, "pipeline")
                    self.note(kind, "pgbench, pipelined (the limit)", None, after)
                    result["ratio"] = 2 * result["rate"] / (before["rate"] + after["rate"])
                    self.note(kind, server[0], turn, result)
                    before = after
        self.report()

    def check_answers(self):
        answers = {name: ask_when_up(f"http://127.0.0.1:{port}", self.home / "tokens") for name, port, _ in self.servers}
        expected = answers[self.servers[0][0]]
        for name, answer in answers.items():
            if answer != expected:
                raise SystemExit(f"{name} answers another thing: {answer} instead of {expected}")

    def script(self, kind, plain):
        """The same statements for pgbench. It has no text: ids are made of numbers, the session's hash is looked up."""
        statements = self.here / "sql"
        number = "(:h * 100 + :r)"
        values = {"occasion": "bench_id(4, :h)", "recipient": f"bench_id(5, {number})"}
        enter = bind(statements / "enter.sql", ["(SELECT hash FROM bench_session WHERE number = :h)", "bench_id(1, :h)"])
        if kind == "get":
            o, r = values["occasion"], values["recipient"]
            main = bind(statements / "list.sql", [r, o, r, o])
        else:
            main = bind(statements / "add.sql", [
                "gen_random_uuid()", "'Wooden train set'", "'planned'", "2499", "NULL", "'The red one'", "NULL",
                values["recipient"], values["occasion"], "'EUR'", "NULL", "NULL", "500"])
        first, last = ("BEGIN;", "COMMIT;") if plain else ("\\startpipeline", "\\endpipeline")
        recipient = "\\set r 0" if kind == "get" else "\\set r random(1, 10)"
        return f"\\set h random(1, {HOUSEHOLDS})\n{recipient}\n{first}\n{enter};\n{main};\n{last}\n"

    def reset(self):
        """Every measurement of POST begins with the same tables."""
        self.psql(f"DELETE FROM gift WHERE id NOT IN (SELECT bench_id(6, h * 100 + g) FROM generate_series(1, {HOUSEHOLDS}) h, generate_series(1, 20) g)")
        self.psql("VACUUM ANALYZE gift")
        self.psql("CHECKPOINT")

    def psql(self, statement):
        subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", *self.database, "-U", "postgres", "-d", "mantel", "-c", statement], check=True)

    def pgbench(self, kind, mode):
        if kind == "post":
            self.reset()
        with tempfile.TemporaryDirectory() as folder:
            environment = os.environ | {"PGPASSWORD": os.environ["MANTEL_API_PASSWORD"]}
            output = subprocess.run(
                ["/usr/lib/postgresql/15/bin/pgbench", "-n", "-M", "prepared", "-c", str(CONNECTIONS), "-j", "2", "-T", str(self.seconds), "-l",
                 "-f", str(self.home / "run" / f"{kind}-{mode}.sql"), *self.database, "-U", "mantel_api", "mantel"],
                cwd=folder, env=environment, check=True, capture_output=True, text=True)
            times = sorted(int(line.split()[2]) for log in Path(folder).iterdir() for line in log.read_text().splitlines())
        rate = float(re.search(r"^tps = ([0-9.]+) \(without", output.stdout, re.MULTILINE)[1])
        failed = re.search(r"failed transactions: (\d+)", output.stdout)
        if (failed and int(failed[1])) or "ERROR" in output.stderr:
            raise SystemExit(f"pgbench met errors:\n{output.stdout}{output.stderr}")
        return {"rate": rate, "p50": times[len(times) // 2] / 1000, "p99": times[len(times) * 99 // 100] / 1000}

    def wrk(self, kind, server, seconds):
        if kind == "post":
            self.reset()
        name, port, _ = server
        used = processor_time(self.pid(server))
        output = subprocess.run(
            ["wrk", "-t", "2", "-c", str(CONNECTIONS), "-d", f"{seconds}s", "--timeout", "10s", "-s", str(self.here / "load.lua"),
             f"http://127.0.0.1:{port}", "--", kind, str(self.home / "tokens")],
            check=True, capture_output=True, text=True).stdout
        found = json.loads(re.search(r"^RESULT (.*)$", output, re.MULTILINE)[1])
        if found["errors"]:
            raise SystemExit(f"{name} met {found['errors']} errors in {found['requests']} requests:\n{output}")
        used = processor_time(self.pid(server)) - used
        return {"rate": found["requests"] / found["us"] * 1e6, "cpu": used / found["requests"] * 1e6, "p50": found["p50"] / 1000, "p99": found["p99"] / 1000}

    def pid(self, server):
        return int(Path(self.home, "run", f"{server[2]}.pid").read_text().split()[0])

    def note(self, kind, name, turn, result):
        self.figures.setdefault((kind, name), []).append(result)
        if turn is not None:
            print(f"{kind} round {turn + 1}: {name} {result['rate']:.0f}/s, {result['ratio']:.2f} of pgbench, p99 {result['p99']:.1f} ms", file=sys.stderr)

    def report(self):
        memory = {server[0]: peak_memory(self.pid(server)) for server in self.servers}
        processor = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
        print(f"\n{CONNECTIONS} connections, {self.seconds} s each, medians of {self.rounds}; {os.cpu_count()} x {processor[1] if processor else '?'}")
        print(f"load of this machine: {os.getloadavg()[0]:.1f}")
        for kind, title in (("get", "GET of a recipient's 20 gifts"), ("post", "POST of one gift")):
            print(f"\n{title:34} {'requests/s':>10} {'of pgbench':>18} {'p50 ms':>8} {'p99 ms':>8} {'CPU us':>8} {'peak MB':>8}")
            for (of, name), results in self.figures.items():
                if of != kind:
                    continue
                middle = {key: statistics.median(r[key] for r in results) for key in results[0]}
                ratios = [r["ratio"] for r in results if "ratio" in r]
                ratio = f"{middle['ratio']:.2f} ({min(ratios):.2f}-{max(ratios):.2f})" if ratios else ""
                cpu = f"{middle['cpu']:.0f}" if "cpu" in middle else ""
                megabytes = f"{memory[name]:.0f}" if name in memory else ""
                print(f"{name:34} {middle['rate']:10.0f} {ratio:>18} {middle['p50']:8.1f} {middle['p99']:8.1f} {cpu:>8} {megabytes:>8}")


def bind(file, values):
    return re.sub(r"\$(\d+)", lambda found: values[int(found[1]) - 1], Path(file).read_text().strip())


def peak_memory(pid):
    """The most that a process and those it started have held, in MB; each counted by itself."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024 + sum(map(peak_memory, children(pid)))


def processor_time(pid):
    """Seconds of processor time that a process and those it started have used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") + sum(map(processor_time, children(pid)))


def children(pid):
    return map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())


if __name__ == "__main__":
    command, arguments = sys.argv[1], sys.argv[2:]
    if command == "measure":
        here, home, port, seconds, rounds, *servers = arguments
        Bench(here, home, port, seconds, rounds, servers).run()
    else:
        {"sessions": make_sessions, "ask": ask, "statements": check_statements}[command](*arguments)
