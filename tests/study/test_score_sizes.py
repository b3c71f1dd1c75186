"""Scores that double precision cannot compute with are refused; whole numbers with any offset are computed exactly."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import chain, combinations

import numpy as np
import pandas as pd
import pytest

import trueness
from trueness.errors import DataError

N, M = 8, 12


def scores(step, seed=1):
    """Scores of people and two metrics on a grid of `step`, a power of two, so that offsets can be added exactly."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(N, 1)) + 0.7 * rng.normal(size=(N, M))
    return {
        name: np.rint((quality + noise * rng.normal(size=(N, M))) / step) * step
        for name, noise in (("human", 0.5), ("good", 0.4), ("fair", 1.0))
    }


def table(columns):
    frame = pd.DataFrame(
        {
            "system": np.repeat([f"s{i}" for i in range(N)], M),
            "input": np.tile([f"d{j:02d}" for j in range(M)], N),
            **{name: values.ravel() for name, values in columns.items()},
        }
    )
    return trueness.read_scores(frame)


def moved(columns, offset):
    result = {name: values + offset for name, values in columns.items()}
    assert all(np.array_equal(result[name] - offset, values) for name, values in columns.items())
    return result


def correlated(data, **options):
    return trueness.compare(data, tests=False, **options)


def exact_pearson(x, z):
    """Pearson's r in rational numbers but for the last square root."""
    x, z = [Fraction(v) for v in x], [Fraction(v) for v in z]
    n = len(x)
    xx, zz, xz = (
        n * sum(a * b for a, b in zip(p, q, strict=True)) - sum(p) * sum(q)
        for p, q in ((x, x), (z, z), (x, z))
    )
    return float(xz) / math.sqrt(float(xx * zz))


def exact_kendall(x, z):
    net, untied_x, untied_z = 0, 0, 0
    for i, k in combinations(range(len(x)), 2):
        a, b = (x[i] > x[k]) - (x[i] < x[k]), (z[i] > z[k]) - (z[i] < z[k])
        net, untied_x, untied_z = net + a * b, untied_x + abs(a), untied_z + abs(b)
    return net / math.sqrt(untied_x * untied_z)


EXACT = {"pearson": exact_pearson, "kendall": exact_kendall}


def exact(columns, metric, level, coefficient):
    x, z = ([[Fraction(float(v)) for v in row] for row in columns[name]] for name in (metric, "human"))
    of = EXACT[coefficient]
    if level == "system":
        return of([sum(row) / M for row in x], [sum(row) / M for row in z])
    if level == "global":
        return of(list(chain(*x)), list(chain(*z)))
    return sum(of([row[j] for row in x], [row[j] for row in z]) for j in range(M)) / M


OFFSETS = [
    (1 / 64, 0.0),
    (1 / 64, 1e3),
    (1 / 64, 1e9),
    (1 / 64, 2.0**43),
    (1.0, 2.0**53 - 64),
    (1 / 4, -(2.0**46)),
]


@pytest.mark.parametrize(("step", "offset"), OFFSETS)
def test_estimates_are_those_of_rational_arithmetic_whatever_the_offset(step, offset):
    columns = moved(scores(step), offset)
    found = correlated(
        table(columns),
        human="human",
        level=["system", "input", "global"],
        coefficient=["pearson", "kendall"],
        interval="none",
    )
    assert len(found.estimates) == 12
    for row in found.estimates:
        assert row.estimate == pytest.approx(
            exact(columns, row.metric, row.level, row.coefficient), abs=1e-12
        ), (row.metric, row.level, row.coefficient)


@pytest.mark.parametrize("coefficient", ["pearson", "kendall"])
@pytest.mark.parametrize("offset", [1e3, 1e9, 2.0**36])
def test_offsets_of_single_inputs_do_not_matter_at_the_input_level(coefficient, offset):
    columns = moved(scores(1 / 64), offset * np.arange(M))
    found = correlated(table(columns), human="human", level="input", coefficient=coefficient, interval="none")
    for row in found.estimates:
        assert row.estimate == pytest.approx(exact(columns, row.metric, "input", coefficient), abs=1e-12)


@pytest.mark.parametrize(
    ("test", "interval"),
    [
        ("two_way_jackknife", "two_way_jackknife"),
        ("permutation", "percentile"),
        ("studentized_permutation", "bca"),
        ("bootstrap", "jackknife"),
    ],
)
def test_no_test_and_no_interval_depends_on_the_offset(test, interval):
    def compared(offset):
        done = trueness.compare(
            table(moved(scores(1 / 64), offset)),
            human="human",
            level=["system", "input"],
            coefficient=["pearson", "kendall"],
            test=test,
            interval=interval,
            resamples=99,
            rng=3,
        )
        return [(row.low, row.high, row.pvalue) for row in done.tests] + [
            (row.low, row.high, row.estimate) for row in done.estimates
        ]

    np.testing.assert_allclose(compared(2.0**40), compared(0.0), rtol=1e-9, atol=1e-12)


def test_thirds_tie_although_large_numbers_round_them():
    thirds = np.rint(3 * scores(1 / 64)["human"]) / 3
    columns = {**scores(1 / 64), "human": thirds}
    rounded = {**columns, "human": thirds + 1e9}
    assert not np.array_equal(rounded["human"] - 1e9, thirds)
    one, other = (
        [
            row.estimate
            for row in correlated(
                table(data), human="human", level="system", coefficient="kendall", interval="none"
            ).estimates
        ]
        for data in (columns, rounded)
    )
    assert one == other


def test_systems_are_told_apart_with_any_offset_and_scores_are_given_with_it():
    plain, far = (
        trueness.systems(table(moved({"human": scores(1 / 64)["human"]}, offset)), human="human", test="t")
        for offset in (0.0, 1e9)
    )
    for one, other in zip(plain.pairs, far.pairs, strict=True):
        assert other.estimate == pytest.approx(one.estimate, abs=1e-12)
        assert other.pvalue == pytest.approx(one.pvalue, rel=1e-9)
        assert other.estimate_system == pytest.approx(one.estimate_system + 1e9, abs=1e-6)


@pytest.mark.parametrize(
    ("values", "what"),
    [
        (lambda x: x * 1e101, "larger than 1e\\+100"),
        (lambda x: x * 1e-102, "are below 1e-100"),
        (lambda x: x + 1e15, "a computer has only every 0.12"),
    ],
)
def test_what_cannot_be_computed_with_is_refused_by_all_studies(values, what):
    data = table({name: values(matrix) for name, matrix in scores(1 / 64).items()})
    sound = table(scores(1 / 64))
    for study in (
        *(trueness.compare, correlated, trueness.systems, trueness.judge, trueness.panel, trueness.worth),
        trueness.disagreements,
        lambda bad, **given: trueness.drift(bad, sound, **given),
        lambda bad, **given: trueness.drift(sound, bad, **given),
    ):
        with pytest.raises(DataError, match=what):
            study(data, human="human")


def test_whole_numbers_and_constants_are_never_too_large_to_tell():
    columns = moved(scores(1.0), 2.0**53 - 64)
    columns["good"] = np.full((N, M), 1e15 + 0.5)
    found = correlated(table(columns), human="human", level="system", coefficient="pearson")
    assert [np.isnan(row.estimate) for row in found.estimates] == [True, False]
