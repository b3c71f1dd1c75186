"""What a reader has to know of the tests of pairs of metrics: assumptions, and what they cannot show."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from trueness.errors import listing
from trueness.methods.pair_test import PLAIN
from trueness.methods.paired_bootstrap import PAIRED_BOOTSTRAP
from trueness.methods.recommended import Decision
from trueness.methods.registry import RECOMMENDED, pair_test
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.corrections import warn_if_hopeless
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.attainable import Limit, asked_resamples, limit
from trueness.studies.monte_carlo import about_monte_carlo
from trueness.studies.rows import Caution, PairTest
from trueness.studies.settings import Settings
from trueness.studies.undefined_resamples import MANY_UNDEFINED_RESAMPLES, undefined_resamples


def about_pair_tests(tests: Sequence[PairTest], settings: Settings, arrays: ScoreArrays) -> Iterable[Caution]:
    """Yield what is to be said of the tests of pairs.

    Parameters
    ----------
    tests : sequence of PairTest
        Of the main test and those beside it.
    settings : Settings
    arrays : ScoreArrays
    """
    main = [row for row in tests if settings.is_main(row)]
    if settings.closed_form:
        if not all(pair_test(settings.test).derived_for("system", name) for name in settings.coefficients):
            yield Caution(
                "outside_assumptions",
                "warning",
                f"The {settings.test} test is derived for Pearson's r of normal data; with rank "
                "coefficients it is a heuristic.",
            )
        if settings.computed_levels != ("system",):
            yield Caution(
                "as_published",
                "warning",
                f"The {settings.test} test off the system level plugs in averaged correlations and n = "
                "systems, as papers have done; its p-values there have no known meaning.",
            )
    if settings.family == "pairs" and settings.alternative != "two-sided" and settings.correction != "none":
        yield Caution(
            "outside_assumptions",
            "warning",
            "Of the two one-sided tests of a pair, the family holds the smaller p-value alone, as papers have "
            "done: the chance of any false rejection is bounded by twice alpha only. The family of all tests "
            "bounds it by alpha.",
        )
    yield from _hopeless(main, settings, arrays)
    yield from about_monte_carlo(main, settings)
    undefined = [
        row
        for row in main
        if pair_test(row.test).why_undefined and math.isnan(row.pvalue) and not math.isnan(row.estimate)
    ]
    for name in dict.fromkeys(row.test for row in undefined):
        here = [row for row in undefined if row.test == name]
        test = pair_test(name)
        names = listing(dict.fromkeys(f"{row.metric} against {row.rival}" for row in here), 6)
        yield Caution(
            "undefined_test",
            "warning",
            f"The {test.noun} is undefined for {names}: {test.why_undefined}. --test {PLAIN} tests them.",
        )
    told = [row for row in tests if row not in undefined]
    lost = undefined_resamples(told)
    if lost:
        names = listing(dict.fromkeys(f"{row.metric} against {row.rival}" for row in lost), 6)
        yield Caution(
            "undefined_resamples",
            "warning",
            f"More than {MANY_UNDEFINED_RESAMPLES:.0%} of the permuted data sets have no difference for "
            f"{names}.",
        )
    if arrays.n_systems > 1 and any(
        pair_test(row.test).permutes
        and row.over != "systems"
        and not coefficient_facts(row.coefficient).swaps_outcomes
        for row in tests
    ):
        yield Caution(
            "permutes_inputs",
            "note",
            "Permuting outputs or inputs (Perm-Both, Perm-Inputs) tests a null for exactly these systems: "
            "that the two metrics' scores are exchangeable output by output. Two equally good metrics "
            "that each favour some systems violate it, and are then called different far more often than "
            "the level says. Permuting systems does not have this fault.",
        )


def _hopeless(tests: Sequence[PairTest], settings: Settings, arrays: ScoreArrays) -> Iterable[Caution]:
    """Say where no rejection can survive the correction, and whether more resamples would help."""
    found: dict[str, str] = {}
    for row in tests:
        bound = limit(row, settings, n_systems=arrays.n_systems)
        if bound is None:
            continue
        if bound.arrangements is not None:
            text = _too_few_arrangements(row, bound, bound.arrangements, settings, arrays)
            found.setdefault(text, "too_few_arrangements")
            continue
        reason = warn_if_hopeless(
            row.family_size, asked_resamples(row, settings), settings.correction, settings.alpha
        )
        if reason:
            found.setdefault(f"{reason[0].upper()}{reason[1:]}", "too_few_resamples")
    for message, code in found.items():
        yield Caution(code, "warning", message)


def _too_few_arrangements(
    row: PairTest, bound: Limit, arrangements: int, settings: Settings, arrays: ScoreArrays
) -> str:
    unit = {"systems": "systems", "inputs": "inputs"}.get(row.over, "outputs")
    if arrays.clusters is not None and unit != "systems":
        unit = f"groups of {unit}"
    tests = "one test" if row.family_size == 1 else f"{row.family_size} tests"
    if settings.correction == "none":
        verdict = "no rejection is possible"
    else:
        verdict = f"no {'' if bound.rejects_none else 'lone '}rejection can survive '{settings.correction}'"
    fewer = ", or compare fewer metrics (--metrics)" if row.family_size > 1 else ""
    return (
        f"The scores of {arrangements.bit_length() - 1} {unit} can be swapped in {arrangements} ways only, and the "
        f"smallest p-value is {bound.smallest:.3g}: {verdict} over {tests} at alpha = {settings.alpha:g}. More "
        f"resamples do not help; collect more {unit}{fewer}."
    )


def about_main_tests(settings: Settings) -> Iterable[Caution]:
    """Yield one caution for every kind of test that replaces the one asked for, naming what it tests."""
    wanted = settings.asked_test.wanted
    others: dict[Decision, list[str]] = {}
    plain: list[str] = []
    for level, coefficient in settings.keys:
        found = settings.main_test(level, coefficient)
        place = f"{coefficient} ({level.replace('_', '-')} level)"
        if found == wanted:
            continue
        if found != (PLAIN, settings.test_over):
            others.setdefault(found, []).append(place)
        elif settings.test != RECOMMENDED:
            plain.append(place)
    if plain:
        yield Caution(
            "other_test",
            "note",
            f"There is no {settings.test} test for {listing(plain)}: these rows are of the plain permutation of "
            f"{_unit(settings.test_over)}.",
        )
    for (kind, over), places in others.items():
        reason = (
            f"No permutation of {_unit(settings.test_over)} is valid for {listing(places)}: every metric ties within a "
            "threshold of its own, so that scores of two metrics cannot be mixed."
        )
        if kind == PAIRED_BOOTSTRAP.name:
            yield Caution(
                "other_test",
                "note",
                f"{reason} These rows are tested by the paired bootstrap over {_unit(over)}.",
            )
            continue
        scope = "these systems" if over == "inputs" else "these inputs"
        yield Caution(
            "other_test",
            "note",
            f"{reason} These rows swap what becomes of all pairs of one {over[:-1]} at a time, and speak of {scope} "
            f"only. --test {PAIRED_BOOTSTRAP.name} tests all coefficients in one way.",
        )


def _unit(over: str) -> str:
    return {"both": "systems and inputs", "rows_then_columns": "systems and then inputs"}.get(over, over)
