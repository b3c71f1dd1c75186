"""What is said about runs and panels, in sentences made from the rows, and what a reader has to know of them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from trueness.decisions.decision import Decision, decision_of
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
from trueness.errors import listing, series
from trueness.statistics.jackknife.two_way_jackknife import FEWEST_SYSTEMS
from trueness.statistics.judging.panel import most_worth
from trueness.statistics.judging.panel_choice import MOST_MEMBERS
from trueness.studies.panel.members import Judges
from trueness.studies.panel.rows import ALL_JUDGES, PanelResult, PanelRow, RunRow
from trueness.study.lights import lit
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
    """Return how to use the judges, what the panel, each judge and more runs bring, one short paragraph each.

    Parameters
    ----------
    study : PanelResult
        Without its conclusions.
    """
    panels = {row.panel: row for row in study.panels}
    found = []
    if ALL_JUDGES in panels:
        row = panels[ALL_JUDGES]
        found += [_best_way(study), _together(study, row), _members(study), _worth_of_judges(study, row)]
    elif study.human is None and study.pairs:
        found.append(_without_people(study))
    runs = study.runs[:MOST_JUDGES]
    found += [_enough(study, row, panels.get(row.metric)) for row in runs]
    found += [_differ(row) for row in runs]
    return tuple(text for text in found if text)


def _best_way(study: PanelResult) -> str:
    """Return which way to use the judges is best, or that it cannot be told; nothing where agreement is undefined."""
    known = decision_of(study.decisions, MAY_BE_BEST)
    if known is None or not known.names or math.isnan(_all_judges(study).estimate):
        return ""
    human = f"'{study.human}'"
    named, undefined = ([_way(study, name) for name in some] for some in (known.names, known.undefined))
    unknown = f" {undefined_words(undefined, quotes='')}" if undefined else ""
    unsure = f"We cannot tell which way to use these judges agrees best with {human}"
    if known.answer == "yes":
        other = "every other way to use these judges" + (" whose agreement is defined" if unknown else "")
        text = f"Use {named[0]}: {other} agrees less with {human}."
    elif known.reason != RIVALS_LEFT:
        text = f"{unsure}. {_missing(known) or 'Agreement is defined of only one.'}"
    else:
        left = number_of_ways(len(study.judges)) - len(named) - len(undefined)
        more = [f"{len(named) - MOST_WAYS} more"] if len(named) > MOST_WAYS else []
        text = f"{unsure}: it may be {series([*named[:MOST_WAYS], *more], 'or')}."
        text += f" {counted(left, 'other way')} {'is' if left == 1 else 'are'} ruled out." if left else ""
        alone = [name for name in known.names if name in study.judges]
        text += f" The cheapest of these is '{alone[0]}' alone." if alone else ""
    return lit(known.answer, f"{text}{unknown}")


def _all_judges(study: PanelResult) -> PanelRow:
    return next(row for row in study.panels if row.panel == ALL_JUDGES)


def _missing(known: Decision) -> str:
    """Return what a rule needs that is not there, in a sentence; empty where nothing is missing."""
    bar = f"{known.bar:.0f}"
    return {
        INPUTS: f"It takes {bar} independent inputs, and there are {known.estimate:.0f}.",
        LABELS: "Two labels make no majority: where they differ, each counts half.",
        HITS: f"Too few outputs have people's rarer label from a judge, too: it takes {bar}. Label more of that kind.",
        CONSTANT: "It cannot be computed with a judge that gives every output the same label or score: "
        f"{listing(known.undefined)}.",
        ERRORS: f"They make too few errors: it takes {bar} of a judge on average.",
    }.get(known.reason, "")


def _way(study: PanelResult, name: str) -> str:
    if name in study.judges:
        return f"'{name}' alone"
    without = next((one for one in study.judges if name == f"all but {one}"), None)
    if without is not None:
        return f"all but '{without}'"
    return "both judges" if name == "all 2 judges" else name


def number_of_ways(judges: int) -> int:
    """Return how many ways to use so many judges are compared (see `panel_choice`)."""
    return judges + 1 + (judges if 2 < judges <= MOST_MEMBERS else 0)


def _together(study: PanelResult, row: PanelRow) -> str:
    """Return whether all judges together agree more with people than one of them does on average."""
    if math.isnan(row.estimate):
        return f"Agreement with '{study.human}' is undefined: all outputs have one label or score."
    known = decision_of(study.decisions, PANEL_GAINS, row.panel)
    answer = "cannot_tell" if known is None else known.answer
    size = f"{decimal(row.difference)}{bracketed(row.difference_low, row.difference_high)}"
    if answer == "no":
        size = f"{decimal(-row.difference)}{bracketed(-row.difference_high, -row.difference_low)}"
    several = "both judges" if row.n_members == 2 else f"all {row.n_members} judges"
    than = f"with '{study.human}' than one alone on average"
    numbers = f"{SYMBOLS[row.measure]} {decimal(row.estimate)}{bracketed(row.low, row.high)} and {decimal(row.single)}"
    if answer == "cannot_tell":
        why = "" if known is None else _missing(known)
        text = f"We cannot tell whether {several} together agree more {than}: {numbers}, a difference of {size}. {why}"
        return lit(answer, text.rstrip())
    more, gain = ("more", "gain") if answer == "yes" else ("less", "loss")
    return lit(answer, f"{several.capitalize()} together agree {more} {than}: {numbers}, a {gain} of {size}.")


def _worth_of_judges(study: PanelResult, row: PanelRow) -> str:
    """Return how many independent judges a panel is worth, and more of the kind would be, as far as it is known."""
    if math.isnan(row.estimate):
        return ""
    known = decision_of(study.decisions, WORTH_FEWER, row.panel)
    worth = "how many independent judges they are worth"
    if math.isnan(row.n_effective) and (known is None or known.reason in (WORTH, ERRORS)):
        return f"We cannot tell {worth}: no judge errs."
    if known is not None and (why := _missing(known)):
        return f"We cannot tell {worth}. {why}"
    limits = bracketed(row.effective_low, row.effective_high, digits=1)
    if known is None or not limits:
        return f"We cannot tell {worth}."
    text = f"The {row.n_members} judges are worth {decimal(row.n_effective, 1)} independent judges{limits}."
    most = most_worth(row.effective_high, row.n_members)
    if known.answer == "yes" and math.isfinite(most):
        text += f" However many judges err like these, they are worth {decimal(most, 1)} at most."
    return text


def _members(study: PanelResult) -> str:
    """Return which judges to drop and which to keep."""
    rows = [row for row in study.members if row.verdict != "undefined"]
    if len(rows) < 2:
        return ""
    hurting = [row for row in rows if row.verdict == "hurts"]
    helping = [row for row in rows if row.verdict == "helps"]
    said = []
    if hurting:
        worst = min(hurting, key=lambda row: row.difference)
        size = f"{decimal(-worst.difference)}{bracketed(-worst.difference_high, -worst.difference_low)}"
        said.append(
            lit("no", f"Leave out '{worst.metric}': without it the panel agrees more with people, by {size}.")
        )
    if helping:
        names = listing([row.metric for row in helping])
        each = "it" if len(helping) == 1 else "each of them"
        said.append(lit("yes", f"Keep {names}: the panel agrees more with people with {each} than without."))
    if said:
        return " ".join(said)
    asked = decision_of(study.decisions, JUDGE_HELPS, rows[0].metric)
    why = "" if asked is None else _missing(asked)
    return lit(
        "cannot_tell", f"We cannot tell whether any single judge helps or hurts the panel. {why}".rstrip()
    )


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
    return f"{text}. To learn who is right and what the panel is worth, name human scores (--human)."


def _enough(study: PanelResult, row: RunRow, panel: PanelRow | None) -> str:
    """Return whether one run of a judge is enough; empty where people did not judge, or no output has two runs."""
    if panel is None or math.isnan(panel.difference) or not row.n_outputs or row.flip_rate == 0:
        return ""
    known = decision_of(study.decisions, ONE_RUN_ENOUGH, row.metric)
    answer = "cannot_tell" if known is None else known.answer
    start = {
        "yes": f"One run of '{row.metric}' is enough",
        "no": f"One run of '{row.metric}' is not enough",
        "cannot_tell": f"We cannot tell whether one run of '{row.metric}' is enough",
    }[answer]
    size = f"{decimal(panel.difference)}{bracketed(panel.difference_low, panel.difference_high)}"
    why = _missing(known) if known is not None and answer == "cannot_tell" else ""
    text = (
        f"{start}: {'both' if panel.n_members == 2 else f'all {panel.n_members}'} together gain {size} in agreement "
        f"with '{study.human}', and a gain of up to {ENOUGH:g} would be negligible. {why}"
    )
    return lit(answer, text.rstrip())


def _differ(row: RunRow) -> str:
    """Return how often two runs of a judge differ, and how many runs are reliable."""
    outputs = counted(row.n_outputs, "output")
    if not row.n_outputs:
        return f"No output has two runs of '{row.metric}'."
    if row.flip_rate == 0:
        never = f"The {row.n_runs} runs of '{row.metric}' never differ on {outputs}"
        if math.isnan(row.flip_high):
            return f"{never}. We cannot tell about others: all are of one input or cluster."
        return f"{never}. On other outputs two runs would differ in at most {percent(row.flip_high, 1)}."
    text = (
        f"Two runs of '{row.metric}' differ on {percent(row.flip_rate)}"
        f"{bracketed_shares(row.flip_low, row.flip_high)} of {outputs}."
    )
    if math.isnan(row.icc):
        return text
    return (
        f"{text} One run has a reliability (ICC) of {percent(row.icc)}{bracketed_shares(row.icc_low, row.icc_high)}, "
        f"the mean of {row.n_runs} runs {percent(row.reliability)}.{_runs_needed(row)}"
    )


def _runs_needed(row: RunRow) -> str:
    """Say how many runs have a reliability of `RELIABLE`."""
    if not 0 < row.icc < RELIABLE:
        return ""
    text = f" A reliability of {percent(RELIABLE)} takes about {_runs_for(row.icc)} runs"
    if row.icc_low > 0 and row.icc_high < 1:
        fewest, most = max(1, _runs_for(row.icc_high)), _runs_for(row.icc_low)
        text += f" ({fewest} to {most})"
    return f"{text}."


def _runs_for(icc: float) -> int:
    return math.ceil(RELIABLE * (1 - icc) / (icc * (1 - RELIABLE)))


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
                f"Only {row.n_outputs} of {whole} outputs with human scores count here: those that {what} judged.",
            )
        if row.n_clusters < FEW_OUTPUTS:
            yield Caution(
                "few_outputs",
                "warning",
                f"{row.panel} has {counted(row.n_clusters, 'independent output')}, so intervals rest on "
                "very little. In simulations intervals of 30 outputs mostly held; fewer are untried "
                "(docs/panels.md).",
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
                f"People gave some labels to few outputs ({'; '.join(rare)}), and kappa rests on these. Label more "
                "outputs of the rarer kind.",
            )


def _about_systems(study: PanelResult) -> Iterator[Caution]:
    n = len(study.table.systems)
    if study.table.has_systems and n < FEWEST_SYSTEMS:
        yield Caution(
            "these_systems",
            "note",
            f"With {counted(n, 'system')}, intervals are of other inputs of {'this' if n == 1 else 'these'} alone. It "
            "takes three to include other systems.",
        )


def _about_people(study: PanelResult, judges: Judges) -> Iterator[Caution]:
    if judges.human is None:
        yield Caution(
            "no_people",
            "note",
            "Name a human scorer (--human) to see agreement with people, and errors in common.",
        )
    elif study.panels:
        yield Caution(
            "noisy_people",
            "note",
            "Where people are wrong, every judge that is right counts as wrong. Errors then seem to go together, and "
            "the panel may be worth more independent judges than it seems.",
        )


def _about_scales(study: PanelResult) -> Iterator[Caution]:
    if study.standardized and len(study.judges) > 1:
        yield Caution(
            "standardized_judges",
            "note",
            "Judges use different scales, so the panel's score is the mean of standardised scores. To average them as "
            "they are, add --scale same.",
        )
    if study.label_names and len(study.judges) % 2 == 0:
        yield Caution(
            "even_panel",
            "note",
            f"{len(study.judges)} judges may tie: then each label counts in part.",
        )
