"""Error annotations of machine translation: penalties by hand, raters as annotators, lower is better."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.layouts.mqm import MQM_WEIGHTS, is_mqm, read_mqm
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_tables import read_tables
from trueness.data.recognising.recognise import recognise
from trueness.data.writing.write import write_scores
from trueness.errors import ArgumentError, FormatError

HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"


def line(system: str, segment: int, rater: str, category: str, severity: str, document: str = "d") -> str:
    return "\t".join([system, document, "1", str(segment), rater, 'a "b', "<v>c</v>", category, severity])


ERRORS = [
    line("A", 1, "r1", "Accuracy/Mistranslation", "Major"),
    line("A", 1, "r1", "Style/Awkward", "Minor"),
    line("A", 1, "r2", "No-error", "No-error"),
    line("A", 2, "r1", "Fluency/Punctuation", "Minor"),
    line("A", 2, "r1", "Fluency/Punctuation", "Minor"),
    line("A", 2, "r1", "Fluency/Punctuation", "Minor"),
    line("A", 2, "r2", "Fluency/Punctuation", "Major"),
    line("B", 1, "r1", "Non-translation!", "Major"),
    line("B", 1, "r2", "Fluency/Register", "Neutral"),
    line("B", 2, "r2", "Accuracy/Omission", "minor"),
]


def written(path: Path, lines: list[str] | None = None, *, newline: str = "\n", header: str = HEADER) -> Path:
    raw = "".join(one + newline for one in [header, *(ERRORS if lines is None else lines)]).encode()
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    return path


@pytest.mark.parametrize(("name", "newline"), [("a.tsv", "\n"), ("a.tsv", "\r\n"), ("a.tsv.gz", "\n")])
def test_penalties(tmp_path: Path, name: str, newline: str) -> None:
    table = read_mqm(written(tmp_path / name, newline=newline))
    (scorer,) = table.scorers
    assert (scorer.name, scorer.role, scorer.higher_is_better) == ("mqm_penalty", "human", False)
    assert (table.systems, table.inputs) == (("A", "B"), ("1", "2"))
    assert table.input_groups == {"document": ("d", "d")}
    people = table.annotations["mqm_penalty"]
    assert people.annotators == ("r1", "r2")
    # r1: 5 + 1; 3 x 0.1 | 25; not rated.  r2: 0; 5 | 0; 1
    np.testing.assert_allclose(people.values, [[[6, 0.3], [25, np.nan]], [[0, 5], [0, 1]]], rtol=1e-15)
    np.testing.assert_allclose(table.matrix("mqm_penalty"), [[3, 2.65], [12.5, 1]], rtol=1e-15)
    np.testing.assert_allclose(table.oriented("mqm_penalty"), [[-3, -2.65], [-12.5, -1]], rtol=1e-15)
    assert table.notes[0] == (
        "mqm_penalty is the sum of the errors' penalties, mean over raters: Major 5, Minor 1, Neutral 0, No-error 0, "
        "Major/Non-translation 25, Minor/Fluency/Punctuation 0.1"
    )


def test_the_order_of_lines_and_columns_does_not_matter(tmp_path: Path) -> None:
    columns = HEADER.split("\t")
    turned = ["\t".join(reversed([*one.split("\t"), "note"])) for one in reversed(ERRORS)]
    path = written(tmp_path / "b.tsv", turned, header="\t".join(reversed([*columns, "comment"])))
    assert read_mqm(path).fingerprint == read_mqm(written(tmp_path / "a.tsv")).fingerprint


def test_other_weights(tmp_path: Path) -> None:
    path = written(tmp_path / "a.tsv")
    table = read_mqm(path, weights={**MQM_WEIGHTS, "Major": 10, "MINOR/style/awkward": 2})
    assert table.annotations["mqm_penalty"].values[0, 0, 0] == 12
    assert "Major 10" in table.notes[0]
    # a penalty of Minor errors alone leaves nothing for the rest
    with pytest.raises(
        FormatError, match=r"row 2, column 'severity': .*'Major' and category 'Accuracy/Mistr.*'Minor'"
    ):
        read_mqm(path, weights={"Minor": 1})
    with pytest.raises(ArgumentError, match=r"`mqm_weights` gives 'Major' nan"):
        read_mqm(path, weights={"Major": float("nan")})


def test_the_most_specific_weight_counts(tmp_path: Path) -> None:
    weights = {"Major": 1, "Major/A": 2, "Major/A/b": 3}
    errors = [
        line("A", k, "r", category, "Major") for k, category in enumerate(["X", "A", "A/c", "A/b", "A/b/d"])
    ]
    table = read_mqm(written(tmp_path / "a.tsv", errors), weights=weights)
    np.testing.assert_array_equal(table.matrix("mqm_penalty"), [[1, 2, 2, 3, 3]])


def test_texts_are_left_alone(tmp_path: Path) -> None:
    """Quotes mean nothing, and neither does a return or a line separator within a text."""
    fields = ERRORS[0].split("\t")
    fields[5:7] = ['"one ""two', "three\rfour\u2028five"]
    table = read_mqm(written(tmp_path / "a.tsv", ["\t".join(fields)]))
    assert table.matrix("mqm_penalty").tolist() == [[5]]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            [*ERRORS, line("B", 2, "r1", "Style", "Severe")],
            r"row 12, column 'severity': .*severity 'Severe'.*'Major'",
        ),
        ([*ERRORS, line("B", 2, "r1", "Style", "")], r"row 12, column 'severity': .*severity ''"),
        ([*ERRORS, ERRORS[0][:20]], r"row 12: the line has \d fields, the header 9\. Is the file cut off"),
        ([*ERRORS, ERRORS[0] + "\tmore"], r"row 12: the line has 10 fields, the header 9"),
        ([*ERRORS, ""], r"row 12: the line has 1 fields"),
        ([line("", 2, "r1", "Style", "Minor")], r"row 2, column 'system': the cell is empty"),
        ([line("A", 2, "", "Style", "Minor")], r"row 2, column 'rater': the cell is empty"),
        (
            [*ERRORS, line("B", 2, "r1", "Style", "Minor", document="e")],
            r"row 12, column 'seg_id': segment 2 is of document 'e' here and of 'd' in row 5",
        ),
        ([], "rows of scores are"),
    ],
)
def test_what_breaks(tmp_path: Path, lines: list[str], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_mqm(written(tmp_path / "a.tsv", lines))


@pytest.mark.parametrize("header", ["", HEADER.replace("rater", "reader"), HEADER.replace("source", "rater")])
def test_a_header_without_the_columns(tmp_path: Path, header: str) -> None:
    with pytest.raises(FormatError, match=r"row 1: the header needs one column of each name: .*'rater'"):
        read_mqm(written(tmp_path / "a.tsv", header=header))


def test_a_truncated_gzip_is_an_error(tmp_path: Path) -> None:
    path = written(tmp_path / "a.tsv.gz", ERRORS[:1] * 5000)
    path.write_bytes(path.read_bytes()[:-15])
    with pytest.raises(FormatError, match="ends too early"):
        read_mqm(path)


def test_recognition(tmp_path: Path) -> None:
    path = written(tmp_path / "a.tsv", newline="\r\n")
    assert recognise(path).format == "mqm"
    assert read_scores(path).fingerprint == read_scores(path, format="mqm").fingerprint
    assert is_mqm(HEADER + "\tcomment")
    assert not is_mqm("system\tdoc\tseg_id\trater\tscore")
    other = written(tmp_path / "b.tsv", ["A\t1\t2"], header="system\tinput\tx")
    assert recognise(other).format == "tsv"


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_round_trip(tmp_path: Path, suffix: str) -> None:
    table = read_mqm(written(tmp_path / "a.tsv"))
    again = read_scores(write_scores(table, tmp_path / f"x.{suffix}"))
    assert (again.fingerprint, again.scorers, again.notes) == (table.fingerprint, table.scorers, table.notes)


def test_penalties_beside_the_scores_of_a_test_set(evalset, tmp_path: Path) -> None:
    """Segments are numbered alike, and the test set holds the penalties negated."""
    penalties = {"sysA": [0, 5, 1, 0, 6, 25], "sysB": [1, 1, 0, 0, 0, 5]}
    of = {0: [], 1: ["Minor"], 5: ["Major"], 6: ["Major", "Minor"], 25: ["Major"] * 5}
    errors = [
        line(system, k + 1, "r", "Accuracy", severity, f"doc{k // 2}")
        for system, scores in penalties.items()
        for k, score in enumerate(scores)
        for severity in of[score] or ["No-error"]
    ]
    (evalset.folder / "human-scores/en-de.mqm.seg.score").write_text(
        "".join(f"{system} {-score}\n" for system, scores in penalties.items() for score in scores)
    )
    path = written(tmp_path / "a.tsv", errors)
    table = read_scores(evalset.folder, path, join="inner")
    assert table.shape == (4, 2, 6)
    np.testing.assert_array_equal(table.oriented("mqm_penalty"), table.oriented("mqm"))
    np.testing.assert_array_equal(table.matrix("mqm_penalty"), list(penalties.values()))


severities = st.sampled_from(["Major", "Minor", "Neutral", "No-error"])
cells = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=8)


@given(st.lists(st.tuples(cells, st.integers(1, 3), cells, severities), min_size=1, max_size=12))
def test_every_rater_gets_the_sum_of_their_errors(tmp_path_factory, errors) -> None:
    lines = [
        line(system, segment, rater, "Accuracy", severity) for system, segment, rater, severity in errors
    ]
    table = read_mqm(written(tmp_path_factory.mktemp("mqm") / "a.tsv", lines))
    wanted: dict[tuple[str, int, str], float] = {}
    for system, segment, rater, severity in errors:
        key = (system, segment, rater)
        wanted[key] = wanted.get(key, 0) + {"Major": 5, "Minor": 1}.get(severity, 0)
    people = table.annotations["mqm_penalty"]
    found = {
        (system, int(segment), rater): people.values[a, i, j]
        for a, rater in enumerate(people.annotators)
        for i, system in enumerate(table.systems)
        for j, segment in enumerate(table.inputs)
        if not np.isnan(people.values[a, i, j])
    }
    assert found == wanted


MAROT = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata"


def of_marot(system: str, segment: int, category: str, severity: str) -> str:
    target = f'"out {segment} of it" he said'
    return "\t".join(
        [system, "doc", "7", str(segment), "r", f"src {segment}", target, category, severity, "{}"]
    )


def test_marot(tmp_path: Path) -> None:
    lines = [
        of_marot("A", 1, "Accuracy/Mistranslation", "Major"),
        of_marot("A", 1, "Found", "HOTW-test"),
        of_marot("A", 2, "No-error", "no-error"),
        of_marot("B", 1, "Style", "minor"),
        of_marot("B", 2, "Missed", "HOTW-test"),
    ]
    path = written(tmp_path / "marot.tsv", lines, header=MAROT)
    assert recognise(path).format == "mqm"
    table = read_scores(path)
    assert (table.systems, table.inputs) == (("A", "B"), ("1", "2"))
    np.testing.assert_array_equal(table.matrix("mqm_penalty"), [[5, 0], [1, np.nan]])
    assert "2 rows left out, checks whether raters attend (HOTW-test)" in table.notes
    heavier = read_scores(path, mqm_weights="Major=10, Minor=2,No-error=0")
    np.testing.assert_array_equal(heavier.matrix("mqm_penalty"), [[10, 0], [2, np.nan]])
    assert (
        heavier.fingerprint
        == read_tables(path, mqm_weights={"major": 10, "minor": 2, "no-error": 0})["marot"].fingerprint
    )
    with pytest.raises(FormatError, match=r"the weight of an error of severity 'Major'.*--mqm-weights"):
        read_scores(path, mqm_weights="Minor=2")
    for wrong in ("Major", "Major=five", "=3"):
        with pytest.raises(ArgumentError, match="a penalty is a finite number, as in 'Major=5,Minor=1'"):
            read_scores(path, mqm_weights=wrong)
    (tmp_path / "a.csv").write_text("system,input,human\nA,1,2\n")
    for reader in (read_scores, read_tables):
        with pytest.raises(ArgumentError, match="`mqm_weights` has no use here"):
            reader(tmp_path / "a.csv", mqm_weights="Major=5")
