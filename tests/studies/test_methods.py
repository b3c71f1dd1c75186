"""What a paper has to say of a study is true for its settings, plain, and cites what was used and nothing else."""

from __future__ import annotations

import re

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import ScoreTable
from trueness.reporting.citation import read_references
from trueness.reporting.study_methods import find_methods
from trueness.study.folders import STUDIES

MOST_WORDS = 25
"""Words of a sentence, citations left out."""

LIST = re.compile(r"We report |Values of |Every pair of systems |Learner ")
"""How sentences begin that list what was asked for, however much that is."""


def later(table: ScoreTable) -> ScoreTable:
    """Return a later batch of the same outputs, whose judge is a little kinder."""
    values = table.values.copy()
    values[1] += 0.1
    return ScoreTable(table.scorers, table.systems, table.inputs, values, name="later")


def preferred(judged_table) -> trueness.Preferences:
    return trueness.preferences_from_scores(judged_table(), human="relevance", judges=["good"])


CASES = {
    "annotators": [
        ({}, "two-way jackknife intervals", "sandwich"),
        ({"interval": "none"}, "alternative annotator test", "intervals"),
        ({"interval": "basic", "resamples": 39}, "basic bootstrap intervals", "jackknife intervals"),
        ({"small": "wilcoxon", "calibration": "none"}, "tested by signed ranks", "calibrated"),
        ({"combination": "median"}, "the median of the others", "z-scores"),
    ],
    "systems": [
        ({"test": "permutation", "resamples": 39}, "paired permutation test", "Wilcoxon"),
        ({"test": "wilcoxon", "correction": "none"}, "(zeros: pratt) (Wilcoxon, 1945)", "adjusted"),
        ({"test": "t", "correction": "bh"}, "Benjamini–Hochberg", "seed"),
        ({"test": "rank_sum", "alternative": "greater"}, "one-sided (greater)", "two-sided"),
        ({"test": "bootstrap", "resamples": 39}, "(Koehn, 2004)", "Phipson"),
    ],
    "equivalence": [
        ({"margin": 0.2}, "The margin is ±0.2", "resamples"),
        ({"low": -0.2}, "The margin is 0.2 worse", "two one-sided two-way"),
        ({"margin": "sd"}, "the standard deviation of the single annotators", "±"),
        ({"margin": 0.2, "method": "bootstrap", "resamples": 99}, "bootstrap tests with", "Fisher's scale"),
        ({"margin": 0.2, "method": "williams", "level": "system"}, "scale of Williams' t", "leaving out"),
    ],
    "judge": [
        ({}, "prediction-powered", "Rogan"),
        ({"lam": 0.5, "interval": "bootstrap", "resamples": 39}, "λ = 0.5", "closed-form"),
    ],
    "disagreements": [({}, "footrule", "all outputs that"), ({"among": "all"}, "among all outputs", "seed")],
    "learn": [({"repeats": 1, "folds": 2, "over": "inputs"}, "stands for other inputs", "by systems")],
    "multiverse": [
        ({"coefficient": "pearson"}, "was one analysis", "Values of nothing"),
        ({"inputs": "all", "correction": "none"}, "were not corrected", "halved"),
    ],
    "panel": [({}, "Pearson's r with people's score", "Cohen")],
    "ranges": [
        ({"applies_to": "inputs", "permutations": 9, "resamples": 19}, "over the ranges", "over systems and"),
        (
            {"permutations": 9, "resamples": 19, "correction": "none"},
            "jackknife over systems and",
            "adjusted",
        ),
    ],
    "variants": [
        ({"resamples": 19, "splits": 2}, "Williams' test", "given weights"),
        ({"resamples": 19, "splits": 2, "correction": "none"}, "one-sided", "Both tests also"),
    ],
    "worth": [
        ({"resamples": 9}, "Pairs that people tie are left out", "half agreed"),
        ({"resamples": 9, "human_ties": "half", "separated": True}, "count as half agreed", "people tie are"),
    ],
}


@pytest.fixture(scope="module")
def asked(judged_table):
    """Return the result of a study with settings; each is computed once."""
    table, found = judged_table(), {}

    def ask(study, **settings):
        key = study, repr(settings)
        if key not in found:
            found[key] = of_study(study, settings)
        return found[key]

    def of_study(study, settings):
        drawn = {} if study in ("disagreements", "panel") else {"rng": 5}
        named = {"scorers": ["relevance", "good"]} if study == "systems" else {}
        if study in ("judge", "panel"):
            named = {"judges": ["good", "twin"], "human": "relevance"}
        elif study != "systems":
            named = {"metrics": ["good", "twin"], "human": "relevance"}
        return getattr(trueness, study)(table, **named, **drawn, **settings)

    return ask


def sentences(methods):
    """Return the sentences of a paragraph without citations."""
    for one in methods.sentences:
        text = "".join(part for part in one if isinstance(part, str))
        yield from re.split(r"(?<=[.]) (?=[A-Z])", text)


def checked(result):
    """Return the paragraph of a result, once it is plain and cites what it names."""
    methods = result.methods()
    assert [one for one in sentences(methods) if len(one.split()) > MOST_WORDS and not LIST.match(one)] == []
    assert set(re.findall(r"^@\w+\{([^,]+),", methods.bibtex, re.MULTILINE)) == set(methods.cited)
    assert not re.search(
        r"\((18|19|20)\d\d\)|[A-Z][a-z]+ (18|19|20)\d\d", re.sub(r"\([^()]*\)", "", methods.text)
    )
    labels = {entry.label for entry in read_references().values()}
    assert {one for one in labels if one in methods.text} == {
        read_references()[key].label for key in methods.cited
    }
    assert all(one.said and "{" not in one.said for one in methods.checklist)
    assert "  " not in methods.text
    return methods.text


@pytest.mark.parametrize(
    ("study", "settings", "said", "unsaid"),
    [(study, *case) for study, cases in CASES.items() for case in cases],
    ids=str,
)
def test_the_paragraph_says_the_settings(asked, study, settings, said, unsaid):
    text = checked(asked(study, **settings))
    assert said in text
    assert unsaid not in text


def test_two_batches_are_two_tables(judged_table):
    table = judged_table()
    text = checked(trueness.drift(table, later(table), human="relevance", judges=["good"]))
    assert "The data are 2 tables with 24 systems, 12 different" in text
    assert "±0.05 of their range" in text


def test_a_pool_names_its_tables_and_its_weights(judged_table):
    tables = {"a": judged_table(1, name="a"), "b": judged_table(2, name="b", noise=0.3)}
    text = checked(trueness.pool(tables, rng=3))
    assert "The data are 2 tables (‘a’, ‘b’)" in text
    assert "every table counts the same" in text
    bare = checked(trueness.pool(tables, weights="pairs", interval="none", tests=False, rng=3))
    assert "by their pairs of systems" in bare
    assert not re.search("ntervals|tested|Clusters", bare)


@pytest.mark.parametrize(
    ("model", "source"), [("davidson", "Davidson, 1970"), ("bradley_terry", "Bradley and")]
)
def test_preferences_name_their_model(judged_table, model, source):
    text = checked(trueness.preferences(preferred(judged_table), model=model, rng=3))
    assert f"({source}" in text
    assert "verdicts by 4 raters on pairs of outputs of 12 systems for 10 inputs" in text


def test_plans_say_whether_a_test_was_tried(judged_table):
    pilot = trueness.plan_from_pilot(
        judged_table(), human="relevance", metrics=["good", "poor"], runs=4, systems=8, inputs=6, rng=3
    )
    assert "fitted to the pilot" in checked(pilot)
    assert "two-way jackknife t test at 0.05" in checked(pilot)


def test_references_say_what_is_drawn_anew(pocket_texts):
    found = trueness.references(
        trueness.score(pocket_texts, ["rouge1_f"]), texts=pocket_texts, human="coverage", resamples=9, rng=3
    )
    assert "9 resamples of systems and inputs" in checked(found)


def test_facets_say_it_of_all(pocket):
    text = checked(trueness.facets(pocket, human=["coverage", "redundancy"], metrics=["bleu", "chrf"], rng=3))
    assert "‘coverage’, ‘redundancy’" in text


def test_simulations_say_what_was_drawn():
    found = trueness.simulation.certify(
        grid="standard", sizes="8x50", tests="two_way_jackknife", intervals="bootstrap_both", level="system",
        coefficient="pearson", runs=2, resamples=39, rng=3,
    )  # fmt: skip
    text = checked(found)
    assert "2 tables were drawn whose truth is known" in text
    assert "Methods that resample drew 39 resamples" in text


@pytest.mark.parametrize("study", STUDIES)
def test_every_study_says_how_it_came_about(study):
    class Found:
        STUDY = study

    assert type(find_methods(Found())).__module__ == f"trueness.studies.{study}.methods"


def test_missing_scores_are_counted_and_left_out(judged_table):
    table = judged_table()
    values = table.values.copy()
    values[1, 2, 3] = np.nan
    holed = ScoreTable(table.scorers, table.systems, table.inputs, values, name="holed")
    found = trueness.compare(holed, human="relevance", metrics=["good", "twin"], rng=1)
    assert "Of 360 scores 1 were missing and were not filled in" in checked(found)
