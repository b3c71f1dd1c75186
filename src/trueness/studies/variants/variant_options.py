"""The options that a variant's name spells, and which of them the optimal variants have (Graham 2015, Table 2)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from trueness.data.scores.aggregate_columns import split_aggregate
from trueness.errors import ArgumentError
from trueness.metrics.rouge.variant import RougeVariant


class VariantOptions(NamedTuple):
    """How a variant of ROUGE is computed.

    Attributes
    ----------
    stem, stop, part, aggregate, type : str
        ``stemmed`` or ``not stemmed``; stop words ``removed`` or ``kept``; ``precision``, ``recall`` or ``f``; how
        scores of systems come about; what is counted, as names spell it.
    """

    stem: str
    stop: str
    part: str
    aggregate: str
    type: str


def variant_options(name: str, aggregate: str = "mean") -> VariantOptions | None:
    """Return the options of a variant by its name, None for a metric that is no variant of ROUGE.

    Parameters
    ----------
    name : str
        With or without the word for scores of systems: ``rouge2_stem_recall:median``.
    aggregate : str
        How scores of systems come about where the name does not say it.

    Examples
    --------
    >>> variant_options("rouge2_stem_recall:median").aggregate, variant_options("bleu")
    ('median', None)
    """
    base, word = split_aggregate(name)
    try:
        variant = RougeVariant.parse(base)
    except ArgumentError:  # a metric of somebody else, whose name begins like one of ROUGE
        return None
    if variant is None:
        return None
    return VariantOptions(
        stem="stemmed" if variant.stem else "not stemmed",
        stop="removed" if variant.stop else "kept",
        part=variant.part,
        aggregate=word or aggregate,
        type=variant.type,
    )


@dataclasses.dataclass(frozen=True)
class OptionShare:
    """How many optimal variants have a value of an option.

    Attributes
    ----------
    option, value : str
    n_variants, n_optimal : int
        Variants with that value, and the optimal ones among them.
    share : float
        Of all optimal variants; NaN where there are none.
    """

    option: str
    value: str
    n_variants: int
    n_optimal: int
    share: float


def option_shares(variants: Iterable[VariantOptions], optimal: Sequence[bool]) -> list[OptionShare]:
    """Return how the optimal variants are spread over the values of every option, the most frequent value first.

    Parameters
    ----------
    variants : iterable of VariantOptions
    optimal : sequence of bool
        Whether no other metric outperforms each.
    """
    listed = list(variants)
    every = sum(optimal)
    found = []
    for option in VariantOptions._fields:
        values = [getattr(one, option) for one in listed]
        shares = []
        for value in dict.fromkeys(values):
            best = [good for own, good in zip(values, optimal, strict=True) if own == value]
            shares.append(
                OptionShare(
                    option=option,
                    value=value,
                    n_variants=len(best),
                    n_optimal=sum(best),
                    share=sum(best) / every if every else float("nan"),
                )
            )
        found += sorted(shares, key=lambda row: -row.n_optimal)
    return found
