"""What a reader has to know of system scores that are not means, and of what is undefined for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from trueness.errors import listing
from trueness.methods.permutation import swap_of
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.swappable import unswappable
from trueness.statistics.system_scores import system_scores
from trueness.studies.rows import Caution, PairTest
from trueness.studies.settings import Settings
from trueness.studies.words import SWAPPED_WORDS


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
            f"System scores of {listing(corpus)} are corpus scores, computed from the summed sufficient statistics of "
            "a system's outputs, not means of its outputs' scores (--aggregate mean averages).",
        )
    if settings.aggregate == "median":
        yield Caution(
            "median_scores",
            "note",
            "System scores of the metrics are medians of their outputs' scores, those of the human means.",
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
                    f"The corpus score of '{name}' is undefined for {listing(gone)}, although there are scores of "
                    "outputs: its correlations at the system level are undefined. Average the scores of outputs "
                    "(--aggregate mean), or leave these systems out.",
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
                "undefined_test",
                "note",
                f"At the system level there is no permutation test that swaps {SWAPPED_WORDS[over]} for {names}: "
                f"{reason}. Pairs with them are left out of that test, which is shown beside the main one.",
            )
