"""Steps that are named around the work are reported to whoever watches, and to nobody from within a worker."""

from __future__ import annotations

import copy

import pytest

from trueness.parallel import (
    Execution,
    StepMemoryError,
    announce,
    current_execution,
    current_progress,
    duration,
    executing,
    listening,
    one_watch,
    part_of_step,
    run_each,
    run_tiles,
    step,
    watched,
)


class Seen(list):
    """Watches: notes the steps that are named, and what is reported of them."""

    def __call__(self, name):
        self.append(name)
        return lambda done, total: self.append((name, done, total))


def test_a_step_is_reported_and_the_innermost_wins():
    seen = Seen()
    with executing(Execution(workers=1), seen):
        run_tiles(list, 3)  # no step
        with step("outer"):
            run_tiles(list, 2)
            with step("inner"):
                run_each(str, [1])
            run_tiles(list, 1)
        assert current_progress() is None
    with step("nobody watches"):
        run_tiles(list, 2)
    assert seen == [
        "outer",
        ("outer", 1, 2),
        ("outer", 2, 2),
        "inner",
        ("inner", 1, 1),
        ("outer", 1, 1),
    ]


def test_blocks_within_blocks():
    seen, other = Seen(), Seen()
    with executing(Execution(workers=1), seen), step("outer"):
        with executing(Execution(workers=1, chunk=2)):  # the same watch, and the same step
            run_tiles(list, 2)
        with executing(Execution(workers=1), other):  # another watch: no step of its own is named yet
            run_tiles(list, 2)
            with step("mine"):
                run_tiles(list, 1)
        with watched(None), step("hidden"):
            run_tiles(list, 2)
        run_tiles(list, 1)
    assert seen == ["outer", ("outer", 2, 2), ("outer", 1, 1)]
    assert other == ["mine", ("mine", 1, 1)]


def test_a_watch_may_leave_a_step_out():
    seen = []
    with (
        executing(Execution(workers=1), lambda name: None if name == "dull" else seen.append),
        step("dull"),
        part_of_step(0, 2),
    ):
        run_tiles(list, 2)
    assert seen == []


def test_parts_of_a_step_add_up():
    seen = Seen()
    with executing(Execution(workers=1), seen), step("s"):
        for part in range(3):
            with part_of_step(part, 3):
                run_tiles(list, 2)
    assert seen == ["s", *(("s", done, 6) for done in range(1, 7))]


def test_one_callback_for_all_steps():
    seen = []
    with executing(Execution(workers=1), one_watch(lambda *now: seen.append(now))), step("any"):
        run_tiles(list, 2)
    assert seen == [(1, 2), (2, 2)]
    assert one_watch(None) is None


def nested(_):
    with step("within"):
        found = run_tiles(list, 3)
    return found, current_execution(), current_progress() is None


@pytest.mark.parametrize(
    "execution",
    [Execution(workers=1, chunk=2), Execution(workers=2, chunk=2), Execution("local", workers=2, chunk=2)],
    ids=["serial", "threads", "processes"],
)
@pytest.mark.parametrize("run", [run_each, run_tiles])
@pytest.mark.parametrize("items", [1, 4])
def test_within_a_worker_work_is_serial_and_silent_wherever_it_is(run, execution, items):
    seen = Seen()
    with executing(execution, seen), step("s"):
        found = run(nested, range(items) if run is run_each else items)
        assert current_execution() == execution
    expected = [[0], [1], [2]], Execution(workers=1), True
    assert found == [expected] * (items if run is run_each else -(-items // 2))
    assert seen[-1] == ("s", items, items)
    assert all(entry == "s" or entry[0] == "s" for entry in seen)


def test_what_is_announced_is_heard_by_who_listens_and_by_nobody_else():
    heard, outside = [], []
    announce("nobody")
    with listening(outside.append), listening(heard.append):
        announce("too few")
    announce("nobody again")
    assert (heard, outside) == (["too few"], [])


def test_where_memory_runs_out_the_innermost_step_is_known_also_of_an_error_that_is_sent_on():
    with pytest.raises(StepMemoryError) as failed, step("the whole"), step("a part"):
        raise MemoryError("of 8 GiB")
    for error in (failed.value, copy.copy(failed.value)):
        assert (error.step, error.large) == ("a part", "of 8 GiB")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (15, "20 seconds"),
        (42, "40 seconds"),
        (89, "90 seconds"),
        (91, "2 minutes"),
        (400, "7 minutes"),
        (30_000, "8 hours"),
        (400_000, "5 days"),
    ],
)
def test_times_are_said_in_one_unit(seconds, words):
    assert duration(seconds) == words
