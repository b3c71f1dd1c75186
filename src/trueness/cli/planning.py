"""From the words on the command line to a plan: of a pilot, or of assumed standard deviations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trueness.parallel import TextProgress, Watch
    from trueness.studies.planning.plan_rows import Plan

NUMBERS = ("systems", "inputs", "annotators")

ASSUMED_SIZES = {"systems": [8, 16, 32], "inputs": [50, 200], "annotators": [1, 3]}
"""Designs where nothing is known and none are named."""


def found_plan(given: dict[str, Any], watch: Watch, progress: TextProgress | None) -> Plan:
    """Return the plan that the options of the command ask for.

    Parameters
    ----------
    given : dict
        The options; those of sources and of the question are taken out.
    watch, progress : callable
        As `shown_progress` yields them.

    Raises
    ------
    ArgumentError
        If neither a pilot nor assumptions are given, or both, or a word is no number.
    """
    from trueness.cli.reading import read_given
    from trueness.errors import ArgumentError
    from trueness.studies.planning.plan_from_pilot import plan_from_pilot

    given |= {key: whole_numbers(key, given[key]) for key in NUMBERS}
    assumed = assumptions(given.pop("assume"))
    given["rng"] = given.pop("seed")
    if assumed is not None:
        if given["scores"]:
            raise ArgumentError("a plan is of a pilot or of assumptions (--assume), not of both.")
        return _of_assumptions(assumed, given, watch)
    if not given["scores"]:
        raise ArgumentError(
            "name a pilot table, or give standard deviations (--assume quality=.5,annotator=1)."
        )
    table, *_ = read_given(given, progress, texts=True)
    return plan_from_pilot(table, progress=watch("simulating designs"), **given)


def _of_assumptions(assumed: dict[str, float], given: dict[str, Any], watch: Watch) -> Plan:
    from trueness.cli.options import SOURCES
    from trueness.errors import ArgumentError
    from trueness.statistics.level_names import check_levels
    from trueness.studies.planning.assumed_model import assumed_model
    from trueness.studies.planning.plan import plan

    for key in ("human", "metrics"):
        if given.pop(key) is not None:
            raise ArgumentError(f"--{key} names a scorer of a pilot; with --assume there is none.")
    asked = {key: value for key, value in given.items() if key not in SOURCES}
    asked |= {key: asked[key] or ASSUMED_SIZES[key] for key in NUMBERS}
    asked["level"] = check_levels(asked["level"])[0]
    return plan(assumed_model(assumed), progress=watch("simulating designs"), **asked)


def assumptions(given: list[str] | None) -> dict[str, float] | None:
    """Return what is assumed, ``quality=.5,annotator=1``; None where nothing was said.

    Raises
    ------
    ArgumentError
        If a word is not NAME=NUMBER, or a name is given twice.
    """
    from trueness.cli.options import words
    from trueness.errors import ArgumentError

    if given is None:
        return None
    found: dict[str, float] = {}
    for word in words(given) or ():
        name, _, value = word.partition("=")
        try:
            number = float(value)
        except ValueError:
            raise ArgumentError(f"--assume takes NAME=NUMBER, separated by commas, not '{word}'.") from None
        if name.strip() in found:
            raise ArgumentError(f"--assume names '{name.strip()}' twice.")
        found[name.strip()] = number
    return found


def whole_numbers(name: str, given: list[str] | None) -> list[int] | None:
    """Return numbers given on the command line, also several in one word.

    Raises
    ------
    ArgumentError
        If one is no whole number.
    """
    from trueness.cli.options import words
    from trueness.errors import ArgumentError

    found = words(given)
    if not found:
        return None
    if not all(word.isdecimal() and word.isascii() for word in found):
        raise ArgumentError(
            f"`{name}` must be whole numbers, separated by commas, not '{','.join(given or ())}'."
        )
    return [int(word) for word in found]
