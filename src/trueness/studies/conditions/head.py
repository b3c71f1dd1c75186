"""The first screen of a page on other conditions: whether metrics agree as well with people there."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.reporting.page import Head, Tile
from trueness.studies.conditions.decided import changes
from trueness.studies.conditions.rows import ShareRow, UnderConditions
from trueness.studies.conditions.said import across_means, at_words, kind_words
from trueness.studies.conditions.sources import RETURNED
from trueness.study.number_words import counted, decimal
from trueness.study.words import after_correction


def conditions_head(found: UnderConditions) -> Head:
    """Return how many tests show that a metric agrees as well, how many that it does not, and what becomes of pairs.

    All are at the first level, by its first coefficient, within the first margin.
    """
    level, coefficient = found.settings.keys[0]
    wanted = (found.settings.margins[0], found.settings.method, level, coefficient)
    share = next(
        row for row in found.shares if (row.margin_kind, row.method, row.level, row.coefficient) == wanted
    )
    less, more, _ = changes(found, level, coefficient)
    return Head(_lead(share, len(less) + len(more)), tuple(_tiles(found, share)))


def _lead(share: ShareRow, apart: int) -> str:
    within = f"within {kind_words(share.margin_kind)}"
    shown, n = share.n_equivalent_adjusted, share.n_tests
    place = at_words(share.level, share.coefficient)
    if share.n_undefined == n:
        return f"Whether metrics agree as well with people under other conditions cannot be said ({place})."
    if shown == n:
        return (
            f"Every metric is shown to agree as well with people under every condition, {within} ({place})."
        )
    if not shown and not apart:
        return (
            "No metric is shown to agree as well with people under another condition as under the reference, "
            f"{within}, and none to agree otherwise ({place})."
        )
    return (
        f"Of {counted(n, 'test')} of a metric under another condition {shown or 'none'} "
        f"{'shows' if shown < 2 else 'show'} that it agrees as well with people there, {within}, and "
        f"{apart or 'none'} that it agrees less or more ({place})."
    )


def _tiles(found: UnderConditions, share: ShareRow) -> Iterator[Tile]:
    corrected = found.settings.correction != "none"
    yield Tile(
        "Shown to agree as well",
        f"{share.n_equivalent_adjusted} of {share.n_tests}",
        f"within {kind_words(share.margin_kind)}, {after_correction(found.settings.correction)}"
        + (f"; {share.n_equivalent} before" if corrected else "")
        + (f"; {share.n_undefined} undefined" if share.n_undefined else ""),
    )
    key = (share.level, share.coefficient)
    less, more, asked = changes(found, *key)
    yield Tile(
        "Shown to differ",
        f"{len(less) + len(more)} of {asked}",
        f"{len(less)} agree less under the condition, {len(more)} more",
    )
    means = across_means(found, *key)
    if means:
        least = min(means, key=means.__getitem__)
        yield Tile(
            f"Scores under ‘{least}’",
            decimal(means[least]),
            "is how a metric’s scores go with its own under the reference, on average"
            + (", the least of all conditions" if len(means) > 1 else ""),
        )
    pairs = [
        row
        for row in found.shifts
        if (row.level, row.coefficient) == key and row.n_pairs and not row.condition.endswith(RETURNED)
    ]
    if pairs:
        turned, n_pairs = sum(row.n_reversed for row in pairs), sum(row.n_pairs for row in pairs)
        lost = sum(row.n_unresolved for row in pairs)
        yield Tile(
            "Pairs of metrics that turn round",
            f"{turned} of {n_pairs}",
            f"that resampling tells apart under the reference; {lost} are no longer told apart",
        )
