"""Write text so that a reader sees the old file or the whole new one."""

from __future__ import annotations

from pathlib import Path

from trueness.data.files.whole_file import replacing


def write_atomically(path: str | Path, text: str) -> Path:
    """Write text as UTF-8, line ends as they are, to a file that appears whole or not at all (see `replacing`).

    Raises
    ------
    OSError
        If the folder does not exist or cannot be written, or is full, or something other than a file is at `path`; the
        error names `path`.
    """
    path = Path(path)
    with replacing(path) as file:
        file.write(text.encode(errors="backslashreplace"))
    return path
