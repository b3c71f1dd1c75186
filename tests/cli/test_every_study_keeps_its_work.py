"""Ctrl-C at half of its time leaves finished work of every study that takes long, whatever it spends the time on."""

from __future__ import annotations

import _thread
import re
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.test_rerun_of_options import ASKED, files

from trueness.parallel import checkpoint
from trueness.study.folders import STUDIES

__all__ = ["files"]  # a fixture

DRAWN = ("--interval", "percentile")
MANY = {
    "annotators": (*DRAWN, "--resamples", 39999),
    "compare": (*DRAWN, "--resamples", 99999),
    "conditions": ("--method", "bootstrap", "--resamples", 39999),
    "equivalence": ("--method", "bootstrap", "--resamples", 99999),
    "facets": (*DRAWN, "--resamples", 39999),
    "learn": ("--repeats", 6),
    "multiverse": ("--splits", 19),
    "plan": ("--runs", 60),
    "pool": (*DRAWN, "--resamples", 39999),
    "ranges": ("--resamples", 4999),
    "references": ("--resamples", 4999),
    "systems": ("--test", "permutation", "--resamples", 99999),
    "variants": ("--splits", 4999),
    "worth": ("--resamples", 4999),
}
"""What makes a study take long."""

SHORT = {"disagreements", "drift", "judge", "panel", "partial", "preferences", "sequential"}
"""Those that draw nothing, or next to nothing."""

ELSEWHERE = {"certify"}
"""Kept in a folder that stays; killed by `make kills`."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(checkpoint, "PATIENCE", 0.0)
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN_WRITES", 0.0)


def words_of(study):
    more = MANY.get(study, ())
    words = list(ASKED[study])
    for flag in more[::2]:
        if flag in words:
            del words[words.index(flag) : words.index(flag) + 2]
    return [*words, *more, "--workers", 1, "--checkpoint", "kept", "--json"]


def seconds_of(run, words):
    """Return the seconds of the processor that a command takes once all is imported and compiled."""
    outcome = run(*words)
    assert outcome.status == 0, outcome.err
    begun = time.process_time()
    assert run(*words).status == 0
    return time.process_time() - begun


def interrupted_after(seconds, run, words):
    """Run a command, and interrupt it as Ctrl-C does when it has taken so many seconds of the processor."""
    begun, over = time.process_time(), threading.Event()

    def watch():
        while not over.wait(0.001):
            if time.process_time() - begun > seconds:
                _thread.interrupt_main()
                return

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        return run(*words)
    finally:
        over.set()
        watcher.join()


def test_every_study_is_tried():
    assert set(MANY) | SHORT | ELSEWHERE == set(STUDIES)


def test_the_page_names_those_that_keep_nothing_and_has_a_row_for_the_others():
    page = (Path(__file__).parents[2] / "docs" / "engines.md").read_text(encoding="utf-8")
    rows, _, rest = page.partition("What is kept is the same for all studies")[2].partition("\n\n`judge`")
    nothing = f"`judge`{rest.partition(' draw nothing')[0]}"
    asked = {study: re.compile(rf"(`|--){study}`") for study in STUDIES}
    assert {study for study, name in asked.items() if name.search(nothing)} == SHORT
    of_compare = {"facets"}  # the same, of every facet
    assert {study for study, name in asked.items() if name.search(rows)} == (
        set(MANY) | ELSEWHERE
    ) - of_compare


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    "study", ["worth", *(pytest.param(one, marks=pytest.mark.slow) for one in MANY if one != "worth")]
)
def test_work_of_half_the_time_is_kept(run, study, tmp_path):
    words = words_of(study)
    outcome = interrupted_after(seconds_of(run, words) / 2, run, words)
    assert outcome.status == 130
    assert "the same command goes on from there" in outcome.err
    kept = 0
    for path in (tmp_path / "kept").glob("*.sqlite"):
        with closing(sqlite3.connect(path)) as file:
            kept += file.execute("SELECT count(*) FROM tiles").fetchone()[0]
    assert kept > 1  # the first is a seed, where one was drawn
    assert run(*words).status == 0
    assert list((tmp_path / "kept").iterdir()) == []


@pytest.mark.slow
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("study", sorted(SHORT))
def test_what_keeps_nothing_takes_no_time(run, study):
    assert seconds_of(run, words_of(study)) < 0.5
