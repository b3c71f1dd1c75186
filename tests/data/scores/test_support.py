"""What is said of a table that was read: levels, annotators, doubts and the next command."""

from __future__ import annotations

import re

import polars as pl
import pytest

from trueness import learn, plan_from_pilot, ranges, systems, variants
from trueness.commands.listing import COMMANDS
from trueness.data.reading.read import read_scores
from trueness.data.scores.support import OTHERS, support, supported
from trueness.errors import TruenessError


def said(columns: str | None = None, **values: list[object]) -> str:
    return "\n".join(support(read_scores(pl.DataFrame(values), columns=columns), ["my file.csv"]))


def test_a_table_of_systems() -> None:
    keys = {"system": list("aabbcc"), "input": list("121212")}
    text = said(**keys, human_ann=[1] * 6, human_bob=[2] * 6, ter_score=[1] * 6, filter=[1] * 6)  # type: ignore[arg-type]
    assert "levels: system, input, global and per_system" in text
    assert "look like annotators: 'human_ann', 'human_bob'; if so: --columns 'annotators=human_*'" in text
    assert "less may be better: 'ter_score'; if so: --lower-is-better ter_score" in text
    assert text.endswith("next: trueness compare 'my file.csv' --columns 'annotators=human_*' --human human")
    known = said("annotators=human_*", **keys, human_ann=[1] * 6, human_bob=[2] * 6, x=[1] * 6)  # type: ignore[arg-type]
    assert "annotators: 'human' (trueness judge --annotators" in known
    assert "look like" not in known
    assert known.endswith("--human human")


def test_the_next_command_reads_the_file_as_this_one_did() -> None:
    table = read_scores(pl.DataFrame({"id": ["1", "2"], "rater_a": [0, 1], "rater_b": [0, 1], "m": [1, 0]}))
    options = [("--columns", "input=id"), ("--labels", "b<a"), ("--drop-duplicates", "")]
    assert support(table, ["x.csv"], options)[-1] == (
        "next: trueness judge x.csv --labels 'b<a' --drop-duplicates "
        "--columns 'input=id,annotators=rater_*' --human rater"
    )


def test_all_names_are_proposed_that_look_alike() -> None:
    keys = {"system": list("aabbcc"), "input": list("121212")}
    scores = {name: [1] * 6 for name in ("fluency", "adequacy", "ter_score", "ppl_gpt2", "bleu")}
    text = said(**keys, **scores)  # type: ignore[arg-type]
    assert "less may be better: 'ter_score', 'ppl_gpt2'; if so: --lower-is-better ter_score,ppl_gpt2" in text
    assert text.endswith("--human fluency,adequacy, if people gave them")
    assert "there is 1 system" in said(system=["a", "a"], input=["1", "2"], x=[1, 2])


def test_tables_that_support_less() -> None:
    items = said(id=["1", "2"], label=[0, 1], judge=[0, 1])
    assert "levels: global only" in items
    assert items.endswith("next: trueness judge 'my file.csv' --human label, if people gave it")
    assert "annotators: none" in items
    pair = said(system=["a", "b"], input=["1", "1"], x=[1, 2])
    assert "over 2 systems a correlation says nothing" in pair
    one = said(system=["a", "b", "c"], input=["1"] * 3, x=[1, 2, 3])
    assert "there is one input" in one


def test_every_command_of_scores_is_named_or_is_about_something_else() -> None:
    table = read_scores(pl.DataFrame({"id": ["1", "2"], "x": [0, 1]}))
    can, cannot = supported(table)
    named = " ".join([*can, *(name for names in cannot.values() for name in names), OTHERS])
    about_others = {"--certify", "--translate", "demo", "rerun", "check", "convert", "data", "metrics"}
    asked = {one.asks or name for name, command in COMMANDS.items() for one in command.questions}
    assert asked - about_others <= set(re.findall(r"(?:--)?[a-z]+", named))
    assert cannot["no column names systems"] == [
        *("systems", "compare --worth", "compare --ranges", "compare --variants", "learn", "plan")
    ]
    assert cannot["there are no two single annotators"] == ["judge --annotators"]


def test_runs_of_a_judge_are_a_panel() -> None:
    columns = {"judge@run1": [0, 1], "judge@run2": [0, 1]}
    runs = read_scores(pl.DataFrame({"id": ["1", "2"], "human": [0, 1], **columns}))
    can, cannot = supported(runs)
    assert "judge --panel" in can
    assert "judge --annotators" in cannot["there are no two single annotators"]
    assert "runs: 'judge' (trueness judge --panel)" in "\n".join(support(runs, ["x.csv"]))
    one = read_scores(pl.DataFrame({"id": ["1", "2"], "human": [0, 1], "judge": [0, 1]}))
    assert supported(one)[1]["there is no second judge, and no second run"] == ["judge --panel"]


def test_what_is_said_to_be_missing_is_what_commands_refuse() -> None:
    rows = {"system": list("aabb"), "input": list("1212"), "human": [1, 2, 3, 4], "m": [1, 2, 4, 3]}
    table = read_scores(pl.DataFrame(rows))
    can, cannot = supported(table)
    assert {"compare --worth", "compare --ranges", "compare --variants", "learn", "plan"} == set(
        cannot["there are 2 systems"]
    )
    assert "systems" in can
    for ask, more in ((ranges, {}), (variants, {}), (learn, {}), (plan_from_pilot, {"metrics": ["m"]})):
        with pytest.raises(TruenessError):
            ask(table, human="human", **more)
    assert systems(table, rng=1, resamples=9).standing


def test_groups_and_what_people_are_called() -> None:
    rows = {
        "system": list("aabb"),
        "input": list("1212"),
        "language": ["de", "en"] * 2,
        "gold_score": [1, 2, 3, 4],
        "m": [1, 2, 4, 3],
    }
    text = said(**rows)  # type: ignore[arg-type]
    assert "compare by groups: --by language" in text
    assert text.endswith("--human gold_score, if people gave it")
    assert said(system=["a", "b"], input=["1", "1"], x=[1, 2]).endswith(
        "--human NAME, with the name of the human scores"
    )
