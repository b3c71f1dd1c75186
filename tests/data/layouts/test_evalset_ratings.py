"""Files of single ratings: penalties of errors, raters, and what is refused."""

from __future__ import annotations

import json

import numpy as np
import pytest

from trueness.data.layouts.evalset_ratings import joined_ratings, rating_values, read_evalset_ratings
from trueness.errors import FormatError


def written(tmp_path, *lines):
    path = tmp_path / "en-de.mqm.seg.rating"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def rating(*errors):
    return json.dumps({"errors": list(errors)})


def test_errors_cost_their_score_or_that_of_their_severity(tmp_path):
    # weights of Freitag et al. (2021): major 5, minor 1, punctuation .1, non-translation 25
    errors = [
        rating({"severity": "major", "category": "Accuracy/Omission", "score": None}),
        rating(
            {"severity": "Minor", "category": "Fluency/Punctuation"}, {"severity": "minor", "category": None}
        ),
        rating({"severity": "Major", "category": "Non-translation"}),
        rating({"score": -4.0}, {"score": 2}),
        rating(),
        "None",
    ]
    found = read_evalset_ratings(written(tmp_path, *(f"s\t{one}" for one in errors)), 6, "somebody")
    np.testing.assert_allclose(found["somebody"]["s"], [-5, -1.1, -25, -6, 0, np.nan])


def test_lines_of_systems_may_be_mixed_and_raters_named(tmp_path):
    lines = [f"{system}\t{rating({'score': k})}\t{who}" for k, system, who in ((1, "a", "x"), (2, "b", "y"))]
    lines += [
        f"{system}\t{rating({'score': k})}\t{who}" for k, system, who in ((3, "b", "x"), (4, "a", "None"))
    ]
    found = read_evalset_ratings(written(tmp_path, *lines), 2, "unused")
    assert set(found) == {"x", "y"}
    np.testing.assert_array_equal(
        rating_values(found, ("a", "b"), 2), [[[-1, np.nan], [np.nan, -3]], [[np.nan] * 2, [-2, np.nan]]]
    )


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["s"], r"row 1: the line has 1 field"),
        (["s\t{\tx\ty"], r"row 1: the line has 4 fields"),
        (["s\t{"], "row 1: the rating must be JSON"),
        (["s\t[1]"], "row 1: the rating must be an object with a list of errors"),
        (['s\t{"errors": 3}'], "row 1: the rating must be an object with a list of errors"),
        ([f"s\t{rating({'severity': 'odd'})}"], "row 1: an error has the score None and the severity 'odd'"),
        ([f"s\t{rating({'severity': 'major', 'score': 'much'})}"], "row 1: an error has the score 'much'"),
        ([f"s\t{rating()}"], r"system 's' has 1 rating for 2 segments"),
        ([f"s\t{rating()}"] * 3, r"system 's' has 3 ratings for 2 segments"),
        ([f"s\t{rating()}", "\tNone"], "row 2"),
    ],
    ids=str,
)
def test_what_is_refused(tmp_path, lines, message):
    with pytest.raises(FormatError, match=message):
        read_evalset_ratings(written(tmp_path, *lines), 2, "r")


def test_one_rater_who_says_two_things_is_refused():
    one = {"r": {"s": np.array([1.0, np.nan])}}
    joined = joined_ratings([one, {"r": {"s": np.array([1.0, 2.0])}}], "folder")
    np.testing.assert_array_equal(joined["r"]["s"], [1, 2])
    with pytest.raises(
        FormatError, match="rater 'r' gives segment 1 of system 's' 1 in one file of ratings and 3 in"
    ):
        joined_ratings([one, {"r": {"s": np.array([3.0, 2.0])}}], "folder")
