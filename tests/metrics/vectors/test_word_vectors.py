"""Word vectors of every format, whole and damaged."""

from __future__ import annotations

import gzip
import json
import struct
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from trueness.errors import FormatError, TruenessWarning
from trueness.metrics.vectors import word_vectors
from trueness.metrics.vectors.word_vectors import load_word_vectors, open_vector_file

WORDS = ("the", "cat", "sat", "naïve", "東京", "😀", "don't")
MATRIX = np.random.default_rng(1).normal(size=(len(WORDS), 5)).astype(np.float32)


def as_text(words=WORDS, matrix=MATRIX, header=False, end=""):
    lines = [
        f"{word} {' '.join(repr(float(x)) for x in row)}{end}"
        for word, row in zip(words, matrix, strict=True)
    ]
    return "\n".join([f"{len(words)} {matrix.shape[1]}"] * header + lines) + "\n"


def as_binary(words=WORDS, matrix=MATRIX, end=b"\n"):
    entries = [
        w.encode() + b" " + row.astype("<f4").tobytes() + end for w, row in zip(words, matrix, strict=True)
    ]
    return f"{len(words)} {matrix.shape[1]}\n".encode() + b"".join(entries)


def as_safetensors(tensors):
    """Write the format by hand: a length, a header, numbers."""
    header, content = {}, b""
    for name, (kind, array) in tensors.items():
        start = len(content)
        content += array.tobytes()
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [start, len(content)]}
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + content


def written(folder: Path, name: str, content: str | bytes) -> str:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


FORMATS = {
    "glove.txt": as_text(),
    "bom.txt": "\ufeff" + as_text(),
    "crlf.txt": as_text().replace("\n", "\r\n"),
    "tabs.txt": as_text().replace(" ", "\t"),
    "blank_end.txt": as_text() + "\n\n",
    "word2vec.txt": as_text(header=True),
    "fasttext.vec": as_text(header=True, end=" "),
    "glove.txt.gz": gzip.compress(as_text().encode()),
    "word2vec.bin": as_binary(),
    "no_breaks.bin": as_binary(end=b""),
    "word2vec.bin.gz": gzip.compress(as_binary()),
    "any_name": as_binary(),
}


@pytest.mark.parametrize("name", FORMATS)
def test_all_formats_give_the_same_vectors(tmp_path, name):
    vectors = load_word_vectors(written(tmp_path, name, FORMATS[name]))
    asked = ["nothing", *WORDS[::-1], "cat"]
    known, found = vectors.look_up(asked)
    assert known.tolist() == [False] + [True] * 8
    np.testing.assert_array_equal(found, [*MATRIX[::-1], MATRIX[1]])
    assert (vectors.file.size, vectors.dimension) == (len(WORDS), 5)
    assert Path(name).name in vectors.signature()
    known, found = vectors.look_up([])
    assert known.shape == (0,)
    assert found.shape == (0, 5)


def test_a_vocabulary_beside_safetensors(tmp_path):
    pytest.importorskip("safetensors")
    path = written(tmp_path, "v.safetensors", as_safetensors({"v": ("F32", MATRIX)}))
    with pytest.raises(
        FormatError, match=r"the words of its rows are missing\. Write them beside it.*'v\.txt'"
    ):
        open_vector_file(path)
    written(tmp_path, "v.json", json.dumps({word: k for k, word in enumerate(WORDS)}))
    np.testing.assert_array_equal(load_word_vectors(path).look_up(WORDS)[1], MATRIX)
    written(tmp_path, "v.json", json.dumps(WORDS))
    np.testing.assert_array_equal(open_vector_file(path).find(WORDS).vectors, MATRIX)
    written(tmp_path, "v.txt", "\n".join(WORDS))
    np.testing.assert_array_equal(open_vector_file(path).find(WORDS).vectors, MATRIX)
    written(tmp_path, "v.txt", "\n".join(WORDS[:-1]))
    with pytest.raises(FormatError, match=r"v\.txt: there are 6 words for 7 rows"):
        open_vector_file(path)


@pytest.mark.parametrize(
    ("tensors", "message"),
    [
        ({"v": ("F32", MATRIX), "w": ("F32", MATRIX)}, "it has 2"),
        ({"v": ("F32", MATRIX[0])}, "it has 0"),
        (
            {"v": ("I32", MATRIX.astype("<i4"))},
            r"numbers of type I32; a matrix of type F64, F32, F16 with 1 to 100,000 columns is read",
        ),
        ({"v": ("F32", MATRIX[:, :0])}, r"has shape \(7, 0\)"),
    ],
)
def test_other_tensors_are_refused(tmp_path, tensors, message):
    pytest.importorskip("safetensors")
    written(tmp_path, "v.txt", "\n".join(WORDS))
    with pytest.raises(FormatError, match=message):
        open_vector_file(written(tmp_path, "v.safetensors", as_safetensors(tensors)))


@pytest.mark.parametrize(
    ("vocabulary", "message"),
    [
        ('{"the": 0, "cat": 1, "the": 2}', "the key 'the' occurs twice"),
        ("[" * 100_000, "nested too deeply"),
        ('{"the": 0, "cat": NaN}', "NaN is a number that JSON lacks"),
        ('{"the": 1.0}', "every word needs the number of a row"),
    ],
)
def test_a_vocabulary_that_is_none_is_refused(tmp_path, vocabulary, message):
    pytest.importorskip("safetensors")
    written(tmp_path, "v.json", vocabulary)
    with pytest.raises(FormatError, match=message):
        open_vector_file(written(tmp_path, "v.safetensors", as_safetensors({"v": ("F32", MATRIX)})))


def test_damaged_safetensors(tmp_path):
    pytest.importorskip("safetensors")
    content = as_safetensors({"v": ("F32", MATRIX)})
    with pytest.raises(FormatError, match=r"v\.safetensors: this must be a file of safetensors"):
        open_vector_file(written(tmp_path, "v.safetensors", content[:-5]))


def damaged(line, replacement):
    lines = as_text().splitlines()
    lines[line] = replacement(lines[line])
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("v.txt", "", "v.txt: the file is empty"),
        ("v.txt", "\n", "row 1: the line has 0 columns, too few or too many for a vector"),
        ("v.txt", "word\n", "row 1: the line has 1 columns"),
        (
            "v.txt",
            damaged(2, lambda line: line.rpartition(" ")[0]),
            "row 3: the line has 5 columns in place of 6, a wo",
        ),
        ("v.txt", damaged(2, lambda line: line + " 7.5"), "row 3: the line has 7 columns in place of 6"),
        ("v.txt", damaged(2, lambda _: ""), "row 3: the line is empty"),
        ("v.txt", "9 5\n" + as_text(), "row 1: the header says 9 words, but 7 follow. The file is truncated"),
        ("v.txt", "7 4\n" + as_text(), "row 2: the line has 6 columns in place of 5"),
        ("v.txt", "7 5\n", "the header says 7 words"),
        ("v.txt", as_text()[:-3], "row 7: the last line has no end: its last number may be cut off"),
        ("v.txt", "7 5\n" + as_text()[:-1], "row 8: the last line has no end"),
        ("v.txt.gz", gzip.compress(as_text().encode())[:-9], "ends too early"),
        ("v.bin", as_binary()[:-10], "word 7 is cut off. The file is truncated"),
        ("v.bin", b"99999999999 300\nword " + bytes(2000), "word 2 is cut off"),
        ("v.bin", as_binary() + b"more", "5 bytes follow the last of 7 words"),
        ("v.bin", b"0 5\nx \0\0\0\0", "the header says 0 words of 5"),
        ("v.kv", b"\x80\x04.", "this is a file of gensim, which is a pickle.*save_word2vec_format"),
    ],
)
def test_damage_is_said_with_its_place(tmp_path, name, content, message):
    with pytest.raises(FormatError, match=message):
        open_vector_file(written(tmp_path, name, content))


@pytest.mark.parametrize(
    ("number", "message"),
    [
        ("nan", r"row 2: the vector of 'cat' has nan as number 1 of 5\. Leave the word out"),
        ("-inf", "'cat' has -inf as number 1 of 5"),
        ("1e300", r"'cat' has 1e\+300 as number 1 of 5"),
        ("-1.1e100", r"'cat' has -1.1e\+100 as number 1 of 5"),
        ("1_0", "'cat' has b'1_0' in place of a number"),
        ("x7", r"row 2: the vector of 'cat' has b'x7' in place of a number"),
    ],
)
def test_numbers_are_checked_when_their_word_is_used(tmp_path, number, message):
    content = damaged(1, lambda line: f"cat {number} {line.split(' ', 2)[2]}")
    vectors = load_word_vectors(written(tmp_path, "v.txt", content))
    assert vectors.look_up(["the"])[0].all()
    with pytest.raises(FormatError, match=message):
        vectors.look_up(["cat"])


@pytest.mark.parametrize("bits", [0x7FC00000, 0x7F800001])
def test_not_a_number_in_a_binary_file(tmp_path, bits):
    """Also one that processors signal."""
    wrong = MATRIX.copy()
    wrong.view(np.uint32)[1, 3] = bits
    vectors = load_word_vectors(written(tmp_path, "v.bin", as_binary(matrix=wrong)))
    with pytest.raises(FormatError, match="'cat' has nan as number 4 of 5"):
        vectors.look_up(["cat"])


@pytest.mark.parametrize("make", [as_text, as_binary])
def test_of_a_word_that_is_there_twice_the_first_vector_counts(tmp_path, make):
    twice = (*WORDS[:-1], "cat")
    vectors = load_word_vectors(written(tmp_path, "twice", make(twice)))
    with pytest.warns(
        TruenessWarning, match="has some words several times, such as 'cat'; their first vector"
    ):
        _, found = vectors.look_up(["cat"])
    np.testing.assert_array_equal(found[0], MATRIX[1])
    vectors.look_up(["cat", "sat"])  # said once


def test_vectors_of_one_number_have_no_header(tmp_path):
    vectors = load_word_vectors(written(tmp_path, "v.txt", "0 0.5\n1 -2.5\n"))
    assert vectors.look_up(["1", "0"])[1].tolist() == [[-2.5], [0.5]]


def test_words_with_blanks_are_words(tmp_path):
    """Some of GloVe's largest file are."""
    lines = as_text().splitlines()
    content = "\n".join(
        [*lines, ". . . " + lines[0].split(" ", 1)[1], "at name@domain.com " + lines[1].split(" ", 1)[1], ""]
    )
    vectors = load_word_vectors(written(tmp_path, "v.txt", content))
    known, found = vectors.look_up([". . .", "at", "."])
    assert known.tolist() == [True, False, False]
    np.testing.assert_array_equal(found[0], MATRIX[0])


def test_a_file_that_changed_is_opened_anew(tmp_path):
    path = written(tmp_path, "v.txt", as_text())
    first = load_word_vectors(path)
    assert load_word_vectors(path) is first
    written(tmp_path, "v.txt", as_text(WORDS[:3], 2 * MATRIX[:3]))
    second = load_word_vectors(path)
    np.testing.assert_array_equal(second.look_up(["the"])[1][0], 2 * MATRIX[0])
    assert second.signature() != first.signature()


def test_forgotten_vectors_are_looked_up_again(tmp_path, monkeypatch):
    monkeypatch.setattr(word_vectors, "MOST_KEPT", 100)
    vectors = load_word_vectors(written(tmp_path, "v.txt", as_text()))
    for _ in range(3):
        for k, word in enumerate(WORDS):
            np.testing.assert_array_equal(vectors.look_up([word])[1][0], MATRIX[k])
    assert vectors._filled <= 4


def test_only_words_in_use_come_into_memory(tmp_path):
    words = [f"w{k}" for k in range(4000)]
    path = written(tmp_path, "v.bin", as_binary(words, np.ones((4000, 300), np.float32)))
    tracemalloc.start()
    load_word_vectors(path).look_up(words[:10])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000  # of a file of 4,800,000 bytes


def test_what_is_not_there(tmp_path):
    with pytest.raises(FormatError, match=r"there is no such file\. Name a file of word vectors"):
        open_vector_file(str(tmp_path / "glove.txt"))
