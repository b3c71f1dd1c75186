"""Coefficients and tie calibration as options, end to end: files, the pocket set, a generated test set, real scores."""

from __future__ import annotations

import importlib.util
import inspect
import json
import re
import typing
from pathlib import Path

import pytest

from trueness.cli.options import words
from trueness.commands.help_pages import NARROWEST, option_names
from trueness.commands.listing import COMMANDS, PANELS, find_command, loaded

ALL = "acc_eq,pairwise_accuracy,spa,gap_tau:low=0,high=.5,pdp,darr:threshold=.2"
FAST = ("--seed", 1, "--resamples", 99)


def rows_of(outcome):
    assert outcome.status == 0, outcome.err
    return json.loads(outcome.out)


def test_words_are_repeated_or_separated_by_commas():
    assert words(["gap_tau:low=0.1,high=0.3, spa"]) == ["gap_tau:low=0.1", "high=0.3", "spa"]


MAY_DIFFER = {
    "--aggregate": "`multiverse` takes several, one analysis each",
    "--back": "`generate --translate` makes the way back, `compare --conditions` reads what comes of it",
    "--by": "`judge` takes several, a slice for each group",
    "--coefficient": "`learn` learns for one",
    "--human": "`compare --equivalence` takes several, one family of tests, and `multiverse`, one analysis each",
    "--join": "`judge --sequential` keeps all outputs by default, as a sheet holds some of them",
    "--level": "`learn` learns for one",
    "--margin": "that of `compare --equivalence` may also come from annotators",
    "--out": "what is written by default has a name, a page that need not be written has none",
    "--over": "of `learn` what is held out, of tests what is drawn anew",
    "--part": "`compare --pool` reads several tables",
    "--to": "of `generate --translate` a language, which must be said; elsewhere how a result is printed",
}
"""Flags that are not of one kind in every command, with the reason."""

CALLS = [
    (name, one.asks)
    for name, command in COMMANDS.items()
    for one in command.questions
    if name not in ("data", "metrics")  # groups of commands
]


def test_a_flag_is_of_one_kind_with_one_default_in_all_commands_that_take_it():
    kinds: dict[str, set[tuple[str, str]]] = {}
    for name, asks in CALLS:
        if name == "plan":
            continue  # its options are those of simulated studies
        for parameter in inspect.signature(find_command(name, asks)).parameters.values():
            kind, said, *_ = typing.get_args(parameter.annotation)
            # of the names in the annotation the first is kept apart
            for flag in (getattr(said, "default", None), *(getattr(said, "param_decls", None) or ())):
                if isinstance(flag, str) and flag.startswith("--"):
                    kinds.setdefault(flag, set()).add((str(kind), str(parameter.default)))
    assert len(kinds) > 50
    assert {name for name, found in kinds.items() if len(found) > 1} == set(MAY_DIFFER)


SCREEN = 46
"""Lines that a terminal shows at once, and no more of help."""


@pytest.mark.parametrize("width", [60, 80, 200])
def test_the_list_of_commands_is_a_screen_and_is_cut_nowhere(run, width):
    status, out, _ = run("--help", width=width)
    assert status == 0
    assert 12 < len(COMMANDS) <= 15
    assert all(re.search(rf"^  {command} ", out, re.MULTILINE) for command in COMMANDS)
    assert all(f"\n{panel}\n" in out for panel in PANELS)
    assert all(one.asks in out for command in COMMANDS.values() for one in command.questions)
    assert max(map(len, out.splitlines())) <= width
    assert len(out.splitlines()) <= SCREEN or width < 80


@pytest.mark.parametrize(("name", "asks"), CALLS)
def test_help_is_a_screen_with_an_example(run, name, asks):
    words = (name, asks) if asks else (name,)
    status, out, _ = run(*words, "--help", width=80)
    assert status == 0
    said = COMMANDS[name].question(asks)
    assert " ".join(f"trueness {said.example}".split()) in " ".join(out.split())
    assert len(out.splitlines()) <= SCREEN
    assert max(map(len, out.splitlines())) <= 80
    others = {one.asks for one in COMMANDS[name].questions if one.asks} if not asks else set()
    assert {flag for flag in others if re.search(rf"^  {flag} ", out, re.MULTILINE)} == others


@pytest.mark.parametrize("width", [1, 10, 20])
@pytest.mark.parametrize("words", [(), ("compare",), ("score",), ("data",), ("judge", "--sequential")])
def test_help_on_a_terminal_that_is_too_narrow_is_that_of_one_that_is_not(run, words, width):
    for asked in ("--help",) if words in ((), ("data",)) else ("--help", "--help-all"):
        status, out, err = run(*words, asked, width=width)
        assert (status, err) == (0, "")
        assert out == run(*words, asked, width=NARROWEST).out


@pytest.mark.parametrize("width", [60, 200])
@pytest.mark.parametrize(("name", "asks"), CALLS)
def test_all_of_help_has_every_option(run, name, asks, width):
    status, out, _ = run(*((name, asks) if asks else (name,)), "--help-all", width=width)
    assert status == 0
    assert max(map(len, out.splitlines())) <= width
    flags = option_names(loaded(name, asks).params) - {"--help"}
    asking = {one.asks for one in COMMANDS[name].questions if one.asks}
    assert all(re.search(rf"(^  |, ){flag}\b", out, re.MULTILINE) for flag in flags - asking)
    if not asks:
        assert all(f"With {flag}: " in out for flag in asking)


def test_options_of_another_question_are_found_under_it(run):
    _, out, _ = run("compare", "--help-all", width=80)
    parts = dict(re.findall(r"^With (--\w+): (.*?)(?=^With|\Z)", out, re.MULTILINE | re.DOTALL))
    assert "--margin-high" in parts["--equivalence"]
    assert "--margin-high" not in out.partition("\nWith ")[0]
    assert "Without: " in parts["--worth"]
    assert "--stop-after" in parts["--worth"].partition("Without: ")[2]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("compare x --equivalence --pool", "--equivalence and --pool are questions of their own"),
        ("compare x --margin-high .1", "--margin-high belongs to --equivalence: add it."),
        ("compare x --against y", "--against belongs to --conditions and --equivalence: add one."),
        (
            "compare x --worth --margin-high .1",
            "--margin-high belongs to --equivalence; --worth is another question",
        ),
        (
            "compare x --worth --stop-after 3",
            "--stop-after and --worth exclude each other: leave one of them out.",
        ),
        ("judge x --batches a,b", "--batches belongs to --drift: add it."),
        ("generate x --from en", "--from belongs to --translate: add it."),
        ("compare x --nothing-of-the-kind", "No such option: --nothing-of-the-kind"),
        ("equivalence x", "No such command 'equivalence'"),
        ("compair x", "Did you mean 'compare'?"),
    ],
)
def test_a_wrong_question_is_told_of_the_right_one(run, words, says):
    status, out, err = run(*words.split())
    assert (status, out) == (2, "")
    assert says in err


def test_a_word_after_two_dashes_asks_nothing(run):
    status, _, err = run("compare", "--", "--pool")
    assert status == 3
    assert "there is no file '--pool'" in err


def test_a_comma_in_a_name_does_not_split_it(run, scores):
    rows = rows_of(
        run(
            "compare",
            "--no-tests",
            scores,
            "--human",
            "relevance",
            "--metrics",
            "good",
            "--coefficient",
            ALL,
            *FAST,
            "--json",
        )
    )
    found = [(row["level"], row["coefficient"]) for row in rows]
    assert found == [
        *(("system", name) for name in ("pairwise_accuracy", "spa", "gap_tau:high=0.5")),
        *(("input", name) for name in ("acc_eq", "pdp", "darr:threshold=0.2")),
    ]
    assert all(row["low"] <= row["estimate"] <= row["high"] for row in rows)
    assert [row["epsilon"] is not None for row in rows] == [row["coefficient"] == "acc_eq" for row in rows]


@pytest.mark.parametrize("calibration", ["calibrated", "held-out", "none", "0.05"])
def test_compare_with_every_calibration(run, scores, calibration):
    rows = rows_of(
        run(
            *("compare", scores, "--human", "relevance", "--metrics", "good,fair"),
            *("--coefficient", "acc_eq,kendall", "--tie-calibration", calibration, *FAST, "--json"),
        )
    )
    assert {(row["level"], row["coefficient"], row["over"]) for row in rows} == {
        ("system", "kendall", "both"),
        ("input", "kendall", "both"),
        ("input", "acc_eq", "both"),
    }
    wanted = calibration if calibration != "0.05" else "0.05"
    assert all(f"|ties:{wanted}" in row["signature"] for row in rows)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (
            ("--coefficient", "pdp", "--level", "system"),
            "pdp exists at other levels than system: 'input'",
        ),
        (("--coefficient", "acc_eq", "--tie-calibration", "often"), "calibrated, held-out, none"),
        (("--coefficient", "gap_tau:high=2"), "0 <= low < high <= 1"),
        (("--coefficient", "acc_eq", "--test", "williams"), "williams test needs"),
    ],
)
def test_what_does_not_exist_is_refused(run, scores, given, says):
    outcome = run("compare", scores, "--human", "relevance", *given)
    assert outcome.status in (2, 4)
    assert says in outcome.err


@pytest.mark.usefixtures("outlined")
def test_a_report_of_a_generated_test_set(run, tmp_path):
    source = Path(__file__).parents[1] / "data" / "conftest.py"
    spec = importlib.util.spec_from_file_location("makers", source)
    makers = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(makers)
    makers.make_evalset(tmp_path / "set", systems=[f"s{k}" for k in range(8)], segments=40)
    given = (
        "--human",
        "mqm",
        "--coefficient",
        "acc_eq,spa,pairwise_accuracy",
        "--tie-calibration",
        "held-out",
    )
    outcome = run("compare", "set", *given, *FAST, "--out", "r.html")
    assert outcome.status == 0, outcome.err
    html = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Pairwise accuracy with ties (acc_eq)" in html
    assert run("rerun", "r.html").status == 0


@pytest.mark.slow
def test_real_scores(run, test_data):
    files = sorted((test_data / "data" / "deutsch2021" / "fabbri2020").glob("*.jsonl.gz"))
    given = ("--human", "expert_relevance", "--metrics", "rouge-[12]_f1,bertscore_recall", "--coefficient")
    rows = rows_of(run("compare", *files, *given, f"{ALL},kendall", *FAST, "--json"))
    assert {row["coefficient"] for row in rows} >= {"acc_eq", "spa", "pdp", "kendall"}
    assert all(0 < row["pvalue"] <= 1 for row in rows if row["pvalue"] is not None)


@pytest.mark.slow
def test_the_pocket_set(run):
    given = ("--human", "coverage", "--metrics", "length,chrf,ter", "--coefficient", ALL)
    rows = rows_of(run("compare", "pocket", *given, *FAST, "--json"))
    assert {row["verdict"] for row in rows} <= {"better", "worse", "not separated"}
