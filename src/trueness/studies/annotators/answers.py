"""The words for what is decided about annotators, on terminals and pages alike."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from trueness.decisions.annotators_agree import ANNOTATORS_AGREE, UNLIKE
from trueness.decisions.decision import Answer, Decision
from trueness.decisions.may_be_best import MAY_BE_BEST
from trueness.decisions.may_replace_annotator import MAY_REPLACE_ANNOTATOR
from trueness.errors import listing
from trueness.statistics.annotators.equal_ratings import CommonestRating
from trueness.studies.annotators.decided import BEYOND_CONSTANT, FEWEST_PEOPLE, PEOPLE, UNSCORED
from trueness.studies.annotators.rows import Agreement, AltTest, AnnotatorsResult
from trueness.studies.annotators.settings import AnnotatorSettings
from trueness.study.lights import lit
from trueness.study.number_words import bracketed, bracketed_shares, counted, decimal, percent, significant
from trueness.study.words import undefined_words

NEARLY_ALL = 0.9
"""From this share of ratings on it is said that one value takes them."""


def alpha_words(decision: Decision) -> str:
    """Return what the coefficient of agreement is called: ``ordinal alpha``, or ``nominal alpha`` without an order."""
    return " ".join(reversed(decision.grounds[0].measure.split("_")))


def people_answer(
    human: str,
    agreement: Sequence[Agreement],
    decisions: Sequence[Decision],
    commonest: CommonestRating,
) -> Iterator[str]:
    """Yield whether annotators agree beyond chance, how often they give the same rating, and what blurs that."""
    rows = {row.measure: row for row in agreement}
    found = next(one for one in decisions if one.rule == ANNOTATORS_AGREE.name)
    equal, alpha = rows["equal_ratings"], found.grounds[0]
    if math.isnan(equal.estimate):
        yield lit(
            "cannot_tell", f"We cannot tell whether people agree on '{human}': no output has two ratings."
        )
        return
    agree = {
        "yes": f"People agree on '{human}' beyond chance",
        "no": f"People hardly agree on '{human}' beyond chance",
        "cannot_tell": f"We cannot tell whether people agree on '{human}' beyond chance",
    }[found.answer]
    coefficient = (
        "alpha is undefined"
        if math.isnan(alpha.estimate)
        else f"{alpha_words(found)} {decimal(alpha.estimate)}{bracketed(alpha.low, alpha.high)}, floor "
        f"{decimal(alpha.bar)}"
    )
    outputs = counted(equal.n_units, "output")
    if "ac1" not in rows and not math.isnan(alpha.estimate):
        equally = f"The scale is too fine for equal ratings of {outputs} to say much"
    else:
        who = (
            "Both annotators"
            if equal.n_annotators == 2
            else f"Any two of the {equal.n_annotators} annotators"
        )
        shared = f"{percent(equal.estimate)}{bracketed_shares(equal.low, equal.high)}"
        equally = f"{who} give the same rating to {shared} of {outputs}"
    yield lit(found.answer, f"{agree}: {coefficient}. {equally}.")
    share = commonest.n_equal / commonest.n_ratings
    if share >= NEARLY_ALL:
        yield (
            f"{percent(share)} of the ratings are {significant(commonest.value)}. Alpha may then be near 0 even if "
            "people nearly always agree."
        )
    elif found.reason == UNLIKE:
        yield _unlike(found)


def replacement_answer(
    rows: Sequence[AltTest], settings: AnnotatorSettings, decisions: Sequence[Decision]
) -> str:
    """Return which metrics may stand in for an annotator, why not the others, and which fits them best."""
    asked = [one for one in decisions if one.rule == MAY_REPLACE_ANNOTATOR.name]
    test = f"alternative annotator test (epsilon {settings.margin:g})"
    known = [row for row in rows if row.n_tested >= FEWEST_PEOPLE]
    if not known:
        there = max(row.n_tested for row in rows)
        return lit(
            "cannot_tell",
            f"We cannot tell whether a metric may stand in for an annotator. The {test} needs {FEWEST_PEOPLE} "
            f"annotators with enough inputs in common, and there {'is' if there == 1 else 'are'} {there or 'none'}.",
        )
    told: dict[Answer, list[str]] = {}
    for one in asked:
        told.setdefault(one.answer, []).append(one.about)
    words: dict[Answer, str] = {
        "yes": "{} may stand in for an annotator.",
        "no": "{} should not stand in for an annotator.",
        "cannot_tell": "We cannot tell whether {} may stand in for an annotator.",
    }
    said = [lit(key, text.format(listing(told[key], 4))) for key, text in words.items() if key in told]
    open_ = next((one for one in asked if one.answer == "cannot_tell"), None)
    why = [] if open_ is None else [_why(open_)]
    return " ".join([*said, *why, _best(known, decisions), f"This is by the {test}."])


def on_agreement(study: AnnotatorsResult) -> tuple[str, ...]:
    """Return the conclusions without that on who may stand in: what a judge may do is decided by other rules."""
    if not study.alt_tests:
        return study.conclusions
    replacement = replacement_answer(study.alt_tests, study.settings, study.decisions)
    return tuple(text for text in study.conclusions if text != replacement)


def _why(found: Decision) -> str:
    if found.reason == ANNOTATORS_AGREE.name:
        return "People agree too little among themselves to compare anyone with them."
    if found.reason == UNLIKE:
        return _unlike(found)
    if found.reason == PEOPLE:
        return f"It takes {found.bar:.0f} annotators with enough inputs in common."
    if found.reason == BEYOND_CONSTANT:
        return f"A judge that always says the same may fit people as well as '{found.about}'."
    if found.reason == UNSCORED:
        return f"{unscored_words(found)}, and may be silent where it errs."
    people = found.of(PEOPLE)
    n = 0 if people is None else int(people.estimate)
    low, high, needed = round(found.low * n), round(found.high * n), math.ceil(found.bar * n)
    return (
        f"'{found.about}' may win against {low} to {high} of these {n} annotators, and {needed} are needed."
    )


def unscored_words(found: Decision) -> str:
    """Return that a metric is silent on outputs that two people rated, and on how many."""
    return f"'{found.about}' has no score for {counted(int(found.estimate), 'output')} that they rated"


def _unlike(found: Decision) -> str:
    few = int(found.estimate)
    return f"Only {counted(few, 'output')} {'has' if few == 1 else 'have'} a rating other than the commonest one."


def _best(rows: Sequence[AltTest], decisions: Sequence[Decision]) -> str:
    """Say which metric fits annotators best, where that is told, and how often."""
    best = max(rows, key=lambda row: row.advantage)
    found = next((one for one in decisions if one.rule == MAY_BE_BEST.name), None)
    undefined = () if found is None else found.undefined
    said = (
        f"'{best.metric}' fits the others as well as the annotator left out on {percent(best.advantage)} of outputs, a "
        f"judge that always says the same on {percent(best.constant_advantage)}."
    )
    if found is not None and found.answer != "yes" and len(rows) > 1:
        said = (
            f"We cannot tell which metric fits annotators best: it may be {listing(found.names, 4)}. {said}"
        )
    return f"{said} {undefined_words(undefined, 'advantage')}".rstrip()
