"""Formats in which judgements of people were published: a declaration each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from trueness.data.layouts.appraise import appraise_notes, appraise_scores
from trueness.data.layouts.export import Export, Rows, Scores
from trueness.errors import counted


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
        raise ValueError(f"{word!r} must be 'Yes', 'No' or 'Unsure'")
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


def _opinsummeval_rows(rows: Rows) -> Rows:
    """Return a row per system: a line has those of all systems of a case, under their names."""
    return [
        {"case": row.get("case"), "model": name, "scores": scores}
        for row in rows
        for name, scores in row.items()
        if isinstance(scores, dict)
    ]


_OPINSUMMEVAL = ("asp_rel", "self_coh", "sent_con", "readblty")
"""Aspect relevance, self-coherence, sentiment consistency, readability."""


def _opinsummeval(row: Mapping[str, Any]) -> Scores:
    for name, value in row["scores"].items():
        if isinstance(value, dict):
            yield from ((f"{dimension}@{name}", value.get(dimension)) for dimension in _OPINSUMMEVAL)
        else:
            yield name, value


def _simpda(row: Mapping[str, Any]) -> Scores:
    for name, value in row.items():
        if name.startswith("Answer."):
            yield f"{name.removeprefix('Answer.')}@{row['WorkerId']}", value or None


_RATING = re.compile(r"rating_(\d+)")


def _simpeval(row: Mapping[str, Any]) -> Scores:
    # z-scores beside the ratings are made of them
    yield from ((f"rating@{who[1]}", row[who[0]] or None) for who in map(_RATING.fullmatch, row) if who)


_SENTENCE = ("sent_id", "sys_name", "sys_type", "orig_sent", "simp_sent", "rater_id", "test_set")


def _simplicity(row: Mapping[str, Any]) -> Scores:
    """Yield what people gave a sentence, by rater where the file has raters, or metrics by their set of references."""
    who = f"@{row['rater_id']}" if "rater_id" in row else f"-{row['test_set']}" if "test_set" in row else ""
    yield from ((f"{name}{who}", value or None) for name, value in row.items() if name not in _SENTENCE)


def _direct_assessment(row: Mapping[str, Any]) -> Scores:
    """Yield the score of an output, also of one that is shown again, as the means of WMT count it."""
    if row["type"] in ("SYSTEM", "REPEAT"):
        yield "DA", row.get("score") or None


def _direct_assessment_notes(rows: Rows) -> list[str]:
    checks = sum(row["type"] not in ("SYSTEM", "REPEAT") for row in rows)
    return (
        [f"{counted(checks, 'row')} left out, checks whether raters attend (REF, BAD_REF)"] if checks else []
    )


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_WRITERS = (
    *("Human 1 Writing", "Human 2 Writing", "asset.test.simp", "new_asset.test.simp.second"),
    *("new_turk_corpus_random", "new_simple_wiki"),
)
"""What people wrote among the systems of SimpEval: two writers, and simplifications of ASSET, TurkCorpus, Wikipedia."""

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
    # github.com/A-Chicharito-S/OpinSummEval: metric_evaluation/scores.jsonl
    Export(
        "opinsummeval",
        rows=("",),
        tell=("case", "*.annot1.asp_rel"),
        system=("model",),
        input=("case",),
        scores=_opinsummeval,
        prepared=_opinsummeval_rows,
        humans=_OPINSUMMEVAL,
    ),
    # github.com/fajri91/Multi_SummEval: resulting_data/LANGUAGE/score.csv
    Export(
        "multi-summeval",
        rows=("",),
        tell=("id", "model", "focus", "coverage"),
        system=("model",),
        input=("id",),
        scores=lambda row: ((name, row[name]) for name in ("focus", "coverage")),
        humans=("*",),
        delimited=True,
    ),
    # github.com/Yao-Dou/LENS: data/simpDA_2022.csv, data/simplikert_2022.csv
    Export(
        "simpda",
        rows=("",),
        tell=("WorkerId", "Input.id", "Input.system", "Answer.simplicity"),
        system=("Input.system",),
        input=("Input.id",),
        scores=_simpda,
        humans=("*",),
        references=_WRITERS,
        delimited=True,
    ),
    # the same: data/simpeval_2022.csv, data/simpeval_past.csv
    Export(
        "simpeval",
        rows=("",),
        tell=("original_id", "generation", "system", "rating_1"),
        system=("system",),
        input=("original_id",),
        scores=_simpeval,
        humans=("*",),
        references=_WRITERS,
        delimited=True,
    ),
    # github.com/feralvam/metaeval-simplification: data/simplicity_DA.csv, data/structural_simplicity.csv,
    # data/ratings_per_annotator/
    *(
        Export(
            "simplicity-da",
            rows=("",),
            tell=("sent_id", "sys_name", *told),
            system=("sys_name",),
            input=("sent_id",),
            scores=_simplicity,
            humans=("*",),
            groups={"sys_type": "sys_type"} if told == ("sys_type",) else {},
            delimited=True,
        )
        for told in (("sys_type",), ("rater_id",))
    ),
    # the same: data/metrics_per_sentence/
    Export(
        "simplicity-da",
        rows=("",),
        tell=("sent_id", "sys_name", "test_set"),
        system=("sys_name",),
        input=("sent_id",),
        scores=_simplicity,
        delimited=True,
    ),
    # github.com/ygraham/direct-assessment; wmt-conference/wmt22-news-systems: humaneval/DA, whose means per segment
    # (ad-seg-scores-*) are those of SYSTEM and REPEAT
    Export(
        "direct-assessment",
        rows=("",),
        tell=("WorkerId", "sys_id", "rid", "type", "sid", "score"),
        system=("sys_id",),
        input=("sid",),
        scores=_direct_assessment,
        said=_direct_assessment_notes,
        humans=("*",),
        repeats="annotators",
        delimited=True,
    ),
    # github.com/AppraiseDev/Appraise: ExportSystemScoresToCSV; wmt-conference/wmt22-news-systems: humaneval/DA+SQM
    Export(
        "appraise",
        rows=("",),
        tell=("/appraise",),
        system=("system",),
        input=("item",),
        scores=appraise_scores,
        said=appraise_notes,
        humans=("*",),
        groups={"language": "language", "document": "document"},
        delimited=True,
    ),
)
"""Judgements of people that were published, whose fields say by their names what they are."""
