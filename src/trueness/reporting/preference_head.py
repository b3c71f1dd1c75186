"""The first screen of a page on preferences: which judges may replace people."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.reporting.page import Head, Tile
from trueness.studies.number_words import decimal, interval, interval_of_shares, percent
from trueness.studies.preferences.rows import Light, PreferenceStudy
from trueness.studies.preferences.said import RANK, ranking_answer

ANSWERS: dict[Light, str] = {"green": "yes", "yellow": "undecided", "red": "no"}


def preferences_head(study: PreferenceStudy) -> Head:
    """Return which judges may rank these systems, and how the first and people agree with people."""
    lights: dict[Light, list[str]] = {}
    for use in study.uses:
        if use.use == RANK:
            lights.setdefault(use.light, []).append(use.metric)
    said = [ranking_answer(light, *lights[light]) for light in ANSWERS if light in lights]
    return Head(" ".join(f"{text}." for text in said), tuple(_tiles(study)))


def _tiles(study: PreferenceStudy) -> Iterator[Tile]:
    for use in study.uses[:1]:
        if use.use == RANK:
            row = next(row for row in study.ranking if row.metric == use.metric)
            yield Tile(
                f"Rank these systems: {ANSWERS[use.light]}",
                "undefined" if math.isnan(use.estimate) else f"r {decimal(use.estimate)}",
                f"with people's strengths, bar {decimal(use.bar)}; tau {decimal(row.kendall)}",
                interval(use.low, use.high),
            )
    agreement = [row for row in study.agreement if row.ties == study.settings.ties]
    for one in agreement[:1]:
        yield Tile(
            f"{one.metric} agrees with a person",
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
    positions = {row.metric: row for row in study.position}
    for one in agreement[:1]:
        place = positions.get(one.metric)
        if place is not None:
            yield Tile(
                "What is shown first wins",
                percent(place.estimate),
                f"of {place.n_verdicts:,} verdicts of {one.metric}; a tie is half",
                interval_of_shares(place.low, place.high),
            )
    if not agreement:
        for strength in [row for row in study.strengths if row.metric == "people"][:1]:
            yield Tile(
                "People prefer most",
                strength.system,
                f"strength {decimal(strength.estimate)} {interval(strength.low, strength.high)}; rank "
                f"{strength.rank_low} to {strength.rank_high}",
            )
