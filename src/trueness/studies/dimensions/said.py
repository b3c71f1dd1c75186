"""What a comparison by several human scorers says in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from trueness.errors import listing
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.dimensions.rows import Dimensions
from trueness.studies.number_words import counted
from trueness.studies.rows import Caution

SENTENCES = 2
"""How much of the first finding by each human scorer is said: which metric is ahead, and whether that is shown."""

_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z])")


def dimensions_conclusions(found: Dimensions) -> tuple[str, ...]:
    """Return the first finding by each human scorer, and which metrics hold their own by all of them.

    Parameters
    ----------
    found : Dimensions
    """
    said = [
        f"By ‘{human}’: {' '.join(_SENTENCE.split(comparison.conclusions[0])[:SENTENCES])}"
        for human, comparison in found.comparisons.items()
        if comparison.conclusions
    ]
    return (*_by_all(found), *said)


def _by_all(found: Dimensions) -> Iterator[str]:
    level, coefficient = found.settings.keys[0]
    standing = [
        {
            row.metric: row.not_outperformed
            for row in comparison.ranks
            if (row.level, row.coefficient) == (level, coefficient)
        }
        for comparison in found.comparisons.values()
    ]
    if len(standing) < 2 or not all(standing):
        return
    always = [metric for metric in found.metrics if all(one.get(metric, False) for one in standing)]
    where = f"at the {level.replace('_', '-')} level by {coefficient_facts(coefficient).words}"
    whichever = f"Whichever of the {len(standing)} human scores is asked, {where}"
    if not always:
        yield (
            f"No metric holds its own by all {len(standing)} human scores: each is significantly outperformed by at "
            f"least one of them, {where}."
        )
    elif len(always) == len(found.metrics):
        yield f"{whichever}, no metric is significantly outperformed."
    else:
        verb = "is" if len(always) == 1 else "are"
        yield (
            f"{whichever}, {len(always)} of {counted(len(found.metrics), 'metric')} {verb} significantly outperformed "
            f"by no other: {listing(always, 6)}."
        )


def dimensions_cautions(found: Dimensions) -> tuple[Caution, ...]:
    """Return what a reader has to know, each thing once: what differs between human scorers in the first's words.

    Parameters
    ----------
    found : Dimensions
    """
    cautions = shared_cautions({human: one.cautions for human, one in found.comparisons.items()}, "by")
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
