"""A process that has imported everything, and copies of it that run commands: what is killed is work, not the start.

::

    python -m hardening.kills.copies

Reads requests, one line of JSON each: the modules to import, or where and how a command runs. Each command runs in a
copy of this process (`os.fork`), which leads a session of its own.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

_MANY = 2**16


class Copies:
    """A process that has imported modules, until it is closed.

    Parameters
    ----------
    modules : iterable of str
        What is imported, in this order.
    environment : mapping of str to str
    """

    def __init__(self, modules: Iterable[str], environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=Path(__file__).parents[2],
            env=dict(environment),
            stdin=subprocess.PIPE,
            text=True,
        )
        self._ask({"modules": list(modules)})

    def started(self, folder: Path, words: list[str], environment: Mapping[str, str]) -> Copy:
        """Let a copy run a command in a folder, whose ``first/out`` and ``first/err`` take what it prints."""
        for name in ("out", "err"):  # one that is killed at once opens neither
            (folder / "first" / name).write_bytes(b"")
        pipe = folder / "first" / "ended"
        pipe.unlink(missing_ok=True)
        os.mkfifo(pipe)
        said = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        self._ask(
            {"folder": str(folder), "words": words, "environment": dict(environment), "pipe": str(pipe)}
        )
        return Copy(said)

    def close(self) -> None:
        """End it; copies that still run go on."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()

    def _ask(self, request: dict[str, Any]) -> None:
        if self._process.stdin is None or self._process.poll() is not None:
            raise RuntimeError(f"the process that is copied has ended with status {self._process.returncode}")
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()


class Copy:
    """A command that a copy runs.

    Attributes
    ----------
    pid : int
        The process, which leads its session.
    """

    def __init__(self, said: int) -> None:
        self._said, self._text = said, b""
        self._status: int | None = None
        self.pid = int(self._line(time.monotonic() + 600.0))

    def wait(self, seconds: float) -> int:
        """Return its status, negative for the signal that has ended it.

        Raises
        ------
        subprocess.TimeoutExpired
            If it has not ended after so many seconds.
        """
        if self._status is None:
            self._status = int(self._line(time.monotonic() + seconds))
            os.close(self._said)
        return self._status

    def kill(self) -> None:
        """Kill it, and all that it has started; nothing is done where it has just ended by itself."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)

    def _line(self, until: float) -> bytes:
        while b"\n" not in self._text:
            left = until - time.monotonic()
            ready = left > 0 and select.select([self._said], [], [], left)[0]
            if not ready:
                raise subprocess.TimeoutExpired("a copy", 0.0)
            read = os.read(self._said, _MANY)
            if not read:  # nobody has opened the other end yet
                time.sleep(0.001)
            self._text += read
        line, _, self._text = self._text.partition(b"\n")
        return line


def main() -> None:
    """Serve requests; a copy returns from here to run its command."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that watch over copies
    for line in sys.stdin:
        request = json.loads(line)
        for name in request.get("modules", ()):
            with contextlib.suppress(ImportError):  # some are only there while another one is imported
                importlib.import_module(name)
        if "words" in request and os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _watch_over(request)
            return


def _watch_over(request: Mapping[str, Any]) -> None:
    """Start the copy and say who it is and how it has ended; the copy itself returns."""
    said = os.open(request["pipe"], os.O_WRONLY)
    pid = os.fork()
    if pid:
        os.write(said, b"%d\n" % pid)
        _, how = os.waitpid(pid, 0)
        os.write(said, b"%d\n" % os.waitstatus_to_exitcode(how))
        os._exit(0)
    os.close(said)
    os.setsid()
    os.chdir(request["folder"])
    for descriptor, path, how in (
        (0, os.devnull, os.O_RDONLY),
        (1, "first/out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
        (2, "first/err", os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
    ):
        opened = os.open(path, how)
        os.dup2(opened, descriptor)
        os.close(opened)
    os.environ.update(request["environment"])
    sys.argv = ["trueness", *request["words"]]
    _run()


def _run() -> None:
    from hardening.kills.commands import UNHURRIED
    from trueness.commands import main as command

    exec(UNHURRIED, {})  # noqa: S102 - our own
    command()


if __name__ == "__main__":
    main()
