"""What is finished is kept and found again; what is complete, damaged or in use is handled as said."""

from __future__ import annotations

import functools
import pickle
import random
import sqlite3
import warnings

import numpy as np
import pytest

from trueness.errors import (
    ArgumentError,
    DataError,
    FormatError,
    KeyMismatchError,
    TruenessWarning,
    UnsupportedMethodError,
)
from trueness.parallel import Execution, checkpoint, executing, run_each, run_tiles, step
from trueness.parallel.checkpoint import Checkpoint, Steps, current_checkpoint, keeping
from trueness.parallel.dask_workers import OtherVersionError
from trueness.parallel.fingerprint import fingerprint
from trueness.parallel.process_workers import WorkersLostError


class Stop(Exception):  # noqa: N818 - no error, an interruption
    pass


class Counted:
    """Tiles that note which were computed, and stop at one."""

    def __init__(self, stop_at=None):
        self.seen, self.stop_at = [], stop_at

    def __call__(self, tiles):
        if self.stop_at in tiles:
            raise Stop
        self.seen += tiles
        return [
            {("system", "kendall"): np.arange(3.0) + tile, "n": (tile, None, "x", True)} for tile in tiles
        ]


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(checkpoint, "PATIENCE", 0.0)
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN_WRITES", 0.0)


def go(folder, work, *, key="run", identity="w", tiles=6, chunk=None, watch=None):
    execution = Execution(workers=1, chunk=chunk, checkpoint=folder)
    with executing(execution, watch), keeping(key), step("a step"):
        return run_tiles(work, tiles, identity=functools.partial(fingerprint, identity))


def same(one, other):
    assert len(one) == len(other)
    for a, b in zip(one, other, strict=True):
        for left, right in zip(a, b, strict=True):
            np.testing.assert_array_equal(left["system", "kendall"], right["system", "kendall"])
            assert left["n"] == right["n"]


def test_an_interrupted_run_goes_on_and_a_complete_one_leaves_nothing(tmp_path):
    with pytest.raises(Stop) as stopped:
        go(tmp_path, Counted(stop_at=4))
    (path,) = tmp_path.iterdir()
    (note,) = stopped.value.__notes__
    assert note == (
        f"finished work is kept in {path} (4 tiles, of 6 in the steps so far); the same command goes on from there"
    )
    again, seen = Counted(), []
    found = go(tmp_path, again, watch=lambda _: lambda *now: seen.append(now))
    assert again.seen == [4, 5]
    assert seen == [(4, 6), (5, 6), (6, 6)]
    same(found, run_tiles(Counted(), 6))
    assert list(tmp_path.iterdir()) == []
    once_more = Counted()
    go(tmp_path, once_more)
    assert once_more.seen == list(range(6))


@pytest.mark.parametrize("more", [{"key": "other"}, {"identity": "other"}, {"chunk": 2}])
def test_other_work_is_computed(tmp_path, more):
    with pytest.raises(Stop):
        go(tmp_path, Counted(stop_at=4))
    work = Counted()
    go(tmp_path, work, **more)
    assert work.seen == list(range(6))


def test_items_are_kept_as_tiles_are(tmp_path):
    seen = []

    def work(item):
        if item == "d" and len(seen) < 4:
            raise Stop
        seen.append(item)
        run_tiles(Counted(), 2, identity=lambda: "within")  # part of the item: not kept by itself
        return item, 0.5

    def run():
        with executing(Execution(workers=1, checkpoint=tmp_path)), keeping("run") as kept:
            found = run_each(work, "abcde", identity=lambda: "w")
            assert kept.begun == 5
            return found

    with pytest.raises(Stop) as stopped:
        run()
    assert "(3 tiles, of 5 in the steps so far)" in stopped.value.__notes__[0]
    seen.append("-")
    assert run() == [(item, 0.5) for item in "abcde"]
    assert seen == [*"abc", "-", *"de"]


class Stepwise:
    """Tiles of four steps each that note which were done, and stop at one."""

    def __init__(self, stop_at=None, error=Stop):
        self.seen, self.stop_at, self.error = [], stop_at, error

    def __call__(self, tiles):
        return [self.within(tile) for tile in tiles]

    def within(self, tile):
        steps = Steps(lambda: f"steps of {tile}")
        return [steps.result(k, lambda k=k: self.made(tile, k)) for k in range(4)]

    def made(self, tile, number):
        if (tile, number) == self.stop_at:
            raise self.error("here")
        self.seen.append((tile, number))
        return [tile + number / 3, "x"]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_goes_on_within_a_tile_that_takes_long(tmp_path, workers):
    def run(work):
        with executing(Execution(workers=workers, checkpoint=tmp_path)), keeping("run"), step("a step"):
            return run_tiles(work, 2, identity=lambda: "w")

    whole = Stepwise()
    expected = [one for part in run_tiles(whole, 2) for one in part]
    first = Stepwise(stop_at=(1, 2))
    with pytest.raises(Stop) as stopped:
        run(first)
    assert "finished work is kept in" in stopped.value.__notes__[0]
    again = Stepwise()
    assert [one for part in run(again) for one in part] == expected
    # side by side the other tile may have been kept as a whole, by its steps, or not at all when this one stopped
    assert not {(1, 0), (1, 1)} & set(again.seen)
    assert set(first.seen) | set(again.seen) == set(whole.seen)
    assert list(tmp_path.iterdir()) == []


def test_steps_of_a_tile_that_is_part_of_another_are_kept_and_steps_alone_are_worth_a_file(tmp_path):
    def outer(tiles):
        return run_tiles(Stepwise((0, 3)), 1)

    with pytest.raises(Stop) as stopped:
        go(tmp_path, outer, tiles=1)
    assert "(0 tiles, of 1 in the steps so far)" in stopped.value.__notes__[0]
    assert len(list(tmp_path.iterdir())) == 1
    inner = Stepwise()
    go(tmp_path, lambda tiles: run_tiles(inner, 1), tiles=1)
    assert inner.seen == [(0, 3)]
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_a_step_that_would_come_again_leaves_nothing(tmp_path):
    with pytest.raises(DataError):
        go(tmp_path, Stepwise((0, 3), DataError), tiles=1)
    assert list(tmp_path.iterdir()) == []


def test_steps_without_a_checkpoint_are_done():
    steps = Steps(lambda: pytest.fail("nobody asks what work it is"))
    assert steps.result(0, lambda: 5) == 5


def test_what_a_thread_finishes_after_the_end_is_lost(tmp_path):
    kept = Checkpoint(tmp_path, lambda: "run")
    kept.keep("w", range(1), 1.0)
    kept.close()
    kept.keep_step("w", 1, 2.0)
    kept.keep("w", range(2, 3), 3.0)
    again = Checkpoint(tmp_path, lambda: "run")
    assert again.load("w") == {(0, 1): 1.0}
    again.remove()
    again.keep_step("w", 1, 2.0)
    assert list(tmp_path.iterdir()) == []


def test_work_without_an_identity_is_not_kept(tmp_path):
    with pytest.raises(Stop), executing(Execution(workers=1, checkpoint=tmp_path)), keeping("run"):
        run_tiles(Counted(stop_at=4), 6)
    assert list(tmp_path.iterdir()) == []


def test_results_that_are_more_than_numbers_are_not_kept(tmp_path):
    def work(tiles):
        if 3 in tiles:
            raise Stop
        return range(2)

    with pytest.raises(Stop) as stopped:
        go(tmp_path, work)
    assert list(tmp_path.iterdir()) == []
    assert not hasattr(stopped.value, "__notes__")


def test_short_runs_write_nothing_until_they_are_interrupted(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "PATIENCE", 100.0)
    listed = []

    def work(tiles):
        listed.append(list(tmp_path.iterdir()))
        if 4 in tiles:
            raise Stop
        return 1

    with pytest.raises(Stop):
        go(tmp_path, work)
    assert listed == [[]] * 5
    assert len(list(tmp_path.iterdir())) == 1


def test_a_number_is_recalled(tmp_path):
    def ask(number, *, stop):
        with executing(Execution(workers=1, checkpoint=tmp_path)), keeping("run") as kept:
            seed = kept.recall("seed", lambda: number)
            run_tiles(Counted(3 if stop else None), 6, identity=lambda: "w")
            return seed

    with pytest.raises(Stop):
        ask(2**52 + 1, stop=True)
    assert ask(5, stop=False) == 2**52 + 1
    assert ask(5, stop=False) == 5


def test_a_file_in_use_is_left_to_the_one_that_uses_it(tmp_path):
    first = Checkpoint(tmp_path, lambda: "run")
    first.keep("w", range(1), 1.0)
    second = Checkpoint(tmp_path, lambda: "run")
    assert second.load("w") == {}
    second.keep("w", range(1), 2.0)
    assert sorted(path.name for path in tmp_path.glob("*.sqlite")) == ["run-1.sqlite", "run.sqlite"]
    first.close()
    third = Checkpoint(tmp_path, lambda: "run")
    assert third.load("w") == {(0, 1): 1.0}
    third.remove()
    second.close()
    fourth = Checkpoint(tmp_path, lambda: "run")
    assert fourth.load("w") == {(0, 1): 2.0}
    fourth.close()


@pytest.mark.parametrize("wrong", [ArgumentError, DataError, KeyMismatchError, UnsupportedMethodError])
def test_an_error_that_would_come_again_leaves_nothing(tmp_path, wrong):
    def work(tiles):
        if 4 in tiles:
            raise wrong("free of that (--test")
        return 1

    with pytest.raises(wrong) as met:
        go(tmp_path, work)
    assert list(tmp_path.iterdir()) == []
    assert not hasattr(met.value, "__notes__")


def test_it_takes_what_an_interrupted_run_has_kept_with_it(tmp_path):
    with pytest.raises(Stop):
        go(tmp_path, Counted(stop_at=2))

    def work(tiles):
        if 5 in tiles:
            raise DataError("no such thing")
        return Counted()(tiles)

    with pytest.raises(DataError):
        go(tmp_path, work)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt, SystemExit, MemoryError, WorkersLostError, OtherVersionError]
)
def test_what_can_be_mended_keeps_what_is_finished(tmp_path, error):
    def work(tiles):
        if 4 in tiles:
            raise error("for now")
        return 1

    with pytest.raises(error) as met:
        go(tmp_path, work)
    assert len(list(tmp_path.iterdir())) == 1
    assert "finished work is kept" in met.value.__notes__[0]


def test_a_wrong_place_costs_nothing_of_an_earlier_run(tmp_path):
    with pytest.raises(Stop):
        go(tmp_path, Counted(stop_at=4))

    def nowhere(tiles):
        raise ArgumentError("`engine`: there is no such cluster.")

    with pytest.raises(ArgumentError):
        go(tmp_path, nowhere)
    again = Counted()
    go(tmp_path, again)
    assert again.seen == [4, 5]


def test_the_outermost_block_counts(tmp_path):
    with executing(Execution(checkpoint=tmp_path)), keeping("outer") as outer:
        with keeping("inner") as inner:
            assert inner is outer is current_checkpoint()
        assert current_checkpoint() is outer
    assert current_checkpoint() is None
    with keeping("nowhere") as nowhere:
        assert nowhere is None


def test_damage_is_found(tmp_path):
    with pytest.raises(Stop):
        go(tmp_path, Counted(stop_at=4))
    (path,) = tmp_path.iterdir()
    with sqlite3.connect(path) as file:
        file.execute("UPDATE tiles SET result = zeroblob(50) WHERE first = 2")
    file.close()
    with pytest.raises(FormatError, match=r"the checkpoint is damaged .*Remove the file"):
        go(tmp_path, Counted())


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tiles SET first = 6, stop = 7 WHERE first = 2",  # that of another tile
        "UPDATE tiles SET result = (SELECT max(result) FROM tiles)",
        "UPDATE tiles SET stop = 'x' WHERE first = 2",
        "UPDATE tiles SET result = 'x' WHERE first = 2",
    ],
)
def test_a_result_is_that_of_its_tile_or_none(tmp_path, change):
    with pytest.raises(Stop):
        go(tmp_path, Counted(stop_at=6), tiles=7)
    (path,) = tmp_path.iterdir()
    with sqlite3.connect(path) as file:
        file.execute(change)
    file.close()
    with pytest.raises(FormatError, match=r"the checkpoint is damaged .*Remove the file"):
        go(tmp_path, Counted(), tiles=7)


def test_no_flipped_bit_changes_a_result_or_ends_in_another_error(tmp_path):
    with pytest.raises(Stop):
        go(tmp_path, Counted(stop_at=4))
    (path,) = tmp_path.iterdir()
    content, true = path.read_bytes(), run_tiles(Counted(), 6)
    used = [at for at in range(len(content)) if content[at]]
    rng, told = random.Random(14), 0
    for k in range(300):
        changed = bytearray(content)
        changed[rng.choice(used) if k % 2 else rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        for left in tmp_path.iterdir():
            left.unlink()
        path.write_bytes(changed)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                same(go(tmp_path, Counted()), true)
            except FormatError:
                told += 1
        assert all(one.category is TruenessWarning for one in caught)
        told += len(caught)
    assert told > 40


def test_what_killed_runs_leave_is_found_and_goes_with_the_first_that_is_complete(tmp_path):
    runs = [Checkpoint(tmp_path, lambda: "run") for _ in range(3)]
    for k, run in enumerate(runs):
        run.keep("w", range(1), float(k))
    names = ["run-1.sqlite", "run-2.sqlite", "run.sqlite"]
    assert sorted(path.name for path in tmp_path.glob("*.sqlite")) == names
    (tmp_path / "runner.sqlite").write_text("needed. Name another grouping")
    runs[2].close()  # as if it were killed: its lock goes with it
    runs[0].remove()
    assert sorted(path.name for path in tmp_path.iterdir() if "journal" not in path.name) == [
        "run-1.sqlite",
        "runner.sqlite",
    ]
    runs[1].remove()
    assert [path.name for path in tmp_path.iterdir()] == ["runner.sqlite"]


def test_what_a_killed_run_has_kept_is_found_whatever_its_number(tmp_path):
    runs = [Checkpoint(tmp_path, lambda: "run") for _ in range(3)]
    for k, run in enumerate(runs):
        run.keep("w", range(1), float(k))
    runs[2].close()
    runs[0].path.unlink()
    runs[1].path.unlink()
    runs[0].close()
    runs[1].close()
    again = Checkpoint(tmp_path, lambda: "run")
    assert again.load("w") == {(0, 1): 2.0}
    again.remove()
    assert list(tmp_path.glob("*.sqlite")) == []


class Forged:
    """An object whose pickle calls what it names."""

    def __init__(self, function, *arguments):
        self.called = function, arguments

    def __reduce__(self):
        return self.called


@pytest.mark.parametrize(
    "forged",
    [
        Forged(pytest.fail, "code of a file was run"),
        Forged(np.ndarray, (2,), np.dtype("O"), b"0123456789abcdef"),  # pointers of somebody else's
        [1.0, 2.0],
    ],
)
def test_a_pickle_is_not_read(tmp_path, forged):
    with pytest.raises(Stop):
        go(tmp_path, Counted(stop_at=4))
    (path,) = tmp_path.iterdir()
    with sqlite3.connect(path) as file:
        ((work,),) = file.execute("SELECT work FROM tiles WHERE first = 2")
        data = pickle.dumps(forged)
        sealed = data + checkpoint._seal(work, 2, 3, data)
        file.execute("UPDATE tiles SET result = ? WHERE first = 2", (sealed,))
    file.close()
    with pytest.raises(FormatError, match="the checkpoint is damaged"):
        go(tmp_path, Counted())


def test_what_lies_in_a_folder_that_everybody_may_write_to_is_not_believed(tmp_path):
    with pytest.raises(Stop):
        go(tmp_path, Counted(stop_at=4))
    tmp_path.chmod(0o1777)
    work = Counted()
    with pytest.warns(TruenessWarning, match="everybody may write to the folder"):
        go(tmp_path, work)
    assert work.seen == list(range(6))
    tmp_path.chmod(0o755)
    work = Counted()
    go(tmp_path, work)
    assert work.seen == [4, 5]


def test_where_nothing_can_be_kept_the_run_goes_on_and_says_so(tmp_path):
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    work = Counted()
    with pytest.warns(TruenessWarning, match="no checkpoint can be kept"):
        go(nowhere, work)
    assert work.seen == list(range(6))
    with pytest.warns(TruenessWarning, match="no checkpoint"), pytest.raises(Stop) as stopped:
        go(nowhere, Counted(stop_at=4))
    assert not hasattr(stopped.value, "__notes__")


def test_a_file_of_something_else_is_not_touched(tmp_path):
    with pytest.raises(Stop):
        go(tmp_path, Counted(stop_at=4))
    (path,) = tmp_path.iterdir()
    path.write_bytes(b"something else" * 100)
    with pytest.warns(TruenessWarning, match="no checkpoint can be kept"):
        go(tmp_path, Counted())
    assert path.read_bytes() == b"something else" * 100


def test_a_short_run_is_not_named(tmp_path):
    asked = []

    def named():
        asked.append(1)
        return "run"

    Checkpoint(tmp_path / "nowhere", named).remove()
    Checkpoint(tmp_path, named).remove()
    assert not asked
    kept = Checkpoint(tmp_path, named)
    kept.keep("work", range(1), 1.0)
    kept.close()
    Checkpoint(tmp_path, named).remove()
    assert len(asked) == 2  # once each
    assert list(tmp_path.iterdir()) == []
