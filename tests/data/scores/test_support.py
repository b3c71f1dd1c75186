"""What a table supports, what it lacks and what would add it, and the command to type next."""

from __future__ import annotations

import polars as pl
import pytest

from trueness import learn, plan_from_pilot, ranges, systems, variants
from trueness.data.reading.read import read_scores
from trueness.data.scores.support import Support, support
from trueness.errors import TruenessError

KEYS = {"system": list("aabbcc"), "input": list("121212")}


def asked(columns: str | None = None, **values: list[object]) -> Support:
    return support(read_scores(pl.DataFrame(values), columns=columns), ["my file.csv"])


def lacking(found: Support) -> dict[str, str]:
    """Return why each command that cannot answer cannot."""
    return {name: lack.reason for lack in found.cannot for name in lack.commands}


def test_scores_of_programs_alone_lack_peoples_labels() -> None:
    table = read_scores(pl.DataFrame({"input": ["1", "2"], "helpful": [0, 1], "pass": [1, 0]}))
    found = support(table.with_role("metric", table.scorer_names), ["v1.json"])
    assert found.next == "trueness judge v1.json labels.csv --human COL"
    assert lacking(found)["judge"].startswith(
        "metrics or judges gave all scores there are: 'helpful', 'pass'"
    )
    assert (found.doubts, found.annotators, found.can) == ((), "", ("judge --panel",))


def test_a_table_of_systems() -> None:
    found = asked(**KEYS, human_ann=[1] * 6, human_bob=[2] * 6, ter_score=[1] * 6, filter=[1] * 6)  # type: ignore[arg-type]
    assert found.doubts == (
        "'human_ann', 'human_bob' look like annotators of one human score. If so: --columns 'annotators=human_*'",
        (
            "Less may be better for 'ter_score': the command below says --lower-is-better ter_score. If more is "
            "better, leave that out"
        ),
    )
    assert found.next == (
        "trueness compare 'my file.csv' --columns 'annotators=human_*' --lower-is-better ter_score --human human"
    )
    assert found.annotators == "annotators=human_*"
    known = asked("annotators=human_*", **KEYS, human_ann=[1] * 6, human_bob=[2] * 6, x=[1] * 6)  # type: ignore[arg-type]
    assert "judge --annotators" in known.can
    assert (known.doubts, known.provided, known.annotators) == ((), "", "")
    assert known.next == "trueness compare 'my file.csv' --human human"


def test_the_next_command_reads_the_file_as_this_one_did() -> None:
    table = read_scores(pl.DataFrame({"id": ["1", "2"], "rater_a": [0, 1], "rater_b": [0, 1], "m": [1, 0]}))
    options = [("--columns", "input=id"), ("--labels", "b<a"), ("--drop-duplicates", "")]
    assert support(table, ["x.csv"], options).next == (
        "trueness judge x.csv --labels 'b<a' --drop-duplicates "
        "--columns 'input=id,annotators=rater_*' --human rater"
    )


def test_all_names_are_proposed_that_look_alike() -> None:
    scores = {name: [1] * 6 for name in ("fluency", "adequacy", "ter_score", "ppl_gpt2", "bleu")}
    found = asked(**KEYS, **scores)  # type: ignore[arg-type]
    assert found.doubts == (
        (
            "Less may be better for 'ter_score', 'ppl_gpt2': the command below says --lower-is-better "
            "ter_score,ppl_gpt2. If more is better, leave that out"
        ),
    )
    assert found.next.endswith("--lower-is-better ter_score,ppl_gpt2 --human fluency,adequacy")
    assert found.provided == "people gave 'fluency', 'adequacy'"


@pytest.mark.parametrize(
    ("values", "command"),
    [
        ({"id": ["1", "2"], "label": ["pass", "fail"], "gpt": ["pass", "pass"]}, "judge"),
        ({**KEYS, "label": ["pass", "fail"] * 3, "gpt": ["pass"] * 6}, "judge"),
        ({"system": ["a", "b"], "input": ["1", "1"], "human": [1, 2], "bleu": [2, 1]}, "judge"),
        ({**KEYS, "human": [1, 2, 3] * 2, "bleu": [2, 1, 5] * 2}, "compare"),
        ({**KEYS, "human": [1, 2, 3] * 2}, "systems"),
        ({**KEYS, "human@ann": [1, 2, 3] * 2, "human@bob": [1, 2, 2] * 2}, "judge --annotators"),
        ({"id": ["1", "2"], "human": [1, 2]}, ""),
        ({"system": ["a", "b"], "input": ["1", "1"], "human": [1, 2]}, ""),
    ],
)
def test_what_comes_next(values: dict[str, list[object]], command: str) -> None:
    found = asked(**values)
    assert found.next.startswith(f"trueness {command} ") if command else not found.next


def test_a_table_without_a_metric_says_what_to_add() -> None:
    found = asked(**KEYS, human=[1, 2, 3] * 2)  # type: ignore[arg-type]
    assert found.can == ("systems",)
    assert found.cannot[0].words == (
        "there is no metric and no judge beside people. Add a column of its scores."
    )
    assert {"compare", "judge", "learn", "plan"} <= set(found.cannot[0].commands)


@pytest.mark.parametrize(("labels", "ordered"), [("curt|warm|odd", False), ("curt<warm<odd", True)])
def test_labels_without_an_order_are_judged_and_nothing_else(labels: str, *, ordered: bool) -> None:
    words = {"label": ["curt", "warm", "odd"], "gpt": ["warm", "warm", "odd"]}
    data = pl.DataFrame({"system": list("abc"), "input": ["1"] * 3, **words})
    found = support(read_scores(data, labels=labels), ["x.csv"])
    assert found.next.startswith("trueness judge x.csv")
    assert "judge" in found.can
    assert ("compare" in found.can) is ("disagreements" in found.can) is ordered
    assert (lacking(found).get("compare --worth") == "labels have no order") is not ordered


def test_people_by_name_are_a_question_and_the_command_says_what_it_takes_for_granted() -> None:
    labels = {"anna": ["yes", "no", "no"], "ben": ["yes", "no", "yes"], "llm": ["yes", "yes", "no"]}
    found = asked(id=["1", "2", "3"], **labels)  # type: ignore[arg-type]
    assert found.doubts == ("If 'anna', 'ben' are people who rated the same: --columns annotators=anna,ben",)
    assert found.next == "trueness judge 'my file.csv' --columns annotators=anna,ben --human human"
    assert found.provided == "'anna', 'ben' are people who rated the same"


def test_who_gave_the_scores_is_asked_where_nothing_says_it() -> None:
    found = asked(system=["a", "b"], input=["1", "1"], x=[1, 2], y=[2, 1])
    assert found.next.endswith("--human NAME")
    assert found.provided == "NAME is the human score"


def test_runs_of_a_judge_are_a_panel() -> None:
    columns = {"judge@run1": [0, 1], "judge@run2": [0, 1]}
    runs = asked(id=["1", "2"], human=[0, 1], **columns)  # type: ignore[arg-type]
    assert "judge --panel" in runs.can
    assert lacking(runs)["judge --annotators"] == "there are no single annotators of ordered scores"
    one = asked(id=["1", "2"], human=[0, 1], judge=[0, 1])
    assert lacking(one)["judge --panel"] == "there is no second judge, and no second run"


def test_what_is_said_to_be_missing_is_what_commands_refuse() -> None:
    rows = {"system": list("aabb"), "input": list("1212"), "human": [1, 2, 3, 4], "m": [1, 2, 4, 3]}
    table = read_scores(pl.DataFrame(rows))
    found = support(table, ["x.csv"])
    missing = lacking(found)
    assert {missing[f"compare --{name}"] for name in ("worth", "ranges", "variants")} == {
        "there are 2 systems, and it takes 3"
    }
    assert {missing[name] for name in ("learn", "plan")} == {"there are 2 systems, and it takes 4"}
    assert "systems" in found.can
    for ask, more in ((ranges, {}), (variants, {}), (learn, {}), (plan_from_pilot, {"metrics": ["m"]})):
        with pytest.raises(TruenessError):
            ask(table, human="human", **more)
    assert systems(table, rng=1, resamples=9).standing


def test_groups_and_what_people_are_called() -> None:
    rows = {
        "system": list("aabbcc"),
        "input": list("121212"),
        "language": ["de", "en"] * 3,
        "gold_score": [1, 2, 3, 4, 5, 6],
        "m": [1, 2, 4, 3, 5, 6],
    }
    found = asked(**rows)  # type: ignore[arg-type]
    assert found.by == ("language",)
    assert found.next.endswith("--human gold_score")
    assert found.provided == "people gave 'gold_score'"


def test_without_systems_they_have_to_be_named() -> None:
    found = asked(id=["1", "2"], label=[0, 1], judge=[0, 1])
    assert lacking(found)["systems"] == "no column names systems"
    assert next(lack for lack in found.cannot if "systems" in lack.commands).remedy.endswith(
        "--columns system=COL"
    )


def test_what_comes_next_is_what_the_table_is_enough_for() -> None:
    found = asked(**KEYS, score=[1, 2, 3] * 2)  # type: ignore[arg-type]
    assert "compare" not in found.can
    assert found.next == "trueness systems 'my file.csv'"
    assert found.provided == ""


def test_annotators_whose_labels_have_no_order_may_be_given_one() -> None:
    rows = {"id": ["1", "2", "3"], "human@a": ["x", "y", "z"], "human@b": ["x", "z", "z"]}
    table = read_scores(pl.DataFrame(rows), labels="x|y|z")
    lack = next(one for one in support(table, ["f"]).cannot if "judge --annotators" in one.commands)
    assert lack.words == ("the labels of annotators have no order. If they have one: --labels 'WORST<…<BEST'")
    ordered = read_scores(pl.DataFrame(rows), labels="x<y<z")
    assert "judge --annotators" in support(ordered, ["f"]).can


@pytest.mark.parametrize(
    ("people", "lower", "columns"),
    [
        (["human_error"], "human_error,judge_error", ""),
        (["human_error@ann", "human_error@bob"], "judge_error,human_error", ""),
        (["error_ann", "error_bob"], "error,judge_error", "annotators=error_*"),
    ],
)
def test_people_and_judges_of_errors_are_proposed_alike_and_the_command_runs(
    people: list[str], lower: str, columns: str
) -> None:
    given = {name: [k % 2 for k in range(12)] for name in (*people, "judge_error")}
    frame = pl.DataFrame({"id": [str(k) for k in range(12)], **given})
    words = support(read_scores(frame), ["f.csv"]).next.split()
    assert words[words.index("--lower-is-better") + 1] == lower
    assert columns.replace("*", "") in support(read_scores(frame), ["f.csv"]).next
    read_scores(frame, columns=columns or None).with_orientation(lower_is_better=lower.split(","))
