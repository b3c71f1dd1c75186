"""The permutation test of differences: scores of the two metrics are swapped, of outputs, inputs or systems."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence

from trueness.methods.differences import Differences, Findings, Pair, PairFinding, levels_together
from trueness.methods.pair_test import PLAIN, Form, PairTest
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.engine.resample import OVER, PermutationPlan
from trueness.statistics.exceedances import Exceedances
from trueness.statistics.resampling.permutation import permutation_exceedances
from trueness.statistics.resampling.sequential_permutation import (
    SequentialExceedances,
    sequential_exceedances,
)
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.swappable import check_swappable, unswappable

Counted = Exceedances | SequentialExceedances


def swap_of(over: str) -> str:
    """Return what a permutation test over something swaps (`resample.SWAPS`)."""
    return "cells" if over == "both" else over


class Permuting(PairTest):
    """A test that swaps scores of the two metrics.

    Attributes
    ----------
    kind : str
        What tells it from the plain one, with a blank after it.
    compared : str
        What is compared, where that is not the difference itself.
    source : str
        The work to cite.
    """

    kind: str = ""
    compared: str = ""
    source: str = "deutsch-etal-2021-statistical"
    permutes = True
    draws = "arrangements"
    contrast = "permutes {swapped}"
    if_random = ", p-values being (1 + exceedances) / (1 + arrangements) [@phipson-smyth-2010-permutation]"

    def __init__(self) -> None:
        self.noun = f"{self.kind}permutation test"
        self.plural = f"{self.noun}s that swap {{swapped}} between the two metrics"
        self.singular = f"{self.noun} swapping {{swapped}}"
        comparing = f", comparing {self.compared}" if self.compared else ""
        self.sentence = (
            f"{{start}}{self.noun}s [@{self.source}], {{sides}}, exchanging {{exchanged}}{comparing}, in "
            "{drawn}{if_random}."
        )

    def check_scores(
        self, arrays: ScoreArrays, pairs: Sequence[Pair], keys: Sequence[Key], over: str, standardize: str
    ) -> None:
        """Check that the swap can exchange the system scores of every metric (see `check_swappable`)."""
        if _of_system_scores(keys):
            check_swappable(arrays, pairs, swap_of(over), standardize)


class Permutation(Permuting):
    """Differences of correlations after swaps, as they are."""

    name = PLAIN
    overs = (*OVER, "rows_then_columns")
    step = "permuting {over}"
    stops_early = standardizes = pools = True
    studied = (
        Form("permute_cells", "both", "level", liberal=True),
        Form("permute_inputs", "inputs", "level", liberal=True),
        Form("permute_systems_cells_scaled", "systems", "cells", liberal=True),
        Form("permute_systems", "systems", "level"),
    )

    def over_for(self, applies_to: str) -> str:
        """Return what is swapped: single outputs where these systems and inputs are spoken of, else whole units."""
        return {"these": "both", "inputs": "inputs"}.get(applies_to, "systems")

    def applies_to(self, over: str) -> str:
        """Return the short word for what swapping something applies to."""
        return {"systems": "systems", "inputs": "inputs"}.get(over, "these")

    def exists(self, level: str, coefficient: str, over: str) -> bool:
        """Return whether swapping is valid for the coefficient."""
        return swap_of(over) in coefficient_facts(coefficient).swaps.get(level, ())

    def findings(self, differences: Differences, over: str, keys: Sequence[Key]) -> Findings:
        """Return what swapping says of every pair; tests end early where that was asked for."""
        return permuted(
            differences,
            over,
            keys,
            standardize=differences.standardize,
            stop_after=differences.stop_after,
        )

    def label(self, over: str) -> str:
        """Return the test and what it swaps."""
        return f"{self.name}-{over}"


def permuted(
    differences: Differences,
    over: str,
    keys: Sequence[Key],
    *,
    standardize: str = "level",
    scale: str = "correlation",
    stop_after: int | None = None,
) -> Findings:
    """Return what a permutation test says of every pair whose system scores it can swap.

    Parameters
    ----------
    differences : Differences
    over : str
    keys : sequence of (level, coefficient)
    standardize, scale : str
        As in `permutation_exceedances`.
    stop_after : int, optional
        Where not all arrangements are enumerated.
    """
    arrays, pairs = differences.arrays, differences.pairs
    swap = swap_of(over)
    drawn = differences.resamples, differences.seed, arrays.clusters, arrays.system_clusters
    plan = PermutationPlan.choose(swap, arrays.n_systems, arrays.n_inputs, *drawn)
    lost = unswappable(arrays, range(arrays.n_metrics), swap, standardize)
    defined = [pair for pair in pairs if not set(lost) & set(pair)]
    found: Findings = {}
    for levels, coefficients in levels_together(keys):
        members = pairs
        if levels == ("system",) and _of_system_scores([("system", name) for name in coefficients]):
            members = defined
        if not members:
            continue
        run: Callable[..., Mapping[Key, Counted]] = functools.partial(permutation_exceedances, scale=scale)
        if stop_after is not None and not plan.exact:
            run = functools.partial(sequential_exceedances, stop_after=stop_after)
        counted = run(arrays, members, plan, levels, coefficients, standardize=standardize)
        for key, exceedances in counted.items():
            found |= {
                (key, pair): finding
                for pair, finding in counted_findings(exceedances, members, exact=plan.exact).items()
            }
    return found


def counted_findings(exceedances: Counted, pairs: Sequence[Pair], *, exact: bool) -> dict[Pair, PairFinding]:
    """Return what counts of permuted differences say of every pair, pairs in the same order."""
    greater, less, two_sided = (exceedances.pvalue(side) for side in ("greater", "less", "two-sided"))
    undefined, drawn = exceedances.used
    return {
        pair: PairFinding(
            statistic=float("nan"),
            greater=float(greater[p]),
            less=float(less[p]),
            two_sided=float(two_sided[p]),
            undefined=int(undefined[p]),
            resamples=int(drawn[p]),
            exact=exact,
        )
        for p, pair in enumerate(pairs)
    }


def _of_system_scores(keys: Sequence[Key]) -> bool:
    """Return whether something is of systems' scores."""
    return any(level == "system" and coefficient_facts(name).of_system_scores for level, name in keys)


PERMUTATION = Permutation()
