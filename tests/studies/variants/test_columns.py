"""Which columns are compared, and what names mean."""

from __future__ import annotations

import pytest
from tests.studies.variants.conftest import NAMES, QUICK

from trueness.errors import ArgumentError, DataError, UnknownNameError, UnsupportedMethodError
from trueness.studies.variants.study import variants


def test_one_human_score_and_means_alone(table):
    found = variants(table, human="coverage", aggregates=["mean"], halves=["inputs"], **QUICK)
    assert sorted(row.metric for row in found.variants) == sorted(NAMES)
    assert found.humans == ()
    assert found.customary is None
    assert all(row.rank_customary is None for row in found.systems)
    chosen = variants(
        table, human="coverage", metrics=["rouge1_*", "other"], varied=["other"], halves=["inputs"], **QUICK
    )
    assert {row.metric for row in chosen.variants} == {*NAMES[:2], "other", "other:median"}


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"human": "coverage", "dimensions": ["coverage", "quality"]}, ArgumentError, "give one of the two"),
        ({"dimensions": ["coverage"]}, ArgumentError, "two dimensions at least"),
        ({"human": "coverage", "metrics": ["other"]}, DataError, r"there is only 'other'"),
        ({"human": "coverage", "metrics": ["nothing"]}, UnknownNameError, "nothing"),
        ({"human": "coverage", "named": ["nothing:median"]}, UnknownNameError, "nothing"),
        ({"human": "coverage", "aggregates": ["mode"]}, ArgumentError, "aggregates"),
        ({"human": "coverage", "halves": []}, ArgumentError, "halves"),
        ({"human": "coverage", "coefficient": "spa"}, UnsupportedMethodError, "Williams' test"),
    ],
)
def test_what_makes_no_sense_is_refused(table, options, error, words):
    with pytest.raises(error, match=words):
        variants(table, **{**QUICK, **options})
