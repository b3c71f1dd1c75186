"""Columns of several tables together."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

PAIRS_OF_SYSTEMS = Meaning("Pairs of systems of one table; over tables their sum.", "Pairs of systems")

COLUMNS = {
    "n_tables": Meaning("Tables behind it."),
    "weight": Meaning("The table's weight in averages over tables."),
    "seed": Meaning("The table's own seed, from which `compare` finds the numbers of this table."),
    "fingerprint": Meaning("Of the table's scores."),
}
