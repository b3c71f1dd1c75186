"""A table with headings over several columns, bold values and daggers, as every writer is given it."""

from __future__ import annotations

from trueness.reporting.writing.tables import Column, TableSpec

SPEC = TableSpec(
    "grouped",
    "Grouped",
    "50% of A & B, #1: ‘x’",
    (
        Column("name", "Metric"),
        Column("a", "r", "correlation", above=("fluency", "System level"), bold="a_best", dagger="a_may"),
        Column(("low", "high"), "Interval", "interval", above=("fluency", "System level")),
        Column("b", "ρ", "correlation", above=("fluency", "Input level"), dagger="b_may"),
        Column("c", "r", "correlation", above=("a_b", "System level")),
    ),
)
ROWS = [
    {
        "name": "x_1",
        "a": 0.5,
        "a_best": True,
        "a_may": True,
        "low": -0.25,
        "high": 0.75,
        "b": 0.125,
        "b_may": False,
        "c": -1.0,
    },
    {
        "name": "= [y] // #z",
        "a": 0.25,
        "a_best": False,
        "a_may": True,
        "low": 0.0,
        "high": 0.5,
        "b": float("nan"),
        "b_may": True,
        "c": 0.0,
    },
]
