"""The first screen of a page on judges: what the one that agrees best with people may be used for."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.errors import listing
from trueness.reporting.page import Tile
from trueness.studies.judge.decided_words import (
    asked,
    best_decision,
    compared,
    limits,
    use_title,
    uses_of,
    value,
)
from trueness.studies.judge.rows import JudgeResult
from trueness.studies.judge.said import NOTICEABLE
from trueness.study.lights import LIGHTS
from trueness.study.number_words import decimal, percent
from trueness.study.words import answer_words

MOST_NAMES = 5


def judge_tiles(found: JudgeResult) -> Iterator[Tile]:
    """Yield what the judge that agrees best may be used for, and the values behind it."""
    name = next(iter(found.in_order()), "")
    for one in uses_of(found, name):
        yield Tile(
            f"{LIGHTS[one.answer]} {use_title(found, one)}: {answer_words(one.answer)}",
            value(one),
            asked(one),
            limits(one),
        )
    best = best_decision(found)
    if best is not None and best.names:
        several = len(best.names) > 1
        yield Tile(
            "May agree best with people",
            f"{len(best.names)} of {compared(best, found)} judges",
            listing(best.names, MOST_NAMES)
            if several or best.answer != "yes"
            else "the others are ruled out",
        )
    gain = found.gain(name)
    if math.isnan(gain):
        return
    shown = f", had {percent(found.settings.demonstration)} been labelled" if found.demonstrated else ""
    what = "share of positives" if len(found.label_names) == 2 else f"mean ‘{found.human}’"
    if gain < NOTICEABLE:
        yield Tile("What a label counts", "once", f"its scores save no labels for people's {what}{shown}")
    else:
        yield Tile(
            "What a label counts", f"{decimal(gain, 1)} times", f"with its scores, for people's {what}{shown}"
        )
