"""Published judgements, made in the form of their files: who judged what, and what is no judgement."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueness.data.layouts.export_formats import BENCHMARKS, EXPORTS
from trueness.data.layouts.exports import EXPORT_NAMES
from trueness.data.reading.read import read_scores
from trueness.data.reading.recognise import recognise
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import FormatError

NAN = np.nan


def read(tmp_path: Path, name: str, content: Any, **options: Any) -> tuple[str, ScoreTable]:
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return recognise(path).format, read_scores(path, **options)


def humans(table: ScoreTable) -> list[str]:
    return [scorer.name for scorer in table.scorers if scorer.role == "human"]


def frank(article: str, model: str, **scores: float) -> dict[str, Any]:
    return {"hash": article, "model_name": model, "dataset": "cnndm", **scores, "split": "test"}


def test_frank_joins_people_and_metrics_by_article_and_model(tmp_path: Path) -> None:
    cells = [("a", "bart", 1.0), ("a", "bus", 0.5), ("b", "bart", 0.0), ("b", "bus", 0.25)]
    people = [frank(h, m, Factuality=v, RelE=1.0, Flip_RelE=0.5) for h, m, v in cells]
    found, table = read(tmp_path, "human_annotations.json", people)
    assert (found, table.systems, table.inputs) == ("frank", ("bart", "bus"), ("a", "b"))
    assert humans(table) == ["Factuality", "RelE"]  # a flipped label is nobody's judgement
    assert table.input_groups == {"dataset": ("cnndm",) * 2, "split": ("test",) * 2}
    metrics = [{**frank(h, m), "Rouge 1": v / 2, "FactCC": 1.0} for h, m, v in reversed(cells)]
    read(tmp_path, "baseline_factuality_metrics_outputs.json", metrics)
    both = read_scores(
        *(tmp_path / name for name in ("human_annotations.json", "baseline_factuality_metrics_outputs.json"))
    )
    np.testing.assert_array_equal(both.matrix("Rouge 1"), both.matrix("Factuality") / 2)
    assert humans(both) == ["Factuality", "RelE"]
    own = [
        {"hash": h, "model_name": m, "article": "x", "summary": "y", "split": "test", "score": v}
        for h, m, v in cells
    ]
    assert read(tmp_path, "benchmark_data_scored.json", own)[1].scorer_names == ("score",)


SEAHORSE = "gem_id worker_lang summary model question1 question2 question3 question4 question5 question6"
SEAHORSE_ROWS = [
    "x-1|en-US|S.|t5_base|Yes|Yes|No|Yes|Unsure|Yes",
    "x-1|en-US|S.|mt5|No|||||",
    "x-1|en-US|S.|reference|Yes|Yes|Yes|Yes|Yes|Yes",
    "x-2|de|S.|t5_base|Yes|No|No|No|No|No",
    "x-2|de|S.|mt5|Yes|Yes|Yes|Yes|Yes|Yes",
]


def seahorse(*rows: str) -> str:
    return "".join("\t".join(row) + "\n" for row in (SEAHORSE.split(), *(row.split("|") for row in rows)))


def test_seahorse_is_six_questions_in_several_languages(tmp_path: Path) -> None:
    found, table = read(tmp_path, "test.tsv", seahorse(*SEAHORSE_ROWS))
    assert (found, table.systems, table.inputs) == ("seahorse", ("t5_base", "mt5"), ("x-1", "x-2"))
    assert humans(table) == list(table.scorer_names)
    assert table.input_groups == {"language": ("en-US", "de")}
    np.testing.assert_array_equal(table.matrix("comprehensibility"), [[1, 1], [0, 1]])
    np.testing.assert_array_equal(table.matrix("grammar"), [[0, 0], [NAN, 1]])
    np.testing.assert_array_equal(table.matrix("main_ideas"), [[NAN, 0], [NAN, 1]])
    assert any("'reference' left out" in note for note in table.notes)
    _, kept = read(tmp_path, "all.tsv", seahorse(*SEAHORSE_ROWS), keep="all")
    assert kept.systems == ("t5_base", "mt5", "reference")
    again = "x-2|de|S.|mt5|Yes|Yes|Yes|Yes|No|Yes"
    _, twice = read(tmp_path, "duplicates.tsv", seahorse(*SEAHORSE_ROWS, again))
    assert twice.annotations["main_ideas"].annotators == ("1", "2")
    np.testing.assert_array_equal(twice.matrix("main_ideas"), [[NAN, 0], [NAN, 0.5]])
    with pytest.raises(FormatError, match=r"row 1: .*'Maybe' is neither Yes, No nor Unsure"):
        read(tmp_path, "odd.tsv", seahorse(SEAHORSE_ROWS[0].replace("Unsure", "Maybe")))


TOFUEVAL = """doc_id,annotation_id,topic,model_name,sent_idx,summ_sent,sent_label,exp,type
D 1,100,Date,model_A,1,"One, two.",yes,,
D 1,100,Date,model_A,2,Three.,no,"It says ""four"".",Extrinsic Information
D 1,100,Date,model_B,1,One.,yes,,
D 1,100,Place,model_A,1,One.,yes,,
D 1,100,Place,model_B,1,One.,no,Not so.,Reasoning Error
"""


def test_tofueval_is_the_share_of_consistent_sentences(tmp_path: Path) -> None:
    found, table = read(tmp_path, "meetingbank_factual_eval_dev.csv", TOFUEVAL)
    assert (found, table.inputs) == ("tofueval", ("D 1/Date", "D 1/Place"))
    assert table.input_groups == {"document": ("D 1", "D 1")}
    assert humans(table) == ["consistent_sentences"]
    np.testing.assert_array_equal(table.matrix("consistent_sentences"), [[0.5, 1], [1, 0]])


AGGREFACT = """dataset,origin,id,doc,summary,model_name,label,cut,DAE_score,DAE_label,QuestEval_score
XSumFaith,xsum,34,Doc.,Sum.,BART,1,test,0.5,1,0.75
XSumFaith,xsum,34,Doc.,Sum.,T5,0,test,0.25,0,0.5
CLIFF,cnndm,34,Doc.,Sum.,BART,0,val,0.125,,0.25
"""


def test_aggrefact_has_ids_by_the_data_they_came_from(tmp_path: Path) -> None:
    found, table = read(tmp_path, "aggre_fact_sota.csv", AGGREFACT)
    assert (found, table.inputs) == ("aggrefact", ("XSumFaith/34", "CLIFF/34"))
    assert table.scorer_names == ("label", "DAE_score", "DAE_label", "QuestEval_score")
    assert humans(table) == ["label"]
    np.testing.assert_array_equal(table.matrix("label"), [[1, 0], [0, NAN]])
    np.testing.assert_array_equal(table.matrix("DAE_label"), [[1, NAN], [0, NAN]])
    assert table.input_groups["cut"] == ("test", "val")
    with pytest.raises(FormatError, match="column 'dataset'"):  # as a table of anybody's
        read_scores(tmp_path / "aggre_fact_sota.csv", format="csv")


def test_rose_has_several_systems_in_a_row(tmp_path: Path) -> None:
    rows = [
        {
            "source": "s",
            "reference": "r",
            "reference_acus": ["one", "two"],
            "count_id": k,
            "example_id": f"e{k}",
            "annotations": {
                name: {"acu_labels": [0, 1], "acu": acu, "normalized_acu": acu / 2}
                for name, acu in (("bart", 0.5), ("gold", k))
            },
            "system_outputs": {"bart": "x", "gold": "y"},
        }
        for k in (0, 1)
    ]
    for content in (rows, "".join(json.dumps(row) + "\n" for row in rows)):
        found, table = read(tmp_path, "rose.json", content)
        assert (found, table.systems, table.inputs) == ("rose", ("bart", "gold"), ("e0", "e1"))
        assert humans(table) == ["acu", "normalized_acu"]
        np.testing.assert_array_equal(table.matrix("acu"), [[0.5, 0.5], [0, 1]])


def assessment(name: str, kind: str, who: str, value: Any, *, key: str = "name") -> dict[str, Any]:
    return {key: name, "source": {"source_type": kind, "source_id": who}, "feedback": {"value": value}}


def test_mlflow_tables_and_traces(tmp_path: Path) -> None:
    columns = ["inputs", "outputs", "exact_match/v1/score", "correct/v1/justification", "correct/v1/score"]
    rows = [["What?", "x", 0, "so", 4], ["Who?", "y", 1, "so", 5]]
    found, table = read(tmp_path, "eval_results_table.json", {"columns": columns, "data": rows})
    assert (found, table.inputs) == ("mlflow", ("What?", "Who?"))
    assert table.scorer_names == ("exact_match/v1", "correct/v1")
    np.testing.assert_array_equal(table.matrix("correct/v1"), [[4, 5]])
    for key in ("name", "assessment_name"):
        traces = [
            {
                "trace_id": f"tr-{k}",
                "assessments": [
                    assessment("correct", "LLM_JUDGE", "gpt", k, key=key),
                    assessment("correct", "HUMAN", "ann", 1, key=key),
                    {key: "expected", "source": {"source_type": "HUMAN"}, "expectation": {"value": "text"}},
                ],
            }
            for k in (0, 1)
        ]
        for content in (traces, {"traces": [{"info": trace, "data": {}} for trace in traces]}):
            found, table = read(tmp_path, "traces.json", content)
            assert (found, table.inputs) == ("mlflow", ("tr-0", "tr-1"))
            assert table.scorer_names == ("correct", "correct_human")
            assert table.annotations["correct_human"].annotators == ("ann",)
            np.testing.assert_array_equal(table.matrix("correct"), [[0, 1]])


def test_results_of_mlflow_as_a_table(tmp_path: Path) -> None:
    # mlflow.genai.evaluate(...).result_df.to_csv(...), 3.x: what is expected stands beside what was scored
    cell = (
        "[{'assessment_id': 'a-1', 'assessment_name': 'correct', 'feedback': {'value': 'yes'}, 'valid': True}, "
        "{'assessment_id': 'a-2', 'assessment_name': 'expected_response', 'expectation': {'value': '0'}}]"
    )
    rows = [
        "trace_id,correct/value,correct/rationale,ok/value,expected_response/value,trace_metadata,assessments",
        *(f'tr-{k},{word},so,True,{k},{{}},"{cell}"' for k, word in enumerate(("yes", "no"))),
    ]
    found, table = read(tmp_path, "result.csv", "\n".join(rows) + "\n")
    assert (found, table.inputs, table.scorer_names) == ("mlflow", ("tr-0", "tr-1"), ("correct", "ok"))
    np.testing.assert_array_equal(table.matrix("correct"), [[1, 0]])


def test_a_table_with_other_columns_is_none_of_these(tmp_path: Path) -> None:
    found, table = read(tmp_path, "own.csv", "system,id,label,DAE_score\na,1,1,0.5\nb,1,0,0.5\n")
    assert (found, table.scorer_names) == ("csv", ("label", "DAE_score"))


def test_every_format_says_how_it_is_told() -> None:
    assert {one.name for one in BENCHMARKS} == {"frank", "seahorse", "tofueval", "aggrefact", "rose"}
    assert all(one.tell and one.input for one in EXPORTS)
    assert {one.name for one in EXPORTS} < set(EXPORT_NAMES)
