from __future__ import annotations

import dataclasses
import inspect

import pytest

from trueness.studies.judge import judge_rows

ROWS = [kind for _, kind in inspect.getmembers(judge_rows, dataclasses.is_dataclass)]


@pytest.mark.parametrize("kind", ROWS)
def test_every_column_is_explained(kind):
    text = inspect.getdoc(kind).split("Attributes\n----------\n")[1]
    heads = [line.split(" : ")[0] for line in text.splitlines() if " : " in line and not line.startswith(" ")]
    explained = {name.strip() for head in heads for name in head.split(",")}
    assert {field.name for field in dataclasses.fields(kind)} == explained


@pytest.mark.parametrize("kind", ROWS)
def test_the_first_column_is_the_judge(kind):
    assert dataclasses.fields(kind)[0].name == "metric"
    assert kind.__dataclass_params__.frozen
