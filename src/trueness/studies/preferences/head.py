"""The first screen of a page on preferences: which judge agrees most with people, and what it may do in their place."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.decisions.may_rank import MAY_RANK
from trueness.decisions.may_replace_annotator import MAY_REPLACE_ANNOTATOR
from trueness.reporting.page import Head, Tile
from trueness.studies.preferences.answers import decision_of, leading, who_agrees_most
from trueness.studies.preferences.decided import IN_ORDER
from trueness.studies.preferences.rows import PreferenceStudy
from trueness.study.number_words import decimal, interval, interval_of_shares, percent
from trueness.study.words import answer_words


def preferences_head(study: PreferenceStudy) -> Head:
    """Return which judge agrees most with people, and what it may do; the tiles are of the same judge."""
    first = leading(study)
    if first is None:
        return Head(tiles=tuple(_people_alone(study)))
    found = (
        ("rank systems", decision_of(study, MAY_RANK.name, first.metric)),
        ("stand in for a person", decision_of(study, MAY_REPLACE_ANNOTATOR.name, first.metric)),
    )
    uses = [f"{use}: {answer_words(one.answer)}" for use, one in found if one is not None]
    lead = who_agrees_most(study, first)
    if uses:
        lead = f"{lead} May it {'; '.join(uses)}."
    return Head(lead, tuple(_tiles(study, first.metric)))


def _tiles(study: PreferenceStudy, name: str) -> Iterator[Tile]:
    rank = decision_of(study, MAY_RANK.name, name)
    if rank is not None:
        order = next(one for one in rank.grounds if one.measure == IN_ORDER)
        yield Tile(
            f"Rank systems: {answer_words(rank.answer)}",
            "undefined" if order.estimate != order.estimate else percent(order.estimate),
            f"of pairs of systems {name} orders as people do; bar {percent(order.bar)}",
            interval_of_shares(order.low, order.high),
        )
    one = next(row for row in study.agreement if (row.metric, row.ties) == (name, study.settings.ties))
    yield Tile(
        f"{name} agrees with a person",
        percent(one.estimate),
        f"of {one.n_pairs:,} pairs; chance {percent(one.chance)}",
        interval_of_shares(one.low, one.high),
    )
    if one.n_both:
        yield Tile(
            "Another person does",
            percent(one.ceiling),
            f"where two or more judged ({one.n_both:,} pairs)",
            interval_of_shares(one.ceiling_low, one.ceiling_high),
        )
    place = next((row for row in study.position if row.metric == name), None)
    if place is not None:
        yield Tile(
            "What is shown first wins",
            percent(place.estimate),
            f"of {place.n_verdicts:,} verdicts of {name}; a tie is half",
            interval_of_shares(place.low, place.high),
        )


def _people_alone(study: PreferenceStudy) -> Iterator[Tile]:
    for strength in [row for row in study.strengths if row.metric == "people"][:1]:
        yield Tile(
            "People prefer most",
            strength.system,
            f"strength {decimal(strength.estimate)} {interval(strength.low, strength.high)}; rank "
            f"{strength.rank_low} to {strength.rank_high}",
        )
