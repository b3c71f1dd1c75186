"""The findings about judges in plain sentences, made from the rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trueness.errors import listing
from trueness.studies.judge.judge_rows import ALL_SYSTEMS, JudgedMean
from trueness.studies.judge.judge_validation import JudgeValidation

MOST_NAMES = 5


def judge_conclusions(validation: JudgeValidation) -> tuple[str, ...]:
    """Return short paragraphs: agreement, worth, bias, calibration, order, shares of positives, annotators.

    Parameters
    ----------
    validation : JudgeValidation
        Without its conclusions.
    """
    found = [
        *validation.comparison.conclusions,
        _worth(validation),
        *_biases(validation),
        _scale(validation),
        *_orders(validation),
        _prevalence(validation),
        *(() if validation.annotators is None else validation.annotators.conclusions),
    ]
    return tuple(text for text in found if text)


def _number(value: float, digits: int = 2) -> str:
    text = f"{value + 0.0:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", "−")


def _range(low: float, high: float) -> str:
    return f"[{_number(low)}, {_number(high)}]"


def _worth(validation: JudgeValidation) -> str:
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
    labels = f"{best.n_labelled} of {best.n_labelled + best.n_unlabelled} outputs labelled"
    head = (
        f"With {labels}"
        if not validation.demonstrated
        else f"Had only {labels.replace('labelled', 'been labelled')}"
    )
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
        f" {_number(best.estimate)} {_range(best.low, best.high)} with the help of {helper}; from the labels alone "
        f"{_number(best.estimate_human)} {_range(best.low_human, best.high_human)}."
    )
    if gain < 1.05:
        sentence += " No judge makes labels go noticeably further."
    else:
        sentence += f" With its scores each label counts {gain:.1f} times."
    return f"{sentence} {_check(validation, best)}".rstrip() if validation.demonstrated else sentence


def _of(row: JudgedMean) -> str:
    return "all systems" if row.system == ALL_SYSTEMS else f"'{row.system}'"


def _check(validation: JudgeValidation, best: JudgedMean) -> str:
    rows = [row for row in validation.means if row.metric == best.metric and row.system != ALL_SYSTEMS]
    known = [row for row in rows if not math.isnan(row.low)]
    if not known:
        return ""
    inside = sum(row.low <= row.estimate_all <= row.high for row in known)
    return (
        f"All labels together give {_number(best.estimate_all)}; of {len(known)} single systems the intervals with its "
        f"help hold the mean of all labels in {inside}."
    )


def _biases(validation: JudgeValidation) -> list[str]:
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
                    + f": {'' if len(group) == 1 else repr(first.metric) + ' by '}{_number(first.estimate)} "
                    f"{_range(first.low, first.high)} standard deviations per {first.per}"
                )
        text = f"At equal '{validation.human}', " + "; ".join(sentences) + "." if sentences else ""
        found.append(
            text
            or f"At equal '{validation.human}', no judge clearly favours or marks down {kind} "
            f"({len(known)} measured)."
        )
    return found


def _scale(validation: JudgeValidation) -> str:
    rows = [row for row in validation.measures if row.measure == "mean_error" and not math.isnan(row.low)]
    if not rows:
        return ""
    worst = max(rows, key=lambda row: abs(row.estimate))
    kappa = {row.metric: row for row in validation.measures if row.measure == "quadratic_kappa"}[worst.metric]
    kind = "generous" if worst.estimate > 0 else "strict"
    clear = worst.low > 0 or worst.high < 0
    text = (
        f"'{worst.metric}' rates {_number(abs(worst.estimate))} {'above' if worst.estimate > 0 else 'below'} people on "
        f"average {_range(worst.low, worst.high)}"
    )
    text += f": it is {kind}." if clear else ", which may be chance."
    return (
        f"{text} Its quadratic-weighted kappa is {_number(kappa.estimate)} {_range(kappa.low, kappa.high)}."
    )


def _orders(validation: JudgeValidation) -> list[str]:
    found = []
    for row in validation.order:
        wins = 0.5 + row.estimate
        found.append(
            f"'{row.metric}' gives the same verdict in both orders for {row.consistent:.0%} of {row.n_pairs} pairs; "
            f"the output shown first wins {wins:.0%} of the time [{0.5 + row.low:.0%}, {0.5 + row.high:.0%}]."
        )
    return found


def _prevalence(validation: JudgeValidation) -> str:
    wanted: Sequence[str] = [row.system for row in validation.prevalence]
    system = ALL_SYSTEMS if ALL_SYSTEMS in wanted else (wanted[0] if wanted else "")
    texts = [
        f"'{row.metric}' calls {row.observed:.0%} of the unlabelled outputs positive; corrected for its errors (TPR "
        f"{_number(row.sensitivity)}, TNR {_number(row.specificity)}) it is {row.estimate:.0%} "
        f"[{row.low:.0%}, {row.high:.0%}]."
        for row in validation.prevalence
        if row.system == system and not row.reason
    ]
    return " ".join(texts[:MOST_NAMES])
