"""The words for what is decided about preferences, on terminals and pages alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trueness.decisions.annotators_agree import ANNOTATORS_AGREE, UNLIKE
from trueness.decisions.beyond_chance import BEYOND_CHANCE
from trueness.decisions.decision import ANSWERS, Answer, Decision, decision_of
from trueness.decisions.may_be_best import DEFINED, MAY_BE_BEST
from trueness.decisions.may_rank import MAY_RANK
from trueness.decisions.may_replace_annotator import MAY_REPLACE_ANNOTATOR
from trueness.errors import listing
from trueness.studies.preferences.decided import (
    AGREEMENT,
    BOTH_ORDER,
    IN_ORDER,
    OF_SILENT,
    REVERSED,
    by_agreement,
)
from trueness.studies.preferences.rows import PairAgreement, PreferencesResult
from trueness.study.lights import LIGHTS
from trueness.study.number_words import bracketed, bracketed_shares, counted, decimal, percent
from trueness.study.words import SILENCE_COUNTED, answer_words, undefined_words

MOST_NAMES = 6
"""Of more judges the others are in the table."""


SILENT = f" It said nothing on some pairs that people judged; {SILENCE_COUNTED}"

_BEYOND = {
    "no": "{} agrees with people no more often than a guess does",
    "cannot_tell": "We cannot tell whether {} agrees with people more often than a guess does",
}
_RANK = {
    "yes": "{} may rank systems in place of people",
    "no": "{} should not rank systems in place of people",
    "cannot_tell": "We cannot tell whether {} may rank systems",
}
_REPLACE = {
    "yes": "{} may stand in for one person",
    "no": "{} should not stand in for a person",
    "cannot_tell": "We cannot tell whether {} may stand in for a person",
}


def leading(study: PreferencesResult) -> PairAgreement | None:
    """Return the judge that the first screen is about: of judges the one that agrees most, else the metric."""
    rows = by_agreement(study)
    return next((row for row in rows if row.kind == "judge"), rows[0] if rows else None)


def answers(study: PreferencesResult, reasons: Mapping[str, str]) -> Iterator[str]:
    """Yield who agrees most, what that judge may do, what the others may, and whom that applies to.

    Parameters
    ----------
    study : PreferencesResult
    reasons : mapping of str to str
        Why somebody's verdicts give no strengths.
    """
    first = leading(study)
    if first is None:
        return
    yield who_agrees_most(study, first)
    ranking = decision_of(study.decisions, MAY_RANK, first.metric)
    replacing = decision_of(study.decisions, MAY_REPLACE_ANNOTATOR, first.metric)
    if ranking is not None:
        yield rank_answer(ranking, reasons)
    if replacing is not None:
        yield replace_answer(study, replacing)
    chance = decision_of(study.decisions, BEYOND_CHANCE, first.metric)
    for asked, question in (
        (ranking, "May other judges rank systems"),
        (replacing, "May other judges stand in for a person"),
        (chance, "Do others agree with people more often than a guess does"),
    ):
        if asked is not None:
            yield from _others(study, asked, question)
    applied = replacing or chance or ranking  # of two systems nothing is said about others
    if applied is not None:
        yield f"These answers apply to {applied.applies_to.replace(';', ', and to')}."


def quoted(name: str) -> str:
    """Return a name as sentences have it."""
    return f"'{name}'"


def who_agrees_most(study: PreferencesResult, first: PairAgreement) -> str:
    """Return which judge or metric agrees most with people, or that this cannot be told."""
    agrees = "agrees with a person on" if study.pairs.has_systems else "prefers the better output in"
    beside = (
        f"; another person agrees on {percent(first.ceiling)}{bracketed_shares(first.ceiling_low, first.ceiling_high)}"
        if first.n_both
        else ""
    )
    how = (
        f"{agrees} {percent(first.estimate)}{bracketed_shares(first.low, first.high)} of pairs "
        f"(chance {percent(first.chance)}){beside}"
    )
    found = decision_of(study.decisions, MAY_BE_BEST)
    if found is None:
        beyond = decision_of(study.decisions, BEYOND_CHANCE, first.metric)
        if beyond is None or beyond.answer == "yes":
            return f"'{first.metric}' {how}."
        return f"{LIGHTS[beyond.answer]} {_BEYOND[beyond.answer].format(quoted(first.metric))}: it {how}."
    rows = [row for row in by_agreement(study) if row.metric not in found.undefined]
    kinds = " and ".join(f"{kind}s" for kind in ("judge", "metric") if any(row.kind == kind for row in rows))
    if found.answer == "yes":
        best = found.names[0]
        said = f"Of {len(rows)} {kinds} '{best}' agrees most with people"
        said += f": it {how}." if best == first.metric else f". '{first.metric}' {how}."
    elif not rows:
        said = "We cannot tell who agrees most with people."
    elif found.reason == DEFINED:
        said = f"We cannot tell who agrees most with people. '{first.metric}' {how}."
    elif len(found.names) == 1:  # the highest, of which nothing shows that it agrees with people at all
        said = f"We cannot tell whether any of {len(rows)} {kinds} agrees with people at all. '{first.metric}' {how}."
    else:
        others = [name for name in found.names if name != first.metric]
        may = "may agree as much" if first.metric in found.names else "may agree more"
        said = f"'{first.metric}' {how}. Of {len(rows)} {kinds}, {listing(others, MOST_NAMES)} {may}."
    return f"{LIGHTS[found.answer]} {said} {undefined_words(found.undefined)}".rstrip()


def rank_answer(found: Decision, reasons: Mapping[str, str]) -> str:
    """Return whether a judge may rank systems, and the number that decided."""
    said = f"{LIGHTS[found.answer]} {_RANK[found.answer].format(quoted(found.about))}"
    bar = percent(next(one.bar for one in found.grounds if one.measure == IN_ORDER))
    if found.reason == "systems":
        return (
            f"{said}: there are {found.estimate:.0f} systems, and it takes {found.bar:.0f} to show that it orders "
            f"{bar} of pairs as people do."
        )
    if found.reason == BOTH_ORDER:
        return f"{said}: people and the judge tell no two systems apart. Have pairs of more inputs judged."
    if found.reason == REVERSED:
        return (
            f"{said}: it reverses {percent(found.estimate)} of the pairs of systems that both order, and "
            f"{percent(found.bar)} is allowed (--rank-bar)."
        )
    if found.estimate != found.estimate:
        return f"{said}: {reasons.get(found.about) or reasons.get('people') or 'there are no strengths to compare.'}"
    share = f"{percent(found.estimate)}{bracketed_shares(found.low, found.high)}"
    next_step = " More systems would settle it." if found.answer == "cannot_tell" else ""
    if found.reason == OF_SILENT:
        next_step = SILENT
    return f"{said}: it orders {share} of pairs of systems as people do, and the bar is {bar} (--rank-bar).{next_step}"


def replace_answer(study: PreferencesResult, found: Decision) -> str:
    """Return whether a judge may stand in for a person, and the number that decided."""
    said = f"{LIGHTS[found.answer]} {_REPLACE[found.answer].format(quoted(found.about))}"
    if found.reason == ANNOTATORS_AGREE.name:
        return (
            f"{said}: people may not agree enough with each other. Their kappa is {decimal(found.estimate)}"
            f"{bracketed(found.low, found.high)}, and {decimal(found.bar)} is needed."
        )
    if found.reason == UNLIKE:
        return (
            f"{said}: people give nearly all pairs one verdict. Only {counted(int(found.estimate), 'pair')} got "
            f"another, and it takes {found.bar:.0f}."
        )
    if found.reason == AGREEMENT:
        return f"{said}: it may agree with people no more often than chance does ({percent(found.bar)})."
    points = [100 * value for value in (found.estimate, found.low, found.high)]
    silent = SILENT if found.reason == OF_SILENT else ""
    return (
        f"{said}: its agreement is another person's {'plus' if points[0] >= 0 else 'minus'} "
        f"{decimal(abs(points[0]), 1)} points (difference{bracketed(points[1], points[2], digits=1)}), and "
        f"{decimal(-100 * study.settings.margin, 0)} is allowed (--agreement-margin).{silent}"
    )


def _others(study: PreferencesResult, first: Decision, question: str) -> Iterator[str]:
    """Say in a line what a rule says of all but the first."""
    told: dict[Answer, list[str]] = {}
    for one in study.decisions:
        if one.rule == first.rule and one.about != first.about:
            told.setdefault(one.answer, []).append(one.about)
    if told:
        parts = [
            f"{answer_words(answer)} for {listing(told[answer], MOST_NAMES)}"
            for answer in ANSWERS
            if answer in told
        ]
        yield f"{question}: {'; '.join(parts)}."
