"""Columns of single annotators are seen by their names, and what is proposed reads them."""

from __future__ import annotations

import itertools

import numpy as np
import polars as pl
import pytest

from trueness.data.reading.read import read_scores
from trueness.data.scores.annotator_columns import annotator_columns

SYSTEMS, INPUTS = "abcd", range(6)
RNG = np.random.default_rng(1)


def frame(*names: str, scale=(1, 6), **more):
    """Ratings under these names; further columns as they are given."""
    keys = list(itertools.product(SYSTEMS, INPUTS))
    columns = {"system": [s for s, _ in keys], "input": [i for _, i in keys]}
    columns |= {name: RNG.integers(*scale, len(keys)).tolist() for name in names}
    return pl.DataFrame(columns | {name: make(len(keys)) for name, make in more.items()})


def numbers(n):
    return RNG.random(n).tolist()


@pytest.mark.parametrize(
    ("names", "dimensions", "people"),
    [
        (("relevance_1", "relevance_2", "relevance_3"), ("relevance",), 3),
        (("rater1_score", "rater2_score"), ("score",), 2),
        (("ann_a", "ann_b"), ("ann",), 2),
        (("annotator1", "annotator2", "annotator3"), ("human",), 3),
        (("human.ann", "human.bob"), ("human",), 2),
        (("score_rater1", "score_rater2"), ("score",), 2),
        (("a1_quality", "a2_quality"), ("quality",), 2),
        (("rating 1", "rating 2"), ("rating",), 2),
        (("relevance_1", "relevance_2", "fluency_1", "fluency_2"), ("relevance", "fluency"), 2),
        (
            ("expert1_fluency", "expert2_fluency", "expert1_adequacy", "expert2_adequacy"),
            ("fluency", "adequacy"),
            2,
        ),
        (
            tuple(
                f"labels_annotator_{k}_{what}"
                for what in ("fluency", "good sense", "simplicity")
                for k in (1, 2)
            ),
            ("labels_annotator_fluency", "labels_annotator_good sense", "labels_annotator_simplicity"),
            2,
        ),
        (("fluency-ann-a", "fluency-ann-b", "adequacy-ann-a", "adequacy-ann-b"), ("fluency", "adequacy"), 2),
    ],
)
def test_what_is_proposed_reads_them(names, dimensions, people):
    data = frame(*names, bleu=numbers)
    found = annotator_columns(read_scores(data))
    assert found is not None
    assert (found.columns, found.dimensions, found.sure) == (names, dimensions, True)
    assert all(name in found.words for name in names)
    table = read_scores(data, columns=found.option)
    assert {scorer.name for scorer in table.scorers if scorer.role == "human"} == set(dimensions)
    assert {len(table.annotations[name].annotators) for name in dimensions} == {people}
    assert "bleu" in table.scorer_names


def test_what_stands_beside_them_is_left_out_of_the_pattern():
    """``*_score`` would take the judge's."""
    data = frame("rater1_score", "rater2_score", "judge_score")
    found = annotator_columns(read_scores(data))
    assert found is not None
    assert found.patterns == ("rater*_score",)
    assert set(read_scores(data, columns=found.option).scorer_names) == {"rater_score", "judge_score"}


@pytest.mark.parametrize(
    "names",
    [
        ("rouge_1", "rouge_2"),
        ("judge_run1", "judge_run2"),
        ("human_fluency", "human_adequacy"),
        ("relevance", "fluency"),
        ("relevance_1", "bleu"),
        ("bert_1", "bert_2"),
    ],
)
def test_aspects_and_metrics_are_no_annotators(names):
    assert annotator_columns(read_scores(frame(*names))) is None


def test_names_with_one_scale_may_be_those_of_people():
    data = frame("Anna (1-5)", "Bob (1-5)", "GPT-4o (1-5)", "Fluency (1-5)", judge=numbers)
    assert annotator_columns(read_scores(data.drop("Anna (1-5)"))) is None
    data = data.drop("GPT-4o (1-5)", "Fluency (1-5)")
    found = annotator_columns(read_scores(data))
    assert found is not None
    assert (found.sure, found.columns, found.option) == (
        False,
        ("Anna (1-5)", "Bob (1-5)"),
        "annotators=* (1-5)",
    )
    (people,) = read_scores(data, columns=found.option).annotations.values()
    assert people.annotators == ("Anna", "Bob")


def test_what_is_no_rating_is_no_annotator():
    assert annotator_columns(read_scores(frame(relevance_1=numbers, relevance_2=numbers))) is None


def test_where_names_say_little_it_is_a_question():
    data = frame("score_1", "score_2", "score_3", bleu=numbers)
    found = annotator_columns(read_scores(data))
    assert found is not None
    assert not found.sure
    assert "may be scores by several metrics, or annotators" in found.words
    assert read_scores(data, columns=found.option).annotations["score"].annotators == ("1", "2", "3")


def labels(n):
    return RNG.choice(["good", "bad"], n).tolist()


@pytest.mark.parametrize(
    ("names", "beside", "option"),
    [
        (("anna", "ben", "carl"), ("gpt",), "annotators=anna,ben,carl"),
        (("Anna", "Ben"), ("model_verdict",), "annotators=Anna,Ben"),
        (("Bewertung Anna", "Bewertung Ben"), ("GPT-4o Score",), "annotators=Bewertung *"),
        (("anna_vote", "ben_vote"), ("judge",), "annotators=*_vote"),
        (("Colleague: Maria", "Colleague: Tom"), ("bot",), "annotators=Colleague: *"),
    ],
)
@pytest.mark.parametrize("kind", ["labels", "grades"])
def test_names_of_people_with_the_same_values_are_a_question(names, beside, option, kind):
    make = labels if kind == "labels" else lambda n: RNG.integers(1, 6, n).tolist()
    data = frame(**dict.fromkeys((*names, *beside), make))
    found = annotator_columns(read_scores(data))
    assert found is not None
    assert (found.columns, found.option, found.sure) == (names, option, False)
    assert found.words.startswith(
        f"If {', '.join(map(repr, names))} are people who rated the same: --columns "
    )
    (people,) = read_scores(data, columns=found.option).annotations.values()
    assert len(people.annotators) == len(names)
    assert set(beside) <= set(read_scores(data, columns=found.option).scorer_names)


@pytest.mark.parametrize(
    ("names", "scale"),
    [
        (("gpt", "judge", "model"), (0, 2)),
        (("fluency", "adequacy", "judge"), (1, 6)),
        (("anna", "ben", "llm"), (0, 90)),  # no scale that values alone would show
        (("anna", "ben"), (0, 2)),  # nothing beside them
        (("words", "tokens", "judge"), (0, 9)),
    ],
)
def test_other_names_and_other_values_are_no_question(names, scale):
    assert annotator_columns(read_scores(frame(*names, scale=scale))) is None


def test_values_of_different_scales_are_not_of_the_same_question():
    data = frame("anna", judge=labels, ben=lambda n: RNG.integers(6, 9, n).tolist())
    assert annotator_columns(read_scores(data)) is None
