"""What tables of judges that give labels show."""

from __future__ import annotations

from trueness.reporting.writing.tables import TableSpec
from trueness.studies.judge.label_rows import (
    ConfusionRow,
    Disagreement,
    GateRow,
    JudgeDifference,
    JudgeSystem,
    LabelGoal,
    LabelMeasure,
    SliceRow,
)

LABELS = TableSpec.of(
    LabelMeasure,
    "labels",
    "Labels of the judge beside people's",
    "",
    (
        *("metric", "measure", "estimate", ("low", "high"), "constant", "single", "ceiling"),
        *(
            ("ceiling_low", "ceiling_high"),
            "difference",
            ("difference_low", "difference_high"),
            "n_outputs",
            "n_clusters",
        ),
    ),
    dispensable=(
        ("n_clusters",),
        ("n_outputs",),
        (("ceiling_low", "ceiling_high"),),
        (("difference_low", "difference_high"),),
        ("difference",),
        ("ceiling",),
    ),
)
CONFUSION = TableSpec.of(
    ConfusionRow,
    "confusion",
    "Who says what",
    "",
)
VERSIONS = TableSpec.of(
    JudgeDifference,
    "versions",
    "One judge beside another",
    "",
    (
        *("metric", "rival", "measure", "estimate", ("low", "high"), "pvalue", "pvalue_adjusted"),
        *("estimate_metric", "estimate_rival", "n_outputs", "n_differ"),
    ),
    dispensable=(("n_outputs", "n_differ"), ("estimate_metric", "estimate_rival"), ("pvalue",)),
)
SLICES = TableSpec.of(
    SliceRow,
    "slices",
    "Agreement in groups of outputs",
    "",
    (
        *("metric", "by", "group", "measure", "estimate", ("low", "high")),
        *("difference", ("difference_low", "difference_high"), "n_outputs"),
    ),
    dispensable=(("by",), (("low", "high"),), ("n_outputs",)),
)
GATE = TableSpec.of(
    GateRow,
    "gate",
    "The gate",
    "",
    (
        *("metric", "criterion", "verdict", "estimate", ("low", "high"), "bar"),
        *("n_outputs", "n_silent", "n_divided", "confidence"),
    ),
    dispensable=(("confidence",), ("n_divided",), ("n_silent",), ("n_outputs",), ("bar",)),
)
BY_SYSTEM = TableSpec.of(
    JudgeSystem,
    "by_system",
    "Bias on single systems",
    "",
    ("metric", "system", "estimate", ("low", "high"), "spread", "pvalue", "n_outputs"),
    dispensable=(("n_outputs",),),
)
DISAGREEMENTS = TableSpec.of(
    Disagreement,
    "disagreements",
    "Where judge and people differ most",
    "",
    dispensable=(("output",), ("agreeing",), ("gap",)),
)
GOALS = TableSpec.of(
    LabelGoal,
    "goals",
    "How many labels it takes",
    "",
    ("metric", "goal", "measure", "estimate", "n_needed", "needed_low", "needed_high", "n_outputs"),
    dispensable=(("n_outputs",), ("estimate",)),
)
