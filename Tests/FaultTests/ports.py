import random
import socket

# Below the range that the kernel gives to clients: a server that is restarted finds its port free.
RANGE = range(20_000, 30_000)
_given = set()


def free_port() -> int:
    """A TCP port that nobody listens on and that nobody here was given yet."""
    while True:
        port = random.choice(RANGE)
        with socket.socket() as probe:
            if port in _given or probe.connect_ex(("127.0.0.1", port)) == 0:
                continue
        _given.add(port)
        return port
