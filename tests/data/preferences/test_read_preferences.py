"""Files of preferences in every layout that is read, and what is said of those that are wrong."""
# ruff: noqa: E501

from __future__ import annotations

import json

import numpy as np
import openpyxl
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from trueness.data.preferences.preference_columns import PairColumns
from trueness.data.preferences.preferences import BOTH_BAD, TIE, A, B, pair_rows
from trueness.data.preferences.read_preferences import read_preferences
from trueness.errors import ArgumentError, DataError, FormatError, MissingExtraError, UnknownNameError

PLAIN = """input,a,b,verdict,rater,shown_first,category
q1,s1,s2,A,ann,B,math
q1,s2,s1,s1,bob,s2,math
q2,s1,s2,tie,ann,,chat
q2,s1,s2,both bad,bob,A,chat
q3,s1,s2,,ann,,chat
"""


def written(tmp_path, text, name="pairs.csv"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def verdicts(table):
    return [(row.input, row.a, row.b, row.rater, row.verdict, row.first) for row in pair_rows(table)]


def test_a_row_per_verdict(tmp_path):
    table = read_preferences(written(tmp_path, PLAIN))
    assert verdicts(table) == [
        ("q1", "s1", "s2", "ann", A, -1),
        ("q1", "s2", "s1", "bob", B, 1),
        ("q2", "s1", "s2", "ann", TIE, 0),
        ("q2", "s1", "s2", "bob", BOTH_BAD, 1),
    ]
    assert table.groups == {"category": ("math", "chat")}
    said = " ".join(table.notes)
    assert "1 row without a verdict left out" in said
    assert "its system's name is B (1)" in said


def test_columns_by_name_and_several_raters_side_by_side(tmp_path):
    path = written(tmp_path, "ID;L;R;h1;h2\n1;x;y;1;2\n2;x;y;3;1\n")
    table = read_preferences(
        path, columns="input=ID,a=L,b=R,verdicts=h1,verdicts=h2", verdicts="1=A,2=B,3=tie", a_first=True
    )
    assert verdicts(table) == [
        ("1", "x", "y", "h1", A, 1),
        ("1", "x", "y", "h2", B, 1),
        ("2", "x", "y", "h1", TIE, 1),
        ("2", "x", "y", "h2", A, 1),
    ]


def test_arena_files(tmp_path):
    rows = [
        {
            "question_id": "a",
            "model_a": "m",
            "model_b": "n",
            "winner": "model_a",
            "judge": "user_1",
            "language": "en",
        },
        {"question_id": "b", "model_a": "n", "model_b": "m", "winner": "tie (bothbad)", "judge": "user_2"},
        {"question_id": "c", "model_a": "n", "model_b": "m", "winner": "model_b", "judge": "user_2"},
    ]
    path = written(tmp_path, "\n".join(map(json.dumps, rows)), "arena.jsonl")
    table = read_preferences(path)
    assert [row[4:] for row in verdicts(table)] == [(A, 1), (BOTH_BAD, 1), (B, 1)]
    assert table.groups["language"] == ("en", "", "")
    assert table.roles == (None, None)


def test_arena_files_with_a_column_per_winner(tmp_path):
    head = "id,model_a,model_b,response_a,response_b,winner_model_a,winner_model_b,winner_tie\n"
    path = written(tmp_path, head + '1,m,n,"[""one two""]",three,0,0,1\n2,m,n,x,y,0,1,0\n')
    table = read_preferences(path)
    assert [row[4] for row in verdicts(table)] == [TIE, B]
    assert table.words_a.tolist() == [2, 1]
    bad = written(tmp_path, head + "1,m,n,x,y,1,1,0\n")
    with pytest.raises(FormatError, match=r"pairs.csv, row 2: 2 of .* are 1"):
        read_preferences(bad)


def test_a_judge_of_mt_bench_prefers_what_it_prefers_in_both_orders(tmp_path):
    rows = [
        {
            "question_id": 81,
            "model_1": "m",
            "model_2": "n",
            "g1_winner": first,
            "g2_winner": second,
            "judge": ["gpt-4", "pair-v2"],
            "g1_judgment": "so",
            "g2_judgment": "so",
            "turn": turn,
            "tstamp": 1.5,
        }
        for turn, first, second in [
            (1, "model_2", "model_2"),
            (2, "model_1", "model_2"),
            (3, "error", "model_1"),
        ]
    ]
    table = read_preferences(written(tmp_path, "\n".join(map(json.dumps, rows)), "gpt-4_pair.jsonl"))
    assert (table.inputs, table.roles) == (("81/1", "81/2"), ("judge",))
    assert [row[4:] for row in verdicts(table)] == [(B, 0), (TIE, 0)]
    assert any("1 row without a verdict left out" in note for note in table.notes)


def test_judgements_of_mt_bench_tell_people_from_models(tmp_path):
    rows = [
        {
            "question_id": 81,
            "turn": 1,
            "model_a": "m",
            "model_b": "n",
            "winner": "model_a",
            "judge": "expert_1",
        },
        {"question_id": 81, "turn": 2, "model_a": "n", "model_b": "m", "winner": "tie", "judge": "author_2"},
        {
            "question_id": 81,
            "turn": 1,
            "model_a": "m",
            "model_b": "n",
            "winner": "tie (inconsistent)",
            "judge": ["gpt-4", "pair-v2"],
        },
    ]
    for name, text in (("mt.json", json.dumps(rows)), ("mt.jsonl", "\n".join(map(json.dumps, rows)))):
        table = read_preferences(written(tmp_path, text, name))
        assert table.inputs == ("81/1", "81/2")
        assert table.groups["question"] == ("81", "81")
        assert table.roles == ("human", "human", "judge")
        assert [row[4:] for row in verdicts(table)] == [(A, 0), (TIE, 0), (TIE, 0)]


def test_the_best_of_several(tmp_path):
    path = written(tmp_path, "input,system,best,rater\nq,x,0,r\nq,y,1,r\nq,z,0,r\n")
    assert verdicts(read_preferences(path)) == [("q", "y", "x", "r", A, 0), ("q", "y", "z", "r", A, 0)]
    with pytest.raises(
        FormatError, match=r"column 'best': 2 outputs for input 'q' are chosen by 'r'. Exactly one"
    ):
        read_preferences(written(tmp_path, "input,system,best,rater\nq,x,1,r\nq,y,1,r\n"))
    with pytest.raises(FormatError, match="row 2, column 'best': 'maybe' must say"):
        read_preferences(written(tmp_path, "input,system,best,rater\nq,x,maybe,r\nq,y,1,r\n"))


def test_chosen_and_rejected_with_scores_of_a_reward_model(tmp_path):
    rows = [
        {
            "id": 1,
            "subset": "chat",
            "chosen": "a good one",
            "rejected": "bad",
            "scores_chosen": [2.5],
            "scores_rejected": [1.0],
        },
        {
            "id": 2,
            "subset": "safety",
            "chosen": "yes",
            "rejected": "no",
            "scores_chosen": [0.0],
            "scores_rejected": [0.0],
        },
        {
            "id": 3,
            "subset": "safety",
            "chosen": "yes",
            "rejected": "no",
            "scores_chosen": [-1.0],
            "scores_rejected": [0.0],
        },
    ]
    table = read_preferences(written(tmp_path, json.dumps(rows), "rm.json"))
    assert table.systems == ("chosen", "rejected")
    by_rater = {}
    for row in pair_rows(table):
        by_rater.setdefault((row.rater, row.role), []).append(row.verdict)
    assert by_rater == {("gold", "human"): [A, A, A], ("rm", "judge"): [A, TIE, B]}
    assert table.groups["subset"] == ("chat", "safety", "safety")
    assert table.words_a[0] == 3


def test_chosen_and_rejected_with_a_verdict_per_row(tmp_path):
    text = "id,chosen,rejected,results,judge\n1,x,y,1,j\n2,x,y,0,j\n1,x,y,0.5,k\n"
    table = read_preferences(written(tmp_path, text))
    assert [(row.rater, row.verdict) for row in pair_rows(table)] == [
        ("gold", A),
        ("j", A),
        ("gold", A),
        ("j", B),
        ("k", TIE),
    ]


def test_scores_of_both_outputs(tmp_path):
    table = read_preferences(written(tmp_path, "input,a,b,score_a,score_b\nq,x,y,3,2\nr,x,y,1,1\ns,x,y,,\n"))
    assert [row[3:5] for row in verdicts(table)] == [("pairs", A), ("pairs", TIE)]
    with pytest.raises(FormatError, match="row 2, column 'score_b': 'two' is no number"):
        read_preferences(written(tmp_path, "input,a,b,score_a,score_b\nq,x,y,3,two\n"))


def test_verdicts_that_judges_of_pairs_wrote(tmp_path):
    from trueness.metrics.llm_judge.judge_pairs import Verdict, write_verdicts

    given = [
        Verdict("j", "q", "x", "y", 0, "read", 0.8, "x", None),
        Verdict("j", "q", "y", "x", 0, "read", 0.5, None, None),
        Verdict("j", "r", "y", "x", 0, "no verdict", float("nan"), None, None),
    ]
    table = read_preferences(write_verdicts(given, tmp_path / "verdicts.jsonl"))
    assert verdicts(table) == [("q", "x", "y", "j", A, 1), ("q", "y", "x", "j", TIE, 1)]
    assert table.roles == ("judge",)


def test_parquet_with_conversations(tmp_path):
    said = [{"role": "user", "content": "hello"}, {"role": "assistant", "content": "one two three"}]
    columns = {
        "question_id": ["q"],
        "model_a": ["m"],
        "model_b": ["n"],
        "winner": ["tie"],
        "judge": ["u"],
        "conversation_a": [said],
        "conversation_b": [said[:1]],
    }
    pq.write_table(pa.table(columns), tmp_path / "arena.parquet")
    table = read_preferences(tmp_path / "arena.parquet")
    assert table.words_a.tolist() == [3]
    assert table.words_b.tolist() == [0]


def test_dataframes(tmp_path):
    frame = pl.read_csv(written(tmp_path, PLAIN))
    assert verdicts(read_preferences(frame)) == verdicts(read_preferences(tmp_path / "pairs.csv"))


def test_several_files_are_one_table(tmp_path):
    people = written(tmp_path, "input,a,b,verdict\nq,x,y,A\n", "people.csv")
    judge = written(tmp_path, "input,a,b,verdict\nq,y,x,A\nr,y,x,B\n", "judge.csv")
    table = read_preferences(people, judge)
    assert table.raters == ("people", "judge")
    assert len(table) == 3
    assert table.inputs == ("q", "r")


def test_order_of_rows_does_not_change_the_fingerprint(tmp_path):
    lines = PLAIN.strip().split("\n")
    turned = "\n".join([lines[0], *lines[:0:-1]]) + "\n"
    one, other = (read_preferences(written(tmp_path, text)) for text in (PLAIN, turned))
    assert one.fingerprint == other.fingerprint
    assert one.fingerprint != read_preferences(written(tmp_path, PLAIN.replace(",tie,", ",A,"))).fingerprint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("input,a,b,verdict\nq,x,y,perhaps\n", r"pairs\.csv, row 2, column 'verdict': 'perhaps' must be a verdict.*--verdicts 'perhaps=tie'"),
        ("input,a,b,verdict\nq,x,x,A\n", r"pairs\.csv, row 2: the row compares 'x' with itself"),
        ("input,a,b,verdict\n,x,y,A\n", r"row 2, column 'input': '' must be a name"),
        ("input,a,b,verdict\nq,x,y,1\nq,x,y,2\n", r"column 'verdict': the numbers 1, 2 may mean several things.*--verdicts"),
        ("input,a,b,verdict\nq,x,y,0\n", r"the numbers 0 may mean several things"),
        ("input,a,b,verdict\nq,x,y,\n", r"every row lacks a verdict"),
        ("input,a,b,verdict\n", r"rows are missing"),
        ("input,one,two\nq,x,y\n", r"it cannot be told which two systems.*--columns 'a=COLUMN"),
        ("input,a,b,verdict,shown_first\nq,x,y,A,z\n", r"row 2, column 'shown_first': 'z' must be A, B"),
        ("input,a,b,verdict,category\nq,x,y,A,k\nq,x,y,A,l\n", r"row 3, column 'category': input 'q' has 'l' here and 'k' before"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_place(tmp_path, text, message):
    with pytest.raises(FormatError, match=message):
        read_preferences(written(tmp_path, text))


def test_arguments_are_checked(tmp_path):
    path = written(tmp_path, PLAIN)
    with pytest.raises(FormatError, match=r"there is no column 'wiener'\. Did you mean"):
        read_preferences(written(tmp_path, "a,b,winner\nx,y,A\n", "w.csv"), columns="verdicts=wiener")
    with pytest.raises(ArgumentError, match="has no key 'winner'"):
        read_preferences(path, columns="winner=verdict")
    with pytest.raises(ArgumentError, match="WORD=VERDICT"):
        read_preferences(path, verdicts="1=yes")
    with pytest.raises(ArgumentError, match="at least one file"):
        read_preferences()
    with pytest.raises(FormatError, match="holds something other than preferences"):
        read_preferences(path, format="mqm")


def test_numbers_are_a_preference_or_a_sign(tmp_path):
    for numbers, expected in (("1,0,0.5", [A, B, TIE]), ("1,-1,0", [A, B, TIE])):
        rows = "".join(f"q{k},x,y,{number}\n" for k, number in enumerate(numbers.split(",")))
        table = read_preferences(written(tmp_path, f"input,a,b,verdict\n{rows}"))
        assert table.verdict.tolist() == expected


def test_spreadsheets(tmp_path):
    book = openpyxl.Workbook()
    for line in PLAIN.strip().split("\n"):
        book.active.append(line.split(","))
    book.save(tmp_path / "pairs.xlsx")
    try:
        table = read_preferences(tmp_path / "pairs.xlsx")
    except MissingExtraError:
        pytest.skip("no reader of spreadsheets")
    assert len(table) == 4
    assert np.isnan(table.words_a).all()


def test_raters_are_named_by_patterns(tmp_path):
    table = read_preferences(written(tmp_path, PLAIN))
    assert table.raters_matching(["a*"]) == ("ann",)
    with pytest.raises(UnknownNameError, match=r"no rater is called 'anne'\. Did you mean 'ann'"):
        table.raters_matching(["anne"])
    with pytest.raises(DataError, match="texts of outputs are"):
        table.texts()


PAIRS = [
    {
        "prompt": "Hi",
        "chosen": "Hello!",
        "chosen_model": "big",
        "rejected": "What?",
        "rejected_model": "small",
        "subset": subset,
        "id": number,
    }
    for subset, number in (("alpacaeval-easy", 1), ("llmbar-natural", 1), ("my-own", 2))
]
"""RewardBench's pairs: an id is unique within its subset."""

RESULTS = {
    "chat_template": None,
    "id": [1, 1, 2],
    "model": "org/reward",
    "model_type": "Seq. Classifier",
    "results": [1, 0, 1],
    "scores_chosen": [1.5, [0.25], 0.0],
    "scores_rejected": [-1.0, [0.75], 0.0],
    "subset": ["alpacaeval-easy", "llmbar-natural", "my-own"],
    "text_chosen": ["User: Hi Bot: Hello!"] * 3,
    "text_rejected": ["User: Hi Bot: What?"] * 3,
}
"""What the benchmark writes of one model (`eval-set-scores/org/reward.json`)."""


def test_pairs_of_reward_bench_and_the_results_of_models(tmp_path):
    pairs = tmp_path / "filtered.parquet"
    pq.write_table(pa.Table.from_pylist(PAIRS), pairs)
    several = {
        **{key: RESULTS[key] for key in ("id", "subset")},
        "model": ["x", "y"],
        "results": [1, 0.5, 0],
        "model_type": "Generative RM",
    }
    table = read_preferences(
        pairs,
        written(tmp_path, json.dumps(RESULTS), "reward.json"),
        written(tmp_path, json.dumps(several), "vote.json"),
    )
    assert table.inputs == ("alpacaeval-easy/1", "llmbar-natural/1", "my-own/2")
    assert table.groups == {
        "subset": ("alpacaeval-easy", "llmbar-natural", "my-own"),
        "section": ("Chat", "Chat Hard", ""),
    }
    found = {}
    for row in pair_rows(table):
        found.setdefault((row.rater, row.role), []).append(row.verdict)
    assert {A} == set(found["gold", "human"])
    assert found["org/reward", "judge"] == [A, B, TIE]  # the scores, which know of ties
    assert found["x+y", "judge"] == [A, TIE, B]
    assert table.outputs["chosen", "alpacaeval-easy/1"] == "Hello!"  # and not with its prompt


def test_results_of_a_model_that_are_cut_off(tmp_path):
    cut = {**RESULTS, "subset": ["alpacaeval-easy"]}
    with pytest.raises(
        FormatError, match=r"column 'subset': the list has 1 entries, 'results' has 3.*cut off"
    ):
        read_preferences(written(tmp_path, json.dumps(cut), "reward.json"))


def test_rewards_alone_are_pairs_in_their_order(tmp_path):
    lines = '{"chosen": 1.5, "rejected": 0.5}\n{"chosen": 0.5, "rejected": 0.75}\n'
    table = read_preferences(written(tmp_path, lines, "rm_all.jsonl"))
    assert [(row.rater, row.verdict) for row in pair_rows(table)] == [
        ("gold", A),
        ("rm_all", A),
        ("gold", A),
        ("rm_all", B),
    ]


def test_two_pairs_of_one_name_are_refused(tmp_path):
    text = "id,chosen,rejected,results\n1,x,y,1\n1,x,z,0\n"
    with pytest.raises(FormatError, match=r"row 3, column 'id': input '1' has other texts than in row 2"):
        read_preferences(written(tmp_path, text))


def llmbar(tmp_path, subset, rows):
    folder = tmp_path / subset
    folder.mkdir()
    return written(folder, json.dumps(rows), "dataset.json")


def test_llmbar(tmp_path):
    rows = [
        {"input": "Sum 1 and 2.", "output_1": "Three.", "output_2": "Four.", "label": 1, "judge": "2"},
        {"input": "Sum 1 and 2.", "output_1": "Five.", "output_2": "Three.", "label": 2, "judge": "2"},
    ]
    natural, other = (
        llmbar(tmp_path, "Natural", rows),
        llmbar(tmp_path, "Neighbor", [{**rows[0], "input": "Add."}]),
    )
    table = read_preferences(natural, other)
    assert table.groups == {"subset": ("Natural", "Natural", "Neighbor")}
    assert table.systems == ("chosen", "rejected")
    assert {(row.rater, row.verdict, row.first) for row in pair_rows(table)} == {("gold", A, 0)}
    assert [text for (system, _), text in table.outputs.items() if system == "chosen"] == ["Three."] * 3
    judged = read_preferences(natural, columns="verdicts=judge", verdicts="1=A,2=B")
    assert [(row.verdict, row.first) for row in pair_rows(judged) if row.rater == "judge"] == [
        (B, 1),
        (A, -1),
    ]
    # the same pair has the same name in another file, and when it is turned round
    turned = [{**rows[0], "output_1": "Four.", "output_2": "Three.", "label": 2, "judge": "1"}]
    again = read_preferences(llmbar(tmp_path, "Turned", turned))
    assert again.inputs == table.inputs[:1]


def test_judges_of_llmbar_in_both_orders(tmp_path):
    def said(first, second):
        return [
            ["a reference", "stop"],
            {"swap = False": {"winner": first}, "swap = True": {"winner": second}},
        ]

    rows = [
        {
            "input": "Sum 1 and 2.",
            "output_1": "Three.",
            "output_2": "Four.",
            "label": 1,
            "results": said("1", "2"),
        },
        {
            "input": "Sum 1 and 3.",
            "output_1": "Five.",
            "output_2": "Four.",
            "label": 2,
            "results": said("1", None),
        },
    ]
    scored = [
        {**row, "results": [{"score_1": ["3", ""], "score_2": [score, ""]}]}
        for row, score in zip(rows, "4x", strict=True)
    ]
    for judge, results in (("GPT-4/Swap_CoT", rows), ("GPT-4/Rating", scored)):
        folder = tmp_path / "Natural" / "evaluators" / judge
        folder.mkdir(parents=True)
        written(folder, json.dumps(results), "result.json")
    pairs, alone = (
        tmp_path / f"Natural/evaluators/GPT-4/{name}/result.json" for name in ("Swap_CoT", "Rating")
    )
    table = read_preferences(pairs)
    assert table.groups == {"subset": ("Natural", "Natural")}
    assert [
        (row.input[-12:], row.verdict, row.first) for row in pair_rows(table) if row.rater == "GPT-4/Swap_CoT"
    ] == [
        (table.inputs[0][-12:], A, 1),
        (table.inputs[0][-12:], B, -1),
        (table.inputs[1][-12:], B, -1),  # output 1, the worse one, was first
    ]
    assert any("1 row without a verdict" in note for note in table.notes)
    both = read_preferences(pairs, alone)
    assert [(row.verdict, row.first) for row in pair_rows(both) if row.rater == "GPT-4/Rating"] == [(B, 0)]
    assert both.inputs == table.inputs


@pytest.mark.parametrize("change", [{"label": 3}, {"label": None}, {"output_2": None}], ids=str)
def test_rows_of_llmbar_that_are_not_whole(tmp_path, change):
    row = {"input": "Sum.", "output_1": "a", "output_2": "b", "label": 1, **change}
    with pytest.raises(FormatError, match="row 1, column 'label': the row needs two outputs, and a label"):
        read_preferences(llmbar(tmp_path, "Natural", [row]))


def test_a_metric_beside_verdicts_prefers_the_higher_of_its_two_scores(tmp_path):
    rows = "q,x,y,A,ann,3,2\nq,x,y,B,bob,3,2\nr,x,y,tie,ann,1,1\ns,y,x,A,ann,,\nt,y,x,B,ann,0.5,-1\n"
    path = written(tmp_path, "input,a,b,verdict,rater,bleu_a,bleu_b\n" + rows)
    assert read_preferences(path).raters == ("ann", "bob")
    table = read_preferences(path, columns="metrics=bleu")
    found = [(row.input, row.a, row.verdict, row.role) for row in pair_rows(table) if row.rater == "bleu"]
    assert found == [("q", "x", A, "judge"), ("r", "x", TIE, "judge"), ("t", "y", A, "judge")]
    assert len(table) == 8
    with pytest.raises(FormatError, match="no column 'ter_a'"):
        read_preferences(path, columns="metrics=ter")
    hot = written(tmp_path, "model_a,model_b,winner_model_a,winner_model_b,x_a,x_b\nm,n,1,0,2,1\n")
    with pytest.raises(FormatError, match=r"tables of pairs alone.*--scores FILE"):
        read_preferences(hot, columns="metrics=x")


@pytest.mark.parametrize("column", ["judge", "turn"])
def test_every_judgement_of_mt_bench_has_a_judge_and_a_turn(tmp_path, column):
    rows = [
        {
            "question_id": k,
            "turn": 1,
            "model_a": "m",
            "model_b": "n",
            "winner": "model_a",
            "judge": "author_2",
        }
        for k in (81, 82)
    ]
    del rows[1][column]
    path = tmp_path / "judgements.json"
    path.write_text(json.dumps(rows))
    with pytest.raises(FormatError, match=rf"row 2, column '{column}'"):
        read_preferences(path)


def test_a_number_beyond_all_others_is_refused_with_its_row(tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_text(
        '{"input": "1", "a": "x", "b": "y", "verdict": 1}\n'
        f'{{"input": "2", "a": "x", "b": "y", "verdict": {10**400}}}\n'
    )
    with pytest.raises(FormatError, match=r"row 2.*must be a verdict"):
        read_preferences(path)
    path.write_text(path.read_text().replace("verdict", "score_a").replace("}", ', "score_b": 1}'))
    with pytest.raises(FormatError, match=r"row 2.*is no number"):
        read_preferences(path)


@pytest.mark.parametrize("name", ["judge_winner", "winner_judge", "llm winner", "gpt4_verdict", "label_auto"])
def test_a_verdict_called_after_its_rater_stands_beside_the_usual_one(tmp_path, name):
    text = f"question_id,model_a,model_b,winner,{name}\n1,x,y,model_a,model_b\n2,y,z,tie,\n3,x,z,z,z\n"
    table = read_preferences(written(tmp_path, text))
    assert table.raters == ("winner", name)
    assert verdicts(table) == [
        ("1", "x", "y", "winner", A, 0),
        ("1", "x", "y", name, B, 0),
        ("2", "y", "z", "winner", TIE, 0),
        ("3", "x", "z", "winner", B, 0),
        ("3", "x", "z", name, B, 0),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "id,model_a,model_b,winner,winner_reason\n1,x,y,model_a,shorter\n",  # says something else
        "id,model_a,model_b,winner,judge_winner,rater\n1,x,y,model_a,model_b,ann\n",  # ann's are all of them
        "id,model_a,model_b,winner,a_b\n1,x,y,model_a,model_b\n",
    ],
)
def test_other_columns_beside_a_verdict_are_none(tmp_path, text):
    assert len(read_preferences(written(tmp_path, text))) == 1


def test_outputs_that_only_their_places_name(tmp_path):
    text = "question,response_a,response_b,{}\nWhy?,one,two,{}\nHow?,three,four,B\nWho?,five,six,tie\n"
    for column in ("human", "winner", "human_preference"):
        table = read_preferences(written(tmp_path, text.format(column, "A")))
        assert verdicts(table) == [
            ("Why?", "A", "B", column, A, 0),
            ("How?", "A", "B", column, B, 0),
            ("Who?", "A", "B", column, TIE, 0),
        ]
        assert "outputs are called 'A', 'B' by their places: nothing is said of systems" in table.notes
        assert table.texts().rows[0].output == "one"
        assert table.roles == (None if column == "winner" else "human",)
    with pytest.raises(
        FormatError, match="which two systems were compared"
    ):  # a pair of sentences, and a class
        read_preferences(written(tmp_path, "id,text_a,text_b,label\n1,one,two,entailment\n"))


def test_a_prompt_names_the_input_where_nothing_else_does(tmp_path):
    text = "prompt,model_a,model_b,winner{}\nWhy?,x,y,model_a{}\nWhy?,y,z,tie{}\nHow?,x,z,z{}\n"
    table = read_preferences(written(tmp_path, text.format(*[""] * 4)))
    assert table.inputs == ("Why?", "How?")
    assert "inputs are called by their text in 'prompt'" in " ".join(table.notes)
    by_id = read_preferences(written(tmp_path, text.format(",id", ",1", ",2", ",3")))
    assert by_id.inputs == ("1", "2", "3")
    grouped = read_preferences(written(tmp_path, text.format(",turn", ",1", ",2", ",1")))
    assert grouped.inputs == ("2", "3", "4")  # one text in two groups is two inputs


def test_rows_of_one_system_are_left_out_with_a_note_where_there_are_others(tmp_path):
    text = "input,a,b,ann,bob\nq,x,x,A,B\nq,x,y,A,tie\nr,y,y,tie,A\n"
    found = read_preferences(written(tmp_path, text))
    assert len(found) == 2
    assert [note for note in found.notes if "left out" in note] == [
        "pairs: 2 rows left out: both outputs are of one system"
    ]


def test_turns_of_one_question_are_inputs_of_their_own(tmp_path):
    """As labels of MT-Bench are summed up elsewhere: a verdict for each question, turn and pair."""
    rows = ["81,1,x,y,A,B", "81,2,x,y,B,B", "82,1,x,y,tie,A"]
    path = tmp_path / "labels.csv"
    path.write_text("\n".join(["question_id,turn,model_a,model_b,human_winner,gpt4_winner", *rows]))
    table = read_preferences(path)
    assert table.inputs == ("81/1", "81/2", "82/1")
    assert table.groups["question"] == ("81", "81", "82")
    assert set(table.raters) == {"human_winner", "gpt4_winner"}
    path.write_text("question_id,turn,model_a,model_b,winner\n81,1,x,y,A\n82,2,x,y,B")
    assert read_preferences(path).inputs == ("81", "82")


@pytest.mark.parametrize(
    ("texts", "columns"),
    [
        (("response 1", "response 2"), ("label",)),
        (("answer1", "answer2"), ("winner",)),
        (("output_a", "output_b"), ("annotator1", "annotator2")),
    ],
)
def test_what_numbers_say_of_two_places_is_asked(tmp_path, texts, columns):
    """Counted from 0 or from 1: nothing tells."""
    header = ",".join(["prompt", *texts, *columns])
    rows = [",".join([f"Why {k}?", "one", "two", *[str(k % 3)] * len(columns)]) for k in range(6)]
    path = written(tmp_path, "\n".join([header, *rows]) + "\n")
    with pytest.raises(
        FormatError, match=r"counted from 0 or from 1\? .*--verdicts 0=VERDICT,1=VERDICT,2=VERDICT"
    ):
        read_preferences(path)
    table = read_preferences(path, verdicts="0=A,1=B,2=tie")
    assert table.raters == columns
    assert [one[4] for one in verdicts(table)][: len(columns)] == [A] * len(columns)


@pytest.mark.parametrize(("one", "other"), [("1", "2"), ("0", "1")])
def test_numbers_that_the_columns_of_outputs_have_are_theirs(tmp_path, one, other):
    rows = [f"Why {k}?,x,y,{one if k % 2 else other}" for k in range(5)] + ["Who?,x,y,Tie"]
    path = written(tmp_path, "\n".join([f"prompt,response{one},response{other},label", *rows]) + "\n")
    asked = PairColumns(text_a=f"response{one}", text_b=f"response{other}", verdicts=("label",))
    table = read_preferences(path, columns=asked)
    assert [row[4] for row in verdicts(table)] == [B, A, B, A, B, TIE]
    assert f"'label': {other} is B (3), {one} is A (2), Tie is tie (1)" in " ".join(table.notes)


def test_words_beside_numbers_make_verdicts_of_people_and_of_others(tmp_path):
    rows = ["0,Why?,x,y,1,Tie,2,1", "1,How?,x,y,2,2,Tie,2", "2,Who?,x,y,1,1,1,0"]
    path = written(
        tmp_path, "idx,question,response1,response2,annotator1,annotator2,pandalm,turns\n" + "\n".join(rows)
    )
    table = read_preferences(path)
    assert table.raters == ("annotator1", "annotator2", "pandalm")
    assert [row[4] for row in verdicts(table) if row[3] == "pandalm"] == [B, TIE, A]


@pytest.mark.parametrize("word", ["model_{}", "Response {}", "output{}", "assistant_{}"])
def test_words_with_the_number_of_a_place_are_verdicts(tmp_path, word):
    rows = [f"{k},x,y,{won.format(2)},{won.format(1)}" for k, won in enumerate([word, word, "tie"])]
    path = written(tmp_path, "\n".join(["id,model_1,model_2,winner,gpt_winner", *rows]) + "\n")
    table = read_preferences(path)
    assert [row[4] for row in verdicts(table)] == [B, A, B, A, TIE, TIE]


def test_answers_are_told_by_their_letters(tmp_path):
    text = "question,answer1,answer2,better\nWhy?,one,two,Answer A\nHow?,three,four,answer b\n"
    assert [one[4] for one in verdicts(read_preferences(written(tmp_path, text)))] == [A, B]


def test_beside_an_instruction_the_input_is_a_text(tmp_path):
    text = (
        "instruction,input,idx,response_a,response_b,winner\nSay it.,,7,one,two,A\nSay it.,once,8,one,two,B\n"
    )
    assert read_preferences(written(tmp_path, text)).inputs == ("7", "8")
