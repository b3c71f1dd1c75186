"""What a reader has to know before believing that two correlations are equivalent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.statistics.corrections import resamples_needed, smallest_attainable, warn_if_hopeless
from trueness.studies.equivalence.equivalence_rows import EquivalenceRow
from trueness.studies.equivalence.equivalence_settings import EquivalenceSettings
from trueness.studies.equivalence.margin_side import SHOWN, margin_side
from trueness.studies.rows import Caution, undefined_resamples

FEW_SYSTEMS = 10


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
    if settings.equivalence.closed_form:
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
    lost = undefined_resamples(rows)
    if lost:
        worst = max(row.n_undefined_resamples / row.resamples for row in lost)
        found.append(
            Caution(
                "undefined_resamples",
                "warning",
                f"{len(lost)} test(s) rest on resamples of which up to {100 * worst:.0f}% have no difference and "
                f"are left "
                "out: scores are constant there.",
            )
        )
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
                    f"in {rejecting} test(s) the Anderson-Hauck p-value is small although the interval is wider "
                    f"than the "
                    "equivalence region: that test rejects where there are almost no data. They do not count as "
                    "equivalent.",
                )
            ]
        return []
    if wide and len(wide) == len(rows):
        return [
            Caution(
                "cannot_be_equivalent",
                "note",
                "every interval is wider than its equivalence region: these data could not show equivalence within "
                "this "
                "margin whatever the metrics are worth. More systems or inputs, or a wider margin, are needed.",
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
            f"margins are the {kind} of the single annotators' correlations with the metric, from the same data as the "
            "tests: their own uncertainty is not in the p-values.",
        )
    ]
    lost = sum(bool(np.isnan(row.margin_high)) for row in rows)
    if lost:
        found.append(
            Caution(
                "undefined_margins",
                "warning",
                f"{lost} test(s) have no margin: a single annotator's correlation is undefined there.",
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
                "outputs are resampled one by one, as published, although those of one input or system are not "
                "independent: intervals are too narrow for other inputs or systems.",
            )
        )
    if settings.equivalence.closed_form and "global" in settings.levels:
        found.append(
            Caution(
                "closed_form_as_published",
                "warning",
                f"'{settings.method}' takes all outputs for independent at the global level, which they are not.",
            )
        )
    if settings.equivalence.closed_form and any(row.coefficient != "pearson" for row in rows):
        found.append(
            Caution(
                "closed_form_of_ranks",
                "note",
                f"'{settings.method}' is derived for Pearson's r; with rank coefficients it is a heuristic.",
            )
        )
    fewest = min((row.n_systems for row in rows if row.level == "system"), default=FEW_SYSTEMS)
    if fewest < FEW_SYSTEMS and settings.over in ("systems", "both"):
        found.append(
            Caution(
                "few_systems",
                "warning",
                f"only {fewest} systems: resamples of so few repeat systems, and show little of what others would do.",
            )
        )
    if not matched:
        found.append(
            Caution(
                "unmatched_conditions",
                "note",
                "conditions are taken for independent data. If the outputs are the same ones, matching them is more "
                "powerful.",
            )
        )
    return found
