"""A remedy that holds a value is pasted as it stands, and leads on: the same refusal never comes twice."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hardening.remedies import MOST, READ, Pasted, asked, commands, drawn, follow, kept, remedies


def rows(header, *lines, times=1):
    return "\n".join([header, *(line for _ in range(times) for line in lines)]) + "\n"


LABELS = [f"{k},{'pass' if k % 3 else 'fail'},{'pass' if k % 4 else 'fail'}" for k in range(24)]
SCORES = [f"s{i},d{j},{1 + (i + j) % 5},{0.1 * i + 0.01 * j:.2f}" for i in range(5) for j in range(8)]
KEYS = "system,input,human,metric"

FILES = {
    "a mark for no score": rows(KEYS, *SCORES, "s1,d9,N/A,0.3"),
    "an error in place of a label": rows("id,human,judge", *LABELS, "24,pass,ERROR: timeout"),
    "another mark for no label": rows("id,human,judge", *LABELS, "24,pass,unknown"),
    "minus one among ratings": rows(KEYS, *SCORES, *(f"s{i},d9,-1,0.2" for i in range(3))),
    "a column of text": rows(
        f"{KEYS},comment", *(f"{line},remark {k} is long" for k, line in enumerate(SCORES))
    ),
    "a column of names": rows(
        f"{KEYS},topic", *(f"{line},{'xyz'[k % 3]}topic" for k, line in enumerate(SCORES))
    ),
    "labels nobody knows": rows(
        "id,human,judge", *(f"{k},{'abc'[k % 3]}1,{'abc'[k % 2]}1" for k in range(24))
    ),
    "outputs twice": rows(KEYS, *SCORES, SCORES[0]),
    "title rows": "A table,,,\n,,,\n" + rows(KEYS, *SCORES),
    "thousands": rows(KEYS, *(f'{line.rsplit(",", 1)[0]},"1,{100 + k}.5"' for k, line in enumerate(SCORES))),
    "percents": rows(KEYS, *(f"{line.rsplit(',', 1)[0]},{10 + k}.5%" for k, line in enumerate(SCORES))),
    "two human scores": rows("system,input,fluency,adequacy,metric", *(f"{s},{s[-1]}" for s in SCORES)),
    "semicolons": rows(KEYS, *SCORES).replace(",", ";"),
    "names of people": rows("id,human_ann,human_bob,judge", *(f"{line},{line[-4:]}" for line in LABELS)),
    "two systems": rows(KEYS, *(line for line in SCORES if line[1] in "01")),
    "systems alike": rows(KEYS, *SCORES, *(line.replace("s0", "s9") for line in SCORES if line[:2] == "s0")),
}

COMMANDS = {
    "check": ("check",),
    "compare": ("compare", "--human", "human"),
    "judge": ("judge", "--human", "human"),
}


EACH = 6
"""Cases of each target of the fuzzer."""


def failed(pasted):
    return [(one.words, one.said, one.wrong) for one in pasted if one.wrong]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", FILES)
def test_what_is_pasted_leads_on(run, tmp_path, name, command):
    (tmp_path / "t.csv").write_text(FILES[name], encoding="utf-8")
    first, *more = COMMANDS[command]
    assert failed(follow(lambda words: run(*words)[::2], [first, "t.csv", *more])) == []


@pytest.mark.parametrize("target", READ)
def test_remedies_for_damaged_and_strange_files_lead_on(target):
    pasted = [one for number in range(EACH) for one in asked(*drawn(target, number))]
    assert failed(pasted) == []


def test_remedies_for_cases_that_once_failed_lead_on():
    folder = Path(os.environ.get("TRUENESS_TEST_DATA", "")) / "cases"
    if not os.environ.get("TRUENESS_TEST_DATA"):
        pytest.skip("TRUENESS_TEST_DATA is unset")
    pasted = [one for _, files, sources in kept(folder) for one in asked(files, sources)]
    assert len(pasted) > 50
    assert failed(pasted) == []


def test_what_a_sentence_says_to_type_is_found():
    said = (
        "trueness: t.csv: 'x' is no label. Say --labels 'a|b', or --columns takes KEY=COLUMN. "
        "Order them: --labels 'WORST<…<BEST'. `trueness check` shows more, `trueness rerun FILE` repeats it."
    )
    assert remedies(said) == [("--labels", "a|b")]
    assert commands(said) == [("check",)]


def test_a_remedy_that_fails_is_told_with_the_reason():
    answers = {
        ("check", "f"): (2, "Say --level global, or --seed 1, or --join outer, or --human h."),
        ("check", "f", "--level", "global"): (
            2,
            "Say --level global, or --seed 1, or --join outer, or --human h.",
        ),
        ("check", "f", "--seed", "1"): (2, "No such option: --seed"),
        ("check", "f", "--join", "outer"): (1, "KeyError"),
        ("check", "f", "--human", "h"): (0, ""),
    }
    pasted = list(follow(lambda words: answers[tuple(words)], ["check", "f"]))
    assert [one.wrong.partition(":")[0] for one in pasted] == [
        "the same refusal again",
        "is no option",
        "crashed",
        "",
    ]
    assert isinstance(pasted[0], Pasted)


def test_remedies_have_an_end():
    pasted = list(follow(lambda words: (2, f"--seed {len(words)}x --n{'n' * len(words)} 1."), ["check", "f"]))
    assert pasted[-1].wrong == f"{MOST} remedies, and no end"
