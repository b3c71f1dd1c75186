"""Run the commands in the console blocks of pages, and write what they print below them.

``python docs/write_consoles.py PAGE …`` does it in a folder of its own in which ``docs/examples`` is there, 80 columns
wide. A line ``…`` in a block stands for lines that are left out: such a block is left as it is.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

DOCS = Path(__file__).parent
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = "…"


def printed(command: str) -> str:
    """Return what a command prints, standard error last, without blanks at the ends of lines.

    Where loops are compiled first, which happens once on a machine, that is not told of.

    Parameters
    ----------
    command : str
        As it is typed.
    """
    from trueness.commands import main

    out, err = io.StringIO(), io.StringIO()
    before = sys.argv
    sys.argv = shlex.split(command, comments=True)
    try:
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            contextlib.suppress(SystemExit),
            mock.patch("trueness.parallel.compiling.announce"),
        ):
            main()
    finally:
        sys.argv = before
    lines = [line.rstrip() for line in f"{out.getvalue()}{err.getvalue()}".splitlines()]
    return "".join(f"{line}\n" for line in lines)


def rewritten(page: str) -> str:
    """Return a page with what its commands print.

    Parameters
    ----------
    page : str
    """

    def block(found: re.Match[str]) -> str:
        lines = found[1].splitlines()
        if any(line.strip() == LEFT_OUT for line in lines):
            return found[0]
        commands = [line[2:] for line in lines if line.startswith("$ ")]
        body = "".join(f"$ {command}\n{printed(command)}" for command in commands)
        return f"```console\n{body}```"

    return CONSOLE.sub(block, page)


def main(pages: Sequence[str] | None = None) -> None:
    """Write pages anew, named as in the shell."""
    os.environ["COLUMNS"] = "80"
    for name in sys.argv[1:] if pages is None else pages:
        path = Path(name).resolve()
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(DOCS / "examples", Path(folder, "docs", "examples"))
            with contextlib.chdir(folder):
                text = rewritten(path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
