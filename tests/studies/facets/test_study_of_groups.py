"""In a group the numbers are those of `compare` on it alone, with tests at a share of the level."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import DataError
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.rerun import differences, rerun
from trueness.sources.origin import Origin
from trueness.studies.compare.study import compare
from trueness.study.facets.facet_kind import ALL

ASKED = {"level": ["system", "input"], "coefficient": ["pearson", "kendall"], "rng": 5}


@pytest.fixture(scope="module")
def found(grouped):
    return trueness.facets(grouped, by="language", **ASKED)


def numbers(rows, leave_out=("facet",)):
    return [
        repr({key: value for key, value in dataclasses.asdict(row).items() if key not in leave_out})
        for row in rows
    ]


def test_groups_are_compared_as_they_are_alone(grouped, found):
    assert list(found.comparisons) == [ALL, "de", "en"]
    for group, alpha in (("de", 0.05 / 2), ("en", 0.05 / 2), (ALL, 0.05)):
        inputs = [
            name
            for name, one in zip(grouped.inputs, grouped.input_groups["language"], strict=True)
            if one == group
        ]
        alone = compare(grouped.select(inputs=inputs or None), **ASKED, alpha=alpha)
        mine = [row for row in found.estimates if row.facet == group]
        assert numbers(mine) == numbers(alone.estimates)
        mine = [row for row in found.tests if row.facet == group]
        assert numbers(mine, ("facet", "pvalue_adjusted")) == numbers(alone.tests, ("pvalue_adjusted",))
        assert numbers(row for row in found.ranks if row.facet == group) == numbers(alone.ranks)


def test_adjusted_pvalues_are_significant_where_the_test_is_after_both_corrections(found):
    for row in found.tests:
        assert row.significant_adjusted == (row.pvalue_adjusted <= 0.05)
    assert found.corrected
    assert dict(found.signature.parts)["alpha"] == "0.05/2"


def test_without_a_correction_there_is_none_over_groups(grouped):
    found = trueness.facets(grouped, by="language", **ASKED, correction="none")
    assert not found.corrected
    assert all(row.pvalue_adjusted == row.pvalue for row in found.tests)
    assert any(caution.message.startswith("Tests are not corrected for the 2") for caution in found.cautions)


def test_groups_err_together_no_more_often_than_the_level(grouped):
    # metrics that differ by noise alone: with four groups at .05 each, a false finding would come in about 19%
    rng = np.random.default_rng(3)
    # by a test that keeps to its level closely: the recommended one errs less, and would not tell the two apart
    drawn = {"test": "permutation", "resamples": 99, "rng": 1, "interval": "none"}
    wrong = 0
    for _ in range(40):
        quality = rng.normal(size=(12, 1)) + rng.normal(size=(12, 40))
        values = np.concatenate([quality[None], quality + rng.normal(size=(2, 12, 40))])
        null = dataclasses.replace(
            grouped.select(scorers=["human", "fine", "fair"]),
            inputs=tuple(f"d{j}" for j in range(40)),
            values=values,
            input_groups={"language": tuple(f"g{j % 4}" for j in range(40))},
        )
        found = trueness.facets(null, by="language", level="input", coefficient="pearson", **drawn)
        wrong += any(row.significant_adjusted for row in found.tests if row.facet != ALL)
    assert wrong <= 6  # binomial(40, .05) exceeds 6 with probability .003


def test_groups_of_systems(grouped):
    found = trueness.facets(grouped, by="family", smallest_group=6, **ASKED)
    assert found.facets.units == "systems"
    assert [row.n_systems for row in found.highest if row.level == "system"] == [12, 6, 6]


def test_a_manifest_repeats_it(grouped, tmp_path):
    path = trueness.write_scores(grouped, tmp_path / "scores.csv")
    read = trueness.read_scores(path)
    found = trueness.facets(read, by="language", **ASKED)
    written = write_manifest(manifest_of(found, Origin.of([path])), tmp_path / "m.json")
    manifest = read_manifest(written)
    assert not differences(manifest, rerun(manifest))


def test_a_group_of_one_cluster_is_left_out_and_named():
    rng = np.random.default_rng(3)
    human = rng.normal(size=(8, 36)) + np.linspace(0, 2, 8)[:, None]
    language = ["de"] * 12 + ["fr"] * 12 + ["it"] * 12
    document = [f"de{k // 3}" for k in range(12)] + ["fr"] * 12 + [f"it{k // 2}" for k in range(12)]

    def table(documents):
        return ScoreTable(
            scorers=(Scorer("human", "human"), Scorer("one"), Scorer("two")),
            systems=tuple("abcdefgh"),
            inputs=tuple(f"i{k}" for k in range(36)),
            values=np.stack([human, *(human + rng.normal(size=human.shape) for _ in range(2))]),
            input_groups={"language": tuple(language), "document": tuple(documents)},
        )

    scores = table(document)
    found = trueness.facets(scores, by="language", clusters="document", rng=1)
    assert tuple(found.comparisons) == ("all", "de", "it")
    (said,) = (one for one in found.cautions if one.code == "small_facets")
    assert "fewer than 2 clusters by ‘document’ have no result of their own: ‘fr’ (1)" in said.message
    assert "|alpha:0.05/2" in str(found.signature)
    without = scores.select(inputs=[f"i{k}" for k in (*range(12), *range(24, 36))])
    others = trueness.facets(without, by="language", clusters="document", rng=1)
    for name in ("de", "it"):
        assert repr(found.comparisons[name].rows_of("estimates")) == repr(
            others.comparisons[name].rows_of("estimates")
        )
    systems = trueness.facets(scores, by="language", clusters="document", applies_to="systems", rng=1)
    assert tuple(systems.comparisons) == ("all", "de", "fr", "it")
    with pytest.raises(
        DataError, match=r"in 1 of 3 groups by 'language' there are at least 2 clusters .*'it' 1"
    ):
        trueness.facets(table([*document[:24], *["it"] * 12]), by="language", clusters="document", rng=1)
