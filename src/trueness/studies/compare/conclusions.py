"""The findings of a comparison in plain sentences, made from its rows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from trueness.data.scores.support import FEWEST_TO_LEARN
from trueness.decisions.decision import CANNOT_TELL, Decision
from trueness.decisions.may_be_ranked import PAIRS_APART
from trueness.errors import listing
from trueness.methods.registry import pair_test
from trueness.statistics.array_types import Key
from trueness.statistics.corrections import by_pvalues_alone, resamples_needed
from trueness.studies.compare.decided import unshown
from trueness.studies.compare.decided_words import (
    agreement_words,
    best_answer,
    best_details,
    is_withheld,
    lead_of_two,
    n_that_may_be_best,
)
from trueness.studies.compare.detectable import detectable
from trueness.studies.compare.pair_test_cautions import limit
from trueness.studies.compare.person_beside import PersonBeside
from trueness.studies.compare.published import would_say
from trueness.studies.compare.rows import Estimate, PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.words import generalises_to, shown_name
from trueness.study.best_and_ranks import no_two_differ
from trueness.study.lights import LIGHTS
from trueness.study.number_words import bracketed, counted, decimal, percent, significant
from trueness.study.shared_cautions import few_systems
from trueness.study.words import (
    LEVEL_WORDS,
    OVER_WORDS,
    after_any_correction,
    agreement_noun,
    coefficient_words,
)

EQUAL = 1e-9
"""Relative difference up to which coefficients are the same value."""


def conclusions(
    human: str,
    settings: Settings,
    estimates: Sequence[Estimate],
    tests: Sequence[PairTest],
    decisions: Sequence[Decision],
    *,
    has_systems: bool = True,
    n_families: int | None = None,
    beside: Mapping[Key, PersonBeside] = MappingProxyType({}),
) -> tuple[str, ...]:
    """Return the answer at each level, by the first coefficient that exists there, and then all else that was found.

    An answer is which metric to use, or among which the best is, and what to do next. Below the answers stand which
    differences could have been found, whether other coefficients put another metric first, and what intervals apply to.

    Parameters
    ----------
    human : str
    settings : Settings
    estimates, tests : sequences of rows
        Of the main test.
    decisions : sequence of Decision
    has_systems : bool
        Whether the data name systems.
    n_families : int, optional
        Clusters of systems, which permutations swap as a whole; None without clusters.
    beside : mapping of (level, coefficient) to PersonBeside
        Of one metric alone: an annotator beside it.
    """
    answers: list[str] = []
    details: list[str] = []
    for level in settings.computed_levels:
        coefficient = settings.coefficients_at(level)[0]
        here = [row for row in estimates if (row.level, row.coefficient) == (level, coefficient)]
        known = sorted((row for row in here if row.estimate == row.estimate), key=lambda row: -row.estimate)
        if not known:
            noun = agreement_noun([coefficient])
            answers.append(f"At the {level} level no metric has a defined {noun} with '{human}'.")
            continue
        place = f"For {LEVEL_WORDS[level] if has_systems else 'ranking outputs'}"
        if len(known) == 1:
            answers.append(_single(known[0], human, place, settings, beside))
            continue
        of_pairs = [row for row in tests if (row.level, row.coefficient) == (level, coefficient)]
        decided = {one.rule: one for one in decisions if (one.level, one.coefficient) == (level, coefficient)}
        n_units = max(row.n_systems for row in known) if n_families is None else n_families
        of_systems = n_units, "systems" if n_families is None else "clusters of systems"
        nothing = _inseparable(of_pairs, settings, of_systems)
        answer = _answer(known, of_pairs, decided, human, place, settings, nothing)
        answers.append(
            f"{answer} {lead_of_two(known, of_pairs, decided.get('may_be_best'), settings)}".rstrip()
        )
        best = decided.get("may_be_best")
        if level == "system" and not nothing and best is not None and _is_open(best, known):
            answers[-1] += f" {_more_systems(here, settings)}"
        separation = [] if nothing else _separation(known, of_pairs, decided, settings)
        more = [*separation, _disagreement(estimates, level, settings)]
        if said := " ".join(filter(None, more)):
            details.append(f"{place}: {said[:1].lower()}{said[1:]}" if has_systems else said)
    few = _few(estimates, settings) if has_systems else ""
    sure = any(row.estimate == row.estimate and not unshown(row) for row in estimates)
    if few and sure and not any(few in text for text in answers):
        answers[0] += f" {few}."
    if (
        len({row.metric for row in estimates}) == 1
        and any(row.estimate == row.estimate for row in estimates)
        and not beside
    ):
        answers.append(ALONE)
    if not settings.interval_method.closed_form and any(row.low == row.low for row in estimates):
        details.append(
            f"The {percent(settings.confidence)} intervals apply to "
            f"{generalises_to(settings, has_systems=has_systems)}{_tests_too(tests, settings)}."
        )
    details.extend(_wrong_pairs(estimates, settings))
    return tuple(dict.fromkeys([*answers, *details]))


def _is_open(best: Decision, known: Sequence[Estimate]) -> bool:
    """Whether more systems would help: several may be the best, and nothing else withholds a choice."""
    several = best.answer == CANNOT_TELL and len(best.names) > 1
    return several and not is_withheld(best) and not all(unshown(row) for row in known)


def _answer(
    known: Sequence[Estimate],
    tests: Sequence[PairTest],
    decided: Mapping[str, Decision],
    human: str,
    place: str,
    settings: Settings,
    nothing: str,
) -> str:
    """Return which metric to use at a level, or why that cannot be told; without tests which is highest."""
    highest = (
        f"{place} '{shown_name(known[0].metric, known[0].level, settings)}' agrees most with '{human}' "
        f"({agreement_words(known[0])})."
    )
    if not tests:
        return highest
    if nothing:
        return f"{LIGHTS[CANNOT_TELL]} {highest} {nothing}"
    family = after_any_correction(settings.correction)
    if settings.baseline is not None:
        where = tests[0].level, tests[0].coefficient
        said = would_say(settings, *where, _against_baseline(settings, tests, family))
        return f"{place}: {said[:1].lower()}{said[1:]}" if said.startswith("Beside") else said
    if "may_be_best" not in decided:
        return f"{highest} The test is undefined for every pair: it says nothing about a ranking."
    return best_answer(decided["may_be_best"], known, settings, human=f"'{human}'", place=place)


def _tests_too(tests: Sequence[PairTest], settings: Settings) -> str:
    """Return that tests apply to the same, or of what else; empty where there are none, or of several kinds."""
    overs = {pair_test(row.test).applies_to(row.over) for row in tests}
    if len(overs) != 1:
        return ""
    (over,) = overs
    return "; so do the tests" if over == settings.over else f", the tests to {OVER_WORDS[over]}"


def _single(
    row: Estimate, human: str, place: str, settings: Settings, beside: Mapping[Key, PersonBeside]
) -> str:
    """Return how well the one metric that there is agrees, and how well a person does on the same outputs."""
    metric = shown_name(row.metric, row.level, settings)
    said = f"{place}, the agreement of '{metric}' with '{human}' is {agreement_words(row)}."
    person = beside.get((row.level, row.coefficient))
    if person is None:
        return said
    return (
        f"{said} One annotator agrees with the others by {decimal(person.annotator)}, and on the same outputs "
        f"'{metric}' by {decimal(person.metric)}."
    )


ALONE = (
    "This does not say whether it is good enough: compare it with other metrics (--metrics), or have each output rated "
    "by two people, to see how well a person agrees."
)
"""What is said of one metric where nobody knows how well a second person agrees."""


def _few(estimates: Sequence[Estimate], settings: Settings) -> str:
    """Return that few systems tell little about others, where intervals or tests apply to others; else nothing."""
    n = max((row.n_systems for row in estimates), default=0)
    spoken = settings.over in ("both", "systems")
    return f"{n} systems tell little about others" if spoken and few_systems(n) else ""


def _more_systems(estimates: Sequence[Estimate], settings: Settings) -> str:
    """Return that more systems would tell metrics apart, or tell anything at all."""
    few = _few(estimates, settings)
    wanted = f"{few}: judge more" if few else "To tell them apart, judge more systems"
    can_be_planned = any(row.n_systems >= FEWEST_TO_LEARN and row.n_inputs > 1 for row in estimates)
    return f"{wanted} (`trueness plan` says how many)." if can_be_planned else f"{wanted}."


def _separation(
    known: Sequence[Estimate],
    tests: Sequence[PairTest],
    decided: Mapping[str, Decision],
    settings: Settings,
) -> list[str]:
    """Return what else tests of all pairs say: who is uncertain, whether any two differ, which differences show."""
    if not tests or settings.baseline is not None or "may_be_best" not in decided:
        return []
    pairs = {frozenset((row.metric, row.rival)): row for row in tests}
    family = after_any_correction(settings.correction)
    best, ranked = decided["may_be_best"], decided["may_be_ranked"]
    found = best_details(best, known, settings)
    n_left = n_that_may_be_best(best, known)
    # of two neither of which is ruled out everything was said
    if ranked.answer == "cannot_tell" and ranked.reason == PAIRS_APART and (len(pairs) > 1 or n_left == 1):
        found.append(no_two_differ("metric", len(known), n_left, family))
    if len(best.names) > 1 and not is_withheld(best):
        found.append(detectable(known[0], tests, settings))
    if settings.margin is not None:
        found.append(_alike([*pairs.values()], settings.margin))
    return found


def _alike(pairs: Sequence[PairTest], margin: float) -> str:
    """Return which pairs are the same within a margin; of one pair alone the difference, too."""
    if len(pairs) > 1:
        alike = sum(row.verdict == "equivalent" for row in pairs)
        return f"{alike} of {len(pairs)} pairs {'is' if alike == 1 else 'are'} equivalent within {margin:g}."
    (row,) = pairs
    both, none = f"'{row.metric}' and '{row.rival}'", f"±{margin:g} counts as no difference"
    difference = f"the difference is {decimal(row.estimate)}{bracketed(row.low, row.high)}, and {none}"
    if row.verdict == "equivalent":
        return f"{both} are the same in practice: {difference}."
    if row.verdict in ("better", "worse") and (row.low > margin or row.high < -margin):
        return f"the test separates {both}: {difference}."
    return f"we cannot tell whether {both} are the same in practice: {difference}."


def _inseparable(tests: Sequence[PairTest], settings: Settings, of_systems: tuple[int, str]) -> str:
    """Say that the test cannot separate anything, whatever the data; empty where it can."""
    family = after_any_correction(settings.correction)
    n_pairs = len({frozenset((row.metric, row.rival)) for row in tests})
    defined = [row for row in tests if row.pvalue == row.pvalue]
    bounds = [limit(row, settings, n_systems=of_systems[0]) for row in defined]
    bound = bounds[0] if bounds else None
    if bound is None or not all(other is not None and other.rejects_none for other in bounds):
        return ""
    row = defined[0]
    pairs = "the one pair" if n_pairs == 1 else f"any of the {n_pairs} pairs"
    if settings.baseline is not None:
        other = "the one metric" if n_pairs == 1 else f"any of the {n_pairs} metrics"
        pairs = f"{other} from '{shown_name(settings.baseline, row.level, settings)}'"
    reason = f"its smallest p-value, {significant(bound.smallest, 2)}, is too large{family}"
    if bound.arrangements is not None:
        unit = {"systems": of_systems[1], "inputs": "inputs"}.get(row.over, "outputs")
        return (
            f"The test cannot separate {pairs}, whatever the scores: there are only {bound.arrangements} ways to swap "
            f"so few {unit}, and {reason}. More resamples do not help."
        )
    rule = by_pvalues_alone(settings.correction)
    needed = max(resamples_needed(row.family_size, rule, settings.alpha) for row in defined)
    return (
        f"The test cannot separate {pairs} with {row.resamples} resamples, whatever the scores: {reason}. Draw at "
        f"least {needed} (--resamples)."
    )


def _against_baseline(settings: Settings, tests: Sequence[PairTest], family: str) -> str:
    """Say which metrics differ from the baseline; a one-sided test looks for one kind of difference only."""
    baseline = shown_name(settings.baseline or "", tests[0].level, settings)
    found = []
    for verdict, skipped, more in (("better", "less", "more"), ("worse", "greater", "less")):
        if settings.alternative != skipped:
            names = [shown_name(row.metric, row.level, settings) for row in tests if row.verdict == verdict]
            who = listing(names, 12) if names else "no metric"
            are = "are" if len(names) > 1 else "is"
            found.append(f"{who} {are} shown to agree {more} with people")
    sentence = f"Beside '{baseline}', {' and '.join(found)}{family}."
    if settings.alternative != "two-sided":
        other = "less" if settings.alternative == "greater" else "more"
        return f"{sentence} This one-sided test of {counted(len(tests), 'metric')} cannot show that any agrees {other}."
    if alike := [shown_name(row.metric, row.level, settings) for row in tests if row.verdict == "equivalent"]:
        are = "are" if len(alike) > 1 else "is"
        sentence += f" {listing(alike, 12)} {are} equivalent to it within {settings.margin:g}."
    open_ = sum(row.verdict not in ("better", "worse", "equivalent") for row in tests)
    if open_ == len(tests):
        left = "this one metric" if open_ == 1 else f"any of the {open_} metrics"
    else:
        left = "the other one" if open_ == 1 else f"the other {open_}"
    return f"{sentence} We cannot tell for {left}." if open_ else sentence


def _wrong_pairs(estimates: Sequence[Estimate], settings: Settings) -> list[str]:
    """Translate the best metric's Kendall interval at the system level (Deutsch et al. 2021, section 6.1)."""
    rows = [
        row
        for row in estimates
        if row.level == "system"
        and row.coefficient == "kendall"
        and row.wrong_pairs_low == row.wrong_pairs_low
    ]
    if not rows:
        return []
    best = max(rows, key=lambda row: row.estimate)
    metric = shown_name(best.metric, best.level, settings)
    low, high = max(0.0, best.wrong_pairs_low), min(1.0, best.wrong_pairs_high)
    if low == high:  # few systems, all alike in every resample: no interval to apply to
        return []
    if len(rows) > 1:
        subject = f"Even '{metric}', the highest by Kendall's tau-b at the system level,"
    else:
        subject = f"At the system level '{metric}'"
    confidence = percent(settings.confidence)
    return [
        f"{subject} reverses {percent(low)} to {percent(high)} of people's pairs of systems ({confidence} interval)."
    ]


def _disagreement(estimates: Sequence[Estimate], level: str, settings: Settings) -> str:
    """Return which other coefficients put another metric first at a level; empty if none does."""
    first, *others = settings.coefficients_at(level)
    tops = {name: _highest(estimates, level, name) for name in (first, *others)}
    best = tops[first]
    if best is None:
        return ""
    found: dict[str, list[str]] = {}
    for name in others:
        top = tops[name]
        mine = next(
            (
                row.estimate
                for row in estimates
                if (row.level, row.coefficient, row.metric) == (level, name, best.metric)
            ),
            math.nan,
        )
        # equal values, such as taus of few systems, put nobody first
        if top is not None and not math.isclose(top.estimate, mine, rel_tol=EQUAL):
            found.setdefault(top.metric, []).append(f"{coefficient_words(name)} ({decimal(top.estimate)})")
    if not found:
        return ""
    parts = [f"'{shown_name(metric, level, settings)}' by {' and '.join(by)}" for metric, by in found.items()]
    return f"By another coefficient another metric is highest: {', '.join(parts)}."


def _highest(estimates: Sequence[Estimate], level: str, coefficient: str) -> Estimate | None:
    """Return the highest row; of equal ones the first by name."""
    rows = [
        row
        for row in estimates
        if (row.level, row.coefficient) == (level, coefficient) and row.estimate == row.estimate
    ]
    return min(rows, key=lambda row: (-row.estimate, row.metric), default=None)
