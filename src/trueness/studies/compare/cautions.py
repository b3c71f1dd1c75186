"""What a reader has to know before believing the numbers: data, scores of systems, estimates, intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import Decision
from trueness.errors import listing
from trueness.methods.permutation import swap_of
from trueness.methods.registry import interval_method
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.level_units import CellCounts, level_units
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.swappable import unswappable
from trueness.statistics.system_scores import system_means, system_scores
from trueness.statistics.tie_share import tie_share
from trueness.studies.compare.certified_cautions import certified_cautions, certified_coverage_cautions
from trueness.studies.compare.cluster_cautions import cluster_cautions
from trueness.studies.compare.decided_words import lower_is_better_words
from trueness.studies.compare.influence_cautions import influence_cautions
from trueness.studies.compare.label_cautions import about_labels
from trueness.studies.compare.pair_test_cautions import about_main_tests, about_pair_tests
from trueness.studies.compare.rows import Estimate, PairTest
from trueness.studies.compare.same_metrics import about_same_metrics
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.words import grouped_by_place
from trueness.study.number_words import counted, percent
from trueness.study.people_among import metric_cautions
from trueness.study.rows import Caution
from trueness.study.setting_groups import OfScorers
from trueness.study.shared_cautions import Scope, applied_to, options_of, table_cautions, undefined_resamples
from trueness.study.words import SWAPPED_WORDS, plugged_in

IMPORTANCE = (
    *(
        "no_evidence",
        "equals_human",
        "human_as_metric",
        "no_score_value",
        "no_common_cells",
        "constant_scorer",
        "undefined_system_score",
        "duplicate_systems",
        "same_metrics",
    ),
    *(
        "too_few_arrangements",
        "too_few_resamples",
        "influential_systems",
        "outlying_scores",
        "outlying_outputs",
        "negative_agreement",
    ),
    *(
        "interval_and_test",
        "few_systems",
        "few_clusters",
        "as_published",
        "outside_assumptions",
        "certified_size",
    ),
    *(
        "certified_coverage",
        "interval_covers_zero",
        "undefined_test",
        "mostly_noise",
        "undefined_columns",
        "undefined_resamples",
    ),
    *("rare_label", "wide_interval", "permutes_inputs", "monte_carlo", "other_test", "absent_coefficient"),
)
"""Codes of cautions, what overturns a finding first; those that are not named, about how data were read, come last."""

MANY_TIES = 0.20


def cautions(
    table: ScoreTable,
    human: str,
    arrays: ScoreArrays,
    settings: Settings,
    estimates: Sequence[Estimate],
    tests: Sequence[PairTest],
    clusters: str | None,
    decisions: Sequence[Decision] = (),
) -> tuple[Caution, ...]:
    """Return everything to be said about a comparison: warnings first, each kind in the order of `IMPORTANCE`.

    Parameters
    ----------
    table : ScoreTable
    human : str
    arrays : ScoreArrays
    settings : Settings
    estimates, tests : sequences of rows
    clusters : str or None
        The grouping column of inputs whose groups are the units.
    decisions : sequence of Decision
        Of this comparison, where it is one by itself.
    """
    found = [
        *_about_systems(table, arrays),
        *table_cautions(table, _scope(human, arrays, settings, clusters)),
        *cluster_cautions(table, arrays),
        *metric_cautions(table, human, arrays.names),
        *about_same_metrics(arrays, settings),
        *about_system_scores(arrays, table.systems_by_name, settings, tests),
        *(_about_ties(human, arrays) if _ranks_outputs(settings) else ()),
        *about_labels(table, human, arrays, settings),
        *_about_missing(human, arrays),
        *_about_estimates(estimates, settings),
        *about_intervals(table, estimates, settings),
        *_about_coefficients(arrays, settings),
        *influence_cautions(arrays, table.systems_by_name, settings, estimates, tests, decisions),
        *(about_main_tests(settings) if tests else ()),
        *about_pair_tests(tests, settings, arrays),
        *certified_cautions(arrays, settings, tests),
        *certified_coverage_cautions(arrays, settings),
    ]
    return tuple(sorted(found, key=_importance))


def _importance(caution: Caution) -> tuple[bool, int]:
    """Return what cautions are sorted by."""
    known = caution.code in IMPORTANCE
    return caution.severity != "warning", IMPORTANCE.index(caution.code) if known else len(IMPORTANCE)


def _about_coefficients(arrays: ScoreArrays, settings: Settings) -> Iterable[Caution]:
    """Say which combinations of level and coefficient there are none of, and what calibration favours."""
    absent: dict[str, list[str]] = {}
    for level, coefficient in settings.absent:
        absent.setdefault(level, []).append(coefficient)
    for level, names in absent.items():
        yield Caution(
            "absent_coefficient",
            "note",
            f"The {level.replace('_', '-')} level is left out for {' and '.join(names)}, which exist elsewhere only.",
        )
    for name in settings.coefficients:
        if arrays.n_inputs < coefficient_facts(name).least_inputs:
            yield Caution(
                "approximate_pvalues",
                "note",
                f"There {'is' if arrays.n_inputs == 1 else 'are'} {counted(arrays.n_inputs, 'input')}. Below "
                f"{coefficient_facts(name).least_inputs}, the normal p-values behind {name} differ visibly from a "
                "permutation test's.",
            )
    if settings.tie_calibration == "calibrated" and any(
        coefficient_facts(name).calibrated for name in settings.coefficients
    ):
        yield Caution(
            "calibrated_on_data",
            "note",
            "Tie thresholds were chosen on the same data, which favours metrics with continuous scores. Intervals and "
            "tests take them as given. To choose them on other inputs: --tie-calibration held-out.",
        )


def _scope(human: str, arrays: ScoreArrays, settings: Settings, clusters: str | None) -> Scope:
    return Scope(
        scorers=(human, *arrays.names),
        human=human,
        applies_to=applied_to(settings.over),
        clusters=clusters,
        options=options_of(OfScorers, Settings),
    )


def _about_systems(table: ScoreTable, arrays: ScoreArrays) -> Iterable[Caution]:
    if not table.has_systems or arrays.n_systems == 1:
        yield Caution(
            "no_systems",
            "note",
            "There is one system, or systems are nameless, so only the global level exists. The units "
            f"are outputs{' in clusters' if arrays.clusters is not None else ''}.",
        )


def _ranks_outputs(settings: Settings) -> bool:
    """Return whether ties between single outputs matter: a rank coefficient at another level than system's."""
    return any(
        (facts := coefficient_facts(name)).ranks and not facts.calibrated and not facts.labels
        for level, name in settings.keys
        if level != "system"
    )


def _about_ties(human: str, arrays: ScoreArrays) -> Iterable[Caution]:
    exact, exact_human = arrays.exact
    within = "pairs within an input" if arrays.n_systems > 1 else "pairs"
    share = tie_share(exact_human if arrays.n_systems > 1 else exact_human.T)
    if share > MANY_TIES:
        yield Caution(
            "many_ties",
            "warning",
            f"{percent(share)} of the {within} tie in '{human}'. Rank correlations depend on how ties "
            "are treated: with tau-b a metric that breaks all ties stays below 1.",
        )
    tied = [
        f"'{name}' ({percent(value)})"
        for name, scores in zip(arrays.names, exact, strict=True)
        if (value := tie_share(scores if arrays.n_systems > 1 else scores.T)) > MANY_TIES
    ]
    if tied:
        yield Caution("metric_ties", "note", f"Many {within} tie in {', '.join(tied)}.")
    if arrays.n_systems > 2 and arrays.denominators[1] is not None:
        means = system_means(exact_human[None], arrays.judged, None)[0, 0]
        known = means[~np.isnan(means)]
        if len(np.unique(known)) < len(known):
            yield Caution(
                "tied_means",
                "note",
                f"Some systems have equal means of '{human}'. They tie in rank correlations.",
            )


def _about_missing(human: str, arrays: ScoreArrays) -> Iterable[Caution]:
    for name, scores in zip(arrays.names, arrays.metrics, strict=True):
        known = scores[~np.isnan(scores) & arrays.judged]
        if not known.size:
            yield Caution(
                "no_common_cells",
                "warning",
                f"'{name}' scored other outputs than '{human}' judged, so its correlations are undefined.",
            )
    missing = [
        f"'{name}' {int(np.sum(arrays.judged & ~there))}"
        for name, there in zip(arrays.names, arrays.present, strict=True)
        if np.any(arrays.judged & ~there)
    ]
    if missing:
        yield Caution(
            "missing_scores",
            "note",
            f"Judged outputs that lack a score are left out: {', '.join(missing)} (of "
            f"{int(arrays.judged.sum())}). A comparison uses the outputs that {_policy(arrays)} scored.",
        )
    unjudged = int(np.sum(~arrays.judged))
    if unjudged:
        yield Caution(
            "missing_human",
            "note",
            f"{unjudged} of {arrays.human.size} outputs lack a '{human}' score and are left "
            f"out{'' if arrays.means == 'judged' else ', except from the metrics’ system means'}.",
        )


def _policy(arrays: ScoreArrays) -> str:
    return "both metrics and the human" if arrays.missing == "pairwise" else "all scorers"


def _about_estimates(estimates: Sequence[Estimate], settings: Settings) -> Iterable[Caution]:
    yield from _undefined_columns(estimates)
    yield from _mostly_noise(
        [row for row in estimates if coefficient_facts(row.coefficient).unlimited_inputs]
    )
    yield from undefined_resamples(estimates, lambda row: row.metric)
    method = settings.interval_method
    reasons = [
        reason
        for row in estimates
        if not np.isnan(row.estimate)
        for reason in method.doubts(
            row.estimate,
            level_units(row.level, CellCounts(row.n_systems, row.n_inputs, row.n_cells)),
            row.coefficient,
        )
    ]
    for reason in dict.fromkeys(reasons):
        yield Caution("outside_assumptions", "warning", f"{reason[0].upper()}{reason[1:]}.")
    if method.closed_form and any(row.level != "system" for row in estimates):
        yield Caution(
            "as_published",
            "warning",
            f"{method.noun} takes {plugged_in(settings.computed_levels)}, as papers have done. For "
            "averages of correlations, and for outputs that share systems and inputs, its meaning is "
            "open.",
        )


def _undefined_columns(estimates: Sequence[Estimate]) -> Iterable[Caution]:
    """Say once per level, and kind of coefficient, what averages leave out."""
    places: dict[tuple[str, bool], dict[str, Estimate]] = {}
    for row in estimates:
        if row.n_undefined:
            lost = places.setdefault((row.level, coefficient_facts(row.coefficient).pairs), {})
            if row.metric not in lost or row.n_undefined > lost[row.metric].n_undefined:
                lost[row.metric] = row
    for (level, pairs), lost in places.items():
        rows = sorted(lost.values(), key=lambda row: -row.n_undefined)
        counts = list(dict.fromkeys(row.n_undefined for row in rows))
        unit, n = ("systems", rows[0].n_systems) if level == "per_system" else ("inputs", rows[0].n_inputs)
        metrics = "; ".join(
            f"{listing([row.metric for row in rows if row.n_undefined == count], 4)}"
            f"{f': {count}' if len(counts) > 1 else ''}"
            for count in counts
        )
        reason = (
            "there is no pair of outputs to compare"  # ties count, also where all scores are equal
            if pairs
            else "a scorer is constant, or fewer than three outputs can be compared"
        )
        yield Caution(
            "undefined_columns",
            "warning",
            f"In {'up to ' if len(counts) > 1 else ''}{counts[0]} of {n} {unit} ({level} level) {reason}. The average "
            f"is over the others. Metrics: {metrics}.{'' if pairs else _of_two(level, rows[0])}",
        )


def _of_two(level: str, row: Estimate) -> str:
    """Return what to do where inputs have two outputs each, of which a correlation is 1 or -1 whatever they are."""
    if level != "input" or row.n_systems != 2:
        return ""
    return " For two systems take --coefficient acc_eq or tau_eq."


def _mostly_noise(estimates: Sequence[Estimate]) -> Iterable[Caution]:
    """Say where noise is all that the means of systems show, or nearly."""
    undefined = [row.metric for row in estimates if np.isnan(row.estimate)]
    unsure = [
        row.metric
        for row in estimates
        if not np.isnan(row.estimate) and np.isnan(row.low) and interval_method(row.interval).leaves_out
    ]
    cut = [row.metric for row in estimates if abs(row.estimate) == 1]
    words = coefficient_facts(estimates[0].coefficient).words if estimates else ""
    if undefined:
        yield Caution(
            "mostly_noise",
            "warning",
            f"{words} is undefined for {listing(undefined)}: noise may explain all that systems differ by, or a system "
            "has a single output. Have more outputs judged, or ask for the agreement on these inputs "
            "(--coefficient pearson).",
        )
    if unsure:
        yield Caution(
            "mostly_noise",
            "warning",
            f"{words} lacks an interval for {listing(unsure)}: leave one system or input out, and noise "
            "may explain all differences. Have more outputs judged.",
        )
    if cut:
        yield Caution(
            "cut_estimate",
            "note",
            f"{words} is estimated as large as it can be for {listing(cut)}. Go by the interval: the noise that was "
            "taken off is an estimate, too.",
        )


def about_intervals(
    table: ScoreTable, estimates: Sequence[Estimate], settings: Settings
) -> Iterable[Caution]:
    """Yield what is to be said of the intervals of the correlations, by the first coefficient at each level.

    That is the one the findings are about; what other coefficients add is in the table.

    Parameters
    ----------
    table : ScoreTable
        With the declared orientation of every metric.
    estimates : sequence of Estimate
    settings : Settings
    """
    first = {(level, settings.coefficients_at(level)[0]) for level in settings.computed_levels}
    told = [row for row in estimates if (row.level, row.coefficient) in first]
    chances = {coefficient_facts(row.coefficient).chance for row in told}
    for chance in sorted(value for value in chances if value is not None):
        here = [row for row in told if coefficient_facts(row.coefficient).chance == chance]
        yield from _against_chance(table, here, settings, chance)


def _against_chance(
    table: ScoreTable, estimates: Sequence[Estimate], settings: Settings, chance: float
) -> Iterable[Caution]:
    """Compare intervals with what chance gives; a coefficient for which that depends on ties is left out."""
    words = "zero" if chance == 0 else f"{chance:g}, which chance gives,"
    against = [row for row in estimates if row.high < chance]
    undeclared = [row for row in against if table.scorer(row.metric).higher_is_better]
    if undeclared:
        yield Caution(
            "negative_agreement",
            "warning",
            f"{_opposite(undeclared, settings, words)}. {lower_is_better_words([row.metric for row in undeclared])}",
        )
    declared = [row for row in against if not table.scorer(row.metric).higher_is_better]
    if declared:
        yield Caution(
            "negative_agreement",
            "warning",
            f"{_opposite(declared, settings, words)}, although lower is better was already taken into account.",
        )
    covering = [row for row in estimates if row.low <= chance <= row.high]
    if covering:
        yield Caution(
            "interval_covers_zero",
            "warning",
            f"These may not agree with people at all, since the interval contains {words}: "
            f"{grouped_by_place(covering, settings)}.",
        )
    wide = [row for row in estimates if row.low > chance and row.high - row.low > row.estimate - chance]
    gain = "correlation itself" if chance == 0 else "gain over chance"
    if wide:
        yield Caution(
            "wide_interval",
            "note",
            f"Quote these with their intervals, which are wider than the {gain}: {grouped_by_place(wide, settings)}.",
        )


def _opposite(rows: Sequence[Estimate], settings: Settings, words: str) -> str:
    one = len({row.metric for row in rows}) == 1
    return (
        f"{'This metric ranks' if one else 'These metrics rank'} opposite to people, the interval lying below {words}: "
        f"{grouped_by_place(rows, settings)}"
    )


def about_system_scores(
    arrays: ScoreArrays, systems: Sequence[str], settings: Settings, tests: Sequence[PairTest]
) -> Iterable[Caution]:
    """Yield what is to be said of corpus scores and medians; nothing where there is no system level.

    Parameters
    ----------
    arrays : ScoreArrays
    systems : sequence of str
        N names.
    settings : Settings
    tests : sequence of PairTest
        Of the main test and those beside it.
    """
    if "system" not in settings.computed_levels:
        return
    yield from _undefined(arrays, systems)
    corpus = [name for k, name in enumerate(arrays.names) if arrays.aggregation(k) == "corpus"]
    if corpus:
        yield Caution(
            "corpus_scores",
            "note",
            f"System scores of {listing(corpus)} are corpus scores, from the summed statistics of a system's outputs. "
            "For means of its outputs' scores: --aggregate mean.",
        )
    medians = [name for k, name in enumerate(arrays.names) if arrays.aggregation(k) == "median"]
    if medians:
        whose = "the metrics" if len(medians) == arrays.n_metrics else listing(medians)
        yield Caution(
            "median_scores",
            "note",
            f"System scores of {whose} are medians of their outputs' scores, those of the human means.",
        )
    if tests:
        yield from _left_out(arrays, settings)


def _undefined(arrays: ScoreArrays, systems: Sequence[str]) -> Iterable[Caution]:
    for k, name in enumerate(arrays.names):
        if arrays.aggregation(k) == "corpus":
            cells = arrays.group((k,)).metric_cells
            scores = system_scores(arrays, [k], cells, None)[0, 0]
            lost = np.isnan(scores) & cells.any(axis=1)
            gone = [system for system, no_score in zip(systems, lost, strict=True) if no_score]
            if gone:
                yield Caution(
                    "undefined_system_score",
                    "warning",
                    f"The corpus score of '{name}' is undefined for {listing(gone)}, and so is its agreement at the "
                    "system level. Average the scores of outputs (--aggregate mean), or leave these systems out.",
                )


def _left_out(arrays: ScoreArrays, settings: Settings) -> Iterable[Caution]:
    """Say which pairs have no test beside the main one at the system level."""
    for over in settings.beside:
        swap = swap_of(over)
        lost = unswappable(arrays, range(arrays.n_metrics), swap, settings.standardize)
        if lost and arrays.n_metrics > 1 and arrays.n_systems > 1:
            kinds = {"corpus": "corpus scores", "median": "medians"}
            names = listing(arrays.names[k] for k in lost)
            reason = f"their system scores are {kinds[arrays.aggregation(lost[0])]}, which "
            reason += (
                "are not made of the swapped scores" if swap != "systems" else "have no z-scores over outputs"
            )
            yield Caution(
                "no_test_beside",
                "note",
                f"The permutation test beside the main one leaves out {names} at the system level: {reason}. It swaps "
                f"{SWAPPED_WORDS[over]}.",
            )
