"""A table for each group, with what belongs to it and nothing else."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError, UnknownNameError
from trueness.study.facets.facet_kind import ALL
from trueness.study.facets.groups import ByGroups, group_labels, group_tables


@pytest.fixture(scope="module")
def table():
    values = np.arange(2 * 4 * 6, dtype=float).reshape(2, 4, 6)
    return ScoreTable(
        (Scorer("human", "human"), Scorer("m")),
        ("a", "b", "c", "d"),
        tuple("uvwxyz"),
        values,
        input_groups={"language": ("de", "en", "de", "en", "is", "")},
        system_groups={"family": ("p", "p", "q", "q")},
    )


def test_groups_of_inputs(table):
    found = group_tables(table, "language", 2)
    assert found.of == "inputs"
    assert list(found.tables) == [ALL, "de", "en"]
    assert found.small == {"is": 1}
    assert found.tables["de"].inputs == ("u", "w")
    np.testing.assert_array_equal(found.tables["de"].matrix("m"), table.matrix("m")[:, [0, 2]])
    assert found.tables[ALL].shape == table.shape
    assert all("language" not in one.input_groups for one in found.tables.values())
    assert all(one.system_groups == table.system_groups for one in found.tables.values())


def test_groups_of_systems(table):
    found = group_tables(table, "family", 2)
    assert found.of == "systems"
    assert found.tables["q"].systems == ("c", "d")
    assert found.tables["q"].inputs == table.inputs
    np.testing.assert_array_equal(group_labels(table, "family")[:, 0], ["p", "p", "q", "q"])


def test_what_is_refused(table):
    with pytest.raises(
        UnknownNameError, match=r"no grouping column is called 'lang'\. Did you mean 'language'"
    ):
        group_tables(table, "lang")
    with pytest.raises(
        DataError, match=r"0 of 3 groups by 'language' have at least 10 inputs \('de' 2, 'en' 2"
    ):
        group_tables(table, "language")
    twice = dataclasses.replace(table, input_groups={"language": ("all", "all", "b", "b", "b", "b")})
    with pytest.raises(DataError, match="one of the groups by 'language' is called 'all'"):
        group_tables(twice, "language", 2)
    with pytest.raises(ArgumentError, match="`smallest_group`"):
        ByGroups(by="language", smallest_group=0)
