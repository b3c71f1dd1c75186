"""DUC's tables of human scores, on files made for the test."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from trueness.data.layouts.duc import read_duc
from trueness.data.reading.read import read_scores
from trueness.errors import DuplicateKeyError, FormatError
from trueness.statistics.annotators.human_assessment import coverage_score, linguistic_quality
from trueness.study.human_means import with_human_means
from trueness.study.human_scores import with_human_combination

COVERAGE = """\
# SEE judgements, task 2
docset  peer  model  matching_pus  e   mus
D30001  102   A      3             40  6
D30001  102   B      2             60  8
D30001  65    A      0             0   6
D30001  65    B      1             20  8
D30002  102   A      4             80  10
D30002  102   B      -             -   9
D30002  65    A      5             100 5
D30002  65    B      2             50  4
D30001  C     A      6             90  6
"""
QUALITY = """\
DocSet\tPeer ID\tQ1\tQ2\tQ3\tQ4\tQ5\tQ6\tQ7
D30001\t102\tA\tB\tA\tC\tA\tE\tNA
D30001\t65\tb\tB\tB\tB\tB\tB\tB
D30002\t102\tA\tA\tA\tA\tA\tA\tA
D30002\t65\tE\tD\tC\tB\tA\tC\tC
D30001\tC\tA\tA\tA\tA\tA\tA\tA
"""


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    (tmp_path / "coverage.txt").write_text(COVERAGE)
    with gzip.open(tmp_path / "quality.tsv.gz", "wt") as file:
        file.write(QUALITY)
    return [tmp_path / "coverage.txt", tmp_path / "quality.tsv.gz"]


def test_coverage_and_quality_are_those_of_the_formulas(files):
    table = read_duc(*files)
    assert table.systems == ("102", "65")
    assert table.inputs == ("D30001", "D30002")
    assert [(s.name, s.role) for s in table.scorers] == [
        ("coverage", "human"),
        ("linguistic_quality", "human"),
    ]
    single = table.annotations["coverage"]
    assert single.annotators == ("A", "B")
    np.testing.assert_allclose(single.values[:, 0, 0], coverage_score([3, 2], [40, 60], [6, 8]))
    assert np.isnan(single.values[1, 0, 1])
    assert table.matrix("coverage")[0].tolist() == [17.5, 32.0]
    np.testing.assert_allclose(
        table.matrix("linguistic_quality"),
        [
            [linguistic_quality(["A", "B", "A", "C", "A", "E", None]), 100.0],
            [75.0, linguistic_quality(list("EDCBACC"))],
        ],
    )
    assert "1 human summarizer left out" in table.notes[-1]


def test_both_combine_to_the_human_assessment(files):
    table = with_human_combination(read_duc(*files), "mean", ["coverage", "linguistic_quality"])
    assert table.matrix("mean")[0, 0] == pytest.approx((17.5 + 425 / 6) / 2)


def test_people_are_kept_on_request_and_the_format_has_a_name(files):
    table = read_scores(*files, format="duc", keep="all")
    assert table.system_groups["type"] == ("peer", "peer", "reference")
    assert table.matrix("coverage")[2, 0] == 90.0


def test_one_table_may_hold_both(tmp_path):
    path = tmp_path / "both.csv"
    path.write_text("topic,system,marked PUs,E,MUs,q1,q2\nD1,7,1,50%,2,A,E\nD1,8,2,100,2,,-\n")
    table = read_duc(path)
    assert table.matrix("coverage")[:, 0].tolist() == [25.0, 100.0]
    assert table.matrix("linguistic_quality")[0, 0] == 50.0
    assert np.isnan(table.matrix("linguistic_quality")[1, 0])


@pytest.mark.parametrize(
    ("content", "error", "words"),
    [
        ("", FormatError, "lines are missing"),
        ("docset peer\nD1 2\n", FormatError, "matching_pus, e and mus, or q1, q2"),
        ("docset peer q1\nD1 2\n", FormatError, "2 fields, the heading 3"),
        ("docset peer q1\nD1 2 F\n", FormatError, "'F' must be a grade from A to E"),
        ("docset peer matching e mus\nD1 2 x 3 4\n", FormatError, "'x' must be a number from 0"),
        ("docset peer matching e mus\nD1 2 1 120 4\n", FormatError, "'120' must be a number from 0 to 100"),
        ("docset peer matching e mus\nD1 2 1 20 0\n", FormatError, "'0' must be a number from 1"),
        ("docset peer q1\nD1 2 A\nD1 2 B\n", DuplicateKeyError, "judged a second time for 'D1'"),
        ("docset peer q1\nD1 C A\n", FormatError, "judgements of peers are"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path, content, error, words):
    path = tmp_path / "table.txt"
    path.write_text(content)
    with pytest.raises(error, match=words):
        read_duc(path)


def test_a_table_is_recognised_by_its_heading(files, tmp_path):
    assert read_scores(*files).fingerprint == read_duc(*files).fingerprint
    plain = tmp_path / "plain.csv"  # system and input, with questions: anybody's table
    plain.write_text("system,input,q1\na,d1,3\nb,d1,4\n")
    assert read_scores(plain).scorer_names == ("q1",)


def test_the_mean_of_both_is_the_human_assessment_score(files):
    table, (name,) = with_human_means(read_duc(*files), ["mean(coverage,linguistic_quality)"])
    both = [table.matrix(part) for part in ("coverage", "linguistic_quality")]
    np.testing.assert_allclose(table.matrix(name), (both[0] + both[1]) / 2)
