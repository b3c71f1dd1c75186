"""The published numbers of Deutsch, Dror & Roth (2021) come out."""

from __future__ import annotations

import collections
import csv
import dataclasses
import functools
import gzip
import importlib
import json
import math
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2_contingency

import trueness
from trueness.data.texts.texts import Texts
from trueness.methods import permutation
from trueness.parallel.fingerprint import fingerprint
from trueness.studies.certify.held_out_coverage import HeldOutCoverage, mark_closest

FOLDER = Path(__file__).parents[2] / "reproductions" / "deutsch2021"
with (FOLDER / "published.csv").open(encoding="utf-8", newline="") as file:
    PUBLISHED = list(csv.DictReader(file))


def key_of(row):
    return tuple(row[name] for name in ("where", "dataset", "level", "coefficient", "scorer", "quantity"))


@pytest.fixture(scope="module")
def programs():
    """The programs of the folder by name, loaded as they are run, their neighbours at hand; a file is read once."""
    names = [path.stem for path in FOLDER.glob("*.py")]
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        for reader in ("read_scores", "load_dataset_texts"):
            patch.setattr(trueness, reader, functools.cache(getattr(trueness, reader)))
        for name in names:
            patch.delitem(sys.modules, name, raising=False)
        yield {name: importlib.import_module(name) for name in names}
        for name in names:
            sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def script(programs):
    return programs["reproduce"]


@pytest.fixture(scope="module")
def tables_and_rescored(programs, script, test_data):
    """The scores with all metrics, and what ROUGE-SU4 they come by."""
    folder = test_data / "data"
    rescored = []
    scores = programs["scores"]

    def rouge_su4(texts, recorded):
        rescored.append(programs["realsumm_su4"].rouge_su4(texts, recorded))
        return rescored[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scores, "rouge_su4", rouge_su4)
        found = {
            source.name: script.load_all(source, folder / "deutsch2021", folder)
            for source in script.at_hand(None)
        }
    (once,) = rescored
    return found, once


@pytest.fixture(scope="module")
def tables(tables_and_rescored):
    return tables_and_rescored[0]


@pytest.fixture(scope="module")
def monkeypatch_module():
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="module")
def found(script, tables, test_data, monkeypatch_module):
    """All that reproduce.py finds, from short simulations.

    Figures 5 and 6 correct the same p-values: these are counted once.
    """
    count = permutation.permutation_exceedances
    counted = {}

    def once(*given, **named):
        key = fingerprint("permutation", *given, named)
        if key not in counted:
            counted[key] = count(*given, **named)
        return counted[key]

    monkeypatch_module.setattr(permutation, "permutation_exceedances", once)
    folder = test_data / "data" / "deutsch2021"
    judged = script.judged_texts(folder, test_data / "data")
    given = {"tests": script.PUBLISHED_TESTS, "trials": 3, "resamples": 199, "workers": 1}
    return script.Found(
        {
            source.name: script.analyse(tables[source.name], source, test_resamples=999)
            for source in script.at_hand(None)
        },
        {
            source.name: script.coverages(source, folder, splits=200, resamples=199, workers=1)
            for source in script.at_hand(None)
        },
        script.powers(*judged, (5, 50, 100), **given),
        script.williams_counts(test_data / "data" / "wmt19"),
    )


@pytest.fixture(scope="module")
def rows(script, found):
    return script.beside_published(script.published_rows(), found)


@pytest.mark.parametrize("where", sorted({row["where"] for row in PUBLISHED}))
def test_numbers(rows, where):
    """Each number that the paper prints, and each sentence that sets a bound, by table, figure or section."""
    published = [key_of(row) for row in PUBLISHED if row["where"] == where]
    here = [row for row in rows if row["where"] == where]
    assert sorted(map(key_of, here)) == sorted(published)
    allowed = {"yes": {"agrees"}, "no": {"agrees", "reads differently"}}
    wrong = {
        key_of(row): row["verdict"]
        for row in here
        if row["verdict"]
        not in ({"not reachable"} if row["dataset"] == "TAC'08" else allowed[row["required"]])
    }
    assert wrong == {}
    assert all(row["cause"] for row in here if row["verdict"] != "agrees" or row["required"] != "yes")


def test_table_2_is_matched_to_the_printed_digits_in_all_rows(rows):
    table = [row for row in rows if row["where"] == "table 2"]
    verdicts = collections.Counter(row["verdict"] for row in table)
    # 14 scorers on two data sets at two levels
    assert verdicts == {"agrees": 56}
    assert {row["check"] for row in table} == {"digits"}


def test_a_number_that_does_not_agree_is_found(script, found):
    published = script.published_rows()
    wrong = next(row for row in published if row["quantity"] == "shapiro_pvalue" and row["scorer"] == "human")
    (row,) = script.beside_published([{**wrong, "published": "0.53"}], found)
    assert row["verdict"] == "DIFFERS"


def test_both_data_sets_have_thirteen_metrics_and_families_of_the_papers_size(found):
    for done in found.analyses.values():
        assert len(done.per_metric.metrics) == 13
        assert {row.family_size for row in done.per_metric.tests} == {12}
        assert {row.family_size for row in done.per_level.tests} == {78}
        assert {row.family_size for row in done.ranks.tests} == {12}


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
        # 2.576 standard errors of the difference of two proportions, .0461 for 1000 and 1000 at .8, and rounding
        ("simulated", "0.80", "1000", 0.8510, True),
        ("simulated", "0.80", "1000", 0.8512, False),
        ("simulated", "1.00", "1000", 0.994, False),
    ],
)
def test_what_counts_as_agreement(script, check, published, tolerance, value, expected):
    assert script.agrees(check, published, tolerance, value) is expected


def test_published_numbers_are_complete_and_known(script):
    rows = script.published_rows()
    keys = [key_of(row) for row in rows]
    assert len(set(keys)) == len(keys)
    for row in rows:
        float(row["published"])
        assert row["quantity"] in script.QUANTITIES
        assert row["required"] in {"yes", "no"}
        assert row["where"]
        script.agrees(row["check"], row["published"], row["tolerance"], 0.0)


def test_an_unknown_check_is_refused(script):
    with pytest.raises(ValueError, match="no check 'nearly'"):
        script.agrees("nearly", "1", "", 1.0)


def test_a_folder_without_scores_is_named(script, tmp_path):
    with pytest.raises(FileNotFoundError, match="fabbri2020"):
        script.load_all(script.at_hand(None)[0], tmp_path, None)


@pytest.fixture(scope="module")
def tac(tmp_path_factory):
    """A folder with scores of the form that the authors' repository has for TAC'08; the numbers are made."""
    rng = np.random.default_rng(8)
    folder = tmp_path_factory.mktemp("authors")
    (folder / "tac2008").mkdir()
    own = {
        "responsiveness": (
            "overall_responsiveness",
            *(f"rouge-{kind}_recall" for kind in ("1", "2", "l", "su4")),
        ),
        "autosummeng": ("AutoSummENG", "MeMoG", "NPowER"),
        "others": ("bertscore_recall", "BEwTE_recall", "METEOR", "MoverScore", "qa-eval_f1", "s3_resp"),
    }
    for name, columns in own.items():
        lines = [
            {
                "instance_id": f"d08{topic:02d}-A",
                "summarizer_id": str(system),
                "summarizer_type": "peer",
                "metrics": {column: system / 10 + rng.normal() for column in columns},
            }
            for system in range(9 if name == "responsiveness" else 12)  # people judged some of the systems
            for topic in range(8)
        ]
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        (folder / "tac2008" / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return folder


def test_tac_is_read_where_the_user_has_it(programs, tac, tmp_path):
    scores = programs["scores"]
    assert scores.at_hand(None) == scores.at_hand(tmp_path) == scores.SOURCES
    assert scores.at_hand(tac)[-1] is scores.TAC08
    table = scores.load_all(scores.TAC08, tac, None)
    assert (len(table.systems), len(table.inputs)) == (9, 8)
    assert set(table.scorer_names) == {"overall_responsiveness", *scores.TAC08.metrics, scores.SU4}
    assert len(table.scorer_names) == 1 + 13


def test_every_number_of_tac_is_computed_where_the_user_has_it(script, found, tac):
    source = script.TAC08
    table = script.load_all(source, tac, None)
    more = dataclasses.replace(
        found,
        analyses={**found.analyses, source.name: script.analyse(table, source, 199, 199, workers=1)},
        coverages={
            **found.coverages,
            source.name: script.coverages(source, tac, splits=20, resamples=49, workers=1),
        },
    )
    published = [row for row in script.published_rows() if row["dataset"] == source.name]
    assert len(published) == 12
    rows = script.beside_published(published, more)
    assert all(math.isfinite(float(row["reproduced"])) for row in rows)
    assert {row["verdict"] for row in rows} <= {"agrees", "DIFFERS"}
    assert "DIFFERS" in {row["verdict"] for row in rows}  # these are no scores of TAC


def test_wmt_scores_that_are_not_there_are_asked_for(programs, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["wmt19.py", "--data", str(tmp_path)])
    assert programs["wmt19"].main() == 2
    assert "DA-syslevel.csv" in capsys.readouterr().err


@pytest.fixture(scope="module")
def su4(programs):
    return programs["realsumm_su4"]


@pytest.fixture(scope="module")
def recorded(programs, test_data):
    scores = programs["scores"]
    return scores.recorded_scores(scores.SOURCES[1], test_data / "data" / "deutsch2021")


@pytest.fixture(scope="module")
def realsumm(su4, test_data):
    return su4.load_dataset_texts("realsumm", mirror=test_data / "data")


@pytest.fixture(scope="module")
def rescored(tables_and_rescored):
    return tables_and_rescored[1]


def test_su4_with_the_public_references_is_what_the_original_program_gives(rescored, recorded, test_data):
    path = test_data / "oracles" / "rouge155" / "realsumm.csv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        perl = {
            (row["system"], row["doc"]): float(row["R"])
            for row in csv.DictReader(lines)
            if (row["variant"], row["stem"], row["stop"]) == ("ROUGE-SU4", "1", "0")
        }
    expected = [[perl[system, name] for name in recorded.inputs] for system in recorded.systems]
    np.testing.assert_allclose(rescored.public, expected, rtol=0, atol=1e-9)


def test_references_as_recorded_are_what_moves_su4_to_the_published_numbers(su4, rescored):
    percent, pvalue = su4.normality(rescored.public)
    assert (f"{percent:.1f}", f"{pvalue:.2f}") == ("45.0", "0.88")
    percent, pvalue = su4.normality(rescored.scores)
    assert (f"{percent:.1f}", f"{pvalue:.2f}") == ("44.0", "0.84")  # Table 2
    assert (
        sum(rescored.changes.values()) == 255
    )  # each with a spelling that fits, or `rouge_su4` would have refused
    changed = rescored.scores != rescored.public
    assert 200 < changed.sum() <= 255


def test_a_recorded_score_that_no_spelling_gives_is_refused(su4, realsumm, recorded):
    place = recorded.scorer_names.index("rouge-1_recall")
    values = recorded.values.copy()
    values[place, 0, 0] += 0.001
    system, name = recorded.systems[0], recorded.inputs[0]
    rows = tuple(row for row in realsumm.rows if (row.system.rpartition("/")[2], row.input) == (system, name))
    one = dataclasses.replace(recorded, values=values).select(systems=[system], inputs=[name])
    with pytest.raises(ValueError, match=re.escape(f"{system}, document {name}: 0 spellings")):
        su4.rouge_su4(Texts(rows), one)


@pytest.mark.parametrize(
    ("change", "text", "expected"),
    [
        ("don't as do n't", "they don ' t, he didn't", "they do n't, he did n't"),
        ("do n't as don't", "it was n't , they don ' t", "it wasn't , they don't"),
        ("6pm as 6 pm", "at 6pm , 2.9million", "at 6 pm , 2.9 million"),
        ("6 pm as 6pm", "at 6 pm , 40 ft", "at 6pm , 40ft"),
        ("440m as 440 m", "£440m and 23million", "£440 m and 23million"),
        ("brackets as -lrb-, -rrb-", "( a ) [ b ]", "-lrb- a -rrb- -lsb- b -rsb-"),
        ("fiancée as fiancee", "fiancée", "fiancee"),
        ("lines cut at a full stop inside", "a b . c .\nd .", "a b\nd ."),
        ("last line left out", "a .\nb .", "a ."),
        ("last line left out", "a .", "a ."),
    ],
)
def test_spellings(su4, change, text, expected):
    assert su4.SPELLINGS[change](text) == expected


def test_texts_as_they_are_are_tried_first(su4):
    tried = list(su4.spellings("o\nu", "r\ns"))
    assert tried[0] == ("", "o\nu", "r\ns")
    assert (su4.CUT_OUTPUT, "o", "r\ns") in tried
    assert ("last line left out", "o\nu", "r") in tried
    assert len(tried) == 2 * (1 + 9 + 36)


def table_1(dataset, level):
    """The printed proportions of a column of Table 1, of 1,000 splits."""
    column = {
        row["scorer"]: float(row["published"])
        for row in PUBLISHED
        if (row["quantity"], row["dataset"], row["level"]) == ("coverage", dataset, level)
    }
    assert len(column) == 4
    return [coverage_of(name, round(1000 * share)) for name, share in column.items()]


def coverage_of(interval, count, splits=1000):
    share = count / splits
    return HeldOutCoverage(
        "QAEval", interval, "system", "pearson", share, 0, 1, count, splits, 0, 1, False, False
    )


@pytest.mark.parametrize("dataset", ["SummEval", "REALSumm", "TAC'08"])
@pytest.mark.parametrize("level", ["system", "input"])
def test_the_printed_proportions_imply_the_bold_face_of_boot_both(dataset, level):
    assert [row.interval for row in mark_closest(table_1(dataset, level)) if row.closest] == ["Boot-Both"]


@pytest.mark.parametrize("best", [930, 880])
def test_bold_face_needs_a_significant_difference_of_proportions(best):
    """The same decision as Pearson's chi-square of the 2 x 2 table, whose root is the z of the caption's test."""
    decided = set()
    for other in range(best - 40, best):
        counts = [[best, 1000 - best], [other, 1000 - other]]
        z = math.sqrt(chi2_contingency(counts, correction=False).statistic)
        rows = mark_closest([coverage_of("best", best), coverage_of("other", other)])
        assert [row.closest for row in rows] == [z > 1.6448536269514722, False]
        decided.add(rows[0].closest)
    assert decided == {True, False}


def test_simulations_print_the_papers_columns_and_stars(programs, test_data, capsys):
    simulations = programs["simulations"]
    rows = simulations.table_1(test_data / "data" / "deutsch2021", 20, 49, 1, ("QAEval",))
    out = capsys.readouterr().out
    assert re.search(r"QAEval +bootstrap_both +0\.\d{3}[ *] +0\.98 +0\.\d{3}[ *] +0\.93", out)
    assert len(rows) == 2 * 2 * 7
    bold = [row for row in rows if row["closest"]]
    assert bold
    assert {row["interval"] for row in bold} <= set(simulations.INTERVALS)


def test_false_alarms_are_counted_where_both_metrics_are_alike(programs, test_data, monkeypatch):
    simulations = programs["simulations"]
    monkeypatch.setattr(simulations, "SIZE_PERCENTS", (50,))
    data = test_data / "data"
    rows = simulations.false_alarms(
        data / "deutsch2021", data, tests=("williams",), trials=3, resamples=19, workers=1
    )
    assert {(row["level"], row["test"], row["runs"]) for row in rows} == {("system", "williams", 3)}
    assert "whole and degraded of ROUGE-1 and 50% of it, alike" in rows[0]["scenario"]


def test_williams_as_published_has_power_curves_at_both_levels(found):
    levels = {point.level for point in found.power.points if point.test == "williams"}
    assert levels == {"system", "input"}


@pytest.mark.slow
def test_the_program_writes_the_comparison_and_the_figures(script, test_data, tmp_path, monkeypatch, capsys):
    data = test_data / "data"
    folders = {"data": "deutsch2021", "texts": ".", "wmt": "wmt19"}
    few = ["--splits", "300", "--trials", "2", "--out", str(tmp_path)]
    places = [word for name, place in folders.items() for word in (f"--{name}", str(data / place))]
    monkeypatch.setattr(sys, "argv", ["reproduce.py", *places, *few])
    assert script.main() == 0
    said = capsys.readouterr().out
    assert said.split("\n", 1)[0].split()[-5:] == [
        "published",
        "reproduced",
        "difference",
        "verdict",
        "cause",
    ]
    assert re.search(r"\d+ agrees, 12 not reachable, \d+ reads differently; written to ", said)
    stems = {f"figure{number}-{name}" for number in (4, 5, 6) for name in ("summeval", "realsumm")}
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {f"{stem}{suffix}" for stem in stems for suffix in (".svg", ".png")} | {"comparison.csv"}
