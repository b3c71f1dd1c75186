"""Folders in which results are kept from run to run: the user's own, since what lies there is believed."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def own_folder(path: Path) -> Path:
    """Return a folder to keep things in, which is made for the user alone if it is not there.

    What is there may have been put there by whoever may write to it, and would become part of results.

    Parameters
    ----------
    path : Path

    Raises
    ------
    PermissionError
        If it is another user's, or everybody may write to it.
    OSError
        If it cannot be made.
    """
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name != "posix":
        return path
    found = path.stat()
    if found.st_uid != os.geteuid() and os.geteuid() != 0:
        raise PermissionError(errno.EPERM, "the folder is another user's", str(path))
    if found.st_mode & stat.S_IWOTH:
        raise PermissionError(errno.EPERM, "everybody may write to the folder", str(path))
    return path
