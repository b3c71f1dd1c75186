"""Tables in terminals of any width, and progress only where someone can see it."""

from __future__ import annotations

import dataclasses
import io
import re
import time

import pytest
from rich.cells import cell_len
from rich.console import Console

from trueness.reporting.terminal import LINE_EVERY, _rate, print_table, printable, shown_progress
from trueness.reporting.writing.tables import Column, TableSpec
from trueness.studies.annotators import view as annotator_view
from trueness.studies.equivalence import view as equivalence_view
from trueness.studies.judge import view as judge_view
from trueness.studies.judge.label_tables import LABELS
from trueness.studies.systems import view as system_view

SPEC = TableSpec(
    "estimates",
    "Correlations",
    "",
    (
        Column("metric", "Metric"),
        Column("level", "Level"),
        Column("coefficient", "Coefficient"),
        Column("estimate", "r", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("n_systems", "Systems", "count"),
    ),
)
ROWS = [
    {
        "metric": metric,
        "level": level,
        "coefficient": "kendall",
        "estimate": r,
        "low": r - 0.1,
        "high": r + 0.1,
        "n_systems": 16,
    }
    for level in ("system", "input")
    for metric, r in (("rouge1_f", 0.25), ("bertscore", 0.5))
]


def printed(
    width: int, rows: list[dict[str, object]] = ROWS, spec: TableSpec = SPEC, *, complete: bool = False
) -> str:
    out = io.StringIO()
    print_table(Console(file=out, width=width), spec, rows, complete=complete)
    return out.getvalue()


@pytest.mark.parametrize("width", [20, 30, 45, 60, 80, 160])
def test_fits_and_loses_nothing(width: int) -> None:
    text = printed(width)
    assert max(map(len, text.splitlines())) <= width
    flat = "".join(text.split())
    for wanted in ("rouge1_f", "bertscore", "0.250", "0.500", "[0.150,0.350]", "[0.400,0.600]", "16"):
        assert wanted in flat


DISPENSABLE = dataclasses.replace(
    SPEC.without("level", "coefficient"),
    caption="What it means.",
    dispensable=(("n_systems",), (("low", "high"), "n_systems")),
)
OF_ONE_LEVEL = ROWS[:2]


def test_a_table_that_was_asked_for_goes_on_below_with_what_has_no_room() -> None:
    first = printed(30, OF_ONE_LEVEL, DISPENSABLE)
    assert "Not shown at this width" in first
    assert "[0.150, 0.350]" not in first
    assert "What it means." not in first
    asked = printed(30, OF_ONE_LEVEL, DISPENSABLE, complete=True)
    assert "Not shown" not in asked
    above, below = asked.split("The same rows")
    assert "[0.150, 0.350]" not in above
    for wanted in ("rouge1_f", "bertscore", "[0.150, 0.350]", "[0.400, 0.600]"):
        assert wanted in below
    assert below.rstrip().endswith("What it means.")


def test_one_row_that_does_not_fit_is_a_block_of_lines_when_it_was_asked_for() -> None:
    asked = printed(30, OF_ONE_LEVEL[:1], DISPENSABLE, complete=True)
    lines = [line.split() for line in asked.splitlines() if line]
    assert ["rouge1_f"] in lines
    assert ["Interval", "[0.150,", "0.350]"] in lines


@pytest.mark.parametrize("length", [11, 12, 13, 23, 24, 25, 40, 90])
@pytest.mark.parametrize("width", [50, 64, 80, 120])
def test_a_long_name_costs_no_number_a_digit(length: int, width: int) -> None:
    rows = [{**row, "metric": "m" * length, "n_systems": 16 + k} for k, row in enumerate(ROWS)]
    text = printed(width, rows)
    flat = "".join(text.split())
    assert max(map(len, text.splitlines())) <= width
    for wanted in ("0.250", "0.500", "[0.150,0.350]", "[0.400,0.600]", "16", "17", "18", "19"):
        assert wanted in flat
    assert flat.count("m" * min(length, 12)) >= 4


@pytest.mark.parametrize("width", [80, 120])
def test_a_measure_is_never_broken(width: int) -> None:
    names = ("kappa", "balanced_accuracy", "rate_bias")
    keys = [
        key
        for column in LABELS.columns
        for key in ((column.key,) if isinstance(column.key, str) else column.key)
    ]
    rows = [
        {**dict.fromkeys(keys, -0.111 * k), "metric": f"judge_{k}", "measure": name}
        for k, name in enumerate(names)
    ]
    lines = printed(width, rows, LABELS).splitlines()
    assert all(any(f"judge_{k}  {name} " in line for line in lines) for k, name in enumerate(names))


def test_a_shared_value_stands_above_the_table() -> None:
    lines = printed(100).splitlines()
    assert lines[1] == "In every row: Coefficient: kendall · Systems: 16"
    assert not any("kendall" in line for line in lines[2:])


def test_what_a_reader_has_to_know_stands_below_the_table_once() -> None:
    spec = dataclasses.replace(SPEC, note="Limits hold for all at once.")
    for width in (100, 38, 20):  # whole, one per level, in blocks
        text = " ".join(printed(width, ROWS, spec).split())
        assert text.endswith("Limits hold for all at once."), width
        assert text.count("Limits") == 1
    assert spec.noted_caption.endswith("Limits hold for all at once.")


def test_one_row_keeps_its_columns() -> None:
    assert "Systems" in printed(100, ROWS[:1])


def test_a_table_that_is_too_wide_becomes_one_per_level() -> None:
    text = printed(38)
    assert "Correlations: system level, kendall" in text
    assert "Correlations: input level, kendall" in text
    headed = dataclasses.replace(
        SPEC, columns=(*SPEC.columns[:3], Column("estimate", "Correlation", "correlation"))
    )
    rows = [{**row, "coefficient": name} for row in ROWS for name in ("kendall", "pearson")]
    assert "Correlation" in printed(60, rows, headed).replace("Correlations", "")
    narrow = printed(38, rows, headed)
    assert "Correlation " not in narrow
    assert re.search(r"kendall\s+Metric +τ", narrow)
    assert re.search(r"pearson\s+Metric +r ", narrow)


def test_a_narrow_terminal_leaves_out_what_is_dispensable_and_says_so() -> None:
    spec = dataclasses.replace(SPEC, dispensable=(("level",), (("low", "high"),)))
    rows = [{**row, "level": "input", "n_systems": k} for k, row in enumerate(ROWS)]
    whole, narrow, blocks = (printed(width, rows, spec) for width in (45, 32, 20))
    assert "Not shown" not in whole + blocks
    assert "Not shown at this width: Interval (--to csv" in " ".join(narrow.split())
    for text, shown in ((whole, True), (narrow, False), (blocks, True)):
        assert ("0.350]" in text) == shown
        assert "0.250" in text  # no more is left out than has to be
    assert "Level: input" in narrow  # a shared value takes no width


@pytest.mark.parametrize(
    "spec",
    [
        spec
        for module in (annotator_view, equivalence_view, judge_view, system_view)
        for spec in vars(module).values()
        if isinstance(spec, TableSpec)
    ],
    ids=lambda spec: spec.name,
)
def test_what_is_dispensable_is_there(spec: TableSpec) -> None:
    known = {column.key for column in spec.columns}
    assert {key for keys in spec.dispensable for key in keys} <= known - {spec.columns[0].key}


def test_a_column_goes_before_the_table_falls_into_single_rows() -> None:
    single = [
        {**row, "level": level, "n_systems": k}
        for k, (level, row) in enumerate(zip("abcd", ROWS, strict=True))
    ]
    spec = dataclasses.replace(SPEC, dispensable=(("n_systems",),))
    text = printed(45, single, spec)
    assert text.count("Metric") == 1
    assert "Not shown at this width: Systems" in text
    assert printed(45, single).count("Metric") == 4


def test_a_name_does_not_steer_the_terminal() -> None:
    hostile = {**ROWS[0], "metric": "\x1b[31mred\x1b[0m\r\n[bold]x[/bold]"}
    text = printed(100, [hostile, ROWS[1]])
    assert "\x1b" not in text
    assert "[bold]x[/bold]" in text  # markup is text
    assert printable("a\x07b\u202ec") == "a\ufffdb\ufffdc"


def test_a_log_has_a_line_of_progress_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter([0.0, 1.0, LINE_EVERY, LINE_EVERY + 1, 2 * LINE_EVERY])
    monkeypatch.setattr("trueness.reporting.terminal.time.monotonic", lambda: next(clock))
    with shown_progress() as (watch, progress):
        report = watch("intervals")
        assert report is not None
        assert progress is not None
        report(1, 1000)
        report(2, 1000)
        progress("looking at\x1b texts", 3, 0)
        progress("looking at\x1b texts", 4000, 0)
    assert capsys.readouterr().err == (
        "trueness: intervals, 2 of 1,000\ntrueness: looking at\ufffd texts, 4,000\n"
    )


def test_no_progress_where_none_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    with shown_progress(quiet=True) as (watch, progress):
        assert watch("work") is None
        assert progress is None
    assert capsys.readouterr().err == ""


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    with shown_progress() as (watch, progress):
        report = watch("intervals")
        assert report is not None
        assert progress is not None
        report(1, 2)
        progress("chrf", 3, 4)
    assert "intervals" in capsys.readouterr().err


def test_progress_shows_how_fast_and_takes_an_unknown_total(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    with shown_progress() as (_, progress):
        assert progress is not None
        for done in (1000, 2000, 3000):
            progress("looking at texts", done, 0)
            time.sleep(0.01)
        for done in (100, 200, 300):
            progress("scoring outputs", done, 300)
            time.sleep(0.01)
    shown = re.sub("\x1b\\[[0-9;?]*[A-Za-z]", "", capsys.readouterr().err)
    assert re.search(r"looking at texts .*3000/\? +[0-9,]+/s", shown)
    assert re.search(r"scoring outputs .*300/300 [0-9,]+/s", shown)


@pytest.mark.parametrize(
    ("speed", "shown"), [(None, ""), (0, ""), (0.0123, "0.012/s"), (3.21, "3.2/s"), (12345.6, "12,346/s")]
)
def test_rates(speed: float | None, shown: str) -> None:
    assert _rate(speed) == shown


def wide_rows(number: int) -> list[dict[str, object]]:
    names = ("m", "bertscore", "a metric of a long name that folds", "\u6307\u6807")
    return [
        {
            "metric": names[k % 4],
            "level": "system",
            "coefficient": "kendall",
            "estimate": (-1) ** k * k / number,
            "low": k / number - 0.1,
            "high": float("nan") if k % 3 == 0 else k / number + 0.1,
            "n_systems": 10**k,
        }
        for k in range(number)
    ]


@pytest.mark.parametrize("width", [40, 80, 160])
def test_long_tables_look_as_short_ones(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    rows = wide_rows(9)
    of_rich = printed(width, rows)
    monkeypatch.setattr("trueness.reporting.terminal.LONGEST", 1)
    lines = [line.rstrip() for line in printed(width, rows).splitlines()]
    assert [line for line in lines if line] == [
        line.rstrip() for line in of_rich.splitlines() if line.strip()
    ]


def test_texts_of_long_tables_fold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trueness.reporting.terminal.LONGEST", 1)
    lines = printed(60, wide_rows(9)).splitlines()
    assert max(map(cell_len, lines)) <= 60
    folded = re.sub(r"\s", "", "".join(line[:30].partition("  ")[0] for line in lines))
    assert folded.count("ametricofalongnamethatfolds") == 2


def test_rich_does_not_lay_out_long_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """That took minutes of 100,000 rows."""
    laid_out: list[int] = []
    monkeypatch.setattr("rich.table.Table.add_row", lambda *_: laid_out.append(1))
    text = printed(80, [ROWS[k % 4] | {"estimate": k / 10_000} for k in range(2_000)])
    assert laid_out == []
    assert text.count("rouge1_f") == 1_000
