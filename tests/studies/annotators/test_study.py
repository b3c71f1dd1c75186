"""The study of annotators as a whole: on made data whose truth is known, on public ratings, and refused where empty."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.layouts.dialsummeval import read_dialsummeval
from trueness.data.layouts.sacrerouge import read_sacrerouge
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import DataError, UnsupportedMethodError
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.rerun import differences, rerun
from trueness.statistics.annotators.human_ceiling import leave_one_out
from trueness.statistics.annotators.krippendorff_alpha import krippendorff_alpha
from trueness.statistics.annotators.variance_components import variance_components
from trueness.studies.annotators.study import annotators


def made(*, falling=False, n=10, m=20, a=3, noise=0.7, seed=2):
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=(n, 1)) + rng.normal(size=(n, m))
    ratings = np.clip(np.round(3 + truth + noise * rng.normal(size=(a, n, m))), 1, 5)
    part = Annotations(tuple("abcdefgh"[:a]), -ratings if falling else ratings)
    return ScoreTable(
        scorers=(
            Scorer("quality", "human", higher_is_better=not falling),
            Scorer("good", "metric"),
            Scorer("noise", "metric"),
        ),
        systems=tuple(f"s{i}" for i in range(n)),
        inputs=tuple(f"d{j}" for j in range(m)),
        values=np.stack(
            [part.mean(), truth + 0.3 * rng.normal(size=truth.shape), rng.normal(size=truth.shape)]
        ),
        annotations={"quality": part},
        input_groups={"topic": tuple(str(j // 2) for j in range(m))},
    )


QUICK = {"resamples": 100, "rng": 1, "minimum_units": 10, "coefficient": "pearson"}


def test_orientation_of_the_human_changes_no_verdict():
    rising, falling = (annotators(made(falling=falling), **QUICK) for falling in (False, True))
    assert rising.ceiling == falling.ceiling
    assert rising.alt_tests == falling.alt_tests
    assert [row.estimate for row in rising.agreement] == pytest.approx(
        [row.estimate for row in falling.agreement]
    )
    assert [row.variance for row in rising.components] == pytest.approx(
        [row.variance for row in falling.components]
    )


def test_the_same_numbers_for_a_seed_and_any_number_of_workers():
    one, same = (annotators(made(), **QUICK, workers=workers) for workers in (1, 2))
    assert repr(one.to_dict()) == repr(same.to_dict())
    other = annotators(made(), **{**QUICK, "rng": 2})
    assert one.ceiling == other.ceiling  # nothing is drawn
    assert one.attenuation == other.attenuation
    drawn = [annotators(made(), **{**QUICK, "rng": seed}, interval="percentile").ceiling for seed in (1, 2)]
    assert drawn[0] != drawn[1]


def test_components_and_designs_are_those_of_the_ratings():
    table = made()
    found = annotators(table, **QUICK)
    variance = variance_components(table.annotations["quality"].values)
    assert {row.component: row.variance for row in found.components} == pytest.approx(variance.components)
    assert sum(row.share for row in found.components) == pytest.approx(1)
    at_hand = [
        row
        for row in found.designs
        if (row.level, row.over, row.n_annotators, row.n_inputs) == ("system", "annotators", 3, 20)
    ]
    assert len(at_hand) == 1
    assert 0.9 < at_hand[0].g <= 1


def test_idle_annotators_and_unrated_outputs_are_left_out_with_a_note():
    table = made(a=4)
    values = table.annotations["quality"].values.copy()
    values[3], values[:, 2], values[:, :, 5] = np.nan, np.nan, np.nan
    part = Annotations(tuple("abcd"), values)
    scores = table.values.copy()
    scores[0] = part.mean()
    found = annotators(dataclasses.replace(table, values=scores, annotations={"quality": part}), **QUICK)
    assert found.annotators == ("a", "b", "c")
    notes = " ".join(caution.message for caution in found.cautions if caution.code == "data_note")
    assert "'d'" in notes
    assert "1 of 10 systems and 1 of 20 inputs" in notes
    assert "shape:9x19" in str(found.signature)


def test_scores_that_are_not_the_annotators_mean_are_noted():
    table = made()
    values = table.values.copy()
    values[0] += 1
    found = annotators(dataclasses.replace(table, values=values), **QUICK)
    assert any("are not the means" in caution.message for caution in found.cautions)
    assert found.ceiling == annotators(table, **QUICK).ceiling


def test_clusters_are_left_out_and_drawn_whole():
    plain, clustered = (annotators(made(), **QUICK, clusters=clusters) for clusters in (None, "topic"))
    assert plain.ceiling[0].estimate == clustered.ceiling[0].estimate
    assert [row.low for row in plain.ceiling] != [row.low for row in clustered.ceiling]
    assert plain.agreement[0].low != clustered.agreement[0].low
    assert {row.n_units for row in clustered.alt_annotators} == {10}
    assert "clusters:topic" in str(clustered.signature)


@pytest.mark.parametrize(
    ("part", "over"),
    [
        ({"systems": ["s1", "s2", "s3"]}, "inputs"),
        ({"inputs": ["d4"]}, "systems"),
        ({"systems": ["s1", "s2", "s3", "s4"]}, "both"),
    ],
)
def test_intervals_apply_to_what_can_vary(part, over):
    assert annotators(made().select(**part), **QUICK).settings.over == over


def test_too_few_to_apply_to_others_are_refused():
    few = made().select(systems=["s1", "s2", "s3"])
    with pytest.raises(UnsupportedMethodError, match=r"`applies_to`=.inputs"):
        annotators(few, **QUICK, applies_to="systems,inputs")
    with pytest.raises(UnsupportedMethodError, match="other outputs of these alone"):
        annotators(made(), **QUICK, applies_to="these")


def test_one_system_or_none_has_the_global_level():
    table = made().select(systems=["s1"])
    found = annotators(table, **QUICK)
    assert {row.level for row in found.ceiling} == {"global"}
    assert {row.component for row in found.components} == {"input", "annotator", "residual"}
    with pytest.raises(UnsupportedMethodError, match="one system"):
        annotators(table, level="system")


@pytest.mark.parametrize("combination", ["mean", "median", "standardized"])
@pytest.mark.parametrize("calibration", ["quantile", "isotonic", "linear", "none"])
def test_every_way_to_combine_and_calibrate(combination, calibration):
    found = annotators(made(n=5, m=12), **QUICK, combination=combination, calibration=calibration)
    if calibration != "none":  # scores as they are lie around 0, ratings around 3
        assert found.alt_tests[0].advantage > found.alt_tests[1].advantage
    assert found.ceiling[0].estimate > found.ceiling[1].estimate


def test_what_cannot_be_studied_is_refused():
    table = made()
    with pytest.raises(DataError, match="lacks annotators, who are"):
        annotators(dataclasses.replace(table, annotations={}))
    one = {"quality": Annotations(("a",), table.annotations["quality"].values[:1])}
    with pytest.raises(DataError, match="1 annotator"):
        annotators(dataclasses.replace(table, annotations=one))
    with pytest.raises(UnsupportedMethodError, match="would compare medians"):
        annotators(table, aggregate="median")


def test_experts_and_turkers_of_summeval(test_data):
    table = read_sacrerouge(test_data / "data" / "deutsch2021" / "fabbri2020" / "relevance.jsonl.gz")
    dimensions = ("coherence", "consistency", "fluency", "relevance")
    pooled = {
        who: np.concatenate([table.annotations[f"{who}_{what}"].values for what in dimensions], axis=2)
        for who in ("expert", "turker")
    }
    # Fabbri et al. (2021, SummEval, section 4.3): .4920 for the crowd, all dimensions pooled, interval scale
    assert krippendorff_alpha(pooled["turker"], "interval").estimate == pytest.approx(0.4920, abs=1e-4)
    # and .7127 for the experts; the released ratings give .7187
    assert krippendorff_alpha(pooled["expert"], "interval").estimate == pytest.approx(0.7187, abs=1e-4)
    for what in dimensions:
        experts, turkers = (
            leave_one_out(table.annotations[f"{who}_{what}"].values).mean() for who in ("expert", "turker")
        )
        assert experts > 0.9
        assert turkers < 0.75
    found = annotators(
        table,
        human="expert_relevance",
        metrics="turker_relevance",
        resamples=200,
        rng=1,
        coefficient="pearson",
    )
    assert len(found.annotators) == 3
    assert {row.level: row.reaches for row in found.ceiling} == {"system": "less", "input": "less"}


def test_two_annotators_of_dialsummeval_have_the_same_coherence(test_data):
    """In the released file, too: the second and third of every list of judgements agree on all 1,400."""
    table = read_dialsummeval(test_data / "data" / "dialsummeval")
    found = annotators(table, human="coherence", metrics="METEOR", resamples=50, rng=1, coefficient="pearson")
    (caution,) = [caution for caution in found.cautions if caution.code == "identical_annotators"]
    assert "'2' and '3' (1300 outputs)" in caution.message


@pytest.mark.parametrize("removed", [0.0, 0.1])
def test_dialsummeval_with_ratings_removed(test_data, removed):
    table = read_dialsummeval(test_data / "data" / "dialsummeval")
    rng = np.random.default_rng(1)
    part = table.annotations["relevance"]
    values = np.where(rng.random(part.values.shape) < removed, np.nan, part.values)
    scores = table.values.copy()
    scores[table.index("relevance")] = (left := Annotations(part.annotators, values)).mean()
    table = dataclasses.replace(table, values=scores, annotations={**table.annotations, "relevance": left})
    found = annotators(
        table, human="relevance", resamples=50, rng=1, epsilon="experts", coefficient="pearson"
    )
    assert (len(found.metrics), len(found.alt_tests), len(found.alt_annotators)) == (32, 32, 96)
    assert len(found.ceiling) == 32 * 2
    assert {row.measure: row.estimate for row in found.agreement}["alpha_ordinal"] == pytest.approx(
        0.32, abs=0.03
    )
    ceilings = {row.level: row.ceiling for row in found.ceiling}
    assert ceilings["system"] > 0.9
    assert 0.5 < ceilings["input"] < 0.7
    advantage = {row.metric: row.advantage for row in found.alt_tests}
    assert max(advantage, key=advantage.get) == "bartscore_s_h"
    assert all(0 <= row.winning_rate <= 1 for row in found.alt_tests)
    assert (sum(row.n_dropped for row in found.alt_tests) > 0) == (removed > 0)


@pytest.mark.parametrize("over", ["systems", "inputs"])
@pytest.mark.parametrize("missing", ["pairwise", "complete"])
def test_every_level_and_coefficient_with_gaps_everywhere(over, missing):
    table = made(n=8, m=14)
    rng = np.random.default_rng(4)
    values = table.values.copy()
    part = table.annotations["quality"].values.copy()
    part[rng.random(part.shape) < 0.3] = np.nan
    values[0] = Annotations(("a", "b", "c"), part).mean()
    values[1:][rng.random(values[1:].shape) < 0.1] = np.nan
    table = dataclasses.replace(
        table, values=values, annotations={"quality": Annotations(("a", "b", "c"), part)}
    )
    found = annotators(
        table,
        level=("system", "input", "global", "per_system"),
        coefficient=("pearson", "spearman", "kendall", "tau_c", "gamma"),
        over=over,
        missing=missing,
        interval="basic",
        small="wilcoxon",
        resamples=60,
        rng=1,
    )
    assert len(found.ceiling) == 2 * 4 * 5
    assert len(found.held_out) == 3 * 3 * 4 * 5
    assert len(found.attenuation) == 2 * 4 * 2
    for row in found.ceiling:
        if row.metric == "good":
            assert row.estimate > 0
            assert row.difference == pytest.approx(row.estimate - row.ceiling)
    assert {row.test for row in found.alt_annotators} == {"wilcoxon"}
    again = annotators(table, **found.arguments)
    assert again.to_dict() == found.to_dict()


def test_the_arguments_of_a_result_ask_the_same_again():
    first = annotators(made(), **QUICK, clusters="topic", combination="median", level="input")
    again = annotators(made(), **first.arguments)
    assert again.to_dict() == first.to_dict()


def test_an_argument_of_another_study_is_refused():
    with pytest.raises(TypeError, match="unexpected keyword argument 'means'"):
        annotators(made(), means="all")


def with_idle_annotator(table):
    """A fourth annotator who rated nothing, an output of nobody, and stated scores that are not the means."""
    part = table.annotations["quality"]
    values = np.concatenate([part.values, np.full((1, *part.values.shape[1:]), np.nan)])
    values[:, :, 5] = np.nan
    rated = Annotations((*part.annotators, "idle"), values)
    scores = table.values.copy()
    scores[0] = rated.mean() + 1
    return dataclasses.replace(table, values=scores, annotations={"quality": rated})


@pytest.mark.parametrize(
    ("change", "options"),
    [
        (lambda table: table, {"clusters": "topic", "metrics": "go*"}),
        (with_idle_annotator, {}),
        (lambda table: table.select(scorers=["quality"]), {}),
        (lambda table: table.select(systems=["s1"]), {"epsilon": 0.12}),
    ],
    ids=["clusters", "idle annotator", "only, so the learned", "one system"],
)
def test_the_manifest_gives_the_same_numbers(tmp_path, change, options):
    table = change(made())
    found = annotators(table, **QUICK, **options)
    path = write_manifest(manifest_of(found), tmp_path / "a.manifest.json")
    recorded = read_manifest(path)
    again = rerun(recorded, sources=[table])
    assert differences(recorded, again, tolerance=0) == []
    assert again.to_dict() == found.to_dict()
    assert recorded.settings == found.settings
    assert recorded.selection == found.selection


def test_data_behind_the_numbers_are_as_they_were_read():
    table = with_idle_annotator(made())
    found = annotators(table, **QUICK)
    given = found.data["scores"]
    assert given.annotations["quality"].annotators == ("a", "b", "c", "idle")
    np.testing.assert_array_equal(given.matrix("quality")[:, 5:], table.matrix("quality")[:, 6:])
    assert found.annotators == ("a", "b", "c")


class Stopped(Exception):  # noqa: N818 - no error, an interruption
    """What ends a run early."""


def test_an_interrupted_run_goes_on_with_the_same_seed(tmp_path):
    options = {**QUICK, "rng": None, "resamples": 1600, "checkpoint": tmp_path, "workers": 1}
    options["interval"] = "percentile"
    reports = []

    def stop(done, total):
        reports.append((done, total))
        if len(reports) == 6:
            raise Stopped

    with pytest.raises(Stopped) as stopped:
        annotators(made(), **options, watch=lambda _: stop)
    assert "finished work is kept" in stopped.value.__notes__[0]
    (kept,) = tmp_path.iterdir()
    assert kept.suffix == ".sqlite"
    begun = []
    found = annotators(made(), **options, watch=lambda _: lambda done, total: begun.append((done, total)))
    assert begun[0] != (1, reports[0][1])  # what is kept is not done again
    assert list(tmp_path.iterdir()) == []
    whole = annotators(
        made(), **{**QUICK, "resamples": 1600, "interval": "percentile", "rng": found.settings.seed}
    )
    assert found.to_dict() == whole.to_dict()
