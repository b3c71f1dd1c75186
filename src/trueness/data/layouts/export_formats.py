"""Formats in which programs, and benchmarks of judges, export scores: a declaration each."""

from __future__ import annotations

import glob
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from trueness.data.layouts.annotation_exports import ANNOTATED
from trueness.data.layouts.benchmark_formats import BENCHMARKS
from trueness.data.layouts.edited_by_hand import (
    inspect_values,
    mlflow_cell,
    mlflow_feedback,
    promptfoo_notes,
    promptfoo_scores,
)
from trueness.data.layouts.export import Export, Rows, Scores, every_score
from trueness.errors import counted, listing


def _with_prompts(rows: Rows) -> Rows:
    """Count prompts from 1, in their order; promptfoo's own ``promptIdx`` counts pairs of a provider and a prompt."""
    first: dict[str, tuple[float, int]] = {}  # compared as they are: a number may be too large for a float
    for k, row in enumerate(rows):
        place = row.get("promptIdx")
        here = (place if isinstance(place, int | float) else 0, k)
        first[_prompt(row)] = min(here, first.get(_prompt(row), here))
    numbers = {name: k for k, name in enumerate(sorted(first, key=first.__getitem__), start=1)}
    return [{**row, "prompt_number": numbers[_prompt(row)]} for row in rows]


def _prompt(row: Mapping[str, Any]) -> str:
    prompt = row.get("prompt")
    label = prompt.get("label") if isinstance(prompt, dict) else None
    return str(row.get("promptId") or label or "")


INSPECT_VALUES = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
"""Correct, incorrect, partial and no answer, as Inspect turns them into numbers."""


def _inspect(row: Mapping[str, Any]) -> Scores:
    for scorer, score in (row.get("scores") or {}).items():
        for who, value in inspect_values(score):
            at = f"@{who}" if who else ""
            if isinstance(value, dict):
                yield from ((f"{scorer}_{part}{at}", _inspect_value(one)) for part, one in value.items())
            else:
                yield f"{scorer}{at}", _inspect_value(value)


def _inspect_value(value: Any) -> Any:
    return INSPECT_VALUES.get(value, value) if isinstance(value, str) else value


def _lm_eval(row: Mapping[str, Any]) -> Scores:
    named = row.get("metrics")
    names = named if isinstance(named, list) else [key for key in row if key not in _LM_EVAL_FIELDS]
    used = row.get("filter") or "none"
    for name in names:
        yield (name if used == "none" else f"{name},{used}"), row.get(name)


_LM_EVAL_FIELDS = (
    *("doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"),
    *("doc_hash", "prompt_hash", "target_hash"),
)


_LM_EVAL_PROMPTS = ("arguments.gen_args_0.arg_0", "arguments.0.0", "doc")
"""Where what a model was asked is, in files of today and earlier ones."""


def _deepeval(row: Mapping[str, Any]) -> Scores:
    """Yield scores of metrics; a metric that ended with an error has none, whatever number stands beside it."""
    seen: Counter[str] = Counter()
    for metric in _deepeval_metrics(row):
        name = str(metric.get("name"))
        seen[name] += 1
        called = (
            name if seen[name] == 1 else f"{name} ({seen[name]})"
        )  # two metrics that somebody called the same
        yield called, None if metric.get("error") else metric.get("score")


def _deepeval_metrics(row: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return row.get("metricsData") or row.get("metrics_data") or []


def _deepeval_said(rows: Rows) -> list[str]:
    failed, twice = 0, dict[str, None]()
    for metrics in map(_deepeval_metrics, rows):
        failed += sum(bool(one.get("error")) and one.get("score") is not None for one in metrics)
        seen = Counter(str(one.get("name")) for one in metrics)
        twice |= dict.fromkeys(name for name, count in seen.items() if count > 1)
    notes = [f"{counted(failed, 'score')} left out beside which stands an error"] if failed else []
    if twice:
        notes.append(f"several metrics are called {listing(twice)}: the second is '{next(iter(twice))} (2)'")
    return notes


def _langfuse(row: Mapping[str, Any]) -> Scores:
    for score in row["scores"] if isinstance(row.get("scores"), list) else [row]:
        if _either(score, "dataType", "data_type") in ("CORRECTION", "TEXT"):
            continue  # what should have been written, and remarks
        people = score.get("source") == "ANNOTATION"
        # `userId` is whoever used the program, not who judged
        who = _either(score, "authorUserId", "author_user_id", "authorUserName") or "1"
        value = score.get("value")
        given = _either(score, "stringValue", "string_value") if value is None else value
        yield (f"{score.get('name')}@{who}" if people else str(score.get("name"))), given


def _langfuse_judges(rows: Rows) -> list[str]:
    """Return what evaluators gave alone: what comes by the interface (``API``) may be what users thought."""
    sources: dict[str, set[str]] = {}
    for row in rows:
        for score in row["scores"] if isinstance(row.get("scores"), list) else [row]:
            if score.get("source") != "ANNOTATION":
                sources.setdefault(str(score.get("name")), set()).add(str(score.get("source")))
    return [glob.escape(name) for name, found in sources.items() if found == {"EVAL"}]


def _with_labels(rows: Rows) -> Rows:
    """Take labels for what they say where the numbers beside them do not tell them apart, as without a score config."""
    numbers: dict[Any, dict[str, set[Any]]] = {}
    for row in rows:
        label, value = _either(row, "stringValue", "string_value"), row.get("value")
        if isinstance(label, str) and label and not isinstance(value, dict | list):
            numbers.setdefault(str(row.get("name")), {}).setdefault(label, set()).add(value)
    unclear = set()
    for name, of_label in numbers.items():
        values = set().union(*of_label.values())
        if (
            values <= {0, None}
            or len(of_label) != len(values)
            or any(len(one) > 1 for one in of_label.values())
        ):
            unclear.add(name)
    return [
        {**row, "value": _either(row, "stringValue", "string_value")}
        if str(row.get("name")) in unclear
        else row
        for row in rows
    ]


def _as_exported(rows: Rows) -> Rows:
    """Return rows of the program's CSV as its JSON has them: an empty cell is nothing, and a value a number."""
    named = (
        "value",
        "stringValue",
        "authorUserName",
        "authorUserId",
        "observationId",
        "traceId",
        "sessionId",
    )
    found = [{**row, **{key: row.get(key) or None for key in named}} for row in rows]
    return _with_labels([{**row, "value": number_in(row["value"])} for row in found])


def number_in(cell: Any) -> Any:
    """Return the number that a text is, or what it is."""
    try:
        return float(cell) if isinstance(cell, str) else cell
    except ValueError:
        return cell


def _either(row: Mapping[str, Any], *keys: str) -> Any:
    """Return what the first key that is there holds: programs and data bases spell the same field differently."""
    return next((row[key] for key in keys if row.get(key) is not None), None)


def _openai_evals(row: Mapping[str, Any]) -> Scores:
    data = row.get("data") or {}
    if row.get("type") == "match":
        yield "correct", data.get("correct")
    elif row.get("type") == "metrics":
        yield from _numbers(data)
        choice = data.get("choice")
        if data.get("score") is None and choice != "__invalid__":  # a model's grade that stands for no number
            yield "choice", choice


_GRADER = re.compile(r"-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
"""The id at the end of the name of a grader."""


def _openai_items(row: Mapping[str, Any]) -> Scores:
    for result in row.get("results") or []:
        yield _GRADER.sub("", str(result.get("name"))), result.get("score")


def _mt_bench_single(row: Mapping[str, Any]) -> Scores:
    judge, score = row.get("judge"), row.get("score")
    name = judge[0] if isinstance(judge, list) and judge else judge
    yield str(name), None if score == -1 else score  # no score was found in what the judge wrote


def _judge_bench(row: Mapping[str, Any]) -> Scores:
    for dimension, found in (row.get("annotations") or {}).items():
        single = found.get("individual_human_scores") or []
        if not isinstance(single, list):
            raise TypeError(f"'individual_human_scores' of '{dimension}' must be a list of ratings")
        if single:
            yield from ((f"{dimension}@{k}", one) for k, one in enumerate(single, start=1))
        else:
            mean = found.get("mean_human")
            yield dimension, found.get("majority_human") if mean in (None, "") else mean


def _judge_bench_labels(content: Any) -> dict[str, Sequence[Any]]:
    """Return the labels of the dimensions that are categories: JUDGE-BENCH lists them, in no order."""
    listed = content.get("annotations") if isinstance(content, dict) else None
    return {
        str(one.get("metric")): one["labels_list"]
        for one in (listed if isinstance(listed, list) else [])
        if isinstance(one, dict) and isinstance(one.get("labels_list"), list)
    }


def _numbers(values: Any) -> Scores:
    if isinstance(values, dict):
        yield from (
            (name, value) for name, value in values.items() if not isinstance(value, dict | list | str)
        )


def _mlflow_table(row: Mapping[str, Any]) -> Scores:
    for name, value in row.items():
        if name.endswith("/score"):
            yield name.removesuffix("/score"), value


_EXPECTED = re.compile(r"'assessment_name': '([^']*)'(?:(?!'assessment_id').)*?'expectation': \{", re.DOTALL)
"""Names of expectations in the cell that lists the assessments of a trace."""


def _mlflow_results(row: Mapping[str, Any]) -> Scores:
    """Yield scores of a row of the table of results; what a person overrode is told by the list of assessments."""
    listed = mlflow_cell(row.get("assessments"))
    given = dict(mlflow_feedback(listed)) if listed is not None and _of_people(listed) else {}
    yield from given.items()
    apart = {name.partition("@")[0] for name in given if "@" in name}
    expected = set(_EXPECTED.findall(str(row.get("assessments"))))
    for name, value in row.items():
        base = name.removesuffix("/value")
        if base != name and base not in expected and base not in apart and base not in given:
            yield base, value


def _of_people(listed: Sequence[Mapping[str, Any]]) -> bool:
    return any((one.get("source") or {}).get("source_type") == "HUMAN" for one in listed)


def _mlflow_trace(row: Mapping[str, Any]) -> Scores:
    info = row.get("info")
    yield from mlflow_feedback((info if isinstance(info, dict) else row).get("assessments"))


_DEEPEVAL = (
    *("testCases", "conversationalTestCases"),
    *("testRunData.testCases", "testRunData.conversationalTestCases"),
)

EXPORTS = (
    Export(
        "promptfoo",
        rows=("results.results", "results", ""),
        tell=("provider", "vars", "success"),
        system=("provider.label", "provider.id", "provider"),
        input=("testIdx", "testCase.description", "vars"),
        scores=promptfoo_scores,
        programs=every_score,
        ids=("vars", "testCase.description", "testCase.metadata", "metadata"),
        texts={"source": ("prompt.raw", "vars"), "output": ("response.output",)},
        part="prompt_number",
        prepared=_with_prompts,
        said=promptfoo_notes,
    ),
    Export(
        "inspect",
        rows=("samples",),
        tell=("/eval.model", "/eval.task", "scores"),
        system=("/eval.model",),
        input=("id",),
        scores=_inspect,
        programs=every_score,
        ids=("metadata", "input"),
        texts={"source": ("input",), "output": ("output.completion", "output.choices.0.message.content")},
        part="epoch",
    ),
    Export(
        "lm-eval",
        rows=(),
        tell=("doc_id", "doc", "filtered_resps"),
        system=("/folder",),
        input=("doc_id",),
        scores=_lm_eval,
        programs=every_score,
        ids=("doc", "doc_hash"),
        texts={"source": _LM_EVAL_PROMPTS, "output": ("filtered_resps.0", "resps.0.0")},
        groups={"task": "/task"},
    ),
    Export(
        "deepeval",
        rows=(*_DEEPEVAL, "test_results"),
        tell=("metricsData",),
        system=(),
        input=("name", "order"),
        scores=_deepeval,
        programs=every_score,
        ids=("name", "order", "additionalMetadata", "metadata", "input"),
        texts={"source": ("input",), "output": ("actualOutput", "actual_output")},
        said=_deepeval_said,
    ),
    Export(
        "deepeval",
        rows=("test_results", *_DEEPEVAL),
        tell=("metrics_data",),
        system=(),
        input=("name", "order"),
        scores=_deepeval,
        programs=every_score,
        ids=("name", "order", "additionalMetadata", "metadata", "input"),
        texts={"source": ("input",), "output": ("actualOutput", "actual_output")},
        said=_deepeval_said,
    ),
    Export(
        "langfuse",
        rows=("data", ""),
        tell=("name", "dataType", "source"),
        system=(),
        input=("observationId", "traceId", "subject.id", "sessionId", "datasetRunId"),
        scores=_langfuse,
        programs=_langfuse_judges,
        ids=("traceId",),
        prepared=_with_labels,
    ),
    Export(
        "langfuse",
        rows=("",),
        tell=("name", "data_type", "source"),
        system=(),
        input=("observation_id", "trace_id", "session_id", "dataset_run_id"),
        scores=_langfuse,
        programs=_langfuse_judges,
        ids=("trace_id",),
        prepared=_with_labels,
    ),
    # the program's batch export of scores as CSV
    Export(
        "langfuse",
        rows=("",),
        tell=("name", "dataType", "source", "traceId"),
        system=(),
        input=("observationId", "traceId", "sessionId", "datasetRunId"),
        scores=_langfuse,
        programs=_langfuse_judges,
        ids=("traceId",),
        prepared=_as_exported,
        delimited=True,
    ),
    Export(
        "openai-evals",
        rows=(),
        tell=("/spec.completion_fns",),
        system=("/spec.completion_fns.0",),
        input=("sample_id",),
        scores=_openai_evals,
        programs=every_score,
    ),
    # the items of a run, as the interface of the hosted program lists them
    Export(
        "openai-evals",
        rows=("data", ""),
        tell=("datasource_item_id", "results", "run_id"),
        system=("sample.model", "run_id"),
        input=("datasource_item_id",),
        scores=_openai_items,
        programs=every_score,
        ids=("datasource_item",),
        texts={"source": ("datasource_item",), "output": ("sample.output.0.content",)},
    ),
    # github.com/lm-sys/FastChat: data/mt_bench/model_judgment/JUDGE_single.jsonl
    Export(
        "mt-bench",
        rows=("",),
        tell=("question_id", "model", "judge", "score", "judgment"),
        system=("model",),
        input=("question_id",),
        scores=_mt_bench_single,
        programs=every_score,
        part="turn",
    ),
    Export(
        "judge-bench",
        rows=("instances",),
        tell=("/annotations", "id", "annotations"),
        system=(),
        input=("id",),
        scores=_judge_bench,
        labels=_judge_bench_labels,
    ),
    # github.com/mlflow/mlflow: eval_results_table.json of a run; traces with assessments (entities/assessment.py)
    Export(
        "mlflow",
        rows=("",),
        tell=("/mlflow_table",),
        system=(),
        input=("id", "request_id", "trace_id", "inputs", "row"),
        scores=_mlflow_table,
        programs=every_score,
        ids=("id", "request_id", "trace_id", "inputs"),
        texts={"source": ("inputs",), "output": ("outputs",)},
    ),
    Export(
        "mlflow",
        rows=("",),
        tell=("trace_id", "trace_metadata", "assessments"),
        system=(),
        input=("client_request_id", "trace_id"),
        scores=_mlflow_results,
        programs=every_score,
        ids=("trace_id",),
        delimited=True,
    ),
    Export(
        "mlflow",
        rows=("traces", ""),
        tell=("info.trace_id", "info.assessments"),
        system=(),
        input=("info.client_request_id", "info.trace_id"),
        scores=_mlflow_trace,
        programs=every_score,
        ids=("info.trace_id",),
    ),
    Export(
        "mlflow",
        rows=("traces", ""),
        tell=("trace_id", "assessments"),
        system=(),
        input=("client_request_id", "trace_id"),
        scores=_mlflow_trace,
        programs=every_score,
        ids=("trace_id",),
    ),
    *ANNOTATED,
    *BENCHMARKS,
)
"""Formats that are told by their keys."""
