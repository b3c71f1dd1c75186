"""Five people or more stand for others, fewer for themselves."""

import pytest

from trueness.study.people_spoken_of import people_spoken_of


@pytest.mark.parametrize(
    ("people", "words"),
    [
        (0, "no people"),
        (1, "this one person"),
        (2, "these two people"),
        (4, "these four people"),
        (5, "other people"),
    ],
)
def test_whom_it_applies_to(people, words):
    assert people_spoken_of(people) == words
