"""A process ends after the threads that are in the midst of compiled code have left it."""

from __future__ import annotations

import contextlib
import threading

import pytest

from trueness.parallel import leaving


@pytest.fixture
def ending(monkeypatch):
    """An end of its own; that of this process stays ahead."""
    ending = threading.Event()
    monkeypatch.setattr(leaving, "_ending", ending)
    monkeypatch.setattr(leaving, "_left", set())
    return ending


def test_the_end_waits_for_what_leaves_in_time(ending):
    inside, left = threading.Event(), threading.Event()

    def work():
        with contextlib.suppress(SystemExit), leaving.leaving() as check:
            inside.set()
            try:
                while True:
                    check()
            finally:
                left.set()

    thread = threading.Thread(target=work)
    thread.start()
    assert inside.wait(10)
    assert not left.is_set()
    leaving._end()
    assert left.is_set()
    assert not thread.is_alive()


def test_nothing_new_begins_at_the_end(ending):
    leaving._end()
    with pytest.raises(SystemExit), leaving.leaving():
        pytest.fail("it began")


def test_an_error_within_is_not_waited_for(ending):
    with pytest.raises(ValueError, match="within"), leaving.leaving():
        raise ValueError("within")
    leaving._end()
