"""Small comparisons whose names try to break every writer."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import trueness
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import Texts
from trueness.reporting.report import write_report
from trueness.studies.compare.rows import CompareResult
from trueness.studies.compare.study import compare

HOSTILE = (
    "<script>alert(1)</script>",
    '</script><b>"onmouseover=alert(1)',
    "=cmd|' /C calc'!A0",
    "a_b%c&d#e{f}~^\\$ | `x`\nnew\u202eline\u2028--[g]",
)
HUMAN = "<img src=x onerror=alert(2)>"

RESAMPLED = {
    "interval": "percentile",
    "test": "studentized_permutation",
    "beside": ("both",),
    "correction": "holm",
    "resamples": 99,
}
"""Settings with which all is drawn: intervals, the test and another beside."""


def hostile_table(*, missing: bool = False) -> ScoreTable:
    """Nine systems, twelve inputs, four metrics of falling quality, the third declared lower-is-better."""
    rng = np.random.default_rng(0)
    quality = rng.normal(size=(9, 1)) + rng.normal(size=(1, 12))
    human = np.round(quality + 0.7 * rng.normal(size=(9, 12)))
    values = np.stack(
        [human, *(quality + noise * rng.normal(size=(9, 12)) for noise in (0.3, 0.6, 1.0, 2.0))]
    )
    values[3] *= -1
    if missing:
        values[1, 0, 0] = values[0, 2, 3] = np.nan
    return ScoreTable(
        (Scorer(HUMAN, "human"), *(Scorer(name, "metric", k != 2) for k, name in enumerate(HOSTILE))),
        tuple(f"<i>s{i}</i>" for i in range(9)),
        tuple(f"d&{j}" for j in range(12)),
        values,
        input_groups={"dom<ain>": tuple("abcd"[j % 4] for j in range(12))},
        name='</title>T<&>"',
    )


@pytest.fixture(scope="session")
def comparison() -> CompareResult:
    """The default comparison, with two cells missing, and a permutation test beside so that every table has rows."""
    return compare(hostile_table(missing=True), rng=3, resamples=99, beside="both")


@pytest.fixture(scope="session")
def comparison_page(comparison: CompareResult, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its page."""
    return write_report(comparison, tmp_path_factory.mktemp("report") / "report.html")


@pytest.fixture(scope="session")
def resampled() -> CompareResult:
    """The same with intervals and tests that resample."""
    return compare(hostile_table(missing=True), rng=3, **RESAMPLED)


@pytest.fixture(scope="session")
def plain_comparison() -> CompareResult:
    """The same with ordinary names, and nothing missing."""
    table = hostile_table()
    names = ("relevance", "alpha", "beta", "gamma", "delta")
    scorers = tuple(
        dataclasses.replace(scorer, name=name) for scorer, name in zip(table.scorers, names, strict=True)
    )
    table = dataclasses.replace(
        table,
        scorers=scorers,
        systems=tuple(f"s{i}" for i in range(9)),
        inputs=tuple(f"d{j}" for j in range(12)),
        input_groups={},
        name="plain",
    )
    return compare(table, rng=3, resamples=99)


def systemless_comparison(**settings: object) -> CompareResult:
    """Twelve items without systems."""
    table = hostile_table()
    table = dataclasses.replace(
        table, systems=("one",), values=table.values[:, :1], has_systems=False, name="items"
    )
    return compare(table, **{"rng": 3, "resamples": 99, "coefficient": "kendall"} | settings)


@pytest.fixture(scope="session")
def systemless() -> CompareResult:
    """The default comparison of items without systems."""
    return systemless_comparison()


def counted_table() -> ScoreTable:
    """Four metrics: percentages 'alpha' and 'beta' with their counts, 'gamma' with lower is better, and 'delta'."""
    rng = np.random.default_rng(4)
    quality = rng.normal(size=(9, 1)) + rng.normal(size=(9, 12))
    whole = rng.integers(5, 40, (2, 9, 12)).astype(float)
    part = np.clip(np.round(whole * (0.5 + 0.1 * quality + 0.08 * rng.normal(size=whole.shape))), 0, whole)
    others = [-quality + 0.5 * rng.normal(size=(9, 12)), quality + 2 * rng.normal(size=(9, 12))]
    return ScoreTable(
        (
            Scorer("relevance", "human"),
            *(Scorer(name, "metric", name != "gamma") for name in ("alpha", "beta", "gamma", "delta")),
        ),
        tuple(f"s{i}" for i in range(9)),
        tuple(f"d{j}" for j in range(12)),
        np.stack([quality, *(100 * part / whole), *others]),
        corpus={
            name: CorpusStatistics("percentage", np.stack([part[k], whole[k]], axis=-1))
            for k, name in enumerate(("alpha", "beta"))
        },
        name="counted",
    )


@functools.cache
def _counted(settings: tuple[tuple[str, object], ...]) -> CompareResult:
    given = {key: list(value) if isinstance(value, tuple) else value for key, value in settings}
    return compare(
        counted_table(), **{"rng": 3, "resamples": 49, "coefficient": "pearson", "beside": "both"} | given
    )


def counted_comparison(**settings: object) -> CompareResult:
    """The comparison of metrics of which two have sufficient statistics; the same settings are compared once."""
    hashable = {key: tuple(value) if isinstance(value, list) else value for key, value in settings.items()}
    return _counted(tuple(sorted(hashable.items())))


@pytest.fixture(scope="session")
def counted() -> Callable[..., CompareResult]:
    """What compares metrics of which two have sufficient statistics."""
    return counted_comparison


@pytest.fixture(scope="session")
def pocket_texts() -> Texts:
    """The texts of the bundled benchmark."""
    return trueness.load_dataset_texts("pocket")


@pytest.fixture(scope="session")
def pocket(pocket_texts: Texts) -> ScoreTable:
    """The bundled benchmark with four metrics."""
    return trueness.score(pocket_texts, ["rouge1_f", "rouge2_f", "bleu", "chrf"])


@pytest.fixture(scope="session")
def pocket_lower(pocket_texts: Texts) -> ScoreTable:
    """The same metrics of outputs in lower case."""
    rows = tuple(dataclasses.replace(row, output=row.output.lower()) for row in pocket_texts.rows)
    changed = dataclasses.replace(pocket_texts, rows=rows)
    return trueness.score(changed, ["rouge1_f", "rouge2_f", "bleu", "chrf"])


def shown_interval(low: float, high: float, digits: int = 2) -> str:
    """Return an interval as a tile shows it."""
    return f"[{low:.{digits}f}, {high:.{digits}f}]".replace("-", "−")
