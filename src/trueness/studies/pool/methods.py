"""What a paper has to say of metrics over several tables."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.errors import series
from trueness.methods.registry import pair_test
from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import (
    Reported,
    StudyMethods,
    coefficients_cited,
    corrected,
    interval_sentence,
)
from trueness.statistics.resampling.permuted_tables import ACCURACY_KEY, OVERALL_KEY
from trueness.studies.pool.rows import PoolResult
from trueness.studies.pool.table_matrix import sizes_words, tables_sentence
from trueness.study.words import OVER_WORDS

WEIGHTS = {
    "equal": "every table counts the same",
    "pairs": "tables count by their pairs of systems",
    "given": "tables count by given weights",
}

NO_AVERAGE = (ACCURACY_KEY, OVERALL_KEY)
"""What is no average of one coefficient over tables."""


class PoolMethods(StudyMethods[PoolResult]):
    """How pooled values came about."""

    def data(self, result: PoolResult) -> Iterator[Sentence]:
        """Yield the tables."""
        yield (f"The data are {tables_sentence(result)}",)

    def sentences(self, result: PoolResult) -> Iterator[Sentence]:
        """Yield how tables were averaged, intervals, and tests."""
        settings = result.settings
        yield (
            "In each table we computed ",
            *coefficients_cited(dict.fromkeys(key[1] for key in result.keys if key not in NO_AVERAGE)),
            ".",
        )
        yield (f"Averages are over tables; {WEIGHTS[result.weights]}.",)
        if ACCURACY_KEY in result.keys:
            yield (
                "The pairwise accuracy is the share of all tables' pairs of systems that a metric orders as people do",
                cite("kocmi-etal-2021-ship"),
                ".",
            )
        if settings.interval_method.sentence:
            yield interval_sentence(
                settings.interval_method, settings, applies_to=OVER_WORDS[settings.over], has_systems=True
            )
            yield (_strata(result),)
        if result.tests:
            kinds = series([f"{name}s" for name in _tests(result)])
            yield (f"Differences of two metrics' averages were tested by {kinds}, {settings.alternative}.",)
            yield corrected(settings.correction, "over all pairs at one level and coefficient")
        if result.ranks:
            yield (
                "Clusters follow the rule of the WMT metrics task",
                cite("freitag-etal-2022-results"),
                ", from the same decisions.",
            )

    def reported(self, result: PoolResult) -> Reported:
        """Return the tests, and over what averages are."""
        settings = result.settings
        return Reported(
            units=sizes_words(result),
            interval=settings.interval_method.words,
            applies_to=f"{OVER_WORDS[settings.over]}, in each of these tables",
            test=f"{series(_tests(result))}, {settings.alternative}, at α = {settings.alpha:g}"
            if result.tests
            else "",
        )

    def draws(self, result: PoolResult) -> bool:
        """Whether tables were resampled."""
        return result.settings.draws_for_intervals or any(row.resamples for row in result.tests)


def _tests(result: PoolResult) -> list[str]:
    return [pair_test(name).noun for name in dict.fromkeys(row.test for row in result.tests)]


def _strata(result: PoolResult) -> str:
    if result.settings.interval_method.resampled:
        return "Every table is resampled independently of the others."
    return "Every table is a stratum."
