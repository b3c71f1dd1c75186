"""What is said of differences: sentences and cautions, case by case."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness import Scorer, ScoreTable, worth
from trueness.studies.worth.said import worth_cautions, worth_conclusions


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(8, 12))
    table = ScoreTable(
        (Scorer("people", "human"), Scorer("bleu", "metric")),
        tuple(f"s{i}" for i in range(8)),
        tuple(f"d{j}" for j in range(12)),
        np.array([np.round(x + rng.gumbel(size=x.shape)), x]),
    )
    return worth(table, resamples=19, rng=1, difference=2)


def _codes(result):
    return [one.code for one in worth_cautions(result)]


def test_few_systems_and_ties_of_people_are_said(found):
    assert "few_systems" in {one.code for one in found.cautions}
    assert "human_ties" in _codes(found)
    none = dataclasses.replace(
        found, fits=tuple(dataclasses.replace(row, n_human_ties=0) for row in found.fits)
    )
    assert "human_ties" not in _codes(none)


def test_a_curve_that_says_nothing_held_out_is_a_warning(found):
    useless = dataclasses.replace(
        found, fits=tuple(dataclasses.replace(row, loss_constant=0.1) for row in found.fits)
    )
    assert _codes(useless).count("no_better_than_constant") == len(found.fits)


def test_the_better_curve_is_named(found):
    better = dataclasses.replace(
        found,
        fits=tuple(dataclasses.replace(row, loss_isotonic=0.1, loss_logistic=0.2) for row in found.fits),
    )
    said = [one.message for one in worth_cautions(better) if one.code == "other_curve"]
    assert all("--curve isotonic" in text for text in said)
    assert len(said) == len(found.fits)


def test_the_light_follows_the_rule(found):
    row = found.worth[0]
    decision = next(one for one in found.decisions if (one.about, one.facet) == (row.metric, row.kind))
    starts = {
        "yes": "✓ Rely on 2 points of 'bleu' between two systems. People agree with ",
        "no": "✗ Do not rely on 2 points of 'bleu' between two systems. People agree with only ",
        "cannot_tell": "? We cannot tell whether to rely on 2 points of 'bleu' between two systems. ",
    }
    for answer, start in starts.items():
        decided = dataclasses.replace(found, decisions=(dataclasses.replace(decision, answer=answer),))
        assert worth_conclusions(decided)[0].startswith(start)
    assert "there are too few systems to tell" in worth_conclusions(found)[0]


def test_what_is_beyond_or_undefined_is_said_so(found):
    row = found.worth[0]
    beyond = dataclasses.replace(found, worth=(dataclasses.replace(row, beyond=True),))
    assert "No pair here differs by as much, so this extends the curve." in worth_conclusions(beyond)[0]
    nothing = dataclasses.replace(
        found, worth=(dataclasses.replace(row, estimate=float("nan")),), decisions=()
    )
    assert worth_conclusions(nothing)[0].startswith(
        "People and 'bleu' both separate no pair between two systems."
    )


def test_the_difference_that_mostly_takes_is_said(found):
    first = found.worth[0]
    (asked,) = (
        row
        for row in found.needed
        if (row.curve, row.chance, row.metric, row.kind) == (first.curve, 0.8, first.metric, first.kind)
    )
    assert worth_conclusions(found)[0].endswith(f"Agreement of 80% takes about {asked.estimate:.2g} points.")
    never = dataclasses.replace(
        found, needed=tuple(dataclasses.replace(row, reached="never") for row in found.needed)
    )
    assert worth_conclusions(never)[0].endswith("No difference that there is reaches 80%.")


def test_of_many_metrics_the_rest_are_counted(found):
    row = next(row for row in found.worth if row.curve == found.settings.curve)
    said = worth_conclusions(dataclasses.replace(found, worth=(row,) * 8))
    assert len(said) == 6
    assert said[-1] == "3 more are in the table (--table worth)."
