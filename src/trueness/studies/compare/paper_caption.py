"""The table of a paper, of comparisons: its sides, and one sentence that says all of its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trueness.errors import series
from trueness.reporting.view import LEVEL_NAMES, Table
from trueness.reporting.writing.display_names import DisplayNames, display_names, given_names
from trueness.statistics.array_types import Key
from trueness.studies.compare.captions import data_sentence, interval_words, label, tests_words
from trueness.studies.compare.marks import endings, legend
from trueness.studies.compare.paper_form import ERROR, INTERVAL, NAME, PaperForm
from trueness.studies.compare.paper_table import Side, paper_table, ranked_keys
from trueness.studies.compare.published import is_published
from trueness.studies.compare.rows import CompareResult
from trueness.studies.compare.words import generalises_to
from trueness.study.words import CORRECTION_WORDS, coefficient_words


def comparison_paper(comparison: CompareResult, form: PaperForm) -> Table:
    """Return the table of a comparison by one human score."""
    return comparisons_paper(
        {comparison.human: comparison},
        form,
        data=data_sentence(comparison, []),
        label=label(NAME, comparison.human),
    )


def comparisons_paper(
    comparisons: Mapping[str, CompareResult], form: PaperForm, *, data: str, label: str = NAME
) -> Table:
    """Return the table of comparisons of the same metrics, side by side.

    Parameters
    ----------
    comparisons : mapping of str to CompareResult
        By human score, or by group, with the same settings.
    form : PaperForm
    data, label : str
        What the table rests on, and its label for cross-references.
    """
    first = next(iter(comparisons.values()))
    sides = [_side(name, one) for name, one in comparisons.items()]
    metrics = list(dict.fromkeys(name for one in comparisons.values() for name in one.metrics))
    names = display_names(metrics, given_names(form.names, metrics))
    return paper_table(
        sides,
        first.settings.keys,
        form,
        names,
        title=title_words(first.settings.keys),
        caption=_caption(comparisons, sides, form, names),
        data=data,
        label=label,
        endings=dict(zip(metrics, endings(first, metrics), strict=True)),
    )


def title_words(keys: Sequence[Key]) -> str:
    """Return the title of the table, which is not a part of what is pasted."""
    return f"For a paper: {values_words(keys)}"


def values_words(keys: Sequence[Key]) -> str:
    """Return coefficients and levels: ``Pearson's r and Spearman's rho at the system and the input level``."""
    levels: dict[tuple[str, ...], list[str]] = {}
    for level in dict.fromkeys(level for level, _ in keys):
        levels.setdefault(tuple(name for at, name in keys if at == level), []).append(level)
    said = [
        f"{series([coefficient_words(name) for name in names])} "
        f"{'at the ' if all('level' in LEVEL_NAMES[level] for level in found) else ''}{_levels(found)}"
        for names, found in levels.items()
    ]
    text = "; ".join(said)
    return text[:1].upper() + text[1:]


def _levels(levels: Sequence[str]) -> str:
    short = [
        LEVEL_NAMES[level][:1].lower() + LEVEL_NAMES[level][1:].removesuffix(" level") for level in levels
    ]
    return series(short) + (" level" if LEVEL_NAMES[levels[-1]].endswith(" level") else "")


def sentence(
    values: str, beside: Sequence[str], marked: str, sides: Sequence[Side], ranks: str, names: DisplayNames
) -> str:
    """Return the sentence of a table: what its values are, what stands beside them, and what its signs say.

    Parameters
    ----------
    values : str
        Coefficients and levels.
    beside : sequence of str
        What stands beside every value, in words.
    marked : str
        What a metric with a dagger is, such as ``ruled out as the best``; empty where nothing was decided.
    sides : sequence of Side
        Whose metrics may have daggers.
    ranks : str
        What limits of ranks hold for; empty for none.
    names : DisplayNames
    """
    text = values + (f", with {series(list(beside))}" if beside else "")
    said = [text, "bold: the highest of its column"]
    any_marked = any(metrics for side in sides for metrics in side.marked.values())
    said += [f"†: {marked}" if any_marked else f"no metric is {marked}"] if marked else []
    said += [f"ranks: {ranks}"] if ranks else []
    return f"{'; '.join(said)}. {names.legend}".rstrip()


def ranks_words(sides: Sequence[Side], keys: Sequence[Key], form: PaperForm, correction: str) -> str:
    """Return what limits of ranks hold for; empty where none are shown."""
    shown = ranked_keys(sides, keys, form)
    if not shown:
        return ""
    of = ""
    if len(shown) == 1:
        (side, (_, coefficient)), *_ = shown
        of += f" by {coefficient_words(coefficient)}" if len(keys) > 1 else ""
        of += f" with ‘{side}’" if len(sides) > 1 else ""
    return f"limits{of} that hold for all metrics at once, from the same tests with {CORRECTION_WORDS[correction]}"


def _caption(
    comparisons: Mapping[str, CompareResult], sides: Sequence[Side], form: PaperForm, names: DisplayNames
) -> str:
    first = next(iter(comparisons.values()))
    settings = first.settings
    beside = []
    method = settings.interval_method
    if INTERVAL in form.beside and method.words:
        beside.append(f"its {interval_words(first)}")
    if ERROR in form.beside:
        whose = "the same resamples" if method.resampled else f"the {method.words}"
        beside.append(f"its standard error (SE) by {whose}")
    if beside:
        beside[-1] += f", for {generalises_to(settings, has_systems=first.table.has_systems)}"
    ranks = ranks_words(sides, settings.keys, form, settings.correction)
    marked = next((said for one in comparisons.values() if (said := _marked_words(one))), "")
    text = sentence(values_words(settings.keys), beside, marked, sides, ranks, names)
    text = f"{text} {legend(first, first.table.scorer_names)}".rstrip()
    for metric, shown in names.names.items():
        text = text.replace(f"'{metric}'", f"'{shown}'")
    return text


def _marked_words(comparison: CompareResult) -> str:
    """Return what a dagger says; empty where nothing was decided."""
    settings = comparison.settings
    if not comparison.tests:
        return ""
    tests = f"{tests_words(comparison, comparison.tests)} at α = {settings.alpha:g}"
    corrected = CORRECTION_WORDS[settings.correction]
    if settings.baseline is not None:
        return f"better than '{settings.baseline}' by {tests}, with {corrected}"
    decided = [one for one in comparison.decisions if one.rule == "may_be_best"]
    if any(comparison.standing(*key) for key in settings.keys):
        return ruled_out_words(next(one.applies_to for one in decided), tests)
    if any(is_published(one) for one in decided):
        return f"significantly outperformed by another metric, by {tests}, with {corrected}"
    return ""


def ruled_out_words(applies_to: str, tests: str) -> str:
    """Return what a dagger says where metrics are ruled out as the best.

    Parameters
    ----------
    applies_to, tests : str
        For what, and from which tests.
    """
    return f"ruled out as the best, for {applies_to}, by multiple comparisons with the best (Hsu 1996) from {tests}"


def _side(name: str, comparison: CompareResult) -> Side:
    """Return the values of a comparison, with the metrics that are marked and where they stand."""
    keys = comparison.settings.keys
    return Side(
        name,
        comparison.estimates,
        {key: _marked(comparison, key) for key in keys},
        {key: comparison.standing(*key) for key in keys},
    )


def _marked(comparison: CompareResult, key: Key) -> frozenset[str]:
    """Return which metrics get a dagger: those of which a test has shown something, never those that it leaves open."""
    if comparison.settings.baseline is not None:
        return frozenset(
            row.metric
            for row in comparison.tests
            if (row.level, row.coefficient) == key and row.verdict == "better"
        )
    decision = comparison.decided("may_be_best", *key)
    if decision is None:
        return frozenset()
    if is_published(decision):
        here = [row for row in comparison.ranks if (row.level, row.coefficient) == key]
        return frozenset(row.metric for row in here if not row.not_outperformed).difference(
            decision.undefined
        )
    ruled_out = [name for name, row in comparison.standing(*key).items() if not row.may_be_best]
    return frozenset(ruled_out).difference(decision.undefined)
