"""Options that have no effect beside what others say: refused, so that nobody believes they had one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from trueness.cli.options import SOURCES, words
from trueness.errors import ArgumentError

Given = Mapping[str, Any]


class Idle(NamedTuple):
    """When an option has no effect.

    Attributes
    ----------
    option : str
        As the command receives it.
    when : callable
        Given what the command receives, all of it, says whether the option is without effect; called where the option
        was given.
    why : str or callable
        Names what the option goes with, and so what to do; options in backticks as messages name arguments. A callable
        returns it.
    """

    option: str
    when: Callable[[Given], bool]
    why: str | Callable[[], str]


def check_idle(given: Given, *rules: Iterable[Idle]) -> None:
    """Check that every option that was given has an effect.

    Parameters
    ----------
    given : mapping
        What a command receives; options that were not given are None or False.
    *rules : iterables of Idle
        Those about options that are not there are passed over.

    Raises
    ------
    ArgumentError
        If one has none; the message names it and the one it would need.
    """
    for rule in (rule for group in rules for rule in group):
        if given.get(rule.option) not in (None, False) and rule.when(given):
            why = rule.why if isinstance(rule.why, str) else rule.why()
            raise ArgumentError(f"`{rule.option}` has no effect here: {why}")


def _closed(test: str | None) -> bool:
    from trueness.methods.registry import PAIR_TESTS, pair_test

    return test in PAIR_TESTS and pair_test(str(test)).closed_form


def _resamples(test: str | None) -> bool:
    """Whether a test rests on bootstrap resamples."""
    from trueness.methods.registry import PAIR_TESTS, pair_test

    return test in PAIR_TESTS and pair_test(str(test)).resamples


def _closed_interval(interval: str | None) -> bool:
    from trueness.methods.registry import INTERVALS, interval_method

    return interval in INTERVALS and interval_method(str(interval)).closed_form


def _closed_equivalence(method: str | None) -> bool:
    from trueness.methods.registry import EQUIVALENCE_METHODS, equivalence_method

    if method is None or method not in EQUIVALENCE_METHODS:
        return method is not None  # what is unknown is refused later
    return equivalence_method(method).closed_form


def _nothing_resampled(interval: str | None) -> bool:
    """Whether intervals were asked for that resample nothing."""
    from trueness.methods.registry import INTERVALS, interval_method

    return interval in INTERVALS and not interval_method(str(interval)).resampled


def _of_no_resamples() -> str:
    from trueness.methods.registry import OFFERED_INTERVALS

    *names, last = sorted((name for name in OFFERED_INTERVALS if _nothing_resampled(name)), key=_none_first)
    return f"it says what intervals resample, and `interval` {', '.join(names)} or {last} resamples nothing."


def _none_first(interval: str) -> bool:
    from trueness.methods.interval import NONE

    return interval != NONE


def _nothing_swapped(given: Given) -> bool:
    """Whether no plain permutation test was asked for, neither to decide nor beside."""
    from trueness.methods.registry import PAIR_TESTS, RECOMMENDED, pair_test

    test = given["test"]
    if test in (None, RECOMMENDED) or given.get("beside") not in (None, ["none"]):
        return False
    return test not in PAIR_TESTS or not pair_test(test).standardizes


def _nothing_calibrated(given: Given) -> bool:
    from trueness.statistics.coefficient_facts import coefficient_facts

    return not any(coefficient_facts(name).calibrated for name in words(given.get("coefficient")) or ())


def _no_system_level(given: Given) -> bool:
    return given.get("level") is not None and "system" not in (words(given["level"]) or ())


CALIBRATED = (
    Idle(
        "tie_calibration",
        _nothing_calibrated,
        "it is for acc_eq and tau_eq, and `coefficient` names neither.",
    ),
)
"""Of ties of metrics."""

CORRELATIONS = (
    *CALIBRATED,
    Idle(
        "confidence",
        lambda given: given.get("interval") == "none" and not _closed(given.get("test")),
        "it is that of intervals, and `interval` none asks for none.",
    ),
)
"""Of correlations with intervals."""

SYSTEM_SCORES = (
    Idle(
        "aggregate",
        _no_system_level,
        "it says how systems get their scores at the system level, which `level` leaves out.",
    ),
)
"""Of scores of systems."""

ESTIMATES = (
    Idle(
        "over",
        lambda given: _nothing_resampled(given["interval"]),
        _of_no_resamples,
    ),
    Idle(
        "as_published",
        lambda given: not _closed_interval(given["interval"]),
        "it allows closed forms off the system level, and `interval` names none.",
    ),
)
"""Of correlations that are not tested."""

TESTED = (
    Idle(
        "stop_after",
        _nothing_swapped,
        "it ends plain permutation tests early. Ask for one, by `test` permutation or `beside`, or leave it out.",
    ),
    Idle(
        "standardize",
        _nothing_swapped,
        "scores are put on one scale for plain permutation tests. Ask for one, by `test` permutation or `beside`, or "
        "leave it out.",
    ),
    Idle(
        "test_over",
        lambda given: _closed(given["test"]),
        "a closed form (`test`) neither swaps nor resamples anything.",
    ),
    Idle(
        "as_published",
        lambda given: not _closed(given["test"]) and not _closed_interval(given.get("interval")),
        "it allows closed forms, and neither `test` nor `interval` names one.",
    ),
)
"""Of tests of differences."""

POOLED_TESTS = (
    Idle(
        "standardize",
        _nothing_swapped,
        "scores are put on one scale for permutation tests. Ask for one, by `test` permutation, or leave it out.",
    ),
)
"""Of tests over several tables."""

EQUIVALENT = (
    Idle(
        "smallest_group",
        lambda given: given["by"] is None,
        "there are no groups. Name a grouping column (`by`).",
    ),
    Idle(
        "unmatched",
        lambda given: not given["against"],
        "it is about the outputs of another condition. Name one (`against`).",
    ),
    Idle(
        "test_over",
        lambda given: given["test"] == "none" or _closed(given["test"]),
        "the test of a difference that `test` names neither swaps nor resamples anything.",
    ),
    Idle(
        "over",
        lambda given: (
            _closed_equivalence(given["method"])
            and given["test"] is not None
            and not _resamples(given["test"])
        ),
        "neither the closed form that `method` names nor the test that `test` names resamples over it.",
    ),
    Idle(
        "as_published",
        lambda given: not _closed_equivalence(given["method"]) and not _closed(given["test"]),
        "it allows closed forms, and neither `method` nor `test` names one.",
    ),
)
"""Of equivalence."""


def _no_interval_of_systems(given: Given) -> bool:
    from trueness.methods.registry import SYSTEM_TESTS, system_test

    test = given["test"]
    return not ((test in SYSTEM_TESTS and system_test(str(test)).has_interval) or _people(given))


def _has_zeros(test: str | None) -> bool:
    """Whether it matters to a test of systems what is done with outputs of equal score."""
    from trueness.methods.registry import SYSTEM_TESTS, system_test

    return test in SYSTEM_TESTS and system_test(str(test)).has_zeros


def _people(given: Given) -> bool:
    """Whether people may be told from machines, for which there is always a bootstrap."""
    return given["people"] is not None or given["keep"] == "all"


OF_SYSTEMS = (
    Idle(
        "zeros",
        lambda given: not _has_zeros(given["test"]),
        "it is about signed ranks. Ask for them (`test` wilcoxon), or leave it out.",
    ),
    Idle(
        "confidence",
        _no_interval_of_systems,
        "only `test` t and bootstrap give pairs of systems an interval.",
    ),
)
"""Of systems beside systems."""

OF_ANNOTATORS = (
    Idle(
        "folds",
        lambda given: given.get("calibration") == "none",
        "they are those of the calibration, and `calibration` none asks for none.",
    ),
)
"""Of annotators."""

ASKED = (*CALIBRATED, *SYSTEM_SCORES, *OF_ANNOTATORS)
"""In the command of any study: rules about options that it does not have are passed over."""

ASSUMED = tuple(
    Idle(
        key,
        lambda given: given["assume"] is not None and not given["scores"],
        "it says how a pilot is read, and with `assume` there is none.",
    )
    for key in SOURCES
    if key not in ("scores", "join", "keep", "mirror")  # these have values where nothing was said
)
"""Of a plan without a pilot."""

PAGES = (Idle("title", lambda given: given["out"] is None, "it is that of a page. Name one (`out`)."),)
"""Of pages that need not be written."""

KEPT = (
    Idle(
        "checkpoint",
        lambda given: given["no_checkpoint"],
        "with `no_checkpoint` nothing is kept. Leave one of them out.",
    ),
)
"""Of what is kept of a run."""
