"""Archives: one data set in them is read as if it were unpacked, anything else is refused with how to unpack it."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import trueness
from trueness.data.files import unpack
from trueness.data.files.unpack import opened
from trueness.data.preferences.read_preferences import read_preferences
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_tables import read_tables
from trueness.errors import FormatError

SCORES = b"system,input,human\nA,1,2\nB,1,3\n"
KINDS = ("t.tar.gz", "t.tgz", "t.tar", "t.tar.bz2", "t.zip", "scores.csv")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def packed(path: Path, files: Mapping[str, bytes]) -> Path:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in files.items():
                archive.writestr(zipfile.ZipInfo(name), content)
        return path
    mode = {".gz": "w:gz", ".tgz": "w:gz", ".bz2": "w:bz2"}.get(path.suffix, "w")
    with tarfile.open(path, mode) as tar:  # type: ignore[call-overload]
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_the_one_file_of_an_archive_is_read(tmp_path: Path, cache: Path, kind: str) -> None:
    files = {"data/README.md": b"# read me", "data/.hidden": b"x", "data/deep/t.csv": SCORES}
    path = packed(tmp_path / kind, files)
    np.testing.assert_array_equal(read_scores(path).matrix("human"), [[2], [3]])
    assert list(read_tables(path)) == ["scores" if kind == "scores.csv" else "t"]
    assert not list(cache.rglob(".hidden"))
    assert not list(cache.rglob("making-*"))
    before = {one: one.stat().st_mtime_ns for one in cache.rglob("*.csv")}
    read_scores(path)
    assert before == {one: one.stat().st_mtime_ns for one in cache.rglob("*.csv")}


def test_texts_and_verdicts_are_read_of_archives(tmp_path: Path) -> None:
    row = b'{"system": "A", "input": "1", "output": "o", "quality": 3}\n'
    assert trueness.read_texts(packed(tmp_path / "a.tar.gz", {"t.jsonl": row})).systems == ("A",)
    pairs = b"input,a,b,verdict\nq,x,y,A\n"
    assert len(read_preferences(packed(tmp_path / "b.zip", {"p.csv": pairs}))) == 1


def test_a_test_set_in_an_archive_is_a_table_for_every_language_pair(tmp_path: Path, make_evalset) -> None:
    made = make_evalset(tmp_path / "wmt98", languages="en-de", seed=1)
    make_evalset(tmp_path / "wmt98", languages="zh-en", seed=2)
    path = tmp_path / "set.tgz"
    with tarfile.open(path, "w:gz") as tar:
        tar.add(made.folder, "wmt98")
    assert list(read_tables(path)) == ["en-de", "zh-en"]
    assert read_scores(path, part="en-de").fingerprint == read_scores(made.folder, part="en-de").fingerprint


@pytest.mark.parametrize(
    ("name", "files", "problem"),
    [
        ("a.tar.gz", {"a.csv": SCORES, "b.csv": SCORES}, r"no data set that is known: 'a.csv', 'b.csv'"),
        ("a.zip", {"README": b"nothing else"}, "it holds no file of data"),
        ("a.tar", {"../../etc/t.csv": SCORES}, "leads out of it"),
        ("a.zip", {"/etc/t.csv": SCORES}, "leads out of it"),
        ("a.tar", {"C:\\t.csv": SCORES}, "leads out of it"),
        ("a.zip", {"": SCORES}, "it is damaged"),
    ],
)
def test_what_is_refused_says_how_to_unpack_it(
    tmp_path: Path, cache: Path, name: str, files: dict[str, bytes], problem: str
) -> None:
    path = packed(tmp_path / name, files)
    how = "unzip" if name.endswith("zip") else "tar -xf"
    with pytest.raises(FormatError, match=rf"{problem}.*\. Unpack it \({how} {name}\)"):
        read_scores(path)
    assert not list(cache.rglob("making-*"))


def test_damaged_archives_and_those_beyond_the_bounds(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = packed(tmp_path / "t.zip", {"t.csv": SCORES * 50}).read_bytes()
    squeezed = packed(tmp_path / "t.tgz", {"t.csv": SCORES * 50}).read_bytes()
    wrong = content.replace(SCORES[:9], b"elsewhere", 1)  # whose checksum is another
    for name, damaged in (
        ("crc.zip", wrong),
        ("cut.tgz", squeezed[:-30]),
        ("cut.zip", content[:-40]),
        ("no.7z", b"7z\xbc\xaf"),
        ("no.tar", b"nothing" * 200),
    ):
        (tmp_path / name).write_bytes(damaged)
        with pytest.raises(FormatError, match=r"and it is damaged, or of a kind that is not read"):
            read_scores(tmp_path / name)
    monkeypatch.setattr(unpack, "MOST_BYTES", 1000)
    with pytest.raises(FormatError, match="files, and it holds more than 1,000 bytes"):
        read_scores(packed(tmp_path / "big.tar.gz", {"t.csv": SCORES * 50}))
    monkeypatch.setattr(unpack, "MOST_FILES", 3)
    with pytest.raises(FormatError, match="files, and it holds more than 3 files"):
        read_scores(packed(tmp_path / "many.tar.gz", {f"{k}.csv": b"x" for k in range(5)}))
    assert not list((cache / "unpacked").iterdir())


def test_an_archive_with_a_password_says_so(tmp_path: Path, cache: Path) -> None:
    content = bytearray(packed(tmp_path / "t.zip", {"marks.csv": SCORES}).read_bytes())
    content[content.index(b"PK\x03\x04") + 6] |= 1  # the flags of the file, and of its entry in the list
    content[content.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "t.zip").write_bytes(content)
    with pytest.raises(
        FormatError, match=r"and 'marks\.csv' in it has a password\. Unpack it \(unzip t\.zip\)"
    ):
        read_scores(tmp_path / "t.zip")
    assert not list((cache / "unpacked").iterdir())


def test_links_are_not_followed_and_other_files_are_themselves(tmp_path: Path) -> None:
    path = tmp_path / "l.tar"
    with tarfile.open(path, "w") as tar:
        link = tarfile.TarInfo("secret.csv")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
        entry = tarfile.TarInfo("t.csv")
        entry.size = len(SCORES)
        tar.addfile(entry, io.BytesIO(SCORES))
    assert read_scores(path).systems == ("A", "B")
    plain = tmp_path / "p.csv"
    plain.write_bytes(SCORES)
    assert opened(plain) == plain
    assert opened(tmp_path) == tmp_path
    assert opened(tmp_path / "none.zip") == tmp_path / "none.zip"
