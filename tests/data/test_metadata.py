"""The description of a table says what every column is, whatever the columns are called."""

from __future__ import annotations

import json

import numpy as np

from trueness.data.metadata import describe, facts_of, layout_of
from trueness.data.score_table import Annotations, Scorer, ScoreTable

NAMES = ("system", "input", "a@b", "a", " ")
TABLE = ScoreTable(
    scorers=tuple(Scorer(name, "human" if name == "a" else None, name != "input") for name in NAMES),
    systems=("A",),
    inputs=("1",),
    values=np.ones((5, 1, 1)),
    annotations={"a": Annotations(("b", "c"), np.ones((2, 1, 1)))},
    input_groups={"system": ("x",)},
    system_groups={"system": ("y",)},
    notes=("a note",),
)


def test_columns_that_collide_keep_apart() -> None:
    description = json.loads(json.dumps(describe(TABLE)))
    columns = [
        *(description["system"], description["input"]),
        *(column for _, column in (*description["input_groups"], *description["system_groups"])),
        *(entry["column"] for entry in description["scorers"]),
        *(column for entry in description["scorers"] for _, column in entry["annotators"]),
    ]
    assert len(set(columns)) == len(columns) == 11
    layout = layout_of(description, columns, "f")
    assert list(layout.scores.values()) == [
        (name, who) for name in NAMES for who in (None, *("bc" if name == "a" else ""))
    ]
    assert sorted(layout.groups.values()) == [("system", "input"), ("system", "system")]
    facts = facts_of(description)
    assert tuple(facts.scorers.values()) == TABLE.scorers
    assert (facts.name, facts.notes) == ("scores", ("a note",))
