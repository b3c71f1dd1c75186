"""Which metric to use and how sure that is, from the tests of its pairs; what the design could have found."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from statistics import median

import numpy as np

from trueness.errors import listing
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.fisher_scale import inverse_z_scale, z_scale
from trueness.studies.compare.rows import Estimate, PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.words import shown_name
from trueness.studies.number_words import decimal, significant
from trueness.studies.words import coefficient_words

SHOWN = 6
"""Metrics that are named; of more the number is said."""

FEWEST_UNITS = 3
"""Of fewer systems, or items, there is no standard error to speak of."""

POWER = 0.8
"""With which a difference is called found reliably."""


@dataclasses.dataclass(frozen=True)
class Decision:
    """What the tests say of the highest metric at one level and coefficient.

    Attributes
    ----------
    best : Estimate
    beaten, open, undefined : tuple of Estimate
        The others, the highest first: shown to be worse, not shown to be, without a test against it.
    """

    best: Estimate
    beaten: tuple[Estimate, ...]
    open: tuple[Estimate, ...]
    undefined: tuple[Estimate, ...]

    @property
    def n_others(self) -> int:
        """How many metrics there are besides."""
        return len(self.beaten) + len(self.open) + len(self.undefined)

    @property
    def metrics(self) -> tuple[Estimate, ...]:
        """All metrics: the highest, then the groups of the others."""
        return (self.best, *self.beaten, *self.open, *self.undefined)

    @property
    def alike(self) -> tuple[Estimate, ...]:
        """Those that may be as good as the highest, and agree with people.

        A difference that is not significant is no reason to use a metric: none is among them whose own interval ends
        below the best estimate, or holds what chance gives.
        """
        return tuple(row for row in self.open if not below(row, self.best) and not unshown(row))

    @property
    def good(self) -> tuple[Estimate, ...]:
        """The highest and those that may be as good, as far as they are shown to agree with people."""
        return tuple(row for row in (self.best, *self.alike) if not unshown(row))

    @property
    def unshown(self) -> tuple[Estimate, ...]:
        """Those that may be as good as the highest, but for all the data show agree no better than chance."""
        return tuple(row for row in self.open if not below(row, self.best) and unshown(row))


def decide(known: Sequence[Estimate], tests: Sequence[PairTest]) -> Decision:
    """Return what the tests say of the highest metric.

    Parameters
    ----------
    known : sequence of Estimate
        At one level and coefficient, the highest first, none undefined; one or more.
    tests : sequence of PairTest
        Of all pairs of these.
    """
    best, *others = known
    verdicts = against_best(best.metric, tests)
    beaten = tuple(row for row in others if verdicts.get(row.metric) == "better")
    undefined = tuple(row for row in others if verdicts.get(row.metric, "undefined") == "undefined")
    return Decision(
        best, beaten, tuple(row for row in others if row not in beaten and row not in undefined), undefined
    )


def choice(known: Sequence[Estimate], tests: Sequence[PairTest], settings: Settings, family: str) -> str:
    """Return which metric the tests speak for: better than how many others, and which are not shown to be worse.

    Parameters
    ----------
    known : sequence of Estimate
        At one level and coefficient, the highest first, none undefined; two or more.
    tests : sequence of PairTest
        Of all pairs of these.
    settings : Settings
    family : str
        `` after Holm correction``, or nothing.
    """
    decision = decide(known, tests)
    best, n_others, n_beaten = decision.best, decision.n_others, len(decision.beaten)
    name = shown_name(best.metric, best.level, settings)
    if all(unshown(row) for row in known):
        return (
            f"No metric is shown to agree with people, since no interval lies above {_chance(best)}: none can be "
            "recommended."
        )
    if n_beaten == n_others and not unshown(best):
        return f"Use '{name}': it is better than {_all(n_others, 'other')}{family}."
    if n_others == 1 and decision.open:
        other = shown_name(decision.open[0].metric, best.level, settings)
        return f"It is not shown to be better than '{other}'{family}."
    if n_beaten == n_others:
        sentence = f"It is better than {_all(n_others, 'other')}{family}"
    elif not n_beaten:
        sentence = f"It is not shown to be better than {_any(n_others)}{family}"
    else:
        sentence = f"It is better than {n_beaten} of {n_others} others{family}"
    return " ".join([f"{sentence}.", *_about_open(decision, settings), *_advice(decision, name)])


def _about_open(decision: Decision, settings: Settings) -> list[str]:
    """Return a sentence for each kind of metric that is not shown to be worse than the highest."""
    best, alike, doubtful = decision.best, decision.alike, decision.unshown
    found = []
    if alike:
        names = [shown_name(row.metric, row.level, settings) for row in alike]
        found.append(f"{listing(names, SHOWN)} may be as good.")
    said = bool(alike)
    if doubtful:
        subject, is_, its = _more(len(doubtful), said=said)
        found.append(
            f"{subject} {is_} not shown to be worse, but neither to agree with people at all: {its} interval"
            f"{'' if len(doubtful) == 1 else 's'} hold{'s' if len(doubtful) == 1 else ''} {_chance(best)}."
        )
        said = True
    apart = len(decision.open) - len(alike) - len(doubtful)
    if apart:
        subject, is_, its = _more(apart, said=said)
        ends = "own interval ends" if apart == 1 else "own intervals end"
        found.append(f"{subject} {is_} not shown to be worse, but {its} {ends} below its value.")
    if decision.undefined:
        has = "has" if len(decision.undefined) == 1 else "have"
        found.append(f"{len(decision.undefined)} {has} no test against it.")
    return found


def _advice(decision: Decision, name: str) -> list[str]:
    """Return which metric to use; nothing where the tests speak for none."""
    if unshown(decision.best):
        return [f"Its own interval holds {_chance(decision.best)}: it is not shown to agree with people."]
    if not decision.beaten:
        return []
    rest = "" if not decision.alike else ", or one that may be as good"
    return [f"Use '{name}'{rest}."]


def _more(count: int, *, said: bool) -> tuple[str, str, str]:
    """Return a number of further metrics as a subject, with its verb and its possessive."""
    noun = "more" if said else ("other" if count == 1 else "others")
    return f"{count} {noun}", "is" if count == 1 else "are", "its" if count == 1 else "their"


def against_best(best: str, tests: Sequence[PairTest]) -> dict[str, str]:
    """Return what the tests say of the best metric against each other one; of two directions, what is decided."""
    found: dict[str, str] = {}
    turned = {"better": "worse", "worse": "better"}
    for row in tests:
        if best not in (row.metric, row.rival):
            continue
        other = row.rival if row.metric == best else row.metric
        verdict = row.verdict if row.metric == best else turned.get(row.verdict, row.verdict)
        if found.get(other) not in turned:
            found[other] = verdict
    return found


def below(row: Estimate, best: Estimate) -> bool:
    """Return whether the interval of a metric ends below the best estimate, or below what chance gives."""
    chance = coefficient_facts(row.coefficient).chance
    return row.high < best.estimate or (chance is not None and row.high < chance)


def unshown(row: Estimate) -> bool:
    """Return whether the interval of a metric holds what chance gives, or lies below it."""
    chance = coefficient_facts(row.coefficient).chance
    return chance is not None and row.low <= chance


def _chance(row: Estimate) -> str:
    chance = coefficient_facts(row.coefficient).chance
    return "zero" if not chance else f"{chance:g}, which chance gives"


def _all(count: int, noun: str) -> str:
    return f"the {noun} one" if count == 1 else f"all {count} {noun}s"


def _any(count: int) -> str:
    return "the other one" if count == 1 else f"any of the {count} others"


def disagreement(estimates: Sequence[Estimate], level: str, settings: Settings) -> str:
    """Return which other coefficients put another metric first at a level; empty if none does."""
    first, *others = settings.coefficients_at(level)
    tops = {name: _highest(estimates, level, name) for name in (first, *others)}
    best = tops[first]
    if best is None:
        return ""
    found: dict[str, list[str]] = {}
    for name in others:
        top = tops[name]
        if top is not None and top.metric != best.metric:
            found.setdefault(top.metric, []).append(f"{coefficient_words(name)} ({decimal(top.estimate)})")
    if not found:
        return ""
    parts = [f"'{shown_name(metric, level, settings)}' by {' and '.join(by)}" for metric, by in found.items()]
    return f"Coefficients disagree: highest is {', '.join(parts)}."


def _highest(estimates: Sequence[Estimate], level: str, coefficient: str) -> Estimate | None:
    """Return the highest row; of equal ones the first by name."""
    rows = [
        row
        for row in estimates
        if (row.level, row.coefficient) == (level, coefficient) and row.estimate == row.estimate
    ]
    return min(rows, key=lambda row: (-row.estimate, row.metric), default=None)


def detectable(best: Estimate, tests: Sequence[PairTest], settings: Settings) -> str:
    """Return which differences to the best metric were too small to be found; empty where it beats all, or unknown."""
    least = least_detectable(best, tests, settings)
    if math.isnan(least):
        return ""
    corrected = ", before the correction" if settings.correction != "none" and len(tests) > 1 else ""
    size = decimal(least) if least >= 0.01 else significant(least, 1)
    return f"To be found reliably, a difference from it typically has to be {size} or more (power 80%{corrected})."


def least_detectable(best: Estimate, tests: Sequence[PairTest], settings: Settings) -> float:
    """Return the smallest difference to the best metric that one test would find; NaN where it beats all, or unknown.

    That is (t(1 - alpha / 2) + t(.8)) standard errors, the median over the pairs with the best metric, on Fisher's
    scale turned into a correlation below the best; degrees of freedom are the test's, or one less than there are
    systems (inputs, where these are the units). It is of a single test; a correction can only need more. Without a
    standard error half the width of the interval of the difference stands for t(1 - alpha / 2) of them.

    Parameters
    ----------
    best : Estimate
    tests : sequence of PairTest
        At its level and coefficient.
    settings : Settings
    """
    from scipy.special import stdtrit

    units = _units(best)
    rows = [row for row in tests if best.metric in (row.metric, row.rival)]
    beats_all = set(against_best(best.metric, rows).values()) == {"better"}
    if units < FEWEST_UNITS or not rows or beats_all:
        return math.nan
    df = _degrees(rows, units)
    needed = _needed_errors(df, settings)
    facts = coefficient_facts(best.coefficient)
    errors = [row.standard_error for row in rows if row.standard_error > 0]
    if errors and facts.fisher_scaled:
        z = z_scale(np.array(best.estimate), best.coefficient, units) - needed * median(errors)
        least = best.estimate - float(inverse_z_scale(z, best.coefficient, units))
    else:
        quantile = float(stdtrit(df, (1 + settings.confidence) / 2))
        widths = [row.high - row.low for row in rows if row.high - row.low > 0]
        if not widths:
            return math.nan
        least = needed * median(widths) / 2 / quantile
    if not 0 < least < best.estimate - facts.low:
        return math.nan
    return least


def times_the_data(best: Estimate, rival: Estimate, tests: Sequence[PairTest], settings: Settings) -> float:
    """Return how many times the data would separate a rival from the best metric, were the difference as seen here.

    The standard error falls with the root of the data, so that this is the square of needed over seen difference, on
    Fisher's scale and with the power of `least_detectable`. NaN without a standard error or a difference.

    Parameters
    ----------
    best, rival : Estimate
        At one level and coefficient.
    tests : sequence of PairTest
        At that level and coefficient.
    settings : Settings
    """
    units = _units(best)
    pair = {best.metric, rival.metric}
    rows = [row for row in tests if {row.metric, row.rival} == pair and row.standard_error > 0]
    if units < FEWEST_UNITS or not rows or not coefficient_facts(best.coefficient).fisher_scaled:
        return math.nan
    values = np.array([best.estimate, rival.estimate])
    high, low = z_scale(values, best.coefficient, units)
    seen = float(high - low)
    if not (math.isfinite(seen) and seen > 0):
        return math.nan
    return float((_needed_errors(_degrees(rows, units), settings) * rows[0].standard_error / seen) ** 2)


def _units(row: Estimate) -> int:
    return row.n_systems if row.n_systems > 1 else row.n_inputs


def _degrees(rows: Sequence[PairTest], units: int) -> float:
    degrees = [row.degrees for row in rows if row.degrees > 0]
    return median(degrees) if degrees else units - 1


def _needed_errors(df: float, settings: Settings) -> float:
    """Return how many standard errors a difference has to be, to be found with `POWER`."""
    from scipy.special import stdtrit

    tail = settings.alpha / (2 if settings.alternative == "two-sided" else 1)
    return float(stdtrit(df, 1 - tail) + stdtrit(df, POWER))
