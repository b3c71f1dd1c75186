"""What LaTeX takes of every study: all of its tables, and its methods paragraph, in one document."""

from __future__ import annotations

import dataclasses
import re

import numpy as np
import pytest
from tests.reporting.writing.test_latex_tables import TEX, compiled
from tests.studies.test_methods import later, preferred

import trueness
from trueness.reporting.views import find_view
from trueness.reporting.writing.latex_tables import to_latex
from trueness.study.folders import STUDIES

ALONE = {"human": "relevance"}
TWO = {**ALONE, "metrics": ["good", "twin"]}
QUICK = {"resamples": 19, "rng": 5}


def labelled(table):
    """Return a table whose scores are two labels."""
    return dataclasses.replace(
        table, values=(table.values > np.nanmedian(table.values)).astype(float), annotations={}
    )


@pytest.fixture(scope="module")
def found(judged_table, pocket, pocket_texts):
    """Return a result of every study, by its name."""
    table = judged_table()
    scored = trueness.score(pocket_texts, ["rouge1_f"])
    return {
        "annotators": trueness.annotators(table, **TWO, **QUICK),
        "certify": trueness.simulation.certify(
            grid="standard", sizes="8x50", tests="two_way_jackknife", intervals="bootstrap_both", level="system",
            coefficient="pearson", runs=2, resamples=39, rng=3,
        ),
        "compare": trueness.compare(table, **ALONE),
        "conditions": trueness.conditions(table, against={"later": later(table)}, **TWO),
        "disagreements": trueness.disagreements(table, **TWO),
        "drift": trueness.drift(table, later(table), **ALONE, judges=["good"]),
        "equivalence": trueness.equivalence(table, **ALONE, margin=0.2),
        "facets": trueness.facets(pocket, human=["coverage", "redundancy"], metrics=["bleu", "chrf"]),
        "judge": trueness.judge(table, **ALONE, judges=["good", "twin"], **QUICK),
        "learn": trueness.learn(table, **TWO, repeats=1, folds=2, over="inputs", rng=5),
        "multiverse": trueness.multiverse(table, **TWO, coefficient="pearson", rng=5),
        "panel": trueness.panel(table, **ALONE, judges=["good", "twin"]),
        "partial": trueness.partial(table, **ALONE, metrics=["good"], given=["twin"]),
        "plan": trueness.plan_from_pilot(table, **TWO, runs=4, systems=8, inputs=6, rng=3),
        "pool": trueness.pool({"a": table, "b": judged_table(2, name="b", noise=0.3)}),
        "preferences": trueness.preferences(preferred(judged_table), rng=3),
        "ranges": trueness.ranges(table, **TWO, applies_to="inputs", permutations=9, **QUICK),
        "references": trueness.references(scored, texts=pocket_texts, human="coverage", resamples=9, rng=3),
        "sequential": trueness.sequential(labelled(table), **ALONE, judges=["good"], rng=3),
        "systems": trueness.systems(table, scorers=["relevance", "good"], **QUICK),
        "variants": trueness.variants(table, **TWO, splits=2, **QUICK),
        "worth": trueness.worth(table, **TWO, resamples=9, rng=5),
    }  # fmt: skip


@pytest.mark.skipif(TEX is None, reason=f"no pdflatex: tables of {len(STUDIES)} studies are not compiled")
def test_tex_takes_all_tables_and_the_methods_of_every_study(found, tmp_path):
    assert sorted(found) == sorted(STUDIES)
    parts = [r"\newcommand{\citep}[1]{[#1]}"]
    for result in found.values():
        tables = [to_latex(rows, spec) for spec, rows in find_view(result).tables(result) if rows]
        assert tables
        parts += [result.methods().latex, *tables, r"\clearpage"]
    said = compiled(tmp_path, *parts)
    assert not re.search(r"undefined|Missing character|Unicode character", said)
