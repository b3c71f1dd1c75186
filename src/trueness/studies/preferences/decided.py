"""What is decided about preferences: who agrees most with people, and who may rank systems or stand in for a person."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from trueness.decisions.annotators_agree import annotators_agree, as_need
from trueness.decisions.beyond_chance import beyond_chance
from trueness.decisions.decision import Decision, Ground
from trueness.decisions.may_be_best import agrees_at_all, may_be_best
from trueness.decisions.may_rank import may_rank
from trueness.decisions.may_replace_annotator import may_replace_annotator
from trueness.statistics.interval import Interval
from trueness.statistics.preferences.pairs_in_order import fewest_systems
from trueness.studies.preferences.agreeing import PeopleKappa
from trueness.studies.preferences.biases import PEOPLE
from trueness.studies.preferences.rows import PairAgreement, PreferencesResult, RankingAgreement
from trueness.studies.preferences.silent_judges import SilentJudge
from trueness.study.people_spoken_of import people_spoken_of

IN_ORDER = "pairs_in_order"
BOTH_ORDER = "pairs_both_order"
REVERSED = "pairs_reversed"
DIFFERENCE = "difference"
AGREEMENT = "agreement"
OF_SILENT = "of_silent_pairs"
"""The measure of the same with what the judge may have said of pairs on which it is silent."""

UNITS = {"both": "other systems and other inputs", "inputs": "other inputs", "systems": "other systems"}


def preference_decisions(
    study: PreferencesResult, people: PeopleKappa, silent: Mapping[str, SilentJudge] = MappingProxyType({})
) -> tuple[Decision, ...]:
    """Return who may agree most, who agrees beyond chance, whether people agree, and what each judge may do.

    Judges and metrics stand in the order in which they agree with people.

    Parameters
    ----------
    study : PreferencesResult
        Without its decisions.
    people : PeopleKappa
    silent : mapping of str to SilentJudge
        Of judges that are silent on pairs that people judged.
    """
    agreement = by_agreement(study)
    found = []
    if len(agreement) > 1:
        found.append(_best(study, agreement))
    found += [_beyond_chance(study, row) for row in agreement]
    if people.n_pairs:
        agree = annotators_agree(
            measure="kappa",
            **people.kappa.shown(),
            n_unlike=people.n_unlike,
            applies_to=applies_to(study, people.n_people),
            about=PEOPLE,
            confidence=study.settings.confidence,
        )
        found.append(agree)
        found += _replacing(study, agreement, agree, silent)
    if study.pairs.has_systems:
        found += _ranking(study, agreement, silent)
    return tuple(found)


def by_agreement(study: PreferencesResult) -> list[PairAgreement]:
    """Return judges and metrics under the rule for ties of the settings, the one that agrees most first."""
    rows = [row for row in study.agreement if row.ties == study.settings.ties]
    return sorted(rows, key=lambda row: (math.isnan(row.estimate), -row.estimate, row.metric))


def applies_to(study: PreferencesResult, n_people: int) -> str:
    """Return whom agreement applies to."""
    units = UNITS["inputs" if len(study.pairs.systems) < 3 else study.settings.over]
    return f"{units}; {people_spoken_of(n_people)}"


def _best(study: PreferencesResult, agreement: Sequence[PairAgreement]) -> Decision:
    names = [row.metric for row in agreement]
    place = {name: k for k, name in enumerate(names)}
    pvalues = np.full((len(names), len(names)), np.nan)
    for row in study.differences:
        one, other = place[row.metric], place[row.rival]
        half = row.pvalue / 2
        better = half if row.estimate >= 0 else 1 - half
        pvalues[one, other], pvalues[other, one] = better, 1 - better
    first = agreement[0]
    return may_be_best(
        names,
        [row.estimate for row in agreement],
        pvalues,
        applies_to=applies_to(study, first.n_annotators),
        alpha=1 - study.settings.confidence,
        agreement=agrees_at_all(first.estimate, first.low, first.high, first.chance),
    )


def _beyond_chance(study: PreferencesResult, row: PairAgreement) -> Decision:
    return beyond_chance(
        _above_chance(row),
        applies_to=applies_to(study, row.n_annotators),
        about=row.metric,
        broken=(1 - study.settings.confidence) / 2,
    )


def _above_chance(row: PairAgreement) -> Ground:
    return Ground(
        measure=AGREEMENT, estimate=row.estimate, low=row.low, high=row.high, bar=row.chance, side="above"
    )


def _replacing(
    study: PreferencesResult,
    agreement: Sequence[PairAgreement],
    people: Decision,
    silent: Mapping[str, SilentJudge],
) -> Iterator[Decision]:
    for row in agreement:
        if row.kind == "judge" and row.n_both:
            yield may_replace_annotator(
                beside_a_person=Ground(
                    measure=DIFFERENCE,
                    estimate=row.difference,
                    low=row.difference_low,
                    high=row.difference_high,
                    bar=-study.settings.margin,
                ),
                beyond_chance=_above_chance(row),
                people=as_need(people),
                more=[
                    _with_silence(
                        Interval(row.difference_low, row.difference_high),
                        silent[row.metric].difference,
                        row.difference,
                        -study.settings.margin,
                    )
                ]
                if row.metric in silent
                else [],
                applies_to=applies_to(study, row.n_annotators),
                about=row.metric,
                broken=(1 - study.settings.confidence) / 2,
            )


def _with_silence(heard: Interval, silent: Interval, estimate: float, bar: float) -> Ground:
    low, high = min(silent.low, heard.low), max(silent.high, heard.high)
    return Ground(measure=OF_SILENT, estimate=estimate, low=float(low), high=float(high), bar=bar)


def _ranking(
    study: PreferencesResult, agreement: Sequence[PairAgreement], silent: Mapping[str, SilentJudge]
) -> Iterator[Decision]:
    rows = {row.metric: row for row in study.ranking}
    settings = study.settings
    most = max((row.n_annotators for row in agreement), default=0)
    for name in [row.metric for row in agreement if row.kind == "judge"]:
        row = rows.get(name)
        more = [] if row is None else [*_shown(row, settings.rank_bar)]
        if row is not None and name in silent:
            heard = Interval(row.in_order_low, row.in_order_high)
            more.append(_with_silence(heard, silent[name].in_order, row.in_order, settings.rank_bar))
        yield may_rank(
            measure=IN_ORDER,
            estimate=math.nan if row is None else row.in_order,
            low=math.nan if row is None else row.in_order_low,
            high=math.nan if row is None else row.in_order_high,
            n_systems=len(study.pairs.systems) if row is None else row.n_systems,
            bar=settings.rank_bar,
            applies_to=f"{UNITS['both']}; {people_spoken_of(most)}",
            about=name,
            more=more,
            fewest_systems=fewest_systems(settings.rank_bar, settings.confidence),
            confidence=settings.confidence,
        )


def _shown(row: RankingAgreement, bar: float) -> tuple[Ground, Ground]:
    """Return what limits of ranks say: that both order some pair, and that few of these are the other way round."""
    both = row.n_agreed + row.n_reversed
    share = row.n_reversed / both if both else math.nan
    n_pairs = row.n_systems * (row.n_systems - 1) // 2
    return (
        Ground.counted(BOTH_ORDER, both, 1),
        Ground(
            measure=REVERSED,
            estimate=share,
            low=row.n_reversed / n_pairs if both else math.nan,
            high=share,
            bar=1 - bar,
            side="at_most",
        ),
    )
