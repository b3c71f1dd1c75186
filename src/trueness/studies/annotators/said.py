"""What is said of a study of annotators: its findings, and what a reader has to know before believing them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from trueness.decisions.agreement_beside import AGREES_AS_WELL
from trueness.decisions.annotators_agree import ANNOTATORS_AGREE, UNLIKE
from trueness.decisions.decision import Answer, Decision
from trueness.decisions.may_grade import CEILING_MARGIN
from trueness.errors import listing
from trueness.methods.interval import NONE
from trueness.statistics.annotators.alternative_annotator_test import PASSES_FROM
from trueness.statistics.annotators.equal_ratings import CommonestRating
from trueness.statistics.annotators.pair_agreement import MOST_CATEGORIES
from trueness.statistics.annotators.variance_components import VarianceComponents
from trueness.statistics.array_types import FloatArray
from trueness.studies.annotators.answers import alpha_words, people_answer, replacement_answer, unscored_words
from trueness.studies.annotators.decided import FEWEST_PEOPLE, PEOPLE_AGREE, UNSCORED
from trueness.studies.annotators.rows import (
    Agreement,
    AgreementVerdict,
    AltTest,
    Attenuation,
    CeilingRow,
    HeldOutCorrelation,
)
from trueness.studies.annotators.settings import AnnotatorSettings
from trueness.study.human_means import ADJUSTED
from trueness.study.lights import lit
from trueness.study.number_words import counted, decimal
from trueness.study.rows import Caution
from trueness.study.shared_cautions import undefined_resamples
from trueness.study.words import coefficient_words

OF_ALT_TESTS = frozenset({"uncalibrated", "skipped_annotators", "constant_passes", "dependent_outputs"})
"""Cautions about the alternative annotator test."""

ENOUGH_TO_DIFFER = 20
"""On so many outputs two people do not say the same throughout."""

MOST_NAMES = 4

WEAK_ALPHA = 0.667
"""Below this Krippendorff (2004, Content Analysis, section 11.4) calls data unreliable."""


def annotator_conclusions(
    human: str,
    settings: AnnotatorSettings,
    *,
    agreement: Sequence[Agreement],
    annotators: Sequence[HeldOutCorrelation],
    ceiling: Sequence[CeilingRow],
    alt_tests: Sequence[AltTest],
    decisions: Sequence[Decision],
    commonest: CommonestRating,
) -> tuple[str, ...]:
    """Return how annotators agree, which metrics reach them at each level, and which may stand in for one.

    Correlations are by the first coefficient that was asked for.

    Parameters
    ----------
    human : str
    settings : AnnotatorSettings
    agreement, annotators, ceiling, alt_tests : sequences of rows
        `annotators`: their own correlations with the others.
    decisions : sequence of Decision
    commonest : CommonestRating
    """
    found = [*people_answer(human, agreement, decisions, commonest)]
    coefficient = settings.coefficients[0]
    for level in settings.levels:
        own = [
            row.estimate
            for row in annotators
            if (row.level, row.coefficient) == (level, coefficient) and row.estimate == row.estimate
        ]
        where = f"at the {level.replace('_', '-')} level"
        if not own:
            found.append(f"{where.capitalize()} no annotator has a defined correlation with the others.")
            continue
        lowest, highest = decimal(min(own)), decimal(max(own))
        apart = "" if lowest == highest else f" ({lowest} to {highest})"
        here = [row for row in ceiling if (row.level, row.coefficient) == (level, coefficient)]
        text = (
            f"{where.capitalize()} an annotator agrees with the others by {coefficient_words(coefficient)} "
            f"{decimal(sum(own) / len(own))}{apart}."
        )
        found.append(" ".join([text, *_reached(here, decisions)]))
    if alt_tests:
        found.append(replacement_answer(alt_tests, settings, decisions))
    applies = next(one.applies_to for one in decisions if one.rule == ANNOTATORS_AGREE.name)
    return (*found, f"These answers apply to {applies.replace(';', ', and to')}.")


def _reached(rows: Sequence[CeilingRow], decisions: Sequence[Decision]) -> Iterator[str]:
    """Yield how metrics stand beside an annotator, a sentence with its light for each verdict, and why it is open."""
    if not rows:
        return
    if all(math.isnan(row.difference_low) for row in rows):
        best = max(
            (row for row in rows if row.estimate == row.estimate), key=lambda row: row.estimate, default=None
        )
        if best is not None:
            yield f"The nearest metric is '{best.metric}' with {decimal(best.estimate)}."
        return
    words: dict[AgreementVerdict, tuple[Answer, str]] = {
        "better": ("yes", "{} agree{} better than that."),
        "as_well": ("yes", f"{{}} agree{{}} as well, within {CEILING_MARGIN:g}."),
        "less": ("no", "{} agree{} less."),
        "cannot_tell": (
            "cannot_tell",
            f"We cannot tell whether {{}} agree{{}} as well, within {CEILING_MARGIN:g}.",
        ),
    }
    for verdict, (answer, form) in words.items():
        names = [row.metric for row in rows if row.reaches == verdict]
        if names:
            yield lit(answer, form.format(listing(names, MOST_NAMES), "s" if len(names) == 1 else ""))
    yield from _open(rows, decisions)


def _open(rows: Sequence[CeilingRow], decisions: Sequence[Decision]) -> Iterator[str]:
    """Yield what agreeing as well takes, where that is not there."""
    found = {
        (one.about, one.level, one.coefficient): one for one in decisions if one.rule == AGREES_AS_WELL.name
    }
    asked = [
        found[row.metric, row.level, row.coefficient]
        for row in rows
        if row.reaches in ("as_well", "cannot_tell")
    ]
    unlike = next((one for one in asked if one.reason == PEOPLE_AGREE), None)
    if unlike is not None:
        begins = (
            "" if math.isnan(unlike.low) else f", and the interval of theirs begins at {decimal(unlike.low)}"
        )
        yield f"That takes annotators who surely agree with each other by {decimal(unlike.bar)} or more{begins}."
    silent = [one for one in asked if one.reason == UNSCORED]
    if len(silent) == 1:
        yield f"{unscored_words(silent[0])}."
    elif silent:
        names = listing([one.about for one in silent], MOST_NAMES)
        yield f"{names} have no score for some outputs that they rated."


def annotator_cautions(
    human: str,
    ratings: FloatArray,
    annotators: Sequence[str],
    settings: AnnotatorSettings,
    *,
    variance: VarianceComponents | None,
    why_no_variance: str,
    ceiling: Sequence[CeilingRow],
    held_out: Sequence[HeldOutCorrelation],
    attenuation: Sequence[Attenuation],
    alt_tests: Sequence[AltTest],
    decisions: Sequence[Decision],
) -> tuple[Caution, ...]:
    """Return everything to be said about a study of annotators, warnings first.

    Parameters
    ----------
    human : str
    ratings : array of shape (A, N, M)
    annotators : sequence of str
    settings : AnnotatorSettings
    ceiling, held_out, attenuation, alt_tests : sequences of rows
    variance : VarianceComponents or None
    why_no_variance : str
        The reason where there is none.
    decisions : sequence of Decision
    """
    found = [
        *_about_ratings(human, ratings, annotators, decisions),
        *_about_variance(variance, why_no_variance),
        *_about_ceiling(ceiling, held_out),
        *_about_attenuation(
            attenuation, comparable=_rated_twice(ratings), intervals=settings.interval != NONE
        ),
        *_about_alt_tests(settings, alt_tests),
    ]
    return tuple(sorted(found, key=lambda caution: caution.severity != "warning"))


def _about_ratings(
    human: str,
    ratings: FloatArray,
    annotators: Sequence[str],
    decisions: Sequence[Decision],
) -> Iterable[Caution]:
    rated = ~np.isnan(ratings)
    count = rated.sum(axis=0)
    judged = int(np.sum(count > 0))
    if np.any(count[count > 0] < len(ratings)):
        remedy = (
            f" Where strict and lenient annotators rated different outputs, write '{ADJUSTED}({human})' in place of "
            f"'{human}': that takes strictness off."
        )
        yield Caution(
            "missing_ratings",
            "note",
            f"{int(np.sum(rated))} of {judged * len(ratings)} possible ratings of '{human}' exist; "
            f"{int(np.sum(count == 1))} of {judged} outputs have only one. Missing ones are left out."
            + remedy
            * (not human.startswith(ADJUSTED)),
        )
    if judged and not _rated_twice(ratings):
        yield Caution(
            "single_ratings",
            "warning",
            f"Every output has one rating of '{human}' at most, which leaves open whether annotators "
            "agree. Have some outputs rated twice.",
        )
    copies = _copies(ratings, annotators)
    if copies:
        yield Caution(
            "identical_annotators",
            "warning",
            f"Annotators gave the same rating to every output both rated: {'; '.join(copies)}. Copies "
            "and people of one mind look alike. Check that they rated independently.",
        )
    if len(ratings) == 2:
        yield Caution(
            "two_annotators",
            "note",
            "With two annotators the ceiling is their one correlation, and where they differ either may err.",
        )
    agree = next((one for one in decisions if one.rule == ANNOTATORS_AGREE.name), None)
    if agree is not None and agree.reason == UNLIKE and judged:
        yield Caution(
            "one_value",
            "warning",
            f"Of the outputs that two people rated '{human}' only {int(agree.estimate)} "
            f"{'has' if agree.estimate == 1 else 'have'} another value than most, and {agree.bar:.0f} are needed. Have "
            "more outputs rated by two, and such as differ more.",
        )
    elif agree is not None and agree.grounds[0].estimate < WEAK_ALPHA:
        yield Caution(
            "weak_agreement",
            "warning",
            f"Annotators agree weakly on '{human}' ({alpha_words(agree)} "
            f"{decimal(agree.grounds[0].estimate)}, below {WEAK_ALPHA:g}), so a single rating says "
            "little about others. Errors and opinions look alike. Averages may still be reliable; see "
            "the designs.",
        )
    values = len(np.unique(ratings[rated]))
    if values > MOST_CATEGORIES:
        yield Caution(
            "many_categories",
            "note",
            f"There are {values} distinct ratings, so equal ones are an accident. Kappa and AC1 of categories are left "
            "out.",
        )


def _copies(ratings: FloatArray, annotators: Sequence[str]) -> list[str]:
    """Return pairs of annotators whose ratings, of more than one value, are the same throughout."""
    found = []
    for a, b in itertools.combinations(range(len(ratings)), 2):
        both = ~np.isnan(ratings[a]) & ~np.isnan(ratings[b])
        x, y = ratings[a][both], ratings[b][both]
        if len(x) >= ENOUGH_TO_DIFFER and np.array_equal(x, y) and np.ptp(x) > 0:
            found.append(f"'{annotators[a]}' and '{annotators[b]}' ({len(x)} outputs)")
    return found


def _about_variance(variance: VarianceComponents | None, why_not: str) -> Iterable[Caution]:
    if variance is None:
        yield Caution("no_components", "note", f"There are no variance components: {why_not}")
        return
    if variance.negative:
        yield Caution(
            "negative_components",
            "note",
            f"The estimate of {listing(variance.negative)} is negative and was set to 0. It is small beside the "
            "sampling error of the others.",
        )
    if variance.confounded:
        yield Caution(
            "confounded_components",
            "note",
            f"Who rated what mixes {listing(variance.confounded)} with the rest, in the residual.",
        )


def _about_ceiling(
    ceiling: Sequence[CeilingRow],
    held_out: Sequence[HeldOutCorrelation],
) -> Iterable[Caution]:
    undefined = sorted(
        {row.annotator for row in held_out if row.scorer == row.annotator and np.isnan(row.estimate)}
    )
    if undefined:
        yield Caution(
            "undefined_annotators",
            "warning",
            f"Left out of the ceiling at some level: {listing(undefined)}. Their correlation with the others is "
            "undefined there: too few outputs in common, or all ratings equal.",
        )
    yield from undefined_resamples(ceiling, lambda row: row.metric)
    above = [row.metric for row in ceiling if row.reaches == "better"]
    if above:
        yield Caution(
            "above_ceiling",
            "note",
            f"{listing(dict.fromkeys(above))} agree{'s' if len(set(above)) == 1 else ''} with the other "
            "annotators better than a single annotator, whose ratings are noisy. The annotators "
            "together may still be better.",
        )


def _rated_twice(ratings: FloatArray) -> bool:
    """Whether any output has ratings by two annotators."""
    return bool(np.any((~np.isnan(ratings)).sum(axis=0) > 1))


def _about_attenuation(
    attenuation: Sequence[Attenuation], *, comparable: bool, intervals: bool
) -> Iterable[Caution]:
    capped = [row.metric for row in attenuation if row.capped]
    if capped:
        yield Caution(
            "capped_correction",
            "warning",
            f"Corrected for noise, the correlation of {listing(dict.fromkeys(capped))} exceeds 1 and was cut there. "
            "Quote the uncorrected value.",
        )
    places = dict.fromkeys(
        f"{row.level} level, {row.coefficient}" for row in attenuation if np.isnan(row.reliability)
    )
    if places and comparable:
        yield Caution(
            "no_reliability",
            "warning",
            "Correcting for noise takes annotators who correlate positively with each other. These are "
            f"left out: {'; '.join(places)}.",
        )
    open_ = dict.fromkeys(
        f"{row.metric} ({row.level} level)"
        for row in attenuation
        if not np.isnan(row.estimate) and np.isnan(row.low) and intervals
    )
    if open_:
        yield Caution(
            "no_corrected_interval",
            "warning",
            f"The interval of a correction for noise is left open: {listing(open_, MOST_NAMES)}. It takes annotators "
            "who correlate positively whichever system or input is left out. Collect more systems, or more ratings of "
            "each output.",
        )
    if any(row.coefficient == "spearman" or row.level in ("input", "per_system") for row in attenuation):
        yield Caution(
            "approximate_correction",
            "note",
            "The correction for noise is exact for Pearson's r of one sample. For Spearman's rho, and for averages "
            "over inputs or systems, it is approximate.",
        )


def _about_alt_tests(settings: AnnotatorSettings, alt_tests: Sequence[AltTest]) -> Iterable[Caution]:
    if not alt_tests:
        return
    if settings.calibration == "none":
        yield Caution(
            "uncalibrated",
            "note",
            "Scores were compared with ratings as they are, so the metric must be on the annotators' scale.",
        )
    skipped = max(row.n_skipped for row in alt_tests)
    if skipped:
        yield Caution(
            "skipped_annotators",
            "warning",
            f"The alternative annotator test leaves out {counted(skipped, 'annotator')} with fewer than "
            f"{settings.minimum_units} inputs in common with others. Have them rate more, or ask for Wilcoxon's test "
            "(`trueness judge --annotators --small wilcoxon`).",
        )
    told = [row for row in alt_tests if row.n_tested >= FEWEST_PEOPLE]
    idle = [row for row in told if row.constant_winning_rate >= PASSES_FROM]
    if idle:
        yield Caution(
            "constant_passes",
            "warning",
            "A judge that gives every output the same rating wins the alternative annotator test here, too. So winning "
            "says little. Look at how much more often than that a metric fits people.",
        )
    disagree = [
        row.metric
        for row in told
        if (row.winning_rate >= PASSES_FROM) != (row.winning_rate_published >= PASSES_FROM)
        and not np.isnan([row.winning_rate, row.winning_rate_published]).any()
    ]
    if disagree:
        yield Caution(
            "dependent_outputs",
            "note",
            f"The verdict on {listing(disagree)} would differ if all outputs were independent, as "
            "published. Outputs of one input depend on each other.",
        )
