"""Formats in which programs and benchmarks of models and judges export scores: a declaration each."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Scores = Iterator[tuple[str, Any]]


@dataclasses.dataclass(frozen=True)
class Export:
    """Where ids and scores lie in a format.

    Paths are keys separated by dots; one that begins with ``/`` starts at the whole document, others at a row. Of
    several, the first that holds something counts.

    Attributes
    ----------
    name : str
        The format.
    rows : tuple of str
        Where the list of rows is, or may be; empty if every line is a row.
    tell : tuple of str
        What a document that is of this format has at these paths; those of rows are looked for in the first.
    system : tuple of str
        Where the name of the system is; empty where there is none.
    input : tuple of str
        Where the id of the input is.
    scores : callable
        From a row, the scores in it by name; ``name@annotator`` where somebody gave them.
    parts : tuple of str
        Where what else tells inputs apart is, such as the number of a repetition; added after ``#`` where it varies.
    humans : tuple of str
        The scores that people gave, as shell patterns.
    groups : mapping of str to str
        Grouping columns, such as ``language``, to where they are.
    repeats : {'first', 'annotators', 'mean'}
        What several scores of one output are: the first counts, and how many do not is said; one annotator's each; or
        scores of its parts, such as sentences, whose mean is the output's.
    references : tuple of str
        Systems that are people.
    spread : str
        Where a row has the scores of several systems by their names; each becomes a row of its own.
    joined : bool
        Whether an input's id is what is at all places of `input`, joined by ``/``, rather than at the first.
    delimited : bool
        Whether it is a table with a header, rather than JSON.
    """

    name: str
    rows: tuple[str, ...]
    tell: tuple[str, ...]
    system: tuple[str, ...]
    input: tuple[str, ...]
    scores: Callable[[Mapping[str, Any]], Scores]
    parts: tuple[str, ...] = ()
    humans: tuple[str, ...] = ()
    groups: Mapping[str, str] = dataclasses.field(default_factory=dict)
    repeats: str = "first"
    references: tuple[str, ...] = ()
    spread: str = ""
    joined: bool = False
    delimited: bool = False


def _promptfoo(row: Mapping[str, Any]) -> Scores:
    yield "score", row.get("score")
    yield "pass", row.get("success")
    yield from _numbers(row.get("namedScores"))


INSPECT_VALUES = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
"""Correct, incorrect, partial and no answer, as Inspect turns them into numbers."""


def _inspect(row: Mapping[str, Any]) -> Scores:
    for scorer, score in (row.get("scores") or {}).items():
        value = score.get("value") if isinstance(score, dict) else score
        if isinstance(value, dict):
            yield from ((f"{scorer}_{part}", _inspect_value(one)) for part, one in value.items())
        else:
            yield scorer, _inspect_value(value)


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


def _deepeval(row: Mapping[str, Any]) -> Scores:
    for metric in row.get("metricsData") or row.get("metrics_data") or []:
        yield str(metric.get("name")), metric.get("score")


def _langfuse(row: Mapping[str, Any]) -> Scores:
    for score in row["scores"] if isinstance(row.get("scores"), list) else [row]:
        value = score.get("value")
        given = value if value is not None else score.get("stringValue")
        people = score.get("source") == "ANNOTATION"
        who = score.get("authorUserId") or score.get("userId") or "1"
        yield (f"{score.get('name')}@{who}" if people else str(score.get("name"))), given


def _openai_evals(row: Mapping[str, Any]) -> Scores:
    data = row.get("data") or {}
    if row.get("type") == "match":
        yield "correct", data.get("correct")
    elif row.get("type") == "metrics":
        yield from _numbers(data)


def _judge_bench(row: Mapping[str, Any]) -> Scores:
    for dimension, found in (row.get("annotations") or {}).items():
        single = found.get("individual_human_scores") or []
        if single:
            yield from ((f"{dimension}@{k}", one) for k, one in enumerate(single, start=1))
        else:
            mean = found.get("mean_human")
            yield dimension, found.get("majority_human") if mean in (None, "") else mean


def _numbers(values: Any) -> Scores:
    if isinstance(values, dict):
        yield from (
            (name, value) for name, value in values.items() if not isinstance(value, dict | list | str)
        )


def _mlflow_table(row: Mapping[str, Any]) -> Scores:
    for name, value in row.items():
        if name.endswith("/score"):
            yield name.removesuffix("/score"), value


def _mlflow_trace(row: Mapping[str, Any]) -> Scores:
    info = row.get("info")
    for one in (info if isinstance(info, dict) else row).get("assessments") or []:
        source = one.get("source") or {}
        name = one.get("name") or one.get("assessment_name")
        people = source.get("source_type") == "HUMAN"
        value = (one.get("feedback") or {}).get("value")
        if not isinstance(value, dict | list):
            yield (f"{name}@{source.get('source_id') or 1}" if people else str(name)), value


def _frank(row: Mapping[str, Any]) -> Scores:
    # a label with one kind of error undone is made from others, and is no judgement of anybody
    yield from (
        (name, value) for name, value in row.items() if _number(value) and not name.startswith("Flip_")
    )


_SEAHORSE = ("comprehensibility", "repetition", "grammar", "attribution", "main_ideas", "conciseness")
_ANSWERS = {"yes": 1.0, "no": 0.0, "unsure": None, "": None}


def _answer(value: Any) -> float | None:
    """Return what an annotator answered: none where there was no opinion, or no question."""
    word = str(value or "").strip()
    if word.casefold() not in _ANSWERS:
        raise ValueError(f"{word!r} is neither Yes, No nor Unsure")
    return _ANSWERS[word.casefold()]


def _seahorse(row: Mapping[str, Any]) -> Scores:
    for number, name in enumerate(_SEAHORSE, start=1):
        yield name, _answer(row.get(f"question{number}"))


def _tofueval(row: Mapping[str, Any]) -> Scores:
    yield "consistent_sentences", _answer(row.get("sent_label"))


def _aggrefact(row: Mapping[str, Any]) -> Scores:
    yield "label", row.get("label")
    yield from (
        (name, value or None)
        for name, value in row.items()
        if name != "label" and name.endswith(("_score", "_label"))
    )


def _rose(row: Mapping[str, Any]) -> Scores:
    yield from ((name, row.get(name)) for name in ("acu", "normalized_acu", "prior", "ref_free", "ref_based"))


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


BENCHMARKS = (
    # github.com/artidoro/frank: data/human_annotations.json, data/baseline_factuality_metrics_outputs.json
    Export(
        "frank",
        rows=("",),
        tell=("hash", "model_name", "split"),
        system=("model_name",),
        input=("hash",),
        scores=_frank,
        humans=(
            *(
                "Factuality",
                "Semantic_Frame_Errors",
                "Discourse_Errors",
                "Content_Verifiability_Errors",
                "RelE",
            ),
            *("EntE", "CircE", "OutE", "GramE", "CorefE", "LinkE", "Other"),
        ),
        groups={"dataset": "dataset", "split": "split"},
    ),
    # github.com/google-research-datasets/seahorse: train.tsv, validation.tsv, test.tsv, duplicates/
    Export(
        "seahorse",
        rows=("",),
        tell=("gem_id", "worker_lang", "model", "question1", "question6"),
        system=("model",),
        input=("gem_id",),
        scores=_seahorse,
        humans=("*",),
        groups={"language": "worker_lang"},
        repeats="annotators",
        references=("reference",),
        delimited=True,
    ),
    # github.com/amazon-science/tofueval: factual_consistency/DATASET_factual_eval_SPLIT.csv
    Export(
        "tofueval",
        rows=("",),
        tell=("doc_id", "topic", "model_name", "sent_idx", "sent_label"),
        system=("model_name",),
        input=("doc_id", "topic"),
        joined=True,
        scores=_tofueval,
        humans=("*",),
        groups={"document": "doc_id"},
        repeats="mean",
        delimited=True,
    ),
    # github.com/Liyan06/AggreFact: data/aggre_fact_sota.csv, data/aggre_fact_final.csv
    Export(
        "aggrefact",
        rows=("",),
        tell=("dataset", "origin", "id", "model_name", "label", "cut"),
        system=("model_name",),
        input=("dataset", "id"),
        joined=True,
        scores=_aggrefact,
        humans=("label",),
        groups={"dataset": "dataset", "origin": "origin", "cut": "cut"},
        delimited=True,
    ),
    # huggingface.co/datasets/Salesforce/rose, as github.com/Yale-LILY/ROSE shows it in demo.ipynb
    Export(
        "rose",
        rows=("",),
        tell=("example_id", "annotations"),
        spread="annotations",
        system=("system",),
        input=("example_id",),
        scores=_rose,
        humans=("*",),
    ),
)
"""Judgements of people that were published, whose fields say by their names what they are."""


EXPORTS = (
    Export(
        "promptfoo",
        rows=("results.results", "results"),
        tell=("provider", "vars", "success"),
        system=("provider.label", "provider.id", "provider"),
        input=("testIdx", "testCase.description", "vars"),
        scores=_promptfoo,
        parts=("promptIdx",),
    ),
    Export(
        "inspect",
        rows=("samples",),
        tell=("/eval.model", "/eval.task", "scores"),
        system=("/eval.model",),
        input=("id",),
        scores=_inspect,
        parts=("epoch",),
    ),
    Export(
        "lm-eval",
        rows=(),
        tell=("doc_id", "doc", "filtered_resps"),
        system=("/folder",),
        input=("doc_id",),
        scores=_lm_eval,
    ),
    Export(
        "deepeval",
        rows=("testCases", "test_results"),
        tell=("metricsData",),
        system=(),
        input=("name", "order"),
        scores=_deepeval,
    ),
    Export(
        "deepeval",
        rows=("test_results", "testCases"),
        tell=("metrics_data",),
        system=(),
        input=("name", "order"),
        scores=_deepeval,
    ),
    Export(
        "langfuse",
        rows=("data", ""),
        tell=("traceId", "name", "dataType"),
        system=(),
        input=("observationId", "traceId"),
        scores=_langfuse,
    ),
    Export(
        "openai-evals",
        rows=(),
        tell=("/spec.completion_fns",),
        system=("/spec.completion_fns.0",),
        input=("sample_id",),
        scores=_openai_evals,
    ),
    Export(
        "judge-bench",
        rows=("instances",),
        tell=("/annotations", "id", "annotations"),
        system=(),
        input=("id",),
        scores=_judge_bench,
    ),
    # github.com/mlflow/mlflow: eval_results_table.json of a run; traces with assessments (entities/assessment.py)
    Export(
        "mlflow",
        rows=("",),
        tell=("/mlflow_table",),
        system=(),
        input=("id", "request_id", "trace_id", "inputs", "row"),
        scores=_mlflow_table,
    ),
    Export(
        "mlflow",
        rows=("traces", ""),
        tell=("info.trace_id", "info.assessments"),
        system=(),
        input=("info.client_request_id", "info.trace_id"),
        scores=_mlflow_trace,
    ),
    Export(
        "mlflow",
        rows=("traces", ""),
        tell=("trace_id", "assessments"),
        system=(),
        input=("client_request_id", "trace_id"),
        scores=_mlflow_trace,
    ),
    *BENCHMARKS,
)
"""Formats that are told by their keys."""
