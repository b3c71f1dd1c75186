"""What is said about judges: findings in plain sentences, made from the rows, and what a reader has to know of them."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from trueness.data.scores.score_table import UNNAMED_SYSTEM, ScoreTable
from trueness.decisions.may_grade import MAY_GRADE as MAY_GRADE_RULE
from trueness.decisions.may_grade import PEOPLE
from trueness.errors import listing
from trueness.studies.annotators.answers import on_agreement
from trueness.studies.annotators.said import OF_ALT_TESTS
from trueness.studies.compare.conclusions import ALONE
from trueness.studies.judge.decided_words import decision_paragraphs, uses_of
from trueness.studies.judge.graded import single_people
from trueness.studies.judge.judged_means import Ratings
from trueness.studies.judge.label_goals import MAY_GRADE
from trueness.studies.judge.label_rows import LabelGoal
from trueness.studies.judge.rows import ALL_SYSTEMS, JudgedMean, JudgeMeasure, JudgeResult
from trueness.studies.judge.settings import RANKS
from trueness.study.lights import lit
from trueness.study.number_words import (
    bracketed,
    bracketed_shares,
    counted,
    decimal,
    in_points,
    percent,
    significant,
)
from trueness.study.rows import MANY_UNDEFINED_RESAMPLES, Caution, undefined_resamples
from trueness.study.shared_cautions import SHARED

MOST_NAMES = 5

NOTICEABLE = 1.05
"""Labels that go less far than this with a judge's scores go no further."""

FEW_LABELS = 10
"""Below so many labels of a system its interval rests on very little."""

MANY_DIVIDED = 0.05
"""A larger share of outputs on which annotators are evenly divided is said."""

FAR_SHIFT = 3.0
"""So many standard errors between labelled and unlabelled outputs are no accident."""

HANDLED_HERE = SHARED | {"missing_human"}
"""Cautions of a comparison that every study has of its own, or that say of unlabelled outputs what does not hold."""

OF_RANKS = frozenset({"many_ties", "metric_ties", "tied_means", "undefined_columns"})
"""Cautions of a comparison about rank correlations, which nobody reads of labels, and by which no judge is decided."""


def judge_conclusions(validation: JudgeResult) -> tuple[str, ...]:
    """Return short paragraphs: what judges may be used for, agreement, worth, and all else there is.

    Parameters
    ----------
    validation : JudgeResult
        Without its conclusions.
    """
    found = [
        _gate(validation),
        *decision_paragraphs(validation),
        _labels(validation),
        _second_person(validation),
        _goals(validation),
        *_slices(validation),
        *(() if validation.labels else (one for one in validation.comparison.conclusions if one != ALONE)),
        _gain(validation, next(iter(validation.in_order()), "")) if validation.labels else "",
        "" if validation.labels and validation.demonstrated else _worth(validation),
        *_biases(validation),
        "" if validation.labels else _scale(validation),
        *_orders(validation),
        _shares(validation),
        *(() if validation.annotators is None else on_agreement(validation.annotators)),
    ]
    return tuple(text for text in found if text)


def must_see(validation: JudgeResult) -> tuple[str, ...]:
    """Return what the first screen says besides answers: of its judge groups and orders, of all what they reward.

    Parameters
    ----------
    validation : JudgeResult
    """
    first = next(iter(validation.in_order()), "")
    groups = tuple(row for row in validation.slices if row.metric == first)
    return (
        *_slices(dataclasses.replace(validation, slices=groups)),
        *_biases(validation),
        *_orders(validation),
    )


SYMBOLS = {
    "kappa": "kappa",
    "weighted_kappa": "weighted kappa",
    "quadratic_kappa": "weighted kappa",
    "pearson": "r",
    "rate_bias": "bias",
    "mean_error": "bias",
}


def _gain(validation: JudgeResult, name: str) -> str:
    """Say what a judge is worth in labels."""
    gain = validation.gain(name)
    if math.isnan(gain):
        return ""
    what = "people's share of positives" if len(validation.label_names) == 2 else "people's mean"
    if gain < NOTICEABLE:
        return f"The scores of '{name}' save no labels for {what}."
    if validation.demonstrated:
        share = percent(validation.settings.demonstration)
        return f"Were only {share} labelled, each label would count {gain:.1f} times for {what}."
    return f"With the scores of '{name}' each label counts {gain:.1f} times for {what}."


def _labels(validation: JudgeResult) -> str:
    """Say how labels were read, and how the best judge stands between a constant judge and people."""
    if not validation.labels:
        return ""
    order = " < ".join(validation.label_names)
    text = f"Labels: {order}; '{validation.positive}' is positive."
    if validation.nominal:
        names = listing(validation.label_names, 12)
        text = f"Labels without an order: {names}; rates and means are of '{validation.positive}'."
    rows = {(row.metric, row.measure): row for row in validation.labels}
    name = next((name for name in validation.in_order() if (name, "kappa") in rows), "")
    if not name:
        return text
    accuracy = rows[name, "accuracy"]
    text += (
        f" Of {counted(accuracy.n_outputs, 'output')} '{name}' gives the label of most people to "
        f"{percent(accuracy.estimate)}"
        f"{bracketed_shares(accuracy.low, accuracy.high)}; always answering the commonest label: "
        f"{percent(accuracy.constant)}."
    )
    return text


def _second_person(validation: JudgeResult) -> str:
    """Say what is not known where one person labelled."""
    name = next(iter(validation.in_order()), "")
    found = next((one for one in uses_of(validation, name) if one.rule == MAY_GRADE_RULE.name), None)
    if found is None or found.of(PEOPLE) is not None:
        return ""
    return "Only one label per output is known. Have a second person label some outputs, to see how well people agree."


def _goals(validation: JudgeResult) -> str:
    """Say of the judge that agrees best how many labels an interval, and a yes for grading, would take."""
    name = next(iter(validation.in_order()), "")
    rows = [row for row in validation.goals if row.metric == name]
    if len(rows) < 2 or rows[0].n_needed is None:
        return ""
    width, light = rows[0], rows[-1]
    text = (
        f"To know {SYMBOLS[width.measure]} of '{name}' to {width.goal} takes {width.n_needed:,} labels"
        f"{_between(width)}"
    )
    if light.goal != MAY_GRADE:
        return f"{text}."
    if light.n_needed is None:
        return f"{text}. More labels will not show that it may grade: its estimate is below the bar."
    power = percent(validation.settings.power)
    return (
        f"{text}; to show that it may grade, with power {power}, about {light.n_needed:,}{_between(light)}."
    )


def _between(row: LabelGoal) -> str:
    """Return where a number of labels may well lie."""
    if row.needed_low is None:
        return ""
    high = "∞" if row.needed_high is None else f"{row.needed_high:,}"
    return f" [{row.needed_low:,}, {high}]"


def _slices(validation: JudgeResult) -> list[str]:
    """Say of each judge and column in which group it is worst, where it is shown to be worse than on the rest."""
    found = []
    rows = [row for row in validation.slices if row.measure == "accuracy" and not math.isnan(row.difference)]
    for name, column in dict.fromkeys((row.metric, row.by) for row in rows):
        here = [row for row in rows if (row.metric, row.by) == (name, column)]
        worse = [row for row in here if row.difference_high < 0]
        if worse:
            worst = min(worse, key=lambda row: row.difference)
            found.append(
                f"'{name}' is worst on {column} '{worst.group}': it gives people's label to {percent(worst.estimate)}"
                f"{bracketed_shares(worst.low, worst.high)} of {counted(worst.n_outputs, 'output')}, "
                f"{in_points(abs(worst.difference))} fewer than elsewhere."
            )
        else:
            found.append(f"Of {len(here)} groups by {column}, '{name}' is shown to be worse on none.")
    return found


def _gate(validation: JudgeResult) -> str:
    if not validation.gate:
        return ""
    short = [
        f"{row.criterion} of {row.metric} ({row.verdict})"
        for row in validation.gate
        if row.verdict != "holds"
    ]
    if validation.passes:
        all_hold = (
            "the one criterion holds"
            if len(validation.gate) == 1
            else f"all {len(validation.gate)} criteria hold"
        )
        return lit("yes", f"The gate is passed: {all_hold}.")
    silent = {row.metric: row for row in validation.gate if row.n_silent}
    more = "".join(
        f" '{name}' said nothing on {row.n_silent} of {counted(row.n_outputs + row.n_silent, 'output')} that people "
        "labelled, and these count as wrong."
        for name, row in list(silent.items())[:MOST_NAMES]
    )
    return lit("no", f"The gate is not passed: {listing(short, MOST_NAMES)}.{more}")


def _worth(validation: JudgeResult) -> str:
    """Say what the best judge's scores are worth in labels, and check a demonstration against all labels."""
    wanted = ALL_SYSTEMS if any(row.system == ALL_SYSTEMS for row in validation.means) else None
    whole = [
        row
        for row in validation.means
        if (wanted is None or row.system == wanted) and not math.isnan(row.labels_worth)
    ]
    if not whole:
        return ""
    best = max(whole, key=lambda row: row.labels_worth / row.n_labelled)
    labels = f"{best.n_labelled} of {best.n_labelled + best.n_unlabelled} outputs"
    if validation.demonstrated and not best.n_unlabelled:  # of so few outputs a part is all of them
        return ""
    head = f"Had only {labels} been labelled" if validation.demonstrated else f"With {labels} labelled"
    gain = best.labels_worth / best.n_labelled
    helper = f"'{best.metric}'"
    if len(validation.judges) > 1:
        helper += f", of {len(validation.judges)} judges the one that helps most here"
    sentence = (
        f"{head}, the mean '{validation.human}' of {_of(best)} would be"
        if validation.demonstrated
        else f"{head}, the mean '{validation.human}' of {_of(best)} is"
    )
    sentence += (
        f" {decimal(best.estimate)}{bracketed(best.low, best.high)} with the help of {helper}; from the labels alone "
        f"{decimal(best.estimate_human)}{bracketed(best.low_human, best.high_human)}."
    )
    if gain < NOTICEABLE:
        sentence += " No judge makes labels go noticeably further."
    else:
        sentence += f" With its scores each label counts {gain:.1f} times."
    return sentence


def _of(row: JudgedMean) -> str:
    if row.system == UNNAMED_SYSTEM:
        return "all outputs"
    return "all systems" if row.system == ALL_SYSTEMS else f"'{row.system}'"


def _biases(validation: JudgeResult) -> list[str]:
    """Say which judges favour what, beyond the human scores."""
    found = []
    for covariate in dict.fromkeys(row.covariate for row in validation.bias):
        rows = [row for row in validation.bias if row.covariate == covariate]
        known = [row for row in rows if not math.isnan(row.low)]
        if not known:
            continue
        up = sorted((row for row in known if row.low > 0), key=lambda row: -row.estimate)
        down = sorted((row for row in known if row.high < 0), key=lambda row: row.estimate)
        kind = "longer outputs" if covariate == "length" else f"larger values of '{covariate}'"
        sentences = []
        for one, several, group in (("favours", "favour", up), ("marks down", "mark down", down)):
            if group:
                first = group[0]
                names = listing([row.metric for row in group], MOST_NAMES)
                sentences.append(
                    f"{names} {one if len(group) == 1 else several} {kind}"
                    + ("" if len(group) == 1 else f" ({len(group)} of {len(known)} judges)")
                    + f": {'' if len(group) == 1 else repr(first.metric) + ' by '}{decimal(first.estimate)}"
                    f"{bracketed(first.low, first.high)} standard deviations per {first.per}"
                )
        text = f"At equal '{validation.human}', " + "; ".join(sentences) + "." if sentences else ""
        found.append(
            text
            or f"At equal '{validation.human}', no judge clearly favours or marks down {kind} "
            f"({len(known)} measured)."
        )
    return found


def _scale(validation: JudgeResult) -> str:
    rows = [row for row in validation.measures if row.measure == "mean_error" and not math.isnan(row.low)]
    if not rows:
        return ""
    worst = max(rows, key=lambda row: abs(row.estimate))
    kappa = {row.metric: row for row in validation.measures if row.measure == "quadratic_kappa"}[worst.metric]
    kind = "generous" if worst.estimate > 0 else "strict"
    clear = worst.low > 0 or worst.high < 0
    text = (
        f"'{worst.metric}' rates {decimal(abs(worst.estimate))} {'above' if worst.estimate > 0 else 'below'} people on "
        f"average{bracketed(worst.low, worst.high)}"
    )
    text += f": it is {kind}." if clear else ", which may be chance."
    if any(
        (one.rule, one.about) == (MAY_GRADE_RULE.name, worst.metric) and one.coefficient.endswith("kappa")
        for one in validation.decisions
    ):  # which says it, by its own interval
        return text
    return f"{text} {_kappa(kappa, validation.human)}"


def _kappa(row: JudgeMeasure, human: str) -> str:
    """Return what quadratic-weighted kappa is, or why there is none."""
    if math.isnan(row.estimate):
        return (
            f"Its quadratic-weighted kappa is undefined: its ratings and those of '{human}' are one and the same "
            "number throughout, so that chance alone would make them agree."
        )
    return f"Its quadratic-weighted kappa is {decimal(row.estimate)}{bracketed(row.low, row.high)}."


def _orders(validation: JudgeResult) -> list[str]:
    found = []
    for row in validation.order:
        wins = 0.5 + row.estimate
        found.append(
            f"'{row.metric}' gives the same verdict in both orders for {percent(row.consistent)} of "
            f"{row.n_pairs} pairs; "
            f"the output shown first wins {percent(wins)} of the time"
            f"{bracketed_shares(0.5 + row.low, 0.5 + row.high)}."
        )
    return found


def _shares(validation: JudgeResult) -> str:
    wanted: Sequence[str] = [row.system for row in validation.prevalence]
    system = ALL_SYSTEMS if ALL_SYSTEMS in wanted else (wanted[0] if wanted else "")
    texts = [
        f"'{row.metric}' calls {percent(row.observed)} of the unlabelled outputs positive; corrected for "
        "its errors (TPR "
        f"{decimal(row.sensitivity)}, TNR {decimal(row.specificity)}) it is {percent(row.estimate)}"
        f"{bracketed_shares(row.low, row.high)}."
        for row in validation.prevalence
        if row.system == system and not row.reason
    ]
    return " ".join(texts[:MOST_NAMES])


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
        *_about_order(validation),
        *_about_labels(validation, table, shifts),
        *_about_divided_labels(validation),
        *_about_slices(validation),
        *_about_scales(validation),
        *_about_bias(validation),
        *_about_prevalence(validation),
        *_about_annotators(validation, no_annotators),
        *_about_agreement(validation),
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda caution: caution.severity != "warning"))


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
    if far:
        yield Caution(
            "labels_not_random",
            "warning",
            "The labelled outputs seem to be chosen in some way, so prediction-powered means are "
            "biased. Judges' means differ between labelled and other outputs, in standard errors: "
            f"{', '.join(far[:6])}{' and more' if len(far) > 6 else ''}. Draw the outputs to label at "
            "random.",
        )


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
    undefined = [row.metric for row in undefined_resamples(validation.measures)]
    if undefined:
        yield Caution(
            "undefined_measures",
            "warning",
            f"Over {percent(MANY_UNDEFINED_RESAMPLES)} of the resamples give no value for a measure of "
            f"{listing(dict.fromkeys(undefined), 4)}. The intervals describe the rest.",
        )


def _about_bias(validation: JudgeResult) -> Iterable[Caution]:
    if not any(row.covariate == "length" for row in validation.bias):
        yield Caution(
            "no_lengths",
            "note",
            "Give the texts (--texts), or a scorer called 'length', to see whether judges favour long outputs.",
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
