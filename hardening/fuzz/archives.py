"""Archives that hold a data set: damaged, with parts that are lost or changed, and with names that lead out of them."""

from __future__ import annotations

import io
import os
import random
import tarfile
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from hardening.fuzz import seeds
from hardening.fuzz.mutate_bytes import damaged
from hardening.fuzz.seeds import Seed
from hardening.fuzz.truths import SilentlyWrongError
from trueness.data.reading.read import read_scores

_Mode = Literal["w", "w:gz", "w:bz2", "w:xz"]

_OUTSIDE = Path(tempfile.gettempdir(), "out.csv")
_NAMES = (
    *(
        "../out.csv",
        str(_OUTSIDE),
        "..",
        ".",
        "",
        "a/../../out.csv",
        "..\\out.csv",
        "C:\\out.csv",
        "C:out.csv",
    ),
    *(
        "a.csv",
        "a.csv/b.csv",
        "A.CSV",
        "a.csv/",
        "\0",
        "a\0.csv",
        "x" * 300,
        "a/" * 200 + "a.csv",
        "a\nb.csv",
    ),
    *(
        "\udcff.csv",
        ".hidden.csv",
        "__MACOSX/a.csv",
        "README",
        "-rf",
        "\u202egnp.csv",
        "con",
        "a .csv",
        "~/a.csv",
    ),
)
_LINKS = ("/etc/passwd", "../../out.csv", "a.csv", "/dev/zero", ".")


def archives() -> list[Seed]:
    """Return a file in a zip and in a compressed tar, and a folder in each, beside a README."""
    (table, *_) = seeds.csv()
    (folder, *_) = seeds.evalset()
    found = []
    for files in (table.files, {f"set/{name}": content for name, content in folder.files.items()}):
        with_readme = [*files.items(), ("README.md", b"What this is.\n")]
        found += [Seed.of("a.zip", _zipped(with_readme)), Seed.of("a.tar.gz", _tarred(with_readme, "w:gz"))]
    return [*found, Seed.of("a.tar", _tarred(list(table.files.items()), "w"))]


def strange_archive(rng: random.Random, content: bytes) -> bytes:
    """Return an archive of other members: some damaged, lost, doubled, called otherwise, or links."""
    try:
        members = _members(content)
    except (tarfile.TarError, zipfile.BadZipFile, EOFError, OSError):  # it is changed already
        return damaged(rng, content)
    for _ in range(rng.choice((1, 1, 2))):
        place = rng.randrange(len(members))
        name, inside = members[place]
        match rng.randrange(5):
            case 0:
                members[place] = (name, damaged(rng, inside))
            case 1:
                members[place] = (rng.choice(_NAMES), inside)
            case 2:
                members.insert(place, (rng.choice((name, name.upper(), *_NAMES)), inside))
            case 3 if len(members) > 1:
                del members[place]
            case _:
                members[place] = (name, b"\0" * rng.choice((0, 1, 10**6)))
    if rng.random() < 0.5:
        return _zipped(members)
    modes: tuple[_Mode, ...] = ("w", "w:gz", "w:bz2", "w:xz")
    return _tarred(members, rng.choice(modes), rng)


def read_archive(folder: Path, seed: Seed, changed: str) -> None:
    """Read scores from an archive, which may write to the cache alone.

    Raises
    ------
    SilentlyWrongError
        If anything is written elsewhere.
    """
    del changed
    before = set(folder.parent.iterdir())
    os.environ["TRUENESS_CACHE"] = str(folder / "cache")
    try:
        read_scores(folder / seed.sources[0])
    finally:
        written = [path for path in folder.rglob("*") if path.is_symlink() or path.is_file()]
        stray = [
            path for path in written if folder / "cache" not in path.parents and path.name not in seed.files
        ]
        links = [path for path in written if path.is_symlink()]
        outside = [*set(folder.parent.iterdir()) - before, *([_OUTSIDE] if _OUTSIDE.exists() else [])]
        if found := [*stray, *links, *outside]:
            raise SilentlyWrongError(f"{found[0]} was written")


def _members(content: bytes) -> list[tuple[str, bytes]]:
    if zipfile.is_zipfile(io.BytesIO(content)):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return [(name, archive.read(name)) for name in archive.namelist()]
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        return [(one.name, file.read()) for one in tar if (file := tar.extractfile(one))]


def _zipped(members: Sequence[tuple[str, bytes]]) -> bytes:
    """Return a zip, in which a name may be there twice; of a name what cannot be encoded is replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, inside in members:
            archive.writestr(zipfile.ZipInfo(name.encode("utf-8", "replace").decode()), inside)
    return out.getvalue()


def _tarred(members: Sequence[tuple[str, bytes]], mode: _Mode, rng: random.Random | None = None) -> bytes:
    """Return a tar; given an rng, some of its members are links or devices."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as tar:
        for name, inside in members:
            entry = tarfile.TarInfo(name)
            entry.size = len(inside)
            if rng is not None and rng.random() < 0.1:
                entry.type, entry.size = rng.choice((tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE)), 0
                entry.linkname = rng.choice(_LINKS)
            tar.addfile(entry, io.BytesIO(inside))
    return out.getvalue()
