"""A long table in a page: what is kept of it tells whether rows are the same, and every row can be had again."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import FormatError
from trueness.reporting import abridged as module
from trueness.reporting.abridged import Abridged
from trueness.reporting.manifest import manifest_of, read_manifest
from trueness.reporting.report import report_html, write_report
from trueness.reporting.rerun import differences, rerun

ROWS = [{"name": f"r{k}", "n": k, "x": math.sqrt(k), "y": None if k == 3 else -float(k)} for k in range(50)]


def changed(k, **values):
    return [{**row, **(values if place == k else {})} for place, row in enumerate(ROWS)]


def test_sums_are_those_of_numpy():
    kept = Abridged.of(ROWS)
    x = np.array([row["x"] for row in ROWS])
    assert kept.n_rows == 50
    assert kept.sums["x"] == pytest.approx((x.sum(), np.linspace(0, 1, 50) @ x), rel=1e-14)
    assert set(kept.sums) == {"x", "y"}
    assert Abridged.from_dict(kept.columns, json.loads(json.dumps(kept.to_dict()))) == kept


@pytest.mark.parametrize(
    ("values", "column"),
    [
        ({"x": 1.0}, "sum of x"),
        ({"y": 0.0}, "sum of y"),
        ({"y": None}, "names, verdicts and counts"),
        ({"name": "other"}, "names, verdicts and counts"),
        ({"n": 7}, "names, verdicts and counts"),
    ],
)
def test_one_other_value_is_found(values, column):
    kept = Abridged.of(ROWS)
    for tolerance in (0.0, 1e-12):
        assert column in kept.differing(changed(20, **values), tolerance)
        assert kept.differing(ROWS, tolerance) == {}
    assert kept.differing(ROWS[:-1], 0.0) == {"rows": (50, 49)}
    assert kept.differing([], 1e-12) == {"rows": (50, 0)}


def test_exchanged_numbers_are_found_and_the_last_bits_of_another_machine_are_not():
    kept = Abridged.of(ROWS)
    exchanged = [{**row, "x": ROWS[{4: 9, 9: 4}.get(k, k)]["x"]} for k, row in enumerate(ROWS)]
    assert "sum of x" in kept.differing(exchanged, 1e-12)  # by the weighted sum
    nudged = [{**row, "x": row["x"] * (1 + 2e-16)} for row in ROWS]
    assert kept.differing(nudged, 1e-12) == {}
    assert kept.differing(changed(20, x=math.nextafter(math.sqrt(20), 9)), 0.0)


@pytest.fixture
def path(tmp_path):
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(6, 1)) + rng.normal(size=(6, 10))
    names = ["people", "other", *(f"m{k}" for k in range(11))]
    values = np.stack([quality + (k % 5 + 1) / 3 * rng.normal(size=quality.shape) for k in range(len(names))])
    scorers = [Scorer(name, "human" if name in ("people", "other") else "metric") for name in names]
    table = ScoreTable(tuple(scorers), tuple("abcdef"), tuple(map(str, range(10))), values, name="made")
    return trueness.write_scores(table, tmp_path / "scores.csv")


@pytest.mark.usefixtures("outlined")
def test_a_page_leaves_rows_out_says_so_and_is_repeated(path, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_ROWS", 200)
    for name in ("manifest", "page", "view"):
        monkeypatch.setattr(f"trueness.reporting.{name}.MOST_ROWS", 200)
    monkeypatch.setattr("trueness.reporting.view.MOST_SHOWN_ROWS", 30)
    found = trueness.facets(path, human=["people", "other"], coefficient="pearson")
    page = write_report(found, tmp_path / "page.html", sources=[path])
    text = page.read_text(encoding="utf-8")
    n_tests = 2 * 2 * 55
    assert f"All {n_tests} rows at full precision are in the manifest" in text
    assert "This page has 50 of these 55 rows, those of the highest metrics first." in text
    assert 'data-csv="tests"' not in text
    assert 'data-json="tests"' not in text
    assert "rows (tests) it has a digest and sums" in text
    recorded = read_manifest(page)
    assert "tests" not in recorded.results
    assert recorded.abridged["tests"].n_rows == n_tests
    assert len(recorded.results["estimates"]) == 2 * 2 * 11
    again = rerun(recorded)
    assert differences(recorded, again) == []
    assert manifest_of(again).results["tests"] == manifest_of(found).results["tests"]
    other = trueness.facets(path, human=["people", "other"], coefficient="pearson", alpha=0.2)
    assert {one.column for one in differences(recorded, other) if one.table == "tests"} == {
        "names, verdicts and counts"
    }


def test_what_is_kept_is_checked_when_it_is_read(path, tmp_path):
    manifest = manifest_of(trueness.compare(path, human="people", coefficient="pearson")).for_page(50)
    good = manifest.to_dict()
    target = tmp_path / "m.json"
    for change, said in (
        (lambda one: one.update(rows=[[1] * len(one["columns"])]), "has rows although"),
        (lambda one: one["abridged"].update(n_rows=-1), "is negative"),
        (lambda one: one["abridged"]["sums"].update(estimate=[1.0]), "1 values in place of two"),
        (lambda one: one["abridged"].pop("sha256"), "abridged.sha256' is missing"),
    ):
        values = json.loads(json.dumps(good))
        change(values["results"]["tests"])
        target.write_text(json.dumps(values), encoding="utf-8")
        with pytest.raises(FormatError, match=said):
            read_manifest(target)
    target.write_text(json.dumps(good), encoding="utf-8")
    assert read_manifest(target).abridged == manifest.abridged


def test_pairs_of_systems_are_those_of_the_highest_first(monkeypatch):
    monkeypatch.setattr("trueness.reporting.view.MOST_ROWS", 60)
    monkeypatch.setattr("trueness.reporting.view.MOST_SHOWN_ROWS", 30)
    quality = (
        np.random.default_rng(2).permutation(12)[:, None] + np.random.default_rng(3).normal(size=(12, 8)) / 9
    )
    names = (tuple(f"s{k}" for k in range(12)), tuple(map(str, range(8))))
    found = trueness.systems(ScoreTable((Scorer("people", "human"),), *names, quality[None]), rng=1)
    text = report_html(found, manifest_of(found))
    assert "This page has 60 of these 66 rows, those of the highest systems first." in text
    shown = text[text.index('id="pairs"') : text.index('id="normality"')]
    order = np.argsort(quality.mean(axis=1)).tolist()
    # the six pairs that are left out are those of the four lowest with each other
    assert [shown.count(f">s{k}<") for k in order] == [8] * 4 + [11] * 8
