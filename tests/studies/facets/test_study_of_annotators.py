"""By an annotator the numbers are those of `compare` with that annotator's ratings as the human scores."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.report import result_text, write_report
from trueness.reporting.rerun import differences, rerun
from trueness.sources.origin import Origin

ASKED = {"level": ["system", "input"], "coefficient": ["pearson", "kendall"], "rng": 5}
PEOPLE = ("ann", "bob", "eve")


@pytest.fixture(scope="module")
def rated():
    rng = np.random.default_rng(3)
    quality = rng.normal(size=(9, 1)) + rng.normal(size=(9, 20))
    ratings = np.stack(
        [np.round(quality + noise * rng.normal(size=quality.shape), 1) for noise in (0.4, 0.8, 3)]
    )
    ratings[2, :, 12:] = np.nan  # eve rated twelve inputs
    people = Annotations(PEOPLE, ratings)
    metrics = quality + np.array([0.5, 1.5, 2.5])[:, None, None] * rng.normal(size=(3, *quality.shape))
    return ScoreTable(
        (Scorer("quality", "human"), *(Scorer(name, "metric") for name in ("fine", "fair", "poor"))),
        tuple(f"s{k}" for k in range(9)),
        tuple(f"d{k:02}" for k in range(20)),
        np.concatenate([people.mean()[None], metrics]),
        annotations={"quality": people},
        name="rated",
    )


@pytest.fixture(scope="module")
def found(rated):
    return trueness.facets(rated, by="annotator", contrast=("fine", "fair"), **ASKED)


def test_each_is_the_comparison_with_the_ratings_of_one(rated, found):
    assert list(found.comparisons) == ["all", *PEOPLE]
    for who, alpha in (("all", 0.05), *((who, 0.05 / 3) for who in PEOPLE)):
        scores = rated.matrix("quality")
        if who != "all":
            scores = rated.annotations["quality"].values[PEOPLE.index(who)]
        alone = dataclasses.replace(
            rated, values=np.concatenate([scores[None], rated.values[1:]]), annotations={}
        )
        one = trueness.compare(alone, **ASKED, alpha=alpha)
        assert repr(found.of(who).estimates) == repr(one.estimates)
        assert repr(found.of(who).tests) == repr(one.tests)
        assert repr(found.of(who).ranks) == repr(one.ranks)
    sizes = {row.facet: (row.n_systems, row.n_inputs) for row in found.highest}
    assert sizes == {"all": (9, 20), "ann": (9, 20), "bob": (9, 20), "eve": (9, 12)}


def test_tests_are_corrected_over_annotators(found):
    assert dict(found.signature.parts)["alpha"] == "0.05/3"
    assert dict(found.signature.parts)["facets"] == "ann+bob+eve"
    for row in found.tests:
        assert row.significant_adjusted == (row.pvalue_adjusted <= 0.05)


def test_annotators_are_human_scores_that_agree_with_each_other(rated, found):
    assert [row.human for row in found.humans] == [f"quality@{who}" for who in PEOPLE]
    assert [row.n_cells for row in found.humans] == [180, 180, 108]
    row = next(one for one in found.between if (one.level, one.coefficient) == ("input", "pearson"))
    ann, bob = rated.annotations["quality"].values[:2]
    assert (row.human, row.other) == ("quality@ann", "quality@bob")
    assert row.estimate == trueness.stats.correlate(ann, bob, "input", "pearson").estimate


def test_a_lead_may_depend_on_the_annotator(found):
    rows = [row for row in found.contrasts if (row.level, row.coefficient) == ("input", "pearson")]
    assert [(row.facet, row.other_facet) for row in rows[:3]] == [("ann", ""), ("bob", ""), ("eve", "")]
    # inputs that both rated are no error of the difference
    by_pair = {(row.facet, row.other_facet): row.high - row.low for row in rows}
    assert by_pair["ann", "bob"] < np.hypot(by_pair["ann", ""], by_pair["bob", ""])
    assert "depends on the annotator" in found.conclusions[0]


def test_what_is_said(found):
    assert any("by all 3 annotators" in text for text in found.conclusions)
    assert any(text.startswith("All together: ") for text in found.conclusions)
    assert any(text.startswith("eve (12 inputs): ") for text in found.conclusions)
    codes = {caution.code: caution.message for caution in found.cautions}
    assert codes["corrected_over_facets"].startswith("Tests by each of 3 annotators are at level 0.05 / 3")


@pytest.mark.usefixtures("outlined")
def test_terminal_and_page(found, tmp_path):
    plain = trueness.facets(found.table, **(found.arguments | {"contrast": None}))
    text = " ".join(result_text(plain, 100).split())
    assert "Metric all ann bob eve" in text
    page = write_report(found, tmp_path / "page.html").read_text(encoding="utf-8")
    assert "rated: which metrics agree with ‘quality’, by annotator" in page
    assert "This was done for the ratings of all annotators together and for those of each of 3" in page


def test_a_manifest_repeats_it(rated, tmp_path):
    path = trueness.write_scores(rated, tmp_path / "scores.csv")
    asked = {"level": "input", "coefficient": "pearson", "rng": 5, "smallest_group": 13}
    found = trueness.facets(path, by="annotator", **asked)
    assert list(found.parts) == ["ann", "bob"]
    (small,) = (caution for caution in found.cautions if caution.code == "small_facets")
    assert "Annotators of fewer than 13 inputs have no result of their own: ‘eve’ (12)" in small.message
    manifest = read_manifest(write_manifest(manifest_of(found, Origin.of([path])), tmp_path / "m.json"))
    assert not differences(manifest, rerun(manifest))


def test_what_is_refused(rated):
    with pytest.raises(DataError, match="'quality' has no annotators behind it"):
        trueness.facets(dataclasses.replace(rated, annotations={}), by="annotator")
    with pytest.raises(ArgumentError, match="are for one human scorer"):
        trueness.facets(rated, by="annotator", human=["quality", "fine"])
