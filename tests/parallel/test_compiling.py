"""What is compiled says so once; interruptions wait until it is compiled."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numba
import pytest
from numba.core import event

from trueness.parallel.compiling import watch_compiling

MODULE = """
from trueness.metrics.compiled import compiled

@compiled
def add_one(number):
    return number + 1
"""
PROGRAM = """
from trueness.parallel import listening
from compiled_once import add_one
said = []
with listening(said.append):
    assert add_one(1) == 2
print(len(said), *said)
"""


def run(folder, **more):
    told = {**os.environ, "NUMBA_CACHE_DIR": str(folder), **more}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True, env=told, cwd=folder
    )
    return done.stdout.strip()


def test_where_numba_is_told_to_compile_nothing_functions_are_run_as_they_are(tmp_path):
    (tmp_path / "compiled_once.py").write_text(MODULE)
    assert run(tmp_path, NUMBA_DISABLE_JIT="1") == "0"
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".nbi"] == []


def test_what_is_compiled_says_so_once_and_what_lies_on_the_disk_does_not(tmp_path):
    (tmp_path / "compiled_once.py").write_text(MODULE)
    assert run(tmp_path).startswith("1 loops for large data are compiled")
    assert run(tmp_path) == "0"


class Interruption(event.Listener):
    """Sends a signal while LLVM works."""

    def __init__(self, number: signal.Signals, after: int) -> None:
        self.number = number
        self.left = after

    def on_start(self, event: Any) -> None:
        """Send it."""
        del event
        self.left -= 1
        if not self.left:
            signal.raise_signal(self.number)

    def on_end(self, event: Any) -> None:
        """Do nothing."""


@pytest.fixture
def kernel() -> Any:
    watch_compiling()
    numba.njit(lambda x: x)(1)  # what Numba sets up at first is not the subject
    return numba.njit(lambda x: x + 1)


@pytest.fixture
def handled() -> Iterator[list[int]]:
    """Return what a handler of SIGTERM received."""
    found: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: found.append(number))
    yield found
    signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("after", [1, 10, 100])
def test_an_interruption_comes_when_the_function_is_compiled(kernel: Any, after: int) -> None:
    listener = Interruption(signal.SIGINT, after)
    with event.install_listener("numba:llvm_lock", listener), pytest.raises(KeyboardInterrupt):
        kernel(1)
    assert listener.left < 0  # LLVM was called again after the signal
    assert len(kernel.signatures) == 1
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert kernel(1) == 2


def test_a_handler_of_the_program_is_called_once_and_given_back(kernel: Any, handled: list[int]) -> None:
    handler = signal.getsignal(signal.SIGTERM)
    with event.install_listener("numba:llvm_lock", Interruption(signal.SIGTERM, 10)):
        assert kernel(1) == 2
    assert handled == [signal.SIGTERM]
    assert signal.getsignal(signal.SIGTERM) is handler


def test_ignored_signals_stay_ignored(kernel: Any) -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with event.install_listener("numba:llvm_lock", Interruption(signal.SIGTERM, 10)):
            assert kernel(1) == 2
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)
