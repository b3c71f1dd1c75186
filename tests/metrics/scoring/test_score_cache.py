"""The file of known scores: what was saved is found, by several runs at once; a broken file is told and not needed."""

from __future__ import annotations

import math
import os
import random
import sqlite3
import subprocess
import sys
import warnings

import numpy as np
import pytest

from trueness.data.files import kept_file
from trueness.data.files.kept_file import CacheWarning
from trueness.metrics.scoring.score_cache import Kept, Member, ScoreCache

KEYS = [bytes([k]) * 16 for k in range(5)]


@pytest.fixture
def cache(tmp_path):
    with ScoreCache(tmp_path) as opened:
        yield opened


def kept(cache, keys, names, statistics=0, start=0.0):
    members = tuple(Member(cache.metric(name), statistics) for name in names)
    width = len(names) * (1 + statistics)
    return Kept(keys, members, start + np.arange(len(keys) * width, dtype=float).reshape(len(keys), width))


def numbers(found):
    return {key: row.tolist() for one in found for key, row in zip(one.keys, one.numbers, strict=True)}


def test_what_was_saved_is_found_again(tmp_path):
    with ScoreCache(tmp_path) as cache:
        first = kept(cache, KEYS[:3], ["bleu", "ter"], statistics=2)
        cache.save([first])
        ids = [cache.metric("bleu"), cache.metric("ter")]
    with ScoreCache(tmp_path) as cache:
        assert [cache.metric("bleu"), cache.metric("ter")] == ids
        assert cache.metric("new") not in ids
        (found,) = cache.load([KEYS[2], KEYS[4], KEYS[0]])
        assert found.members == first.members
        assert numbers([found]) == {KEYS[0]: first.numbers[0].tolist(), KEYS[2]: first.numbers[2].tolist()}


def test_every_number_is_exact(cache):
    values = np.array([[math.nan, -0.0, 0.1, 5e-324, 1e300]])
    cache.save([Kept(KEYS[:1], (Member(cache.metric("x"), 4),), values)])
    (found,) = cache.load(KEYS[:1])
    assert found.numbers.tobytes() == values.tobytes()


def test_one_text_may_have_scores_of_several_runs(cache):
    cache.save([kept(cache, KEYS[:2], ["a", "b"])])
    cache.save([kept(cache, KEYS[:1], ["c"], start=9.0)])
    found = cache.load(KEYS)
    assert [(len(one.keys), len(one.members)) for one in found] == [(2, 2), (1, 1)]


def test_what_is_there_stays(cache):
    cache.save([kept(cache, KEYS[:1], ["a"], start=1.0)])
    cache.save([kept(cache, KEYS[:2], ["a"], start=5.0)])
    assert numbers(cache.load(KEYS)) == {KEYS[0]: [1.0], KEYS[1]: [6.0]}


def test_many_keys_are_found_in_several_queries(cache, monkeypatch):
    monkeypatch.setattr(kept_file, "KEYS_PER_QUERY", 2)
    cache.save([kept(cache, KEYS, ["a"])])
    assert set(numbers(cache.load(KEYS))) == set(KEYS)
    assert cache.load([]) == []


def test_all_or_nothing(cache):
    def broken():
        yield kept(cache, KEYS[:3], ["a"])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cache.save(broken())
    assert cache.load(KEYS) == []
    cache.save([kept(cache, KEYS[:1], ["a"])])
    assert len(cache.load(KEYS)) == 1


def test_the_folder_is_that_of_data_sets(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path / "kept"))
    with ScoreCache() as cache:
        assert cache.path == tmp_path / "kept" / ScoreCache.file_name
        assert cache.path.is_file()


REMEDY = r"Scores are computed without it\. Remove the file, .*--cache.*--no-cache"
ELSEWHERE = r"Scores are computed without it\. Name another folder .*--no-cache"


def without(folder, entries=()):
    """Open a cache that is given up on the way, and see that it finds and keeps nothing, and says no more."""
    with ScoreCache(folder) as cache:
        found = cache.load(KEYS)
        cache.save([kept(cache, KEYS, ["late"]), *entries])
        assert cache.problem
        assert cache.load(KEYS) == []
    return found


@pytest.mark.parametrize("content", [b"this is no database" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_another_file_is_told(tmp_path, content):
    (tmp_path / ScoreCache.file_name).write_bytes(content)
    with pytest.warns(CacheWarning, match=rf"{ScoreCache.file_name}: the cache of scores .*{REMEDY}") as told:
        assert without(tmp_path) == []
    assert len(told) == 1
    assert (tmp_path / ScoreCache.file_name).read_bytes() == content


@pytest.mark.parametrize("form", [0, 2, 99])
def test_a_database_of_somebody_else_is_not_touched(tmp_path, form):
    path = tmp_path / ScoreCache.file_name
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE mine (x)")
        other.execute(f"PRAGMA user_version = {form}")
    other.close()
    before = path.read_bytes()
    with pytest.warns(CacheWarning, match=rf"must be a cache of scores that this version can read.*{REMEDY}"):
        assert without(tmp_path) == []
    assert path.read_bytes() == before


def test_a_cache_of_an_earlier_version_starts_anew(tmp_path):
    path = tmp_path / ScoreCache.file_name
    with sqlite3.connect(path) as old:
        for table in ("metrics", "layouts", "scores"):
            old.execute(f"CREATE TABLE {table} (id INTEGER, x TEXT)")
        old.execute("PRAGMA user_version = 2")
    old.close()
    with pytest.warns(CacheWarning, match="earlier version, and starts anew"):
        cache = ScoreCache(tmp_path)
    with cache:
        cache.save([kept(cache, KEYS, ["a"])])
        assert cache.problem is None
    with ScoreCache(tmp_path) as cache:
        assert set(numbers(cache.load(KEYS))) == set(KEYS)


def damage(path, statement, *values):
    with sqlite3.connect(path) as file:
        file.execute(statement, values)
    file.close()


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ("UPDATE scores SET numbers = ?", b"1234567"),
        ("UPDATE scores SET numbers = ?", "1234567"),
        ("UPDATE layouts SET members = ?", "nonsense"),
        ("UPDATE layouts SET members = CAST(? AS BLOB)", b"nonsense"),
        ("DELETE FROM layouts WHERE members <> ?", ""),
    ],
)
def test_rows_that_make_no_sense_are_told(tmp_path, statement, value):
    with ScoreCache(tmp_path) as cache:
        cache.save([kept(cache, KEYS, ["a"])])
    damage(tmp_path / ScoreCache.file_name, statement, value)
    with pytest.warns(CacheWarning, match=rf"is damaged \(a row .*{REMEDY}") as told:
        assert without(tmp_path) == []
    assert len(told) == 1


def test_scores_of_another_metric_or_text_are_never_given(tmp_path):
    """Wherever two names, numbers or texts are exchanged in the file: the seal is of all three."""
    with ScoreCache(tmp_path) as cache:
        cache.save([kept(cache, KEYS[:2], ["rouge"]), kept(cache, KEYS[2:], ["chrf"])])
    path = tmp_path / ScoreCache.file_name
    content = path.read_bytes()
    for change in (
        "UPDATE layouts SET members = (SELECT group_concat(members) FROM layouts) WHERE id = 1",
        "UPDATE scores SET layout = 3 - layout",
        "UPDATE scores SET numbers = (SELECT max(numbers) FROM scores)",
        "UPDATE scores SET texts = zeroblob(15) || x'01' WHERE texts = zeroblob(16)",
    ):
        path.write_bytes(content)
        damage(path, change)
        with warnings.catch_warnings(action="always", record=True), ScoreCache(tmp_path) as cache:
            names = {cache.metric(name): name for name in ("rouge", "chrf")}
            for one in cache.load([*KEYS, bytes(15) + b"\1"]):
                for key, row in zip(one.keys, one.numbers, strict=True):
                    assert row[0] == (key[0] if names[one.members[0].metric] == "rouge" else key[0] - 2)
                    assert (names[one.members[0].metric] == "rouge") == (key in KEYS[:2])


def test_damage_inside_the_file_is_told(tmp_path):
    keys = [bytes([k, j]) * 8 for k in range(100) for j in range(20)]
    with ScoreCache(tmp_path) as cache:
        cache.save([kept(cache, keys, ["a"])])
    path = tmp_path / ScoreCache.file_name
    content = bytearray(path.read_bytes())
    content[4096 * 3 :] = b"\xff" * (len(content) - 4096 * 3)
    path.write_bytes(bytes(content))
    with pytest.warns(CacheWarning, match=rf"is damaged.*{REMEDY}"), ScoreCache(tmp_path) as cache:
        assert cache.load(keys) == []


def test_no_flipped_bit_changes_a_score_or_ends_in_another_error(tmp_path):
    keys = [bytes([k]) * 16 for k in range(40)]
    with ScoreCache(tmp_path / "known") as cache:
        cache.save([kept(cache, keys[:20], ["rouge"], 2), kept(cache, keys[20:], ["chrf", "ter"], start=7.0)])
        true = {
            (one.members, key): row for one in cache.load(keys) for key, row in zip(*one[::2], strict=True)
        }
    content = (tmp_path / "known" / ScoreCache.file_name).read_bytes()
    used = [at for at in range(len(content)) if content[at]]
    rng, told = random.Random(14), 0
    for k in range(200):
        changed = bytearray(content)
        changed[rng.choice(used) if k % 2 else rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        for left in tmp_path.glob("scores*"):
            left.unlink()
        (tmp_path / ScoreCache.file_name).write_bytes(changed)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            with ScoreCache(tmp_path) as cache:
                for one in cache.load(keys):
                    for key, row in zip(one.keys, one.numbers, strict=True):
                        np.testing.assert_array_equal(row, true[one.members, key])
                cache.save([kept(cache, KEYS, ["new"])])
        assert all(issubclass(one.category, CacheWarning) for one in caught)
        told += len(caught)
        assert len(caught) <= 2
    assert told > 20


def test_where_no_file_can_be(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.warns(CacheWarning, match=rf"cannot be used \(.*\)\. {ELSEWHERE}"):
        without(tmp_path / "file" / "deeper")
    (tmp_path / ScoreCache.file_name).mkdir()
    with pytest.warns(CacheWarning, match=rf"cannot be used \(unable to open database file\)\. {ELSEWHERE}"):
        without(tmp_path)


def test_a_full_disk_costs_the_cache_and_not_the_scores(tmp_path):
    with ScoreCache(tmp_path) as cache:
        cache.save([kept(cache, KEYS[:1], ["a"])])
    many = [k.to_bytes(16, "little") for k in range(20_000)]
    with ScoreCache(tmp_path) as cache:
        cache._file.execute("PRAGMA max_page_count = 1")
        with pytest.warns(CacheWarning, match=rf"is full.*{ELSEWHERE}") as told:
            cache.save([kept(cache, many, ["a"])])
        assert cache.load(many) == []
    assert len(told) == 1
    with ScoreCache(tmp_path) as cache:  # all or nothing
        assert set(numbers(cache.load([*KEYS, *many]))) == {KEYS[0]}


WRITER = """
import sys
import numpy as np
from trueness.metrics.scoring.score_cache import Kept, Member, ScoreCache

print("ready", flush=True)
sys.stdin.readline()
with ScoreCache(sys.argv[1]) as cache:
    for start in range(0, 400, 20):
        keys = [f"{k:016d}".encode() for k in range(start, start + 20)]
        members = (Member(cache.metric("both"), 0), Member(cache.metric(sys.argv[2]), 1))
        cache.save([Kept(keys, members, np.full((20, 3), float(start)))])
"""


def test_runs_at_the_same_time_do_not_harm_each_other(tmp_path):
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ,
        )
        for name in ("one", "two", "one")
    ]
    for run in runs:
        assert run.stdout.readline() == "ready\n"
    for run in runs:
        run.stdin.write("\n")
        run.stdin.flush()
    for run in runs:
        out, err = run.communicate(timeout=60)
        assert (run.returncode, out, err) == (0, "", "")
    with ScoreCache(tmp_path) as cache:
        found = cache.load([f"{k:016d}".encode() for k in range(400)])
        assert [len(one.keys) for one in found] == [400, 400]
        assert {cache.metric("both"), cache.metric("one"), cache.metric("two")} == {
            member.metric for one in found for member in one.members
        }


def test_a_run_that_waits_too_long_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_file, "SECONDS_TO_WAIT", 0.05)
    with ScoreCache(tmp_path) as cache:
        entry = kept(cache, KEYS, ["a"])
        other = sqlite3.connect(cache.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.warns(CacheWarning, match=r"cannot be used \(database is locked\)"):
            cache.save([entry])
        other.close()
        cache.save([entry])
        assert cache.load(KEYS) == []
