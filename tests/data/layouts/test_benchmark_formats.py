"""Published judgements, made in the form of their files: who judged what, and what is no judgement."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueness.data.layouts.export_formats import BENCHMARKS, EXPORTS
from trueness.data.reading.read import read_scores
from trueness.data.recognising.recognise import recognise
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
    with pytest.raises(FormatError, match=r"row 1: .*'Maybe' must be 'Yes', 'No' or 'Unsure'"):
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
    with pytest.raises(FormatError, match="labels of 'dataset' is not known"):  # as a table of anybody's
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


def test_opinsummeval_has_all_systems_of_a_case_in_a_line(tmp_path: Path) -> None:
    def scored(k: int) -> dict[str, Any]:
        given = {"asp_rel": 2.0, "self_coh": 4.0, "sent_con": 4.0, "readblty": k}
        return {"R1_F1": k / 10, "ter_score": 90, "annot1": given, "annot2": {**given, "readblty": 5}}

    lines = [{"bart": scored(1 + k), "gpt3": scored(3), "case": k} for k in (1, 2)]
    found, table = read(tmp_path, "scores.jsonl", "".join(json.dumps(one) + "\n" for one in lines))
    assert (found, table.systems, table.inputs) == ("opinsummeval", ("bart", "gpt3"), ("1", "2"))
    assert humans(table) == ["asp_rel", "self_coh", "sent_con", "readblty"]
    np.testing.assert_array_equal(table.matrix("readblty"), [[3.5, 4], [4, 4]])
    np.testing.assert_array_equal(table.matrix("R1_F1"), [[0.2, 0.3], [0.3, 0.3]])
    assert table.annotations["readblty"].annotators == ("annot1", "annot2")


def test_multi_summeval_is_two_dimensions_of_two_systems(tmp_path: Path) -> None:
    content = "id,model,focus,coverage\n115,BERT,1.07,0.5\n115,PG,-0.9,\n7,BERT,1,1\n7,PG,0,0\n"
    found, table = read(tmp_path, "score.csv", content)
    assert (found, table.systems, humans(table)) == ("multi-summeval", ("BERT", "PG"), ["focus", "coverage"])
    np.testing.assert_array_equal(table.matrix("coverage"), [[0.5, 1], [NAN, 0]])


SIMPDA = """WorkerId,Input.id,Input.original,Input.simplified,Input.system,\
Answer.adequacy,Answer.fluency,Answer.simplicity
0,40,"A, b.",S.,Muss,100,90,91
7,40,"A, b.",S.,Muss,80,,71
0,40,"A, b.",S.,Human 1 Writing,100,100,100
"""


def test_simpda_has_an_annotator_for_every_row(tmp_path: Path) -> None:
    found, table = read(tmp_path, "simpDA_2022.csv", SIMPDA)
    assert (found, table.systems, table.inputs) == ("simpda", ("Muss",), ("40",))
    assert humans(table) == ["adequacy", "fluency", "simplicity"]
    assert [table.matrix(name).item() for name in table.scorer_names] == [90, 90, 81]
    assert table.annotations["simplicity"].annotators == ("0", "7")
    assert "1 output of 'Human 1 Writing' left out (keep='all' keeps them)" in table.notes
    assert read(tmp_path, "all.csv", SIMPDA, keep="all")[1].systems == ("Muss", "Human 1 Writing")


def test_simpeval_leaves_out_the_z_scores_of_its_ratings(tmp_path: Path) -> None:
    content = (
        "original_id,original,generation,system,rating_1,rating_2,rating_1_zscore,rating_2_zscore\n"
        "37,O.,S.,Muss,100.0,70.0,1.3,0.03\n37,O.,T.,T5-3B,,50,,0\n"
    )
    found, table = read(tmp_path, "simpeval_2022.csv", content)
    assert (found, table.scorer_names, humans(table)) == ("simpeval", ("rating",), ["rating"])
    np.testing.assert_array_equal(table.matrix("rating"), [[85], [50]])


def test_simplicity_da_joins_means_ratings_and_metrics(tmp_path: Path) -> None:
    cells = [("1", "ACCESS"), ("1", "Hybrid"), ("2", "ACCESS"), ("2", "Hybrid")]
    people = "sent_id,sys_name,orig_sent,simp_sent,sys_type,fluency,fluency_zscore,simplicity\n" + "".join(
        f'{k},{name},"O, o.",S.,{"Seq" if name == "ACCESS" else "SBMT"},{40 + n},-0.5,9\n'
        for n, (k, name) in enumerate(cells)
    )
    found, table = read(tmp_path, "simplicity_DA.csv", people)
    assert (found, humans(table)) == ("simplicity-da", ["fluency", "fluency_zscore", "simplicity"])
    assert table.system_groups == {"sys_type": ("Seq", "SBMT")}
    metrics = "sent_id,sys_name,test_set,bleu,samsa\n" + "".join(
        f"{k},{name},{refs},{20 + n},0\n" for n, (k, name) in enumerate(cells) for refs in ("asset", "turk")
    )
    read(tmp_path, "metrics_simplicity_DA.csv", metrics)
    both = read_scores(*(tmp_path / name for name in ("simplicity_DA.csv", "metrics_simplicity_DA.csv")))
    assert humans(both) == humans(table)
    np.testing.assert_array_equal(both.matrix("bleu-turk"), both.matrix("fluency") - 20)
    raters = "sent_id,sys_name,orig_sent,simp_sent,rater_id,simplicity\n1,Hybrid,O.,S.,8,100\n1,Hybrid,O.,S.,11,50\n"
    found, table = read(tmp_path, "simplicity_DA_ratings.csv", raters)
    assert (found, table.matrix("simplicity").item()) == ("simplicity-da", 75)
    assert table.annotations["simplicity"].annotators == ("8", "11")


def test_judgements_of_direct_assessment_have_the_means_of_wmt(tmp_path: Path) -> None:
    judged = [
        ("A.1", "7", "SYSTEM", 0.5),
        ("A.1", "7", "REPEAT", 0.25),
        ("A.1", "7", "BAD_REF", -2),
        ("B.2", "7", "REF", 1),
    ]
    rows = "".join(
        f"3Z\tM{k}\tcs\ten\tad\t97\t{system}\t100{k}\t{kind}\t{sid}\t{score}\t30.0\n"
        for k, (system, sid, kind, score) in enumerate([*judged, ("B.2", "7", "SYSTEM", -1)])
    )
    header = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\n"
    found, table = read(tmp_path, "ad-csen-good-stnd.csv", header + rows)
    assert (found, table.systems, table.inputs, humans(table)) == (
        "direct-assessment",
        ("A.1", "B.2"),
        ("7",),
        ["DA"],
    )
    np.testing.assert_array_equal(table.matrix("DA"), [[0.375], [-1]])
    assert "2 rows left out, checks whether raters attend (REF, BAD_REF)" in table.notes
    means = "SYS SID RAW.SCR Z.SCR N \nA.1 7 56.5 0.375 2 \nB.2 7 40.25 -1.0 1 \n"
    found, of_segments = read(tmp_path, "ad-seg-scores-cs-en.csv", means)
    assert (found, of_segments.scorer_names) == ("wmt", ("RAW.SCR", "Z.SCR"))
    np.testing.assert_array_equal(of_segments.matrix("Z.SCR"), table.matrix("DA"))


def test_every_benchmark_is_read_and_named() -> None:
    names = {one.name for one in BENCHMARKS}
    assert {"frank", "seahorse", "opinsummeval", "multi-summeval", "simpda", "appraise"} < names
    assert names < {one.name for one in EXPORTS}
