"""What is said about runs and panels, in sentences made from the rows, and what a reader has to know of them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from trueness.errors import listing
from trueness.studies.number_words import bracketed, bracketed_shares, counted, decimal, percent, significant
from trueness.studies.panel.members import Judges
from trueness.studies.panel.rows import ALL_JUDGES, MemberRow, PanelRow, PanelStudy, RunRow
from trueness.studies.rows import Caution

FEW_OF_A_LABEL = 10
"""With fewer outputs of people's rarer label, agreement rests on very little."""

FEW_OUTPUTS = 30

FEW_ERRORS = 10
"""With fewer errors of a judge, on average, intervals of errors in common are too narrow in simulations."""

MANY_LEFT_OUT = 0.05
"""A larger share of outputs that not all judged is said."""

ENOUGH = 0.01
"""So close to the best number of runs is as good as it."""

RELIABLE = 0.9
"""The reliability for which a number of runs is named."""

MOST_JUDGES = 5
"""Runs of more judges are in the table only."""

SYMBOLS = {"kappa": "kappa", "weighted_kappa": "weighted kappa", "pearson": "Pearson's r"}


def panel_conclusions(study: PanelStudy) -> tuple[str, ...]:
    """Return what panel and runs are worth, one paragraph each.

    Parameters
    ----------
    study : PanelStudy
        Without its conclusions.
    """
    panels = {row.panel: row for row in study.panels}
    found = []
    if ALL_JUDGES in panels:
        found += [_together(study, panels[ALL_JUDGES]), _dropped(study)]
    elif study.human is None and study.pairs:
        found.append(_without_people(study))
    found += [_of_runs(study, row, panels.get(row.metric)) for row in study.runs[:MOST_JUDGES]]
    return tuple(text for text in found if text)


def _combined(study: PanelStudy) -> str:
    return "The label of most" if study.label_names else "The mean"


def _together(study: PanelStudy, row: PanelRow) -> str:
    symbol = SYMBOLS[row.measure]
    if math.isnan(row.estimate):
        return f"Agreement with '{study.human}' is undefined: all outputs have one label or score."
    text = (
        f"{_combined(study)} of {row.n_members} judges agrees with '{study.human}' by {symbol} {decimal(row.estimate)}"
        f"{bracketed(row.low, row.high)}, one of them on average by {decimal(row.single)}: {_gain(study, row)}"
    )
    if math.isnan(row.n_effective):
        return f"{text} Nobody errs, so that nothing is known of errors in common."
    text += (
        f" Their errors go together by {decimal(row.error_correlation)}"
        f"{bracketed(row.correlation_low, row.correlation_high)}, and {row.n_members} judges are worth "
        f"{decimal(row.n_effective, 1)} independent ones{bracketed(row.effective_low, row.effective_high, digits=1)}."
    )
    if row.error_correlation > 0.05:
        text += f" Any number of judges of this kind would be worth at most {decimal(1 / row.error_correlation, 1)}."
    return text


def _gain(study: PanelStudy, row: PanelRow) -> str:
    size = f"{decimal(row.difference)}{bracketed(row.difference_low, row.difference_high)}"
    if math.isnan(row.pvalue) or row.pvalue > 1 - study.settings.confidence:
        return f"a difference of {size}, which may be chance."
    if row.difference < 0:
        size = f"{decimal(-row.difference)}{bracketed(-row.difference_high, -row.difference_low)}"
    return f"a {'gain' if row.difference > 0 else 'loss'} of {size}, p = {significant(row.pvalue)}."


def _dropped(study: PanelStudy) -> str:
    """Say which judge the panel is better without, or can best do without."""
    rows = [row for row in study.members if row.verdict != "undefined"]
    if len(rows) < 2:
        return ""
    hurting = [row for row in rows if row.verdict == "hurts"]
    helping = [row for row in rows if row.verdict == "helps"]
    if hurting:
        worst = min(hurting, key=lambda row: row.difference)
        return (
            f"Drop '{worst.metric}': with it the panel agrees less with '{study.human}' than without it, by "
            f"{_size(worst)}, p = {significant(worst.pvalue_adjusted)} after correction (Holm)."
        )
    least = min(rows, key=lambda row: row.difference)
    text = (
        f"No judge is shown, after correction, to hurt the panel; '{least.metric}' adds least, "
        f"{decimal(least.difference)}{bracketed(least.difference_low, least.difference_high)}."
    )
    if helping:
        text += f" Shown to help: {listing([row.metric for row in helping])}."
    return text


def _size(row: MemberRow) -> str:
    return f"{decimal(-row.difference)}{bracketed(-row.difference_high, -row.difference_low)}"


def _without_people(study: PanelStudy) -> str:
    known = [row for row in study.pairs if not math.isnan(row.estimate)]
    if not known:
        return ""
    mean = float(np.mean([row.estimate for row in known]))
    least = min(known, key=lambda row: row.estimate)
    pairs = (
        "The two judges agree" if len(known) == 1 else f"Of {len(known)} pairs of judges two agree on average"
    )
    text = f"{pairs} by {SYMBOLS[least.measure]} {decimal(mean)}"
    if len(known) > 1:
        text += f", '{least.metric}' and '{least.rival}' least ({decimal(least.estimate)})"
    return f"{text}. Without human scores (--human) nobody knows who is right, nor what the panel is worth."


def _of_runs(study: PanelStudy, row: RunRow, panel: PanelRow | None) -> str:
    """Say how often runs differ, what several are worth, and how many are enough."""
    outputs = counted(row.n_outputs, "output")
    if not row.n_outputs:
        return f"No output has two runs of '{row.metric}'."
    if row.flip_rate == 0:
        never = f"The {row.n_runs} runs of '{row.metric}' never differ on {outputs}"
        if math.isnan(row.flip_high):
            return f"{never}, all of one input or cluster, so that nothing is known of others."
        return (
            f"{never}: two runs would on at most {percent(row.flip_high, 1)} of outputs. One run is enough."
        )
    text = (
        f"Two runs of '{row.metric}' differ on {percent(row.flip_rate)}"
        f"{bracketed_shares(row.flip_low, row.flip_high)} of {outputs}."
    )
    if not math.isnan(row.icc):
        text += (
            f" Of the variance of one run {percent(row.icc)}{bracketed_shares(row.icc_low, row.icc_high)} lies between "
            f"outputs (ICC); of the mean of {row.n_runs} it would be {percent(row.reliability)}.{_enough(row)}"
        )
    if panel is None or math.isnan(panel.difference):
        return text
    text += (
        f" {_combined(study)} of {panel.n_members} runs agrees with '{study.human}' by {SYMBOLS[panel.measure]} "
        f"{decimal(panel.estimate)}{bracketed(panel.low, panel.high)}, one run by {decimal(panel.single)}: "
        f"{_gain(study, panel)}"
    )
    return text + _worth(study, row)


def _enough(row: RunRow) -> str:
    """Say how many runs have a reliability of `RELIABLE`."""
    if not 0 < row.icc < RELIABLE:
        return ""
    number = math.ceil(RELIABLE * (1 - row.icc) / (row.icc * (1 - RELIABLE)))
    return f" For {percent(RELIABLE)} it takes {number} runs."


def _worth(study: PanelStudy, row: RunRow) -> str:
    """Say which number of runs is as good as the best."""
    curve = [one for one in study.curve if one.panel == row.metric and not math.isnan(one.estimate)]
    best = max(one.estimate for one in curve)
    first = min(one.n_members for one in curve if one.estimate >= best - ENOUGH)
    if first == 1:
        return f" More runs than one gain less than {ENOUGH:g}."
    return f" {first} runs come within {ENOUGH:g} of the best number." if first < curve[-1].n_members else ""


def panel_cautions(study: PanelStudy, judges: Judges) -> tuple[Caution, ...]:
    """Return everything to be said, the gravest first.

    Parameters
    ----------
    study : PanelStudy
        Without its cautions.
    judges : Judges
        What it was computed from.
    """
    found = [
        *_about_outputs(study, judges),
        *_about_people(study, judges),
        *_about_errors(study, judges),
        *_about_scales(study),
    ]
    return tuple(sorted(found, key=lambda caution: caution.severity != "warning"))


def _about_outputs(study: PanelStudy, judges: Judges) -> Iterator[Caution]:
    labelled = np.zeros(judges.scores.shape[1], bool) if judges.human is None else ~np.isnan(judges.human)
    whole = int(np.sum(labelled & ~np.isnan(judges.scores).all(axis=0)))
    for row in study.panels:
        if row.n_outputs < (1 - MANY_LEFT_OUT) * whole:
            what = "all judges" if row.panel == ALL_JUDGES else f"all runs of '{row.panel}'"
            yield Caution(
                "left_out_outputs",
                "note",
                f"{row.n_outputs} of {whole} outputs with human scores were judged by {what}, each with a label or "
                "score of its own; the others do not count where these are taken together.",
            )
        if row.n_clusters < FEW_OUTPUTS:
            yield Caution(
                "few_outputs",
                "warning",
                f"{counted(row.n_clusters, 'independent output')} for {row.panel}: intervals rest on very little. In "
                "simulations with 30 most still held, with less nothing is known (docs/panels.md).",
            )
    if judges.human is not None and study.label_names:
        known = judges.human[~np.isnan(judges.human)]
        counts = np.bincount(known.astype(np.intp), minlength=len(study.label_names))
        rare = [
            f"'{name}' ({n})"
            for name, n in zip(study.label_names, counts.tolist(), strict=True)
            if 0 < n < FEW_OF_A_LABEL
        ]
        if rare:
            yield Caution(
                "rare_labels",
                "warning",
                f"People give few outputs the label {listing(rare)}: kappa rests on these. Label more outputs of the "
                "rarer kind.",
            )


def _about_people(study: PanelStudy, judges: Judges) -> Iterator[Caution]:
    if judges.human is None:
        yield Caution(
            "no_people",
            "note",
            "No human scorer is named (--human): agreement with people, errors in common and what each judge adds are "
            "not given.",
        )
    elif study.panels:
        yield Caution(
            "noisy_people",
            "note",
            "Where people are wrong, every judge that is right counts as wrong at once: noise of human scores makes "
            "errors go together, so that a panel may be worth more independent judges than is said.",
        )


def _about_errors(study: PanelStudy, judges: Judges) -> Iterator[Caution]:
    if judges.human is None or not study.label_names or not study.panels:
        return
    known = ~(np.isnan(judges.scores) | np.isnan(judges.human))
    wrong = np.sum(known & (judges.scores != judges.human), axis=1)
    if 0 < wrong.mean() < FEW_ERRORS:
        yield Caution(
            "few_errors",
            "warning",
            f"A judge errs on {decimal(float(wrong.mean()), 1)} outputs on average: what errors have in common rests "
            "on these, and its interval is too narrow. Label more outputs.",
        )


def _about_scales(study: PanelStudy) -> Iterator[Caution]:
    if study.standardized and len(study.judges) > 1:
        yield Caution(
            "standardized_judges",
            "note",
            "Judges are not on one scale: the panel's score is the mean of scores with mean 0 and standard deviation 1 "
            "(--scale same averages them as they are).",
        )
    if study.label_names and len(study.judges) % 2 == 0:
        yield Caution(
            "even_panel",
            "note",
            f"Of {len(study.judges)} judges as many may say one thing as another: then each label counts in part.",
        )
