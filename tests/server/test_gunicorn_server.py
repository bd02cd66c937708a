"""Several processes on one address, asked to end: those that have hardly started, and those that do not end."""

import signal
import socket
import subprocess
import sys
from time import monotonic

from companion.server.gunicorn_server import PATIENCE
from tests.support.server import ROOT

# Two processes that say so when they start; each then runs the code given before it looks whether it should end.
SCRIPT = """
import os, socket, sys, time
from companion.server import gunicorn_server
gunicorn_server.PATIENCE = int(sys.argv[1])

def serve(sockets, goes_on):
    os.write(1, b"started\\n")
    {code}
    while goes_on():
        time.sleep(0.01)
    return 0

sys.exit(gunicorn_server.run(2, [socket.create_server(("127.0.0.1", int(sys.argv[2])))], serve))
"""


def ended(code: str, patience: int) -> tuple[int, float, bool]:
    """Send SIGTERM to two processes that have just started; return exit status, seconds, and if the port answers."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", SCRIPT.format(code=code), str(patience), str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout and [process.stdout.readline() for _ in range(2)] == [b"started\n"] * 2
        process.send_signal(signal.SIGTERM)
        asked = monotonic()
        status = process.wait(timeout=20)
        took = monotonic() - asked
        with socket.socket() as phone:
            return status, took, phone.connect_ex(("127.0.0.1", port)) == 0


def test_a_process_that_was_asked_to_end_while_it_started_ends_once_it_has() -> None:
    status, took, answers = ended("time.sleep(0.5)", PATIENCE)
    assert (status, answers) == (0, False) and took < PATIENCE - 1


def test_nothing_answers_once_the_parent_has_ended_even_if_a_process_had_to_be_killed() -> None:
    status, took, answers = ended("time.sleep(30)", 1)
    assert (status, answers) == (0, False) and 1 <= took < 10
