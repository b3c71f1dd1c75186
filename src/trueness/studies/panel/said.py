"""What is said about runs and panels, in sentences made from the rows, and what a reader has to know of them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from trueness.decisions.decision import Decision
from trueness.decisions.independent_inputs import INPUTS
from trueness.decisions.judges_together import (
    CONSTANT,
    ENOUGH,
    ERRORS,
    HITS,
    JUDGE_HELPS,
    LABELS,
    ONE_RUN_ENOUGH,
    PANEL_GAINS,
    WORTH,
    WORTH_FEWER,
)
from trueness.decisions.may_be_best import MAY_BE_BEST, RIVALS_LEFT
from trueness.errors import listing
from trueness.statistics.jackknife.two_way_jackknife import FEWEST_SYSTEMS
from trueness.statistics.judging.panel import most_worth
from trueness.statistics.judging.panel_choice import MOST_MEMBERS
from trueness.studies.panel.decided import decision
from trueness.studies.panel.members import Judges
from trueness.studies.panel.rows import ALL_JUDGES, MemberRow, PanelResult, PanelRow, RunRow
from trueness.study.number_words import bracketed, bracketed_shares, counted, decimal, percent
from trueness.study.rows import Caution
from trueness.study.words import undefined_words

FEW_OF_A_LABEL = 10
"""With fewer outputs of people's rarer label, agreement rests on very little."""

FEW_OUTPUTS = 30

MANY_LEFT_OUT = 0.05
"""A larger share of outputs that not all judged is said."""

MOST_WAYS = 4
"""Of more ways to use judges that may be best, the first are named."""

RELIABLE = 0.9
"""The reliability for which a number of runs is named."""

MOST_JUDGES = 5
"""Runs of more judges are in the table only."""

SYMBOLS = {"kappa": "kappa", "weighted_kappa": "weighted kappa", "pearson": "Pearson's r"}


def panel_conclusions(study: PanelResult) -> tuple[str, ...]:
    """Return what panel and runs are worth, one paragraph each.

    Parameters
    ----------
    study : PanelResult
        Without its conclusions.
    """
    panels = {row.panel: row for row in study.panels}
    found = []
    if ALL_JUDGES in panels:
        found += [best_way(study), _together(study, panels[ALL_JUDGES]), _members(study)]
    elif study.human is None and study.pairs:
        found.append(_without_people(study))
    found += [_of_runs(study, row, panels.get(row.metric)) for row in study.runs[:MOST_JUDGES]]
    return tuple(text for text in found if text)


def best_way(study: PanelResult) -> str:
    """Return which way to use the judges is best, or that it cannot be told; nothing where agreement is undefined."""
    known = decision(study.decisions, MAY_BE_BEST)
    if known is None or not known.names:
        return ""
    human = f"'{study.human}'"
    named, undefined = ([_way(study, name) for name in some] for some in (known.names, known.undefined))
    unknown = f" {undefined_words(undefined, quotes='')}" if undefined else ""
    if known.answer == "yes":
        other = "every other way to use these judges" + (" whose agreement is defined" if unknown else "")
        return f"Use {named[0]}: {other} agrees less with {human}.{unknown}"
    if known.reason != RIVALS_LEFT:
        why = _missing(known) or "Of only one is agreement defined."
        return f"We cannot tell which way to use these judges agrees best with {human}. {why}{unknown}"
    left = number_of_ways(len(study.judges)) - len(named) - len(undefined)
    text = f"We cannot tell which way to use these judges agrees best with {human}. {len(named)} may: "
    text += ", ".join(named[:MOST_WAYS]) + (
        f" and {len(named) - MOST_WAYS} more" if len(named) > MOST_WAYS else ""
    )
    text += f". {counted(left, 'other way')} {'is' if left == 1 else 'are'} ruled out." if left else "."
    alone = [name for name in known.names if name in study.judges]
    cheapest = f" The cheapest of these: '{alone[0]}' alone." if alone else ""
    return f"{text}{cheapest}{unknown}"


def _missing(known: Decision) -> str:
    """Return what a rule needs that is not there, in a sentence; empty where nothing is missing."""
    bar = f"{known.bar:.0f}"
    return {
        INPUTS: f"It takes {bar} independent inputs, and there are {known.estimate:.0f}.",
        LABELS: "Two labels together say no more than one: where they differ, each counts half.",
        HITS: f"A judge gives people's rarer label, where they do, on fewer than {bar} outputs: label more of the "
        "rarer kind.",
        CONSTANT: "It cannot be computed with a judge that gives every output the same label or score: "
        f"{listing(known.undefined)}.",
        ERRORS: f"They err too seldom: it takes {bar} errors of a judge on average.",
    }.get(known.reason, "")


def _way(study: PanelResult, name: str) -> str:
    if name in study.judges:
        return f"'{name}' alone"
    without = next((one for one in study.judges if name == f"all but {one}"), None)
    return name if without is None else f"all but '{without}'"


def number_of_ways(judges: int) -> int:
    """Return how many ways to use so many judges are compared (see `panel_choice`)."""
    return judges + 1 + (judges if 2 < judges <= MOST_MEMBERS else 0)


def _combined(study: PanelResult) -> str:
    return "The label of most" if study.label_names else "The mean"


def _together(study: PanelResult, row: PanelRow) -> str:
    symbol = SYMBOLS[row.measure]
    if math.isnan(row.estimate):
        return f"Agreement with '{study.human}' is undefined: all outputs have one label or score."
    text = (
        f"{_combined(study)} of {row.n_members} judges agrees with '{study.human}' by {symbol} {decimal(row.estimate)}"
        f"{bracketed(row.low, row.high)}, one of them on average by {decimal(row.single)}: {_gain(study, row)}"
    )
    known = decision(study.decisions, WORTH_FEWER, row.panel)
    if math.isnan(row.n_effective) and (known is None or known.reason in (WORTH, ERRORS)):
        return f"{text} Nobody errs, so that nothing is known of errors in common."
    return f"{text} {worth_said(study, row)}"


def worth_said(study: PanelResult, row: PanelRow) -> str:
    """Return how many independent judges a panel is worth, and more of the kind would be, as far as it is known."""
    known = decision(study.decisions, WORTH_FEWER, row.panel)
    if known is not None and (why := _missing(known)):
        return f"We cannot tell how many independent judges they are worth. {why}"
    limits = bracketed(row.effective_low, row.effective_high, digits=1)
    if known is None or not limits:
        return "How many independent judges they are worth is not known."
    text = f"The {row.n_members} are worth {decimal(row.n_effective, 1)} independent judges{limits}."
    most = most_worth(row.effective_high, row.n_members)
    if known.answer == "yes" and math.isfinite(most):
        text += f" Any number of judges that err like these would be worth {decimal(most, 1)} at most."
    return text


def _gain(study: PanelResult, row: PanelRow) -> str:
    known = decision(study.decisions, PANEL_GAINS, row.panel)
    size = f"{decimal(row.difference)}{bracketed(row.difference_low, row.difference_high)}"
    if known is None or known.answer == "cannot_tell":
        why = "" if known is None else _missing(known)
        return f"a difference of {size}. {why}" if why else f"a difference of {size}, which may be chance."
    if known.answer == "no":
        size = f"{decimal(-row.difference)}{bracketed(-row.difference_high, -row.difference_low)}"
    return f"a {'gain' if known.answer == 'yes' else 'loss'} of {size}."


def _members(study: PanelResult) -> str:
    """Say which judges the panel is shown to be better or worse without."""
    rows = [row for row in study.members if row.verdict != "undefined"]
    if len(rows) < 2:
        return ""
    hurting = [row for row in rows if row.verdict == "hurts"]
    helping = [row for row in rows if row.verdict == "helps"]
    said = []
    if hurting:
        worst = min(hurting, key=lambda row: row.difference)
        said.append(
            f"Drop '{worst.metric}': with it the panel agrees less with '{study.human}' than without it, by "
            f"{_size(worst)}."
        )
    if helping:
        said.append(
            f"The panel is shown to be better with {listing([row.metric for row in helping])} than without."
        )
    if not said:
        asked = decision(study.decisions, JUDGE_HELPS, rows[0].metric)
        if asked is not None and (why := _missing(asked)):
            return f"We cannot tell whether a judge helps or hurts the panel. {why}"
        return "No judge is shown to help or to hurt the panel."
    return " ".join(said)


def _size(row: MemberRow) -> str:
    return f"{decimal(-row.difference)}{bracketed(-row.difference_high, -row.difference_low)}"


def _without_people(study: PanelResult) -> str:
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


def _of_runs(study: PanelResult, row: RunRow, panel: PanelRow | None) -> str:
    """Say how often runs differ, what several are worth, and how many are enough."""
    outputs = counted(row.n_outputs, "output")
    if not row.n_outputs:
        return f"No output has two runs of '{row.metric}'."
    if row.flip_rate == 0:
        never = f"The {row.n_runs} runs of '{row.metric}' never differ on {outputs}"
        if math.isnan(row.flip_high):
            return f"{never}, all of one input or cluster, so that nothing is known of others."
        return f"{never}: two runs would on at most {percent(row.flip_high, 1)} of outputs."
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
    return text + _worth(study, row, text)


def _enough(row: RunRow) -> str:
    """Say how many runs have a reliability of `RELIABLE`."""
    if not 0 < row.icc < RELIABLE:
        return ""
    text = f" For {percent(RELIABLE)} it takes about {_runs_for(row.icc)} runs"
    if row.icc_low > 0 and row.icc_high < 1:
        fewest, most = max(1, _runs_for(row.icc_high)), _runs_for(row.icc_low)
        text += f" ({fewest} to {most})"
    return f"{text}."


def _runs_for(icc: float) -> int:
    return math.ceil(RELIABLE * (1 - icc) / (icc * (1 - RELIABLE)))


def _worth(study: PanelResult, row: RunRow, said: str) -> str:
    """Say whether one run is enough; why it cannot be told only where it is not said already."""
    known = decision(study.decisions, ONE_RUN_ENOUGH, row.metric)
    if known is None or known.answer == "cannot_tell":
        why = "" if known is None else _missing(known)
        because = f" {why}" if why and why not in said else ""
        return f" We cannot tell whether one run is enough, within {ENOUGH:g}.{because}"
    if known.answer == "yes":
        return f" One run is enough: all {row.n_runs} gain less than {ENOUGH:g}."
    return f" One run is not enough: all {row.n_runs} gain more than {ENOUGH:g}."


def panel_cautions(study: PanelResult, judges: Judges) -> tuple[Caution, ...]:
    """Return everything to be said, the gravest first.

    Parameters
    ----------
    study : PanelResult
        Without its cautions.
    judges : Judges
        What it was computed from.
    """
    found = [
        *_about_outputs(study, judges),
        *_about_people(study, judges),
        *_about_systems(study),
        *_about_scales(study),
    ]
    return tuple(sorted(found, key=lambda caution: caution.severity != "warning"))


def _about_outputs(study: PanelResult, judges: Judges) -> Iterator[Caution]:
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
            f"{name}: {n}"
            for name, n in zip(study.label_names, counts.tolist(), strict=True)
            if 0 < n < FEW_OF_A_LABEL
        ]
        if rare:
            yield Caution(
                "rare_labels",
                "warning",
                f"People give few outputs some labels ({'; '.join(rare)}): kappa rests on these. Label more outputs of "
                "the rarer kind.",
            )


def _about_systems(study: PanelResult) -> Iterator[Caution]:
    n = len(study.table.systems)
    if study.table.has_systems and n < FEWEST_SYSTEMS:
        yield Caution(
            "these_systems",
            "note",
            f"With {counted(n, 'system')} intervals are of other inputs of {'this' if n == 1 else 'these'} alone: a "
            "judge may like other systems more or less. It takes three systems to know.",
        )


def _about_people(study: PanelResult, judges: Judges) -> Iterator[Caution]:
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


def _about_scales(study: PanelResult) -> Iterator[Caution]:
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
