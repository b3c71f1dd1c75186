"""The first screen: the answers, one table of ten rows, two warnings, and where the rest is; the rest where asked."""

from __future__ import annotations

import dataclasses
import io
import re
from typing import get_args

import pytest
import typer
from rich.console import Console

import trueness
from trueness.cli.options import output
from trueness.cli.showing_study import checked_printing, show_result
from trueness.errors import ArgumentError
from trueness.reporting.report import result_html, result_text
from trueness.reporting.terminal import (
    BY_OPTION,
    IN_PYTHON,
    LIGHT_STYLES,
    ON_THE_PAGE,
    SHOWN_CAUTIONS,
    print_sentences,
    print_study,
)
from trueness.reporting.view import FIRST_ROWS, View, few
from trueness.reporting.views import find_view
from trueness.reporting.writing.tables import More, TableSpec, more_words
from trueness.result import MOST_WORDS, Signature
from trueness.studies.compare.view import ComparisonView
from trueness.study.rows import Caution
from trueness.study.study import StudyResult


@dataclasses.dataclass(frozen=True)
class Row:
    """How far one is ahead.

    Attributes
    ----------
    scorer : str
    n_inputs : int
    """

    scorer: str
    n_inputs: int


@dataclasses.dataclass(frozen=True)
class Found(StudyResult):
    """Three tables."""

    ahead: tuple[Row, ...]
    behind: tuple[Row, ...]
    nowhere: tuple[Row, ...]


SPECS = {
    name: TableSpec.of(Row, name, name.capitalize(), "Caption.", ("scorer", "n_inputs"))
    for name in ("ahead", "behind", "nowhere")
}


class Shown(View[Found]):
    """A view of three tables of which a terminal shows the first that has rows."""

    shown = ("nowhere", "ahead", "behind")
    alone = "behind"

    def tables(self, result):
        return tuple((SPECS[name], getattr(result, name)) for name in SPECS)


def rows(number, start=0):
    return tuple(Row(f"scorer{k:02}", k) for k in range(start, start + number))


def cautions(n_warnings, n_notes=0):
    return (
        *(Caution(f"w{k}", "warning", f"Beware of {k}.") for k in range(n_warnings)),
        *(Caution(f"n{k}", "note", f"Know about {k}.") for k in range(n_notes)),
    )


LONG = " ".join(["long"] * MOST_WORDS)
FINDINGS = ("✓ It may.", "? We cannot tell.", LONG, "Last finding.")


def found(**changed):
    given = {
        "signature": Signature.of(a=1),
        "selection": None,
        "settings": None,
        "cautions": cautions(3, 2),
        "conclusions": FINDINGS,
        "ahead": rows(12),
        "behind": rows(3, 20),
        "nowhere": (),
    }
    return Found(**(given | changed))


TERMINAL = {"json": False, "to": "terminal", "table": None, "strict": False}


@pytest.fixture
def screen(monkeypatch, capsys):
    """Return what a command prints of a result."""
    monkeypatch.setenv("COLUMNS", "100")

    def printed(result, *, only_page=False, **given):
        show_result(result, Shown(), TERMINAL | given, only_page=only_page)
        return capsys.readouterr().out

    return printed


def in_order(text, *parts):
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    return True


def test_answers_one_table_two_warnings_and_where_the_rest_is(screen):
    text = screen(found())
    assert text.startswith("✓ It may.\n? We cannot tell.\n\n")
    assert in_order(text, "We cannot tell", "Ahead", "scorer00", "warning: ", "Also: ", "Tables: ", "a:1")
    for absent in ("long", "Last finding", "Behind", "scorer20", "note: ", "Know about"):
        assert absent not in text
    assert text.count("warning: ") == SHOWN_CAUTIONS == 2
    assert "warning: Beware of 0.\nwarning: Beware of 1.\n" in text
    assert text.splitlines()[-3:] == [
        "Also: 2 more conclusions (--table conclusions); 1 more warning and 2 more notes (--table cautions)",
        "Tables: behind (--table NAME, or all; --out PAGE.html for a page)",
        f"signature: a:1|version:{trueness.__version__}",
    ]


def test_ten_rows_are_shown_and_how_many_more_there_are(screen):
    text = screen(found())
    assert re.findall(r"scorer\d\d", text) == [f"scorer{k:02}" for k in range(FIRST_ROWS)]
    assert "and 2 more rows (--table ahead)" in text
    # a line that says that there is one more takes the room of that one
    assert re.findall(r"scorer\d\d", screen(found(ahead=rows(11)))) == [f"scorer{k:02}" for k in range(11)]
    assert "more row" not in screen(found(ahead=rows(11)))
    assert "and 1,990 more rows (--table ahead)" in screen(found(ahead=rows(2000)))
    whole = screen(found(), table="ahead")
    assert re.findall(r"scorer\d\d", whole) == [f"scorer{k:02}" for k in range(12)]
    assert "more rows" not in whole


@pytest.mark.parametrize("number", [0, 1, 10, 11, 12, 25])
def test_few_rows_of_a_table(number):
    spec, shown = few(SPECS["ahead"], rows(number), "whole")
    kept = number if number <= FIRST_ROWS + 1 else FIRST_ROWS
    assert list(shown) == list(rows(kept))
    assert spec.more == (More(f"and {number - FIRST_ROWS} more rows", "whole") if kept < number else None)
    assert dataclasses.replace(spec, more=None) == SPECS["ahead"]


def test_the_first_of_its_tables_that_has_rows_is_the_one():
    view = Shown()
    ((spec, shown),) = view.first_table(found(), 80)
    assert (spec.name, len(shown)) == ("ahead", FIRST_ROWS)
    ((spec, shown),) = view.first_table(found(ahead=()), 80)
    assert (spec.name, shown) == ("behind", rows(3, 20))
    assert view.first_table(found(ahead=(), behind=()), 80) == []


def test_where_there_is_no_more_nothing_is_said_of_it(screen):
    text = screen(found(conclusions=("Yes.",), cautions=(), behind=()))
    assert "Also: " not in text
    assert "Tables: " not in text
    assert text.endswith(f"\nsignature: a:1|version:{trueness.__version__}\n")
    nothing = screen(found(conclusions=("Yes.",), cautions=(), ahead=(), behind=()))
    assert nothing == f"Yes.\n\nsignature: a:1|version:{trueness.__version__}\n"


@pytest.mark.parametrize(
    ("n_findings", "n_warnings", "n_notes", "said"),
    [
        (3, 0, 0, "Also: 1 more conclusion (--table conclusions)"),
        (4, 2, 0, "Also: 2 more conclusions (--table conclusions)"),
        (2, 3, 0, "Also: 1 more warning (--table cautions)"),
        (2, 5, 0, "Also: 3 more warnings (--table cautions)"),
        (2, 2, 1, "Also: 1 more note (--table cautions)"),
        (2, 0, 2, "Also: 2 more notes (--table cautions)"),
        (
            3,
            3,
            1,
            "Also: 1 more conclusion (--table conclusions); 1 more warning and 1 more note (--table cautions)",
        ),
    ],
)
def test_what_else_there_is_is_counted(screen, n_findings, n_warnings, n_notes, said):
    text = screen(found(conclusions=FINDINGS[:n_findings], cautions=cautions(n_warnings, n_notes)))
    (line,) = (line for line in text.splitlines() if line.startswith("Also: "))
    assert line == said


def test_the_warnings_are_the_first_ones_whatever_stands_between(screen):
    mixed = (*cautions(0, 1), *cautions(3))
    text = screen(found(cautions=mixed))
    assert re.findall(r"Beware of (\d)", text) == ["0", "1"]
    assert "1 more warning and 1 more note (--table cautions)" in text


def test_all_findings_are_asked_for_by_name(screen):
    text = screen(found(), table="conclusions")
    assert " ".join(text.split()) == " ".join(" ".join(FINDINGS).split())
    for absent in ("Ahead", "warning", "Tables", "a:1"):
        assert absent not in text


def test_everything_is_asked_for_at_once(screen):
    text = screen(found(), table="all")
    assert in_order(
        text, "It may", "Last finding.", "Ahead", "scorer11", "Behind", "warning: ", "note: ", "a:1"
    )
    assert text.count("warning: ") == 3
    assert text.count("note: ") == 2
    assert "Also: " not in text
    assert "Tables: " not in text


def test_a_table_that_is_named_stands_below_the_answers(screen):
    text = screen(found(), table="behind")
    assert in_order(text, "It may", "Behind", "scorer20", "warning: ", "Also: ")
    assert "Ahead" not in text
    assert "Tables: " not in text


def test_a_command_that_writes_a_page_prints_no_table(screen):
    text = screen(found(), only_page=True)
    assert "scorer" not in text
    assert text.splitlines()[-3:] == [
        "Also: 2 more conclusions, 1 more warning and 2 more notes (on the page)",
        "Tables: ahead, behind (on the page)",
        f"signature: a:1|version:{trueness.__version__}",
    ]


def test_conclusions_are_words_and_no_data():
    tables = ("ahead", "behind")
    assert checked_printing(TERMINAL | {"table": "conclusions"}, tables)["table"] == "conclusions"
    for asked in ({"json": True}, {"to": "json"}, {"to": "csv"}, {"to": "latex"}, {"to": "markdown"}):
        with pytest.raises(
            ArgumentError, match=r"`table`='conclusions' is for the terminal; in JSON it is a part"
        ):
            checked_printing(TERMINAL | {"table": "conclusions"} | asked, tables)
    with pytest.raises(ArgumentError, match="'ahead', 'behind', 'conclusions', 'methods', 'all'"):
        checked_printing(TERMINAL | {"table": "findings"}, tables)
    with pytest.raises(ArgumentError, match="`table`='methods' is for terminal, json or latex, not for csv"):
        checked_printing(TERMINAL | {"table": "methods", "to": "csv"}, tables)
    kind, _ = output(tables)["table"]
    _, said = get_args(kind)
    assert "ahead, behind; conclusions (words); methods (to publish); or all" in said.help


def test_warnings_that_are_not_shown_count_too():
    with pytest.raises(typer.Exit):
        show_result(found(), Shown(), TERMINAL | {"strict": True})
    show_result(found(cautions=cautions(0, 2)), Shown(), TERMINAL | {"strict": True})


def test_lights_have_colours_on_a_terminal_and_names_do_not_steer_it():
    written = io.StringIO()
    console = Console(
        file=written, width=80, force_terminal=True, color_system="standard", legacy_windows=False
    )
    print_sentences(console, ("✓ It may. ✗ Not this. ? Nor that? 'x\x1b[31m' is a name.",))
    text = written.getvalue()
    for light, code in (("✓", "1;32"), ("✗", "1;31"), ("?", "1;33")):
        assert f"\x1b[{code}m{light}\x1b[0m" in text
    assert set(LIGHT_STYLES) == {"yes", "no", "cannot_tell", None}
    assert "Nor that?" in text
    assert "\x1b[31m'" not in text
    assert "'x\N{REPLACEMENT CHARACTER}[31m' is a name." in text


@pytest.mark.parametrize("elsewhere", [BY_OPTION, ON_THE_PAGE, IN_PYTHON])
def test_where_the_rest_is_depends_on_who_asks(elsewhere):
    written = io.StringIO()
    print_study(
        Console(file=written, width=200),
        found(),
        [],
        more=("ahead", "cautions", "behind"),
        elsewhere=elsewhere,
    )
    *_, also, tables, _ = written.getvalue().splitlines()
    for place in {elsewhere.conclusions, elsewhere.cautions}:
        assert f"({place})" in also
    # cautions are in the line above
    assert tables == f"Tables: ahead, behind ({elsewhere.tables})"


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_comparison_in_python_and_in_a_notebook(comparison, width):
    text = result_text(comparison, width)
    assert max(map(len, text.splitlines())) <= width
    flat = " ".join(text.split())
    n_more = len(comparison.conclusions) - len(comparison.answers)
    assert f"Also: {n_more} more conclusions (.conclusions)" in flat
    assert re.search(r"Tables: [a-z, ]+ \(\.to_frame\(table=NAME\)\)", flat)
    n_warnings = sum(one.severity == "warning" for one in comparison.cautions)
    assert text.count("warning: ") == min(n_warnings, SHOWN_CAUTIONS)
    assert "note: " not in text
    page = result_html(comparison)
    assert page.count("<table") == 1
    assert page.count("<p><strong>") == len(comparison.answers)
    assert page.count("<li") == min(n_warnings, SHOWN_CAUTIONS)


@pytest.mark.parametrize("top", [None, 20, 13])
def test_as_many_metrics_are_shown_as_are_asked_for(pocket, top):
    found = trueness.compare(
        pocket, human="coverage", level="input", coefficient="pearson", interval="none", tests=False
    )
    many = dataclasses.replace(
        found,
        selection=dataclasses.replace(found.selection, metrics=tuple(f"m{k:02}" for k in range(15))),
        estimates=tuple(dataclasses.replace(found.estimates[0], metric=f"m{k:02}") for k in range(15)),
    )
    ((_, shown),) = ComparisonView(top=top).first_table(many, 100)
    assert len(shown) == min(15, top or 15)


def test_a_table_that_a_note_names_can_be_asked_for(pocket):
    found = trueness.judge(
        pocket, human="coverage", rng=1, resamples=20, coefficient="pearson", level="system"
    )
    view = find_view(found)
    names = {spec.name for spec, _ in view.tables(found)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("trueness.reporting.view.FIRST_ROWS", 1)
        ((spec, shown),) = view.first_table(found, 100)
    assert len(shown) == 1
    assert re.match(r"and \d more rows", spec.more.what)
    assert spec.more.table in names
    assert f"(--table {spec.more.table})" in more_words(spec, BY_OPTION.rows)
    assert f'(.to_frame(table="{spec.more.table}"))' in more_words(spec, IN_PYTHON.rows)


def test_in_python_the_rest_is_asked_for_in_python(pocket):
    found = trueness.systems(pocket, scorers=["coverage"], resamples=99, rng=1)
    assert 'and 6 more rows (.to_frame(table="standing"))' in " ".join(found.summary(80).split())
    assert "and 6 more rows (.to_frame(table=&#34;standing&#34;))" in found._repr_html_()
