"""A function made ready for other processes: its arrays are set down once and mapped, not copied for every call."""

from __future__ import annotations

import contextlib
import mmap
import os
import shutil
import socket
import struct
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from trueness.parallel.packing import packed, unpacked

FOLDER_VARIABLE = "JOBLIB_TEMP_FOLDER"
"""Names the folder for what is mapped, as everywhere in joblib; by default the system's for temporary files."""

_ALIGNMENT = 64  # bytes; what vector instructions and numba like
_LENGTHS = struct.Struct("<QQ")

Function = Callable[[Any], Any]


@contextlib.contextmanager
def shipped(function: Function) -> Iterator[FromFile]:
    """Set a function down in a file, gone with the block, from which every worker takes it once."""
    base = os.environ.get(FOLDER_VARIABLE) or tempfile.gettempdir()
    _sweep(Path(base))
    folder = tempfile.mkdtemp(prefix=f"{_prefix()}{os.getpid()}-", dir=base)
    try:
        path = Path(folder) / "work"
        _write(path, *packed(function))
        yield FromFile(str(path))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class FromFile:
    """A function in a file, which a process reads when it first calls it."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __call__(self, item: Any) -> Any:
        """Call the function."""
        if self.path not in _READ:
            _READ.clear()  # one at a time: the former's memory is free again
            _READ[self.path] = _read(Path(self.path))
        return _READ[self.path](item)


_READ: dict[str, Function] = {}


def _write(path: Path, head: bytes, buffers: Sequence[memoryview]) -> None:
    sizes = np.array([len(head), *(buffer.nbytes for buffer in buffers)], dtype="<u8")
    with path.open("wb") as file:
        file.write(_LENGTHS.pack(len(sizes), 0) + sizes.tobytes())
        parts: list[bytes | memoryview] = [head, *buffers]
        for part in parts:
            file.write(b"\0" * (-file.tell() % _ALIGNMENT))
            file.write(part)


def _read(path: Path) -> Function:
    with path.open("rb") as file:
        # a private mapping: pages are shared between processes, and arrays can be written to as everywhere else, so
        # that compiled kernels are the same ones
        view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
    count, _ = _LENGTHS.unpack(view[: _LENGTHS.size])
    start = _LENGTHS.size + 8 * count
    parts = []
    for size in np.frombuffer(view[_LENGTHS.size : start], dtype="<u8").tolist():
        start += -start % _ALIGNMENT
        parts.append(view[start : start + size])
        start += size
    function: Function = unpacked(bytes(parts[0]), parts[1:])
    return function


def _prefix() -> str:
    return f"trueness-{socket.gethostname()}-"


def _sweep(base: Path) -> None:
    """Remove what runs on this machine have left that were killed."""
    if os.name != "posix":
        return
    for folder in base.glob(f"{_prefix()}*-*"):
        number = folder.name.removeprefix(_prefix()).partition("-")[0]
        if number.isdigit() and not _is_running(int(number)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
