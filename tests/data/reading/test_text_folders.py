"""Folders with one file per text: the plain layout, that of DUC and TAC, and what is wrong with either."""

from __future__ import annotations

import gzip
import os
import sys

import pytest

from trueness.data.reading.text_folders import is_text_folder, open_text_folder
from trueness.errors import DuplicateKeyError, FormatError


def put(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def rows_of(folder):
    return [row for _, row in open_text_folder(folder).rows()]


PLAIN = {
    "outputs/lead/d1.txt": "One.\r\nTwo.\n",
    "outputs/lead/d2.txt": "",
    "outputs/tail/d1.txt": "Last.",
    "references/d1.1.txt": "First reference.\n",
    "references/d1.2.txt": "Second reference.\n",
    "references/d2.txt": "Only one.",
    "sources/d1.txt": "\ufeffThe source.\n\n",
}


def test_the_plain_layout(tmp_path):
    folder = put(tmp_path, {**PLAIN, "outputs/.DS_Store": "x", "outputs/lead/.hidden": "x", "README.md": "x"})
    assert is_text_folder(folder)
    assert rows_of(folder) == [
        {
            "system": "lead",
            "input": "d1",
            "output": "One.\nTwo.",
            "references": ["First reference.", "Second reference."],
            "source": "The source.",
        },
        {
            "system": "tail",
            "input": "d1",
            "output": "Last.",
            "references": ["First reference.", "Second reference."],
            "source": "The source.",
        },
        {"system": "lead", "input": "d2", "output": "", "references": ["Only one."], "source": None},
    ]
    assert open_text_folder(folder).notes == ()
    assert [number for number, _ in open_text_folder(folder).rows()] == [1, 2, 3]


def test_compressed_texts_and_inputs_with_points(tmp_path):
    put(
        tmp_path,
        {
            "outputs/lead/doc.1.txt.gz": gzip.compress(b"packed"),
            "references/doc.1.txt": "whole",
            "references/doc.1.b.txt": "b",
            "references/doc.1.a.txt": "a",
        },
    )
    (row,) = rows_of(tmp_path)
    assert (row["input"], row["output"], row["references"]) == ("doc.1", "packed", ["whole", "a", "b"])


def test_files_of_unknown_inputs_are_left_out_with_a_note(tmp_path):
    put(tmp_path, {**PLAIN, "references/d9.1.txt": "x", "sources/d9.txt": "x"})
    assert open_text_folder(tmp_path).notes == (
        "2 files left out, of inputs that no system has an output for: 'references/d9.1.txt', 'sources/d9.txt'",
    )


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"outputs/lead/d3.md": "x"}, r"outputs/lead/d3\.md: the name of this file must end in \.txt"),
        (
            {"outputs/lead/.txt": "x", "outputs/tail/x": "x"},
            r"outputs/tail/x: the name of this file must end in \.txt",
        ),
        ({"outputs/stray.txt": "x"}, r"outputs/stray\.txt: 'outputs' holds a folder for each system"),
        ({"outputs/lead/deep/d1.txt": "x"}, "outputs/lead/deep: 'lead' holds files only"),
        ({"references/d1/1.txt": "x"}, "references/d1: 'references' holds files only"),
        (
            {"outputs/lead/d1.1.txt": "x"},
            r"references/d1\.1\.txt: this may be the reference of input 'd1\.1', or refer",
        ),
    ],
)
def test_what_does_not_belong_is_named(tmp_path, more, said):
    put(tmp_path, {**PLAIN, **more})
    with pytest.raises(FormatError, match=said):
        open_text_folder(tmp_path)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"outputs/lead/d1.txt.gz": b"x"}, r"lead/d1\.txt and .*lead/d1\.txt\.gz are the same text twice"),
        ({"references/d2.txt.gz": b"x"}, r"references/d2\.txt and .*references/d2\.txt\.gz"),
        ({"sources/d1.txt.gz": b"x"}, r"sources/d1\.txt and .*sources/d1\.txt\.gz"),
    ],
)
def test_one_text_in_two_files(tmp_path, more, said):
    put(tmp_path, {**PLAIN, **more})
    with pytest.raises(DuplicateKeyError, match=said):
        open_text_folder(tmp_path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"caf\xe9", r"tail/d1\.txt, row 1: byte 0xe9 is not UTF-8"),
        ("text".encode("utf-16-le"), r"tail/d1\.txt: the text has a NUL byte"),
        (b"<html><head></head><body>\n<a name=1>[1]</a>", r"tail/d1\.txt: this is HTML"),
    ],
)
def test_a_file_that_is_no_plain_text_is_named(tmp_path, content, said):
    put(tmp_path, {**PLAIN, "outputs/tail/d1.txt": content})
    folder = open_text_folder(tmp_path)
    with pytest.raises(FormatError, match=said):
        list(folder.rows())


DUC = {
    "models/D0801-A.M.100.T.A": "Model A.\n",
    "models/D0801-A.M.100.T.B": "Model B.\n",
    "models/D0802-A.M.100.T.C": "Model C.\n",
    "peers/D0801-A.M.100.T.1": "Peer one.\nTwo lines.\n",
    "peers/D0801-A.M.100.T.12": "Peer twelve.\n",
    "peers/D0802-A.M.100.T.1": "Peer one again.\n",
}


def test_the_layout_of_duc_and_tac(tmp_path):
    put(tmp_path, DUC)
    assert is_text_folder(tmp_path)
    rows = rows_of(tmp_path)
    assert [(row["input"], row["system"], row["output"]) for row in rows] == [
        ("D0801-A", "1", "Peer one.\nTwo lines."),
        ("D0801-A", "12", "Peer twelve."),
        ("D0802-A", "1", "Peer one again."),
    ]
    assert [row["references"] for row in rows] == [["Model A.", "Model B."]] * 2 + [["Model C."]]
    assert open_text_folder(tmp_path).notes == ()


def test_a_document_may_follow_the_id(tmp_path):
    put(
        tmp_path,
        {"models/D30001.P.10.T.A.APW19981016.0240": "m", "peers/D30001.P.10.T.7.APW19981016.0240": "p"},
    )
    (row,) = rows_of(tmp_path)
    assert (row["input"], row["system"], row["references"]) == ("D30001.APW19981016.0240", "7", ["m"])


def test_models_among_the_peers_and_models_without_peers_are_noted(tmp_path):
    put(tmp_path, {**DUC, "peers/D0801-A.M.100.T.A": "Model A.\n", "models/D0809-A.M.100.T.B": "x"})
    assert {row["system"] for row in rows_of(tmp_path)} == {"1", "12"}
    assert open_text_folder(tmp_path).notes == (
        "1 file of people among the peers left out: 'A', 'B', 'C'",
        "models of 1 input left out that no peer has an output for: 'D0809-A'",
    )


def test_wrong_names_of_duc(tmp_path):
    put(tmp_path, {**DUC, "peers/D0801-A.M.100.1": "x"})
    with pytest.raises(
        FormatError, match=r"peers/D0801-A\.M\.100\.1: the name of this file must have the form TOPIC\."
    ):
        open_text_folder(tmp_path)


@pytest.mark.parametrize("folder", ["peers", "models"])
def test_one_summary_by_two_assessors(tmp_path, folder):
    who = {"peers": "1", "models": "A"}[folder]
    put(tmp_path, {**DUC, f"{folder}/D0801-A.M.100.X.{who}": "x"})
    with pytest.raises(DuplicateKeyError, match=rf"T\.{who} and .*X\.{who} are the same text twice"):
        open_text_folder(tmp_path)


def test_other_folders(tmp_path):
    assert not is_text_folder(tmp_path)
    assert not is_text_folder(tmp_path / "nowhere")
    with pytest.raises(FormatError, match=r"lacks texts of a known.*FOLDER/outputs/SYSTEM/INPUT\.txt"):
        open_text_folder(tmp_path)
    (tmp_path / "outputs").mkdir()
    with pytest.raises(FormatError, match="missing in this folder"):
        open_text_folder(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text elsewhere")
def test_names_that_are_not_utf8(tmp_path):
    put(tmp_path, PLAIN)
    name = os.fsencode(tmp_path / "outputs" / "lead") + b"/d\xff.txt"
    with open(name, "wb"):  # noqa: PTH123 - a path is bytes here
        pass
    with pytest.raises(FormatError, match=r"d\\xff\.txt: the name of this file must be UTF-8"):
        open_text_folder(tmp_path)
