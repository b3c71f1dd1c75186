"""Every command that answers a question prints in the same forms and leaves with the same statuses."""

from __future__ import annotations

import csv
import io
import json
import re

import numpy as np
import pytest

from trueness.cli.showing_study import checked_printing
from trueness.commands.compare import _with_neural
from trueness.result import MOST_WORDS
from trueness.studies.annotators.rows import AnnotatorsResult
from trueness.studies.compare.rows import CompareResult
from trueness.studies.equivalence.command import EquivalenceCommand
from trueness.studies.judge.rows import JudgeResult
from trueness.studies.plan.command import PlanCommand
from trueness.studies.pool.command import PoolCommand
from trueness.studies.systems.rows import SystemsResult

pytestmark = pytest.mark.usefixtures("answered_once")

SEED = ("--seed", "1", "--resamples", "60", "--human", "relevance")
PEARSON = ("--coefficient", "pearson", "--level", "system")

QUESTIONS: dict[str, tuple[str, ...]] = {
    "compare --no-tests": PEARSON,
    "compare": PEARSON,
    "compare --equivalence": ("--margin", "0.1", *PEARSON),
    "compare --pool": ("--tables-by", "document", *PEARSON),
    "judge --annotators": PEARSON,
    "judge": PEARSON,
    "systems": ("--metrics", "good,noise"),
    "plan": ("--metrics", "good", "--systems", "6,8", "--inputs", "5", "--runs", "4"),
}
"""What each command is asked besides; all of it rests on little, so that there is a warning."""

NOTHING_DRAWN = frozenset({"compare --no-tests", "compare", "compare --equivalence", "compare --pool"})
"""What by default needs no seed."""

WARNED = {"plan": ("--interval", "fisher"), "systems": ("--test", "t")}
"""What brings a warning where little data do not."""

MAIN: dict[str, str] = {
    "compare --no-tests": "estimates",
    "compare": "tests",
    "compare --equivalence": "equivalence",
    "compare --pool": "matrix",
    "judge --annotators": "ceiling",
    "judge": "decisions",
    "systems": "pairs",
    "plan": "designs",
}
"""The table that stands alone where none is named."""

TABLES = {
    "compare --no-tests": CompareResult.TABLES,
    "compare": CompareResult.TABLES,
    "compare --equivalence": EquivalenceCommand.tables,
    "compare --pool": PoolCommand.tables,
    "judge --annotators": AnnotatorsResult.TABLES,
    "judge": JudgeResult.TABLES,
    "systems": SystemsResult.TABLES,
    "plan": PlanCommand.tables,
}

every_command = pytest.mark.parametrize("command", QUESTIONS)


@pytest.fixture
def rated(tmp_path):
    """Eight systems, ten inputs in two documents, three annotators, a good metric and noise."""
    rng = np.random.default_rng(6)
    quality = rng.normal(size=(8, 1)) + rng.normal(size=(8, 10))
    ratings = np.clip(np.round(3 + quality + 0.6 * rng.normal(size=(3, 8, 10))), 1, 5)
    lines = ["system,input,document,relevance@ann,relevance@bob,relevance@cy,good,noise"]
    for i in range(8):
        for j in range(10):
            given = ",".join(f"{value:g}" for value in ratings[:, i, j])
            good = float(quality[i, j] + 0.3 * rng.normal())
            lines.append(f"s{i},d{j},doc{j % 2},{given},{good!r},{float(rng.normal())!r}")
    path = tmp_path / "rated.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def ask(run, rated):
    """Ask the question of a command about the rated outputs."""

    def ask_it(command, *words, **more):
        return run(*command.split(), rated, *SEED, *QUESTIONS[command], "--no-checkpoint", *words, **more)

    return ask_it


@every_command
def test_json_is_the_rows_of_the_main_table(ask, command):
    status, out, err = ask(command, "--json")
    assert status == 0
    rows = json.loads(out)
    assert rows
    assert len({row["signature"] for row in rows}) == 1
    cautions = json.loads(ask(command, "--json", "--table", "cautions").out)
    warnings = [one for one in cautions if one["severity"] == "warning"]
    assert err == "".join(f"warning: {one['message']}\n" for one in warnings)
    codes = list(dict.fromkeys(one["code"] for one in warnings))
    assert [row["warnings"] for row in rows] == [codes] * len(rows)
    assert ("seed:1" in rows[0]["signature"]) == (command not in NOTHING_DRAWN)
    assert json.loads(ask(command, "--to", "json", "--table", MAIN[command]).out) == rows


@every_command
def test_all_tables_as_json_are_an_object(ask, command):
    everything = json.loads(ask(command, "--json", "--table", "all").out)
    assert isinstance(everything, dict)
    assert {"conclusions", "settings", "signature"} <= everything.keys()
    assert everything["signature"] == json.loads(ask(command, "--json").out)[0]["signature"]


@every_command
def test_every_form(ask, command):
    rows = json.loads(ask(command, "--json").out)
    written = list(csv.DictReader(io.StringIO(ask(command, "--to", "csv").out)))
    assert len(written) == len(rows)
    assert [set(row) | {"signature", "warnings"} for row in written] == [set(row) for row in rows]
    assert ask(command, "--to", "latex").out.count(r"\caption{") >= 1
    assert ask(command, "--to", "markdown").out.startswith("| ")
    assert ask(command, "--to", "html").out.startswith("<table")
    assert ask(command, "--to", "typst").out.startswith("#figure(")
    for form in ("csv", "latex", "markdown", "html", "typst"):
        status, out, err = ask(command, "--to", form, "--table", "all")
        assert (status, out) == (2, "")
        assert "for the terminal and for JSON" in err


@every_command
def test_every_table(ask, command):
    for table in TABLES[command]:
        status, out, _ = ask(command, "--json", "--table", table)
        assert status == 0
        assert isinstance(json.loads(out), list)


@every_command
@pytest.mark.parametrize("width", [60, 80, 200])
def test_the_terminal(ask, command, width):
    status, out, err = ask(command, width=width)
    assert (status, err) == (0, "")
    out, _, _ = out.partition("\nNext:\n")  # a command is one line, however long: it is pasted
    assert max(map(len, out.splitlines())) <= width
    plain = "".join(out.split())
    assert "data:" in plain
    assert ("seed:1" in plain) == (command not in NOTHING_DRAWN)
    conclusions = json.loads(ask(command, "--json", "--table", "all").out)["conclusions"]
    hidden = re.search(r"(\d+)moreconclusions?\(--tableconclusions\)", plain)
    answers = conclusions[: len(conclusions) - (int(hidden[1]) if hidden else 0)]
    assert plain.startswith("".join("".join(answers).split()))
    assert len(answers) == 1 or len(" ".join(answers).split()) <= MOST_WORDS
    assert (
        len(answers) == len(conclusions)
        or len(" ".join(conclusions[: len(answers) + 1]).split()) > MOST_WORDS
    )
    asked = ask(command, "--table", "conclusions", width=width).out
    assert "".join(asked.split()) == "".join("".join(conclusions).split())
    whole = ask(command, "--table", "all", width=width)
    assert whole.status == 0
    assert len(whole.out) > len(out)


@every_command
def test_warnings_count_when_they_are_asked_to(ask, command):
    words = WARNED.get(command, ())
    assert ask(command, *words).status == 0
    assert "warning: " in ask(command, *words).out
    strict = ask(command, *words, "--json", "--strict")
    assert strict.status == 5
    assert json.loads(strict.out)


@every_command
def test_wrong_words_and_broken_input(run, ask, command, tmp_path):
    for words, message in (
        (("--table", "tabel"), "--table must be one of '"),
        (("--to", "pdf"), "--to must be one of 'terminal'"),
    ):
        status, out, err = ask(command, *words)
        assert (status, out) == (2, "")
        assert message in err
        assert err.count("\n") == 1
    broken = tmp_path / "broken.csv"
    broken.write_text("system,input,relevance,good\ns0,d0,much,1\n")
    status, out, err = run(*command.split(), broken, *SEED, *QUESTIONS[command])
    assert (status, out) == (3, "")
    assert "broken.csv" in err
    assert err.count("\n") == 1


@every_command
def test_memory_changes_no_number(ask, command):
    assert ask(command, "--json", "--table", "all").out == (
        ask(command, "--json", "--table", "all", "--memory", "64MiB", "--workers", "1").out
    )


@pytest.mark.slow
@every_command
def test_processes_change_no_number(ask, command):
    assert ask(command, "--json", "--table", "all").out == (
        ask(command, "--json", "--table", "all", "--engine", "local", "--workers", "2").out
    )


@every_command
def test_an_engine_that_does_not_exist(ask, command):
    status, out, err = ask(command, "--engine", "steam")
    assert (status, out) == (2, "")
    assert "engine" in err


@pytest.mark.usefixtures("outlined")
def test_what_was_written_comes_last_on_a_terminal_and_first_in_json(ask, tmp_path):
    folder = tmp_path / "new" / "figures"
    words = ("--figures", folder)
    out = ask("compare --equivalence", *words, width=300).out
    files = [str(path) for path in folder.iterdir()]
    assert len(files) > 0
    assert out.splitlines()[-len(files) :] == [f"figures  {name}" for name in files]
    everything = json.loads(ask("compare --equivalence", *words, "--json", "--table", "all").out)
    assert next(iter(everything.items())) == ("figures", files)
    assert isinstance(json.loads(ask("compare --equivalence", *words, "--json").out), list)


def test_the_forms_are_checked_alike():
    given = {"to": "terminal", "json": True, "table": "all", "strict": False}
    assert checked_printing(given, ("one",)) is given


def test_how_many_metrics_and_by_what_is_asked_for(run, scores):
    words = ("compare", scores, "--human", "relevance", "--seed", 1)
    assert "best 1 of 3 metrics by Spearman's rho" in run(*words, "--top", 1, "--sort", "spearman").out
    assert "3 metrics by name" in run(*words, "--top", 0, "--sort", "name").out
    wrong = run(*words, "--sort", "gamma")
    assert (wrong.status, wrong.out) == (2, "")
    assert "--sort must be one of 'pearson', 'spearman', 'kendall', 'name'; it is 'gamma'" in wrong.err
    assert run(*words, "--coefficient", "gamma", "--sort", "gamma").status == 0
    assert run(*words, "--top", -1).status == 2


def test_a_demonstration_with_a_model_names_what_it_scores_with(run):
    assert _with_neural(None) == ()
    names = _with_neural("some/model,layer=3")
    assert names[-2:] == ("bertscore_f:model=some/model,layer=3", "moverscore_v2:model=some/model")
    assert "meteor_exact_stem" in names
    wrong = run("demo", "--neural", "some/model")
    assert wrong.status == 2
    assert "which layer of the model 'some/model'" in wrong.err
