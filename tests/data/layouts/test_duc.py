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


RESULTS_2002 = """\
Column explanations:
D061 is a set of documents.

D061 M --------------- 050  47 J   I I  19     2  0 0 0 0 0   0 0 0 1 0 1 0   0.00     5   5   0   7   0.400 0.600 0.400   0.287 0.420 0.267
D061 M --------------- 100  47 J   I I  19     2  0 0 0 0 0   0 0 0 1 0 1 0   0.00     5   5   0   7   0.500 0.600 0.400   0.387 0.420 0.267
D061 M --------------- 050  47 J   I I  20     2  0 0 0 0 0   0 0 0 1 0 1 0   0.00     5   5   0   7   0.100 0.600 0.400   0.050 0.420 0.267
D061 P AP880911-0016   100  47 J   I I  20     2  - - - - -   - - - - - - -   0.00     5   5   0   7   0.200 0.600 0.400   0.150 0.420 0.267
D061 M --------------- 050  47 J   I I  J      2  0 0 0 0 0   0 0 0 1 0 1 0   0.00     5   5   0   7   0.900 0.600 0.400   0.900 0.420 0.267
"""  # noqa: E501 - the first is a line of the published table


def results_line_of(peer_at: int, coverage: int, size: int, **fields: str) -> str:
    """A line with zeros but for what is given, and D3 as its set of documents."""
    parts = ["0"] * size
    parts[0], parts[peer_at] = "D30005", fields["peer"]
    parts[coverage : coverage + 3] = [fields["mean"], "0.100", "0.050"]
    if size == 34:
        parts[1:4] = ["M", "---", "100"]
        parts[31:34] = [fields["adjusted"], "0.1", "0.1"]
    return " ".join(parts)


def test_the_results_table_of_2002(tmp_path):
    path = tmp_path / "short.results.table"
    path.write_text(RESULTS_2002, encoding="utf-8")
    table = read_scores(path)  # recognised under its lines of explanation
    assert table.systems == ("19", "20")
    assert set(table.inputs) == {"D061.050", "D061.100", "AP880911-0016"}
    place = table.inputs.index("D061.050")
    assert table.matrix("coverage")[:, place].tolist() == [40.0, 10.0]
    np.testing.assert_allclose(table.matrix("length_adjusted_coverage")[:, place], [28.7, 5.0])
    assert np.isnan(table.matrix("coverage")[0, table.inputs.index("AP880911-0016")])
    assert "1 human summarizer left out" in table.notes[-1]


def test_the_results_tables_of_2003_and_2004(tmp_path):
    path = tmp_path / "2003"
    path.write_text(results_line_of(8, 28, 34, peer="6", mean="0.250", adjusted="0.200") + "\n")
    table = read_scores(path)
    assert (table.systems, table.inputs) == (("6",), ("D30005.100",))
    assert [table.matrix(name)[0, 0] for name in ("coverage", "length_adjusted_coverage")] == [25.0, 20.0]
    path = tmp_path / "2004"
    lines = [results_line_of(7, 20, 23, peer=peer, mean="0.067") for peer in ("120", "A")]
    path.write_text("\n".join(["Task 2", *lines]))
    table = read_duc(path, keep="all")
    assert (table.inputs, table.scorer_names) == (("D30005",), ("coverage",))
    np.testing.assert_allclose(table.matrix("coverage")[:, 0], [6.7, 6.7])
    assert table.system_groups["type"] == ("peer", "reference")


def test_a_line_of_results_that_was_cut_is_told(tmp_path):
    path = tmp_path / "table"
    whole = results_line_of(7, 20, 23, peer="120", mean="0.067")
    path.write_text(f"{whole}\n{whole.rsplit(maxsplit=1)[0]}\n")
    with pytest.raises(FormatError, match="22 fields; one of results has 23, mean coverage"):
        read_duc(path)
    damaged = results_line_of(8, 28, 34, peer="6", mean="0.250", adjusted="0n200")
    path.write_text(f"{damaged}\n")
    with pytest.raises(
        FormatError, match=r"row 1: field .* must be a decimal number such as 0.250; it is '0n200'"
    ):
        read_duc(path)
    path.write_text(f"{whole}\n{whole}\n")
    with pytest.raises(DuplicateKeyError, match="judged a second time for 'D30005'"):
        read_duc(path)
