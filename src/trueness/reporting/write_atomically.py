"""Write a file so that a reader sees the old one or the whole new one."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path


def write_atomically(path: str | Path, text: str) -> Path:
    """Write text as UTF-8 to a temporary file beside `path`, then put it in its place.

    Raises
    ------
    OSError
        If the folder does not exist or cannot be written, or something other than a file is at `path`.
    """
    path = Path(path)
    if path.exists() and not path.is_file():  # a folder, device or pipe must not be replaced
        raise OSError(errno.EINVAL, "this is not an ordinary file, and so is not replaced", str(path))
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}-", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n", errors="backslashreplace") as file:
            file.write(text)
        # mkstemp makes files private; a report is an ordinary file
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return path


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
