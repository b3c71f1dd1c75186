"""A remedy that holds a value is pasted as it stands, and leads on: the same refusal never comes twice."""

from __future__ import annotations

import re
import shlex

import pytest

REMEDY = re.compile(r"(--[a-z][a-z-]*) ('[^']*'|[^\s;,.]\S*?)(?=[.,;:)]|\s|$)")
BLANK = re.compile(r"WORST|NAME|COL\b|…|PREFIX|FOLDER|FILE|URL")
MOST = 5
"""Remedies that a file may need one after the other."""


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


def remedies(said):
    """Return the options with a value that a message names, without those that leave a blank."""
    found = []
    for option, value in REMEDY.findall(said):
        bare = shlex.split(value)
        if bare and not BLANK.search(value) and not bare[0].startswith("-"):
            found.append((option, bare[0]))
    return found


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", FILES)
def test_what_is_pasted_leads_on(run, tmp_path, name, command):
    (tmp_path / "t.csv").write_text(FILES[name], encoding="utf-8")
    first, *more = COMMANDS[command]
    words = [first, "t.csv", *more]
    seen = []
    for _ in range(MOST):
        status, _, err = run(*words)
        if status == 0:
            return
        assert err not in seen, (words, err)
        assert "No such option" not in err, (words, err)
        assert status != 1, (words, err)
        seen.append(err)
        found = [one for one in remedies(err) if one[0] not in words or one[0] == "--columns"]
        if not found:
            return  # the user alone knows: a blank, or words
        words += found[0]
    pytest.fail(f"{MOST} remedies, and no end: {words}")
