"""Where work runs: words and sizes, blocks within blocks, and what is refused."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.parallel import (
    Execution,
    chosen_workers,
    current_execution,
    executing,
    execution,
    memory_budget,
)
from trueness.parallel.execution import current_session, parse_size


@pytest.mark.parametrize(
    ("words", "size"),
    [
        ("512MiB", 512 * 2**20),
        ("2GB", 2 * 10**9),
        ("1.5 gib", 3 * 2**29),
        ("64k", 64_000),
        ("7", 7),
        ("7B", 7),
        (1_000, 1_000),
    ],
)
def test_sizes(words, size):
    assert parse_size("memory", words) == size
    assert Execution.of(memory=words).memory == size


@pytest.mark.parametrize("wrong", ["", "much", "-1GB", "5 iB", "1 GB 2", "0", "0.2", 0, 2.5, None])
def test_no_sizes(wrong):
    with pytest.raises(ArgumentError, match="`memory` must be a"):
        parse_size("memory", wrong)


def test_engine_in_words():
    assert Execution.of(engine="local").engine == "local"
    found = Execution.of(engine="dask=tcp://host:8786")
    assert (found.engine, found.address) == ("dask", "tcp://host:8786")
    assert Execution.of(engine="dask").address is None


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        ("loky", "`engine` must be one of 'threads', 'local', 'dask'; it is 'loky'"),
        ("dask=", "lacks an address after"),
        ("local=tcp://host:1", "engine 'local' lacks one"),
        (3, "`engine` must be one of"),
    ],
)
def test_no_engines(engine, message):
    with pytest.raises(ArgumentError, match=message):
        Execution.of(engine=engine)


def test_a_running_cluster_has_its_own_workers():
    with pytest.raises(ArgumentError, match="leave `workers` out"):
        Execution.of(engine="dask=tcp://host:1", workers=2)


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "two"])
def test_no_numbers_of_workers(wrong):
    for make in (
        lambda: Execution.of(workers=wrong),
        lambda: Execution(workers=wrong),
    ):
        with pytest.raises(ArgumentError, match="`workers` must be a whole number of at least 1"):
            make()


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "two"])
def test_no_sizes_of_chunks(wrong):
    for make in (lambda: Execution.of(chunk=wrong), lambda: Execution(chunk=wrong)):
        with pytest.raises(ArgumentError, match="`chunk` must be a whole number of at least 1"):
            make()


def test_what_is_not_said_stays():
    with executing(Execution.of(engine="local", workers=3, chunk=4, memory=1000)):
        within = Execution.of(memory=2000)
        assert (within.engine, within.workers, within.chunk, within.memory) == ("local", 3, 4, 2000)


def test_blocks(monkeypatch):
    monkeypatch.setattr(execution, "available_workers", lambda: 7)
    assert current_execution() == Execution()
    assert chosen_workers() == 7
    with executing(Execution(workers=3, memory=1000)):
        assert (memory_budget(), chosen_workers()) == (1000, 3)
        with executing(Execution(memory=10)):
            assert (memory_budget(), chosen_workers()) == (10, 7)
        assert memory_budget() == 1000
    assert current_execution() == Execution()


def test_a_block_closes_what_was_opened_in_it_and_none_else():
    closed = []
    with executing(Execution(workers=2)):
        current_session().closing.callback(closed.append, "outer")
        with executing(Execution(workers=2)):  # says the same: shares what is open
            current_session().closing.callback(closed.append, "shared")
        with executing(Execution(workers=2, chunk=3, memory=5)):  # the same place
            assert current_execution().chunk == 3
            current_session().closing.callback(closed.append, "same place")
        assert closed == []
        with executing(Execution(workers=1)):
            current_session().closing.callback(closed.append, "inner")
        assert closed == ["inner"]
    assert closed == ["inner", "same place", "shared", "outer"]


def test_a_worker_starts_no_workers():
    within = Execution("local", workers=8, chunk=9, memory=77).within_a_worker()
    assert within == Execution("threads", workers=1, memory=77)
