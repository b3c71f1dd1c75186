"""What a reader has to know of numbers about judges: how labels were chosen, scales, lengths, and people."""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Iterable, Mapping

import numpy as np

from trueness.data.cells.lengths import length_unit
from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.may_grade import MAY_GRADE
from trueness.decisions.may_quote_rate import MAY_QUOTE_RATE
from trueness.decisions.may_rank import MAY_RANK
from trueness.errors import listing
from trueness.studies.judge.decided_words import labelled_by, labels_drawn_by_lot
from trueness.studies.judge.graded import single_people
from trueness.studies.judge.judged_means import Ratings
from trueness.studies.judge.rows import JudgeResult
from trueness.studies.judge.settings import RANKS
from trueness.study.human_scores import annotator_name
from trueness.study.number_words import counted, percent, significant
from trueness.study.rows import Caution
from trueness.study.shared_cautions import SHARED, undefined_resamples

FEW_LABELS = 10
"""Below so many labels of a system its interval rests on very little."""

FEW_TWICE = 0.5
"""Where a smaller share of one person's labels has a second one, what is decided on these leaves most labels out."""

MANY_DIVIDED = 0.05
"""A larger share of outputs on which annotators are evenly divided is said."""

MANY_JUDGES = 3
"""So many judges, each asked at 2.5%, are wrongly told yes more often than 5%."""

FAR_SHIFT = 3.0
"""So many standard errors between labelled and unlabelled outputs are no accident."""

HANDLED_HERE = SHARED | {"missing_human"}
"""Cautions of a comparison that every study has of its own, or that say of unlabelled outputs what does not hold."""

OF_RANKS = frozenset({"many_ties", "metric_ties", "tied_means", "undefined_columns"})
"""Cautions of a comparison about rank correlations, which nobody reads of labels, and by which no judge is decided."""


def judge_cautions(
    validation: JudgeResult, table: ScoreTable, shifts: Mapping[str, float], no_annotators: str = ""
) -> tuple[Caution, ...]:
    """Return everything to be said, the gravest first.

    Parameters
    ----------
    validation : JudgeResult
        Without its cautions.
    table : ScoreTable
        All scores, unlabelled outputs included.
    shifts : mapping of str to float
        Judge to how far, in standard errors, its mean over unlabelled outputs is from that over labelled ones.
    no_annotators : str
        Why judges could not be compared with the annotators there are.
    """
    found = [
        *_about_several(validation),
        *_about_order(validation),
        *_about_labels(validation, table, shifts),
        *_about_divided_labels(validation),
        *_about_second_labels(validation),
        *_about_slices(validation),
        *_about_scales(validation),
        *_about_bias(validation),
        *_about_prevalence(validation),
        *_about_annotators(validation, no_annotators),
        *_about_agreement(validation),
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda caution: caution.severity != "warning"))


def _about_several(validation: JudgeResult) -> Iterable[Caution]:
    """Warn of a yes that is one of several tries: each judge is asked by itself, and one of them is taken."""
    for rule in (MAY_GRADE, MAY_RANK, MAY_QUOTE_RATE):
        asked = [one for one in validation.decisions if one.rule == rule.name]
        if len(asked) >= MANY_JUDGES and any(one.answer == "yes" for one in asked):
            wrong = 1 - validation.settings.confidence
            yield Caution(
                "several_judges",
                "warning",
                f"Each of {len(asked)} judges is asked by itself. If all fell just short, some would "
                f"get a yes in up to {percent(min(1.0, len(asked) * wrong / 2))} of studies. Choose one beforehand, or "
                "hold all against a gate (--gate 'kappa>=.6').",
            )
            return


def _about_order(validation: JudgeResult) -> Iterable[Caution]:
    if validation.nominal:
        chosen = (
            "as asked" if validation.settings.positive else "the most frequent one; --positive names another"
        )
        yield Caution(
            "one_label",
            "note",
            "These labels have no order. Accuracy, kappa, MCC and the confusion are about all of them; rates, means, "
            f"ranking and calibration are about the label '{validation.positive}' ({chosen}).",
        )


def _about_labels(
    validation: JudgeResult, table: ScoreTable, shifts: Mapping[str, float]
) -> Iterable[Caution]:
    human = validation.human
    # of very few outputs none is hidden; of labels, the caption of the means says it
    hidden = any(row.n_unlabelled for row in validation.means)
    if validation.demonstrated and hidden and not validation.labels:
        yield Caution(
            "all_labelled",
            "note",
            f"Every output has a '{human}' score. The means show what a random "
            f"{percent(validation.settings.demonstration)} of the labels would have given "
            f"(seed {validation.settings.seed}).",
        )
    if not validation.demonstrated:
        yield Caution(
            "unlabelled_outputs",
            "note",
            f"{counted(validation.n_unlabelled, 'output')} have a judge's score alone. They count in the "
            "prediction-powered means, which hold if the labelled outputs are a random sample.",
        )
    labels = ~np.isnan(table.matrix(human))
    without = [name for name, row in zip(table.systems, labels, strict=True) if not row.any()]
    if without:
        yield Caution(
            "unlabelled_systems",
            "warning",
            f"Label some outputs of {listing(without)}: their '{human}' scores are what the judges are "
            "corrected by.",
        )
    few = _few_labels(validation, table)
    if few:
        have = "has" if len(few) == 1 else "have"
        what = (
            f"{len(few)} of {len(table.systems)} systems {have} fewer than {FEW_LABELS} labelled outputs with"
        )
        if len(table.systems) == 1:
            what = f"Only {counted(min(few), 'labelled output')} {'has' if min(few) == 1 else 'have'}"
        yield Caution(
            "few_labels",
            "warning",
            f"{what} a judge's score. Label more: intervals from so few rest on very little.",
        )
    far = [
        f"'{name}' ({value:+.1f})"
        for name, value in shifts.items()
        if abs(value) > FAR_SHIFT and not validation.demonstrated
    ]
    means = f"{', '.join(far[:6])}{' and more' if len(far) > 6 else ''}"
    chosen = next((one for one in validation.decisions if not labels_drawn_by_lot(one)), None)
    if chosen is not None:
        yield Caution(
            "labels_not_random",
            "warning",
            f"The outputs {labelled_by(chosen)} were chosen in some way: judges score them unlike the others. "
            "Agreement and bias hold of these alone. Prediction-powered means are biased."
            + (f" In standard errors judges' means are higher on the others: {means}." if far else "")
            + f" Draw new outputs by lot: {_draw_anew(validation)}.",
        )
    elif far and len(table.systems) > 1:
        yield Caution(
            "labelled_unevenly",
            "warning",
            "Of some systems a larger share of outputs is labelled. This biases the prediction-powered mean of all "
            f"systems. In standard errors judges' means are higher on outputs without a label: {means}. "
            "Label the same share of every system.",
        )


def _draw_anew(validation: JudgeResult) -> str:
    """Return the options that draw outputs by lot, as if nothing had been labelled."""
    human, people = validation.human, validation.table.annotations.get(validation.human)
    columns = [human] if people is None else [annotator_name(human, one) for one in people.annotators]
    return f"--sequential --columns {shlex.quote('ignore=' + ','.join(columns))} --next 100 --sheet new.csv"


def _few_labels(validation: JudgeResult, table: ScoreTable) -> list[int]:
    """Return how many outputs with a label and a judge's score those systems have that have few but some."""
    labels = ~np.isnan(table.matrix(validation.human))
    counts = np.array([np.sum(labels & ~np.isnan(table.matrix(name)), axis=1) for name in validation.judges])
    fewest = np.where(counts > 0, counts, FEW_LABELS).min(axis=0)
    return [int(one) for one in fewest if one < FEW_LABELS]


def _about_slices(validation: JudgeResult) -> Iterable[Caution]:
    if validation.n_small_slices:
        yield Caution(
            "small_slices",
            "note",
            f"{validation.n_small_slices} groups with fewer than {validation.settings.smallest_slice} labelled outputs "
            "are left out (--smallest-slice).",
        )


def _about_divided_labels(validation: JudgeResult) -> Iterable[Caution]:
    whole = validation.n_labelled
    if validation.n_divided > MANY_DIVIDED * whole:
        yield Caution(
            "divided_labels",
            "warning",
            f"On {validation.n_divided} of {whole} outputs annotators are evenly divided. Agreement with "
            "the majority is about the other, easier outputs; whether a judge may grade is decided on "
            "all.",
        )


def _about_second_labels(validation: JudgeResult) -> Iterable[Caution]:
    """Say that what is decided beside two people leaves out most of what one of them labelled, and how to use that."""
    people = validation.table.annotations.get(validation.human)
    if people is None:
        return
    there = ~np.isnan(people.values)
    twice = int(np.sum(there.sum(axis=0) > 1))
    counts = there.sum(axis=(1, 2))
    most = int(counts.argmax())
    if 0 < twice < FEW_TWICE * counts[most]:
        name = annotator_name(validation.human, people.annotators[most])
        yield Caution(
            "few_second_labels",
            "warning",
            f"Only {counted(twice, 'output')} {'has' if twice == 1 else 'have'} two people's labels, and whether a "
            f"judge may grade is decided on these. To use all {int(counts[most]):,} labels of one person, with "
            f"the bar for one: --human {shlex.quote(name)}.",
        )


def _about_agreement(validation: JudgeResult) -> Iterable[Caution]:
    for one in validation.comparison.cautions:
        if one.code in HANDLED_HERE:
            continue
        if one.code not in OF_RANKS:
            yield one
        elif not validation.labels:
            yield dataclasses.replace(one, severity="note")


def _gave(validation: JudgeResult, name: str) -> str:
    """Return from where to where a judge's ratings and people's go, where they may be on one scale or on two."""
    if validation.settings.scale != "auto":
        return ""
    given, people = (
        Ratings.of(part)
        for part in (validation.table.matrix(name), single_people(validation.table, validation.human))
    )
    if given is None or people is None or given.within(people) or not people.overlap(given):
        return ""
    return (
        f"'{name}' gave {significant(given.low)} to {significant(given.high)}, and people "
        f"{significant(people.low)} to {significant(people.high)}."
    )


def _about_scales(validation: JudgeResult) -> Iterable[Caution]:
    other = []
    for name, same in validation.same_scale.items():
        gave = _gave(validation, name)
        if gave and not same:
            yield Caution(
                "perhaps_one_scale",
                "warning",
                f"{gave} These are taken for two scales: a line fitted to the labelled outputs brings '{name}' "
                "to people's, which leaves out mean error and kappa. If they are one, say --scale same.",
            )
        elif gave:
            yield Caution(
                "perhaps_two_scales",
                "warning",
                f"{gave} These are taken for one scale. If they are two, say --scale linear.",
            )
        elif not same:
            other.append(name)
    if other:
        yield Caution(
            "other_scale",
            "note",
            f"{listing(other, 4)} use another scale than '{validation.human}'. A straight line fitted to "
            "the labelled outputs brings them to it, which leaves out mean error and kappa."
            + (" In the means it is a line of their ranks." if validation.settings.scale == RANKS else ""),
        )
    yield from undefined_resamples(validation.measures, lambda row: f"{row.measure} of {row.metric}")


def _about_bias(validation: JudgeResult) -> Iterable[Caution]:
    if not any(length_unit(row.covariate) is not None for row in validation.bias):
        yield Caution(
            "no_lengths",
            "note",
            "Give the texts (--texts), or say which column holds lengths (--columns 'length=COLUMN'), to see whether "
            "judges favour long outputs.",
        )
    if validation.bias:
        yield Caution(
            "noisy_control",
            "note",
            "Bias is measured at equal human score. Human scores have noise, so part of what people reward themselves "
            "is charged to the judge.",
        )


def _about_annotators(validation: JudgeResult, reason: str) -> Iterable[Caution]:
    if reason:
        yield Caution(
            "no_annotators",
            "note",
            f"Judges were not compared with the annotators behind '{validation.human}': {reason}",
        )
    if validation.annotators is not None:
        from trueness.studies.annotators.said import OF_ALT_TESTS

        handled = HANDLED_HERE | OF_ALT_TESTS
        yield from (one for one in validation.annotators.cautions if one.code not in handled)


def _about_prevalence(validation: JudgeResult) -> Iterable[Caution]:
    refused = [row for row in validation.prevalence if row.reason]
    if refused:
        first = refused[0]
        yield Caution(
            "no_correction",
            "warning",
            f"{len(refused)} of {len(validation.prevalence)} shares of positives have no correction, the first of "
            f"'{first.metric}' for {first.system}: {first.reason}",
        )
