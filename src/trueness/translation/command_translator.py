"""A translator that is a program: lines in on standard input, lines out on standard output."""

from __future__ import annotations

import collections
import contextlib
import hashlib
import json
import math
import os
import shlex
import shutil
import subprocess
import threading
import time
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from trueness.errors import ArgumentError, DataError, TruenessWarning, check_integer
from trueness.metrics.originals.foreign_program import kill
from trueness.translation.translate_lines import shown, wrong_count
from trueness.translation.translator import Translator

LINES = 500
"""Lines that a program is given at once unless told otherwise: it is started anew for every batch."""

TIMES = 100
"""How many times longer an answer may be than what was given."""

LEAST_BOUND = 1_000_000
"""Bytes that any answer may have."""

_STEP = 1 << 16

SECONDS = 600.0
"""How long a program may work on a batch unless told otherwise."""


class CommandTranslator(Translator):
    """A program that reads lines and writes as many, in UTF-8.

    It is started for every batch and has to end well; no shell is in between.

    Parameters
    ----------
    command : str or sequence of str
        The program and its arguments; a text is taken apart as a shell would do.
    blank_lines : bool
        Send a blank line between any two lines, and expect one back between any two: for programs such as apertium that
        read on across the end of a line.
    timeout : float
        Seconds that it may work on a batch.
    batch : int
        Lines that it is given at once.
    longest : int, optional
        Letters of the longest line that it takes.

    Raises
    ------
    ArgumentError
        If the command is empty or has a quotation mark without end, or a number is out of range.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        blank_lines: bool = False,
        timeout: float = SECONDS,
        batch: int = LINES,
        longest: int | None = None,
    ) -> None:
        try:
            self.command = tuple(shlex.split(command) if isinstance(command, str) else command)
        except ValueError as error:
            raise ArgumentError(f"reading `command` failed ({error}): {command!r}.") from error
        if not self.command:
            raise ArgumentError("`command` is empty: it names a program and its arguments.")
        if not (math.isfinite(timeout) and timeout > 0):
            raise ArgumentError(f"`timeout` must be a number of seconds above 0; it is {timeout!r}.")
        self.blank_lines = blank_lines
        self.timeout = timeout
        self.batch = check_integer("batch", batch, minimum=1)
        self.longest = None if longest is None else check_integer("longest", longest, minimum=1)
        self._files = _files_hash(self.command)

    def signature(self) -> str:
        """Return the command, how it is fed, and a hash of the files that it names, the program among them."""
        said = json.dumps(list(self.command), ensure_ascii=False)
        return f"command:{said}|blank_lines:{self.blank_lines}|longest:{self.longest}|files:{self._files}"

    def translate(self, lines: Sequence[str]) -> list[str]:
        """Translate lines.

        Raises
        ------
        DataError
            If there is no such program, or it fails, takes too long, or answers with another number of lines, with far
            too much, or with something that is no text; or if a line has a NUL character.
        """
        for line in lines:
            if "\0" in line:
                raise DataError(f"a text has a NUL character, where programs end a text: {shown(line)}.")
        between = "\n\n" if self.blank_lines else "\n"
        answer = self._run((between.join(lines) + "\n").encode())
        found = answer.removesuffix("\n").split("\n")
        if self.blank_lines:
            if any(line.strip() for line in found[1::2]):
                raise DataError(
                    f"'{self.command[0]}' was given blank lines between lines, and answered otherwise; "
                    f"the first line was {shown(lines[0])}."
                )
            found = found[::2]
        if len(found) != len(lines):
            raise wrong_count(lines, len(found))
        return found

    def _run(self, given: bytes) -> str:
        program = self.command[0]
        try:
            process = subprocess.Popen(  # noqa: S603 - the user's own command
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            why = (
                "is not installed"
                if isinstance(error, FileNotFoundError)
                else f"cannot run ({error.strerror})"
            )
            raise DataError(f"'{program}' {why}. Install it, or name another `command`.") from error
        most = max(LEAST_BOUND, TIMES * len(given))
        answer = _Reading(process.stdout, most, last=False)
        words = _Reading(process.stderr, LEAST_BOUND, last=True)
        try:
            _writing(process.stdin, given)
            status = _waited(process, answer, self.timeout)
        except subprocess.TimeoutExpired:
            kill(process)
            raise DataError(
                f"'{program}' took longer than {self.timeout:g} seconds. Allow more (`timeout`), or give "
                "it fewer lines at once (`batch`)."
            ) from None
        except BaseException:
            kill(process)
            raise
        if answer.too_much:
            kill(process)
            raise DataError(
                f"'{program}' was given {len(given):,} bytes and has answered with more than {most:,}, which is no "
                "translation of them."
            )
        words.join(timeout=1.0)  # something that it has started may hold on
        out, said = answer.content(), words.content()
        last = _last_line(said)
        if status:
            how = f"status {status}" if status > 0 else f"signal {-status}"
            raise DataError(
                f"'{program}' has failed with {how}{f': {last}' if last else ', and says nothing'}."
            )
        if last:
            warnings.warn(f"'{program}' says: {last}", TruenessWarning, stacklevel=2)
        try:
            return out.decode()
        except UnicodeDecodeError as error:
            raise DataError(f"'{program}' must answer in UTF-8 ({error}).") from error


class _Reading(threading.Thread):
    """Reads what a program writes, up to so many bytes: the first and no more, or the last of whatever comes.

    Parameters
    ----------
    pipe : binary file
    most : int
    last : bool
        Whether the last bytes are kept, and all is read; otherwise reading ends where there are more.
    """

    def __init__(self, pipe: IO[bytes] | None, most: int, *, last: bool) -> None:
        super().__init__(daemon=True)
        self._pipe, self._most, self._last = pipe, most, last
        self._parts: collections.deque[bytes] = collections.deque()
        self._size = 0
        self.too_much = False
        self.start()

    def run(self) -> None:
        """Read until the end, or until it is too much."""
        if self._pipe is None:
            return
        with self._pipe as pipe:
            while part := os.read(pipe.fileno(), _STEP):
                self._parts.append(part)
                self._size += len(part)
                while self._last and self._size - len(self._parts[0]) >= self._most:
                    self._size -= len(self._parts.popleft())
                if not self._last and self._size > self._most:
                    self.too_much = True
                    return

    def content(self) -> bytes:
        """Return what is kept."""
        return b"".join(self._parts)


def _writing(pipe: IO[bytes] | None, given: bytes) -> None:
    """Write to a program while it answers; one that does not read to the end says so by how it ends."""

    def write() -> None:
        if pipe is not None:
            with contextlib.suppress(BrokenPipeError), pipe:
                pipe.write(given)

    threading.Thread(target=write, daemon=True).start()


def _waited(process: subprocess.Popen[bytes], answer: _Reading, seconds: float) -> int:
    """Return how a program has ended, or 0 if it has answered too much.

    Raises
    ------
    TimeoutExpired
        If it takes longer.
    """
    last = time.monotonic() + seconds
    answer.join(timeout=seconds)
    if answer.is_alive():
        raise subprocess.TimeoutExpired(process.args, seconds)
    return 0 if answer.too_much else process.wait(max(0.0, last - time.monotonic()))


def _last_line(said: bytes) -> str:
    lines = [line.strip() for line in said.decode(errors="replace").splitlines() if line.strip()]
    return lines[-1][:300] if lines else ""


def _files_hash(command: Sequence[str]) -> str:
    """Return a hash of the contents of the files that the words of a command name."""
    digest = hashlib.sha256()
    for word in (shutil.which(command[0]) or "", *command[1:]):
        path = Path(word)
        if word and path.is_file():
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:16]
