"""Metrics and tests of a small comparison, and what is decided of them."""

from __future__ import annotations

import dataclasses

from trueness.studies.compare.decided import compare_decisions
from trueness.studies.compare.rows import Estimate, PairTest
from trueness.studies.compare.settings import Settings

SETTINGS = Settings.of(rng=1, level="system", coefficient="pearson")


def estimate(metric, value, low=None, high=None, coefficient="pearson", level="system"):
    blank = {field.name: 0 for field in dataclasses.fields(Estimate)}
    low, high = (value - 0.1 if low is None else low), (min(1, value + 0.1) if high is None else high)
    given = {"metric": metric, "level": level, "coefficient": coefficient, "estimate": value}
    return Estimate(**(blank | given | {"low": low, "high": high, "n_systems": 16, "n_inputs": 50}))


def row_of(metric, rival, greater, verdict="not separated", level="system"):
    blank = {field.name: 0.0 for field in dataclasses.fields(PairTest)}
    given = {"metric": metric, "rival": rival, "verdict": verdict, "level": level, "coefficient": "pearson"}
    given |= {"pvalue_greater": greater, "pvalue_less": 1 - greater, "pvalue": 2 * min(greater, 1 - greater)}
    return PairTest(**(blank | given | {"test": "two_way_jackknife", "over": "both"}))


def decided(known, tests, settings=SETTINGS, needs=()):
    found = compare_decisions(settings, known, tests, needs)
    return {one.rule: one for one in found}


KNOWN = [estimate("a", 0.9), estimate("b", 0.5), estimate("c", 0.3)]
CLEAR = [row_of("a", "b", 0.001, "better"), row_of("c", "a", 0.999, "worse"), row_of("b", "c", 0.2)]
