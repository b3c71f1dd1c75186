"""Columns of designs: how many systems, inputs and annotators are enough."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

COLUMNS = {
    "judgements": Meaning("Systems times inputs times annotators."),
    "cost": Meaning("What the judgements cost."),
    "width": Meaning("Mean width of the interval."),
    "width_error": Meaning("Monte-Carlo standard error of that width.", "Error"),
    "power": Meaning("Share of tables in which the difference is found; NaN without a rival."),
    "power_low": Meaning("The exact 95% interval of the power.", "Interval"),
    "detectable": Meaning(
        "The smallest difference found with the power asked for; NaN where none is, or none was asked for."
    ),
    "enough": Meaning(
        "Whether width and power, as far as they are asked for, are reached (`decisions.enough`); None where nothing "
        "is."
    ),
    "promise_low": Meaning(
        "Between what the power would have been promised with other pilots of the same size (see `pilot_doubt`); NaN "
        "without a pilot or a rival.",
        "Power by other pilots",
    ),
    "width_low": Meaning(
        "Between what the mean width would have been promised with other pilots; NaN without a pilot.",
        "Width by other pilots",
    ),
    # the next step
    "what": Meaning("What is raised: ``systems``, ``inputs`` or ``annotators``.", "More"),
    "more_judgements": Meaning("How many judgements that takes.", "Judgements more"),
    "narrower": Meaning("By how much the interval becomes narrower.", "Narrower by"),
    "narrower_error": Meaning(
        "Monte-Carlo standard error of that difference, both designs having the same random numbers.",
        "Error",
    ),
    "narrower_per_1000": Meaning(
        "The same per 1,000 judgements more: the largest is where the next judgement helps most.",
        "Per 1,000",
    ),
    "more_power": Meaning("By how much the power rises.", "Power more"),
}
