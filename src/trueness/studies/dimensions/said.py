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
    where = f"({level.replace('_', '-')} level, {coefficient_facts(coefficient).words})"
    scores = "both human scores" if n_humans == 2 else f"all {n_humans} human scores"
    unknown = [
        metric
        for metric in found.metrics
        if any(metric in one.undefined for one in decided if one is not None)
    ]
    rest = len(found.metrics) - len(always) - len(set(unknown).difference(always))
    if always and rest:
        others = "The other one is" if rest == 1 else f"The other {rest} are"
        said = (
            f"{listing(always, 4)} may be the best by {scores} {where}. {others} ruled out by at least one."
        )
    elif always:
        said = f"We cannot tell which of {listing(always, 4)} is the best by {scores} {where}."
        if len(always) == 1:
            said = f"{listing(always)} may be the best by {scores} {where}."
    elif unknown:
        said = f"We cannot tell whether any metric is the best by {scores} {where}."
    else:
        said = f"No metric may be the best by {scores} {where}: each is ruled out by at least one."
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
                f"Tests are corrected within each of the {len(found.comparisons)} human scores, not across them. Each "
                "score that is searched adds its own chance of a false finding.",
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
            message += f" The same holds, with other numbers, {word} {_named(rest)}."
        shared.append(Caution(first.code, first.severity, message))
    return shared


def _named(humans: list[str]) -> str:
    return ", ".join(f"‘{human}’" for human in humans)
