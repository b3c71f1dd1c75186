"""What is said of a multiverse: findings in plain sentences, and what a reader of them has to know."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from trueness.decisions.decision import Decision
from trueness.decisions.moved_by import MOVED_BY
from trueness.errors import series
from trueness.studies.multiverse.rows import ChoiceRow, ClaimRow, MultiverseResult
from trueness.study.lights import lit
from trueness.study.number_words import counted, decimal, percent
from trueness.study.rows import Caution
from trueness.study.shared_cautions import FEW_SYSTEMS, few_systems

SAID_CLAIMS = 3
"""Claims that nobody declared are said one by one as far as they are the weakest."""

NO_PROBABILITY = (
    "A percentage of analyses says how far a conclusion depends on choices. It is no probability: analyses share their "
    "data, and there are as many of each kind as values were listed."
)


def multiverse_conclusions(found: MultiverseResult) -> tuple[str, ...]:
    """Return short paragraphs: which metric comes first, every claim and what moves it, what a percentage is.

    Parameters
    ----------
    found : MultiverseResult
        Without its conclusions.
    """
    claims = [row for row in found.claims if row.n_analyses]
    said = claims if found.declared else weakest(claims)
    each = [_claim(row) for row in said]
    best = _best(found, [] if found.declared else claims)
    first = [*each, best] if found.declared else [best, *each]
    return (*(text for text in (*first, *_moved(found, said)) if text), NO_PROBABILITY)


def weakest(claims: Sequence[ClaimRow]) -> list[ClaimRow]:
    """Return the claims that hold in fewest analyses, as many as are said and drawn, the weakest first."""
    held = [row for row in claims if row.n_analyses]
    return sorted(held, key=lambda row: (row.share_better, row.share_significant))[:SAID_CLAIMS]


def share_words(share: float) -> str:
    """Return a share as a percentage that is 0% or 100% only where it is none or all."""
    text = percent(share)
    if text == "100%" and share < 1:
        return "over 99%"
    return "under 1%" if text == "0%" and share > 0 else text


def analyses_words(number: int) -> str:
    """Return a number of analyses."""
    return "1 analysis" if number == 1 else f"{number:,} analyses"


def _best(found: MultiverseResult, claims: Sequence[ClaimRow]) -> str:
    """Return which metric ranks best, and in how many analyses; of several claims how many hold in all."""
    best, *others = found.ranks
    text = (
        f"'{best.metric}' ranks best in {share_words(best.share_first)} of {analyses_words(len(found.analyses))} (mean "
        f"rank {decimal(best.mean_rank, 1)} of {len(found.ranks)}, at worst {best.worst_rank:g})"
    )
    second = next((row for row in others if not math.isnan(row.mean_rank)), None)
    text += "." if second is None else f", '{second.metric}' in {share_words(second.share_first)}."
    if len(claims) < 2:
        return text  # the claim itself says it
    n = len(claims)
    always = sum(row.share_better == 1 for row in claims)
    mostly = sum(row.share_significant > 1 / 2 for row in claims)
    beaten = f"all {n} others" if always == n else f"{always or 'none'} of the {n} others"
    sure = f"and {mostly}" if mostly else "but none"
    return f"{text} It beats {beaten} in every analysis, {sure} significantly in most analyses."


def _claim(row: ClaimRow) -> str:
    text = (
        f"'{row.metric}' beats '{row.rival}' in {share_words(row.share_better)} of {analyses_words(row.n_analyses)}, "
        f"significantly in {share_words(row.share_significant)}, and is significantly worse in "
        f"{share_words(row.share_significantly_worse)}."
    )
    if row.n_analyses < 2:
        return text
    return (
        f"{text} The difference goes from {decimal(row.smallest)} to {decimal(row.largest)} (median "
        f"{decimal(row.estimate)})."
    )


def _moved(found: MultiverseResult, claims: Sequence[ClaimRow]) -> Iterable[str]:
    """Yield which choices move each of these claims, and of which that cannot be told."""
    open_ = []
    for row in claims:
        decision = decision_of(found, row)
        if decision is None:
            continue
        if row.choice is None or decision.answer != "yes":
            open_.append(f"'{row.metric}' beats '{row.rival}'")
            continue
        mine = {
            one.choice: one for one in found.choices if (one.metric, one.rival) == (row.metric, row.rival)
        }
        most = mine[row.choice]
        others = [name for name in decision.names if name != row.choice]
        names = series([choice_words(mine[name]) for name in (row.choice, *others)])
        yield lit(
            "yes",
            f"Whether '{row.metric}' beats '{row.rival}' depends on {names}. The difference is "
            f"{decimal(most.smallest)} on average with {most.lowest} and {decimal(most.largest)} with {most.highest} "
            f"({share_words(most.share)} of its variance).",
        )
    if open_:
        what = f"whether {open_[0]}" if len(open_) == 1 else f"{len(open_)} of these claims"
        yield lit(
            "cannot_tell",
            f"We cannot tell which choices matter for {what}: their effects are within the noise of these data.",
        )


def decision_of(found: MultiverseResult, row: ClaimRow) -> Decision | None:
    """Return what is decided of the choices of a claim; None where nothing was asked."""
    about = f"{row.metric} > {row.rival}"
    return next(
        (one for one in found.decisions if (one.rule, one.about) == (MOVED_BY.name, about) and found.choices),
        None,
    )


def choice_words(row: ChoiceRow) -> str:
    """Return what a choice is called in a sentence."""
    words = {
        "human": "the human scorer",
        "level": "the level",
        "coefficient": "the coefficient",
        "aggregate": "how systems get their scores",
        "systems": "which systems are compared",
        "inputs": "which inputs are used",
    }
    return words.get(row.choice, f"'{row.choice}'")


def multiverse_cautions(found: MultiverseResult) -> tuple[Caution, ...]:
    """Return everything to be said about a multiverse, the gravest first.

    Parameters
    ----------
    found : MultiverseResult
        Without its cautions and conclusions.
    """
    said = [
        *_about_analyses(found),
        *_about_values(found),
        *_about_systems(found),
    ]
    return tuple(sorted(said, key=lambda caution: caution.severity != "warning"))


def _about_analyses(found: MultiverseResult) -> Iterable[Caution]:
    if len(found.analyses) == 1:
        yield Caution(
            "single_analysis",
            "warning",
            "The choices make one analysis, so we cannot tell how conclusions depend on them. List several values "
            "(--coefficient, --level, --human, --systems, --inputs).",
        )
    if found.absent:
        number = sum(row.n_analyses for row in found.absent)
        first = "; ".join(f"{row.choices} ({row.n_analyses}): {row.reason}" for row in found.absent[:3])
        more = len(found.absent) - 3
        yield Caution(
            "absent_analyses",
            "note",
            f"{number:,} combinations are left out, since they are impossible or equal another: "
            f"{first}{f'; and {more} more kinds' if more > 0 else ''}. The table 'absent' has them all.",
        )


def _about_values(found: MultiverseResult) -> Iterable[Caution]:
    lost = [row for row in found.claims if row.n_undefined]
    if lost:
        named = "; ".join(
            f"'{row.metric}' and '{row.rival}' in {row.n_undefined} of {row.n_undefined + row.n_analyses}"
            for row in lost[:3]
        )
        yield Caution(
            "undefined_analyses",
            "warning",
            f"Some correlations are undefined, as of scores that are all the same. Of {counted(len(lost), 'claim')} "
            f"these analyses are left out of all shares: {named}.",
        )
    averages = [row for row in found.estimates if row.n_undefined]
    if averages:
        yield Caution(
            "undefined_units",
            "note",
            f"{len(averages):,} of {len(found.estimates):,} correlations are averages. They leave out "
            "inputs or systems that lack a correlation, up to "
            f"{max(row.n_undefined for row in averages)}.",
        )


def _about_systems(found: MultiverseResult) -> Iterable[Caution]:
    few = [row for row in found.analyses if 1 < row.n_systems < FEW_SYSTEMS]
    if few and found.table.has_systems:
        yield from few_systems(
            min(row.n_systems for row in few), where=f"In {len(few):,} of {len(found.analyses):,} analyses"
        )
