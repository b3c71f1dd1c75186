"""The exception tree, its messages, and the shared argument checks."""

from __future__ import annotations

import inspect
import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness import errors
from trueness.errors import (
    ArgumentError,
    BudgetError,
    DataError,
    DownloadError,
    DuplicateKeyError,
    EndpointError,
    FormatError,
    KeyMismatchError,
    MissingExtraError,
    SeveralTablesError,
    TruenessError,
    TruenessWarning,
    UnknownNameError,
    UnsupportedMethodError,
    check_choice,
    check_integer,
    check_proportion,
    import_extra,
    listing,
    series,
    suggest,
    unknown_name,
)

TREE = {
    ArgumentError: (TruenessError, ValueError),
    DataError: (TruenessError, ValueError),
    FormatError: (DataError,),
    SeveralTablesError: (FormatError,),
    DuplicateKeyError: (DataError,),
    KeyMismatchError: (DataError,),
    UnknownNameError: (DataError, KeyError),
    UnsupportedMethodError: (TruenessError,),
    MissingExtraError: (TruenessError, ImportError),
    DownloadError: (TruenessError, OSError),
    EndpointError: (TruenessError, OSError),
    BudgetError: (EndpointError,),
}


def test_the_tree_is_complete():
    found = {
        thing
        for _, thing in inspect.getmembers(errors, inspect.isclass)
        if issubclass(thing, TruenessError) and thing is not TruenessError
    }
    assert found == TREE.keys()


@pytest.mark.parametrize("error", TREE, ids=lambda error: error.__name__)
def test_bases_are_as_drawn(error):
    assert error.__bases__ == TREE[error]
    assert error.__name__ in (errors.__doc__ or "")


def test_several_tables_are_listed_with_what_chooses_one():
    error = SeveralTablesError.of("sheet", ["my sheet", "other"], "a.xlsx")
    assert str(error) == (
        "a.xlsx: it holds 2 sheets: 'my sheet', 'other'. Say which one: --part 'my sheet' (in Python: part='my sheet')."
    )
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (again.tables, again.path, str(again)) == (("my sheet", "other"), "a.xlsx", str(error))


def test_the_warning_is_a_user_warning():
    assert issubclass(TruenessWarning, UserWarning)
    assert not issubclass(TruenessWarning, TruenessError)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ({}, "'abc' is no number."),
        ({"path": "scores.csv"}, "scores.csv: 'abc' is no number."),
        ({"path": "scores.csv", "row": 3}, "scores.csv, row 3: 'abc' is no number."),
        ({"row": 3, "column": "bleu"}, "row 3, column 'bleu': 'abc' is no number."),
        (
            {"path": "scores.csv", "row": 3, "column": "bleu", "remedy": "Leave it empty."},
            "scores.csv, row 3, column 'bleu': 'abc' is no number. Leave it empty.",
        ),
    ],
)
def test_format_errors_name_the_place_and_the_remedy(place, message):
    error = FormatError("'abc' is no number.", **place)
    assert str(error) == message
    wanted = {"path": None, "row": None, "column": None, "remedy": None, **place}
    assert {name: getattr(error, name) for name in wanted} == wanted
    assert error.problem == "'abc' is no number."


def test_an_unknown_name_is_shown_without_the_quotes_of_a_key_error():
    assert str(UnknownNameError("no scorer is called 'x'.")) == "no scorer is called 'x'."
    assert str(UnknownNameError()) == ""


def test_unknown_name_gives_the_nearest_and_the_known():
    error = unknown_name("scorer", "blue", ["bleu", "rouge1_f"])
    assert isinstance(error, UnknownNameError)
    assert str(error) == "no scorer is called 'blue'. Did you mean 'bleu'? Known: 'bleu', 'rouge1_f'."
    assert str(unknown_name("scorer", "blue", [])) == "no scorer is called 'blue'. There is no scorer here."


@pytest.mark.parametrize(
    ("name", "options", "wanted"),
    [
        ("kendal", ["pearson", "kendall"], " Did you mean 'kendall'?"),
        ("qqq", ["pearson", "kendall"], ""),
        ("x", [], ""),
    ],
)
def test_suggest(name, options, wanted):
    assert suggest(name, options) == wanted


@pytest.mark.parametrize(
    ("count", "wanted"),
    [
        (0, ""),
        (1, "'a'"),
        (3, "'a', 'b', 'c'"),
        (4, "'a', 'b', 'c' and 1 more"),
        (5, "'a', 'b', 'c' and 2 more"),
    ],
)
def test_listing_counts_what_it_leaves_out(count, wanted):
    assert listing("abcde"[:count], most=3) == wanted
    assert listing(iter("abcde"[:count]), most=3) == wanted


def test_check_choice_returns_the_choice():
    assert check_choice("level", "input", ("system", "input")) == "input"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("imput", "`level` must be one of 'system', 'input'; it is 'imput'. Did you mean 'input'?"),
        (3, "`level` must be one of 'system', 'input'; it is 3."),
        (None, "`level` must be one of 'system', 'input'; it is None."),
        (["input"], "`level` must be one of 'system', 'input'; it is ['input']."),
    ],
)
def test_check_choice_names_argument_value_and_options(value, message):
    with pytest.raises(ArgumentError) as raised:
        check_choice("level", value, ("system", "input"))
    assert str(raised.value) == message


@pytest.mark.parametrize("value", [5, 5.0, np.int64(5), np.float32(5)], ids=repr)
def test_check_integer_takes_whole_numbers(value):
    checked = check_integer("n_resamples", value, minimum=5)
    assert checked == 5
    assert type(checked) is int


@pytest.mark.parametrize("value", [4, 5.5, True, None, math.nan, math.inf, "five", "5", [5]], ids=repr)
def test_check_integer_refuses_the_rest(value):
    with pytest.raises(ArgumentError) as raised:
        check_integer("n_resamples", value, minimum=5)
    assert str(raised.value) == f"`n_resamples` must be a whole number of at least 5; it is {value!r}."


@pytest.mark.parametrize("value", [True, False], ids=repr)
def test_a_truth_value_is_no_number(value):
    with pytest.raises(ArgumentError, match="`k` must be a whole number"):
        check_integer("k", value, minimum=0)


@given(st.integers(), st.integers())
def test_check_integer_has_an_exact_bound(value, minimum):
    if value >= minimum:
        assert check_integer("k", value, minimum=minimum) == value
    else:
        with pytest.raises(ArgumentError):
            check_integer("k", value, minimum=minimum)


@given(st.floats(min_value=0, max_value=1, exclude_min=True, exclude_max=True))
def test_check_proportion_takes_what_lies_between(value):
    assert check_proportion("confidence", value) == value


@pytest.mark.parametrize("value", [0, 1, -0.1, 95, math.nan, math.inf, None, "much"], ids=repr)
def test_check_proportion_refuses_the_rest(value):
    with pytest.raises(ArgumentError) as raised:
        check_proportion("confidence", value)
    assert str(raised.value) == f"`confidence` must lie strictly between 0 and 1; it is {value!r}."


def test_import_extra_returns_the_module():
    assert import_extra("json", extra="formats", feature="reading") is __import__("json")


def test_import_extra_names_the_extra():
    with pytest.raises(MissingExtraError) as raised:
        import_extra("no_such_package_here.sub", extra="formats", feature="Reading Parquet")
    assert str(raised.value) == (
        "Reading Parquet needs the package 'no_such_package_here.sub': pip install 'trueness[formats]'."
    )


def test_import_extra_does_not_hide_a_broken_module(tmp_path, monkeypatch):
    (tmp_path / "present_but_broken.py").write_text("import missing_inside_it\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="missing_inside_it") as raised:
        import_extra("present_but_broken", extra="formats", feature="Reading")
    assert not isinstance(raised.value, MissingExtraError)


def test_words_in_a_sentence():
    assert series(["a"]) == "a"
    assert series(["a", "b"]) == "a and b"
    assert series(["a", "b", "c"], "or") == "a, b or c"


class _OtherVersionError(UnsupportedMethodError, OSError):
    """A kind of it with another base, as errors of workers are."""


@pytest.mark.parametrize("kind", [UnsupportedMethodError, _OtherVersionError])
def test_an_unsupported_method_crosses_processes_as_what_it_is(kind):
    sent = pickle.dumps(kind("Two do not do.", remedy="Give `metrics`.", argument="metrics"))
    error = pickle.loads(sent)  # noqa: S301 - made a moment ago
    assert type(error) is kind
    assert (str(error), error.remedy, error.argument) == (
        "Two do not do. Give `metrics`.",
        "Give `metrics`.",
        "metrics",
    )
