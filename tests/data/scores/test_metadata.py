"""The description of a table says what every column is, whatever the columns are called."""

from __future__ import annotations

import copy
import dataclasses
import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.metadata import describe, facts_of, layout_of
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import FormatError

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


def test_statistics_have_a_column_of_their_own() -> None:
    table = dataclasses.replace(TABLE, corpus={"a": CorpusStatistics("percentage", np.ones((1, 1, 2)))})
    description = json.loads(json.dumps(describe(table)))
    entry = description["scorers"][NAMES.index("a")]
    assert entry["statistics"] == {"formula": "percentage", "column": "a#statistics"}
    columns = [
        *(description["system"], description["input"]),
        *(column for _, column in (*description["input_groups"], *description["system_groups"])),
        *(
            column
            for one in description["scorers"]
            for column in (one["column"], *dict(one["annotators"]).values())
        ),
        "a#statistics",
    ]
    assert len(set(columns)) == len(columns)
    assert layout_of(description, columns, "f").statistics == {"a#statistics": "a"}
    assert facts_of(description).formulas == {"a": "percentage"}
    with pytest.raises(FormatError, match="names columns that are not in the file: 'a#statistics'"):
        layout_of(description, columns[:-1], "f")
    entry["statistics"]["formula"] = "of a later version"
    with pytest.raises(
        FormatError, match=r"f: .*corpus formula that is not known here: 'of a later version'"
    ):
        layout_of(description, columns, "f")


def described() -> tuple[dict[str, Any], list[str]]:
    """Return the description of a table that has everything, and its columns."""
    people = Annotations(("ann", "bob"), np.ones((2, 1, 1)))
    table = ScoreTable(
        (Scorer("good", "human"), Scorer("bleu", "metric")),
        ("A",),
        ("1",),
        np.ones((2, 1, 1)),
        {"good": people},
        {"document": ("x",)},
        {"family": ("y",)},
        notes=("a note",),
        corpus={"bleu": CorpusStatistics("percentage", np.ones((1, 1, 2)))},
    )
    columns = ["system", "input", "document", "family", "good", "good@ann", "good@bob", "bleu"]
    return json.loads(json.dumps(describe(table))), [*columns, "bleu#statistics"]


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield place
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*place, key))


def with_changed(value: Any, place: tuple[Any, ...], change: Callable[[Any, Any], None]) -> Any:
    changed = copy.deepcopy(value)
    at = changed
    for key in place[:-1]:
        at = at[key]
    change(at, place[-1])
    return changed


OTHERS = (None, 1, 10**400, 2.5, True, "", "x", "good", "\ud800", [], [[1]], [["a", "b"]], {}, {"a": 1})


def test_whatever_is_changed_it_is_a_description_or_is_refused_with_its_file() -> None:
    whole, columns = described()
    changed: list[Any] = []
    for place in places(whole):
        if not place:
            continue
        changed += [
            with_changed(whole, place, lambda at, key, new=new: at.__setitem__(key, new)) for new in OTHERS
        ]
        changed.append(with_changed(whole, place, lambda at, key: at.__delitem__(key)))
        changed.append(with_changed(whole, place, lambda at, key: at.__setitem__(key, [at[key]])))
        if isinstance(place[-1], int):
            changed.append(with_changed(whole, place, lambda at, key: at.append(copy.deepcopy(at[key]))))
    refused = []
    for one in changed:
        try:
            layout, facts = layout_of(one, columns, "f.csv"), facts_of(one)
        except FormatError as error:
            refused.append(str(error))
        else:
            hash((layout.system, layout.input, *layout.groups.values(), *layout.scores.values(), facts.notes))
            assert all(isinstance(name, str) and name for name in facts.scorers)
    assert all(text.startswith("f.csv") and "(f.csv.meta.json) to infer" in text for text in refused)
    assert 500 < len(refused) < len(changed)


WRONG = {
    "'notes' must be a list, each a text; it is a list": {"notes": [[1]]},
    "'system' must be a text or null; it is a list": {"system": ["system"]},
    "'input' gives the column 'system' a second meaning": {"input": "system"},
    "'input_groups[0]' is no pair of a name and a column": {"input_groups": [["document"]]},
    "'system_groups[1][0]' is the second group called 'family'": {
        "system_groups": [["family", "family"], ["family", "document"]]
    },
    "'scorers[0]' must be an object; it is 'good'": {"scorers": ["good"]},
    "'scorers' must be a list; it is an object": {"scorers": {}},
    "'name' must be a text; it is None": {"name": None},
    "'replacing' must be true or false; it is 'no'": {"replacing": "no"},
    "'fingerprint' must be a text or null; it is 1": {"fingerprint": 1},
}


@pytest.mark.parametrize("problem", WRONG)
def test_the_key_that_is_wrong_is_named(problem: str) -> None:
    whole, columns = described()
    with pytest.raises(FormatError, match=re.escape(problem)):
        layout_of({**whole, **WRONG[problem]}, columns, "f")


WRONG_SCORERS = {
    "'scorers[1].name' is the second scorer called 'good'": {"name": "good"},
    "'scorers[1].name' is empty": {"name": ""},
    "'scorers[1].column' gives the column 'good' a second meaning": {"column": "good"},
    "'scorers[1].role' is neither 'human' nor 'metric' nor null": {"role": "people"},
    "'scorers[1].higher_is_better' must be true or false; it is 1": {"higher_is_better": 1},
    "'scorers[1].annotators[1][0]' is the second annotator called 'x'": {
        "annotators": [["x", "y"], ["x", "z"]]
    },
    "'scorers[1].statistics' must be an object; it is a list": {"statistics": []},
    "'scorers[1].statistics.column' is missing": {"statistics": {"formula": "percentage"}},
}


@pytest.mark.parametrize("problem", WRONG_SCORERS)
def test_the_key_of_a_scorer_that_is_wrong_is_named(problem: str) -> None:
    whole, columns = described()
    whole["scorers"][1] |= WRONG_SCORERS[problem]
    with pytest.raises(FormatError, match=re.escape(problem)):
        layout_of(whole, columns, "f")


def test_a_column_twice_is_refused() -> None:
    whole, columns = described()
    with pytest.raises(FormatError, match="column 'bleu': the column name occurs twice"):
        layout_of(whole, [*columns, "bleu"], "f")


def test_an_added_column_cannot_take_the_name_of_a_scorer_that_is_elsewhere() -> None:
    whole, columns = described()
    whole["scorers"][1]["column"] = "bleu (2)"
    with pytest.raises(
        FormatError, match="has the scores of 'bleu' in another column than that of this name"
    ):
        layout_of(whole, [*columns, "bleu (2)"], "f")


def test_very_many_columns_take_no_long_time() -> None:
    names = [f"m{k}" for k in range(100_000)]
    scorers = [
        {"name": name, "role": None, "higher_is_better": True, "column": name, "annotators": []}
        for name in names[:60_000]
    ]
    whole = {**described()[0], "scorers": scorers, "input_groups": [], "system_groups": []}
    start = time.process_time()
    layout = layout_of(whole, ["system", "input", *names], "f")
    assert len(layout.scores) == 100_000
    assert time.process_time() - start < 20  # searching lists took more than three minutes
