"""Verdicts on pairs, and the share of comparisons won."""

from __future__ import annotations

import json

import pytest

from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import ArgumentError, DataError, UnknownNameError
from trueness.metrics.llm_judge.declaration import parse_declaration
from trueness.metrics.llm_judge.endpoint import JudgeEndpoint
from trueness.metrics.llm_judge.judge_pairs import forecast_pairs, judge_pairs, write_verdicts
from trueness.metrics.llm_judge.llm_judge import LlmJudge

DUEL = """
name = "duel"
form = "pairs"
model = "m"
prompt = "{{ first }}|{{ second }}"
TOP
[reply]
read = "tag"
score = "verdict"
END
"""


@pytest.fixture
def duel(stub):
    def made(top="", end="", prompt=None):
        text = DUEL.replace("TOP", top).replace("END", end)
        if prompt:
            text = text.replace("{{ first }}|{{ second }}", prompt)
        return LlmJudge(parse_declaration(text.encode(), "duel.toml"), JudgeEndpoint(stub.url, retries=0))

    return made


def by_number(said, likes_first=0.0):
    """Return an endpoint that prefers the larger number, or what is shown first by so much."""

    def answer(body, count):
        a, b = (float(text.split()[-1]) for text in body["messages"][-1]["content"].split("|"))
        verdict = "A" if a + likes_first > b else "B" if a + likes_first < b else "C"
        return said.completion(f"<verdict>{verdict}</verdict>")

    return answer


def texts(*numbers, **more):
    return Texts(
        tuple(
            TextRow(f"s{k}", "1", f"{k} {number}" if number != "" else "", **more)
            for k, number in enumerate(numbers)
        )
    )


def test_the_share_of_comparisons_won(stub, said, duel):
    stub.answer = by_number(said)
    # s0 ties with s1 and loses to s2: (.5 + 0) / 2
    judge = duel()
    found = judge_pairs(texts(1, 1, 3), judge)
    assert found.table.matrix("duel")[:, 0].tolist() == [0.25, 0.25, 1.0]
    assert len(stub.asked) == 6
    assert [(v.first, v.second, v.preference, v.winner) for v in found.verdicts] == [
        ("s0", "s1", 0.5, None),
        ("s1", "s0", 0.5, None),
        ("s0", "s2", 0.0, "s2"),
        ("s2", "s0", 1.0, "s2"),
        ("s1", "s2", 0.0, "s2"),
        ("s2", "s1", 1.0, "s2"),
    ]
    notes = " ".join(found.table.notes)
    assert "share of comparisons won, from 6 verdicts on 3 pairs; the output shown first wins 50%" in notes
    assert f"LLM judge m at {stub.url}" in notes


def test_a_liking_for_the_first_evens_out_over_both_orders_and_is_said(stub, said, duel):
    stub.answer = by_number(said, likes_first=10)
    found = judge_pairs(texts(1, 3), duel())
    assert found.table.matrix("duel")[:, 0].tolist() == [0.5, 0.5]
    assert "shown first wins 100%" in " ".join(found.table.notes)
    alone = judge_pairs(texts(1, 3), duel("both_orders = false"))
    assert alone.table.matrix("duel")[:, 0].tolist() == [1.0, 0.0]
    assert len(alone.verdicts) == 1


def test_against_one_system(stub, said, duel):
    stub.answer = by_number(said)
    found = judge_pairs(texts(1, 2, 3), duel('against = "s1"'))
    assert found.table.matrix("duel")[:, 0].tolist() == [0.0, 0.5, 1.0]
    assert len(stub.asked) == 4
    with pytest.raises(UnknownNameError, match="no system is called 's9'"):
        judge_pairs(texts(1, 2), duel('against = "s9"'))


def test_every_rival_counts_once_whatever_could_be_read(stub, said, duel):
    # s0 against s1: one order is unreadable, the other a win; against s2: two losses
    def answer(body, count):
        if body["messages"][-1]["content"].startswith("1 1|0 2"):
            return said.completion("no idea")
        return by_number(said)(body, count)

    stub.answer = answer
    found = judge_pairs(texts(2, 1, 3), duel())
    assert found.table.matrix("duel")[:, 0].tolist() == [0.5, 0.0, 1.0]
    assert [v.outcome for v in found.verdicts].count("unreadable") == 1
    assert "1 of 6 replies have no score" in " ".join(found.table.notes)


def test_where_no_verdict_at_all_can_be_read_that_is_an_error(stub, said, duel):
    stub.answer = lambda body, count: said.completion("no idea")
    with pytest.raises(
        DataError, match=r"no output has a score. 2 of 2 replies have no score where one is declared"
    ):
        judge_pairs(texts(1, 2), duel())


def test_outputs_without_words_lose_unseen(stub, said, duel):
    stub.answer = by_number(said)
    found = judge_pairs(texts(1, "", ""), duel())
    assert found.table.matrix("duel")[:, 0].tolist() == [1.0, 0.25, 0.25]
    assert stub.asked == []


def test_probabilities_are_preferences(stub, said, duel):
    stub.answer = lambda body, count: said.completion(
        "A", tokens=[said.token({"A": 0.6, "B": 0.2, "C": 0.2})]
    )
    judge = duel()
    text = (
        DUEL.replace("TOP", "")
        .replace("END", "")
        .replace('read = "tag"\nscore = "verdict"', 'read = "probabilities"')
    )
    judge = LlmJudge(parse_declaration(text.encode(), "x"), JudgeEndpoint(stub.url))
    found = judge_pairs(texts(1, 2), judge)
    assert [v.preference for v in found.verdicts] == [pytest.approx(0.7)] * 2
    assert [v.winner for v in found.verdicts] == ["s0", "s1"]


def test_the_order_of_rows_does_not_matter(stub, said, duel):
    stub.answer = by_number(said)
    rows = [
        TextRow(s, i, f"{s}{i} {n}")
        for (s, i), n in zip([(s, i) for s in "ab" for i in "12"], "1234", strict=True)
    ]
    one = judge_pairs(Texts(tuple(rows)), duel())
    calls = len(stub.asked)
    two = judge_pairs(Texts((*rows[:1], *reversed(rows[1:]))), duel())
    assert len(stub.asked) == calls
    assert {verdict._replace(sample=0) for verdict in one.verdicts} == set(two.verdicts)


def test_how_many_calls_it_takes_is_known_before(stub, duel):
    assert forecast_pairs(texts(1, 2, 3), duel()).calls == 6
    assert forecast_pairs(texts(1, 2, 3), duel("both_orders = false", "[sampling]\nsamples = 3")).calls == 9
    assert stub.asked == []


def test_what_cannot_be_compared(duel, declare, stub):
    with pytest.raises(ArgumentError, match="every input lacks outputs of two systems"):
        judge_pairs(texts(1), duel())
    with pytest.raises(ArgumentError, match="declared for single outputs"):
        judge_pairs(texts(1, 2), LlmJudge(declare(), JudgeEndpoint(stub.url)))
    shown = duel(prompt="{{ source }}{{ first }}|{{ second }}")
    with pytest.raises(DataError, match="needs the source, but system 's0', input '1' lacks that"):
        judge_pairs(texts(1, 2), shown)
    rows = (TextRow("a", "1", "x", source="p"), TextRow("b", "1", "y", source="q"))
    with pytest.raises(DataError, match="'a' and 'b' differ in source for input '1'"):
        judge_pairs(Texts(rows), shown)


def test_verdicts_are_written_one_by_one(stub, said, duel, tmp_path):
    answers = iter(["<verdict>A</verdict>", "none"])
    stub.answer = lambda body, count: said.completion(next(answers))
    found = judge_pairs(texts(1, 2), duel())
    path = write_verdicts(found.verdicts, tmp_path / "v.jsonl")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    read = next(line for line in lines if line["outcome"] == "read")
    assert set(read) == {
        *("judge", "input", "first", "second", "sample", "outcome", "preference", "winner", "reason")
    }
    assert sorted(str(line["preference"]) for line in lines) == ["1.0", "None"]
