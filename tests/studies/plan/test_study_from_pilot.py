import inspect

import numpy as np
import pytest

from trueness.data.layouts.dialsummeval import read_dialsummeval
from trueness.errors import ArgumentError, DataError, UnknownNameError
from trueness.methods.studied import studied_interval
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.rerun import differences, rerun
from trueness.sources.dataset_scores import dataset_scores
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.plan.study import plan, plan_from_pilot

FAST = {"test": "sign_flip", "runs": 6, "resamples": 39, "rng": 1, "workers": 1}


def actual_width(scores, human, level="system"):
    arrays = ScoreArrays.of(scores[None], human)
    limits = studied_interval("jackknife").of_table(arrays, (level,), ("pearson",), 39, 0)[level, "pearson"]
    return limits.high - limits.low


def test_sizes_and_scorers_by_default(judged_table):
    table = judged_table()
    found = plan_from_pilot(table, metrics="good", **{**FAST, "interval": "jackknife"})
    assert {design.n_systems for design in found.designs} == {6, 12, 24}
    assert {design.n_inputs for design in found.designs} == {5, 10, 20}
    assert {design.n_annotators for design in found.designs} == {3}
    assert f"data:{table.fingerprint[:12]}" in str(found.signature)
    width = actual_width(table.oriented("good"), table.oriented("relevance"))
    assert any(f"pilot's own interval is {width:.2f} wide; simulated" in said for said in found.conclusions)


def test_power_is_for_two_metrics(judged_table):
    given = {"systems": [8], "inputs": [5], "annotators": [1]}
    found = plan_from_pilot(judged_table(), metrics=["good", "twin"], level="summary", **given, **FAST)
    assert found.settings.level == "input"
    assert not np.isnan(found.designs[0].power)


def test_refusals(judged_table):
    table = judged_table()
    with pytest.raises(ArgumentError, match="4 are chosen: 'good'"):
        plan_from_pilot(table, **FAST)
    with pytest.raises(UnknownNameError, match="godo"):
        plan_from_pilot(table, metrics="godo", **FAST)
    with pytest.raises(DataError, match="this one has 3 and 10"):
        plan_from_pilot(judged_table(systems=3), metrics="good", **FAST)
    with pytest.raises(ArgumentError, match="less than the metric's correlation"):
        plan_from_pilot(table, metrics=["poor", "good"], difference=0.98, power=0.8, **FAST)


def test_a_manifest_repeats_a_pilot(judged_table, tmp_path):
    table = judged_table()
    given = {
        "metrics": "{good,twin}",
        "level": "input",
        "systems": [6],
        "inputs": [5],
        "annotators": [1],
        "detect": 0.3,
        **FAST,
    }
    found = plan_from_pilot(table, **given)
    assert found.selection.metrics == ("good", "twin")
    path = write_manifest(manifest_of(found), tmp_path / "m.json")
    again = rerun(read_manifest(path), sources=[table])
    assert differences(read_manifest(path), again, tolerance=0.0) == []
    assert (again.selection, str(again.signature), again.conclusions) == (
        *(found.selection, str(found.signature), found.conclusions),
    )


def test_every_function_takes_what_it_can_use():
    of_model, of_pilot = (set(inspect.signature(one).parameters) for one in (plan, plan_from_pilot))
    assert {"systems", "runs", "rng", "workers", "progress", "pilot_width"} <= of_model
    assert {"systems", "runs", "rng", "workers", "progress", "human", "metrics"} <= of_pilot
    assert not {"human", "metrics", "assume"} & of_model
    assert "assume" not in of_pilot


@pytest.mark.slow
def test_widths_on_the_pocket_benchmark():
    """Tables of the pilot's size have the pilot's width on average, within what single tables differ by."""
    table = dataset_scores("pocket")
    metric = next(name for name in table.scorer_names if name.startswith("rouge1"))
    _, n, m = table.shape
    found = plan_from_pilot(
        table, human="coverage", metrics=metric, systems=[n], inputs=[m], **(FAST | {"runs": 40})
    ).designs[0]
    width = actual_width(table.oriented(metric), table.oriented("coverage"))
    spread = found.width_error * np.sqrt(40)
    assert abs(found.width - width) < 2 * spread


@pytest.mark.slow
@pytest.mark.parametrize(
    ("human", "metric", "level"),
    [
        ("relevance", "rouge-1", "system"),
        ("relevance", "rouge-1", "input"),
        ("coherence", "bertscore_p", "input"),
    ],
)
def test_a_single_annotator_is_planned_for_as_single_annotators_are(test_data, human, metric, level):
    """Planned from three annotators, the width with one is that of the tables with one, relative to three."""
    table = read_dialsummeval(test_data / "data/dialsummeval")
    _, n, m = table.shape
    one, three = plan_from_pilot(
        table,
        human=human,
        metrics=metric,
        systems=[n],
        inputs=[m],
        annotators=[1, 3],
        level=level,
        **(FAST | {"runs": 40}),
    ).designs
    scores = table.oriented(metric)
    singles = [actual_width(scores, ratings, level) for ratings in table.annotations[human].values]
    together = actual_width(scores, table.oriented(human), level)
    assert one.width / three.width == pytest.approx(np.mean(singles) / together, abs=0.15)
    spread = three.width_error * np.sqrt(40)
    assert abs(three.width - together) < 2 * spread


def test_the_first_metric_that_is_named_is_planned_for_wherever_its_column_is(judged_table):
    given = {"systems": [8], "inputs": [5], "annotators": [1], "human": "relevance", **FAST}
    table = judged_table()
    turned = table.select(scorers=tuple(reversed(table.scorer_names)))
    for names in (["good", "poor"], ["poor", "good"], ["p*", "good"]):
        one, other = (plan_from_pilot(found, metrics=names, **given) for found in (table, turned))
        assert (
            one.selection.metrics
            == other.selection.metrics
            == tuple(name.replace("*", "oor") for name in names)
        )
        assert one.designs[0].width == pytest.approx(other.designs[0].width)
    assert plan_from_pilot(table, metrics=["good", "poor"], **given).designs[0].width != pytest.approx(
        one.designs[0].width
    )
