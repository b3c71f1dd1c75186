"""The reproduction of Miloulis et al.: printed tables are the paper's, and the recorded ones are made again."""

from __future__ import annotations

import csv
import math
import re
import sys
import warnings
from pathlib import Path

import pytest

from trueness.errors import TruenessWarning

FOLDER = Path(__file__).parents[2] / "reproductions" / "miloulis"


@pytest.fixture(scope="module")
def script():
    """The script of the folder, as a user runs it from there."""
    sys.path.insert(0, str(FOLDER))
    sys.modules.pop("reproduce", None)
    try:
        import reproduce
    finally:
        sys.path.remove(str(FOLDER))
        sys.modules.pop("reproduce", None)
    return reproduce


@pytest.fixture(scope="module")
def found(script, test_data):
    texts = script.load_dataset_texts("summeval", mirror=test_data / "data")
    with warnings.catch_warnings():  # of texts in one line, which ROUGE-L and W take for one sentence
        warnings.filterwarnings("ignore", "'rougeW_recall' compares sentence by sentence", TruenessWarning)
        table = script.scores(texts, None, script.QUICK_ROUGE)
    return script.compared(table)


def test_the_printed_tables_are_the_papers(script, test_data):
    tables = script.published()
    assert [len(rows) for rows in tables.values()] == [107, 109, 109, 109, 109, 107]
    for rows in tables.values():
        assert sum(name.startswith("rouge") for name in rows) == 96
    text = (test_data / "papers" / "003_6478c24fd5a83d59.txt").read_text(encoding="utf-8")
    plain = text.replace(" •", "")
    for rows in tables.values():
        for row in rows.values():
            values = "\t".join(row[name] for name in script.COEFFICIENTS)
            assert values in plain, row
    dotted = [sum(row["dot"] == "yes" for row in rows.values()) for rows in tables.values()]
    assert sum(dotted) == len(re.findall(r"\d •", text))


def test_what_is_claimed_follows_from_the_papers_own_tables(script, found):
    rows = {row["claim"]: row["its table"] for row in script.claims(found)}
    contradicted = {claim for claim, said in rows.items() if said.endswith("no")}
    assert contradicted == {"repetition: n-grams do worst"}
    assert len(rows) == len(script.CLAIMS)


def test_the_tables_in_two_columns_have_the_recorded_values(script):
    """Each metric once, the left half before the right, dots where nothing is better."""
    with (FOLDER / "reproduced.csv").open(encoding="utf-8") as file:
        recorded = list(csv.DictReader(file))
    parts = (FOLDER / "tables.md").read_text(encoding="utf-8").split("## ")[1:]
    humans = list(dict.fromkeys(row["human"] for row in recorded))
    assert [part.splitlines()[0] for part in parts] == humans
    for human, part in zip(humans, parts, strict=True):
        lines = [line.strip("| ").split(" | ") for line in part.splitlines()[4:] if line.startswith("|")]
        cells = [line[:4] for line in lines] + [line[4:] for line in lines if len(line) == 8]
        rows = [row for row in recorded if row["human"] == human]
        assert len(cells) == len(rows) == 107
        for (metric, pearson, spearman, kendall), row in zip(cells, rows, strict=True):
            assert metric.strip("` ") == row["metric"]
            assert spearman.endswith("•") == (row["dot"] == "none better")
            for text, name in zip(
                (pearson, spearman.rstrip(" •"), kendall), script.COEFFICIENTS, strict=True
            ):
                assert math.isclose(float(text), float(row[name]), abs_tol=6e-4)


def test_the_recorded_tables_are_made_again(script, found):
    with (FOLDER / "reproduced.csv").open(encoding="utf-8") as file:
        recorded = {(row["human"], row["metric"]): row for row in csv.DictReader(file)}
    assert len(recorded) == 5 * 107
    lines = script.dotted_lines(found)
    assert len(lines) == 5
    for rows in lines.values():
        assert [row["spearman"] for row in rows] == sorted((row["spearman"] for row in rows), reverse=True)
        for row in rows:
            wanted = recorded[row["human"], row["metric"]]
            for name in script.COEFFICIENTS:
                assert math.isclose(row[name], float(wanted[name]), abs_tol=1e-4)


def test_learned_metrics_are_put_beside_the_best_single_one(script, found):
    rows = script.learned_claims(script.learned(found.table, ["ridge"], repeats=1, folds=3))
    assert [row["human"] for row in rows] == [*script.HUMANS, "mean"]
    coherence = rows[0]
    assert coherence["learned"].startswith("ridge 0.")
    assert (
        float(coherence["learned"].removeprefix("ridge "))
        > coherence["best single, chosen on the training part"]
    )
