"""Whether a lead depends on the group, or on what people scored, on the command line; every remedy runs."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.writing.write import write_scores

METRICS = ("--metrics", "bleu,chrf", "--contrast", "bleu,chrf", "--seed", 1)
GROUPS = ("--human", "coherence", "--by", "language")


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    rng = np.random.default_rng(6)
    shape = (9, 24)
    quality = rng.normal(size=(9, 1)) + rng.normal(size=shape)
    noise = np.array([0.5, 0.6, 0.7, 1.2])[:, None, None]
    table = ScoreTable(
        (Scorer("coherence", "human"), Scorer("fluency", "human"), Scorer("bleu"), Scorer("chrf")),
        tuple(f"s{k}" for k in range(9)),
        tuple(f"d{k:02}" for k in range(24)),
        quality + noise * rng.normal(size=(4, *shape)),
        input_groups={"language": ("de",) * 12 + ("en",) * 12},
    )
    return write_scores(table, tmp_path_factory.mktemp("contrast") / "scores.csv")


@pytest.mark.parametrize("of", [GROUPS, ("--human", "coherence,fluency")])
def test_leads_are_said_and_shown_and_repeated(run, scored, of, tmp_path):
    quick = ("--level", "input", "--coefficient", "pearson")
    shown = run("compare", scored, *of, *METRICS, *quick, "--out", tmp_path / "page.html")
    assert shown.status == 0, shown.err
    said = " ".join(shown.out.split())
    assert (
        "whether the lead of 'bleu' over 'chrf' depends on" in said
        or "The lead of 'bleu' over 'chrf'" in said
    )
    assert "Leads by" in said
    again = run("rerun", tmp_path / "page.html", "--allow-files")
    assert again.status == 0, again.out
    rows = json.loads(run("compare", scored, *of, *METRICS, *quick, "--json", "--table", "contrasts").out)
    assert [bool(row["other_facet"]) for row in rows] == [False, False, True]
    decided = json.loads(run("compare", scored, *of, *METRICS, *quick, "--json", "--table", "decisions").out)
    assert decided[0]["rule"] == "lead_depends"


REFUSED = (
    ("--test", "permutation"),
    ("--test", "bootstrap"),
    ("--test", "williams", "--level", "system"),
    ("--applies-to", "these"),
    ("--applies-to", "inputs", "--level", "system", "--coefficient", "kendall"),
    ("--alternative", "less"),
    ("--coefficient", "gamma"),
    ("--level", "global"),
)


@pytest.mark.parametrize("more", REFUSED, ids=" ".join)
def test_what_is_refused_names_a_remedy_that_runs(run, scored, more):
    asked = ["compare", scored, *GROUPS, *METRICS, *more]
    refused = run(*asked)
    assert refused.status == 4
    flag, value = re.search(r"\((--[\w-]+) ([\w,-]+)\)\.$", refused.err.strip()).groups()
    if flag in asked:
        asked[asked.index(flag) + 1] = value
    else:
        asked += [flag, value]
    mended = run(*asked)
    assert mended.status == 0, mended.err
    assert "the lead of 'bleu' over 'chrf'" in " ".join(mended.out.split()).lower()


def test_without_facets_both_ways_to_name_some_run(run, scored):
    refused = run("compare", scored, "--human", "coherence", *METRICS)
    assert refused.status == 2
    assert "--by" in refused.err
    assert "--human" in refused.err
    unknown = run("compare", "--no-tests", scored, "--human", "coherence", "--contrast", "bleu,chrf")
    assert unknown.status == 2
    one = run("compare", scored, *GROUPS, "--contrast", "bleu", "--seed", 1)
    assert one.status == 2
    assert "--contrast must name two metrics" in one.err
