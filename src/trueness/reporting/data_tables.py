"""Tables about data: which cells a score table has, which data sets are known."""

from __future__ import annotations

from trueness.reporting.tables import Column, TableSpec

COVERAGE = TableSpec(
    "coverage",
    "Scores",
    "How many outputs each scorer has a score for.",
    (
        Column("scorer", "Scorer"),
        Column("role", "Role"),
        Column("better", "Better"),
        Column("n_annotators", "Annotators", "count"),
        Column("n_present", "Present", "count"),
        Column("n_missing", "Missing", "count"),
        Column("share", "Share", "share"),
    ),
)
DATASETS = TableSpec(
    "datasets",
    "Data sets",
    "Public data sets that are known by name.",
    (
        Column("name", "Name"),
        Column("systems_x_inputs", "Systems x inputs"),
        Column("n_human", "Human", "count"),
        Column("n_metrics", "Metrics", "count"),
        Column("licence", "Licence"),
        Column("here", "Here", "mark"),
    ),
)
