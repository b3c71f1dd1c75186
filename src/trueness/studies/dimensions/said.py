"""What a comparison by several human scorers says in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trueness.errors import listing
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.lead_words import lead_words
from trueness.studies.dimensions.rows import DimensionsResult
from trueness.study.rows import Caution
from trueness.study.words import sentences, undefined_words

SENTENCES = 2
"""How much of the first finding by each human scorer is said: which metric is ahead, and whether that is shown."""


def dimensions_conclusions(found: DimensionsResult) -> tuple[str, ...]:
    """Return the first finding by each human scorer, and which metrics hold their own by all of them.

    Parameters
    ----------
    found : DimensionsResult
    """
    said = [
        f"By ‘{human}’: {' '.join(sentences(comparison.conclusions[0])[:SENTENCES])}"
        for human, comparison in found.comparisons.items()
        if comparison.conclusions
    ]
    return tuple(text for text in (*lead_words(found.contrasted), by_all(found), *said) if text)


def by_all(found: DimensionsResult) -> str:
    """Return which metrics may be the best by all human scores; empty for one, without tests or with a baseline."""
    level, coefficient = found.settings.keys[0]
    decided = [one.decided("may_be_best", level, coefficient) for one in found.comparisons.values()]
    may = [set(one.names) for one in decided if one is not None]
    n_humans = len(found.comparisons)
    if n_humans < 2 or len(may) < n_humans:
        return ""
    always = [metric for metric in found.metrics if all(metric in one for one in may)]
    where = f"at the {level.replace('_', '-')} level by {coefficient_facts(coefficient).words}"
    unknown = [
        metric
        for metric in found.metrics
        if any(metric in one.undefined for one in decided if one is not None)
    ]
    if always:
        said = f"By each of the {n_humans} human scores, {where}, {listing(always, 6)} may be the best."
    elif unknown:
        said = f"No metric is shown to be possibly the best by each of the {n_humans} human scores, {where}."
    else:
        said = f"No metric may be the best by each of the {n_humans} human scores, {where}: one is ruled out by some."
    return f"{said} {undefined_words(unknown, 'agreement by some')}".rstrip()


def dimensions_cautions(found: DimensionsResult) -> tuple[Caution, ...]:
    """Return what a reader has to know, each thing once: what differs between human scorers in the first's words.

    Parameters
    ----------
    found : DimensionsResult
    """
    cautions = shared_cautions({human: one.cautions for human, one in found.comparisons.items()}, "by")
    cautions += found.contrasted.cautions
    if found.selection.tests and len(found.comparisons) > 1 and found.settings.correction != "none":
        cautions.append(
            Caution(
                "corrected_by_dimension",
                "note",
                f"Tests are corrected for each of the {len(found.comparisons)} human scores by itself. Who looks for "
                "any difference by any of them has that many families, each with its own chance of a false one.",
            )
        )
    return tuple(sorted(cautions, key=lambda caution: caution.severity != "warning"))


def shared_cautions(found: Mapping[str, Sequence[Caution]], word: str) -> list[Caution]:
    """Return the cautions of several results, each thing once: what differs between them in the first's words.

    Parameters
    ----------
    found : mapping of str to sequence of Caution
        By what the results differ in.
    word : str
        What stands before its name: ``by`` a human scorer, ``in`` a group.
    """
    by_code: dict[str, dict[Caution, list[str]]] = {}
    for name, cautions in found.items():
        for caution in cautions:
            by_code.setdefault(caution.code, {}).setdefault(caution, []).append(name)
    shared = []
    for same in by_code.values():
        (first, names), *others = sorted(same.items(), key=lambda item: item[0].severity != "warning")
        message = first.message
        if len(names) < len(found):
            message = f"{word.capitalize()} {_named(names)}: {message}"
        if rest := list(dict.fromkeys(name for _, more in others for name in more if name not in names)):
            message += f" Likewise, in other words and numbers, {word} {_named(rest)}."
        shared.append(Caution(first.code, first.severity, message))
    return shared


def _named(humans: list[str]) -> str:
    return ", ".join(f"‘{human}’" for human in humans)
