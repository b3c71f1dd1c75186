"""Columns of tests and intervals on tables whose truth is known."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

COLUMNS = {
    "scenario": Meaning("How tables were drawn."),
    "look": Meaning("What of the truth can be seen in a table."),
    "runs": Meaning("Tables drawn.", "Tables"),
    "null": Meaning(
        "Whether there was nothing to find, so that the rate is the test's size; its power otherwise."
    ),
    "sought": Meaning(
        "Whether there is a difference that somebody would look for, so that the rate is power."
    ),
    "rate": Meaning(
        "Share of rejections among tables with a p-value; its interval is exact (Clopper-Pearson)."
    ),
    "rejected": Meaning("Rejections."),
    "alpha": Meaning("The level of significance."),
    "population": Meaning("The value to cover."),
    "replicate_coverage": Meaning(
        "Share of tables whose interval held the correlation of a fresh table of the same size.",
        "Of fresh tables",
    ),
    "cells": Meaning("What has not been computed."),
    "seconds": Meaning(
        "What computing them would take about, going by what has been recorded; NaN where that says nothing."
    ),
}
