"""The first screen of a multiverse says what its analyses say."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import trueness
from trueness.studies.multiverse.view import MultiverseView


@pytest.fixture(scope="module")
def found(pocket):
    return trueness.multiverse(pocket, human="coverage", rng=1)


def differences(found, metric, rival):
    value = {(row.analysis, row.metric): row.estimate for row in found.estimates}
    analyses = sorted({row.analysis for row in found.outcomes if (row.metric, row.rival) == (metric, rival)})
    return np.array([value[one, metric] - value[one, rival] for one in analyses])


def test_the_numbers_are_those_of_the_analyses(found):
    first, better, weakest = MultiverseView().head(found).tiles  # no choice is shown to move it
    analyses = {row.analysis for row in found.estimates}
    top = {one: max(row.estimate for row in found.estimates if row.analysis == one) for one in analyses}
    of_best = [row for row in found.estimates if row.metric == found.best]
    share = np.mean([row.estimate == top[row.analysis] for row in of_best])
    assert (first.value, first.label) == (f"{share:.0%}", f"‘{found.best}’ is first in")
    assert f"mean rank {np.mean([row.rank for row in of_best]):.1f} of 4" in first.text
    rivals = [name for name in found.table.scorer_names if name in {row.rival for row in found.claims}]
    above = {name: np.mean(differences(found, found.best, name) > 0) for name in rivals}
    assert better.value == f"{sum(share == 1 for share in above.values())} of 3"
    rival = min(above, key=above.__getitem__)
    assert (weakest.label, weakest.value) == (f"Better than ‘{rival}’", f"{above[rival]:.0%}")


def test_the_choice_that_moves_a_claim_is_one_that_is_shown_to(found):
    claim = min(found.claims, key=lambda row: row.share_better)
    most = next(row for row in found.choices if row.rival == claim.rival)
    claims = [
        dataclasses.replace(row, choice=most.choice, share=most.share) if row == claim else row
        for row in found.claims
    ]
    *_, moved = MultiverseView().head(dataclasses.replace(found, claims=tuple(claims))).tiles
    assert moved.label.startswith("Depends on ")
    assert moved.value == f"{most.share:.0%}"


def test_declared_claims_have_a_number_each(pocket):
    found = trueness.multiverse(pocket, human="coverage", claim=["chrf > bleu", "bleu > rouge1_f"], rng=1)
    tiles = MultiverseView().head(found).tiles
    assert [tile.label for tile in tiles[:2]] == [
        "‘chrf’ better than ‘bleu’",
        "‘bleu’ better than ‘rouge1_f’",
    ]
    assert tiles[0].value == f"{np.mean(differences(found, 'chrf', 'bleu') > 0):.0%}"
    assert len(tiles) == 2 + (found.claims[0].choice is not None)


def test_what_is_unknown_is_left_out(found):
    nothing = dataclasses.replace(found.ranks[0], mean_rank=float("nan"))
    unmoved = tuple(dataclasses.replace(row, choice=None) for row in found.claims[:1])
    head = MultiverseView().head(dataclasses.replace(found, ranks=(nothing,), claims=unmoved))
    assert [tile.label for tile in head.tiles] == [f"Better than ‘{unmoved[0].rival}’"]
    assert "weakest" not in head.tiles[0].text
