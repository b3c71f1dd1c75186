"""The first screen of a page on systems: which may be best, and how far metrics decide as people do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trueness.reporting.page import Head, Tile
from trueness.studies.systems.decided import decided
from trueness.studies.systems.reach import out_of_reach
from trueness.studies.systems.rows import SystemComparison, SystemPairTest, SystemRank
from trueness.studies.systems.said import deciding
from trueness.study.number_words import counted, percent, significant
from trueness.study.words import after_correction


def systems_head(found: SystemComparison) -> Head:
    """Return which systems may be best by people, or by the first scorer, and who else decides like that."""
    scorer = found.human or found.scorers[0]
    rows = sorted(
        (row for row in found.standing if row.scorer == scorer and row.estimate == row.estimate),
        key=lambda row: -row.estimate,
    )
    tests = [row for row in found.pairs if row.scorer == scorer and row.verdict != "undefined"]
    short = out_of_reach({scorer: tests}, found.settings).get(scorer)
    said = decided(found.decisions, scorer, rows, short, found.settings, found.clusters)
    # the first sentence of the conclusions says why nothing can be found out
    return Head("" if short is not None else " ".join(said), tuple(_tiles(found, scorer, rows, tests)))


def _tiles(
    found: SystemComparison, scorer: str, rows: Sequence[SystemRank], tests: Sequence[SystemPairTest]
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
        yield Tile(
            "Pairs shown to differ",
            f"{apart} of {len(tests)}",
            f"by ‘{scorer}’, {after_correction(found.settings.correction)}",
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
        f"{said}: each finds the other system better" if worst.n_contradictions else f"by {_any(len(known))}",
    )


def _any(n_metrics: int) -> str:
    return "any metric" if n_metrics > 1 else "the metric"
