"""What is said about judges: findings in plain sentences, made from the rows, and what a reader has to know of them."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence

from trueness.data.cells.lengths import length_unit
from trueness.data.scores.score_table import UNNAMED_SYSTEM
from trueness.decisions.may_grade import MAY_GRADE as MAY_GRADE_RULE
from trueness.decisions.passes_gate import PASSES_GATE
from trueness.errors import listing
from trueness.studies.compare.conclusions import ALONE
from trueness.studies.judge.decided import grading_confidence
from trueness.studies.judge.decided_words import decision_paragraphs, labels_drawn_by_lot, uses_of
from trueness.studies.judge.label_goals import MAY_GRADE, above_goal
from trueness.studies.judge.label_rows import LabelGoal
from trueness.studies.judge.rows import ALL_SYSTEMS, JudgedMean, JudgeMeasure, JudgeResult
from trueness.study.lights import lit
from trueness.study.number_words import bracketed, bracketed_shares, counted, decimal, in_points, percent

MOST_NAMES = 5

NOTICEABLE = 1.05
"""Labels that go less far than this with a judge's scores go no further."""


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
        *_thresholds(validation),
        _second_person(validation),
        _goals(validation),
        *_slices(validation),
        *_generous(validation),
        *(() if validation.labels else (one for one in validation.comparison.conclusions if one != ALONE)),
        _gain(validation, next(iter(validation.in_order()), "")) if validation.labels else "",
        "" if validation.labels and validation.demonstrated else _worth(validation),
        *_biases(validation),
        "" if validation.labels else _scale(validation),
        *_orders(validation),
        _shares(validation),
        *_on_agreement(validation),
    ]
    return tuple(text for text in found if text)


def _on_agreement(validation: JudgeResult) -> tuple[str, ...]:
    if validation.annotators is None:
        return ()
    from trueness.studies.annotators.answers import on_agreement

    return on_agreement(validation.annotators)


def must_see(validation: JudgeResult) -> tuple[str, ...]:
    """Return what the first screen says besides answers: of its judge groups and orders, of all what they reward.

    Parameters
    ----------
    validation : JudgeResult
    """
    first = next(iter(validation.in_order()), "")
    groups = tuple(row for row in validation.slices if row.metric == first)
    return (
        *_thresholds(validation),
        *_slices(dataclasses.replace(validation, slices=groups)),
        *_generous(validation),
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
        f" Of {counted(accuracy.n_outputs, 'output')} '{name}' gives {validation.peoples_label} to "
        f"{percent(accuracy.estimate)}"
        f"{bracketed_shares(accuracy.low, accuracy.high)}; always answering the commonest label: "
        f"{percent(accuracy.constant)}."
    )
    return text


def _thresholds(validation: JudgeResult) -> Iterator[str]:
    """Say from which score on judges give the better label, where that was chosen here."""
    for name, threshold in validation.thresholds.items():
        better = not validation.table.opposite(name, validation.human)
        least, most = validation.label_names
        yield (
            f"From {threshold:.6g} on '{name}' says '{most if better else least}' (--threshold {threshold:.6g}). Each "
            "output was labelled by a threshold that was chosen on others, so that the choice flatters nothing; the "
            f"interval for grading is a {percent(grading_confidence(validation, name), 1)} one."
        )


def _second_person(validation: JudgeResult) -> str:
    """Say what is not known where one person labelled."""
    name = next(iter(validation.in_order()), "")
    if validation.several_people or not any(
        one.rule == MAY_GRADE_RULE.name for one in uses_of(validation, name)
    ):
        return ""
    return "Only one label per output is known. Have a second person label some outputs, to see how well people agree."


def _goals(validation: JudgeResult) -> str:
    """Say of the judge that agrees best how many labels an interval, and a yes for grading, would take."""
    name = next(iter(validation.in_order()), "")
    apart = {above_goal(other) for other in validation.judges}  # which is said of which judge is best
    rows = [row for row in validation.goals if row.metric == name and row.goal not in apart]
    if len(rows) < 2 or rows[0].n_needed is None:
        return ""
    width, light = rows[0], rows[-1]
    whose = " with the label of most people" if validation.several_people and validation.labels else ""
    text = (
        f"To know {SYMBOLS[width.measure]} of '{name}'{whose} to {width.goal} takes {width.n_needed:,} labels"
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
    """Say of each judge and column in which group it is worst, where it is shown to be worse than on the rest.

    That it is shown to be worse nowhere is said of columns that were asked for.
    """
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
        elif validation.selection.by:
            found.append(f"Of {len(here)} groups by {column}, '{name}' is shown to be worse on none.")
    return found


def _generous(validation: JudgeResult) -> Iterator[str]:
    """Say which judges of ratings are more generous to some systems than to others, and to which one most of all.

    Of labels it is said by groups.
    """
    if validation.labels:
        return
    rows = {(row.metric, row.system): row for row in validation.by_system}
    alpha = (1 - validation.settings.confidence) / max(len(validation.judges), 1)
    for name in validation.judges:
        whole = rows.get((name, ALL_SYSTEMS))
        if whole is None or not whole.pvalue < alpha:
            continue
        each = [row for (judge, system), row in rows.items() if judge == name and system != ALL_SYSTEMS]
        far = max(each, key=lambda row: abs(row.estimate - whole.estimate))
        yield (
            f"'{name}' is more generous to some systems than to others: on '{far.system}' it differs from people by "
            f"{decimal(far.estimate)}{bracketed(far.low, far.high)}, on all together by {decimal(whole.estimate)} "
            "(--table by_system)."
        )


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
    asked = next(one for one in validation.decisions if one.rule == PASSES_GATE.name)
    more = "" if labels_drawn_by_lot(asked) else " The outputs that people labelled were not drawn by lot."
    more += "".join(
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
        kind = "longer outputs" if length_unit(covariate) is not None else f"larger values of '{covariate}'"
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
