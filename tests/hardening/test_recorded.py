"""Two recordings are compared cell by cell: what differs is found, what a map or a decision explains is not."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from hardening.recorded.__main__ import compared, said
from hardening.recorded.cells import Decided, NameMap, compare
from hardening.recorded.commands import PREPARED, RECORDINGS

NO_MAP = NameMap({}, {}, {}, ())
TABLES = {
    "estimates": [
        {"metric": "bleu", "level": "system", "estimate": 0.5, "interval": "jackknife", "n": 3, "low": None},
        {"metric": "chrf", "level": "system", "estimate": 0.25, "interval": "jackknife", "n": 4, "low": 0.1},
    ],
    "settings": {"seed": 1, "coefficients": ["pearson", "kendall"]},
    "fingerprint": "0f2d",
}


def found(after, names=NO_MAP):
    return compare("compare", TABLES, after, names)


def test_the_same_is_the_same_and_every_cell_is_counted():
    differences = found(copy.deepcopy(TABLES))
    assert differences.equal == 15
    assert [*differences.changed, *differences.gone, *differences.new] == []


@pytest.mark.parametrize(
    ("table", "row", "column", "value"),
    [
        ("estimates", 0, "estimate", 0.5 + 1e-9),
        ("estimates", 1, "n", 5),
        ("estimates", 1, "n", True),
        ("estimates", 0, "low", 0.0),
        ("settings", None, "coefficients", ["kendall", "pearson"]),
    ],
)
def test_one_cell_that_changes_is_found(table, row, column, value):
    after = copy.deepcopy(TABLES)
    (after[table] if row is None else after[table][row])[column] = value
    differences = found(after)
    assert len(differences.changed) == 1
    assert f"{table}.{column}" in differences.changed[0]
    assert said(differences) == 1


def test_a_number_whose_last_bit_changes_is_the_same():
    after = copy.deepcopy(TABLES)
    after["estimates"][0]["estimate"] = 0.5 * (1 + 2e-16)
    assert not found(after).changed


def test_order_of_rows_is_no_difference_and_a_row_that_is_gone_is():
    after = copy.deepcopy(TABLES)
    after["estimates"].reverse()
    assert not found(after).changed
    del after["estimates"][0]
    assert len(found(after).gone) == 6


def test_rows_of_one_name_are_told_apart_by_their_order():
    before = {"t": [{"name": "a", "x": 1}, {"name": "a", "x": 2}]}
    after = {"t": [{"name": "a", "x": 2}, {"name": "a", "x": 1}]}
    assert len(compare("c", before, after, NO_MAP).changed) == 2


def test_a_map_says_what_things_are_called_now():
    after = {
        "findings": [
            {
                "scorer": row["metric"],
                **{key: value for key, value in row.items() if key != "metric"},
                "interval": "t",
            }
            for row in TABLES["estimates"]
        ],
        "settings": TABLES["settings"],
        "fingerprint": "0f2d",
    }
    names = NameMap({"estimates": "findings"}, {"findings.metric": "scorer"}, {"jackknife": "t"}, ())
    assert found(after).gone
    differences = found(after, names)
    assert differences.equal == 15
    assert [*differences.changed, *differences.gone, *differences.new] == []


def test_a_decision_explains_only_what_it_names():
    after = copy.deepcopy(TABLES)
    after["estimates"][0]["estimate"] = 0.6
    after["estimates"][0]["n"] = 9
    names = NameMap({}, {}, {}, (Decided("the estimate is another", table="est*", column="estimate"),))
    differences = found(after, names)
    assert differences.decided == {"the estimate is another": 1}
    assert len(differences.changed) == 1


def test_folders_are_compared_with_their_exit_status(tmp_path: Path):
    for side, status in (("before", 0), ("after", 5)):
        (tmp_path / side).mkdir()
        kept = {"status": status, "said": "", "tables": TABLES}
        (tmp_path / side / "compare.json").write_text(json.dumps(kept))
    (tmp_path / "before" / "judge.json").write_text(json.dumps({"status": 0, "said": "", "tables": TABLES}))
    differences = compared(tmp_path / "before", tmp_path / "after", NO_MAP)
    assert differences.equal == 15
    assert differences.changed == ["compare: exit status 0 -> 5"]
    assert differences.gone == ["judge: the whole recording"]


def test_every_study_is_recorded():
    from trueness.commands.listing import COMMANDS, asked_by
    from trueness.study.folders import STUDIES

    names = [recording.name for recording in RECORDINGS]
    assert len(names) == len(set(names))
    asked = {(name, one.asks): one.called for name, said in COMMANDS.items() for one in said.questions}
    run = {
        asked[name, " ".join(asked_by(name, words))]
        for name, *words in (recording.arguments for recording in RECORDINGS)
    }
    assert not set(STUDIES) - run - {"facets"}
    assert all(command.split()[0] in ("score", "convert") for command in PREPARED.values())
