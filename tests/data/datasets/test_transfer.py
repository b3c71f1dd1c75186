"""A transfer takes the bytes that a file has, and the time that they may take."""

from __future__ import annotations

import contextlib
import http.server
import io
import threading
import time

import pytest

from trueness.data.datasets import transfer as module
from trueness.data.datasets.transfer import seconds_allowed, transfer

CONTENT = bytes(range(256)) * 100


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers by the path."""

    def do_GET(self):
        with contextlib.suppress(OSError):  # who asked may be gone
            getattr(self, f"answer_{self.path.strip('/')}")()

    def begin(self, **headers):
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def answer_whole(self):
        self.begin()
        self.wfile.write(CONTENT)

    def answer_endless(self):
        self.begin()
        for _ in range(10_000):  # 655 MB
            self.wfile.write(bytes(65_536))
            self.server.asked.append(65_536)

    def answer_slow(self):
        self.begin()
        self.drip()

    def answer_slow_headers(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
        self.drip()

    def answer_nonsense(self):
        self.begin(Content_Length="many")

    def drip(self):
        for _ in range(100):
            self.wfile.write(b"x")
            self.wfile.flush()
            self.server.asked.append(1)
            if self.server.over.wait(0.05):
                break

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def server(serving, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    started = serving(Handler)
    started.over = threading.Event()
    return started


def no_thread_is_left():
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if not any(thread.name == "download" for thread in threading.enumerate()):
            return True
        time.sleep(0.05)
    return False


def test_a_file_comes_whole(server):
    target, told = io.BytesIO(), []
    transfer(f"{server.base}/whole", target, len(CONTENT), told.append)
    assert target.getvalue() == CONTENT
    assert told == sorted(told)
    assert told[-1] == len(CONTENT)


def test_it_ends_at_the_size_of_the_file(server):
    target = io.BytesIO()
    with pytest.raises(OSError, match="more than the 1,000,000 bytes of the file come"):
        transfer(f"{server.base}/endless", target, 1_000_000)
    assert len(target.getvalue()) <= 1_000_000
    assert no_thread_is_left()
    assert sum(server.asked) < 50_000_000  # what lies in the buffers of the connection is sent in vain


@pytest.mark.parametrize("how", ["slow", "slow_headers"])
def test_one_byte_at_a_time_does_not_go_on_for_ever(server, how, monkeypatch):
    monkeypatch.setattr(module, "GRACE_SECONDS", 0.5)
    monkeypatch.setattr(module, "SLOWEST", 10**9)
    start = time.monotonic()
    with pytest.raises(
        TimeoutError, match=r"0 of 1,000 bytes had been read after [01] seconds: less than 1,000,000,000"
    ):
        transfer(f"{server.base}/{how}", io.BytesIO(), 1000)
    assert time.monotonic() - start < 4  # all of it takes five seconds
    assert server.asked
    server.over.set()
    assert no_thread_is_left()


def test_what_is_no_answer_is_an_error_of_the_system(server):
    with pytest.raises(OSError, match="many"):
        transfer(f"{server.base}/nonsense", io.BytesIO(), 1000)


def test_an_interruption_ends_the_transfer(server):
    def interrupt(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        transfer(f"{server.base}/endless", io.BytesIO(), 10**9, interrupt)
    assert no_thread_is_left()
    assert sum(server.asked) < 50_000_000


def test_how_long_a_file_may_take():
    """A minute, and a second for every 10,000 bytes."""
    assert seconds_allowed(0) == 60
    assert seconds_allowed(312_596) == pytest.approx(60 + 31.2596)
