"""Graham (2015): Table 2 follows from Table 1, and Table 1 is made of the files of DUC where they are."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "reproductions" / "graham2015"
PEERS = ("2", "11", "34", "65", "102")
SETS = ("d30001", "d30002", "d30003")
WORDS = ("ships", "left", "the", "old", "harbour", "before", "storms", "came", "at", "night")


@pytest.fixture(scope="module")
def script():
    sys.path.insert(0, str(FOLDER))
    try:
        sys.modules.pop("reproduce", None)
        import reproduce
    finally:
        sys.path.remove(str(FOLDER))
        sys.modules.pop("reproduce", None)
    return reproduce


@pytest.fixture
def duc(tmp_path):
    """Texts and judgements in the form of DUC-2004; people wrote and judged none of them."""
    rng = np.random.default_rng(4)

    def text() -> str:
        return " ".join(rng.permutation(WORDS)[: rng.integers(5, 10)]) + ".\n"

    for folder in ("models", "peers"):
        (tmp_path / folder).mkdir()
    judged = ["docset peer model matching_pus e mus q1 q2"]
    for one in SETS:
        for model in "AB":
            (tmp_path / "models" / f"{one.upper()}.M.100.T.{model}").write_text(text(), encoding="utf-8")
        for peer in PEERS:
            (tmp_path / "peers" / f"{one.upper()}.M.100.T.{peer}").write_text(text(), encoding="utf-8")
            judged.append(
                f"{one.upper()} {peer} A {rng.integers(1, 6)} {rng.integers(40, 100)} 6 {rng.choice([*'ABC'])} B"
            )
    (tmp_path / "judgements.txt").write_text("\n".join(judged) + "\n", encoding="utf-8")
    return tmp_path


def test_table_2_follows_from_table_1(script):
    assert script.differing() == []


def test_table_1_is_made_of_the_files_of_duc(script, duc):
    table = script.duc_scores(duc)
    assert set(table.systems) == set(PEERS)
    assert {"coverage", "linguistic_quality", script.DUC_BLEU} <= set(table.scorer_names)
    found = script.study("duc", table, ("pearson",), resamples=99)
    names = {row.metric for row in found.of("pearson")}
    assert {
        script.DUC_BLEU if row["metric"] == "bleu" else row["metric"] for row in script.published()
    } <= names
    lines = script.differing_from_table_1(found)  # made texts have other correlations
    assert len(lines) > 150
    assert any(line.startswith("bleu_moses: ") and " for 0.797 (" in line for line in lines)
