"""What tables of judges that give labels show."""

from __future__ import annotations

from trueness.reporting.writing.tables import Key, TableSpec
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

HEADINGS: dict[Key, str] = {
    "metric": "Judge",
    "covariate": "Of",
    "correlation_human": "Correlation with the human",
    "consistent": "Same verdict",
    ("consistent_low", "consistent_high"): "Interval",
    "n_first": "For the first",
    "n_second": "For the second",
    ("judge_low", "judge_high"): "Judge from–to",
    "mean_judge": "Judge's mean",
    "mean_human": "Human mean",
    "isotonic": "Isotonic fit",
    "estimate_human": "Labels alone",
    ("low_human", "high_human"): "Interval",
    "estimate_judge": "Judge alone",
    "estimate_all": "All labels",
    "labels_worth": "Worth labels",
    "other": "Minus",
    "observed": "Judge alone",
    "sensitivity": "TPR",
    "specificity": "TNR",
    "n_positive": "Positive labels",
    "n_negative": "Negative labels",
}

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
    headings={
        **HEADINGS,
        "estimate": "Value",
        "constant": "Constant judge",
        "single": "With one person",
        "ceiling": "Two persons",
        ("ceiling_low", "ceiling_high"): "Interval",
        "difference": "Judge minus person",
        ("difference_low", "difference_high"): "Interval",
    },
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
    ("metric", "label", "label_judge", "n_outputs", "share"),
    headings={**HEADINGS, "label": "People", "label_judge": "Judge says", "share": "Of people's label"},
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
    headings={**HEADINGS, "rival": "Minus", "estimate": "Difference"},
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
    headings={**HEADINGS, "estimate": "Value", "difference": "Minus the rest"},
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
    headings={**HEADINGS, "estimate": "Value", "n_silent": "Silent", "n_divided": "Divided"},
    dispensable=(("confidence",), ("n_divided",), ("n_silent",), ("n_outputs",), ("bar",)),
)
BY_SYSTEM = TableSpec.of(
    JudgeSystem,
    "by_system",
    "Bias on single systems",
    "",
    ("metric", "system", "estimate", ("low", "high"), "spread", "pvalue", "n_outputs"),
    headings={**HEADINGS, "estimate": "Judge minus people", "spread": "SD over systems"},
    dispensable=(("n_outputs",),),
)
DISAGREEMENTS = TableSpec.of(
    Disagreement,
    "disagreements",
    "Where judge and people differ most",
    "",
    ("metric", "system", "input", "human", "judge", "gap", "agreeing", "output"),
    headings={**HEADINGS, "human": "People", "judge": "Judge", "agreeing": "People agree"},
    dispensable=(("output",), ("agreeing",), ("gap",)),
)
GOALS = TableSpec.of(
    LabelGoal,
    "goals",
    "How many labels it takes",
    "",
    ("metric", "goal", "measure", "estimate", "n_needed", "needed_low", "needed_high", "n_outputs"),
    headings={
        **HEADINGS,
        "estimate": "Value",
        "n_needed": "Labels",
        "needed_low": "From",
        "needed_high": "To",
        "n_outputs": "Pilot",
    },
    dispensable=(("n_outputs",), ("estimate",)),
)
