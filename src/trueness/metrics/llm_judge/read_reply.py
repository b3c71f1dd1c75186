"""Read a score, and the reason for it, off a reply; what cannot be read is said, and is no score."""

from __future__ import annotations

import math
import re
from typing import Any, Literal, NamedTuple

from trueness.data.files.strict_json import parse_strictly
from trueness.errors import FormatError
from trueness.metrics.llm_judge.declaration import ReplyForm, Scale
from trueness.metrics.llm_judge.reply import Reply, Token

Outcome = Literal["read", "unreadable", "off the scale", "refused", "cut", "empty", "without probabilities"]

SECONDS = 1.0
"""How long a pattern may look."""

_NUMBER = re.compile(r"[+-]?(?:\d{1,30}(?:\.\d{1,30})?|\.\d{1,30})", re.ASCII)

_FENCE = "```"
"""What stands before and after a block of code in Markdown."""

_THOUGHT = re.compile(r"</(?:think|thinking)>")
"""The end of what models write for themselves, whose beginning may stand in the prompt."""


class Reading(NamedTuple):
    """What a reply says.

    Attributes
    ----------
    outcome : str
        ``read``, or why there is no score.
    score : float
        NaN unless it was read.
    reason : str or None
        The model's; None where none is asked for or given.
    problem : str
        What is wrong, where something is.
    """

    outcome: Outcome
    score: float = math.nan
    reason: str | None = None
    problem: str = ""


def read_reply(reply: Reply, form: ReplyForm, scale: Scale, *, sampled: bool = False) -> Reading:
    """Read a reply.

    Parameters
    ----------
    reply : Reply
    form : ReplyForm
        How.
    scale : Scale
    sampled : bool
        Whether the reply is one of those that stand in for probabilities: its label is read, with or without them.

    Returns
    -------
    Reading
    """
    by_label = form.read == "probabilities"
    ended = _without_a_score(reply, by_label=by_label, sampled=sampled)
    if ended is not None:
        return ended
    if by_label:
        return _label(reply, form, scale) if sampled else _expected(reply, form, scale)
    reading = {"json": _json, "tag": _tag, "pattern": _pattern}[form.read](reply.text, form, scale)
    if form.reason and reading.outcome == "read" and not reading.reason:
        return Reading("unreadable", problem=f"there is no '{form.reason}'")
    return reading


def _without_a_score(reply: Reply, *, by_label: bool, sampled: bool) -> Reading | None:
    """Return why a reply can have no score, whatever it says; None for another."""
    if reply.refusal or reply.finish == "content_filter":
        return Reading("refused", problem=reply.refusal or "the endpoint's filter has stopped it")
    if by_label and not sampled and reply.tokens is None and reply.text.strip():
        return Reading("without probabilities", problem="the endpoint gives no probabilities of tokens")
    # a label is there before the rest of a reply is cut
    if reply.finish == "length" and not by_label:
        return Reading("cut", problem="the reply ends at the limit of its tokens")
    return None if reply.text.strip() else Reading("empty", problem="the reply has no text")


def _json(text: str, form: ReplyForm, scale: Scale) -> Reading:
    try:
        found = _only_object(text)
    except FormatError as error:
        return Reading("unreadable", problem=error.problem.rstrip("."))
    if not isinstance(found, dict):
        return Reading("unreadable", problem="it is JSON, but no object")
    if form.score not in found:
        return Reading("unreadable", problem=f"there is no '{form.score}'")
    reason = found.get(form.reason) if form.reason else None
    if reason is not None and not isinstance(reason, str):
        return Reading("unreadable", problem=f"'{form.reason}' is no text")
    return _given(found[form.score], form, scale, reason)


def _only_object(text: str) -> Any:
    """Return the JSON that a reply is, or the only one in it: in a fence, or after what the model thought.

    Raises
    ------
    FormatError
        If there is none, or more than one that could be meant.
    """
    bare = text.removeprefix("\ufeff")
    try:
        return parse_strictly(bare, "", what="it", remedy="")
    except FormatError as error:
        first = error
    answer = without_thoughts(bare)
    fences, around = _fenced(answer)
    if len(fences) > 1 or (fences and "{" in around):
        raise FormatError("there are several objects, and which one counts is left open.")
    inside = fences[0] if fences else answer
    if inside == bare:
        raise first
    return parse_strictly(inside, "", what="it", remedy="")


def _fenced(text: str) -> tuple[list[str], str]:
    """Return what stands in fences, and what stands around them; a fence that does not end is none."""
    blocks: list[str] = []
    around: list[str] = []
    block: list[str] | None = None
    for line in text.splitlines(keepends=True):
        mark = line.strip()
        if block is None and mark.startswith(_FENCE) and (mark[3:].isalnum() or not mark[3:]):
            block = []
        elif block is not None and mark == _FENCE:
            blocks.append("".join(block))
            block = None
        else:
            (around if block is None else block).append(line)
    return blocks, "".join([*around, *(block or [])])


def without_thoughts(text: str) -> str:
    """Return what a model says after it has thought: what follows the last ``</think>``, if there is one."""
    ends = [found.end() for found in _THOUGHT.finditer(text)]
    return text[ends[-1] :] if ends else text


def _given(given: object, form: ReplyForm, scale: Scale, reason: str | None) -> Reading:
    """Read a score that is a value of JSON."""
    if scale.words:
        if isinstance(given, str):
            return _word(given, scale, reason)
        return Reading("unreadable", problem=f"'{form.score}' is no text")
    if isinstance(given, str) and _NUMBER.fullmatch(given.strip()):
        return _on_scale(float(given), scale, reason)
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        return Reading("unreadable", problem=f"'{form.score}' is no number")
    try:
        return _on_scale(float(given), scale, reason)
    except OverflowError:
        return Reading("off the scale", problem=f"a whole number of {len(str(abs(given)))} digits")


def _tag(text: str, form: ReplyForm, scale: Scale) -> Reading:
    said = without_thoughts(text)
    scores = _between(said, form.score)
    reasons = _between(said, form.reason) if form.reason else []
    return _agreed(scores, reasons[-1].strip() if reasons else None, scale, f"<{form.score}>")


def _between(text: str, tag: str) -> list[str]:
    """Return what stands between a tag and its end, each time."""
    opening, closing = f"<{tag}>", f"</{tag}>"
    found = []
    start = text.find(opening)
    while start >= 0:
        end = text.find(closing, start)
        if end < 0:
            break
        found.append(text[start + len(opening) : end])
        start = text.find(opening, end)
    return found


def _pattern(text: str, form: ReplyForm, scale: Scale) -> Reading:
    import regex

    scores: list[str] = []
    reason = None
    try:
        for match in regex.finditer(form.pattern, text, timeout=SECONDS):
            groups = match.groupdict()
            if groups["score"] is not None:
                scores.append(groups["score"])
            reason = groups.get("reason") or reason
    except TimeoutError:
        return Reading("unreadable", problem=f"the pattern takes longer than {SECONDS:g} s")
    return _agreed(scores, reason, scale, "the pattern")


def _agreed(scores: list[str], reason: str | None, scale: Scale, where: str) -> Reading:
    """Read scores that have to be one."""
    readings = {score.strip(): _value(score.strip(), scale, reason) for score in scores}
    if not readings:
        return Reading("unreadable", problem=f"there is no score where {where} wants it")
    first = next(iter(readings.values()))
    if any(one.outcome != first.outcome or one.score != first.score for one in readings.values()):
        if all(math.isnan(one.score) for one in readings.values()):
            return first
        return Reading("unreadable", problem=f"there are several scores: {', '.join(list(readings)[:3])}")
    return first


def _value(text: str, scale: Scale, reason: str | None = None) -> Reading:
    if scale.words:
        return _word(text, scale, reason)
    if not _NUMBER.fullmatch(text):
        return Reading("unreadable", problem=f"'{text[:40]}' is no number")
    return _on_scale(float(text), scale, reason)


def _word(text: str, scale: Scale, reason: str | None) -> Reading:
    for word, value in scale.words.items():
        if word.casefold() == text.strip().casefold():
            return Reading("read", value, reason)
    return Reading("unreadable", problem=f"'{text[:40]}' is none of {', '.join(scale.words)}")


def _on_scale(value: float, scale: Scale, reason: str | None) -> Reading:
    if not scale.lower <= value <= scale.upper:
        return Reading("off the scale", problem=f"{value:g} is not from {scale.lower:g} to {scale.upper:g}")
    if scale.whole and value % 1:
        return Reading("off the scale", problem=f"{value:g} is no whole number")
    return Reading("read", value, reason)


def _label(reply: Reply, form: ReplyForm, scale: Scale) -> Reading:
    """Read the label that a sample says."""
    start = _after(reply.text, form)
    if start is None:
        return Reading("unreadable", problem=f"'{form.after}' is not there")
    said = reply.text[start:].split()
    return _value(said[0].strip("*.`\"'") if said else "", _as_words(scale))


def _expected(reply: Reply, form: ReplyForm, scale: Scale) -> Reading:
    """Return the mean of the labels, weighted by their probabilities (Liu et al. 2023, equation 1).

    The weights are those of the labels among the likeliest tokens, over their sum.
    """
    token = _label_token(reply.tokens or (), form, scale)
    if token is None:
        said = f"after '{form.after}'" if form.after else "at its beginning"
        return Reading("unreadable", problem=f"there is no label {said}")
    labels = {label.casefold(): value for label, value in scale.labels.items()}
    mass = weighted = 0.0
    for text, logprob in token.alternatives:
        value = labels.get(text.strip().casefold())
        if value is not None:
            mass += math.exp(logprob)
            weighted += math.exp(logprob) * value
    if mass < form.least_mass or mass <= 0:
        return Reading("unreadable", problem=f"the labels have {mass:.3g} of the probability only")
    # rounding must not leave the scale
    return Reading("read", min(max(weighted / mass, scale.lower), scale.upper))


def _label_token(tokens: tuple[Token, ...], form: ReplyForm, scale: Scale) -> Token | None:
    """Return the token of the label: the first that is not blank, of the reply or of what follows `after`."""
    start = _after("".join(token.text for token in tokens), form)
    if start is None:
        return None
    labels = {label.casefold() for label in scale.labels}
    place = 0
    for token in tokens:
        if place >= start and token.text.strip():
            return token if token.text.strip().casefold() in labels else None
        place += len(token.text)
    return None


def _after(text: str, form: ReplyForm) -> int | None:
    """Return where the label may begin, None if what stands before it does not."""
    if not form.after:
        return 0
    place = text.rfind(form.after)
    return None if place < 0 else place + len(form.after)


def _as_words(scale: Scale) -> Scale:
    return Scale(scale.lower, scale.upper, words=scale.labels)
