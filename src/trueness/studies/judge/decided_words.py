"""Decisions about judges in words: what to do, why, and what next. Terminal and page take them from here."""

from __future__ import annotations

import math
from collections.abc import Callable

from trueness.decisions.decision import Decision, Ground
from trueness.decisions.labels_by_lot import LABELS_BY_LOT
from trueness.decisions.may_be_best import DEFINED, MAY_BE_BEST
from trueness.decisions.may_grade import (
    GRADES,
    MAY_GRADE,
    MAY_GRADE_ALONE,
    MINUS_PEOPLE,
    OUTPUTS,
    PEOPLE,
    WITH_A_PERSON,
    agreement_with_people,
    people_agree,
    people_differ,
)
from trueness.decisions.may_quote_rate import MAY_QUOTE_RATE
from trueness.decisions.may_rank import MAY_RANK
from trueness.decisions.nobody_among import PEOPLE_AMONG_METRICS
from trueness.errors import listing
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.judging.labels_to_settle import LabelsToSettle, labels_to_settle
from trueness.studies.judge.decided import OF_SILENT, grading_confidence
from trueness.studies.judge.label_goals import above_goal
from trueness.studies.judge.label_rows import LabelMeasure
from trueness.studies.judge.rows import OF_FEW_SYSTEMS, JudgeResult
from trueness.studies.judge.settings import CROSS_FITTED
from trueness.study.lights import LIGHTS
from trueness.study.number_words import (
    bracketed,
    bracketed_shares,
    counted,
    decimal,
    digits_that_add_up,
    in_points,
    percent,
)
from trueness.study.settled_words import takes_to_settle
from trueness.study.words import SILENCE_COUNTED, capital, undefined_words

_COPY = "is a copy of"

MOST_NAMES = 5

MOST_IN_WORDS = 3
"""Of more judges those that agree best have a verdict in words; the table of decisions has all."""

SYSTEMS = "systems"


def decision_paragraphs(validation: JudgeResult) -> list[str]:
    """Return a paragraph for each use of the judge that agrees best, and for each other judge of few."""
    order = validation.in_order()[:MOST_IN_WORDS]
    found = [which_judge(validation)]
    for name in order[:1]:
        best = best_decision(validation)
        named = best is None or best.names != (
            name,
        )  # where others are named, too, it has to be said of whom
        uses = uses_of(validation, name)
        found += [use_in_words(validation, one, first=named and not k) for k, one in enumerate(uses)]
    found += [verdicts(validation, name) for name in order[1:]]
    return [text for text in found if text]


def uses_of(validation: JudgeResult, name: str) -> list[Decision]:
    """Return the decisions about what a judge may be used for."""
    return [one for one in validation.decisions if one.about == name and one.rule in _USES]


def verdicts(validation: JudgeResult, name: str) -> str:
    """Return what a judge may be used for in a sentence each, without the reasons."""
    decided = uses_of(validation, name)
    return " ".join(verdict(validation, one, first=not k) for k, one in enumerate(decided))


def which_judge(validation: JudgeResult) -> str:
    """Return which of several judges agrees best with people, and which one is spoken of where that is not known."""
    decided = best_decision(validation)
    if decided is None or not decided.names:
        return ""
    first, n = decided.names[0], compared(decided, validation)
    if decided.reason == PEOPLE_AMONG_METRICS:
        said = f"We cannot tell which of {n} judges agrees best with people: '{first}' {_COPY} '{validation.human}'."
    elif decided.answer == "yes":
        said = f"Of {n} judges '{first}' agrees best with people."
    elif decided.reason == DEFINED:
        said = f"We cannot tell which judge agrees best with people: only of '{first}' agreement is defined."
    elif len(decided.names) == 1:
        said = f"Of {n} judges '{first}' agrees best with people, but perhaps no better than chance."
    else:
        said = (
            f"We cannot tell which of {n} judges agrees best with people: '{first}' is highest, and "
            f"{listing(decided.names[1:], MOST_NAMES)} may be as good. {_told_apart(validation, *decided.names[:2])}"
        )
    return f"{LIGHTS[decided.answer]} {said} {undefined_words(decided.undefined)}".rstrip()


def _told_apart(validation: JudgeResult, first: str, second: str) -> str:
    """Say how many labelled outputs tell the first judge from the second; empty where that is not known."""
    row = next(
        (one for one in validation.goals if (one.metric, one.goal) == (first, above_goal(second))), None
    )
    if row is None:
        return ""
    needed = LabelsToSettle(
        *(math.inf if one is None else float(one) for one in (row.needed_low, row.n_needed, row.needed_high))
    )
    ahead = f"'{first}' is {decimal(row.estimate)} ahead of '{second}' on {counted(row.n_outputs, 'labelled output')}"
    return f"{ahead}, and it {takes_to_settle(needed, row.n_outputs)}."


def compared(decided: Decision, validation: JudgeResult) -> int:
    """Return how many judges it is about: those whose agreement is defined."""
    return len(validation.judges) - len(decided.undefined)


def best_decision(validation: JudgeResult) -> Decision | None:
    """Return which judges may agree best with people; None of one judge."""
    return next((one for one in validation.decisions if one.rule == MAY_BE_BEST.name), None)


def use_in_words(validation: JudgeResult, decided: Decision, *, first: bool = True) -> str:
    """Return at most three sentences: the verdict with the number behind it and its bar, and what to do next.

    Parameters
    ----------
    validation : JudgeResult
    decided : Decision
    first : bool
        Whether the judge has to be named.
    """
    if decided.reason == PEOPLE_AMONG_METRICS:
        told = verdict(validation, decided, first=first).removesuffix(".")
        return f"{told}: it {_COPY} '{validation.human}'. Take labels that were given without it."
    _, why, after = _USES[decided.rule]
    told = verdict(validation, decided, first=first).removesuffix(".")
    if decided.reason == LABELS_BY_LOT:
        return f"{told}: {_why_chosen(decided)}."
    said = f"{told}: {why(validation, decided)}."
    return f"{said} {after(validation, decided)}".rstrip()


def labels_drawn_by_lot(decided: Decision) -> bool:
    """Whether the labels behind a decision may have been drawn by lot, as far as it asks."""
    need = decided.of(LABELS_BY_LOT)
    return need is None or need.answer == "yes"


def labelled_by(decided: Decision) -> str:
    """Return who labelled the outputs that a decision is about: ``that people labelled``."""
    return "that two people labelled" if decided.of(PEOPLE) is not None else "that people labelled"


def _why_chosen(decided: Decision) -> str:
    """Say why nothing can be told; a warning says what to do, once for all that is left open."""
    return f"the outputs {labelled_by(decided)} were not drawn by lot"


def verdict(validation: JudgeResult, decided: Decision, *, first: bool = True) -> str:
    """Return what a judge may, or should not, be used for, with its mark.

    Parameters
    ----------
    validation : JudgeResult
    decided : Decision
    first : bool
        Whether the judge has to be named.
    """
    says, _, _ = _USES[decided.rule]
    return f"{LIGHTS[decided.answer]} {says(validation, decided, decided.about if first else '')}"


def asked(decided: Decision) -> str:
    """Return the measure that decided and its bar, for a caption: ``kappa minus people's, at least −0.10``."""
    if decided.reason == PEOPLE_AMONG_METRICS:
        return "and it takes labels of their own"
    ground = decided.ground
    if ground.measure == GRADES:
        return "and people give labels"
    if ground.measure == LABELS_BY_LOT:
        return "and it takes labels drawn by lot"
    if ground.measure in (OUTPUTS, SYSTEMS):
        return f"{ground.measure}, at least {ground.bar:g}"
    if decided.rule == MAY_QUOTE_RATE.name:
        return f"minus people's, within ±{_size(decided, ground.bar)}"
    words = {
        MINUS_PEOPLE: f"{measure_words(decided)} minus people's",
        WITH_A_PERSON: f"{measure_words(decided)} with a person",
        PEOPLE: f"{measure_words(decided)} between two people",
    }
    side = "above" if ground.side == "above" else "at least"
    return f"{words.get(ground.measure, measure_words(decided))}, {side} {decimal(ground.bar)}"


def value(decided: Decision) -> str:
    """Return the number that decided."""
    if decided.reason == PEOPLE_AMONG_METRICS:
        return "a copy"
    number = decided.estimate
    if decided.reason == GRADES:
        return "it gives scores"
    if decided.reason == LABELS_BY_LOT:
        return "labels chosen"
    if math.isnan(number):
        return "undefined"
    return f"{number:g}" if decided.reason in (OUTPUTS, SYSTEMS) else _size(decided, number)


def limits(decided: Decision) -> str:
    """Return its interval in brackets; nothing of a count."""
    if decided.reason == PEOPLE_AMONG_METRICS:
        return ""
    if decided.reason in (GRADES, OUTPUTS, SYSTEMS, LABELS_BY_LOT):
        return ""
    return _between(decided, decided.ground).strip()


def measure_words(decided: Decision) -> str:
    """Return what agreement is measured by."""
    words = {"kappa": "kappa", "weighted_kappa": "weighted kappa"}
    return words.get(decided.coefficient) or coefficient_facts(decided.coefficient).words


def _as_rate(decided: Decision) -> bool:
    return decided.reason == "rate_bias" or decided.of("rate_bias") is not None


def _size(decided: Decision, number: float) -> str:
    """Return a number of the measure that decided; of a rate in points of a hundred."""
    if decided.rule == MAY_QUOTE_RATE.name and _as_rate(decided):
        return in_points(number)
    return decimal(number)


def _between(decided: Decision, ground: Ground) -> str:
    if decided.rule == MAY_QUOTE_RATE.name and _as_rate(decided):
        return bracketed(100 * ground.low, 100 * ground.high, digits=0)
    return bracketed(ground.low, ground.high)


def _given(decided: Decision) -> str:
    """Return what people gave: a label or a score."""
    return "score" if decided.coefficient == "pearson" else "label"


def _number(ground: Ground) -> str:
    return f"{decimal(ground.estimate)}{bracketed(ground.low, ground.high)}"


def _may_grade(validation: JudgeResult, decided: Decision, name: str) -> str:
    del validation
    judge = f"'{name}'" if name else "it"
    if decided.answer == "yes":
        return capital(f"{judge} may grade outputs in place of a person.")
    if decided.answer == "no":
        return capital(f"{judge} should not grade outputs alone.")
    labels = "These labels cannot tell" if decided.reason == PEOPLE else "We cannot tell"
    return f"{labels} whether {judge} may grade outputs."


def _why_grade(validation: JudgeResult, decided: Decision) -> str:
    del validation
    ground, measure = decided.ground, measure_words(decided)
    if decided.reason == GRADES:
        return "it gives scores, and people give labels"
    if decided.reason == OUTPUTS:
        return _too_few_outputs(decided)
    if decided.reason == PEOPLE:
        clear = decided.high < decided.bar
        people = "people do not agree with each other" if clear else "people may not agree enough"
        return f"{people}. Their {measure} is {_number(ground)}, and {decimal(ground.bar)} is needed"
    if decided.reason == MINUS_PEOPLE:
        return beside_people_words(decided, f"its {measure}")
    if decided.reason == WITH_A_PERSON:
        return f"its {measure} with a person is {_number(ground)}, and always answering the same gives 0"
    return f"its {measure} with people is {_number(ground)}, and the bar is {_grade_bar(decided)}"


def beside_people_words(decided: Decision, what: str) -> str:
    """Return what a judge agrees by with a person, and two people with each other, with the difference and its bar.

    Parameters
    ----------
    decided : Decision
        Beside two people or more.
    what : str
        Whose agreement by what: ``its kappa``.
    """
    judge, people, beside = agreement_with_people(decided), people_agree(decided), decided.of(MINUS_PEOPLE)
    if beside is None or people is None:
        return ""
    digits = digits_that_add_up(judge.estimate, people)
    one, other, apart = (decimal(value, digits) for value in (judge.estimate, people, beside.estimate))
    limits = bracketed(beside.low, beside.high, digits=digits)
    return (
        f"{what} with a person is {one}, that of two people {other} (difference {apart}{limits}, and "
        f"{decimal(beside.bar)} is allowed)"
    )


def _grade_bar(decided: Decision) -> str:
    """Return the bar beside one person, and what changes it."""
    return f"{decimal(decided.ground.bar)} (--grade-bar)"


def who_asks(decided: Decision) -> str:
    """Return where the usual bar beside one person is from; empty of another."""
    ground = decided.ground
    if (
        ground.bar != MAY_GRADE_ALONE
        or decided.coefficient == "pearson"
        or decided.of(WITH_A_PERSON) is not None
    ):
        return ""
    return (
        f"From {decimal(ground.bar)} on {measure_words(decided)} is called substantial (Landis and Koch 1977); "
        "--grade-bar sets another bar."
    )


def _after_grade(validation: JudgeResult, decided: Decision) -> str:
    if decided.reason == GRADES:
        return _labels_of_scores(validation)
    if decided.reason == OUTPUTS:
        return "Label more outputs."
    if decided.reason == PEOPLE:
        if people_differ(decided):
            return "First agree on what the labels mean; `trueness judge --annotators` shows who differs."
        return "Let two people label more outputs."
    silent = _silence(validation, decided)
    if decided.answer != "cannot_tell":
        return silent or _hits(validation, decided)
    return silent or _settled(validation, decided)


def _labels_of_scores(validation: JudgeResult) -> str:
    """Say how a judge of scores gets labels: of two by a threshold, where it is known which is the better one."""
    if len(validation.label_names) != 2 or validation.nominal:
        return "It can only order outputs: have it give one of people's labels."
    return (
        f"It can only order outputs until it is known from which score on it says '{validation.label_names[1]}': "
        f"add --threshold {CROSS_FITTED}."
    )


def _hits(validation: JudgeResult, decided: Decision) -> str:
    """Say how many of people's labels a judge finds: of two labels of the one that it misses most; beside a person."""
    two = len(validation.label_names) == 2
    rows = [
        row
        for row in validation.labels
        if row.metric == decided.about
        and row.measure in (("tpr", "tnr") if two else ("accuracy",))
        and not math.isnan(row.estimate)
    ]
    if not rows:
        return ""
    worst: LabelMeasure = min(rows, key=lambda row: row.estimate)
    other = next((name for name in validation.label_names if name != validation.positive), "")
    label = validation.positive if worst.measure == "tpr" else other
    found = f"{percent(worst.estimate)}{bracketed_shares(worst.low, worst.high)}"
    of = f"Of the outputs that people called '{label}', it found {found}"
    if not two:
        of = f"It gives people's label to {found} of outputs"
    if math.isnan(worst.ceiling):
        return f"{of}."
    # beside a person it is compared with one person, on the same outputs
    found, beside = percent(worst.single), percent(worst.ceiling)
    if two:
        return f"Of the outputs that a person called '{label}', it found {found}; another person {beside}."
    return f"It gives a person's label to {found} of outputs; another person to {beside}."


def _may_quote(validation: JudgeResult, decided: Decision, name: str) -> str:
    quantity = quantity_words(validation, decided)
    what = f"the {quantity} of '{name}'" if name else f"its {quantity}"
    if decided.answer == "yes":
        return capital(f"{what} may be quoted as people's.")
    if decided.answer == "no":
        return f"Do not quote {what} as people's."
    return f"We cannot tell whether {what} may be quoted."


def quantity_words(validation: JudgeResult, decided: Decision) -> str:
    """Return what of a judge would be quoted: a share, or a mean."""
    return f"share of '{validation.positive}'" if _as_rate(decided) else "mean"


def _why_quote(validation: JudgeResult, decided: Decision) -> str:
    del validation
    if decided.reason == OUTPUTS:
        return _too_few_outputs(decided)
    ground = decided.ground
    return (
        f"it differs from people's by {_size(decided, ground.estimate)}{_between(decided, ground)}, and "
        f"±{_size(decided, ground.bar).partition(' ')[0]} is allowed (--rate-margin)"
    )


def _after_quote(validation: JudgeResult, decided: Decision) -> str:
    silent = _silence(validation, decided)
    if decided.answer == "yes":
        return silent
    if decided.answer == "no":
        return _quoted_instead(validation, decided)
    return silent or _settled(validation, decided)


def _quoted_instead(validation: JudgeResult, decided: Decision) -> str:
    """Say what to quote: people's own mean where they labelled all, else the one that their labels correct."""
    rows = [row for row in validation.means if row.metric == decided.about]
    if len(rows) != 1:
        whose = "people's own means" if validation.demonstrated else "the means that people's labels correct"
        return f"Quote {whose} (--table means)."
    (row,) = rows
    said = percent if _as_rate(decided) else decimal
    if validation.demonstrated:
        return f"People labelled every output: quote theirs, {said(row.estimate_all)}."
    interval = (bracketed_shares if _as_rate(decided) else bracketed)(row.low, row.high)
    return f"Quote {said(row.estimate)}{interval}, which people's labels correct."


def _may_rank(validation: JudgeResult, decided: Decision, name: str) -> str:
    del validation
    judge = f"'{name}'" if name else "it"
    if decided.answer == "yes":
        return capital(f"{judge} may rank systems in place of people.")
    if decided.answer == "no":
        return capital(f"{judge} should not rank systems in place of people.")
    return f"We cannot tell whether {judge} may rank systems."


def _why_rank(validation: JudgeResult, decided: Decision) -> str:
    del validation
    ground, systems = decided.ground, decided.of(SYSTEMS)
    if decided.reason == SYSTEMS:
        return f"there are {decided.estimate:g} systems, and it takes {decided.bar:g}"
    over = "" if systems is None else f" over {systems.estimate:g} systems"
    if math.isnan(ground.low):
        return f"{measure_words(decided)}{over} has no interval"
    few = ", as far as so few tell" if decided.reason == OF_FEW_SYSTEMS else ""
    bar = f"the bar is {decimal(ground.bar)} (--rank-bar)"
    return f"{measure_words(decided)}{over} is {_number(ground)}{few}, and {bar}"


def _after_rank(validation: JudgeResult, decided: Decision) -> str:
    if decided.reason == OF_SILENT:
        return _silence(validation, decided)
    return "Judge more systems." if decided.answer == "cannot_tell" else ""


def _too_few_outputs(decided: Decision) -> str:
    return f"only {counted(int(decided.estimate), 'output')} can be compared, and it takes {decided.bar:g}"


def _silence(validation: JudgeResult, decided: Decision) -> str:
    n = validation.n_silent.get(decided.about, 0)
    if not n:
        return ""
    return f"It said nothing on {n} outputs that people labelled; {SILENCE_COUNTED}"


def _settled(validation: JudgeResult, decided: Decision) -> str:
    """Say how many labelled outputs settle it, where outputs are what is few."""
    outputs, ground = decided.of(OUTPUTS), decided.ground
    if decided.reason == OUTPUTS:
        return "Label more outputs."
    if outputs is None or math.isnan(ground.low):
        return ""
    if decided.applies_to.startswith("other systems"):
        return "Judge more systems, and label more outputs of each."
    bars = (-ground.bar, ground.bar) if ground.side == "within" else (ground.bar,)
    settings, grading = validation.settings, decided.rule == MAY_GRADE.name
    needed = labels_to_settle(
        ground.low,
        ground.high,
        bars,
        int(outputs.estimate),
        power=settings.power,
        confidence=grading_confidence(validation, decided.about) if grading else settings.confidence,
    )
    return f"There are {outputs.estimate:,.0f} labelled outputs, and it {takes_to_settle(needed, outputs.estimate)}."


Says = Callable[[JudgeResult, Decision, str], str]
Reason = Callable[[JudgeResult, Decision], str]

_USES: dict[str, tuple[Says, Reason, Reason]] = {
    MAY_GRADE.name: (_may_grade, _why_grade, _after_grade),
    MAY_QUOTE_RATE.name: (_may_quote, _why_quote, _after_quote),
    MAY_RANK.name: (_may_rank, _why_rank, _after_rank),
}


def use_title(validation: JudgeResult, decided: Decision) -> str:
    """Return what a rule is about, at the head of a tile."""
    if decided.rule == MAY_QUOTE_RATE.name:
        return f"Quote its {quantity_words(validation, decided)}"
    return {MAY_GRADE.name: "Grade outputs", MAY_RANK.name: "Rank systems"}[decided.rule]
