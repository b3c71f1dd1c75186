"""What is learned from what, and how it is tried."""

from __future__ import annotations

import dataclasses
from typing import Any, Self

from trueness.data.scores.patterns import split_patterns
from trueness.errors import ArgumentError, check_choice
from trueness.learning.labelled import LEVELS, OVERS
from trueness.learning.network import WIDTHS
from trueness.learning.registry import BEST_SINGLE, LEARNERS
from trueness.statistics.coefficients import COEFFICIENTS
from trueness.studies.learn.presets import FREE, PRESETS
from trueness.study.preset import refuse_other_than_preset, with_preset
from trueness.study.setting import (
    StudySettings,
    again,
    fixed,
    one_of,
    optional,
    setting,
    whole,
    words,
)
from trueness.study.setting_groups import InGroups, OfConfidence, OfTests

LEARN = "Learning"
"""The heading under which the command lists options that only learning has."""

UNITS = f"{', '.join(str(units) for units in WIDTHS[:-1])} or {WIDTHS[-1]}"


@dataclasses.dataclass(frozen=True)
class LearnSelection(InGroups):
    """What is learned from what."""

    humans: tuple[str, ...] | None = setting(
        None,
        "Human scorers to predict, each by a metric of its own: names or shell patterns.",
        check=words,
        several=True,
        split=split_patterns,
        keyword="human",
        default_words="all that the data declare",
    )
    metrics: tuple[str, ...] | None = setting(
        None,
        "Metrics to learn from: names or shell patterns. Of texts: what is computed.",
        check=words,
        several=True,
        split=split_patterns,
        flag="--features",
        default_words="all scorers that are not declared human; with --vectors none",
    )
    vectors: str | None = setting(
        None,
        "A metric of centroids, cent_e:vectors=PATH: the differences of the centroids of references and outputs are "
        "features, too. Needs --texts.",
    )


def _learners(argument: str, value: Any) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(words(argument, value) or ()))
    if not found:
        raise ArgumentError(f"`{argument}` must name at least one learner: {', '.join(LEARNERS)}.")
    for name in found:
        check_choice(argument, name, tuple(LEARNERS))
    return found


def _overs(argument: str, value: Any) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(words(argument, value) or ()))
    if not found:
        raise ArgumentError(f"`{argument}` must name what is held out: {', '.join(OVERS)}.")
    for name in found:
        check_choice(argument, name, OVERS)
    return found


def _units(argument: str, value: Any) -> int:
    if value not in WIDTHS:
        raise ArgumentError(f"`{argument}` must be {UNITS}; it is {value!r}.")
    return int(value)


@dataclasses.dataclass(frozen=True)
class LearnSettings(OfConfidence, StudySettings):
    """How it is learned and tried; the defaults are the recommended ones.

    Attributes
    ----------
    preset : str or None
        The publication whose options these are (see `presets`).
    resamples, seed : int
        None are drawn: resamples are 0.
    """

    learners: tuple[str, ...] = setting(
        ("ridge",),
        "How it is learned; the first is kept by --out. "
        + ", ".join(n for n in LEARNERS if n != BEST_SINGLE)
        + ".",
        check=_learners,
        several=True,
        keyword="learner",
        default_words="ridge",
        panel=LEARN,
    )
    over: tuple[str, ...] = setting(
        OVERS,
        "What is held out, and so what a finding generalises to. Other inputs for these systems; other systems on "
        "these inputs; other systems on other inputs (both).",
        check=_overs,
        several=True,
        default_words="inputs, systems and both",
        panel=LEARN,
    )
    mean: bool = setting(default=False, text="Learn the mean of the human scores, too.", panel=LEARN)
    level: str = setting("global", "At which level agreement is measured.", choices=LEVELS)
    coefficient: str = setting("spearman", "How agreement is measured.", choices=COEFFICIENTS)
    folds: int = setting(5, "Parts that are held out one after the other.", check=whole(2), panel=LEARN)
    repeats: int = setting(10, "Times that everything is split anew.", check=whole(1), panel=LEARN)
    brief: bool = setting(
        default=False,
        text="Leave out what explains a learned metric: importance and families of features, more labels, calibration, "
        "what a label is worth.",
        panel=LEARN,
    )
    network_units: int = setting(
        WIDTHS[-1],
        f"Of networks, the most units of a layer that are tried: {UNITS}. With half of them a search takes a third of "
        "the time.",
        check=_units,
        panel=LEARN,
    )
    network_draws: int = setting(
        12, "Of networks, how often dropout and penalty are drawn.", check=whole(1), panel=LEARN
    )
    preset: str | None = setting(
        None,
        "All options of a publication at once. Another value for one of them is refused, but for --network-draws.",
        check=optional(one_of(tuple(PRESETS))),
        choices=tuple(PRESETS),
        flag="--as",
    )
    correction: str = again(OfTests, "correction")
    alpha: float = again(OfTests, "alpha")
    resamples: int = fixed(0)

    @classmethod
    def of(cls, *, rng: Any = None, **given: Any) -> Self:
        """Build from keyword arguments by the names of fields or of arguments; None stands for the default.

        With a preset, what is not given is as the publication has it.
        """
        return super().of(rng=rng, **with_preset(cls, PRESETS, given))

    def _refuse(self) -> None:
        super()._refuse()
        refuse_other_than_preset(self, LearnSettings, PRESETS, FREE)
