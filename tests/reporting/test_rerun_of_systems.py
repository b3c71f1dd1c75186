"""Any study is repeated from its manifest, here systems: the same numbers, or a clear word why not."""

from __future__ import annotations

import csv
import dataclasses
import json

import numpy as np
import pytest
from tests.small_comparisons import hostile_table

from trueness.data.reading.read import read_scores
from trueness.errors import DataError
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.rerun import differences, rerun
from trueness.sources.origin import Origin
from trueness.studies.systems.study import systems

READING = {"columns": "system=sys,input=doc"}


def write_csv(path, lines):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(lines)
    return path


@pytest.fixture
def lines():
    rng = np.random.default_rng(4)
    quality = np.arange(6)[:, None] + rng.normal(size=(6, 12))
    return [
        ["sys", "doc", "relevance", "a", "b", "unused"],
        *(
            [f"s{i}", f"d{j}", round(3 * quality[i, j]), *(quality[i, j] + rng.normal(size=2)).tolist(), 1.5]
            for i in range(6)
            for j in range(12)
        ),
    ]


@pytest.fixture
def written(tmp_path, lines):
    path = write_csv(tmp_path / "scores.csv", lines)
    table = read_scores(path, **READING).with_orientation(lower_is_better=["b"])
    found = systems(
        table,
        scorers="{relevance,a,b}",
        human="relevance",
        people="s[45]",
        rng=11,
        resamples=99,
        test="bootstrap",
    )
    return write_manifest(manifest_of(found, Origin.of([path], READING)), tmp_path / "manifest.json")


def test_a_rerun_gives_the_same_numbers(written):
    manifest = read_manifest(written)
    again = rerun(manifest, workers=2, chunk=1)
    assert differences(manifest, again, tolerance=0.0) == []
    assert str(again.signature) == manifest.signature
    assert (again.conclusions, again.selection) == (manifest.conclusions, manifest.selection)
    assert again.people == ("s4", "s5")
    assert not again.table.scorer("b").higher_is_better


def test_the_order_of_rows_and_columns_does_not_matter(written, lines, tmp_path):
    write_csv(
        tmp_path / "scores.csv", [[row[k] for k in (0, 1, 5, 4, 3, 2)] for row in [lines[0], *lines[:0:-1]]]
    )
    manifest = read_manifest(written)
    assert differences(manifest, rerun(manifest), tolerance=0.0) == []


def test_files_may_have_moved(written, tmp_path):
    manifest = read_manifest(written)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "scores.csv").rename(elsewhere / "s.csv")
    with pytest.raises(
        DataError, match=r"scores\.csv' of the manifest is missing.*`sources` in Python, --data"
    ):
        rerun(manifest)
    assert differences(manifest, rerun(manifest, sources=[elsewhere / "s.csv"])) == []
    table = read_scores(elsewhere / "s.csv", **READING)
    assert differences(manifest, rerun(manifest, sources=[table])) == []


def test_other_data_are_refused_with_both_fingerprints(written, lines, tmp_path):
    lines[1][3] += 1e-9
    path = write_csv(tmp_path / "scores.csv", lines)
    manifest = read_manifest(written)
    with pytest.raises(DataError, match="the data differ from those of the manifest") as caught:
        rerun(manifest)
    message = str(caught.value)
    assert manifest.tables["scores"]["fingerprint"] in message
    assert f"Not as recorded: '{path}'" in message


@pytest.mark.parametrize(
    ("gone", "message"), [("s3", "no system is called 's3'"), ("d3", "no input is called 'd3'")]
)
def test_a_name_that_is_gone_is_named(written, lines, tmp_path, gone, message):
    write_csv(tmp_path / "scores.csv", [line for line in lines if gone not in line])
    with pytest.raises(DataError, match=f"from those of the manifest: {message}"):
        rerun(read_manifest(written))


def test_without_sources_there_is_nothing_to_read():
    found = systems(hostile_table(), rng=1, resamples=9)
    manifest = manifest_of(found)
    with pytest.raises(DataError, match=r"leaves open where its data came from.*`sources` in Python, --data"):
        rerun(manifest)
    assert differences(manifest, rerun(manifest, sources=[found.table])) == []


@pytest.mark.parametrize("options", [{"test": "t"}, {"alternative": "greater"}, {"clusters": "dom<ain>"}])
def test_whatever_was_asked(options):
    found = systems(hostile_table(missing=True), rng=1, resamples=49, **options)
    manifest = manifest_of(found)
    assert differences(manifest, rerun(manifest, sources=[found.table]), tolerance=0.0) == []


def test_copies_of_systems_that_were_left_out_stay_out():
    table = hostile_table()
    values = table.values.copy()
    values[:, 3] = values[:, 1]
    found = systems(dataclasses.replace(table, values=values), drop_duplicates=True, rng=1, resamples=9)
    assert len(found.table.systems) == 8
    manifest = manifest_of(found)
    assert differences(manifest, rerun(manifest, sources=[found.table])) == []


def test_a_changed_number_is_found():
    found = systems(hostile_table(), rng=1, resamples=49)
    manifest = manifest_of(found)
    values = json.loads(json.dumps(manifest.results))
    values["pairs"][0]["pvalue"] += 1e-13
    changed = dataclasses.replace(manifest, results=values)
    (difference,) = differences(changed, found)
    row = found.pairs[0]
    assert (difference.table, difference.column, difference.found) == ("pairs", "pvalue", row.pvalue)
    assert all(name in difference.row for name in (row.scorer, row.system, row.rival_system))
    assert differences(changed, found, tolerance=1e-12) == []
    elsewhere = dataclasses.replace(changed, software={**manifest.software, "numpy": "1.0.0"})
    assert differences(elsewhere, found) == []


def test_a_changed_decision_is_a_change_of_one_row():
    """What was decided is no name: a row with another verdict is the same row."""
    found = systems(hostile_table(), rng=1, resamples=49)
    values = json.loads(json.dumps(manifest_of(found).results))
    values["pairs"][0]["verdict"] = values["choices"][0]["outcome"] = "changed"
    changed = dataclasses.replace(manifest_of(found), results=values)
    assert [(one.table, one.column, one.recorded) for one in differences(changed, found)] == [
        ("pairs", "verdict", "changed"),
        ("choices", "outcome", "changed"),
    ]


def test_rows_that_are_only_on_one_side_are_found():
    found = systems(hostile_table(), rng=1, resamples=49)
    fewer = dataclasses.replace(found, standing=found.standing[1:])
    (difference,) = differences(manifest_of(found), fewer)
    assert (difference.table, difference.recorded, difference.found) == ("standing", "a row", "no row")
    (difference,) = differences(manifest_of(fewer), found)
    assert (difference.recorded, difference.found) == ("no row", "a row")
