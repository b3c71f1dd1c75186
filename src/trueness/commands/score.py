"""`trueness score`: texts in, a file of scores out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from trueness.cli.judge_options import (
    JUDGES,
    Judges,
    forecasts,
    judge_targets,
    judged_tables,
    prepared_judges,
    saying_what_is_kept,
    show_forecasts,
    spending_fields,
    spending_line,
    write_judge_replies,
)
from trueness.cli.options import HOW_TEXTS, JSON, LEAVING_ROWS, RUNNING, SCORE, WORKERS, takes, words
from trueness.cli.reading import check_readable
from trueness.cli.showing import console, own_reference_lines, write_json
from trueness.data.scores.patterns import split_patterns
from trueness.parallel import TextProgress
from trueness.reporting.terminal import printable
from trueness.study.number_words import counted

if TYPE_CHECKING:
    from trueness.data.reading.stream_texts import TextStream
    from trueness.data.scores.score_table import ScoreTable
    from trueness.metrics.llm_judge.asked import Forecast
    from trueness.metrics.llm_judge.llm_judge import LlmJudge
    from trueness.metrics.metric import Metric
    from trueness.metrics.scoring.score_file import ScoredFile


class Scored(NamedTuple):
    """What became of texts.

    Attributes
    ----------
    done : ScoredFile or None
        What was written; None for a dry run.
    cache : Path or None
        The file of the cache; None without one, or if it was given up.
    judges : Judges
        The metrics that asked a model.
    forecasts : dict of LlmJudge to Forecast
        Of a dry run.
    """

    done: ScoredFile | None
    cache: Path | None
    judges: Judges
    forecasts: dict[LlmJudge, Forecast]


@takes(SCORE, JUDGES, {"engine": RUNNING["engine"]}, WORKERS, JSON)
def score(**given: Any) -> None:
    """Score texts by metrics; a second run computes only what is new."""
    from trueness.cli.running import running
    from trueness.cli.targets import check_not_foreign, check_targets
    from trueness.data.writing.write import check_extension
    from trueness.parallel import listening, watched
    from trueness.reporting.terminal import print_announcement, shown_progress

    check_extension(given["out"])
    check_not_foreign(given["out"], SCORE["out"][1])
    check_targets(
        {"--out": given["out"], **judge_targets(given)}, (given["texts"], *(words(given["beside"]) or ()))
    )
    with (
        running(given),
        shown_progress(quiet=given["json"]) as (watch, progress),
        watched(watch),
        listening(print_announcement),
    ):
        found = score_given(given, progress)
    if found.done is None:
        show_forecasts(found.forecasts, as_json=given["json"])
    else:
        show_scored(found.done, found.cache, found.judges, as_json=given["json"])


def score_given(given: dict[str, Any], progress: TextProgress | None = None) -> Scored:
    """Score the texts that a command names, into the file that it names."""
    import contextlib

    from trueness.metrics.llm_judge.reply_cache import ReplyCache
    from trueness.metrics.scoring.score_cache import ScoreCache
    from trueness.metrics.scoring.score_file import score_file

    with contextlib.ExitStack() as stack:
        # whatever is wrong with an option is said before a million rows are looked at
        asked = split_patterns(given["metrics"])
        chosen = None if asked is None else chosen_metrics(asked, given)
        beside = [_read_beside(name, given["missing_values"]) for name in words(given["beside"]) or ()]
        cache = None if given["no_cache"] else stack.enter_context(ScoreCache(given["cache"]))
        texts = stream_given(given, progress)
        if chosen is None:
            from trueness.sources.dataset_scores import default_metrics

            chosen = chosen_metrics(default_metrics(texts), given)
        asks = any(metric.remote for metric in chosen) and not given["no_cache"]
        replies = stack.enter_context(ReplyCache(given["cache"])) if asks else None
        judges = prepared_judges(chosen, given, replies)
        kept = None if cache is None or cache.problem else cache.path
        if given["judge_dry_run"]:
            return Scored(None, kept, judges, forecasts(judges, texts))
        stack.enter_context(saying_what_is_kept(judges, replies))
        for judge in judges.all:
            judge.progress = progress
        beside += judged_tables(judges, texts, given)
        alone = [metric for metric in chosen if metric not in judges.pairs]
        if alone or not judges.pairs:
            done = score_file(
                texts, alone, given["out"], cache=cache, beside=beside, join=given["join"], progress=progress
            )
            write_judge_replies(judges, texts, given)
        else:
            done = _pairs_only(texts, judges, beside, given)
        return Scored(done, kept, judges, {})


def _read_beside(name: str, missing: list[str] | None) -> ScoreTable:
    """Read a file of scores; what means that there is none in texts does there, too, if its cells may mean anything."""
    from trueness.data.reading.read import read_scores, reads_cells
    from trueness.data.recognising.recognise import recognise

    return read_scores(name, missing_values=missing if reads_cells(recognise(name).format) else None)


def _pairs_only(
    texts: TextStream, judges: Judges, tables: list[ScoreTable], given: dict[str, Any]
) -> ScoredFile:
    """Write the scores of judges of pairs, where no metric of single outputs is asked for."""
    import numpy as np

    from trueness.data.scores.merge import merge
    from trueness.data.writing.write import write_scores
    from trueness.metrics.scoring.score_file import ScoredFile

    replaced = Path(given["out"]).exists()
    *others, first = tables
    table = merge(first, *others, join=given["join"])
    write_scores(table, given["out"])
    names = tuple(judge.name for judge in judges.pairs)
    facts = texts.facts
    return ScoredFile(
        path=given["out"],
        rows=facts.rows,
        systems=len(table.systems),
        inputs=len(table.inputs),
        scorers=table.scorer_names,
        human=facts.dimensions,
        metrics=names,
        n_undefined=tuple(int(np.isnan(table.matrix(name)).sum()) for name in names),
        n_computed=facts.rows * len(names),
        n_empty_outputs=facts.empty_outputs,
        n_empty_references=facts.empty_references,
        notes=table.notes,
        replaced=replaced,
    )


def stream_given(given: dict[str, Any], progress: TextProgress | None = None) -> TextStream:
    """Look at the texts that a command names: a file, a folder, or a data set that holds texts."""
    from trueness.data.datasets.load import load_dataset_texts
    from trueness.data.datasets.registry import read_registry
    from trueness.data.reading.stream_texts import stream_of, stream_texts
    from trueness.data.texts.leave_out_rows import leave_out_of_texts, leaving_of_texts

    name = given["texts"]
    check_readable(name)
    if not Path(name).exists() and name in read_registry():
        texts = load_dataset_texts(name, mirror=given["mirror"], cache=given["cache"], progress=progress)
        return stream_of(leave_out_of_texts(texts, leaving_of_texts(given["only"], given["without"])))
    return stream_texts(
        name,
        **{key: given.get(key) for key in (*HOW_TEXTS, *LEAVING_ROWS)},
        lower_is_better=words(given["lower_is_better"]) or (),
        progress=progress,
        unnamed_system=True,
    )


def chosen_metrics(patterns: list[str] | tuple[str, ...], given: dict[str, Any]) -> list[Metric]:
    """Return the metrics of names and patterns; those of ROUGE get what `--rouge-mode` and the like say.

    Raises
    ------
    UnknownNameError, ArgumentError
        As `get_metrics`; also if such an option is given and no metric takes it.
    """
    from trueness.errors import ArgumentError
    from trueness.metrics.scoring.registry import add_metric, get_metrics

    asked = {key: given[key] for key in ("rouge_mode", "sentences", "segmenter") if given[key] is not None}
    found: dict[str, Metric] = {}
    used: set[str] = set()
    for pattern in patterns:
        for metric in get_metrics(pattern):
            changed = _with_options(metric, pattern, asked, used) if asked else metric
            add_metric(found, changed)
    for key in asked:
        if key not in used:
            raise ArgumentError(
                f"--{key.replace('_', '-')} has no use here: it changes no metric that is asked for."
            )
    return list(found.values())


def _with_options(metric: Metric, pattern: str, asked: dict[str, str], used: set[str]) -> Metric:
    """Return a metric of ROUGE with the options that its name does not say; another metric as it is."""
    import dataclasses

    from trueness.metrics.rouge.rouge import Rouge

    if not isinstance(metric, Rouge):
        return metric
    said = {option.partition("=")[0].strip() for option in pattern.partition(":")[2].split(",")}
    changes: dict[str, str | None] = {}
    if "rouge_mode" in asked:
        used.add("rouge_mode")
        changes |= {} if "mode" in said else {"mode": asked["rouge_mode"]}
        changes |= {} if {"mode", "refs"} & said else {"refs": None}  # whose default depends on the mode
    # marks of sentences would be words to every type of ROUGE; where sentences end matters to L and W only
    if "sentences" in asked and (asked["sentences"] == "marks" or metric.variant.kind in ("L", "W")):
        used.add("sentences")
        changes |= {} if "sentences" in said else {"sentences": asked["sentences"]}
    variant = dataclasses.replace(metric.variant, **changes)  # type: ignore[arg-type]
    segmenter = metric.segmenter
    if "segmenter" in asked and variant.mode == "modern":
        used.add("segmenter")
        segmenter = load_function(asked["segmenter"])
    return Rouge(variant, segmenter=segmenter)


def load_function(named: str) -> Callable[..., Any]:
    """Return the function that ``MODULE:FUNCTION`` names, from an installed module or one in the current folder.

    Raises
    ------
    ArgumentError
        If there is no such module or no such function in it; the message says why.
    """
    from trueness.errors import ArgumentError

    found = load_object(named, "a function is named MODULE:FUNCTION")
    if not callable(found):
        raise ArgumentError(f"'{named}' must be a function.")
    function: Callable[..., Any] = found
    return function


def load_object(named: str, form: str = "an object is named MODULE:NAME") -> object:
    """Return what ``MODULE:NAME`` names, from an installed module or one in the current folder.

    Parameters
    ----------
    named : str
    form : str
        How it has to be named, for the message.

    Raises
    ------
    ArgumentError
        If there is no such module or nothing of that name in it; the message says why.
    """
    import importlib
    import sys

    from trueness.errors import ArgumentError

    module, colon, name = named.partition(":")
    if not (module and colon and name):
        raise ArgumentError(f"{form}, not {named!r}.")
    here = str(Path.cwd())
    sys.path.append(here)
    try:
        found: object = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as error:
        raise ArgumentError(f"loading '{named}' failed ({type(error).__name__}: {error}).") from error
    finally:
        sys.path.remove(here)
    return found


def show_scored(done: ScoredFile, cache: Path | None, judges: Judges, *, as_json: bool) -> None:
    """Say what was scored, how much of it was known already, and what a reader has to know."""
    if as_json:
        write_json(
            {
                "path": str(done.path),
                "replaced": done.replaced,
                "rows": done.rows,
                "systems": done.systems,
                "inputs": done.inputs,
                "scorers": list(done.scorers),
                "human": list(done.human),
                "metrics": [
                    {"metric": name, "n_undefined": count}
                    for name, count in zip(done.metrics, done.n_undefined, strict=True)
                ],
                "n_computed": done.n_computed,
                "n_known": done.n_known,
                "n_empty_outputs": done.n_empty_outputs,
                "n_empty_references": done.n_empty_references,
                "cache": None if cache is None else str(cache),
                "judges": [spending_fields(judge) for judge in judges.all],
                "own_references": dict(done.own_references),
                "notes": list(done.notes),
            }
        )
        return
    from rich.text import Text

    replaced = " (replaced)" if done.replaced else ""
    known = f", {done.n_known:,} known from the cache ({cache}) or equal texts" if done.n_known else ""
    to = console()
    sizes = (len(done.scorers), "scorer"), (done.systems, "system"), (done.inputs, "input")
    outputs, metrics = counted(done.rows, "output"), counted(len(done.metrics), "metric")
    for line in (
        f"{done.path}{replaced}: {', '.join(counted(*size) for size in sizes)}",
        f"{outputs} by {metrics}: {counted(done.n_computed, 'score')} computed{known}",
        *(spending_line(judge) for judge in judges.all),
        *own_reference_lines(done.own_references),
        *(f"note: {note}" for note in done.notes),
    ):
        to.print(Text(printable(line), overflow="fold"))
