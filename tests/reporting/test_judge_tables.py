from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.score_table import Scorer, ScoreTable
from trueness.reporting.judge_tables import MEASURE_WORDS, judge_tables
from trueness.reporting.tables import cell, to_latex, to_markdown
from trueness.studies.judge.judge import judge
from trueness.studies.judge.judge_validation import JUDGE_TABLES


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(0)
    human = rng.integers(1, 6, (3, 20)).astype(float)
    llm = np.clip(human + rng.integers(-1, 2, human.shape), 1, 5)
    length = rng.integers(1, 50, human.shape)
    return judge(
        ScoreTable(
            (Scorer("human", "human"), Scorer("llm", "metric"), Scorer("length", "metric")),
            tuple("abc"),
            tuple(map(str, range(20))),
            np.stack([human, llm, length]),
        ),
        rng=1,
        resamples=1234,
        coefficient="pearson",
    )


def test_every_table_is_there_and_every_column_is_a_field(found):
    tables = judge_tables(found)
    assert sorted(spec.name for spec, _ in tables) == sorted(JUDGE_TABLES)
    for spec, rows in tables:
        assert spec.caption
        for row in rows[:1]:
            for column in spec.columns:
                assert cell(dataclasses.asdict(row), column)
        assert spec.title in to_markdown(rows, spec) or spec.caption[:20] in to_markdown(rows, spec)
        assert "tabular" in to_latex(rows, spec)


def test_correlations_are_of_judges(found):
    spec = next(spec for spec, _ in judge_tables(found) if spec.name == "agreement")
    assert spec.columns[0].heading == "Judge"
    there = {column.key for column in spec.columns}
    there.add(("wrong_pairs_low", "wrong_pairs_high"))  # for Kendall only
    assert {key for keys in spec.dispensable for key in keys} <= there


def test_every_measure_has_words(found):
    assert {row.measure for row in found.measures} == set(MEASURE_WORDS)


def test_captions_say_the_settings(found):
    captions = {spec.name: spec.caption for spec, _ in judge_tables(found)}
    assert "1,234 resamples of whole inputs" in captions["measures"]
    assert "a random 10% of each system's labels" in captions["means"]
    assert "Student's t" in captions["means"]
    changed = dataclasses.replace(
        found,
        clusters="document",
        demonstrated=False,
        settings=dataclasses.replace(found.settings, interval="bootstrap", confidence=0.9),
    )
    specs = {spec.name: spec for spec, _ in judge_tables(changed)}
    assert "90%, percentiles of 1,234 resamples" in specs["means"].caption
    assert "groups by 'document'" in specs["bias"].caption
    assert "estimate_all" not in [column.key for column in specs["means"].columns]
