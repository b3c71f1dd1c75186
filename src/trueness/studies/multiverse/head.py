"""The first screen of a multiverse: which metric ranks best, how its claims fare, and which choice moves them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.reporting.page import Head, Tile
from trueness.studies.multiverse.rows import INTERACTIONS, ClaimRow, Multiverse
from trueness.studies.multiverse.said import analyses_words, choice_words, share_words, weakest
from trueness.study.number_words import decimal

MOST_CLAIMS = 3
"""Declared claims with a number of their own."""


def multiverse_head(found: Multiverse) -> Head:
    """Return how often the best metric is first, and how its weakest claim fares; of declared claims each.

    The answer in a line is the first sentence of the conclusions.
    """
    return Head(tiles=tuple(_declared(found) if found.declared else _of_best(found)))


def _declared(found: Multiverse) -> Iterator[Tile]:
    claims = [row for row in found.claims if row.n_analyses][:MOST_CLAIMS]
    for row in claims:
        yield _claim(row, f"‘{row.metric}’ better than ‘{row.rival}’")
    for row in claims[:1]:
        yield from _moved(found, row)


def _of_best(found: Multiverse) -> Iterator[Tile]:
    best = found.ranks[0]
    if not math.isnan(best.mean_rank):
        yield Tile(
            f"‘{best.metric}’ is first in",
            share_words(best.share_first),
            f"of {analyses_words(len(found.analyses))}: mean rank {decimal(best.mean_rank, 1)} of {len(found.ranks)}, "
            f"at worst {best.worst_rank:g}",
        )
    claims = [row for row in found.claims if row.n_analyses]
    if len(claims) > 1:
        mostly = sum(row.share_significant > 1 / 2 for row in claims)
        yield Tile(
            "Better in every analysis than",
            f"{sum(row.share_better == 1 for row in claims)} of {len(claims)}",
            f"others; significantly so in more than half of the analyses: {mostly or 'none'}",
        )
    for row in weakest(found.claims)[:1]:
        yield _claim(row, f"Better than ‘{row.rival}’", ", its weakest claim" if len(claims) > 1 else "")
        yield from _moved(found, row)


def _claim(row: ClaimRow, label: str, what: str = "") -> Tile:
    return Tile(
        label,
        share_words(row.share_better),
        f"of {analyses_words(row.n_analyses)}{what}: significantly in {share_words(row.share_significant)}, "
        f"significantly worse in {share_words(row.share_significantly_worse)}",
    )


def _moved(found: Multiverse, claim: ClaimRow) -> Iterator[Tile]:
    """Yield which choice moves a claim most."""
    rows = {
        row.choice: row for row in found.choices if (row.metric, row.rival) == (claim.metric, claim.rival)
    }
    most = None if claim.choice is None else rows.get(claim.choice)
    if most is not None:
        yield Tile(
            f"Depends on {choice_words(most)}",
            share_words(most.share),
            f"of the variance of the difference; {share_words(rows[INTERACTIONS].share)} is due to choices only "
            "together",
        )
