"""The published numbers of Deutsch, Dror & Roth (2021) come out."""

from __future__ import annotations

import collections
import contextlib
import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@contextlib.contextmanager
def loaded(name):
    """Load a program of the folder as a module."""
    path = ROOT / "reproductions" / "deutsch2021" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"deutsch2021_{name}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


@pytest.fixture(scope="module")
def script():
    with loaded("reproduce") as module:
        yield module


@pytest.fixture(scope="module")
def found(script, test_data):
    folder = test_data / "data" / "deutsch2021"
    return {
        source.name: script.analyse(script.load(source, folder), source, test_resamples=1999)
        for source in script.SOURCES
    }


@pytest.fixture(scope="module")
def rows(script, found):
    return script.beside_published(script.published_rows(), found)


def test_every_number_that_has_to_agree_agrees(rows):
    assert not [row for row in rows if row["verdict"] == "DIFFERS"]
    assert not [row for row in rows if row["required"] == "yes" and row["verdict"] != "agrees"]


def test_table_2_is_matched_to_the_printed_digits_in_all_rows_that_can_be_reached(rows):
    table = [row for row in rows if row["where"] == "table 2"]
    verdicts = collections.Counter(row["verdict"] for row in table)
    # 14 scorers on two data sets at two levels; ROUGE-SU4 of REALSumm is not recorded
    assert verdicts == {"agrees": 54, "not reachable": 2}
    assert {row["check"] for row in table if row["verdict"] == "agrees"} == {"digits"}


def test_the_interval_of_rouge_2_is_within_three_hundredths(rows):
    (low,) = [row for row in rows if (row["dataset"], row["quantity"]) == ("SummEval", "kendall_low")]
    (high,) = [row for row in rows if (row["dataset"], row["quantity"]) == ("SummEval", "kendall_high")]
    assert float(low["reproduced"]) == pytest.approx(-0.09, abs=0.03)
    assert float(high["reproduced"]) == pytest.approx(0.84, abs=0.03)


def test_a_number_that_does_not_agree_is_found(script, found):
    published = script.published_rows()
    wrong = next(row for row in published if row["quantity"] == "shapiro_pvalue" and row["scorer"] == "human")
    (row,) = script.beside_published([{**wrong, "published": "0.53"}], found)
    assert row["verdict"] == "DIFFERS"


def test_both_data_sets_have_thirteen_metrics_and_families_of_the_papers_size(found):
    for done in found.values():
        assert len(done.per_metric.metrics) == 13
        assert {row.family_size for row in done.per_metric.tests} == {12}
        assert {row.family_size for row in done.per_level.tests} == {78}


@pytest.mark.parametrize(
    ("check", "published", "tolerance", "value", "expected"),
    [
        ("digits", "0.52", "", 0.5249, True),
        ("digits", "0.52", "", 0.5251, False),
        ("digits", "75.0", "", 75.0, True),
        ("digits", "0.00", "", 0.0049, True),
        ("within", "-0.09", "0.03", -0.1199, True),
        ("within", "-0.09", "0.03", -0.1201, False),
        ("at_least", "7", "", 7.0, True),
        ("at_least", "7", "", 6.0, False),
        ("at_most", "0", "", 0.0, True),
        ("at_most", "0", "", 1.0, False),
        ("above", "0.05", "", 0.05, False),
        ("above", "0.05", "", 0.051, True),
    ],
)
def test_what_counts_as_agreement(script, check, published, tolerance, value, expected):
    assert script.agrees(check, published, tolerance, value) is expected


def test_published_numbers_are_complete_and_known(script):
    rows = script.published_rows()
    keys = [(row["where"], row["dataset"], row["level"], row["scorer"], row["quantity"]) for row in rows]
    assert len(set(keys)) == len(keys)
    for row in rows:
        float(row["published"])
        assert row["quantity"] in script.QUANTITIES
        assert row["required"] in {"yes", "no"}
        assert row["where"]
        if row["check"] == "unreachable":
            assert row["required"] == "no"
            assert row["remark"]
        else:
            script.agrees(row["check"], row["published"], row["tolerance"], 0.0)


def test_an_unknown_check_is_refused(script):
    with pytest.raises(ValueError, match="no check 'nearly'"):
        script.agrees("nearly", "1", "", 1.0)


def test_a_folder_without_scores_is_named(script, tmp_path):
    with pytest.raises(FileNotFoundError, match="fabbri2020"):
        script.load(script.SOURCES[0], tmp_path)


def test_williams_separates_as_many_wmt_metrics_as_published(test_data):
    with loaded("wmt19") as wmt19:
        found = wmt19.williams_counts(test_data / "data" / "wmt19")
        # section 5.2 of the paper
        assert found["pairs"] == 231
        assert found["significant_pairs"] == 81
        assert found["significant_pairs_shifted"] == 3
        assert f"{found['mean_pearson']:.1f}" == wmt19.published()["mean_pearson"] == "0.9"
        assert found.keys() == wmt19.published().keys()


def test_wmt_scores_that_are_not_there_are_asked_for(tmp_path, monkeypatch, capsys):
    with loaded("wmt19") as wmt19:
        monkeypatch.setattr(sys, "argv", ["wmt19.py", "--data", str(tmp_path)])
        assert wmt19.main() == 2
        assert "DA-syslevel.csv" in capsys.readouterr().err


@pytest.mark.slow
def test_the_program_writes_the_comparison_and_the_figures(script, test_data, tmp_path, monkeypatch, capsys):
    folder = test_data / "data" / "deutsch2021"
    monkeypatch.setattr(sys, "argv", ["reproduce.py", "--data", str(folder), "--out", str(tmp_path)])
    assert script.main() == 0
    assert "76 agrees, 4 not reachable, 2 reads differently" in capsys.readouterr().out
    stems = {f"figure{number}-{name}" for number in (4, 5, 6) for name in ("summeval", "realsumm")}
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {f"{stem}{suffix}" for stem in stems for suffix in (".svg", ".png")} | {"comparison.csv"}
