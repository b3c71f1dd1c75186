"""Which scores of a table people may have given, and what has to be said so that they are read as theirs."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from trueness.data.scores.annotator_columns import annotator_columns
from trueness.data.scores.leave_out import without_words
from trueness.data.scores.score_table import ScoreTable
from trueness.data.scores.twin_scores import twin_scores
from trueness.errors import listing

_HUMAN = re.compile(
    r"^(human|gold|people|expert|mos|mqm|esa|da|likert|rating|label)([_\W].*)?"
    r"(?<![_\W]source)(?<![_\W]by)(?<![_\W]type)(?<![_\W]date)(?<![_\W]time)(?<![_\W]count)(?<![_\W]reason)$",
    re.IGNORECASE,
)
"""What scores by people are called, as a rule, but for what is said of a score: ``rating_source``."""

_QUALITY = re.compile(
    r"^(adequacy|fluency|coherence|consistency|relevance|readability|naturalness|informativeness|helpfulness|overall|"
    r"engagingness|interestingness|understandability|groundedness|simplicity|quality)$",
    re.IGNORECASE,
)
"""Qualities that people are asked for, and judges, too."""

_OVERALL = re.compile(r"(^|[\W_])overall$", re.IGNORECASE)
"""What the quality of the whole is called."""


class ProposedHuman(NamedTuple):
    """Scores that people gave, as far as declarations, names and values tell.

    Attributes
    ----------
    names : tuple of str
        The human scores; empty where nothing tells.
    human : str
        What to type after ``--human``.
    people : dict of str to str
        Columns of single annotators that are not read as such yet, and the human score that each is a rating of.
    columns : str
        What has to be said of columns; empty for nothing.
    provided : str
        What is taken for granted: ``people gave 'label'``; empty for nothing.
    reason : str
        Why these are proposed, a sentence up to what is to be typed; empty where nothing tells.
    doubt : str
        What columns of annotators look like, and what to type if they are; empty where none do.
    missing : str
        That people gave no score, and what to give of theirs, two sentences without the last stop; empty where they
        may have given one.
    """

    names: tuple[str, ...]
    human: str
    people: Mapping[str, str] = MappingProxyType({})
    columns: str = ""
    provided: str = ""
    reason: str = ""
    doubt: str = ""
    missing: str = ""

    def typed(self, *, several: bool) -> list[str]:
        """Return the options by which these are people's; of several one, and the others are no metrics.

        Parameters
        ----------
        several : bool
            Whether the command takes several human scores.
        """
        if several or self.human != ",".join(self.names) or len(self.names) < 2:
            return ["--human", self.human]
        first = next((name for name in self.names if _OVERALL.search(name)), self.names[0])
        others = () if self.columns else [name for name in self.names if name != first]
        return ["--human", first, *(shlex.split(without_words(others, "metrics")) if others else ())]


LABELS = "labels.csv"
"""What a file of people's labels is called in advice."""


def proposed_human(table: ScoreTable) -> ProposedHuman:
    """Return which scores people gave: those declared, those of columns that look like annotators, or those called so.

    Parameters
    ----------
    table : ScoreTable
    """
    if all(scorer.role == "metric" for scorer in table.scorers):
        return ProposedHuman((), "COL", missing=_missing(table))
    declared = tuple(scorer.name for scorer in table.scorers if scorer.role == "human")
    guessed = () if declared else _guessed([one.name for one in table.scorers if one.role is None])
    seen = annotator_columns(table)
    known = bool(declared or guessed)
    doubt = seen.words if seen is not None and (seen.sure or not known) else ""
    if seen is not None and (seen.sure or not known):
        names = declared or seen.dimensions
        provided = "" if seen.sure else seen.asked
        return ProposedHuman(
            names=names,
            human=",".join(names),
            people=seen.called,
            columns=seen.option,
            provided=provided,
            reason=seen.reason,
            doubt=doubt,
        )
    if declared:
        return ProposedHuman(declared, declared[0], doubt=doubt)
    return proposed_by_name(guessed)._replace(doubt=doubt)


def _missing(table: ScoreTable) -> str:
    """Return that programs gave all scores, and by which names people's are found."""
    kinds = [("input", table.inputs), *([("system", table.systems)] if len(table.systems) > 1 else [])]
    keys = " and ".join(f"a column '{kind}' ({listing(names, 3)})" for kind, names in kinds)
    gave = f"metrics or judges gave all scores there are: {listing(table.scorer_names)}"
    return f"{gave}. Give people's labels in a file of their own, with {keys}"


def proposed_by_name(names: Sequence[str]) -> ProposedHuman:
    """Return that people may have given scores of these names; without one there is a blank to fill in."""
    provided = f"people gave {listing(names)}" if names else "NAME is the human score"
    reason = f"If {provided}" if names else ""
    return ProposedHuman(tuple(names), ",".join(names) or "NAME", provided=provided, reason=reason)


def _guessed(names: Sequence[str]) -> tuple[str, ...]:
    """Return the scores that people may have given: those that programs gave, too; the first called so; qualities."""
    twins = twin_scores(names)
    if twins is not None:
        return twins.people
    called = [name for name in names if _HUMAN.match(name)]
    return tuple(called[:1] or [name for name in names if _QUALITY.match(name)])
