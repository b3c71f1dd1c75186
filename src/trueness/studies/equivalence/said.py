"""What an equivalence study says: its findings in sentences, and what a reader has to know before believing them."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence

import numpy as np

from trueness.errors import counted, listing, series
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.corrections import (
    resamples_needed,
    smallest_attainable,
    warn_if_hopeless,
)
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.studies.compare.margin_verdicts import SHOWN, OneSided, margin_side
from trueness.studies.equivalence.rows import TOGETHER, EquivalenceRow
from trueness.studies.equivalence.settings import EquivalenceSettings
from trueness.study.lights import lit
from trueness.study.number_words import decimal
from trueness.study.rows import Caution
from trueness.study.shared_cautions import undefined_resamples
from trueness.study.words import tost_confidence

ORDER = (
    "equivalent",
    "not worse",
    "not better",
    "better",
    "worse",
    "undecided",
    "undefined",
)
MOST_SENTENCES = 4


def equivalence_conclusions(rows: Sequence[EquivalenceRow], settings: EquivalenceSettings) -> tuple[str, ...]:
    """Return a count of verdicts per level and coefficient; of a single row, and of few, a sentence on each.

    Where there are groups: of all together, and in how many groups what is shown.
    """
    if any(row.group for row in rows):
        return tuple(_over_groups(rows, settings))
    if len(rows) <= MOST_SENTENCES:
        return tuple(verdict_sentence(row, settings) for row in rows)
    sentences = []
    for level, coefficient in dict.fromkeys((row.level, row.coefficient) for row in rows):
        mine = [row for row in rows if (row.level, row.coefficient) == (level, coefficient)]
        sentences.append(verdict_sentence(mine[0], settings) if len(mine) == 1 else _counted(mine, settings))
    never = sorted({row.metric for row in rows} - {row.metric for row in rows if row.equivalent})
    if rows[0].condition and never:
        claim = f"is {_claim(rows[0])}" if _shown(rows[0]) else "agrees as well"
        sentences.append(
            f"We cannot tell for any condition whether one of these {claim} under the reference: {listing(never)}."
        )
    return tuple(sentences)


def _counted(rows: Sequence[EquivalenceRow], settings: EquivalenceSettings) -> str:
    """Return of how many comparisons the claim is shown, how many differ, and of how many it cannot be told."""
    row, n = rows[0], len(rows)
    shown = _shown(row)
    counts = {name: sum(one.verdict == name for one in rows) for name in ORDER}
    known, apart = counts[shown or "equivalent"], counts["better"] + counts["worse"]
    open_, undefined = counts["undecided"], counts["undefined"]
    unguarded = not settings.equivalence.rejects_if_wide
    alone = sum(one.pvalue <= settings.alpha and (unguarded or not one.too_wide) for one in rows)
    before = f"{alone} before correction; " if alone > known else ""
    what = (
        "comparisons of a metric with itself under another condition" if row.condition else "pairs of metrics"
    )
    with_people = f" with '{row.human}'" if len({one.human for one in rows}) == 1 else " with people"
    place = f"({before}{place_words(row)})"
    within = within_words(settings, row)
    if shown:
        alike = (
            f"the first is {shown.removeprefix('not ')} than the second {within} in agreement{with_people}"
        )
        kept = alike.replace("is ", "is not ", 1)
    else:
        alike = kept = f"both agree equally well{with_people} {within}"
    rest = [f"{apart} {'differs' if apart == 1 else 'differ'}"] if apart else []
    rest += [f"{undefined} {'is' if undefined == 1 else 'are'} undefined"] if undefined else []
    if known:
        said = lit("yes", f"In {known} of {n} {what} {kept} {place}.")
        rest += [f"for {open_} we cannot tell"] if open_ else []
    elif open_:
        said = lit(
            "cannot_tell",
            f"We cannot tell for {'any' if open_ == n else open_} of {n} {what} whether {alike} {place}.",
        )
    else:
        said = f"In none of {n} {what} {kept} {place}."
    text = f"{published_words(settings, row.level)}{said}"
    if rest:
        text += f" {series(rest).capitalize()}."
    margins = [one.smallest_margin for one in rows if one.verdict == "undecided"]
    if known or not margins or not all(map(math.isfinite, margins)):
        return text
    return f"{text} Only a margin above {_rounded_up(max(margins))} would have done."


def _rounded_up(margin: float) -> str:
    """Return a margin to three decimals, rounded up, since what is below would not do."""
    return f"{math.ceil(1000 * margin - 1e-9) / 1000:.3f}"


def within_words(settings: EquivalenceSettings, row: EquivalenceRow) -> str:
    """Return the margin in words; those from annotators differ from metric to metric."""
    if isinstance(settings.margin, str):
        kind = {"sd": "standard deviation", "range": "largest difference"}[settings.margin]
        return f"within the {kind} of single annotators"
    return margin_words(row)


def _over_groups(rows: Sequence[EquivalenceRow], settings: EquivalenceSettings) -> Iterator[str]:
    groups = list(dict.fromkeys(row.group for row in rows if row.group not in TOGETHER))
    for level, coefficient in dict.fromkeys((row.level, row.coefficient) for row in rows):
        here = [row for row in rows if (row.level, row.coefficient) == (level, coefficient)]
        together = [dataclasses.replace(row, group="") for row in here if row.group in TOGETHER]
        for sentence in equivalence_conclusions(together, settings):
            yield f"All together: {sentence}"
        pairs: dict[tuple[str, ...], list[EquivalenceRow]] = {}
        for row in here:
            if row.group not in TOGETHER:
                pairs.setdefault((row.metric, row.rival, row.condition, row.human), []).append(row)
        margin = "" if isinstance(settings.margin, str) else f", {margin_words(together[0])}"
        published = published_words(settings, level)
        place = f"({place_words(here[0])}{margin})"
        if len(pairs) <= MOST_SENTENCES:
            several = len({row.human for row in here}) > 1
            for mine in pairs.values():
                human = f" by '{mine[0].human}'" if several else ""
                yield f"{published}By group, {_pair(mine[0])}{human} {place}: {_where(mine)}."
            continue
        shown = _shown(together[0]) or "equivalent"
        counts = [sum(row.verdict == shown for row in mine) for mine in pairs.values()]
        everywhere = sum(count == len(groups) for count in counts)
        yield (
            f"{published}Of {len(pairs)} comparisons {place}, {everywhere} {'is' if everywhere == 1 else 'are'} "
            f"{shown} in all {len(groups)} groups, and {sum(count == 0 for count in counts)} in none."
        )
        for group in groups:
            of_group = [row for row in here if row.group == group]
            yield f"{published}{group}: of {len(of_group)} comparisons {_counts(of_group)}."


def place_words(row: EquivalenceRow) -> str:
    """Return the coefficient and the level of a row: ``Kendall's tau-b, input level``."""
    return f"{coefficient_facts(row.coefficient).words}, {row.level.replace('_', '-')} level"


def _counts(rows: Sequence[EquivalenceRow]) -> str:
    counts = {name: sum(row.verdict == name for row in rows) for name in ORDER}
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count)


def _where(rows: Sequence[EquivalenceRow]) -> str:
    """Return in which groups one comparison has which verdict."""
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row.verdict, []).append(row.group)
    said = [f"{name} in {len(found[name])} ({listing(found[name], 6)})" for name in ORDER if name in found]
    return ", ".join(said)


def _pair(row: EquivalenceRow) -> str:
    return f"'{row.metric}' " + (f"under '{row.condition}'" if row.condition else f"against '{row.rival}'")


def published_words(settings: EquivalenceSettings, level: str) -> str:
    """Return how a finding begins where the test means nothing, and papers have used it all the same; else nothing.

    Closed forms take all outputs for independent at the global level.
    """
    meaningless = settings.equivalence.closed_form and level == "global"
    return "The published procedure would say: " if meaningless else ""


def verdict_sentence(row: EquivalenceRow, settings: EquivalenceSettings) -> str:
    """Return what is known of one pair, such as ``'a' and 'b' agree equally well with 'human' within 0.05 …``."""
    return f"{published_words(settings, row.level)}{_verdict(row, settings)}"


def _verdict(row: EquivalenceRow, settings: EquivalenceSettings) -> str:
    place = f"{place_words(row)}, {tost_confidence(settings.alpha)} interval"
    # to three decimals: an interval is held against a margin such as .05
    difference, low, high = (decimal(value, 3) for value in (row.estimate, row.low, row.high))
    numbers = f"the difference is {difference} [{low}, {high}] ({place})"
    ours, theirs = f"'{row.metric}'", f"'{row.rival}'"
    if row.condition:
        ours, theirs = f"'{row.metric}' under the reference", f"under '{row.condition}'"
    shown, within = _shown(row), f"{margin_words(row)} in agreement with '{row.human}'"
    equally = f"{ours} and {theirs} agree equally well with '{row.human}' {margin_words(row)}"
    if shown and row.verdict == shown:
        return lit("yes", f"{ours} is {shown} than {theirs} {within}: {numbers}.")
    if row.verdict == "equivalent":
        differs = row.pvalue_difference_adjusted <= settings.alpha
        tail = " The difference is not zero, but smaller than the margin." if differs else ""
        return lit("yes", f"{equally}: {numbers}.{tail}")
    if row.verdict in ("better", "worse"):
        return f"{ours} agrees {row.verdict} with '{row.human}' than {theirs}: {numbers}."
    claim = f"{ours} is {shown.removeprefix('not ')} than {theirs} {within}" if shown else equally
    if row.verdict != "undecided":
        return lit(
            "cannot_tell",
            f"We cannot tell whether {claim}: the difference is undefined ({place_words(row)}).",
        )
    enough = ""
    if math.isfinite(row.smallest_margin):
        everywhere = " for all comparisons" if isinstance(settings.margin, str) else ""
        enough = f" Only a margin above {_rounded_up(row.smallest_margin)}{everywhere} would have done."
    return lit("cannot_tell", f"We cannot tell whether {claim}: {numbers}.{enough}")


def _shown(row: EquivalenceRow) -> OneSided | None:
    """Return what a margin on one side lets a test show; None for one on both sides."""
    side = margin_side(Bounds(row.margin_low, row.margin_high))
    return None if side is None else SHOWN[side]


def _claim(row: EquivalenceRow) -> str:
    """Return what is tested, such as ``not worse by more than 0.05``."""
    shown = _shown(row)
    return f"{shown} {margin_words(row)}" if shown else "equivalent"


def margin_words(row: EquivalenceRow) -> str:
    """Return the region in words, such as ``within 0.05``, or ``by more than 0.05`` where one side has a bound."""
    if math.isnan(row.margin_high):
        return "within an undefined margin"
    if row.margin_low == -row.margin_high:
        return f"within {row.margin_high:.3g}"
    if _shown(row):
        return f"by more than {min(-row.margin_low, row.margin_high):.3g}"
    return f"between {row.margin_low:.3g} and {row.margin_high:.3g}"


def equivalence_cautions(
    rows: Sequence[EquivalenceRow], settings: EquivalenceSettings, *, matched: bool
) -> tuple[Caution, ...]:
    """Return what is to be said about equivalence tests, warnings first.

    Parameters
    ----------
    rows : sequence of EquivalenceRow
    settings : EquivalenceSettings
    matched : bool
        Whether conditions were matched output by output.
    """
    found = [
        *_about_resamples(rows, settings),
        *_about_width(rows, settings),
        *_about_margins(rows, settings),
        *_about_units(rows, settings, matched=matched),
    ]
    return tuple(sorted(found, key=lambda caution: caution.severity != "warning"))


def _about_resamples(rows: Sequence[EquivalenceRow], settings: EquivalenceSettings) -> list[Caution]:
    if not settings.equivalence.resampled:
        return []
    found = []
    family = max((row.family_size for row in rows), default=0)
    if smallest_attainable(settings.resamples) > settings.alpha:
        needed = resamples_needed(1, "none", settings.alpha)
        found.append(
            Caution(
                "too_few_resamples",
                "warning",
                f"{settings.resamples} resamples cannot show {_claimed(settings)} at level {settings.alpha:g} with any "
                f"margin: draw at least {needed}.",
            )
        )
    elif family and (
        hopeless := warn_if_hopeless(family, settings.resamples, settings.correction, settings.alpha)
    ):
        found.append(Caution("too_few_resamples", "warning", f"{hopeless[0].upper()}{hopeless[1:]}"))
    found += undefined_resamples(rows, lambda row: f"{row.metric} and {row.rival}")
    return found


def _claimed(settings: EquivalenceSettings) -> str:
    side = None if settings.bounds is None else margin_side(settings.bounds)
    return "equivalence" if side is None else f"that a metric is {SHOWN[side]}"


def _about_width(rows: Sequence[EquivalenceRow], settings: EquivalenceSettings) -> list[Caution]:
    wide = [row for row in rows if row.too_wide]
    if settings.equivalence.rejects_if_wide:
        rejecting = sum(row.pvalue <= settings.alpha for row in wide)
        if rejecting:
            return [
                Caution(
                    "anderson_hauck_unbounded",
                    "warning",
                    f"In {counted(rejecting, 'test')} the Anderson-Hauck p-value is small although the "
                    "interval is wider than the margins. That test rejects where there are very few "
                    "data, so these count as open.",
                )
            ]
        return []
    if wide and len(wide) == len(rows):
        return [
            Caution(
                "cannot_be_equivalent",
                "note",
                "Every interval is wider than the margins. Showing equivalence takes more systems or "
                "inputs, or a wider margin.",
            )
        ]
    return []


def _about_margins(rows: Sequence[EquivalenceRow], settings: EquivalenceSettings) -> list[Caution]:
    if not isinstance(settings.margin, str):
        return []
    kind = "standard deviation" if settings.margin == "sd" else "largest difference"
    found = [
        Caution(
            "margin_from_data",
            "note",
            f"Margins are the {kind} of the single annotators' correlations with the metric, from the "
            "data of the tests. The p-values leave out their own uncertainty.",
        )
    ]
    lost = sum(bool(np.isnan(row.margin_high)) for row in rows)
    if lost:
        found.append(
            Caution(
                "undefined_margins",
                "warning",
                f"{counted(lost, 'test')} lack a margin: a single annotator's correlation is undefined "
                "there.",
            )
        )
    return found


def _about_units(
    rows: Sequence[EquivalenceRow], settings: EquivalenceSettings, *, matched: bool
) -> list[Caution]:
    found = []
    if (
        settings.over == "outputs"
        and not settings.equivalence.closed_form
        and any(row.n_systems > 1 for row in rows)
    ):
        found.append(
            Caution(
                "outputs_resampled",
                "warning",
                "Outputs are taken one by one, as published. Those of one input or system depend on "
                "each other, so intervals are too narrow for other inputs or systems.",
            )
        )
    if settings.equivalence.closed_form and "global" in settings.levels:
        found.append(
            Caution(
                "closed_form_as_published",
                "warning",
                f"'{settings.method}' takes all outputs for independent at the global level, where many "
                "depend on each other.",
            )
        )
    if settings.equivalence.closed_form and any(row.coefficient != "pearson" for row in rows):
        found.append(
            Caution(
                "closed_form_of_ranks",
                "note",
                f"'{settings.method}' was derived for Pearson's r. With rank coefficients it is a heuristic.",
            )
        )
    if not matched:
        found.append(
            Caution(
                "unmatched_conditions",
                "note",
                "Conditions are taken for independent data. If the outputs are the same, matching them is more "
                "powerful.",
            )
        )
    return found
