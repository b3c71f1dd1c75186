"""Coefficients and tie calibration as options, end to end: files, the pocket set, a generated test set, real scores."""

from __future__ import annotations

import importlib.util
import inspect
import json
import typing
from pathlib import Path

import pytest

from trueness.cli.options import words
from trueness.commands.listing import COMMANDS, find_command

ALL = "acc_eq,pairwise_accuracy,spa,gap_tau:low=0,high=.5,pdp,darr:threshold=.2"
FAST = ("--seed", 1, "--resamples", 99)


def rows_of(outcome):
    assert outcome.status == 0, outcome.err
    return json.loads(outcome.out)


def test_words_are_repeated_or_separated_by_commas():
    assert words(["gap_tau:low=0.1,high=0.3, spa"]) == ["gap_tau:low=0.1", "high=0.3", "spa"]


MAY_DIFFER = {
    "--aggregate": "`multiverse` takes several, one analysis each",
    "--back": "`translate` makes the way back, `conditions` reads what comes of it",
    "--by": "`judge` takes several, a slice for each group; the groups of `pool` become tables",
    "--coefficient": "`learn` learns for one",
    "--human": "`equivalence` takes several, one family of tests, and `multiverse`, one analysis each",
    "--level": "`learn` learns for one",
    "--margin": "that of `equivalence` may also come from annotators",
    "--out": "what is written by default has a name, a page that need not be written has none",
    "--over": "of `learn` what is held out, of tests what is drawn anew",
    "--part": "`pool` reads several tables",
    "--to": "of `translate` a language, which must be said; elsewhere how a result is printed",
}
"""Flags that are not of one kind in every command, with the reason."""


def test_a_flag_is_of_one_kind_with_one_default_in_all_commands_that_take_it():
    kinds: dict[str, set[tuple[str, str]]] = {}
    for command in COMMANDS:
        if command in ("plan", "certify", "datasets", "metrics"):
            continue  # the options of the first two are those of simulated studies, the others are groups
        for parameter in inspect.signature(find_command(command)).parameters.values():
            kind, said, *_ = typing.get_args(parameter.annotation)
            # of the names in the annotation the first is kept apart
            for name in (getattr(said, "default", None), *(getattr(said, "param_decls", None) or ())):
                if isinstance(name, str) and name.startswith("--"):
                    kinds.setdefault(name, set()).add((str(kind), str(parameter.default)))
    assert len(kinds) > 50
    assert {name for name, found in kinds.items() if len(found) > 1} == set(MAY_DIFFER)


@pytest.mark.parametrize("width", [60, 200])
def test_help_is_cut_nowhere(run, width):
    status, out, _ = run("--help", width=width)
    assert status == 0
    assert len(COMMANDS) > 12
    assert all(f"│ {command} " in out for command in COMMANDS)
    # what is not cut in a narrow terminal has room in a wide one; columns are laid out alike in all commands
    for command in COMMANDS if width < 100 else ("compare", "metrics"):
        status, said, _ = run(command, "--help", width=width)
        assert status == 0
        assert "\N{HORIZONTAL ELLIPSIS}" not in said
        assert "--columns" in said or command not in ("score", "report", "compare", "check")
        assert max(map(len, said.splitlines())) <= width


def test_a_comma_in_a_name_does_not_split_it(run, scores):
    rows = rows_of(
        run(
            "correlate",
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
            "pdp does not exist at the system level, only at: 'input'",
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
    outcome = run("report", "set", *given, *FAST, "--out", "r.html")
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
