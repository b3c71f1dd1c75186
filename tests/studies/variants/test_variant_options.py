"""Options in names, and that the published shares follow from the published table."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from trueness.studies.variants.variant_options import option_shares, variant_options

FOLDER = Path(__file__).parents[3] / "reproductions" / "graham2015"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("rouge2_stem_stop_recall:median", ("stemmed", "removed", "recall", "median", "2")),
        ("rougeSU4_f", ("not stemmed", "kept", "f", "mean", "SU4")),
        ("rougeL_precision:refs=best", ("not stemmed", "kept", "precision", "mean", "L")),
        ("bleu", None),
        ("rouge-1", None),  # a scorer of somebody else
    ],
)
def test_a_name_spells_its_options(name, options):
    assert variant_options(name) == options


def test_the_published_shares_follow_from_the_published_table():
    sys.path.insert(0, str(FOLDER))
    try:
        import reproduce
    finally:
        sys.path.remove(str(FOLDER))
        sys.modules.pop("reproduce", None)
    rows = reproduce.published()
    assert len(rows) == 193
    assert sum(row["optimal"] == "yes" for row in rows if row["metric"] != "bleu") == 80
    assert len(reproduce.published_shares()) == 17
    assert reproduce.differing() == []


def test_without_an_optimal_variant_there_are_no_shares():
    (row,) = (one for one in option_shares([variant_options("rouge1_f")], [False]) if one.option == "part")
    assert (row.n_variants, row.n_optimal) == (1, 0)
    assert row.share != row.share
