from __future__ import annotations

import csv
import dataclasses
import json

import numpy as np
import pytest
from tests.small_comparisons import counted_comparison, counted_table

from trueness.data.reading.read import read_scores
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.writing.write import write_scores
from trueness.errors import DataError
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.rerun import differences, rerun
from trueness.sources.origin import Origin
from trueness.studies.compare.study import compare
from trueness.studies.systems.study import systems


def write_csv(path, lines):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(lines)
    return path


@pytest.fixture
def lines():
    rng = np.random.default_rng(4)
    quality = rng.normal(size=(6, 8))
    cells = [(i, j) for i in range(6) for j in range(8)]
    return [
        ["sys", "doc", "relevance", "a", "b", "c", "unused"],
        *(
            [f"s{i}", f"d{j}", round(3 * quality[i, j]), *(quality[i, j] + rng.normal(size=3)).tolist(), 1.5]
            for i, j in cells
        ),
    ]


READING = {"columns": "system=sys,input=doc"}


@pytest.fixture
def manifest_path(tmp_path, lines):
    path = write_csv(tmp_path / "scores.csv", lines)
    table = read_scores(path, **READING).with_orientation(lower_is_better=["b"])
    comparison = compare(table, human="relevance", metrics=["a", "b", "c"], rng=11, resamples=99)
    return write_manifest(manifest_of(comparison, Origin.of([path], READING)), tmp_path / "manifest.json")


def test_a_rerun_gives_the_same_numbers(manifest_path):
    manifest = read_manifest(manifest_path)
    again = rerun(manifest)
    assert differences(manifest, again, tolerance=0.0) == []
    assert str(again.signature) == manifest.signature
    assert again.conclusions == manifest.conclusions
    assert not again.table.scorer("b").higher_is_better


def test_the_order_of_rows_and_columns_does_not_matter(manifest_path, lines, tmp_path):
    turned = [[row[k] for k in (0, 1, 6, 5, 4, 3, 2)] for row in [lines[0], *reversed(lines[1:])]]
    write_csv(tmp_path / "scores.csv", turned)
    manifest = read_manifest(manifest_path)
    assert differences(manifest, rerun(manifest), tolerance=0.0) == []


def test_files_may_have_moved(manifest_path, tmp_path):
    manifest = read_manifest(manifest_path)
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


def test_other_data_are_refused_with_both_fingerprints(manifest_path, lines, tmp_path):
    lines[1][3] += 1e-9
    path = write_csv(tmp_path / "scores.csv", lines)
    manifest = read_manifest(manifest_path)
    with pytest.raises(DataError, match="the data differ from those of the manifest") as caught:
        rerun(manifest)
    message = str(caught.value)
    assert manifest.tables["scores"]["fingerprint"] in message
    assert len([word for word in message.replace(".", " ").replace(",", " ").split() if len(word) == 64]) == 2
    assert f"Not as recorded: '{path}'" in message


def test_a_system_that_is_gone_is_named(manifest_path, lines, tmp_path):
    write_csv(tmp_path / "scores.csv", [line for line in lines if line[0] != "s3"])
    with pytest.raises(DataError, match="differ from those of the manifest: no system is called 's3'"):
        rerun(read_manifest(manifest_path))


def test_without_sources_there_is_nothing_to_read(plain_comparison):
    with pytest.raises(DataError, match=r"leaves open where its data came from.*`sources` in Python, --data"):
        rerun(manifest_of(plain_comparison))
    assert (
        differences(
            manifest_of(plain_comparison),
            rerun(manifest_of(plain_comparison), sources=[plain_comparison.table]),
        )
        == []
    )


def test_a_report_can_be_rerun(comparison, comparison_page):
    manifest = read_manifest(comparison_page)
    again = rerun(manifest, sources=[comparison.table])
    assert differences(manifest, again, tolerance=0.0) == []


def test_a_changed_number_is_found(plain_comparison):
    manifest = manifest_of(plain_comparison)
    values = json.loads(json.dumps(manifest.results))
    values["tests"][0]["pvalue"] += 1e-13
    changed = dataclasses.replace(manifest, results=values)
    (found,) = differences(changed, plain_comparison)
    row = plain_comparison.tests[0]
    assert (found.table, found.column, found.found) == ("tests", "pvalue", row.pvalue)
    assert row.metric in found.row
    assert differences(changed, plain_comparison, tolerance=1e-12) == []
    elsewhere = dataclasses.replace(changed, software={**manifest.software, "numpy": "1.0.0"})
    assert differences(elsewhere, plain_comparison) == []


def test_rows_that_are_only_on_one_side_are_found(plain_comparison):
    manifest = manifest_of(plain_comparison)
    fewer = dataclasses.replace(plain_comparison, ranks=plain_comparison.ranks[1:])
    (found,) = differences(manifest, fewer)
    assert (found.table, found.recorded, found.found) == ("ranks", "a row", "no row")
    (found,) = differences(manifest_of(fewer), plain_comparison)
    assert (found.recorded, found.found) == ("no row", "a row")


def test_without_tests(plain_comparison):
    once = compare(plain_comparison.table, tests=False, rng=2, resamples=19)
    manifest = manifest_of(once)
    again = rerun(manifest, sources=[once.table])
    assert again.tests == ()
    assert differences(manifest, again) == []


def test_systems_that_differ_by_another_scorer_only_are_no_copies_in_a_rerun():
    values = np.random.default_rng(1).normal(size=(2, 4, 12))
    values[0, 1] = values[0, 0]
    values = np.concatenate([values, values[:, 3:]], axis=1)
    scorers = (Scorer("a", "human"), Scorer("b", "metric"))
    table = ScoreTable(scorers, tuple("vwxyz"), tuple(map(str, range(12))), values)
    found = systems(table, scorers="a", drop_duplicates=True, rng=1, resamples=99)
    assert [row.system for row in found.standing] == ["v", "w", "x", "y"]
    recorded = manifest_of(found)
    assert differences(recorded, rerun(recorded, sources=[table]), tolerance=0) == []


def test_what_was_left_out_before_gives_no_difference(tmp_path):
    rng = np.random.default_rng(4)
    lines = ["system,input,human,a,b"]
    for i in range(6):
        for j in range(5):
            human = "" if j == 3 or i == 2 else round(float(rng.normal()), 3)
            lines.append(f"s{i},d{j},{human},{rng.normal():.3f},{rng.normal():.3f}")
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(lines) + "\n")
    found = compare(read_scores(path), human="human", resamples=49, rng=1)
    assert any("left out" in caution.message for caution in found.cautions)
    assert any("taken for metrics" in caution.message for caution in found.cautions)
    manifest = read_manifest(write_manifest(manifest_of(found, Origin.of([path])), tmp_path / "m.json"))
    assert differences(manifest, rerun(manifest)) == []


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("aggregate", ["corpus", "mean", "median"])
def test_system_scores_come_about_again_as_recorded(tmp_path, suffix, aggregate):
    path = write_scores(counted_table(), tmp_path / f"scores.{suffix}")
    comparison = counted_comparison(aggregate=aggregate)
    manifest = read_manifest(
        write_manifest(manifest_of(comparison, Origin.of([path])), tmp_path / "manifest.json")
    )
    assert manifest.settings.aggregate == aggregate
    again = rerun(manifest)
    assert differences(manifest, again, tolerance=0.0) == []
    assert str(again.signature) == manifest.signature


def test_without_their_statistics_the_data_are_others(tmp_path):
    path = write_scores(counted_table(), tmp_path / "scores.csv")
    recorded = manifest_of(counted_comparison(), Origin.of([path]))
    manifest = read_manifest(write_manifest(recorded, tmp_path / "manifest.json"))
    (tmp_path / "scores.csv.meta.json").unlink()
    with pytest.raises(DataError, match="from those of the manifest"):
        rerun(manifest)


def test_a_rerun_puts_statistics_in_the_recorded_order(tmp_path):
    table = counted_table()
    path = write_scores(table, tmp_path / "scores.csv")
    recorded = manifest_of(counted_comparison(), Origin.of([path]))
    manifest = read_manifest(write_manifest(recorded, tmp_path / "manifest.json"))
    turned = table.select()
    order, places = list(reversed(range(9))), list(range(6, 12)) + list(range(6))
    turned = dataclasses.replace(
        turned,
        systems=tuple(table.systems[i] for i in order),
        inputs=tuple(table.inputs[j] for j in places),
        values=table.values[:, order][:, :, places],
        corpus={name: part.part(order, places) for name, part in table.corpus.items()},
    )
    assert differences(manifest, rerun(manifest, sources=[turned]), tolerance=0.0) == []


def test_manifests_from_before_a_column_that_is_empty_are_still_reproduced(tmp_path):
    manifest = manifest_of(counted_comparison())
    older = {
        table: [{key: value for key, value in row.items() if value != ""} for row in rows]
        for table, rows in manifest.results.items()
    }
    newer = {table: [{**row, "group": ""} for row in rows] for table, rows in manifest.results.items()}
    for results in (older, newer):
        found = dataclasses.replace(manifest, results=results)
        assert differences(found, counted_comparison(), tolerance=0.0) == []
    named = {table: [{**row, "group": "de"} for row in rows] for table, rows in manifest.results.items()}
    assert differences(dataclasses.replace(manifest, results=named), counted_comparison(), tolerance=0.0)
