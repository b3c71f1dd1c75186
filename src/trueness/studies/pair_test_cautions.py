"""What a reader has to know of the tests of pairs of metrics: assumptions, and what they cannot show."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from trueness.errors import listing
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.corrections import warn_if_hopeless
from trueness.statistics.jackknife.pseudo_values import MINIMUM_UNITS
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.attainable import Limit, asked_resamples, limit
from trueness.studies.main_test import main_test
from trueness.studies.monte_carlo import about_monte_carlo
from trueness.studies.rows import Caution, PairTest
from trueness.studies.settings import CLOSED_FORM_TESTS, Settings
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
    main = [row for row in tests if (row.test, row.over) == main_test(settings, row.level, row.coefficient)]
    if settings.test in CLOSED_FORM_TESTS:
        main = [row for row in tests if row.test == settings.test]
        if set(settings.coefficients) - {"pearson"}:
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
        if row.test == "studentized_permutation" and math.isnan(row.pvalue) and not math.isnan(row.estimate)
    ]
    if undefined:
        names = listing(dict.fromkeys(f"{row.metric} against {row.rival}" for row in undefined), 6)
        yield Caution(
            "undefined_test",
            "warning",
            f"The studentised permutation test is undefined for {names}: they share fewer than {MINIMUM_UNITS} "
            "systems, or their difference is the same without each system in turn, so that it has no standard error. "
            "--test permutation tests them.",
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
        row.test == "permutation"
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
