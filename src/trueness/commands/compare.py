"""`trueness compare` and `demo`: how far metrics agree with people, and which agrees better."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.cli.idle_options import CORRELATIONS, ESTIMATES, SYSTEM_SCORES, TESTED, Idle, check_idle
from trueness.cli.options import (
    ASK,
    PRINT,
    REPORT,
    RUNNING,
    SOURCES,
    WORKERS,
    option,
    setting_options,
    takes,
    words,
)
from trueness.cli.study_command import StudyCommand, naming_the_human, printing_options, texts_options
from trueness.studies.compare.paper_form import NAME as PAPER
from trueness.studies.compare.paper_options import IN_PAPERS, OF_PAPERS, paper_form
from trueness.studies.compare.rows import CompareResult
from trueness.studies.compare.settings import Settings
from trueness.studies.facets.rows import FacetsResult
from trueness.studies.facets.settings import FacetsSelection
from trueness.study.setting import TEST, StudySettings, settings_of

if TYPE_CHECKING:
    from trueness.reporting.view import View
    from trueness.studies.compare.view import ComparisonView
    from trueness.studies.facets.view import FacetsView

COMPARE = setting_options(FacetsSelection, Settings)
DRAWN = setting_options(StudySettings)
COMPARE_TABLES = (PAPER, *CompareResult.TABLES)
FACET_TABLES = (PAPER, *FacetsResult.TABLES)
ALL_OF_THEM = dict.fromkeys((*COMPARE_TABLES, *FACET_TABLES))
PRINTING = printing_options(tuple(ALL_OF_THEM))
BEST = {
    "top": option(
        int | None, "--top", "How many metrics of each level are shown, default 10; 0 for all.", PRINT
    ),
    "sort": option(
        str | None, "--sort", "The coefficient that they are sorted by, default the first; or name.", PRINT
    ),
}
"""Which metrics a terminal shows."""


TEXTS = texts_options(
    "File (or data set) of the outputs, a few of which are then shown on the page: system, input, output; not "
    "needed where texts are scored."
)
"""What was scored."""

UNTESTED = {
    "no_tests": option(
        bool,
        "--no-tests",
        "Correlate, with intervals, and test nothing: quick for many metrics.",
        TEST,
        default=False,
    )
}
"""Whether metrics are compared at all."""

OF_TESTS = tuple(
    Idle(one.keyword, lambda given: given["no_tests"], "with `no_tests` nothing is tested.")
    for one in (*settings_of(Settings), *settings_of(FacetsSelection))
    if one.panel == TEST
)
"""Of correlations without tests."""

READ_ON_A_PAGE = (
    Idle("texts", lambda given: given["out"] is None, "they are read on a page. Name one (`out`)."),
)


OPTIONS = (SOURCES, TEXTS, COMPARE, UNTESTED, WORKERS, RUNNING, PRINTING, BEST, OF_PAPERS)


@takes(*OPTIONS)
def compare(**given: Any) -> None:
    """Test which metrics agree better with people than others."""
    check_idle(given, OF_TESTS, IN_PAPERS)
    with naming_the_human("compare", given, *OPTIONS):
        tests = not given.pop("no_tests")
        _answer(given, (CORRELATIONS, SYSTEM_SCORES, TESTED if tests else ESTIMATES), tests=tests)


NEURAL = {
    "neural": option(
        str | None,
        "--neural",
        "Score with BERTScore and MoverScore, too, by the states of this model: a folder or a name on the hub, with "
        "',layer=K' behind it where bert_score has no layer for it (needs the extra 'neural').",
        ASK,
    )
}
"""What a demonstration may take minutes for."""


@takes({**REPORT, "out": (REPORT["out"][0], Path("trueness-demo.html"))}, NEURAL, DRAWN, WORKERS, RUNNING)
def demo(**given: Any) -> None:
    """Score and compare on a small bundled benchmark, offline.

    What is found is written as a page.
    """
    from trueness.data.datasets.load import load_dataset_texts
    from trueness.data.files.kept_file import cache_folder
    from trueness.metrics.scoring.keeping_scores import keeping_scores
    from trueness.sources.dataset_scores import dataset_scores
    from trueness.sources.origin import Origin
    from trueness.sources.source import Source
    from trueness.studies.compare.view import ComparisonView

    metrics = _with_neural(given.pop("neural"))
    command = StudyCommand("compare", given)
    with command.working():
        source = dataclasses.replace(Source.dataset("pocket"), metrics=metrics)
        command.data["scores"] = Origin.of([source])
        seed = 1 if given["seed"] is None else given["seed"]  # everybody sees the same demo
        with keeping_scores(cache_folder()):
            table = dataset_scores("pocket", metrics=metrics or None, progress=command.progress)
        result = command.ask(table, human="coverage", rng=seed)
    command.show(result, ComparisonView().with_texts(load_dataset_texts("pocket")))


def _with_neural(model: str | None) -> tuple[str, ...]:
    """Return the usual metrics and two of a model, checked before any work is done; nothing without a model."""
    from trueness.metrics.scoring.registry import default_names, get_metrics

    if model is None:
        return ()
    named, _, _ = model.partition(",layer=")
    neural = (f"bertscore_f:model={model}", f"moverscore_v2:model={named}")
    return tuple(metric.name for metric in get_metrics([*default_names(), *neural]))


def _answer(given: dict[str, Any], rules: Iterable[Iterable[Idle]], *, tests: bool) -> None:
    """Compare the metrics of the scores named, by one human scorer or several or by groups; show what was found."""
    from trueness.data.scores.patterns import split_patterns
    from trueness.errors import ArgumentError
    from trueness.study.people_among import seen_in

    humans = split_patterns(given["human"]) or []
    study = "compare" if given["by"] is None and len(humans) < 2 else "facets"
    if given["by"] is None and given["smallest_group"] is not None:
        raise ArgumentError("--smallest-group needs --by: add it, or leave --smallest-group out.")
    if study == "facets":
        FacetsSelection.of(human=humans or None, by=given["by"])  # checked before anything takes time
        if given["texts"] is not None:
            raise ArgumentError(
                "`texts` go with one human scorer and all groups together: leave them out, or --by."
            )
    else:
        given["human"] = humans[0] if humans else None
        if given.get("contrast") is not None:
            raise ArgumentError(
                "--contrast asks whether a lead differs between groups, annotators or human scores, and here there is "
                "one. Name a grouping column (--by), or several human scores (--human)."
            )
    view: View[Any] = _view(given, study)
    tables = FACET_TABLES if study == "facets" else COMPARE_TABLES
    command = StudyCommand(study, given, tables)
    command.refuse_idle(*rules)
    check_idle(command.printing | {"texts": given["texts"]}, READ_ON_A_PAGE)
    with command.working():
        table = command.scores()
        unnamed_system = not table.has_systems
        texts = command.texts_beside(unnamed_system=unnamed_system)
        result = command.ask(table if texts is None else seen_in(table, texts), tests=tests)
        if texts is None and study == "compare" and command.printing["out"] is not None:
            texts = command.scored_texts(unnamed_system=unnamed_system)
        command.data.pop("texts", None)  # they are read, and nothing is computed from them
        if texts is not None:
            view = view.with_texts(texts)
    command.show(result, view)


def _view(given: dict[str, Any], study: str) -> ComparisonView | FacetsView:
    """Return how the result is shown, checked before any work is done, taking the options of it out of `given`."""
    from trueness.errors import check_choice, check_integer
    from trueness.statistics.coefficient_facts import DEFAULT_COEFFICIENTS
    from trueness.studies.compare.standing_table import BY_NAME, TOP
    from trueness.studies.compare.view import ComparisonView
    from trueness.studies.facets.view import FacetsView

    top, sort = given.pop("top", None), given.pop("sort", None)
    if top is not None:
        check_integer("top", top, minimum=0)
    if sort is not None:
        check_choice("sort", sort, (*(words(given["coefficient"]) or DEFAULT_COEFFICIENTS), BY_NAME))
    kind: type[ComparisonView | FacetsView] = FacetsView if study == "facets" else ComparisonView
    return kind(
        top=(top or None) if top is not None else TOP,
        sort=sort,
        paper=paper_form(given, sort),
    )
