"""What a paper has to say of a comparison of systems."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.reporting.citation import Part, Sentence, cite
from trueness.reporting.study_methods import Reported, StudyMethods, corrected, names_of
from trueness.statistics.systems.pairs_with_highest import HIGHEST
from trueness.studies.systems.rows import SystemsResult
from trueness.studies.systems.said import how_tested


class SystemsMethods(StudyMethods[SystemsResult]):
    """How a comparison of systems came about."""

    def sentences(self, result: SystemsResult) -> Iterator[Sentence]:
        """Yield the test of two systems, its correction, and what was made of its decisions."""
        settings = result.settings
        unit = f"groups of inputs by ‘{result.clusters}’" if result.clusters else "inputs"
        source: tuple[Part, ...] = (cite(settings.method.source),) if settings.method.source else ()
        compared = "Every pair of systems was compared"
        if result.n_left_out:
            compared = f"All systems were compared with the {HIGHEST} highest"
        yield (
            (f"{compared} by {names_of(result.scorers)}, on the {unit} that both have, with {_test(result)}"),
            *source,
            ".",
        )
        yield (f"Scores of systems are {_scores(result)}.",)
        sides = "two-sided" if settings.alternative == "two-sided" else f"one-sided ({settings.alternative})"
        yield (f"Tests are {sides} at α = {settings.alpha:g}.",)
        yield corrected(settings.correction, f"over {result.family}")
        yield ("Tests apply to these systems on other inputs", cite("graham-2015-evaluating"), ".")
        if result.standing:
            clusters: Sentence = (
                "Clusters follow the rule of the WMT metrics task",
                cite("freitag-etal-2022-results"),
                ", and limits",
            )
            yield (
                *(("Limits",) if result.n_left_out else clusters),
                " of ranks hold for all systems together",
                cite("mogstad-etal-2024-inference"),
                ".",
            )
            yield (
                "Which systems may be best follows from multiple comparisons with the best",
                cite("hsu-1996-multiple"),
                ".",
            )
        if result.agreement:
            yield (
                f"The decisions of each metric are counted beside those of ‘{result.human}’",
                cite("owczarzak-etal-2012-assessment"),
                ".",
            )
        if result.separation:
            yield (
                (
                    "How well a scorer tells people from machines is a probability: that an output by a person scores "
                    "higher "
                    "than one by a machine"
                ),
                cite("rankel-etal-2011-ranking"),
                ", for the same input.",
            )

    def reported(self, result: SystemsResult) -> Reported:
        """Return the test of two systems."""
        settings = result.settings
        return Reported(
            level="system level",
            coefficient="differences of systems' scores",
            interval=f"of {settings.method.words}" if settings.method.has_interval else "",
            applies_to="these systems on other inputs",
            test=f"{_test(result)}, {settings.alternative}, at α = {settings.alpha:g}",
            ties=f"zeros by the rule ‘{settings.zeros}’"
            if settings.method.has_zeros
            else "no rule is needed",
        )

    def draws(self, result: SystemsResult) -> bool:
        """Whether tests drew resamples, or inputs were resampled."""
        return bool(result.separation) or any(row.resamples and not row.exact for row in result.pairs)


def _test(result: SystemsResult) -> str:
    first = next((row for row in result.pairs if row.resamples), None)
    resamples = result.settings.resamples if first is None else first.resamples
    return how_tested(result.settings, resamples, exact=bool(first and first.exact))


def _scores(result: SystemsResult) -> str:
    settings = result.settings
    named = any(scorer.aggregate is not None for scorer in result.table.scorers)
    said = f"{'medians' if settings.aggregate == 'median' else 'means'} of outputs' scores"
    if settings.aggregate == "corpus" and settings.resampled and result.table.corpus:
        said += ", or corpus scores where there are sufficient statistics"
    return f"{said}{', but where the name of a scorer says otherwise' if named else ''}"
