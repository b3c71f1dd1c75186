"""What scorers say about pairs of systems: tests, standing, agreement with the human, people beside machines."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from trueness.decisions.differs import pair_verdict
from trueness.methods.system_tests import SystemDraws
from trueness.statistics.array_types import FloatArray
from trueness.statistics.comparisons_with_best import against_rivals
from trueness.statistics.corrections import adjust, smallest_attainable
from trueness.statistics.rank_clusters import not_outperformed
from trueness.statistics.rank_limits import rank_limits
from trueness.statistics.systems.decision_agreement import decision_agreement
from trueness.statistics.systems.difference_normality import difference_normality
from trueness.statistics.systems.human_machine_separation import human_machine_separation
from trueness.statistics.systems.system_pairs import PairTests, SystemPairs
from trueness.studies.compare.standing import clusters_by_name
from trueness.studies.systems.reach import out_of_reach
from trueness.studies.systems.rows import (
    Outcome,
    PeopleSeparation,
    SystemAgreement,
    SystemDecision,
    SystemPairTest,
    SystemRank,
)
from trueness.studies.systems.settings import SystemSettings
from trueness.study.outcome_matrices import worse_by_verdict
from trueness.study.rows import Verdict


def system_tests(
    scorer: str,
    names: Sequence[str],
    pairs: SystemPairs,
    settings: SystemSettings,
    *,
    listed: Sequence[str] | None = None,
) -> list[SystemPairTest]:
    """Return the tests of pairs of systems by a scorer, corrected as one family of all pairs, chosen or not.

    Parameters
    ----------
    scorer : str
    names : sequence of str
        The systems, in the order of the scores.
    pairs : SystemPairs
    settings : SystemSettings
        A one-sided alternative is tested in both orders of every pair.
    listed : sequence of str, optional
        The systems in the order in which rows are to name them; by default that of the scores.

    Raises
    ------
    UnsupportedMethodError
        If the test cannot compare medians, or inputs are in clusters and the test takes them for independent.
    """
    found = _run(pairs, settings)
    return _rows(scorer, names, listed or names, pairs, found, difference_normality(pairs), settings)


def decisions(tests: Sequence[SystemPairTest]) -> dict[tuple[str, str], float]:
    """Return what was decided about every unordered pair: 1 the first is better, -1 the second, 0 neither."""
    found: dict[tuple[str, str], float] = {}
    value = {"better": 1.0, "worse": -1.0, "not separated": 0.0, "undefined": np.nan}
    for row in tests:
        key, turned = (row.system, row.rival_system), (row.rival_system, row.system)
        decided = value[row.verdict]
        if turned in found:  # the other order of a one-sided test
            found[turned] = found[turned] or -decided
        else:
            found[key] = decided
    return found


def _run(pairs: SystemPairs, settings: SystemSettings) -> PairTests:
    draws = SystemDraws(settings.resamples, settings.seed, settings.confidence, settings.zeros)
    return settings.method.run(pairs, draws)


def _rows(
    scorer: str,
    names: Sequence[str],
    listed: Sequence[str],
    pairs: SystemPairs,
    found: PairTests,
    normality: FloatArray,
    settings: SystemSettings,
) -> list[SystemPairTest]:
    first, second, _ = pairs.pair_scores()
    place = {name: k for k, name in enumerate(listed)}
    units, least = pairs.n_units(), _least(pairs, found, settings)
    raw = found.pvalue(settings.alternative)
    turned = [False]
    if settings.alternative != "two-sided":
        other = found.pvalue("less" if settings.alternative == "greater" else "greater")
        raw, turned = np.concatenate([raw, other]), [False, True]
    left_out = pairs.n_left_out * len(turned)
    adjusted = adjust(raw, settings.correction, left_out=left_out)
    family = int(np.sum(~np.isnan(raw))) + left_out
    statistics = {False: found.statistic, True: found.turned_statistic}
    nothing = float("nan")  # one for all rows, of which there may be hundreds of thousands
    rows = []
    for k, (again, p) in enumerate((again, p) for again in turned for p in range(pairs.n_pairs)):
        backwards = place[names[found.first[p]]] > place[names[found.second[p]]]
        turn = again or (backwards and len(turned) == 1)
        sign = -1.0 if turn else 1.0
        places = (found.second[p], found.first[p]) if turn else (found.first[p], found.second[p])
        scores = (second[p], first[p]) if turn else (first[p], second[p])
        limits = (-found.high[p], -found.low[p]) if turn else (found.low[p], found.high[p])
        sides = (found.less[p], found.greater[p]) if turn else (found.greater[p], found.less[p])
        corrected = float(adjusted[k])
        rows.append(
            SystemPairTest(
                scorer=scorer,
                system=names[places[0]],
                rival_system=names[places[1]],
                estimate=sign * float(found.estimate[p]) + 0.0,
                low=float(limits[0]) if settings.method.has_interval else nothing,
                high=float(limits[1]) if settings.method.has_interval else nothing,
                estimate_system=float(scores[0]) + pairs.offset,
                estimate_rival=float(scores[1]) + pairs.offset,
                test=settings.test,
                alternative=settings.alternative,
                statistic=nothing if settings.resampled else float(statistics[turn][p]),
                pvalue=float(raw[k]),
                pvalue_greater=float(sides[0]),
                pvalue_less=float(sides[1]),
                pvalue_adjusted=corrected,
                significant=bool(raw[k] <= settings.alpha),
                significant_adjusted=bool(corrected <= settings.alpha),
                family_size=family,
                n_inputs=int(found.n_inputs[p]),
                n_units=int(units[p]),
                pvalue_least=float(least[p]),
                pvalue_normality=float(normality[p]),
                n_undefined_resamples=int(found.n_undefined[p]),
                resamples=found.resamples,
                exact=bool(found.exact[p]),
                verdict=pair_verdict(sides[1] - sides[0], corrected, settings.alpha, settings.alternative),
            )
        )

    def position(row: SystemPairTest) -> tuple[bool, int, int]:
        ends = place[row.system], place[row.rival_system]
        return ends[0] > ends[1], min(ends), max(ends)

    return sorted(rows, key=position)


def _least(pairs: SystemPairs, found: PairTests, settings: SystemSettings) -> FloatArray:
    """Return the smallest p-value that the test of each pair can give; NaN without a test."""
    method, sides = settings.method, 2 if settings.alternative == "two-sided" else 1
    drawn = method.resampled and not (method.far_out and (pairs.kind == "mean" or found.exact.all()))
    if drawn:
        least = np.full(pairs.n_pairs, smallest_attainable(max(1, found.resamples)))
    elif method.arrangements is None or not (method.resampled or found.exact.all()):
        least = np.zeros(pairs.n_pairs)
    else:
        least = np.array([min(1.0, sides / method.arrangements(int(n))) for n in pairs.n_units()])
    return np.where(np.isnan(found.pvalue(settings.alternative)), np.nan, least)


def system_standing(
    scorer: str,
    names: Sequence[str],
    people: Sequence[str],
    pairs: SystemPairs,
    tests: Sequence[SystemPairTest],
    settings: SystemSettings,
) -> list[SystemRank]:
    """Return every system's score, whether it may be the best, limits of its rank, its cluster, and whom it beats.

    Limits and clusters follow from the verdicts. Which may be the best follows from the one-sided p-values of the same
    tests, without correction (see `comparisons_with_best`).

    Parameters
    ----------
    scorer : str
    names : sequence of str
        The systems, in the order of the scores.
    people : sequence of str
        Systems that are people.
    pairs : SystemPairs
    tests : sequence of SystemPairTest
        Of this scorer.
    settings : SystemSettings
    """
    place = {name: k for k, name in enumerate(names)}
    worse = worse_by_verdict(place, ((row.system, row.rival_system, row) for row in tests))
    tested = np.zeros(len(names), dtype=bool)
    for row in tests:
        tested[[place[row.system], place[row.rival_system]]] |= row.verdict != "undefined"
    scores = pairs.own_scores()
    lost = bool(out_of_reach({scorer: tests}, settings))
    # clusters begin where any of those above is better: that takes all pairs
    clusters = [None] * len(names) if lost or pairs.n_left_out else clusters_by_name(names, scores, worse.T)
    top = not_outperformed(worse) & tested
    best = np.where(tested, _may_be_best(place, tests, pairs), np.nan)
    limits = np.zeros((len(names), 2), dtype=np.intp)
    limits[tested] = rank_limits(worse.T[np.ix_(tested, tested)])
    return [
        SystemRank(
            scorer=scorer,
            system=name,
            person=name in people,
            estimate=float(scores[k]) + pairs.offset,
            n_inputs=int(pairs.present[k].sum()),
            may_be_best=bool(best[k] > settings.alpha),
            pvalue_best=float(best[k]),
            rank_low=int(limits[k, 0]) if tested[k] else None,
            rank_high=int(limits[k, 1]) if tested[k] else None,
            cluster=clusters[k] if tested[k] else None,
            not_outperformed=bool(top[k]),
            n_beaten=int(worse[:, k].sum()),
            n_beaten_by=int(worse[k].sum()),
        )
        for k, name in enumerate(names)
    ]


def _may_be_best(place: Mapping[str, int], tests: Sequence[SystemPairTest], pairs: SystemPairs) -> FloatArray:
    """Return the p-values of `comparisons_with_best`; where pairs are left out every other system is a rival."""
    smallest = np.ones(len(place))
    rivals = np.zeros(len(place), dtype=np.intp)
    for row in tests:
        one, other = place[row.system], place[row.rival_system]
        if not math.isnan(row.pvalue_greater):
            smallest[one] = min(smallest[one], row.pvalue_less)
            smallest[other] = min(smallest[other], row.pvalue_greater)
            rivals[[one, other]] += 1
    if tests and tests[0].alternative != "two-sided":
        rivals //= 2  # either order of a pair has its test
    if pairs.n_left_out:
        rivals = np.where(rivals > 0, len(place) - 1, 0)
    return against_rivals(smallest, rivals)


def pairs_within(groups: Iterable[Sequence[str]]) -> frozenset[frozenset[str]]:
    """Return the pairs of systems of one group, such as that of systems whose scores are all the same."""
    return frozenset(frozenset(pair) for group in groups for pair in itertools.combinations(group, 2))


def system_agreement(
    scorers: Sequence[str],
    human: str | None,
    tests: Mapping[str, Sequence[SystemPairTest]],
    alike: Collection[frozenset[str]] = (),
) -> tuple[tuple[SystemAgreement, ...], tuple[SystemDecision, ...]]:
    """Return, for every scorer but the human, the counts of its decisions, and the decisions; none without a human.

    Parameters
    ----------
    scorers : sequence of str
    human : str or None
    tests : mapping of scorer to its tests of pairs
        All of the same pairs.
    alike : collection of sets of two systems
        Pairs that count for nothing: one system twice.
    """
    if human is None:
        return (), ()
    judged = {pair: one for pair, one in decisions(tests[human]).items() if frozenset(pair) not in alike}
    counts: list[SystemAgreement] = []
    rows: list[SystemDecision] = []
    for name in scorers:
        if name == human:
            continue
        mine = decisions(tests[name])
        found = decision_agreement(list(judged.values()), [mine[pair] for pair in judged])
        counts.append(SystemAgreement(name, human, **found._asdict()))
        rows += [
            SystemDecision(
                metric=name,
                human=human,
                system=pair[0],
                rival_system=pair[1],
                verdict_human=_decided(wanted),
                verdict_metric=_decided(mine[pair]),
                outcome=_outcome(wanted, mine[pair]),
            )
            for pair, wanted in judged.items()
        ]
    return tuple(counts), tuple(rows)


def _decided(decision: float) -> Verdict:
    if math.isnan(decision):
        return "undefined"
    if decision == 0:
        return "not separated"
    return "better" if decision > 0 else "worse"


def _outcome(human: float, metric: float) -> Outcome:
    if math.isnan(human) or math.isnan(metric):
        return "undefined"
    if human == metric:
        return "same winner" if human else "no difference"
    if human == 0:
        return "metric only"
    return "contradiction" if metric else "human only"


def people_separation(
    names: Sequence[str],
    people: Sequence[str],
    pairs: Mapping[str, SystemPairs],
    tests: Mapping[str, Sequence[SystemPairTest]],
    settings: SystemSettings,
) -> tuple[PeopleSeparation, ...]:
    """Return one row per scorer, none where no system is people.

    Parameters
    ----------
    names, people : sequences of str
        All systems, and those that are people.
    pairs, tests : mappings of scorer to its scores and to its tests of pairs
    settings : SystemSettings
        The p-values of the areas are corrected over the scorers.
    """
    if not people:
        return ()
    chosen = np.array([name in people for name in names])
    rows = []
    for scorer, given in pairs.items():
        found = human_machine_separation(
            given, chosen, resamples=settings.resamples, confidence=settings.confidence, rng=settings.seed
        )
        mixed = [
            decided if a in people else -decided
            for (a, b), decided in decisions(tests[scorer]).items()
            if (a in people) != (b in people) and not np.isnan(decided)
        ]
        rows.append(
            PeopleSeparation(
                scorer=scorer,
                pvalue_adjusted=float("nan"),
                n_pairs=len(mixed),
                n_people_better=mixed.count(1.0),
                n_machine_better=mixed.count(-1.0),
                **found._asdict(),
            )
        )
    adjusted = adjust([row.pvalue for row in rows], settings.correction)
    return tuple(
        dataclasses.replace(row, pvalue_adjusted=float(p)) for row, p in zip(rows, adjusted, strict=True)
    )
