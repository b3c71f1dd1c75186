"""Claims asked again: what is claimed, what becomes of it, and a page that says what is recorded."""

from __future__ import annotations

import csv
import math
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from trueness import Scorer, ScoreTable

FOLDER = Path(__file__).parents[2] / "reproductions"
PAGE = FOLDER.parent / "docs" / "claims.md"
NAMES = (
    "asked",
    "benchmarks",
    "beneath",
    "plans",
    "published",
    "realsumm_su4",
    "reproduce",
    "scores",
    "wmt19",
)


@pytest.fixture(scope="module")
def programs():
    """The programs of the folder and what they take from their neighbour, as a user runs them from there."""
    places = [str(FOLDER / "claims"), str(FOLDER / "deutsch2021")]
    for name in NAMES:  # of another folder that has one of this name
        sys.modules.pop(name, None)
    before = list(sys.path)
    sys.path[:0] = places
    try:
        import asked
        import benchmarks
        import beneath
        import plans
        import published
        import reproduce

        yield SimpleNamespace(
            asked=asked,
            benchmarks=benchmarks,
            beneath=beneath,
            plans=plans,
            published=published,
            reproduce=reproduce,
        )
    finally:
        sys.path[:] = before
        for name in NAMES:
            sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def places(programs, test_data, tmp_path_factory):
    """What is at hand, without clones."""
    return programs.benchmarks.Places(test_data / "data", tmp_path_factory.mktemp("none"))


@pytest.fixture(scope="module")
def made():
    """People, two good metrics that hardly differ, and noise, on 14 systems x 30 inputs; compared with a margin."""
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(14, 1)) + rng.normal(size=(14, 30))
    good = quality + 0.4 * rng.normal(size=(14, 30))
    scores = {
        "good": good,
        "same": good + 0.02 * rng.normal(size=(14, 30)),
        "noise": rng.normal(size=(14, 30)),
    }
    return ScoreTable(
        values=np.stack([quality, *scores.values()]),
        scorers=[Scorer("people", "human"), *(Scorer(name, "metric") for name in scores)],
        systems=[f"s{k}" for k in range(14)],
        inputs=[f"i{k}" for k in range(30)],
        name="made",
    )


def test_a_lead_holds_is_reversed_or_none(programs, made):
    asked = programs.asked
    done = programs.published.asked(made, "people", ["input"])
    kinds = {
        pair: asked.put(asked.Claim("", "", "", (pair,)), done, "input", "pearson")[0].kind
        for pair in (("good", "noise"), ("noise", "good"), ("good", "same"), ("same", "good"))
    }
    assert [*kinds.values()] == ["holds", "reversed", "equal", "equal"]


def test_the_lead_that_would_show_is_found_in_four_of_five_cases(programs):
    """A difference on Fisher's scale with a known error: as often as promised, corrected or not."""
    best, error, degrees = 0.8, 0.1, 20
    rng = np.random.default_rng(3)
    for tests in (1, 10):
        lead = programs.asked.least_seen(best, error, degrees, tests)
        true = math.atanh(best) - math.atanh(best - lead)
        drawn = rng.normal(true, error, 40_000)
        errors = error * np.sqrt(rng.chisquare(degrees, 40_000) / degrees)
        found = np.mean(drawn / errors > stats.t.ppf(1 - 0.025 / tests, degrees))
        assert found == pytest.approx(0.8, abs=0.03)
    assert programs.asked.least_seen(0.3, 1.0, 10, 1) == math.inf


def test_what_a_claim_is_said_to_be(programs):
    asked = programs.asked

    def of(kind, *found):
        claim = asked.Claim("", "", "", (), kind)
        made = tuple(asked.Found(("a", "b"), one, alone, 0.1, 0.2, 0.3) for one, alone in found)
        return asked.Outcome(claim, "", "", made).verdict

    shown, alone, undecided, none = ("holds", True), ("open", True), ("open", False), ("equal", False)
    assert of("each", shown, alone) == "holds for 1"
    assert of("each", shown, shown) == "holds"
    assert of("each", alone, none) == "cannot tell"
    assert of("all", shown, alone) == "holds"  # each by itself
    assert of("all", shown, undecided) == "cannot tell"
    assert of("all", shown, none) == "does not hold"
    assert of("most", shown, shown, undecided) == "holds"
    assert of("most", shown, none, undecided) == "cannot tell"
    assert of("most", none, none, shown) == "does not hold"


def test_a_mean_lead_is_one_of_means(programs, made):
    """Means of Fisher's z over metrics, by hand, at the level of systems; a metric of errors is turned round."""
    found = programs.asked.mean_lead(
        made.with_orientation(lower_is_better=["noise"]),
        ["people"],
        (["good", "same"], ["noise"]),
        ("a", "b"),
        "system",
        "pearson",
    )
    people, good, same, noise = (one.mean(axis=1) for one in made.values)
    z = [np.arctanh(stats.pearsonr(people, one).statistic) for one in (good, same, -noise)]
    assert found[0].lead == pytest.approx((z[0] + z[1]) / 2 - z[2])
    assert found[0].kind == "holds"


def test_dialsummeval_comes_out_as_printed(programs, places):
    """Table 3 of Gao & Wan (2022), 192 correlations: the reference among systems, contradicted ratings left out."""
    table = programs.benchmarks.dialsummeval(places)
    with (FOLDER / "claims" / "dialsummeval.csv").open(encoding="utf-8", newline="") as file:
        printed = list(csv.DictReader(file))
    wrong = []
    for row in printed:
        x, z = table.matrix(row["metric"]), table.matrix(row["human"])
        if row["level"] == "system":
            value = stats.pearsonr(x.mean(axis=1), z.mean(axis=1)).statistic
        else:
            with np.errstate(invalid="ignore", divide="ignore"):
                value = np.nanmean([np.corrcoef(x[:, k], z[:, k])[0, 1] for k in range(x.shape[1])])
        if abs(value - float(row["published"])) > 0.005:
            wrong.append((row["metric"], row["human"], row["level"], row["published"], f"{value:.3f}"))
    assert len(printed) == 32 * 3 * 2
    assert wrong == [("rouge-l", "fluency", "input", "0.27", "0.256")]


def test_what_is_recorded_comes_out_where_nothing_is_drawn(programs, places):
    """WMT'19, and Deutsch et al.'s sentences on SummEval: all that needs no permutation."""
    published, reproduce = programs.published, programs.reproduce
    found = [*published.of_wmt2019(places, 0)]
    assert len(found[0].found) == 81  # as published
    table = programs.benchmarks.summeval(places)
    done = published.asked(table, "expert_relevance", ("system",))
    claim = programs.asked.Claim(
        published.DEUTSCH,
        "6.2",
        "QAEval and BERTScore are better than all others",
        published.over_all_others(("QAEval", "BERTScore"), done.metrics),
        "all",
    )
    part = programs.asked.put(claim, done, "system", "pearson")
    found.append(programs.asked.together(claim, table.name, "system", [part]))
    recorded = reproduce.recorded_rows()
    rows = [reproduce.as_row(one) for one in found]
    keys = [tuple(row[key] for key in reproduce.KEYS) for row in rows]
    same = [row for row in recorded if tuple(row[key] for key in reproduce.KEYS) in keys]
    assert len(same) == len(rows) == 5
    assert reproduce.differing(rows, same) == []
    moved = [{**same[0], "hold": "80"}, *same[1:]]
    assert len(reproduce.differing(rows, moved)) == 1
    assert any("is missing" in line for line in reproduce.differing(rows[1:], same))


def test_what_is_lacking_is_named_with_what_fetches_it(programs, places):
    with pytest.raises(programs.benchmarks.LackingError, match=r"git clone .*A-Chicharito-S/OpinSummEval"):
        programs.benchmarks.opinsummeval(places)


def test_the_page_says_what_is_recorded(programs):
    text = PAGE.read_text(encoding="utf-8")
    rows = programs.reproduce.recorded_rows()
    lines = text.splitlines()
    assert [line for line in programs.reproduce.table_lines(rows) if line not in lines] == []
    with programs.plans.RECORDED.open(encoding="utf-8", newline="") as file:
        planned = list(csv.DictReader(file))
    assert [line for line in programs.plans.table_lines(planned) if line not in lines] == []
    lists = [row for row in rows if row["today"].startswith("holds for") or "significant by" in row["claim"]]
    german = [row for row in lists if "German" in row["claim"]]
    claimed, held = (
        sum(int(row[key]) for row in lists) - sum(int(row[key]) for row in german)
        for key in ("differences", "hold")
    )
    assert f"Of {claimed:,} differences that published tests call significant, {held} hold" in text
    sentences = [row for row in rows if row not in lists]
    assert f"Of {len(sentences)} claims in words, one holds" in text
    assert [row["today"] for row in sentences].count("holds") == 1
    assert sum(int(row["reversed"]) for row in rows) == 0


def test_what_is_beneath_agreement_comes_out(programs, places):
    """Of DialSummEval's consistency: partial agreement by least squares on the lengths of outputs."""
    table = programs.beneath.dialogues(places)
    with programs.beneath.RECORDED.open(encoding="utf-8", newline="") as file:
        recorded = {
            (row["data"], row["human"], row["metric"], row["given"]): row for row in csv.DictReader(file)
        }
    x, z, length = (table.matrix(name).ravel() for name in ("bartscore_s_h", "consistency", "length"))
    design = np.stack([np.ones_like(length), length], axis=1)
    left = [one - design @ np.linalg.lstsq(design, one, rcond=None)[0] for one in (x, z)]
    row = recorded["DialSummEval", "consistency", "bartscore_s_h", "length"]
    assert float(row["before"]) == pytest.approx(stats.pearsonr(x, z).statistic, abs=6e-4)
    assert float(row["estimate"]) == pytest.approx(stats.pearsonr(*left).statistic, abs=6e-4)
    own = programs.beneath.as_row(programs.beneath.Line(*list("abcd"), *[0.12345] * 6, "part"))
    assert own["before"] == "0.123"
    assert programs.beneath.differing([own], [own]) == []
    assert programs.beneath.differing([own], [{**own, "low": "0.130"}]) != []
