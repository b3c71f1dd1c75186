"""What a comparison of systems decides, and the words for it, which terminal and page share."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from trueness.decisions.dealt_evenly import ANNOTATORS_APART
from trueness.decisions.decision import CANNOT_TELL, Decision, Ground
from trueness.decisions.may_be_best import MAY_BE_BEST, may_be_best
from trueness.decisions.may_be_ranked import MAY_BE_RANKED, PAIRS_APART, may_be_ranked
from trueness.errors import listing
from trueness.studies.systems.reach import (
    Shortfall,
    counted_units,
    fewest_for_best,
    out_of_reach,
    units_words,
)
from trueness.studies.systems.rows import SystemPairTest, SystemRank
from trueness.studies.systems.settings import SystemSettings
from trueness.study.best_and_ranks import no_two_differ
from trueness.study.lights import LIGHTS
from trueness.study.number_words import counted, percent, significant
from trueness.study.outcome_matrices import worse_by_verdict
from trueness.study.words import undefined_words

SHOWN = 6
"""Systems that are named; of more the number is said."""

FEWEST_FOR_T = 3
"""Units with which the t test is named as a way out."""

RESAMPLES = "resamples"
"""The need that too few random draws do not meet."""


def system_decisions(
    standing: Sequence[SystemRank],
    tests: Mapping[str, Sequence[SystemPairTest]],
    settings: SystemSettings,
    clusters: str | None,
    needs: Mapping[str, Sequence[Ground]],
) -> tuple[Decision, ...]:
    """Return which systems may be the best by each scorer, and whether they may be ranked; nothing without a test.

    Parameters
    ----------
    standing : sequence of SystemRank
    tests : mapping of str to sequence of SystemPairTest
        By scorer.
    settings : SystemSettings
    clusters : str or None
        Whose groups are swapped or drawn as a whole.
    needs : mapping of str to sequence of Ground
        By scorer, what has to be met besides.
    """
    found: list[Decision] = []
    short = out_of_reach(tests, settings)
    for scorer, rows in tests.items():
        known = [row for row in rows if row.verdict != "undefined"]
        if not known:
            continue
        tested = {name for row in known for name in (row.system, row.rival_system)}
        ranks = [row for row in standing if row.scorer == scorer]
        names = [row.system for row in ranks]
        place = {name: k for k, name in enumerate(names)}
        worse = worse_by_verdict(place, ((row.system, row.rival_system, row) for row in known))
        n_units = max(row.n_units for row in known)
        unit, applies_to = units_words(clusters), f"these systems, other {units_words(clusters)}"
        enough = Ground.counted(unit, n_units, fewest_for_best(len(tested), settings))
        found.append(
            may_be_best(
                names,
                [row.estimate if row.system in tested else math.nan for row in ranks],
                [row.pvalue_best for row in ranks],
                applies_to=applies_to,
                alpha=settings.alpha,
                needs=[*needs.get(scorer, ()), *([] if enough.answer == "yes" else [enough])],
                about=scorer,
            )
        )
        there = [place[name] for name in names if name in tested]
        found.append(
            may_be_ranked(
                [names[k] for k in there],
                worse.T[np.ix_(there, there)],
                correction=settings.correction,
                applies_to=applies_to,
                alpha=settings.alpha,
                needs=[*needs.get(scorer, ()), *_enough(short.get(scorer), unit, known[0].resamples)],
                about=scorer,
            )
        )
    return tuple(found)


def _enough(short: Shortfall | None, unit: str, resamples: int) -> list[Ground]:
    if short is None:
        return []
    if short.resamples_needed is not None:
        return [Ground.counted(RESAMPLES, resamples, short.resamples_needed)]
    return [Ground.counted(unit, short.n_units, short.units_needed or short.n_units + 1)]


def decided(
    decisions: Sequence[Decision],
    scorer: str,
    standing: Sequence[SystemRank],
    short: Shortfall | None,
    settings: SystemSettings,
    clusters: str | None,
    n_alike: int = 0,
    n_left_out: int = 0,
) -> list[str]:
    """Return what is decided about the systems by a scorer, in sentences.

    Parameters
    ----------
    decisions : sequence of Decision
    scorer : str
    standing : sequence of SystemRank
        Of this scorer.
    short : Shortfall or None
        Why no test can reject.
    settings : SystemSettings
    clusters : str or None
    n_alike : int
        Pairs of systems with the same scores.
    n_left_out : int
        Pairs that were not tested.
    """
    here = {one.rule: one for one in decisions if one.about == scorer}
    by = f"By '{scorer}'"
    if not here:
        return [f"{by} no pair of systems could be tested."]
    best, ranked = here[MAY_BE_BEST.name], here[MAY_BE_RANKED.name]
    if best.reason == ANNOTATORS_APART:
        why = "people of unlike strictness rated different systems (see the warning)"
        return [f"{LIGHTS[best.answer]} {by} we cannot tell which system is better: {why}."]
    n = sum(row.rank_low is not None for row in standing)
    found = []
    if best.names and best.of(units_words(clusters)) is None:
        found.append(f"{LIGHTS[best.answer]} {by} {_best(best, n, settings)}")
    if short is not None:
        start = "" if found else f"{LIGHTS[CANNOT_TELL]} {by} we cannot tell which system is better. "
        return [*found, *_short(short, start, settings, clusters)]
    n_left = len(best.names) if found else n
    said = _ranked(ranked, n, n_left, n_alike, n_left_out)
    return [*found, said] if found else [f"{LIGHTS[ranked.answer]} {by} {said[0].lower()}{said[1:]}"]


def _best(decision: Decision, n: int, settings: SystemSettings) -> str:
    names, ruled_out = decision.names, n - len(decision.names)
    others = "the other one is" if ruled_out == 1 else f"the other {ruled_out} are"
    if len(names) == 1:
        said = f"the best system is '{names[0]}'; {others} ruled out."
    elif not ruled_out:
        said = f"{'either system' if n == 2 else f'any of the {n} systems'} may be the best."
    else:
        said = (
            f"the best system is one of {len(names)} ({percent(1 - settings.alpha)} confidence): "
            f"{listing(names, SHOWN)}. {others.capitalize()} ruled out."
        )
    return f"{said} {undefined_words(decision.undefined, 'difference from the others')}".rstrip()


def _ranked(decision: Decision, n: int, n_left: int, n_alike: int, n_left_out: int) -> str:
    pairs = n * (n - 1) // 2 - n_alike - n_left_out
    apart = decision.of(PAIRS_APART)
    number = 0 if apart is None else int(apart.estimate)
    if number == 0:
        return no_two_differ("system", n, n_left)
    if pairs == 1 and not n_alike:
        return "They differ."
    alike = ""
    if n_alike:
        alike = f" {counted(n_alike, 'more pair')} {'has' if n_alike == 1 else 'have'} the same scores."
    tested = " that were tested" * (n_left_out > 0)
    return f"{number} of {counted(pairs, 'pair')}{tested} {'differs' if number == 1 else 'differ'}.{alike}"


def _short(short: Shortfall, start: str, settings: SystemSettings, clusters: str | None) -> list[str]:
    drawn = short.resamples_needed is not None
    units = counted_units(short.n_units, clusters)
    by = f"{settings.resamples} resamples" if drawn else units
    tests = "one test asks" if short.family == 1 else f"{short.family} tests ask"
    least, needed = significant(short.smallest, 2), significant(short.needed, 2)
    found = [f"{start}With {by} no p-value is below {least}; {tests} for {needed}."]
    if drawn:
        return [*found, f"Draw more: --resamples {short.resamples_needed}."]
    if short.units_needed is not None:
        more = f"; more inputs in these {short.n_units} change nothing" if clusters is not None else ""
        found.append(f"Collect at least {counted_units(short.units_needed, clusters)}{more}.")
    if settings.method.far_out and settings.aggregate != "median" and short.n_units >= FEWEST_FOR_T:
        found.append("If their differences are about normal, --test t needs no more than there are.")
    return found
