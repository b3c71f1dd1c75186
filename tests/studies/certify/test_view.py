"""The page of a certification: self-contained and repeatable, every table in it, every name escaped."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import DataError, UnknownNameError
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.report import report_html, result_html
from trueness.reporting.rerun import differences, rerun
from trueness.studies.certify import interval_coverage
from trueness.studies.certify import view as module
from trueness.studies.certify.certified_scenarios import certified_scenarios
from trueness.studies.certify.kept_results import MissingCells
from trueness.studies.certify.study import certify
from trueness.studies.certify.view import CertificationView

FEW = {
    "tests": ("sign_flip", "williams"),
    "intervals": "fisher",
    "coefficient": "pearson",
    "runs": 5,
    "resamples": 39,
    "workers": 1,
}
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(autouse=True, scope="module")
def few_tables():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interval_coverage, "POPULATION_TABLES", 2)
        yield


def table():
    rng = np.random.default_rng(0)
    human = rng.normal(size=(8, 1)) + rng.normal(size=(8, 12))
    scorers = (Scorer("human", "human"), *(Scorer(name, "metric") for name in (HOSTILE, "b", "c")))
    scores = [human, *(human + k * rng.normal(size=human.shape) for k in (1, 2, 3))]
    names = tuple(f"s{k}" for k in range(8)), tuple(f"i{k}" for k in range(12))
    return ScoreTable(scorers, *names, np.stack(scores), name="T&<b>")


@pytest.fixture(scope="module")
def found():
    return certify(certified_scenarios("quick")[:2], table=table(), rng=4, **FEW)


def page_of(result):
    return report_html(result, manifest_of(result))


@pytest.mark.usefixtures("outlined")
def test_the_page_holds_every_table(found):
    gap = MissingCells("one", 10, 20, "tests", (("a", "system", "pearson"),), 3.0)
    page = page_of(dataclasses.replace(found, missing=(gap,)))
    assert {spec.name for spec, _ in CertificationView().tables(found)} == set(found.TABLES)
    for name in ("at-a-glance", "tests", "intervals", "not-run", "rates", "coverages", "missing"):
        assert page.count(f'<section id="{name}"') == 1
        assert f'href="#{name}"' in page
    for sentence in found.conclusions:
        assert sentence in page
    for name in ("rates.csv", "coverages.csv", "missing.csv"):
        assert f'download="{name}"' in page
    assert "<h1>Certification of tests and intervals</h1>" in page
    assert "2 tests · 1 interval · 5 scenarios · like T&amp;&lt;b&gt;" in page
    assert '<a href="#not-run">not run</a>' in page


@pytest.mark.usefixtures("outlined")
def test_the_first_screen_has_the_sizes_and_a_chapter_the_coverages(found):
    view = CertificationView()
    page = view.page(found)
    (sizes,) = page.head.glance
    keys = {(row.level, row.coefficient) for row in found.rates}
    assert len(sizes.choices) == len(keys) > 1
    assert all(picture.figure.name.startswith("sizes-") for _, (picture,) in sizes.choices)
    assert {row["test"] for row in found.plot().data} == set(FEW["tests"])
    (coverages,) = next(chapter for chapter in page.chapters if chapter.name == "figures").blocks
    assert all(picture.figure.name.startswith("coverages-") for _, (picture,) in coverages.choices)
    names = [figure.name for figure in view.figures(dataclasses.replace(found, rates=()))]
    assert names == [picture.figure.name for _, (picture,) in coverages.choices]
    assert view.figures(dataclasses.replace(found, rates=(), coverages=())) == ()


def test_names_are_escaped_and_the_same_result_is_the_same_page(found):
    page = page_of(found)
    assert HOSTILE not in page
    assert page == page_of(found)
    assert "&lt;script&gt;alert" in page


@pytest.mark.usefixtures("outlined")
def test_long_tables_are_files_to_download(found, monkeypatch):
    monkeypatch.setattr(module, "MOST_PRINTED_ROWS", 3)
    page = page_of(found)
    assert "<summary>All rows</summary>" not in page
    assert 'download="rates.csv"' in page


def test_a_notebook_shows_the_sizes(found):
    shown = result_html(found)
    assert "Rejection rates" in shown


def test_the_manifest_repeats_grid_and_table(found, tmp_path):
    recorded = read_manifest(write_manifest(manifest_of(found), tmp_path / "m.json"))
    assert recorded.selection.scenarios == tuple(one.name for one in certified_scenarios("quick")[:2])
    assert recorded.selection.metrics == (HOSTILE, "b", "c")
    with pytest.raises(DataError, match="leaves open where its"):
        rerun(recorded)
    again = rerun(recorded, sources=[table()], workers=1)
    assert differences(recorded, again) == []
    assert again == found


def test_a_study_without_data_is_repeated_from_its_manifest_alone(tmp_path, monkeypatch):
    found = certify(certified_scenarios("quick")[:1], **FEW)
    recorded = read_manifest(write_manifest(manifest_of(found), tmp_path / "m.json"))
    assert recorded.tables == {}
    assert differences(recorded, rerun(recorded, workers=1)) == []
    with pytest.raises(DataError, match="no data"):
        rerun(recorded, sources=[table()])
    own = [dataclasses.replace(certified_scenarios("quick")[0], name="my own")]
    recorded = read_manifest(write_manifest(manifest_of(certify(own, **FEW)), tmp_path / "own.json"))
    with pytest.raises(UnknownNameError, match="made in Python"):
        rerun(recorded)
