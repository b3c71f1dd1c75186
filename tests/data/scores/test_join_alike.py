"""Names of one table that are written in several ways are seen, and are one where no score says that they are two."""

from __future__ import annotations

import itertools

import numpy as np
import polars as pl
import pytest

import trueness
from trueness.data.scores.join_alike import alike_in_table, join_alike
from trueness.errors import TruenessError

SYSTEMS, INPUTS = ("GPT-4", "T5", "BART", "PEGASUS"), tuple(f"d{k}" for k in range(8))
KEYS = list(itertools.product(SYSTEMS, INPUTS))
RNG = np.random.default_rng(2)
ROWS = pl.DataFrame(
    {
        "system": [s for s, _ in KEYS],
        "input": [i for _, i in KEYS],
        "family": [s[0] for s, _ in KEYS],
        "human": RNG.integers(1, 6, len(KEYS)),
        "metric": RNG.random(len(KEYS)).round(3),
    }
)


def respelt(column, rows=slice(0, 32, 3), frame=ROWS, how=lambda name: f"{name.lower()} "):
    names = frame[column].to_list()
    names[rows] = [how(name) for name in names[rows]]
    return frame.with_columns(pl.Series(column, names))


@pytest.mark.parametrize(
    ("column", "kind", "how"),
    [
        ("system", "system", lambda name: f"{name.lower()} "),
        ("system", "system", lambda name: f" {name}"),
        ("input", "input", str.upper),
        ("input", "input", lambda name: f"{name}\u00a0"),
    ],
)
def test_as_one_the_table_is_what_it_would_have_been(column, kind, how):
    spoilt = respelt(column, how=how)
    table = trueness.read_scores(spoilt)
    (found,) = alike_in_table(table)
    assert (found.kind, found.can_be_one) == (kind, True)
    joined = trueness.read_scores(spoilt, join="alike")
    assert [one.casefold() for one in joined.systems] == [one.casefold() for one in SYSTEMS]
    assert np.array_equal(joined.values, trueness.read_scores(ROWS).values)
    assert alike_in_table(joined) == ()
    assert any(note.startswith("taken for the same: ") for note in joined.notes)
    assert join_alike(joined) is joined
    assert joined.system_groups.keys() == {"family"}


def test_annotators_and_what_each_gave():
    people = pl.concat(
        [
            ROWS.select("system", "input", "human").with_columns(annotator=pl.lit(who))
            for who in ("Ann", "Bob")
        ]
    )
    spoilt = respelt("annotator", slice(40, 64, 2), people, lambda name: f"{name.upper()} ")
    (found,) = alike_in_table(trueness.read_scores(spoilt))
    assert (found.kind, found.spellings[0].names) == ("annotator", ("Bob", "BOB "))
    joined = trueness.read_scores(spoilt, join="alike")
    whole = trueness.read_scores(people)
    assert joined.annotations["human"].annotators == ("Ann", "Bob")
    assert np.array_equal(joined.annotations["human"].values, whole.annotations["human"].values)
    assert joined.fingerprint == whole.fingerprint


def test_annotators_of_a_system_under_two_names_meet_in_its_score():
    people = pl.concat(
        [
            ROWS.select("system", "input", human=pl.col("human") + k).with_columns(annotator=pl.lit(who))
            for k, who in enumerate(("Ann", "Bob"))
        ]
    )
    spoilt = respelt("system", slice(32, 64), people, str.lower)
    joined, whole = trueness.read_scores(spoilt, join="alike"), trueness.read_scores(people)
    assert joined.shape == whole.shape
    assert np.array_equal(joined.values, whole.values)


def test_what_was_scored_under_both_names_is_two():
    both = pl.concat(
        [ROWS, ROWS.with_columns(pl.col("system").str.to_lowercase(), human=6 - pl.col("human"))]
    )
    table = trueness.read_scores(both)
    (found,) = alike_in_table(table)
    assert not found.can_be_one
    assert join_alike(table) is table
    result = trueness.compare(table, human="human", rng=1, resamples=49)
    (caution,) = [one for one in result.cautions if one.code == "alike_names"]
    assert "correct the names in the file" in caution.message
    assert "--join" not in caution.message


def test_keys_that_differ_in_capitals_alone_are_keys():
    keys = pl.concat([ROWS, ROWS.with_columns(pl.col("input").str.to_uppercase(), human=6 - pl.col("human"))])
    assert alike_in_table(trueness.read_scores(keys)) == ()
    assert trueness.read_scores(keys, join="alike").shape[2] == 2 * len(INPUTS)


def test_systems_of_two_families_are_two():
    spoilt = respelt("system").with_columns(
        family=pl.when(pl.col("system").str.ends_with(" ")).then(pl.lit("other")).otherwise("family")
    )
    table = trueness.read_scores(spoilt)
    assert all(not one.can_be_one for one in alike_in_table(table))


def test_every_table_of_a_pool_is_looked_at(tmp_path):
    spoilt = pl.concat(
        [
            respelt("system").with_columns(language=pl.lit(lang), input=pl.col("input") + lang)
            for lang in ("de", "en")
        ]
    )
    spoilt.write_csv(tmp_path / "all.csv")
    tables = trueness.read_tables(tmp_path / "all.csv", by="language", join="alike")
    assert {len(table.systems) for table in tables.values()} == {4}
    with pytest.raises(TruenessError):
        trueness.read_scores(spoilt, join="alike").select(systems=["gpt-4 "])


STUDIES = {
    "compare": lambda table: trueness.compare(table, human="human", rng=1, resamples=49),
    "systems": lambda table: trueness.systems(table, rng=1, resamples=49),
    "judge": lambda table: trueness.judge(table, human="human", rng=1, resamples=49),
    "disagreements": lambda table: trueness.disagreements(table, human="human"),
}


@pytest.mark.parametrize("name", STUDIES)
def test_studies_warn_and_what_they_say_joins(name):
    table = trueness.read_scores(respelt("system"))
    (caution,) = [one for one in STUDIES[name](table).cautions if one.code == "alike_names"]
    assert caution.severity == "warning"
    assert all(one in caution.message for one in ("'GPT-4'", "'gpt-4 '"))
    assert "--join alike" in caution.message
    joined = STUDIES[name](trueness.read_scores(respelt("system"), join="alike"))
    assert not [one for one in joined.cautions if one.code == "alike_names"]
