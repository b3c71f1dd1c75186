"""Write docs/licences.md from locked.txt and from what installed packages say of themselves; `make docs` runs this.

`tests/docs/test_write_licences.py` fails when the page is old.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from release.licences import licence  # noqa: E402

PAGE = Path(__file__).parent / "licences.md"
LOCKED = ROOT / "locked.txt"

HEAD = """\
# Licences of what is installed

<!-- Written by docs/write_licences.py from locked.txt and from installed packages; `make docs` writes it anew. -->

Every package of `locked.txt`: what `trueness` needs, what its extras need, and what tests and checks of it need. The
licence is what the package says of itself. The lock has the sha256 of every archive, and an archive with another one is
refused (`LOCKED=1 make test`). `make release` refuses other licences than fit Apache-2.0.

| package | licence |
|---|---|
"""


def locked() -> dict[str, str]:
    """Return where each locked package is installed, as a marker; empty where it always is."""
    found = re.findall(
        r"^([\w.-]+)==[^\s;]+(?: ; ([^\\\n]+?))? \\$", LOCKED.read_text(encoding="utf-8"), re.MULTILINE
    )
    return dict(found)


def licence_of(name: str, marker: str) -> str:
    """Return what an installed package says; of one that is not installed, where it would be."""
    try:
        return licence(distribution(name))
    except PackageNotFoundError:
        if not marker:
            raise
        return f"not read, since it is installed only where `{marker}`"


def page() -> str:
    """Return the page."""
    return HEAD + "".join(f"| {name} | {licence_of(name, marker)} |\n" for name, marker in locked().items())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)}\n")
