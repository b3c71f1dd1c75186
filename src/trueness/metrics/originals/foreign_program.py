"""Programs of others that are started: one that answers line by line, and one that works and ends."""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from trueness.errors import DataError, MissingExtraError

LINES_AT_ONCE = 64
"""Lines that are sent before answers are read: their answers have to fit into a pipe (64 KiB)."""


class AnsweringProgram:
    """A program that is started once and answers every line on standard input with one on standard output.

    It may be used by several threads, and is started anew after it has failed. It ends with Python.

    Parameters
    ----------
    command : sequence of str
    install : str
        What to do where there is no such program, a sentence.
    timeout : float
        Seconds without an answer after which it is ended.
    """

    def __init__(self, command: Sequence[str], *, install: str, timeout: float) -> None:
        self.command = tuple(command)
        self.install = install
        self.timeout = timeout
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._said: IO[bytes] | None = None
        atexit.register(self.close)

    def ask(self, lines: Sequence[str]) -> list[str]:
        """Return the answers to lines.

        Parameters
        ----------
        lines : sequence of str
            Without line ends.

        Raises
        ------
        MissingExtraError
            If there is no such program.
        DataError
            If it ends, or says nothing for too long; the message has the last that it said.
        """
        answers: list[str] = []
        with self._lock:
            try:
                for start in range(0, len(lines), LINES_AT_ONCE):
                    answers += self._some(lines[start : start + LINES_AT_ONCE])
            except BaseException:  # an answer that nobody has read would be taken for that to the next line
                self._end()
                raise
        return answers

    def close(self) -> None:
        """End the program."""
        with self._lock:
            self._end()

    def _some(self, lines: Sequence[str]) -> list[str]:
        process = self._running()
        if process.stdin is None or process.stdout is None:
            raise DataError(f"'{self.command[0]}' takes no lines.")
        late = threading.Event()

        def give_up() -> None:
            late.set()
            process.kill()

        watch = threading.Timer(self.timeout, give_up)
        watch.daemon = True
        watch.start()
        try:
            process.stdin.write("".join(f"{line}\n" for line in lines).encode(errors="replace"))
            process.stdin.flush()
            found = [process.stdout.readline() for _ in lines]
        except OSError:  # it has ended, and takes no more lines
            found = [b""]
        finally:
            watch.cancel()
        if late.is_set():
            raise DataError(
                f"'{self.command[0]}' took longer than {self.timeout:g} seconds to answer "
                f"({self._last_words()})."
            )
        if not all(found):
            status = process.wait()
            raise DataError(f"'{self.command[0]}' has ended with status {status} ({self._last_words()}).")
        return [answer.decode(errors="replace").strip() for answer in found]

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._owner == os.getpid():
            return self._process
        # a file, not a pipe: what nobody reads would stop the program once the pipe is full
        self._owner = os.getpid()
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the program runs
        self._process = _start(
            self.command, self.install, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said
        )
        return self._process

    def _last_words(self) -> str:
        if self._said is None:
            return "it says nothing"
        self._said.seek(0)
        return _last_line(self._said.read())

    def _end(self) -> None:
        process, said = self._process, self._said
        self._process = self._said = None
        if process is not None and self._owner == os.getpid():
            kill(process)
        for stream in (*((process.stdin, process.stdout) if process else ()), said):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def run_program(
    command: Sequence[str],
    *,
    install: str,
    timeout: float,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> str:
    """Run a program to its end and return what it has written on standard output.

    Parameters
    ----------
    command : sequence of str
    install : str
        What to do where there is no such program, a sentence.
    timeout : float
        Seconds that it may take.
    folder : Path, optional
        Where it runs.
    environment : mapping of str to str, optional
        Variables it has besides those of this process.

    Raises
    ------
    MissingExtraError
        If there is no such program.
    DataError
        If it fails or takes too long; the message has the last that it said.
    """
    process = _start(
        command,
        install,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env={**os.environ, **(environment or {})},
    )
    with _ended_with_us(process):
        try:
            out, said = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            raise DataError(f"'{command[0]}' took longer than {timeout:g} seconds to end.") from None
    if process.returncode:
        why = _last_line(said or out)
        raise DataError(f"'{' '.join(command[:3])}' has failed with status {process.returncode} ({why}).")
    return out.decode(errors="replace")


def _start(command: Sequence[str], install: str, **settings: object) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(command, start_new_session=True, **settings)  # type: ignore[call-overload, no-any-return]  # noqa: S603 - the user's own program
    except OSError as error:
        why = "is not installed" if isinstance(error, FileNotFoundError) else f"cannot run ({error.strerror})"
        raise MissingExtraError(f"'{command[0]}' {why}. {install}") from error


@contextlib.contextmanager
def _ended_with_us(process: subprocess.Popen[bytes]) -> Iterator[None]:
    try:
        yield
    except BaseException:
        kill(process)
        process.communicate()
        raise


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a program and all that it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _last_line(said: bytes) -> str:
    """Return the last line that is no frame of a Java stack."""
    lines = [line.strip() for line in said.decode(errors="replace").splitlines()]
    lines = [line for line in lines if line and not line.startswith("at ")]
    return f"it says: {lines[-1][:300]}" if lines else "it says nothing"
