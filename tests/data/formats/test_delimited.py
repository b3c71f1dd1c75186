"""CSV and TSV files as people make them, and as they break."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from trueness.data.formats.delimited import ROWS_PER_CHUNK, read_delimited
from trueness.data.reading.read import read_scores
from trueness.errors import FormatError


def read(
    path: Path, content: bytes, delimiter: str = ","
) -> tuple[tuple[str, ...], list[tuple[int, tuple[str, ...]]]]:
    path.write_bytes(content)
    raw = read_delimited(path, delimiter=delimiter)
    return raw.names, [
        (row, cells) for c in raw.chunks for row, *cells in zip(c.rows, *c.columns, strict=True)
    ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scores.csv"


@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_newlines_and_byte_order_marks(path: Path, newline: bytes, mark: bytes) -> None:
    names, rows = read(path, mark + newline.join([b"system,input,x", b"A,1,2", b"", b"B,1,3"]))
    assert names == ("system", "input", "x")
    assert rows == [(2, ["A", "1", "2"]), (4, ["B", "1", "3"])]


def test_mixed_newlines_and_quoted_ones(path: Path) -> None:
    content = b'system,x\r\n"a\r\nb",1\n"c\nd",2\r"say ""hi"", now",3\n'
    assert read(path, content)[1] == [(2, ["a\r\nb", "1"]), (4, ["c\nd", "2"]), (6, ['say "hi", now', "3"])]


def test_tabs(path: Path) -> None:
    assert read(path, b"system\tx\nA, B\t1\n", "\t")[1] == [(2, ["A, B", "1"])]


def test_rows_are_numbered_across_chunks(path: Path) -> None:
    n = ROWS_PER_CHUNK + 5
    _, rows = read(path, b"system,x\n" + b"".join(b"A,%d\n" % k for k in range(n)))
    assert (len(rows), rows[-1]) == (n, (n + 1, ["A", str(n - 1)]))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", r"scores\.csv: the file is empty"),
        (b"\n\n", r"scores\.csv: the file is empty"),
        (b"system,x\nA,1\nB,2,3\n", r"row 3: the row has 3 fields, the header 2"),
        (b"system,x\nA,1\nB\n", r"row 3: the row has 1 fields, the header 2"),
        (b'system,x\nA,1\n"B,2\nC,3\n', r"row 3: unexpected end of data"),
        (b'system,x\n"A"b,1\n', r"row 2: .*Check the quotes"),
        (b"system,x\nA,1\nB\x00,2\n", r"row 3: the line has a NUL byte"),
        (b"system,x\nA,1\n\xff\xfe,2\n", r"row 3: byte 0xff is not UTF-8"),
        (b"system|x\nA|1\n", r"row 1: the header has one column, 'system\|x'"),
        (b"system;a\tb\nA;1\t2\n", r"row 1: the header has one column"),
    ],
)
def test_broken_files_say_where(path: Path, content: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(path, content)


def test_a_field_may_be_long_and_the_module_is_left_as_it_was(path: Path) -> None:
    before = csv.field_size_limit()
    long = "word " * 100_000
    assert read(path, f"system,x\nA,{long}\n".encode())[1] == [(2, ["A", long])]
    assert csv.field_size_limit() == before


def test_chunks_have_the_size_asked_for(path: Path) -> None:
    path.write_bytes(b"system,x\nA,1\nA,2\nA,3\n")
    assert [len(chunk.rows) for chunk in read_delimited(path, rows_per_chunk=2).chunks] == [2, 1]


def test_semicolons_and_decimal_commas(path: Path) -> None:
    """What a spreadsheet program writes where the comma is the decimal point."""
    text = "system;input;x;y;note\r\nA;1;0,5;1;1,5 or so\r\nB;1;-,25;2;\r\n"
    for content in (
        text.encode(),
        text.encode("utf-16"),
        text.replace(";", "\t").replace(",", ".").encode("utf-16"),
    ):
        path.write_bytes(content)
        table = read_scores(path)
        assert table.scorer_names == ("x", "y")
        assert table.matrix("x").tolist() == [[0.5], [-0.25]]
    path.write_text("system;input;x\nA;1;0,5\nA;2;1.500\n")
    with pytest.raises(
        FormatError, match=r"row 3, column 'x': '1.500' stands in a column that has decimals with"
    ):
        read_scores(path)
    path.write_bytes("system,input,x\nA,1,1".encode("utf-16")[:-1])
    with pytest.raises(FormatError, match=r"must be UTF-16, as its byte order mark says"):
        read_scores(path)


def test_row_labels_of_dataframes_are_no_scores(path: Path) -> None:
    path.write_text(",system,input,x\n0,A,1,2\n1,B,1,3\n")
    assert read_scores(path).scorer_names == ("x",)
    path.write_text("Unnamed: 0.1,Unnamed: 0,system,input,x\n0,0,A,1,2\n1,1,B,1,3\n")
    assert read_scores(path).scorer_names == ("x",)
    path.write_text(",human,judge\nd1,1,2\nd2,1,3\n")
    assert read_scores(path).inputs == ("d1", "d2")


@pytest.mark.parametrize(
    "content",
    [
        b"system,input,x,,\nA,1,2,,\nB,1,3,,\n",
        b"system,input,x\nA,1,2,,\nB,1,3\n,,\n",
        b" system , input,x \nA,1,2\nB,1,3\n",
        b"system, input, x\nA, 1, 2\nB, 1, 3\n",
        b"system,input,x,\nA,1,2, \nB,1,3,\n,,,\n,,,\n",
    ],
)
def test_what_spreadsheets_and_people_add_to_a_table(path: Path, content: bytes) -> None:
    names, rows = read(path, content)
    assert names == ("system", "input", "x")
    assert [row[:3] for _, row in rows] == [["A", "1", "2"], ["B", "1", "3"]]


def test_a_column_without_a_name_that_holds_something_is_refused(path: Path) -> None:
    with pytest.raises(
        FormatError, match=r"row 1: column 3 lacks a name, but has something in row 3.*--header-row"
    ):
        read(path, b"system,x,\nA,1,\nB,2,7\n")


DA = b"RAW.SCR Z.SCR N SYS\n80.1 0.21 740 sysA\n78.8 0.08 715 sysB\n"
MQM = b"system mqm_avg_score seg_id\nA\t-5.0 1\nA\tNone 2\n"
OF_R = b' "SYS"   "Z"\n"a b"   1.5  \n"c"  2\n'


@pytest.mark.parametrize(
    ("content", "names", "first"),
    [
        (DA, ("RAW.SCR", "Z.SCR", "N", "SYS"), ["80.1", "0.21", "740", "sysA"]),
        (MQM, ("system", "mqm_avg_score", "seg_id"), ["A", "-5.0", "1"]),
        (OF_R, ("SYS", "Z"), ["a b", "1.5"]),
    ],
)
@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_fields_separated_by_blanks(
    path: Path, content: bytes, names: tuple[str, ...], first: list[str], delimiter: str
) -> None:
    found, rows = read(path, content, delimiter)
    assert found == names
    assert rows[0] == (2, first)
    assert "fields were found to be separated by blanks" in read_delimited(path, delimiter=delimiter).notes


def test_two_blanks_hold_an_empty_field_where_single_ones_separate(path: Path) -> None:
    """As tables of WMT 2020 are, where metrics have no score of a human translation; other tools see 2 fields there."""
    content = b"SYSTEM HUMAN BLEU TER\nA 1.5 20.1 -0.5\nB 1.2  -0.4\nHuman 2.0  \n"
    found, rows = read(path, content, ",")
    assert found == ("SYSTEM", "HUMAN", "BLEU", "TER")
    assert rows[1:] == [(3, ["B", "1.2", "", "-0.4"]), (4, ["Human", "2.0", "", ""])]
    assert any("single blanks" in note for note in read_delimited(path).notes)


@pytest.mark.parametrize("content", [b"a name\nof two\n", b"a b\n1 2\n3\n", b"a b\n"])
def test_a_single_column_with_blanks_stays_one(path: Path, content: bytes) -> None:
    assert len(read(path, content)[0]) == 1


@pytest.mark.parametrize("rest", ["", ",,", ",x,"])
def test_columns_of_a_batch_of_mechanical_turk_that_are_to_be_filled_in(tmp_path, rest):
    """Its header ends in Approve and Reject, which its rows lack; a file that was saved again has them."""
    path = tmp_path / "Batch_1_batch_results.csv"
    rows = [f'"H{k}","w{k}","{k % 5}"{rest}' for k in range(6)]
    path.write_text("\n".join(['"HITId","WorkerId","Answer.score","Approve","Reject"', *rows]))
    raw = read_delimited(path)
    (chunk,) = raw.chunks
    assert raw.names == ("HITId", "WorkerId", "Answer.score", *(("Approve", "Reject") if rest else ()))
    assert chunk.columns[2] == tuple(str(k % 5) for k in range(6))


def test_rows_that_are_shorter_than_any_other_header_are_refused(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,how good, all in all,score\n1,2,3\n2,3,4\n")
    with pytest.raises(FormatError, match="the row has 3 fields, the header 4"):
        list(read_delimited(path).chunks)


@pytest.mark.parametrize("rows_per_chunk", [1, 2, 3, 100])
def test_lines_are_counted_through_quoted_line_ends_and_blank_lines(path: Path, rows_per_chunk: int) -> None:
    path.write_bytes(b'"sys\ntem",x\nA,"1\r\n2\r3"\n\nB,2\nC,"4\n"\n\n\nD,5\n')
    chunks = list(read_delimited(path, rows_per_chunk=rows_per_chunk, header_row=1).chunks)
    assert [line for chunk in chunks for line in chunk.rows] == [3, 7, 8, 12]
    assert [cell for chunk in chunks for cell in chunk.columns[0]] == ["A", "B", "C", "D"]
    path.write_bytes(path.read_bytes() + b'E,"6"7\n')
    with pytest.raises(FormatError, match="row 13"):
        list(read_delimited(path, rows_per_chunk=rows_per_chunk, header_row=1).chunks)


@pytest.mark.parametrize(
    "texts",
    [
        ['"Gut", sagte er', "nothing", 'the "last" one'],  # what is quoted does not end the field
        ['"opened', "nothing", "here"],  # nothing closes it
        ['"opened', "nothing", 'closed"'],  # two lines on
    ],
)
def test_quotes_that_enclose_no_field_of_tabs_are_letters(tmp_path, texts):
    path = tmp_path / "da.tsv"
    path.write_text("id\ttext\tscore\n" + "".join(f"{k}\t{text}\t{k + 3}\n" for k, text in enumerate(texts)))
    raw = read_delimited(path, delimiter="\t")
    ((rows, (_, found, scores)),) = raw.chunks
    assert (list(found), list(scores), list(rows)) == (texts, ["3", "4", "5"], [2, 3, 4])
    assert any("quotes were read as letters" in note for note in raw.notes)


@pytest.mark.parametrize("text", ['"two words"', '"with a ""quote"""', '"one\n2\tline"', "no quote"])
def test_quotes_that_enclose_fields_of_tabs_stay_quotes(tmp_path, text):
    path = tmp_path / "da.tsv"
    path.write_text(f"id\ttext\tscore\n1\t{text}\t4\n2\tplain\t5\n")
    raw = read_delimited(path, delimiter="\t")
    ((_, (_, found, scores)),) = raw.chunks
    assert found[0] == text.strip('"').replace('""', '"') or text.startswith('"with')
    assert (list(scores), raw.notes) == (["4", "5"], ())
