"""What settings are called in sentences: one wording for the verdict, the captions and the methods paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from trueness.errors import listing
from trueness.statistics.coefficient_facts import coefficient_facts

MOST_UNDEFINED = 6
"""Of more that are undefined the number is said."""

SILENCE_COUNTED = "the interval covers the worst and the best case. Ask it again about these."
"""What follows where a judge said nothing of some outputs."""

LEVEL_WORDS = {
    "system": "ranking systems",
    "input": "ranking the outputs of one input",
    "global": "ranking outputs of any system and input",
    "per_system": "ranking the outputs of one system",
}
CALLED = "a given one, or for each tenth of the inputs the one that is best for the other nine"
"""Where the threshold comes from with which a metric calls outputs positive."""

CALIBRATION_WORDS = {
    "calibrated": "chosen on these data so that pairwise accuracy is largest",
    "held-out": "chosen on other inputs than those it is used for (the mean over folds)",
    "none": "so that only equal scores do",
}
CORRECTION_NAMES = {
    "bonferroni": "Bonferroni",
    "holm": "Holm",
    "bh": "Benjamini–Hochberg",
    "by": "Benjamini–Yekutieli",
    "shaffer": "Shaffer",
}
CORRECTION_WORDS = {
    "none": "no correction",
    "bonferroni": "Bonferroni's correction",
    "holm": "Holm's correction",
    "bh": "the Benjamini–Hochberg procedure",
    "by": "the Benjamini–Yekutieli procedure",
    "shaffer": "Shaffer's correction",
}
SWAPPED_WORDS = {
    "systems": "whole systems",
    "inputs": "whole inputs",
    "both": "single outputs (Perm-Both)",
    "rows_then_columns": "whole systems and then whole inputs",
}
RESAMPLED_WORDS = {
    "systems": "systems",
    "inputs": "inputs",
    "both": "systems and inputs",
    "these": "a system and an input at once",
}
OVER_WORDS = {
    "systems": "other systems on these inputs",
    "inputs": "these systems on other inputs",
    "both": "other systems and other inputs",
    "these": "these systems and inputs",
}
PLUGGED_IN = {
    "input": "averaged correlations and n = systems",
    "global": "n = outputs, as though these were independent,",
    "per_system": "averaged correlations and n = inputs",
}
"""What closed forms take off the system level, as papers did (see `level_units`)."""

MEDIAN = " [median]"
"""What stands after a metric's name where its scores of systems are medians of those of their outputs."""


_SENTENCE = re.compile(r"(?<=\S[.!?]) (?=[A-Z'\d])")  # a light that asks is no end of a sentence


def sentences(text: str) -> list[str]:
    """Return the sentences of a finding; joined by spaces they are the finding."""
    return _SENTENCE.split(text)


def capital(text: str) -> str:
    """Return a text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def answer_words(answer: str) -> str:
    """Return an answer of a rule, or a side of its bar, as people read it: ``cannot tell``, ``at most``."""
    return answer.replace("_", " ")


def coefficient_words(coefficient: str) -> str:
    """Return what a coefficient is called in a sentence."""
    return coefficient_facts(coefficient).words


def after_correction(correction: str) -> str:
    """Return what findings are counted after, such as ``after Holm correction``."""
    return (
        "without a correction" if correction == "none" else f"after {CORRECTION_NAMES[correction]} correction"
    )


def after_any_correction(correction: str) -> str:
    """Return what findings are counted after, with the space before it: `` after Holm correction``; empty for none."""
    return "" if correction == "none" else f" {after_correction(correction)}"


def agreement_noun(coefficients: Iterable[str]) -> str:
    """Return what coefficients are: ``correlation``, or ``agreement`` where one of them is no correlation."""
    shares = any(coefficient_facts(name).is_share for name in coefficients)
    return "agreement" if shares else "correlation"


def plugged_in(levels: Iterable[str]) -> str:
    """Return what closed forms take at levels, such as ``averaged correlations and n = systems at the input level``.

    Nothing is said of the system level; without another one that is all, and the answer is empty.
    """
    taken = [
        f"{PLUGGED_IN[level]} at the {level.replace('_', '-')} level"
        for level in levels
        if level in PLUGGED_IN
    ]
    return "; ".join(taken)


def tost_confidence(alpha: float) -> str:
    """Return the confidence of the interval that belongs to two one-sided tests at a level: ``90%`` at .05."""
    return f"{100 * (1 - 2 * alpha):.6g}%"


def undefined_words(names: Sequence[str], what: str = "agreement", quotes: str = "''") -> str:
    """Return that nothing is known of some, so that they are not ruled out; empty where there are none.

    Parameters
    ----------
    names : sequence of str
    what : str
        What is undefined.
    quotes : str
        Around names; empty where they have some.
    """
    if not names:
        return ""
    whose, are, they = ("its", "is", "it") if len(names) == 1 else ("their", "are", "they")
    return (
        f"Nothing is known of {listing(names, MOST_UNDEFINED, quotes)}: {whose} {what} is undefined, and {they} {are} "
        "not ruled out."
    )
