"""The lights of answers: found wherever they stand, and nothing else taken for one."""

from __future__ import annotations

import pytest

from trueness.decisions.decision import Decision
from trueness.study.lights import LIGHTS, split_at_lights


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("✓ It may. ✗ It may not. ? We cannot tell.", ["yes", "no", "cannot_tell"]),
        ("Is it so? We cannot tell.", []),
        ("'a?' and 'b ✓'.", []),
        ("", []),
        ("?", []),
        ("?? x", []),
        ("✓\n? x", ["cannot_tell"]),
    ],
)
def test_lights_stand_alone_before_words(text, answers):
    pieces = list(split_at_lights(text))
    assert "".join(piece for piece, _ in pieces) == text
    assert [answer for _, answer in pieces if answer] == answers
    assert all(piece == LIGHTS[answer] for piece, answer in pieces if answer)


def test_every_answer_has_one():
    from typing import get_args, get_type_hints

    assert set(LIGHTS) == set(get_args(get_type_hints(Decision)["answer"]))
