"""From the words on the command line to what is certified, and from what was found to pages and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trueness.parallel import TextProgress
    from trueness.studies.simulation.certify import Certification, CertificationSettings
    from trueness.studies.simulation.scenario import Scenario

CLIPPED = 0.1
"""Above this share of variance set to zero, data fitted to a table are not much like it."""


def check_certifying(given: Mapping[str, Any]) -> None:
    """Check, before any work, what will be written, and that a question about scores has scores.

    Raises
    ------
    ArgumentError
        If scorers are named without a table, two options name one file, both a page and JSON are asked for, or what is
        kept without saying where.
    FormatError
        If a file cannot be written.
    """
    from trueness.cli.targets import check_targets
    from trueness.errors import ArgumentError

    targets = {f"--{key}": given[key] for key in ("out", "rates", "coverages") if given[key] is not None}
    check_targets(targets, given["fit"] or ())
    if given["json"] and given["out"] is not None:
        raise ArgumentError("--out writes the page and --json prints numbers in its place; give one of them.")
    if given["kept"] and given["folder"] is None:
        raise ArgumentError("--kept shows what a folder holds; name it (--folder).")
    for key in ("human", "metrics"):
        if given[key] is not None and not given["fit"]:
            raise ArgumentError(f"--{key} names scorers of a table; give one (--fit).")


def settings_given(given: Mapping[str, Any]) -> CertificationSettings:
    """Return what is certified, and how thoroughly.

    Raises
    ------
    ArgumentError
        If a number is out of range, or there is no such level or coefficient.
    UnsupportedMethodError
        If there is no such test or interval.
    """
    from trueness.cli.options import words
    from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice, check_integer
    from trueness.methods.studied import studied_interval, studied_test
    from trueness.statistics.level_names import check_levels
    from trueness.studies.planning.plan_settings import COEFFICIENTS
    from trueness.studies.simulation.certified_scenarios import LEVELS
    from trueness.studies.simulation.certify import CertificationSettings

    chosen = {
        field: tuple(() if asked == ["none"] else asked)
        for field, key in (
            ("tests", "tests"),
            ("intervals", "intervals"),
            ("coefficients", "coefficient"),
            ("levels", "level"),
        )
        if (asked := words(given[key])) is not None
    }
    if "levels" in chosen:
        chosen["levels"] = check_levels(chosen["levels"])
        for level in chosen["levels"]:
            check_choice("level", level, LEVELS)
    for coefficient in chosen.get("coefficients", ()):
        check_choice("coefficient", coefficient, COEFFICIENTS)
    settings = CertificationSettings(
        **chosen,
        runs=check_integer("runs", given["runs"], minimum=1),
        resamples=check_integer("resamples", given["resamples"], minimum=39),
        seed=1 if given["seed"] is None else given["seed"],
    )
    for test in settings.tests:
        studied_test(test)
    for interval in settings.intervals:
        studied_interval(interval)
    if not settings.tests and not settings.intervals:
        raise ArgumentError("there is neither a test nor an interval to certify.")
    if not settings.cells("tests") and not settings.intervals:
        raise UnsupportedMethodError(
            "none of the tests exists at this level, for this coefficient; ask for others (--level, --coefficient)."
        )
    return settings


def scenarios_given(given: dict[str, Any], progress: TextProgress | None) -> tuple[list[Scenario], list[str]]:
    """Return the scenarios of the grid, those fitted to the user's table, and what has to be known of these.

    Raises
    ------
    ArgumentError
        If there is no such grid, or fewer than two metrics.
    DataError, UnknownNameError
        If the scores cannot be read, or no human can be chosen.
    """
    from trueness.cli.reading import read_given
    from trueness.studies.selection import choose_human, choose_metrics
    from trueness.studies.simulation.certified_scenarios import certified_scenarios, fitted_scenarios

    fit = given.pop("fit")
    grid = given["grid"] or (None if fit else "quick")
    scenarios = [] if grid is None else certified_scenarios(grid)
    if not fit:
        return scenarios, []
    given["scores"] = fit
    table, *_ = read_given(given, progress, texts=True)
    human = choose_human(table, given["human"])
    fitted = fitted_scenarios(table, human, choose_metrics(table, given["metrics"], human))
    said = [
        f"{one.scenario.name}: {one.clipped:.0%} of the variance had to be set to zero; these data are not much like "
        "the table."
        for one in fitted
        if one.clipped > CLIPPED
    ]
    return [*scenarios, *(one.scenario for one in fitted)], said


def show_certified(found: Certification, cautions: Sequence[str], given: Mapping[str, Any]) -> None:
    """Print or write what was found."""
    import sys

    from trueness.cli.showing import say, write, write_json
    from trueness.reporting.certification_page import certification_page
    from trueness.reporting.write_atomically import write_atomically
    from trueness.result import jsonable
    from trueness.studies.simulation.certified_coverages import coverages_csv, summarised_coverages
    from trueness.studies.simulation.certified_rates import rates_csv, summarised_rates

    for caution in cautions:
        sys.stderr.write(f"trueness: warning: {caution}\n")
    written = {}
    if given["rates"] is not None:
        written["rates"] = write_atomically(given["rates"], rates_csv(summarised_rates(found.rates)))
    if given["coverages"] is not None:
        table = coverages_csv(summarised_coverages(found.coverages))
        written["coverages"] = write_atomically(given["coverages"], table)
    if given["json"]:
        write_json([{**jsonable(row), "signature": str(found.signature)} for row in found.rows()])
        return
    if given["out"] is None:
        write(certification_page(found))
    else:
        written = {"page": write_atomically(given["out"], certification_page(found)), **written}
    for kind, path in written.items():
        say(f"{kind}  {path}")
