"""Files of kept results: made, taken up, emptied where old, given up where they cannot be used."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import ClassVar

import pytest

from trueness.data.files.kept_file import CacheWarning, DamagedError, KeptFile, sealed, unsealed

NAME = "numbers.sqlite"


class Numbers(KeptFile):
    """Keeps numbers."""

    file_name = NAME
    form = 2
    tables: ClassVar = {"numbers": "number INTEGER PRIMARY KEY"}
    old_forms = (1,)
    old_tables = frozenset({"old", "numbers"})
    content = "numbers"
    without = "Numbers are counted without it"

    def load(self):
        with self._bearable():
            return [number for (number,) in self._database().execute("SELECT number FROM numbers")]
        return []

    def save(self, numbers):
        with self._bearable(), self._transaction(self._database()):
            self._database().executemany("INSERT INTO numbers VALUES (?)", ((number,) for number in numbers))


def made(path, form, table):
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"CREATE TABLE {table} (number)")
        file.execute(f"PRAGMA user_version = {form}")
        file.commit()


def test_what_was_saved_is_there_for_the_next(tmp_path):
    with Numbers(tmp_path / "new") as kept:
        kept.save([1, 2])
        assert kept.problem is None
    with Numbers(tmp_path / "new") as kept:
        assert kept.load() == [1, 2]
        assert kept.path == tmp_path / "new" / NAME


def test_all_is_saved_or_nothing(tmp_path):
    def stopping():
        yield 3
        raise KeyboardInterrupt

    with Numbers(tmp_path) as kept:
        with pytest.raises(KeyboardInterrupt):
            kept.save(stopping())
        assert kept.load() == []
        kept.save([1])
        with pytest.warns(CacheWarning, match=r"is damaged \(UNIQUE"):  # numbers that nobody has saved here
            kept.save([2, 1])
    with Numbers(tmp_path) as kept:
        assert kept.load() == [1]


def test_a_file_of_an_earlier_version_starts_anew(tmp_path):
    made(tmp_path / NAME, 1, "old")
    with pytest.warns(CacheWarning, match="the cache of numbers is of an earlier version, and starts anew"):
        kept = Numbers(tmp_path)
    with kept:
        kept.save([5])
        assert kept.load() == [5]


@pytest.mark.parametrize(("form", "table"), [(1, "others"), (3, "numbers"), (0, "numbers")])
def test_what_is_of_another_kind_is_left_alone(tmp_path, form, table):
    path = tmp_path / NAME
    made(path, form, table)
    before = path.read_bytes()
    with pytest.warns(
        CacheWarning,
        match=r"must be a cache of numbers that this version can read\. Numbers are counted without it\.",
    ):
        kept = Numbers(tmp_path)
    assert kept.problem is not None
    assert path.read_bytes() == before


def test_what_is_no_database_is_told(tmp_path):
    (tmp_path / NAME).write_bytes(b"no database at all" * 100)
    with pytest.warns(
        CacheWarning, match=r"is damaged \(file is not a database\)\. .* Remove the file, name another"
    ):
        Numbers(tmp_path)


def test_what_earlier_versions_have_sealed_is_read():
    kept = b"content" + bytes.fromhex("ca90361f238ed924")
    assert sealed(b"k" * 16, b"content") == kept
    assert unsealed(b"k" * 16, kept) == b"content"
    for changed in (kept[:-1], kept + b"\0", b"C" + kept[1:], "text", None):
        with pytest.raises(DamagedError, match=r"a row differs from what was saved"):
            unsealed(b"k" * 16, changed)
    with pytest.raises(DamagedError):
        unsealed(b"l" * 16, kept)


def test_what_is_closed_gives_nothing_and_says_so(tmp_path):
    with Numbers(tmp_path) as kept:
        kept.save([1])
    with pytest.warns(CacheWarning, match="it is closed"):
        assert kept.load() == []


def test_two_that_find_an_old_file_empty_it_once(tmp_path):
    """The other run has been faster between the look at the version and the lock."""
    made(tmp_path / NAME, 1, "old")

    class Later(Numbers):
        def _empty_old(self, file):
            with pytest.warns(CacheWarning, match="earlier version"), Numbers(tmp_path) as other:
                other.save([7])
            super()._empty_old(file)

    with Later(tmp_path) as kept:
        assert kept.load() == [7]
