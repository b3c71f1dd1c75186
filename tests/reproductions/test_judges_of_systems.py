"""Labels of several systems: the truth by formula, the page, and what must fail."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
import pytest

from trueness.statistics.judging.label_agreement import label_agreement

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "reproductions" / "judge_labels"
NAMES = {
    "mcc": "MCC",
    "balanced_accuracy": "balanced accuracy",
    "tpr": "TPR",
    "tnr": "TNR",
    "ppv": "PPV",
    "rate_bias": "rate bias",
    "difference": "difference of two judges",
}


@pytest.fixture(scope="module")
def script():
    sys.path.insert(0, str(FOLDER))
    try:
        import systems
    finally:
        sys.path.remove(str(FOLDER))
        sys.modules.pop("systems", None)
    return systems


@pytest.fixture(scope="module")
def rows():
    with (FOLDER / "systems.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_truth_is_what_very_many_systems_and_inputs_show(script):
    truth = script.Truth(2000, 500, 1.0, 0.5, 0.1, 0.15)
    human, judge, _ = (part.ravel() for part in truth.draw(np.random.default_rng(5)))
    found, true = label_agreement(human, judge).estimates, truth.values()
    for name in ("kappa", "accuracy", "tpr", "tnr", "ppv", "rate_bias"):
        assert found[name] == pytest.approx(true[name], abs=0.01)


def test_the_page_shows_what_was_found(rows):
    page = (
        (ROOT / "docs" / "judging_measured.md")
        .read_text(encoding="utf-8")
        .split("**With several systems**")[1]
    )
    for measure in dict.fromkeys(row["measure"] for row in rows):
        (line,) = (
            line for line in page.splitlines() if line.startswith(f"| {NAMES.get(measure, measure)} |")
        )
        cells = iter(line.split("|")[2:-1])
        for positives in ("0.5", "0.1"):
            for quality in ("0.2", "1.0", "2.0"):
                here = [
                    row
                    for row in rows
                    if (row["measure"], row["positives"], row["quality"]) == (measure, positives, quality)
                ]
                shown = [float(side.strip(" *")) for side in next(cells).split("/")]
                worst = [max(float(row[side]) for row in here) for side in ("below", "above")]
                assert shown == pytest.approx(worst, abs=0.0051)


def test_a_gate_by_kappa_or_by_a_rare_label_keeps_its_promise(rows):
    lower = [float(row["above"]) for row in rows if row["measure"] == "kappa"]
    lower += [float(row["above"]) for row in rows if row["measure"] == "tpr" and row["positives"] == "0.1"]
    assert max(lower) < 0.05


def test_few_systems_of_very_different_quality_hide_how_kappa_depends_on_it(script):
    below, above, known = script.coverage(script.Truth(6, 60, 2.0, 0.5, 0.1, 0.1), 60, 3)["kappa"]
    assert above / known < 0.1
    below, _, known = script.coverage(script.Truth(6, 150, 2.0, 0.5, 0.1, 0.1), 60, 3)["kappa"]
    assert below / known > 0.08
