"""What --drop-outliers and --drop-duplicates do to the data of every study that has them."""

from pathlib import Path

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.rerun import differences, rerun
from trueness.sources.origin import Origin


def table(name: str = "t", seed: int = 1) -> ScoreTable:
    rng = np.random.default_rng(seed)
    quality = np.append(rng.normal(size=11), -30.0)
    human = quality[:, None] + rng.normal(size=(12, 20))
    metrics = [quality[:, None] + rng.normal(size=(12, 20)) for _ in range(2)]
    return ScoreTable(
        (Scorer("people", "human"), Scorer("a"), Scorer("b")),
        tuple(f"s{k}" for k in range(12)),
        tuple(f"i{k}" for k in range(20)),
        np.stack([human, *metrics]),
        name=name,
    )


def test_compare_is_that_of_the_other_systems() -> None:
    data = table()
    found = trueness.compare(data, drop_outliers=5)
    by_hand = trueness.compare(data.select(systems=data.systems[:-1]))
    assert repr(found.estimates) == repr(by_hand.estimates)  # NaN is not NaN
    assert any("left out as outliers" in one.message and "s11" in one.message for one in found.cautions)
    assert trueness.compare(data).estimates[0].estimate > found.estimates[0].estimate


def test_a_pool_leaves_them_out_of_each_table() -> None:
    tables = {"x": table("x", 1), "y": table("y", 2)}
    found = trueness.pool(tables, drop_outliers=5)
    by_hand = trueness.pool({name: one.select(systems=one.systems[:-1]) for name, one in tables.items()})
    assert repr(found.estimates) == repr(by_hand.estimates)  # NaN is not NaN


def test_it_is_repeated_from_a_manifest(tmp_path: Path) -> None:
    """Also where those that are left have an outlier among them."""
    path = tmp_path / "scores.csv"
    trueness.write_scores(table(), path)
    read = trueness.read_scores(path)
    found = trueness.compare(read, human="people", drop_outliers=1.5)
    assert len(trueness.compare(found.table, human="people", drop_outliers=1.5).table.systems) < len(
        found.table.systems
    )
    manifest = read_manifest(write_manifest(manifest_of(found, Origin.of([path], {})), tmp_path / "m.json"))
    assert differences(manifest, rerun(manifest), tolerance=0.0) == []


@pytest.mark.parametrize("cutoff", [0, -1, float("nan"), float("inf")])
def test_the_cutoff_is_positive(cutoff: float) -> None:
    with pytest.raises(ArgumentError, match="drop_outliers"):
        trueness.compare(table(), drop_outliers=cutoff)
