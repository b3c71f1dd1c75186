"""Few clusters are warned of, and groups of systems that nothing was made of are named."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.cluster_cautions import cluster_cautions
from trueness.studies.compare.study import compare


def table(n=24, m=8, **options):
    rng = np.random.default_rng(3)
    human = rng.normal(size=(n, m)) + rng.normal(size=(n, 1))
    metrics = human + 0.3 * rng.normal(size=(2, n, m))
    scorers = (Scorer("human", "human"), Scorer("a"), Scorer("b"))
    names = [tuple(f"{kind}{i:02}" for i in range(size)) for kind, size in (("s", n), ("d", m))]
    return ScoreTable(scorers, names[0], names[1], np.concatenate([human[None], metrics]), **options)


def said(given, **clusters):
    arrays = ScoreArrays.of(given.values[1:], given.values[0], **clusters)
    return {caution.code: caution for caution in cluster_cautions(given, arrays)}


def families(size):
    return tuple(f"f{k // size}" for k in range(24))


def test_few_clusters_are_a_warning():
    given = table(system_groups={"family": families(3)})
    (few,) = said(given, system_clusters=families(3)).values()
    assert (few.code, few.severity) == ("few_clusters", "warning")
    assert "The 24 systems are in 8 clusters" in few.message
    assert few.message == (
        "The 24 systems are in 8 clusters, so only 8 are independent. Collect more clusters: more systems of the same "
        "ones help little."
    )
    assert not said(given, system_clusters=[k % 10 for k in range(24)])
    (few,) = said(table(), clusters=[0, 0, 0, 1, 1, 1, 2, 2]).values()
    assert "The 8 inputs are in 3 clusters" in few.message
    assert few.message.endswith("For these inputs alone: --applies-to systems.")
    (few,) = said(table(), clusters=[0, 1, 2, 3, 4, 5, 5, 5]).values()
    assert "hardly any" not in few.message
    documents = {"document": ("a", "a", "b", "b", "c", "c", "d", "d")}
    remedy = {"clusters": "document", "applies_to": "systems", "level": "system", "rng": 1}
    assert compare(table(input_groups=documents), **remedy).tests


def test_groups_of_systems_that_were_not_used_are_named():
    groups = {"family": families(4), "team": families(1), "lab": ("x",) * 24}
    (unused,) = said(table(system_groups=groups)).values()
    assert (unused.code, unused.severity) == ("unused_system_clusters", "note")
    assert "grouped by 'family' (6 groups), but taken for independent" in unused.message
    people = {"type": ("reference",) * 2 + ("peer",) * 22}
    assert not said(table(system_groups=people))
    assert not said(table())


def test_they_stand_with_the_other_cautions():
    given = table(system_groups={"family": families(4)})
    asked = {"rng": 1, "level": "system", "coefficient": "pearson"}
    codes = [
        {one.code for one in compare(given, **asked, **more).cautions}
        for more in ({}, {"system_clusters": "family"})
    ]
    assert "unused_system_clusters" in codes[0]
    assert "few_clusters" not in codes[0]
    assert "few_clusters" in codes[1]
    assert "unused_system_clusters" not in codes[1]


def test_one_family_of_copies_of_every_system_moves_nothing():
    """Clusters of equal copies give the interval, the p-value and the decision of one system of each."""
    one = table(n=12)
    systems = tuple(f"{name}-{copy}" for name in one.systems for copy in (1, 2, 3))
    three = ScoreTable(
        one.scorers,
        systems,
        one.inputs,
        np.repeat(one.values, 3, axis=1),
        system_groups={"family": tuple(name.split("-")[0] for name in systems)},
    )
    asked = {"rng": 1, "coefficient": "pearson", "applies_to": "systems"}
    single, family, plain = (
        compare(one, **asked),
        compare(three, **asked, system_clusters="family"),
        compare(three, **asked),
    )
    for row, expected, narrower in zip(family.estimates, single.estimates, plain.estimates, strict=True):
        np.testing.assert_allclose(
            [row.estimate, row.low, row.high], [expected.estimate, expected.low, expected.high], rtol=1e-9
        )
        assert narrower.high - narrower.low < row.high - row.low
    for row, expected in zip(family.tests, single.tests, strict=True):
        np.testing.assert_allclose(row.pvalue, expected.pvalue, rtol=1e-9)
    assert "sysclusters:family" in str(family.signature)
    assert "sysclusters" not in str(plain.signature)
