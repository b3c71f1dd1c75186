"""What is left of agreement where something is given, on tables of which the answer is known."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, UnknownNameError
from trueness.statistics.judging.partial_agreement import partial_agreement
from trueness.studies.partial.study import partial


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(2)
    shape = (12, 40)
    length, good = rng.normal(size=shape), rng.normal(size=shape)
    human = good + length
    long, both, other = (
        length + 0.4 * rng.normal(size=shape),
        good + length + 0.5 * rng.normal(size=shape),
        -good + 0.8 * rng.normal(size=shape),
    )
    scorers = (
        Scorer("people", "human"),
        Scorer("long", "metric"),
        Scorer("both", "metric"),
        Scorer("other", "metric", higher_is_better=False),
        Scorer("length", "metric"),
    )
    return ScoreTable(
        scorers,
        tuple(f"s{i}" for i in range(12)),
        tuple(f"d{j}" for j in range(40)),
        np.stack([human, long, both, other, length]),
        input_groups={"topic": tuple("ab"[j % 2] for j in range(40))},
        system_groups={"family": tuple("xyz"[i % 3] for i in range(12))},
    )


def test_what_explains_all_or_part_or_hides(table):
    found = partial(table, human="people")
    assert found.selection.given == ("system", "input", "length")
    assert found.selection.metrics == ("long", "both", "other")
    rows = {(row.metric, row.given): row for row in found.partial}
    said = {metric: rows[metric, "length"].explains for metric in ("long", "both", "other")}
    assert said == {"long": "all", "both": "part", "other": "hidden"}
    assert {row.explains for row in found.partial if row.given != "length"} == {"none shown"}
    (text,) = [line for line in found.conclusions if "only because" in line]
    assert text.startswith("'long' may agree with 'people' only because both go with 'length': r ")
    assert any("'both' goes with 'length'" in line for line in found.conclusions)
    assert any("Given 'length', 'other' agrees more" in line for line in found.conclusions)
    assert [caution.code for caution in found.cautions if caution.code == "given_is_no_cause"]


def test_numbers_are_those_of_the_statistic(table):
    (row,) = partial(table, human="people", metrics="other", given="length").partial
    human, other, length = table.matrix("people"), -table.matrix("other"), table.matrix("length")
    system, input = (one.ravel() for one in np.indices(human.shape))
    expected = partial_agreement(other.ravel(), human.ravel(), length.ravel(), systems=system, clusters=input)
    assert (row.before, row.estimate, row.low, row.high) == pytest.approx(
        (expected.plain.value, expected.given.value, expected.given.low, expected.given.high)
    )
    assert (row.lost, row.pvalue) == pytest.approx((expected.drop.value, expected.drop.pvalue))


def test_groups_are_given_and_clusters_vary(table):
    found = partial(table, human="people", given=["topic", "family"], correction="none")
    assert {row.given for row in found.partial} == {"topic", "family"}
    by = partial(
        table, human="people", metrics="both", given="length", clusters="topic", system_clusters="family"
    )
    alone = partial(table, human="people", metrics="both", given="length")
    assert by.partial[0].estimate == pytest.approx(alone.partial[0].estimate, abs=1e-12)
    assert by.partial[0].low != alone.partial[0].low


def test_the_order_of_systems_and_inputs_moves_nothing(table):
    turned = table.select(systems=table.systems[::-1], inputs=table.inputs[::-1])
    assert partial(turned, human="people").partial == partial(table, human="people").partial


def test_a_metric_given_itself_has_nothing_left(table):
    again = dataclasses.replace(
        table,
        scorers=(*table.scorers, Scorer("twice", "metric")),
        values=np.concatenate([table.values, 2 * table.values[-1:]]),
    )
    found = partial(again, human="people", metrics="twice", given="length")
    assert found.conclusions == ("Given 'length', nothing is left to agree on.",)
    assert "nothing_left" in {caution.code for caution in found.cautions}


def test_errors(table):
    with pytest.raises(ArgumentError, match="the human score itself"):
        partial(table, human="people", given="people")
    with pytest.raises(UnknownNameError, match="Did you mean 'length'"):
        partial(table, human="people", given="lenght")
    with pytest.raises(UnknownNameError, match="grouping column"):
        partial(table, human="people", clusters="document")


def test_lengths_that_are_not_there_are_told_how_to_be_counted_and_others_are_not(table):
    without = table.select(scorers=["people", "long", "both"])
    with pytest.raises(
        UnknownNameError, match="trueness score FILE --columns output=COL --metrics length --out"
    ):
        partial(without, human="people", given="length")
    with pytest.raises(UnknownNameError) as raised:
        partial(without, human="people", given="size")
    assert "trueness score" not in str(raised.value)


def test_summeval_fluency_is_within_systems(test_data):
    """ROUGE-2's agreement with coherence on SummEval is one of systems and inputs, and of length in small part."""
    from trueness.data.datasets.load import summeval_texts

    texts = summeval_texts(test_data / "data" / "summeval" / "data.pkl")
    scores = trueness.score(texts, ["rouge2_f", "length"])
    found = partial(scores, human="coherence", given="length")
    assert found.partial[0].n_outputs == 1600


def test_where_each_system_has_one_output_it_has_to_be_said_what_is_given():
    rng = np.random.default_rng(1)
    table = ScoreTable(
        tuple(Scorer(name, "human" if name == "people" else "metric") for name in ("people", "m", "size")),
        tuple(f"s{k}" for k in range(12)),
        ("all",),
        rng.normal(size=(3, 12, 1)),
    )
    with pytest.raises(ArgumentError, match="say what is given"):
        trueness.partial(table)
    found = trueness.partial(table, given=["size"])
    assert found.conclusions[0].startswith("We cannot tell")
