"""What a reader has to know of tests of pairs: assumptions, what they cannot show, whether a seed decides."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Hashable, Iterable, Sequence

import numpy as np

from trueness.errors import listing
from trueness.methods.clustered_systems import units_of_systems
from trueness.methods.pair_test import PLAIN
from trueness.methods.paired_bootstrap import PAIRED_BOOTSTRAP
from trueness.methods.recommended import Decision
from trueness.methods.registry import pair_test
from trueness.statistics.array_types import FloatArray
from trueness.statistics.coefficient_facts import coefficient_facts, why_not_swapped
from trueness.statistics.corrections import adjust, by_pvalues_alone, smallest_attainable, warn_if_hopeless
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.shaffer import adjusted_pairs
from trueness.studies.compare.rows import PairTest
from trueness.studies.compare.settings import Settings
from trueness.study.monte_carlo import monte_carlo, open_decisions
from trueness.study.number_words import significant
from trueness.study.rows import Caution
from trueness.study.shared_cautions import undefined_resamples
from trueness.study.words import OVER_WORDS, plugged_in


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
                f"The {settings.test} test is made for Pearson's r of normal data. For rank coefficients it is a "
                "rule of thumb.",
            )
        if settings.computed_levels != ("system",):
            yield Caution(
                "as_published",
                "warning",
                f"The {settings.test} test takes {plugged_in(settings.computed_levels)}, as papers have "
                "done. What its p-values mean there is open.",
            )
    if settings.family == "pairs" and settings.alternative != "two-sided" and settings.correction != "none":
        yield Caution(
            "outside_assumptions",
            "warning",
            "Of the two one-sided tests of a pair the family has the smaller p-value alone, as papers have done. False "
            "alarms may then reach twice alpha; with the family of all tests they stay below alpha.",
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
    yield from undefined_resamples(told, lambda row: f"{row.metric} and {row.rival}")
    if arrays.n_systems > 1 and _more_by_inputs(tests, settings):
        yield Caution(
            "permutes_inputs",
            "note",
            "Permuting outputs or inputs (Perm-Both, Perm-Inputs) asks whether two metrics' scores are exchangeable "
            "output by output, for exactly these systems. Two equally good metrics that each favour some systems are "
            "called different far too often. Permuting systems avoids that.",
        )
    yield from _interval_and_test(main, settings)


def _more_by_inputs(tests: Sequence[PairTest], settings: Settings) -> bool:
    """Return whether a permutation of outputs or inputs decides, or beside finds what the main test does not."""
    by_inputs = [
        row
        for row in tests
        if pair_test(row.test).permutes
        and row.over != "systems"
        and not coefficient_facts(row.coefficient).swaps_outcomes
    ]
    if not by_inputs:
        return False
    found = {
        (row.metric, row.rival, row.level, row.coefficient)
        for row in tests
        if settings.is_main(row) and row.significant_adjusted
    }
    return any(
        settings.is_main(row)
        or (row.significant_adjusted and (row.metric, row.rival, row.level, row.coefficient) not in found)
        for row in by_inputs
    )


def _interval_and_test(tests: Sequence[PairTest], settings: Settings) -> Iterable[Caution]:
    """Say where test and interval of a difference contradict each other: they then generalise to different things."""
    if settings.alternative != "two-sided":
        return
    small = [row for row in tests if row.pvalue <= 1 - settings.confidence and row.low == row.low]
    apart = [row for row in small if row.low <= 0 <= row.high]
    if not apart or len(apart) < CONTRADICTIONS * len(small):
        return
    spoken = {OVER_WORDS[pair_test(row.test).applies_to(row.over)] for row in apart}
    tested = f"the test about {' or '.join(sorted(spoken))}"
    yield Caution(
        "interval_and_test",
        "warning",
        f"In {len(apart)} of {len(small)} rows with p <= {significant(1 - settings.confidence)} the interval of the "
        f"difference contains 0. They are about different things: the interval about {OVER_WORDS[settings.over]}, "
        f"{tested}. Rely on a difference only where both agree.",
    )


def _hopeless(tests: Sequence[PairTest], settings: Settings, arrays: ScoreArrays) -> Iterable[Caution]:
    """Say where no rejection can survive the correction, and whether more resamples would help."""
    found: dict[str, str] = {}
    for row in tests:
        bound = limit(row, settings, n_systems=units_of_systems(arrays)[0])
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
        f"Collect more {unit}{fewer}. The scores of {arrangements.bit_length() - 1} {unit} can be swapped in "
        f"{arrangements} ways only, so the smallest p-value is {significant(bound.smallest)}: {verdict} over {tests} "
        f"at alpha = {settings.alpha:g}, with any number of resamples."
    )


def about_main_tests(settings: Settings) -> Iterable[Caution]:
    """Yield one caution for every kind of test that replaces the one asked for, naming what it tests."""
    wanted = Decision(settings.test, settings.test_over)
    others: dict[Decision, list[str]] = {}
    plain: list[str] = []
    for level, coefficient in settings.keys:
        found = settings.main_test(level, coefficient)
        place = f"{coefficient} ({level.replace('_', '-')} level)"
        if found == wanted:
            continue
        if found != (PLAIN, settings.test_over):
            others.setdefault(found, []).append(place)
        else:
            plain.append(place)
    if plain:
        yield Caution(
            "other_test",
            "note",
            f"There is no {settings.test} test for {listing(plain)}: these rows are of the plain permutation of "
            f"{_unit(settings.test_over)}.",
        )
    chosen = [place for places in others.values() for place in places if _is_chosen(place)]
    if chosen:
        yield Caution(
            "other_test",
            "note",
            f"The threshold of {listing(chosen)} is chosen on the data, so leaving out single units says too little. "
            "These rows, and their intervals, are from bootstrap resamples; each of these chooses it anew.",
        )
    for (kind, over), all_places in others.items():
        places = [place for place in all_places if not _is_chosen(place)]
        if not places:
            continue
        reason = (
            f"No permutation of {_unit(settings.test_over)} is valid for {listing(places)}: "
            f"{'; '.join(dict.fromkeys(why_not_swapped(place.partition(' ')[0]) for place in places))}."
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
            f"{reason} These rows swap all pairs of one {over[:-1]} at a time, and apply to {scope} "
            f"only. --test {PAIRED_BOOTSTRAP.name} tests all coefficients in one way.",
        )


def _unit(over: str) -> str:
    return {"both": "systems and inputs", "rows_then_columns": "systems and then inputs"}.get(over, over)


CONTRADICTIONS = 0.05
"""Share of the small p-values whose interval holds 0 from which on that is said; below, rounding and chance do it."""


def about_monte_carlo(tests: Sequence[PairTest], settings: Settings) -> Iterable[Caution]:
    """Yield one note if decisions lie within Monte Carlo error; none for exact tests and closed forms.

    Parameters
    ----------
    tests : sequence of PairTest
        Of the main test.
    settings : Settings
    """
    drawn = [row for row in tests if row.resamples and not row.exact and not np.isnan(row.pvalue)]
    if drawn:
        yield from monte_carlo(*uncertain_decisions(drawn, settings), max(row.resamples for row in drawn))


def uncertain_decisions(tests: Sequence[PairTest], settings: Settings) -> tuple[int, int]:
    """Count decisions after correction that lie within Monte Carlo error (see `open_decisions`), and all decisions.

    Parameters
    ----------
    tests : sequence of PairTest
        Of one test, with defined p-values from random resamples.
    settings : Settings

    Returns
    -------
    tuple of int
        Uncertain decisions and all of them; a pair of one-sided tests of which only the smaller p-value takes part
        in the family is one decision.
    """
    families: dict[Hashable, list[PairTest]] = {}
    for row in _taking_part(tests, settings):
        label = row.metric if settings.family == "per_metric" else None
        families.setdefault((row.level, row.coefficient, label), []).append(row)
    open_ = 0
    for family in families.values():
        pairs = [(row.metric, row.rival) for row in family]
        open_ += open_decisions(
            np.array([row.pvalue for row in family]),
            np.array([row.resamples - row.n_undefined_resamples for row in family]),
            functools.partial(_rejected, pairs, settings),
        )
    return open_, sum(map(len, families.values()))


def _rejected(pairs: Sequence[tuple[str, str]], settings: Settings, pvalues: FloatArray) -> np.ndarray:
    return np.asarray(adjusted_pairs(pvalues, pairs, settings.correction) <= settings.alpha)


def _taking_part(tests: Sequence[PairTest], settings: Settings) -> Iterable[PairTest]:
    """Return the tests that are members of a family: of both orders of a pair, the smaller p-value alone."""
    if settings.family != "pairs" or settings.correction == "none":
        return tests
    smaller: dict[Hashable, PairTest] = {}
    for row in sorted(tests, key=lambda row: row.pvalue):
        smaller.setdefault((row.level, row.coefficient, frozenset((row.metric, row.rival))), row)
    return smaller.values()


@dataclasses.dataclass(frozen=True)
class Limit:
    """Why no lone rejection can survive the correction.

    Attributes
    ----------
    smallest : float
        The smallest p-value the test can give, in (0, 1].
    arrangements : int or None
        How many arrangements there are, if more resamples do not help since all of them give no smaller p-value.
    rejects_none : bool
        Whether no number of tests can be rejected together either; always so for Bonferroni and Holm.
    """

    smallest: float
    arrangements: int | None
    rejects_none: bool


def limit(row: PairTest, settings: Settings, *, n_systems: int) -> Limit | None:
    """Return what keeps a test from rejecting, None where nothing does (closed forms, undefined families).

    Parameters
    ----------
    row : PairTest
    settings : Settings
    n_systems : int
        Systems, or clusters of them, whose scores a permutation of systems swaps.
    """
    resamples = asked_resamples(row, settings)
    if not resamples or not row.family_size:
        return None
    rule = (row.family_size, settings.correction, settings.alpha)
    smallest = (
        smallest_of_arrangements(resamples, row.alternative) if row.exact else smallest_attainable(resamples)
    )
    if can_reject(smallest, *rule, together=False):
        return None
    rejects_none = not can_reject(smallest, *rule, together=True)
    if row.exact:
        return Limit(smallest, resamples, rejects_none)
    if pair_test(row.test).permutes and row.over == "systems":
        # enough resamples would be more than there are arrangements, and these would be enumerated
        enumerated = smallest_of_arrangements(2**n_systems, row.alternative)
        if not can_reject(enumerated, *rule, together=False):
            return Limit(enumerated, 2**n_systems, rejects_none)
    return Limit(smallest, None, rejects_none)


def asked_resamples(row: PairTest, settings: Settings) -> int:
    """Return how many resamples a test may draw; one that ended early has drawn fewer."""
    early = settings.stop_after is not None and pair_test(row.test).stops_early and not row.exact
    return settings.resamples if early else row.resamples


def smallest_of_arrangements(arrangements: int, alternative: str) -> float:
    """Return the share of the data's own arrangement; swapping everything gives a difference of the same size.

    Parameters
    ----------
    arrangements : int
    alternative : {'two-sided', 'greater', 'less'}
    """
    return min(1.0, (2 if alternative == "two-sided" else 1) / arrangements)


@functools.lru_cache(maxsize=1024)
def can_reject(smallest: float, n_tests: int, correction: str, alpha: float, *, together: bool) -> bool:
    """Return whether one test at the smallest p-value is rejected, with all others there too or at 1.

    Parameters
    ----------
    smallest : float
    n_tests : int
        Of one family.
    correction : str
    alpha : float
    together : bool
    """
    pvalues = np.full(n_tests, smallest if together else 1.0)
    pvalues[0] = smallest
    # by a correction that knows the pairs, a lone test is rejected where Holm rejects it, and all are together
    return bool(adjust(pvalues, by_pvalues_alone(correction))[0] <= alpha)


def _is_chosen(place: str) -> bool:
    """Return whether a coefficient, named with its level, rests on something that is chosen on the data."""
    return not coefficient_facts(place.partition(" ")[0]).smooth
