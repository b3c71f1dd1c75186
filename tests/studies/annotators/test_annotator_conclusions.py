"""Findings of a study in sentences."""

from __future__ import annotations

import dataclasses

from trueness.studies.annotators.annotator_conclusions import annotator_conclusions
from trueness.studies.annotators.annotator_rows import Agreement, AltTest, CeilingRow, HeldOutCorrelation
from trueness.studies.annotators.annotator_settings import AnnotatorSettings
from trueness.studies.settings import Settings

NAN = float("nan")
SETTINGS = AnnotatorSettings(Settings(levels=("system",), coefficients=("kendall",), seed=1))
ALPHA = Agreement("alpha_ordinal", 0.514, 0.4, 0.6, 3, 90, 2, 0, 99)
OWN = [
    HeldOutCorrelation(name, name, "system", "kendall", value, 0.1, 0.9, 90, 0)
    for name, value in (("a", 0.7), ("b", 0.8), ("c", NAN))
]
ROW = CeilingRow("m", "system", "kendall", 0.5, 0.3, 0.7, 0.75, 0.6, 0.8, -0.25, -0.3, -0.1, "below", 0, 99)
ALT = AltTest("m", 1.0, 1.0, 0.8, 0.0, 0.6, "passes", 0.1, 3, 0, 0, 0)


def said(agreement=(ALPHA,), annotators=OWN, ceiling=(), alt_tests=()):
    return annotator_conclusions(
        "fluency", SETTINGS, agreement=agreement, annotators=annotators, ceiling=ceiling, alt_tests=alt_tests
    )


def test_agreement_and_the_ceiling():
    alpha, ceiling = said()
    assert (
        alpha == "3 annotators agree on 'fluency' with an ordinal alpha of 0.51 [0.40, 0.60], on 90 outputs."
    )
    assert ceiling == (
        "At the system level an annotator agrees with the others with Kendall's tau-b 0.75 on average "
        "(from 0.70 to 0.80)."
    )


def test_where_metrics_stand():
    rows = [ROW, dataclasses.replace(ROW, metric="n", reaches="above"), dataclasses.replace(ROW, metric="o")]
    assert said(ceiling=rows)[1].endswith("Of 3 metrics, 1 above it: 'n'; 2 below it.")
    bare = [
        dataclasses.replace(ROW, reaches="undefined"),
        dataclasses.replace(ROW, metric="n", estimate=NAN, reaches="undefined"),
    ]
    assert said(ceiling=bare)[1].endswith("The nearest metric is 'm' with 0.50.")


def test_who_may_stand_in():
    assert "'m' passes. 'm' has the largest advantage: on 80% of outputs" in said(alt_tests=[ALT])[2]
    idle = dataclasses.replace(ALT, constant_winning_rate=1.0)
    assert said(alt_tests=[idle])[2].endswith("does on 60%, and passes as well.")
    assert said(alt_tests=[ALT])[2].endswith("does on 60%.")
    failed = dataclasses.replace(ALT, verdict="fails")
    assert "no metric passes" in said(alt_tests=[failed])[2]
    undefined = dataclasses.replace(ALT, advantage=NAN, verdict="undefined")
    assert "could not be made" in said(alt_tests=[undefined])[2]


def test_nothing_is_defined():
    nothing = dataclasses.replace(ALPHA, estimate=NAN)
    first, second = said(agreement=[nothing], annotators=OWN[2:])
    assert "undefined" in first
    assert "no annotator has a defined correlation" in second
