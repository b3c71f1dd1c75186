"""What goes wrong, as one line on standard error and an exit code."""

from __future__ import annotations

from trueness.errors import ArgumentError, DataError, DownloadError, MissingExtraError, UnsupportedMethodError

WARNINGS, DIFFERENT, INTERRUPTED = 5, 7, 130

EXIT_CODES: tuple[tuple[type[BaseException], int], ...] = (
    (ArgumentError, 2),
    (DataError, 3),
    (UnsupportedMethodError, 4),
    (DownloadError, 6),
    (MissingExtraError, 6),
    (OSError, 3),
    (KeyboardInterrupt, INTERRUPTED),
)
"""Exit codes by the kind of error; also 0 (done), 5 (`--strict` and a warning) and 7 (`rerun` found other numbers)."""


def exit_code(error: BaseException) -> int | None:
    """Return the exit code of an error that a user can act on, None for a fault of the program."""
    for kind, code in EXIT_CODES:
        if isinstance(error, kind):
            return code
    return None
