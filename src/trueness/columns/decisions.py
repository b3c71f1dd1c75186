"""Columns of decisions and cautions, which every study has."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

COLUMNS = {
    "rule": Meaning("The rule that decided, such as ``may_be_best``."),
    "about": Meaning("The judge, metric or system it is about; empty where it is about all."),
    "facet": Meaning("The human score, group, annotator or table it is about; empty where there is one."),
    "answer": Meaning(
        "Whether the interval shows that the bar is met: yes, that it is missed: no, or neither."
    ),
    "names": Meaning("Those that the answer names, such as metrics that may be the best."),
    "undefined": Meaning("Those of which nothing is known, so that the answer is not about them."),
    "bar": Meaning("What the measure was held against."),
    "side": Meaning(
        "On which side of the bar the interval has to lie; ``within`` is between minus and plus the bar, "
        "and ``apart`` above it for a yes, below it for a no."
    ),
    "need": Meaning("Whether nothing can be told where it is not met, such as too few systems."),
    "promise": Meaning("What holds of such answers, and in how many studies."),
    "grounds": Meaning(
        "All measures that were looked at, each with its bar and its `need`, the first first."
    ),
    "code": Meaning("A stable short name, such as ``few_systems``.", "Name"),
    "severity": Meaning("Warnings turn into an exit code with ``--strict``."),
    "message": Meaning("One or two sentences: what, and what to do.", "What, and what to do"),
}
