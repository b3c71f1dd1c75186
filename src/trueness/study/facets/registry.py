"""All kinds of facets, and which of them a word stands for."""

from __future__ import annotations

from trueness.data.scores.score_table import ScoreTable
from trueness.study.facets.annotators import Annotators
from trueness.study.facets.facet_kind import FacetKind
from trueness.study.facets.groups import Groups
from trueness.study.facets.human_scores import HumanScores

KINDS: tuple[type[FacetKind], ...] = (
    HumanScores,
    Groups,  # before words: a column is itself, whatever it is called
    Annotators,
)
"""In the order in which they are asked whether a word stands for them."""


def facet_kind(by: str | None, table: ScoreTable) -> FacetKind:
    """Return by what results are given.

    Parameters
    ----------
    by : str or None
        A grouping column, or a word of a kind (``annotator``); None stands for human scores.
    table : ScoreTable
    """
    found = (kind for one in KINDS if (kind := one.asked(by or "", table)) is not None)
    return next(found, Groups(by or ""))  # which says what columns there are
