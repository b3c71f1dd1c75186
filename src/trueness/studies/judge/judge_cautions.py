"""What a reader of a judge's validation has to know before believing the numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np

from trueness.data.score_table import ScoreTable
from trueness.errors import listing
from trueness.studies.judge.judge_rows import ALL_SYSTEMS
from trueness.studies.judge.judge_validation import JudgeValidation
from trueness.studies.rows import Caution
from trueness.studies.undefined_resamples import MANY_UNDEFINED_RESAMPLES, undefined_resamples

FEW_LABELS = 10
"""Below so many labels of a system its interval rests on very little."""

FAR_SHIFT = 3.0
"""So many standard errors between labelled and unlabelled outputs are no accident."""

HANDLED_HERE = frozenset({"missing_human"})
"""Cautions of a comparison that say of unlabelled outputs what does not hold here."""


def judge_cautions(
    validation: JudgeValidation, table: ScoreTable, shifts: Mapping[str, float], no_annotators: str = ""
) -> tuple[Caution, ...]:
    """Return everything to be said, the gravest first.

    Parameters
    ----------
    validation : JudgeValidation
        Without its cautions.
    table : ScoreTable
        All scores, unlabelled outputs included.
    shifts : mapping of str to float
        Judge to how far, in standard errors, its mean over unlabelled outputs is from that over labelled ones.
    no_annotators : str
        Why judges could not be compared with the annotators there are.
    """
    found = [
        *_about_labels(validation, table, shifts),
        *_about_scales(validation),
        *_about_bias(validation),
        *_about_prevalence(validation),
        *_about_annotators(validation, no_annotators),
        *(caution for caution in validation.comparison.cautions if caution.code not in HANDLED_HERE),
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda caution: caution.severity != "warning"))


def _about_labels(
    validation: JudgeValidation, table: ScoreTable, shifts: Mapping[str, float]
) -> Iterable[Caution]:
    human = validation.human
    if validation.demonstrated:
        yield Caution(
            "all_labelled",
            "note",
            f"Every output that a judge scored has a '{human}' score, so there is nothing left to predict. The means "
            f"below show what a random {validation.settings.demonstration:.0%} of the labels would have given "
            f"(seed {validation.settings.seed}); another draw gives other numbers.",
        )
    else:
        yield Caution(
            "unlabelled_outputs",
            "note",
            f"{validation.n_unlabelled} outputs have a judge's score and no '{human}' score. They count in the "
            "prediction-powered means only, which assume that labelled outputs are a random sample of all.",
        )
    labels = ~np.isnan(table.matrix(human))
    without = [name for name, row in zip(table.systems, labels, strict=True) if not row.any()]
    if without:
        yield Caution(
            "unlabelled_systems",
            "warning",
            f"No output of {listing(without)} has a '{human}' score: nothing corrects the judges there, and no mean is "
            "given. Label some outputs of every system.",
        )
    few = {
        row.system: row.n_labelled
        for row in validation.means
        if row.system != ALL_SYSTEMS and 0 < row.n_labelled < FEW_LABELS
    }
    if few:
        yield Caution(
            "few_labels",
            "warning",
            f"{len(few)} of {len(table.systems)} systems have fewer than {FEW_LABELS} labelled outputs with a judge's "
            "score. Their intervals rest on very little; label more.",
        )
    far = [
        f"'{name}' ({value:+.1f})"
        for name, value in shifts.items()
        if abs(value) > FAR_SHIFT and not validation.demonstrated
    ]
    if far:
        yield Caution(
            "labels_not_random",
            "warning",
            "The judges' mean over unlabelled outputs is many standard errors from that over labelled ones: "
            f"{', '.join(far[:6])}{' and more' if len(far) > 6 else ''}. Labels seem to be no random sample; then "
            "prediction-powered means are biased. Draw the outputs to label at random.",
        )


def _about_scales(validation: JudgeValidation) -> Iterable[Caution]:
    other = [name for name, same in validation.same_scale.items() if not same]
    if other:
        yield Caution(
            "other_scale",
            "note",
            f"{len(other)} of {len(validation.judges)} judges do not rate on the scale of '{validation.human}' "
            f"({listing(other, 4)}): they were brought to it by a straight line fitted to the labelled outputs. Mean "
            "errors and kappa are not given for them, and their calibration error is what that line leaves.",
        )
    undefined = [row.metric for row in undefined_resamples(validation.measures)]
    if undefined:
        yield Caution(
            "undefined_measures",
            "warning",
            f"More than {MANY_UNDEFINED_RESAMPLES:.0%} of the resamples give no value for a measure of "
            f"{listing(dict.fromkeys(undefined), 4)}; the intervals describe the rest.",
        )


def _about_bias(validation: JudgeValidation) -> Iterable[Caution]:
    if not any(row.covariate == "length" for row in validation.bias):
        yield Caution(
            "no_lengths",
            "note",
            "The lengths of outputs are not known: bias towards long outputs was not measured. Give the texts "
            "(--texts), or a scorer called 'length'.",
        )
    if validation.bias:
        yield Caution(
            "noisy_control",
            "note",
            "Bias is measured at equal human score. Noise in human scores weakens that control: where people "
            "themselves reward a covariate, a part of it is charged to the judge.",
        )


def _about_annotators(validation: JudgeValidation, reason: str) -> Iterable[Caution]:
    if reason:
        yield Caution(
            "no_annotators",
            "note",
            f"Judges were not compared with the annotators behind '{validation.human}': {reason}",
        )
    if validation.annotators is not None:
        yield from (one for one in validation.annotators.cautions if one.code not in HANDLED_HERE)


def _about_prevalence(validation: JudgeValidation) -> Iterable[Caution]:
    refused = [row for row in validation.prevalence if row.reason]
    if refused:
        first = refused[0]
        yield Caution(
            "no_correction",
            "warning",
            f"{len(refused)} of {len(validation.prevalence)} shares of positives have no correction, the first of "
            f"'{first.metric}' for {first.system}: {first.reason}",
        )
    lost = [
        f"'{row.metric}' for {row.system} ({row.n_undefined_resamples / row.resamples:.0%})"
        for row in undefined_resamples(validation.prevalence)
    ]
    if lost:
        yield Caution(
            "undefined_corrections",
            "warning",
            f"Many resamples have no corrected share: {', '.join(lost[:4])}{' and more' if len(lost) > 4 else ''}. "
            "Their intervals describe the rest; label more outputs of the rarer kind.",
        )
    extreme = [
        row
        for row in validation.prevalence
        if not row.reason and 1 in (row.sensitivity, row.specificity) and not math.isnan(row.estimate)
    ]
    if extreme:
        yield Caution(
            "perfect_rate",
            "note",
            f"In {len(extreme)} of {len(validation.prevalence)} shares of positives the judge makes no error of a kind "
            "on the labelled outputs. Neither interval knows that the true rate may be lower.",
        )
