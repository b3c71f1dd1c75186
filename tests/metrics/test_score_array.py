"""What plug-ins give is taken as it was meant, or refused."""

from __future__ import annotations

import datetime as dt
import warnings
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

from trueness.errors import DataError
from trueness.metrics.score_array import score_array

NAN = np.nan


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        ([1, 2.5], [1, 2.5]),
        ((True, False), [1, 0]),
        (np.array([1, 2], dtype=np.int8), [1, 2]),
        (np.array([0.5, NAN], dtype=np.float32), [0.5, NAN]),
        ([Decimal("1.5"), Fraction(1, 4)], [1.5, 0.25]),
        ([None, 1], [NAN, 1]),
        (np.array([1.5, None], dtype=object), [1.5, NAN]),
        (np.ma.masked_array([1.0, 2.0], mask=[True, False]), [NAN, 2]),
        (np.ma.masked_array([[1, 2]], mask=[[False, True]]), [[1, NAN]]),
        (np.ma.masked_array([1.0, 2.0]), [1, 2]),
        ([np.ma.masked, 2.0], [NAN, 2]),
        ([np.ma.masked, np.ma.masked], [NAN, NAN]),
        (np.ma.masked_array(["x", 2], mask=[True, False], dtype=object), [NAN, 2]),
        (pd.Series([1.0, 2.0], index=[5, 7]), [1, 2]),
        (pd.array([1.0, None], dtype="Float64"), [1, NAN]),
        (np.full(1, np.longdouble("1e400")), [np.inf]),
        ([], []),
    ],
)
def test_real_numbers_are_taken_and_what_is_masked_is_missing(found: Any, wanted: list[float]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        taken = score_array(found, "m")
    assert taken.dtype == np.float64
    np.testing.assert_array_equal(taken, wanted)


@pytest.mark.parametrize(
    "found",
    [
        np.array([1 + 2j]),
        np.array([1 + 0j]),
        [1, 1j],
        np.array([np.complex128(1)], dtype=object),
        ["1.5"],
        np.array(["1.5"], dtype=object),
        [b"1"],
        np.array(["2020-01-01"], dtype="datetime64[D]"),
        [dt.date(2020, 1, 1)],
        np.array([5], dtype="timedelta64[s]"),
        np.zeros(1, dtype=[("a", "f8")]),
        [10**400],
        [Decimal("sNaN")],
        [[1.0], [1.0, 2.0]],
        [object()],
        (one for one in ()),
        None,
    ],
)
def test_what_is_no_real_number_is_refused(found: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if found is None:  # one score without a value: of the wrong shape
            assert score_array(found, "m").shape == ()
            return
        with pytest.raises(DataError, match=r"metric 'm' must give statistics as an array of numbers \("):
            score_array(found, "m", "statistics")


def test_what_was_given_is_not_changed() -> None:
    given = np.ma.masked_array([1.0, 2.0], mask=[True, False])
    score_array(given, "m")[:] = 7
    assert given.data.tolist() == [1, 2]
