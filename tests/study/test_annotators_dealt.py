"""People of unlike strictness who rated different systems: said, decided, and taken off."""

from __future__ import annotations

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import DataError
from trueness.study.annotators_dealt import unevenly_dealt, unevenly_dealt_need
from trueness.study.human_means import with_human_means

SYSTEMS, INPUTS = tuple(f"s{k:02}" for k in range(12)), tuple(f"d{k}" for k in range(60))


def table(strict: float = 20.0, *, shared: bool = True) -> ScoreTable:
    """Return equal systems of which the second annotator, stricter by so much, rated the first six."""
    rng = np.random.default_rng(5)
    quality = rng.normal(70, 15, (12, 60))
    ratings = quality + rng.normal(0, 5, (2, 12, 60))
    ratings[1] -= strict
    ratings[1, 6:] = np.nan
    if not shared:
        ratings[0, :6] = np.nan
    people = Annotations(("ann", "bob"), ratings)
    scorers = (Scorer("human", "human"), *(Scorer(name, "metric") for name in ("bleu", "chrf")))
    metrics = quality + rng.normal(0, np.array([10, 20])[:, None, None], (2, 12, 60))
    values = np.concatenate([people.mean()[None], metrics])
    return ScoreTable(scorers, SYSTEMS, INPUTS, values, annotations={"human": people})


def test_systems_are_not_told_apart_by_who_rated_them():
    found = trueness.systems(table(), scorers="human", rng=1)
    assert {one.answer for one in found.decisions} == {"cannot_tell"}
    assert found.conclusions[0] == (
        "? By 'human' we cannot tell which system is better: people of unlike strictness rated different systems (see "
        "the warning)."
    )
    (said,) = [one for one in found.cautions if one.code == "uneven_annotators"]
    assert said.severity == "warning"
    assert "write 'adjusted(human)' in place of 'human'" in said.message


def test_the_remedy_takes_strictness_off():
    found = trueness.systems(table(), scorers="adjusted(human)", rng=1)
    assert "uneven_annotators" not in {one.code for one in found.cautions}
    assert "any of the 12 systems may be the best" in found.conclusions[0]
    means = np.nanmean(with_human_means(table(), ["adjusted(human)"])[0].matrix("adjusted(human)"), axis=1)
    raw = np.nanmean(table().matrix("human"), axis=1)
    assert raw[6:].mean() - raw[:6].mean() > 8
    assert abs(means[6:].mean() - means[:6].mean()) < 2


def test_metrics_are_not_chosen_by_who_rated_what():
    found = trueness.compare(table(), human="human", level="system", rng=1)
    best = found.decided("may_be_best", "system", "pearson")
    assert (best.answer, best.reason) == ("cannot_tell", "shift_by_annotators")
    assert "uneven_annotators" in {one.code for one in found.cautions}


def test_people_who_share_nothing_cannot_be_adjusted():
    alone = table(shared=False)
    (need,) = unevenly_dealt_need(alone, "human")
    assert np.isnan(need.estimate)
    found = trueness.systems(alone, scorers="human", rng=1)
    (said,) = [one.message for one in found.cautions if one.code == "uneven_annotators"]
    assert said.endswith("Have some outputs rated by two.")
    with pytest.raises(DataError, match="Have some outputs rated by two"):
        trueness.systems(alone, scorers="adjusted(human)", rng=1)


def test_equally_strict_people_may_be_dealt_in_any_way():
    assert unevenly_dealt(table(strict=0.0), ["human", "bleu"]) == {}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("adjusted(human,bleu)", "name one human score"),
        ("adjusted(bleu)", "no annotators stand behind 'bleu'"),
    ],
)
def test_what_cannot_be_adjusted(name, said):
    with pytest.raises(DataError, match=said):
        with_human_means(table(), [name])
