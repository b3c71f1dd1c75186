"""The page on which people label: what it holds, what it hides, and who labels what."""

from __future__ import annotations

import dataclasses
import json
import re

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import DataError, FormatError
from trueness.studies.sequential.label_page import label_page

HOSTILE = "</script><script>alert(1)</script><!-- \u2028 \ud800 &amp;"


def drawn(n=40, texts=True):
    rng = np.random.default_rng(1)
    judge = (rng.random((1, n)) < 0.5).astype(float)
    table = ScoreTable(
        (Scorer("gpt", labels=("fail", "pass")),),
        ("(no system)",),
        tuple(f"q{k}" for k in range(n)),
        judge[None],
        has_systems=False,
    )
    rows = [TextRow("any", f"q{k}", f"{HOSTILE} {k}", source=f"source {k}") for k in range(n)]
    found = Texts(tuple(rows)) if texts else None
    return trueness.sequential(table, texts=found, next_outputs=20, rng=3)


def task(page):
    (found,) = re.findall(r'<script type="application/json" id="task">(.*?)</script>', page, re.DOTALL)
    return json.loads(found)


def test_texts_are_data_and_judges_are_hidden():
    result = drawn()
    page = label_page(result, rubric="<b>look</b>")
    assert page.count("</script>") == 2
    held = task(page)
    assert held["rubric"] == "<b>look</b>"
    assert held["labels"] == ["fail", "pass"]
    assert held["columns"] == ["input", "turn", "drawn_with"]
    assert "gpt" not in page
    for row, output in zip(result.next, held["outputs"], strict=True):
        assert output["place"] == [row.input]
        assert output["kept"] == [str(row.turn), repr(row.drawn_with)]
        assert output["output"] == f"{HOSTILE} {row.input[1:]}"
    assert held["orders"][""] == list(range(20))
    assert label_page(result) == label_page(drawn())


def test_people_share_what_overlaps_and_the_rest_is_dealt_out():
    held = task(label_page(drawn(), people=["ann", "bob"], overlap=0.3))
    orders = held["orders"]
    ann, bob = (set(orders[name]) for name in ("ann", "bob"))
    assert len(ann & bob) == 6
    assert held["columns"] == ["input", "turn", "drawn_with", "dealt_to"]
    assert {k for k, output in enumerate(held["outputs"]) if output["kept"][2] == "2"} == ann & bob
    assert {output["kept"][2] for output in held["outputs"]} == {"1", "2"}
    assert ann | bob == set(range(20))
    assert len(ann) == len(bob) == 13
    whole = task(label_page(drawn(), people=["ann", "bob"]))["orders"]
    assert whole["ann"] == whole["bob"] == list(range(20))


def test_everybody_sees_outputs_in_the_order_of_turns():
    result = drawn()
    held = task(label_page(result, people=["ann", "bob", "cy"], overlap=0.4))
    for order in held["orders"].values():
        turns = [int(held["outputs"][place]["kept"][0]) for place in order]
        assert turns == sorted(turns)
        assert len(set(turns)) == len(turns)


def test_without_texts_or_outputs_there_is_no_page():
    with pytest.raises(DataError, match="needs the outputs"):
        label_page(drawn(texts=False))
    with pytest.raises(DataError, match="no output was drawn"):
        label_page(trueness.sequential(drawn().table, rng=1))


def test_texts_need_no_system_where_labels_have_none():
    table = drawn(texts=False).table
    plain = [{"input": f"q{k}", "output": f"o {k}"} for k in range(40)]
    held = task(label_page(trueness.sequential(table, texts=plain, next_outputs=20, rng=3)))
    assert [one["output"] for one in held["outputs"]] == [
        f"o {one['place'][0][1:]}" for one in held["outputs"]
    ]
    named = dataclasses.replace(table, has_systems=True)
    with pytest.raises(FormatError, match="column 'system': the field is missing"):
        trueness.sequential(named, texts=plain, next_outputs=20, rng=3)
    twice = [{**row, "system": system} for row in plain for system in "ab"]
    with pytest.raises(DataError, match="outputs of several systems, and the labels name no system"):
        label_page(trueness.sequential(table, texts=twice, next_outputs=20, rng=3))
