"""Annotators as facets: the same outputs, by the ratings of one annotator after another, and by all of them."""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from trueness.data.scores.annotator_columns import annotator_columns
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError, listing
from trueness.study.facets.facet_kind import ALL, Facet, FacetKind, Facets
from trueness.study.human_scores import annotator_name, with_single_annotator


@dataclasses.dataclass(frozen=True)
class Annotators(FacetKind):
    """The annotators behind a human score, and the human score itself, which all of them make together."""

    one: ClassVar[str] = "annotator"
    several: ClassVar[str] = "annotators"
    inside: ClassVar[str] = "by"
    agreeing: ClassVar[str] = "with"
    word: ClassVar[str] = "annotator"
    asks: ClassVar[str] = "for each annotator behind the human score"

    def done(self, n: int, units: str) -> str:
        """Return for whose ratings a comparison was done."""
        del units
        return f"for the ratings of all annotators together and for those of each of {n}"

    def facets(self, table: ScoreTable, humans: Sequence[str], smallest: int) -> Facets:
        """Return the human score and the annotators who rated enough inputs, each as a human scorer.

        Raises
        ------
        DataError
            If fewer than two annotators did.
        """
        (human,) = humans
        if human not in table.annotations:
            known = listing(table.annotations) if table.annotations else "none"
            seen = annotator_columns(table)
            way = "Give one column per annotator (--columns 'annotators=PREFIX_*')"
            if seen is not None and human in seen.columns:
                way = f"{seen.words} --human {shlex.quote(','.join(seen.dimensions))}"
            raise DataError(
                f"'{human}' has no annotators behind it. Scorers with annotators: {known}. {way}, or leave --by out."
            )
        people = table.annotations[human]
        rated = np.sum((~np.isnan(people.values)).any(axis=1), axis=1)
        sizes = dict(sorted(zip(people.annotators, map(int, rated), strict=True)))
        large = self.large(sizes, smallest, "inputs")
        every = table
        for who in large:
            every = with_single_annotator(every, human, who)
        each = {ALL: Facet(every, human)} | {who: Facet(every, annotator_name(human, who)) for who in large}
        return Facets(every, each, {who: size for who, size in sizes.items() if size < smallest})
