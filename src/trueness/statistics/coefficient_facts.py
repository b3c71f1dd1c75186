"""What there is to know of a coefficient besides its formula: where it exists, its range, what chance gives, its words.

Settings, tests, captions, figures and tables read these facts, so that none of them has to know a coefficient by name.
A name may spell options: ``gap_tau:low=0.1,high=0.3``; an option at its default is left out.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice, listing
from trueness.statistics.level_names import LEVELS

EVERY_SWAP = ("systems", "inputs", "cells", "rows_then_columns")
_EVERYWHERE = dict.fromkeys(LEVELS, EVERY_SWAP)
_SYSTEM = {"system": EVERY_SWAP}
_INPUT = {"input": EVERY_SWAP}
_OUTPUTS = dict.fromkeys(("input", "global", "per_system"), EVERY_SWAP)
_GROUPED: dict[str, tuple[str, ...]] = {"input": ("inputs",), "global": (), "per_system": ("systems",)}

DARR_THRESHOLD = 25.0
"""Points of direct assessment, of 100, that are a preference at WMT."""


@dataclasses.dataclass(frozen=True)
class CoefficientFacts:
    """What holds for a coefficient whatever the data.

    Attributes
    ----------
    name : str
        With its options, those at their default left out.
    words : str
        What it is called in a sentence.
    symbol : str
        What stands for it at the head of a column.
    swaps : mapping of str to tuple of str
        Level at which it exists to what a permutation test may swap there (`resample.SWAPS`); empty where no
        permutation of scores or outcomes is valid.
    low, high : float
        Its range.
    chance : float or None
        Its value for a metric that knows nothing; None where that depends on how often people tie.
    closed_forms : bool
        Whether it behaves as a correlation, so that three of them go into a closed-form test.
    ranks : bool
        Whether it depends on the order of scores only, and so on their ties.
    undefined_if_constant : bool
        Whether it has no value for a metric that gives every output the same score.
    pairs : bool
        Whether it is about pairs: computed by `pair_levels`, not as a correlation of two vectors.
    formula : str
        Where its formula is, for a correlation without kernels of its own: a module of `statistics` and a name in it,
        ``module:function`` (see `formulas`). Empty for one that `coefficients` and the engine know, or over pairs.
    labels : bool
        Whether people's scores are two labels: given as such, or made by the option ``cut`` (see `labels.labelled`).
    called : bool
        Whether a metric's scores become labels, too: calls, from a threshold on.
    smooth : bool
        Whether it changes little when one unit is left out, so that a jackknife knows how sure it is. Not where
        something is chosen on the data, such as a threshold.
    scale_invariant : bool
        Whether it stays as it is when a metric's scores are multiplied by a positive number or shifted. Scores are then
        put on a lattice of whole numbers, and permutations swap z-scores; otherwise scores stay as given.
    fisher_scaled : bool
        Whether differences of it are taken on Fisher's scale (see `fisher_scale`).
    calibrated : bool
        Whether the metric's scores tie within a threshold (see `tie_thresholds`).
    swaps_outcomes : bool
        Whether a permutation swaps what becomes of pairs instead of scores.
    of_system_scores : bool
        Whether its system level is of systems' scores; otherwise of outputs' scores, whatever a system's score is.
    unlimited_inputs : bool
        Whether it is an estimate of what agreement would be with unlimited inputs, in place of as many as there are.
        Estimates may then lie beyond 1 until they are shown.
    share_of : str
        What it counts pairs of, where it is a share of pairs; empty otherwise.
    least_inputs : int
        With fewer inputs its p-values are approximate.
    options : mapping of str to float
        Values of the options of the name; NaN for one that is not given and need not be.
    example : str
        An option as it is spelled after the name, shown where options are listed.
    ties : str
        What becomes of scores that tie, in a few words; empty where no rule is needed.
    source : str
        The work to cite, a key of the report's references; empty where none is needed.
    """

    name: str
    words: str
    symbol: str
    swaps: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=lambda: _EVERYWHERE)
    low: float = -1.0
    high: float = 1.0
    chance: float | None = 0.0
    closed_forms: bool = False
    ranks: bool = True
    undefined_if_constant: bool = True
    pairs: bool = True
    formula: str = ""
    labels: bool = False
    called: bool = False
    smooth: bool = True
    scale_invariant: bool = True
    fisher_scaled: bool = False
    calibrated: bool = False
    swaps_outcomes: bool = False
    of_system_scores: bool = True
    unlimited_inputs: bool = False
    share_of: str = ""
    least_inputs: int = 0
    options: Mapping[str, float] = dataclasses.field(default_factory=dict)
    example: str = ""
    ties: str = ""
    source: str = ""

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels at which it exists."""
        return tuple(self.swaps)

    @property
    def is_share(self) -> bool:
        """Whether it is a share, from 0 to 1."""
        return self.low == 0.0


FACTS = (
    CoefficientFacts(
        "pearson", "Pearson's r", "r", pairs=False, ranks=False, closed_forms=True, fisher_scaled=True
    ),
    CoefficientFacts(
        "spearman",
        "Spearman's rho",
        "ρ",
        pairs=False,
        closed_forms=True,
        fisher_scaled=True,
        ties="tied scores share the mean of their ranks",
    ),
    CoefficientFacts(
        "kendall",
        "Kendall's tau-b",
        "τ",
        pairs=False,
        closed_forms=True,
        fisher_scaled=True,
        ties="pairs that tie count for neither side, and are corrected for",
        source="kendall-1945-treatment",
    ),
    CoefficientFacts(
        "tau_c",
        "Kendall's tau-c",
        "τ-c",
        pairs=False,
        ties="pairs that tie count for neither side",
        source="stuart-1953-estimation",
    ),
    CoefficientFacts(
        "gamma",
        "gamma",
        "γ",
        pairs=False,
        ties="pairs that tie are left out",
        source="goodman-kruskal-1954-measures",
    ),
    CoefficientFacts(
        "auc",
        "area under the ROC curve (AUC)",
        "AUC",
        _OUTPUTS,
        low=0.0,
        chance=0.5,
        pairs=False,
        formula="labels.auc:auc",
        labels=True,
        undefined_if_constant=False,
        fisher_scaled=True,
        options={"cut": math.nan},
        example="cut=4",
        ties="a tie counts half",
        source="bamber-1975-area",
    ),
    CoefficientFacts(
        "balanced_accuracy",
        "balanced accuracy",
        "BA",
        dict.fromkeys(_OUTPUTS, ()),
        low=0.0,
        chance=0.5,
        pairs=False,
        formula="labels.auc:balanced_accuracy",
        labels=True,
        called=True,
        smooth=False,
        scale_invariant=False,
        undefined_if_constant=False,
        fisher_scaled=True,
        options={"cut": math.nan, "threshold": math.nan},
        example="threshold=.5",
        source="brodersen-etal-2010-balanced",
    ),
    CoefficientFacts(
        "acc_eq",
        "pairwise accuracy with ties (acc_eq)",
        "acc_eq",
        _GROUPED,
        low=0.0,
        share_of="outputs",
        chance=None,
        undefined_if_constant=False,
        calibrated=True,
        swaps_outcomes=True,
        ties="a pair that people tie is right only if the metric ties it, too",
        source="deutsch-etal-2023-ties",
    ),
    CoefficientFacts(
        "tau_eq",
        "Kendall's tau with ties (tau_eq)",
        "τ_eq",
        _GROUPED,
        chance=None,
        undefined_if_constant=False,
        calibrated=True,
        swaps_outcomes=True,
        ties="a pair that people tie is right only if the metric ties it, too",
        source="deutsch-etal-2023-ties",
    ),
    CoefficientFacts(
        "pairwise_accuracy",
        "pairwise accuracy of systems",
        "PA",
        _SYSTEM,
        low=0.0,
        share_of="systems",
        chance=0.5,
        undefined_if_constant=False,
        ties="a tie of one alone is wrong, a tie of both is right",
        source="kocmi-etal-2021-ship",
    ),
    CoefficientFacts(
        "spa",
        "soft pairwise accuracy (SPA)",
        "SPA",
        _SYSTEM,
        low=0.0,
        chance=0.5,
        ranks=False,
        undefined_if_constant=False,
        of_system_scores=False,
        least_inputs=30,
        source="thompson-etal-2024-improving",
    ),
    CoefficientFacts(
        "gap_tau",
        "Kendall's tau-b of pairs of systems by score gap",
        "τ-gap",
        _SYSTEM,
        options={"low": 0.0, "high": 1.0},
        example="high=.3",
        ties="pairs that tie count for neither side, and are corrected for",
        source="deutsch-etal-2022-examining",
    ),
    CoefficientFacts(
        "unlimited_pearson",
        "Pearson's r with unlimited inputs",
        "r∞",
        {"system": ()},
        ranks=False,
        fisher_scaled=True,
        of_system_scores=False,
        unlimited_inputs=True,
        source="spearman-1904-proof",
    ),
    CoefficientFacts(
        "pdp",
        "Pearson's r of pairwise differences (PDP)",
        "PDP",
        _INPUT,
        ranks=False,
    ),
    CoefficientFacts(
        "darr",
        "Kendall-like tau of relative rankings (DARR)",
        "τ-DARR",
        _INPUT,
        undefined_if_constant=False,
        options={"threshold": DARR_THRESHOLD},
        ties="pairs that people do not separate are left out, and a tie of the metric is wrong",
        source="ma-etal-2019-results",
    ),
)
"""Every coefficient; a new one is declared here, and all else follows (docs/add_a_coefficient.md)."""

_KNOWN = {facts.name: facts for facts in FACTS}

NAMES = tuple(_KNOWN)
"""Every coefficient, without options."""

CORRELATIONS = tuple(facts.name for facts in FACTS if not facts.pairs and not facts.labels)
"""Those that are a correlation of two vectors, at every level."""

FISHER_SCALED = tuple(facts.name for facts in FACTS if facts.fisher_scaled)
"""Those whose differences are taken on Fisher's scale."""

DEFAULT_COEFFICIENTS = ("pearson", "spearman", "kendall")

PAIR_CHOICES, LABEL_CHOICES = (
    ", ".join(
        f"{facts.name} (:{facts.example})" if facts.example else facts.name
        for facts in FACTS
        if getattr(facts, kind)
    )
    for kind in ("pairs", "labels")
)
"""What help texts say of the coefficients over pairs, and of those where people give labels."""

_OPTION = re.compile(r"\s*[A-Za-z_]\w*\s*=")


@functools.lru_cache(maxsize=256)
def coefficient_facts(name: str) -> CoefficientFacts:
    """Return what there is to know of a coefficient.

    Parameters
    ----------
    name : str
        A name of `NAMES`, with options after a colon where it has some.

    Raises
    ------
    ArgumentError
        If the name or an option is unknown, or a value is outside its range.
    """
    base, colon, spelled = name.partition(":")
    known = _KNOWN[check_choice("coefficient", base.strip(), tuple(_KNOWN))]
    if not colon:
        return known
    if not known.options:
        raise ArgumentError(f"`coefficient` '{base}' is the whole name; '{name}' adds options.")
    options = dict(known.options)
    for part in spelled.split(","):
        key, _, value = (piece.strip() for piece in part.partition("="))
        options[check_choice(f"option of {base}", key, tuple(options))] = _number(name, key, value)
    return _with_options(known, options)


def check_coefficients(coefficients: str | Sequence[str]) -> tuple[str, ...]:
    """Return coefficient names as a tuple, options spelled one way.

    Parameters
    ----------
    coefficients : str or sequence of str
        An option that stands alone, as a comma leaves it, belongs to the name before it: ``['gap_tau:low=0.1',
        'high=0.3']`` is one coefficient.

    Raises
    ------
    ArgumentError
        If one is unknown or none is given, or an option is wrong.
    """
    joined: list[str] = []
    given: tuple[Any, ...] = (coefficients,) if isinstance(coefficients, str) else tuple(coefficients)
    for name in given:
        if not isinstance(name, str):
            check_choice("coefficient", name, NAMES)
        if joined and ":" in joined[-1] and _OPTION.match(name):
            joined[-1] = f"{joined[-1]},{name}"
        else:
            joined.append(name)
    if not joined:
        raise ArgumentError("`coefficient` must name at least one coefficient.")
    return tuple(dict.fromkeys(coefficient_facts(name).name for name in joined))


def coefficients_at(level: str, coefficients: Sequence[str]) -> tuple[str, ...]:
    """Return those of some coefficients that exist at a level."""
    return tuple(name for name in coefficients if level in coefficient_facts(name).swaps)


def swappable_at(level: str, coefficients: Sequence[str], swap: str) -> tuple[str, ...]:
    """Return those of some coefficients that have a permutation test at a level with a swap (`resample.SWAPS`)."""
    return tuple(name for name in coefficients if swap in coefficient_facts(name).swaps.get(level, ()))


def check_level_of(coefficient: str, level: str) -> None:
    """Check that a coefficient exists at a level.

    Raises
    ------
    UnsupportedMethodError
        If it does not; the message names the levels where it does.
    """
    levels = coefficient_facts(coefficient).levels
    if level not in levels:
        raise UnsupportedMethodError(
            f"{coefficient} exists at other levels than {level}: {listing(levels)}. Ask for that level "
            "(--level)."
        )


def check_swap_of(coefficient: str, level: str, swap: str) -> None:
    """Check that a coefficient has a permutation test at a level with a swap.

    Raises
    ------
    UnsupportedMethodError
        If it has none; the message names those it has.
    """
    check_level_of(coefficient, level)
    swaps = coefficient_facts(coefficient).swaps[level]
    if swap not in swaps:
        others = f"Swap {' or '.join(swaps)}, or use" if swaps else "Use"
        raise UnsupportedMethodError(
            f"no permutation test of {coefficient} at the {level} level swaps {swap}: {why_not_swapped(coefficient)}. "
            f"{others} the paired bootstrap."
        )


def why_not_swapped(coefficient: str) -> str:
    """Return why scores of two metrics do not change places."""
    reason = "has noise" if coefficient_facts(coefficient).unlimited_inputs else "ties within a threshold"
    return f"every metric {reason} of its own, so that scores of two metrics cannot be mixed"


def _number(name: str, key: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        raise ArgumentError(f"`coefficient` '{name}': {key} must be a number; it is {value!r}.") from None
    if not math.isfinite(number):
        raise ArgumentError(f"`coefficient` '{name}': {key} must be finite.")
    return number


def _with_options(known: CoefficientFacts, options: dict[str, float]) -> CoefficientFacts:
    default = {key: value for key, value in known.options.items() if not math.isnan(value)}
    changed = {
        key: value for key, value in options.items() if not math.isnan(value) and value != default.get(key)
    }
    spelled = ",".join(f"{key}={value:.12g}" for key, value in changed.items())
    name = f"{known.name}:{spelled}" if spelled else known.name
    describe = _of_labels if known.labels else _of_threshold if "threshold" in options else _of_gaps
    words = describe(name, known.words, options, changed)
    found = dataclasses.replace(known, name=name, words=words, options=options)
    # calls from a given threshold on are scores like others
    return (
        dataclasses.replace(found, swaps=_OUTPUTS, smooth=True)
        if known.called and "threshold" in changed
        else found
    )


def _of_labels(name: str, words: str, options: Mapping[str, float], changed: Mapping[str, float]) -> str:
    del name, options
    said = {"cut": "with human scores from {:g} on as positive", "threshold": "at the threshold {:g}"}
    parts = [said[key].format(value) for key, value in changed.items()]
    return " ".join([words, *parts])


def _of_threshold(name: str, words: str, options: Mapping[str, float], changed: Mapping[str, float]) -> str:
    if options["threshold"] <= 0:
        raise ArgumentError(f"`coefficient` '{name}': threshold must be positive.")
    return f"{words}, from {options['threshold']:g} points on" if changed else words


def _of_gaps(name: str, words: str, options: Mapping[str, float], changed: Mapping[str, float]) -> str:
    low, high = options["low"], options["high"]
    if not 0 <= low < high <= 1:
        raise ArgumentError(
            f"`coefficient` '{name}': low and high are shares of the pairs of systems, 0 <= low < high <= 1."
        )
    if not changed:
        return words
    return f"Kendall's tau-b of pairs of systems at score gaps from {100 * low:g}% to {100 * high:g}%"
