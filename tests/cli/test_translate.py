"""`trueness generate --translate` as a user runs it: kinds of translators, what is written, said and refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import trueness

MODULE = """
import trueness

class Mine(trueness.Translator):
    def __init__(self, source, target):
        self.way = f"{source}-{target}"

    def translate(self, lines):
        return [f"{self.way}: {line}" for line in lines]

    def signature(self):
        return self.way

ready = Mine("x", "y")
number = 3

def fails(source, target):
    raise KeyError(source)
"""

BOTH = ("--from", "en", "--to", "es")


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    rows = [
        {
            "system": name,
            "input": "1",
            "output": f"{name} came. It went.",
            "references": ["One came."],
            "good": 2,
        }
        for name in ("a", "b")
    ]
    path = tmp_path / "texts.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (tmp_path / "my_translators.py").write_text(MODULE, encoding="utf-8")
    return path


def outputs(path):
    return [row.output for row in trueness.read_texts(path).rows]


def test_a_command_translates_and_the_texts_can_be_scored(run, texts, tmp_path):
    ask = (
        "generate",
        "--translate",
        texts,
        *BOTH,
        "--command",
        "sed s/^{from}/x/;s/came/vino/",
        "--cache",
        "kept",
        "--out",
        "es.csv",
    )
    status, out, err = run(*ask)
    assert (status, err) == (0, "")
    said = " ".join(out.split())
    assert "es.csv: 2 outputs, 2 systems, 1 input, en to es 4 translations made" in said
    assert 'signature: translate:command:["sed", "s/^en/x/;s/came/vino/"]' in said
    assert outputs(tmp_path / "es.csv") == ["a vino. It went.", "b vino. It went."]
    status, out, err = run(*ask)
    assert "es.csv (replaced)" in out
    assert "0 translations made, 4 known from the cache" in " ".join(out.split())
    assert run("score", "es.csv", "--metrics", "rouge1_f", "--out", "s.csv")[0] == 0


def test_there_and_back_with_json(run, texts, tmp_path):
    status, out, err = run(
        *(
            "generate",
            "--translate",
            texts,
            *BOTH,
            "--command",
            "sed 's/$/ {from}{to}/'",
            "--back",
            "--no-cache",
            "--json",
        )
    )
    assert (status, err) == (0, "")
    said = json.loads(out)
    assert (said["from"], said["to"], said["rows"], said["cache"]) == ("en", "es", 2, None)
    assert said["back"].startswith('command:["sed", "s/$/ esen/"]')
    assert outputs(tmp_path / "translated.jsonl") == [f"{k} came. enes esen It went. enes esen" for k in "ab"]


def test_an_object_translates(run, texts, tmp_path):
    ask = ("generate", "--translate", texts, *BOTH, "--sentences", "newline", "--no-cache", "--object")
    assert run(*ask, "my_translators:Mine", "--out", "a.jsonl")[0] == 0
    assert outputs(tmp_path / "a.jsonl")[0] == "en-es: a came. It went."
    assert run(*ask, "my_translators:ready", "--back", "--back-with", "my_translators:Mine")[0] == 0
    assert outputs(tmp_path / "translated.jsonl")[0] == "es-en: x-y: a came. It went."


@pytest.mark.parametrize(
    ("options", "status", "said"),
    [
        ((), 2, "give one of --command, --model and --object to name the translator; here: none"),
        (("--command", "cat", "--object", "a:b"), 2, "here: --command and --object"),
        (("--command", "cat", "--back"), 2, "--back would be translated by what has translated there"),
        (
            ("--command", "cat", "--back-with", "tac"),
            2,
            "--back-with has no effect here: it names what translates",
        ),
        (
            ("--object", "my_translators:ready", "--timeout", "3"),
            2,
            "--timeout has no effect here: it ends a --command",
        ),
        (("--object", "my_translators:ready", "--batch", "3"), 2, "--batch has no effect here"),
        (("--command", "cat", "--prefix", "translate: "), 2, "--prefix has no effect here"),
        (("--command", "cat", "--beams", "3"), 2, "--beams has no effect here"),
        (("--object", "my_translators:number"), 2, "be a Translator, or a function"),
        (("--object", "my_translators:fails"), 2, r"'my_translators:fails' has failed (KeyError: 'en')"),
        (("--object", "my_translators:nothing"), 2, "failed"),
        (("--object", "builtins:divmod"), 2, "has failed (TypeError"),
        (("--command", "cat", "--sentences", "lines"), 2, "--sentences must be one of"),
        (("--command", "cat", "--leave-out", "output"), 2, "--leave-out must be one of"),
        (("--command", "cat", "--timeout", "0"), 2, "--timeout must be"),
        (("--command", "cat", "--out", "x.parquet"), 2, "must end in one of"),
        (
            ("--command", "no-such-program"),
            3,
            "'no-such-program' is not installed. Install it, or name another --command",
        ),
        (("--command", "false"), 3, "'false' has failed with status 1"),
        (
            ("--command", "sleep 9", "--timeout", "0.2"),
            3,
            "took longer than 0.2 seconds. Allow more (--timeout)",
        ),
        (("--command", "head -n 1"), 3, "the translator answered 1 lines to 4"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(run, texts, tmp_path, options, status, said):
    found, out, err = run("generate", "--translate", texts, *BOTH, "--cache", "kept", *options)
    assert (found, out) == (status, "")
    assert said in " ".join(err.split())
    assert not (tmp_path / "translated.jsonl").exists()


def test_finished_work_is_kept_and_said(run, texts):
    ask = ("generate", "--translate", texts, *BOTH, "--batch", "1", "--cache", "kept")
    status, _, err = run(*ask, "--command", "sh -c 'sleep 0; cat >/dev/null; exit 4'")
    assert status == 3
    assert (
        "what was translated is kept in kept/translations.sqlite; the same command goes on from there" in err
    )


def test_a_translator_that_does_nothing_is_a_warning(run, texts):
    status, out, _ = run(
        "generate", "--translate", texts, *BOTH, "--command", "cat", "--strict", "--no-cache"
    )
    assert status == 5
    assert "warning: 4 of 4 sentences in outputs are what they were" in " ".join(out.split())
