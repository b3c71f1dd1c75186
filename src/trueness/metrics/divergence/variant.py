"""A divergence and its name."""

from __future__ import annotations

import dataclasses
import math
import re
from typing import Literal, Self, cast

from trueness.errors import ArgumentError, listing
from trueness.metrics.divergence.counts import Words

References = Literal["pooled", "mean", "best"]

DELTA = 0.0005
"""What smoothing adds to every count of a Kullback–Leibler divergence unless the name says otherwise."""

_NAME = re.compile(
    r"(?P<kind>js|kl)(?P<order>[1-4])"
    r"(?:_(?P<direction>source|output_reference|reference_output|output_source|source_output))?"
    r"(?:(?P<stem>_stem)?(?P<stop>_stop)?|_(?P<summeval>summeval))"
)


@dataclasses.dataclass(frozen=True, slots=True)
class DivergenceVariant:
    """What is compared with what, by which divergence.

    Attributes
    ----------
    kind : {'js', 'kl'}
        Jensen–Shannon or Kullback–Leibler.
    order : int
        The length of the n-grams.
    against : {'reference', 'source'}
        What an output is compared with.
    output_first : bool
        Whether D(output || other) is taken, for 'kl'.
    words : {'all', 'stem', 'stop', 'stem_stop', 'summeval'}
        Which words are counted (see `ngram_counts`).
    refs : {'pooled', 'mean', 'best'}
        Of several references: one distribution of all, the mean divergence, or the smallest.
    delta : float
        What smoothing adds to every count.
    base : float
        Of the logarithm.
    """

    kind: Literal["js", "kl"]
    order: int
    against: Literal["reference", "source"]
    output_first: bool
    words: Words
    refs: References
    delta: float
    base: float = math.e

    @property
    def name(self) -> str:
        """The name, with options that differ from the default."""
        if self.kind == "js":
            direction = "_source" if self.against == "source" else ""
        elif self.output_first:
            direction = f"_output_{self.against}"
        else:
            direction = f"_{self.against}_output"
        words = "" if self.words == "all" else f"_{self.words}"
        options = []
        if self.refs != _default_refs(self.words):
            options.append(f"refs={self.refs}")
        if self.delta != _default_delta(self.kind):
            options.append(f"delta={self.delta:g}")
        if self.base != math.e:
            options.append(f"base={self.base:g}")
        return f"{self.kind}{self.order}{direction}{words}{':' if options else ''}{','.join(options)}"

    @classmethod
    def parse(cls, name: str) -> Self | None:
        """Return the divergence of a name, None if it is no divergence's.

        Raises
        ------
        ArgumentError
            If an option in the name makes no sense.
        """
        base, _, options = name.partition(":")
        found = _NAME.fullmatch(base)
        if found is None:
            return None
        direction = found["direction"] or "reference"
        if (found["kind"] == "kl") != ("output" in direction) or (
            found["kind"] == "kl" and found["summeval"]
        ):
            return None
        written = "summeval" if found["summeval"] else "_".join(filter(None, (found["stem"], found["stop"])))
        words = cast("Words", written.replace("__", "_").strip("_") or "all")
        variant = cls(
            kind=cast('Literal["js", "kl"]', found["kind"]),
            order=int(found["order"]),
            against="source" if "source" in direction else "reference",
            output_first=not direction.endswith("_output"),
            words=words,
            refs=_default_refs(words),
            delta=_default_delta(found["kind"]),
        )
        for option in filter(None, options.split(",")):
            key, _, value = option.partition("=")
            variant = variant._with_option(name, key, value)
        return variant

    def _with_option(self, name: str, key: str, value: str) -> Self:
        if key == "refs" and self.against == "reference":
            if value not in {"pooled", "mean", "best"}:
                raise ArgumentError(
                    f"`refs` in '{name}' must be 'pooled', 'mean' or 'best'; it is '{value}'."
                )
            return dataclasses.replace(self, refs=cast("References", value))
        if key == "base":
            if value not in {"2", "10"}:
                raise ArgumentError(f"`base` in '{name}' must be 2 or 10; it is '{value}'. The default is e.")
            return dataclasses.replace(self, base=float(value))
        if key == "delta":
            delta = _positive_number(value)
            if delta is None:
                raise ArgumentError(f"`delta` in '{name}' must be a number above 0; it is '{value}'.")
            return dataclasses.replace(self, delta=delta)
        known = ["refs", "delta", "base"] if self.against == "reference" else ["delta", "base"]
        raise ArgumentError(f"'{name}' has an option '{key}'; those of '{self.name}' are {listing(known)}.")


def _default_refs(words: str) -> References:
    return "mean" if words == "summeval" else "pooled"


def _default_delta(kind: str) -> float:
    return DELTA if kind == "kl" else 0.0


def _positive_number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0 < number < math.inf else None
