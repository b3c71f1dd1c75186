"""What a paper has to say of a comparison facet by facet: what is said of one, and for which facets it was done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from trueness.reporting.citation import Sentence
from trueness.reporting.study_methods import Reported, StudyMethods
from trueness.studies.compare.methods import CompareMethods
from trueness.studies.facets.rows import FacetsResult
from trueness.studies.facets.view import first_facet, said_of_all


class FacetsMethods(StudyMethods[FacetsResult]):
    """How comparisons of metrics facet by facet came about."""

    def data(self, result: FacetsResult) -> Iterator[Sentence]:
        """Yield what was compared, with all human scores."""
        yield from _of_all(CompareMethods().data(first_facet(result)), result)

    def sentences(self, result: FacetsResult) -> Iterator[Sentence]:
        """Yield what was done in each facet, and which facets there are."""
        yield from _of_all(CompareMethods().sentences(first_facet(result)), result)
        if done := result.kind.done(len(result.parts), result.facets.units):
            level = f", there with tests at level {result.settings.alpha:g}/{len(result.parts)}"
            yield (f"This was done {done}{level if result.corrected else ''}.",)

    def missing(self, result: FacetsResult) -> Iterator[Sentence]:
        """Yield what is missing in the first."""
        yield from CompareMethods().missing(first_facet(result))

    def draws(self, result: FacetsResult) -> bool:
        """Whether an interval or a test drew at random."""
        return CompareMethods().draws(first_facet(result))

    def reported(self, result: FacetsResult) -> Reported:
        """Return what holds of each comparison."""
        return CompareMethods().reported(first_facet(result))


def _of_all(sentences: Iterable[Sentence], result: FacetsResult) -> Iterator[Sentence]:
    """Yield sentences on the first human score as sentences on all of them."""
    for sentence in sentences:
        yield tuple(
            said_of_all(part, result, named=True) if isinstance(part, str) else part for part in sentence
        )
