"""How a comparison of systems is shown: its tables, its page."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from trueness.data.scores.duplicate_systems import identical_systems
from trueness.decisions.may_be_ranked import FAMILYWISE
from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import Chapter, Part, Tile, counted_facts, pictures, whole_part
from trueness.reporting.terminal import printable
from trueness.reporting.view import Table, View, separated_remark, shared_tables, without_empty
from trueness.reporting.writing.orientation import lower_is_better
from trueness.reporting.writing.tables import TableSpec
from trueness.studies.compare.captions import label
from trueness.studies.systems.outcome_matrix import outcome_matrix
from trueness.studies.systems.pair_tests import pairs_within
from trueness.studies.systems.ranks_plot import ranks_of_systems
from trueness.studies.systems.reach import out_of_reach
from trueness.studies.systems.rows import (
    DifferenceNormality,
    PeopleSeparation,
    SystemAgreement,
    SystemDecision,
    SystemPairTest,
    SystemRank,
    SystemsResult,
)
from trueness.studies.systems.said import deciding
from trueness.studies.systems.settings import SystemSettings
from trueness.study.best_and_ranks import ranks_beside_best
from trueness.study.number_words import counted, percent, significant
from trueness.study.words import CORRECTION_WORDS, after_correction

MOST_DRAWN = 2
"""By so many scorers at most the pairs of systems are drawn: the human, and the metric that agrees most with it."""

PAIRS = TableSpec.of(
    SystemPairTest,
    "pairs",
    "Pairs of systems",
    "Difference between the scores of each pair of systems on the inputs both have, and its test.",
    (
        "scorer",
        "system",
        "rival_system",
        "estimate_system",
        "estimate_rival",
        "estimate",
        ("low", "high"),
        "n_inputs",
        "statistic",
        "pvalue",
        "pvalue_adjusted",
        "verdict",
    ),
    dispensable=(
        ("n_inputs",),
        ("statistic",),
        ("pvalue",),
        ("estimate_system", "estimate_rival"),
        (("low", "high"),),
    ),
)
STANDING = TableSpec.of(
    SystemRank,
    "standing",
    "Standing of systems",
    "Score of each system, whether it may be the best, limits of its rank, its cluster, and significant differences.",
    (
        "scorer",
        "system",
        "person",
        "estimate",
        "n_inputs",
        "may_be_best",
        ("rank_low", "rank_high"),
        "cluster",
        "not_outperformed",
        "n_beaten",
        "n_beaten_by",
    ),
    dispensable=(("not_outperformed",), ("n_inputs",), ("n_beaten", "n_beaten_by"), ("cluster",)),
)
AGREEMENT = TableSpec.of(
    SystemAgreement,
    "agreement",
    "Agreement about pairs of systems",
    "Pairs of systems by what the human and the metric decide about them: both find the same one better, neither finds "
    "a difference, only one of them does, or they decide the opposite. Same decision: the first two, as a share of "
    "all. Found: the share of the pairs that the human separates which the metric separates, too, in the same "
    "direction.",
    (
        "metric",
        "n_pairs",
        "n_same_winner",
        "n_no_difference",
        "n_human_only",
        "n_metric_only",
        "n_contradictions",
        "n_undefined",
        "agreement",
        "discriminative_power",
        "precision",
        "balanced_accuracy",
    ),
    dispensable=(("n_undefined",), ("n_pairs",), ("balanced_accuracy",), ("precision",)),
)
CHOICES = TableSpec.of(
    SystemDecision,
    "choices",
    "Decisions about each pair of systems",
    "The system against its rival, by the human and by the metric, and how the two go together.",
    ("metric", "system", "rival_system", "verdict_human", "verdict_metric", "outcome"),
)
SEPARATION = TableSpec.of(
    PeopleSeparation,
    "separation",
    "People and machines",
    "Probability that an output by a person scores higher than one by a machine for the same input (one half: chance), "
    "and pairs of a person and a machine in which one is significantly better.",
    (
        "scorer",
        "auc",
        ("low", "high"),
        "pvalue",
        "pvalue_adjusted",
        "auc_systems",
        "n_people",
        "n_machines",
        "n_inputs",
        "n_pairs",
        "n_people_better",
        "n_machine_better",
    ),
    dispensable=(
        ("pvalue",),
        ("n_inputs", "n_people", "n_machines"),
        ("n_pairs",),
        ("auc_systems",),
        ("pvalue_adjusted",),
    ),
)
NORMALITY = TableSpec.of(
    DifferenceNormality,
    "normality",
    "Normality of differences",
    "Shapiro–Wilk tests of the differences between two systems' outputs: the share of pairs in which they depart "
    "significantly from a normal distribution, uncorrected, and the smallest p-value after Holm's correction.",
)


class SystemView(View[SystemsResult]):
    """Tables and page of a comparison of systems."""

    eyebrow: ClassVar[str] = "which systems are better than which?"
    shown: ClassVar[tuple[str, ...]] = ("standing", "agreement", "separation")

    def tables(self, result: SystemsResult) -> tuple[Table, ...]:
        """Return the tables with their rows, empty ones included; captions say the settings."""
        return system_tables(result)

    def printed_by_default(self, result: SystemsResult, name: str, width: int) -> Sequence[Table]:
        """Return how systems stand by people, or by the first scorer; another table as it is."""
        ((spec, rows),) = self.printed(result, name, width)
        scorer = result.human or result.scorers[0]
        if name != STANDING.name:
            return [(spec, rows)]
        spec = spec.without("cluster", "not_outperformed")  # two more ways of saying who leads
        if len(result.scorers) == 1:
            return [(spec, rows)]
        title = f"{spec.title} by {printable(scorer)}"
        return [
            (
                dataclasses.replace(spec.without("scorer"), title=title),
                [row for row in rows if row.scorer == scorer],
            )
        ]

    def printed(self, result: SystemsResult, name: str, width: int) -> Sequence[Table]:
        """Return a table; by one scorer its name stands in the title."""
        del width
        spec, rows = self.table(result, name)
        if len(result.scorers) == 1 and "scorer" in [column.key for column in spec.columns]:
            title = f"{spec.title} by {printable(result.scorers[0])}"
            spec = dataclasses.replace(spec.without("scorer"), title=title)
        return [(spec, rows)]

    def title(self, result: SystemsResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: which systems are better than which"

    def facts(self, result: SystemsResult) -> str:
        """Return the numbers of scorers, systems and inputs."""
        scorers, systems, inputs = result.table.shape
        human = () if result.human is None else (f"human scores: {result.human}",)
        return counted_facts((scorers, "scorer"), (systems, "system"), (inputs, "input"), more=human)

    def tiles(self, result: SystemsResult) -> Iterable[Tile]:
        """Return how many systems may be best by people, or by the first scorer, and who else decides like that."""
        scorer = result.human or result.scorers[0]
        rows = sorted(
            (row for row in result.standing if row.scorer == scorer and row.estimate == row.estimate),
            key=lambda row: -row.estimate,
        )
        tests = [row for row in result.pairs if row.scorer == scorer and row.verdict != "undefined"]
        return _tiles(result, scorer, rows, tests)

    def figures(self, result: SystemsResult) -> tuple[Figure, ...]:
        """Return which system is better than which, by the human and by the metrics that agree most with it; ranks.

        None of so many systems that not all pairs are tested.
        """
        if result.n_left_out:
            return ()
        known = {row.metric: row.agreement for row in result.agreement if row.n_pairs}
        order = sorted(result.scorers, key=lambda name: (name != result.human, -known.get(name, -1.0)))
        tested = {row.scorer for row in result.pairs}
        drawn = [name for name in order[:MOST_DRAWN] if name in tested]
        ranks = (ranks_of_systems(result, name) for name in drawn)
        return (
            *(outcome_matrix(result, name) for name in drawn),
            *(figure for figure in ranks if figure is not None),
        )

    def chapters(self, result: SystemsResult) -> Iterator[Chapter]:
        """Yield standing, agreement with people, people beside machines, pairs, and how normal differences are."""
        found = {spec.name: (spec, rows) for spec, rows in self.tables(result) if rows}
        yield Chapter("figures", "Figures", pictures(self.drawn(result)))
        for name, heading, others in (
            ("standing", "Standing of systems", ("pairs",)),
            ("agreement", "Agreement about pairs of systems", ("choices",)),
            ("separation", "People and machines", ()),
            ("normality", "Normality of differences", ()),
        ):
            if name in found:
                below = (
                    self.section(*found[other], heading=True, open=0) for other in others if other in found
                )
                yield Chapter(name, heading, (self.section(*found[name]), *below))

    def parts(self, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield one part per scorer, or per metric beside the human."""
        key = next((name for name in ("scorer", "metric") if hasattr(rows[0], name)), None)
        if key is None or len(rows) == len({getattr(row, key) for row in rows}):
            yield whole_part(spec, rows)
            return
        for name in dict.fromkeys(getattr(row, key) for row in rows):
            mine = [row for row in rows if getattr(row, key) == name]
            yield whole_part(spec.without(key), mine, name, separated_remark(mine))


def system_tables(comparison: SystemsResult) -> tuple[Table, ...]:
    """Return the tables of a comparison of systems with their rows, empty ones included; captions say the settings."""
    settings = comparison.settings
    how = _how(comparison)
    pairs = dataclasses.replace(PAIRS, caption=f"{PAIRS.caption} {how}")
    pairs = without_empty(comparison.pairs, pairs)
    clusters = "Clusters are by the rule of the WMT metrics task, from the same decisions. "
    if comparison.n_left_out:
        clusters = ""
    standing = dataclasses.replace(
        STANDING,
        caption=f"{STANDING.caption} {promised(settings)} {clusters}{how}",
        note=ranks_beside_best("system", comparison.standing, settings.correction),
    )
    standing = without_empty(comparison.standing, standing)
    if not comparison.people:
        standing = standing.without("person")
    agreement = dataclasses.replace(AGREEMENT, caption=f"{AGREEMENT.caption} {how}")
    separation = dataclasses.replace(SEPARATION, caption=f"{SEPARATION.caption} {how}")
    found: tuple[tuple[TableSpec, Sequence[Any]], ...] = (
        (pairs, comparison.pairs),
        (standing, sorted_standing(comparison)),
        (agreement, comparison.agreement),
        (dataclasses.replace(CHOICES, caption=f"{CHOICES.caption} {how}"), comparison.choices),
        (separation, comparison.separation),
        (NORMALITY, comparison.normality),
        *shared_tables(comparison),
    )
    return tuple((_of(comparison, spec), rows) for spec, rows in found)


def promised(settings: SystemSettings) -> str:
    """Return what holds of the systems that may be the best, and of the limits of ranks."""
    share = percent(1 - settings.alpha)
    limits = f"every rank lies within its limits in {share} of studies."
    if settings.correction not in FAMILYWISE:
        limits = "limits of ranks are promised nothing without a correction for all pairs together."
    return f"The best is among those that may be it in {share} of studies; {limits}"


def sorted_standing(comparison: SystemsResult) -> tuple[Any, ...]:
    """Return the rows of the standing, scorer by scorer, the best system first, those without a score last."""
    order = {name: k for k, name in enumerate(comparison.scorers)}
    return tuple(
        sorted(
            comparison.standing,
            key=lambda row: (order[row.scorer], row.estimate != row.estimate, -row.estimate),
        )
    )


def _how(comparison: SystemsResult) -> str:
    settings = comparison.settings
    sides = "Two-sided" if settings.alternative == "two-sided" else f"One-sided ({settings.alternative})"
    corrected = "not adjusted for the number of tests"
    if settings.correction != "none":
        corrected = f"adjusted by {CORRECTION_WORDS[settings.correction]} over {comparison.family}"
    scores = "medians" if settings.aggregate == "median" else "means"
    if settings.aggregate == "corpus" and settings.resampled:
        scores = "corpus scores where there are sufficient statistics, means otherwise"
    named = any(scorer.aggregate is not None for scorer in comparison.table.scorers)
    own = ", but where the name of a scorer says otherwise" if named else ""
    return (
        f"{sides} p-values of {settings.method.words}, {corrected}; significant at α = {settings.alpha:g}. "
        f"Scores of systems: {scores}{own}."
    )


def _of(comparison: SystemsResult, spec: TableSpec) -> TableSpec:
    """Return a table that says whose it is: of which data, with its own label, scorers marked."""
    table = comparison.table
    _, systems, inputs = table.shape
    human = "" if comparison.human is None else f", beside the human scores ‘{comparison.human}’"
    data = (
        f"{table.name}: {counted(systems, 'system')} and {counted(inputs, 'input')}, by "
        f"{counted(len(comparison.scorers), 'scorer')}{human}."
    )
    whose = comparison.human or comparison.scorers[0]
    lower = lower_is_better(table)
    columns = tuple(
        dataclasses.replace(column, marked=lower) if column.key in ("scorer", "metric") else column
        for column in spec.columns
    )
    return dataclasses.replace(spec, data=data, label=label(f"systems-{spec.name}", whose), columns=columns)


def _tiles(
    found: SystemsResult, scorer: str, rows: Sequence[SystemRank], tests: Sequence[SystemPairTest]
) -> Iterator[Tile]:
    if rows:
        best = rows[0]
        yield Tile(
            f"Highest by ‘{scorer}’",
            best.system,
            f"{significant(best.estimate)}; shown to be better than {best.n_beaten} of {len(rows) - 1} others",
        )
    if tests:
        apart = sum(row.verdict in ("better", "worse") for row in tests)
        alike = pairs_within(identical_systems(found.table))
        n_pairs = sum(frozenset((row.system, row.rival_system)) not in alike for row in tests)
        tested = ", of those that were tested" if found.n_left_out else ""
        yield Tile(
            "Pairs shown to differ",
            f"{apart} of {n_pairs}",
            f"by ‘{scorer}’, {after_correction(found.settings.correction)}{tested}",
        )
    of_scorer = {
        name: [row for row in found.pairs if row.scorer == name] for name in (scorer, *found.scorers)
    }
    known = deciding(found.agreement, out_of_reach(of_scorer, found.settings))
    if not known:
        return
    most = max(known, key=lambda row: row.agreement)
    separated = most.n_same_winner + most.n_human_only + most.n_contradictions
    yield Tile(
        f"Decides most like ‘{scorer}’" if len(known) > 1 else f"Decides like ‘{scorer}’",
        percent(most.agreement) if len(known) == 1 else most.metric,
        f"‘{most.metric}’: "
        * (len(known) == 1)
        + f"the same about {percent(most.agreement)} of {counted(most.n_pairs, 'pair')}; separates "
        f"{most.n_same_winner} of the {separated} that ‘{scorer}’ does",
    )
    worst = max(known, key=lambda row: row.n_contradictions)
    said = f"by ‘{worst.metric}’" + (", the most of all metrics" if len(known) > 1 else "")
    yield Tile(
        "Pairs decided the other way round",
        f"{worst.n_contradictions} of {worst.n_pairs}",
        f"{said}: what one calls better, the other calls worse"
        if worst.n_contradictions
        else f"by {_any(len(known))}",
    )


def _any(n_metrics: int) -> str:
    return "any metric" if n_metrics > 1 else "the metric"
