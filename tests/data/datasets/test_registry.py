"""The registry is valid, pinned and true to the real files; hostile entries are refused."""

from __future__ import annotations

import gzip
import hashlib
import re

import pytest

from trueness.data.datasets.registry import get_dataset, read_registry
from trueness.errors import FormatError, UnknownNameError

REGISTRY = read_registry()
FILES = [(entry.name, file) for entry in REGISTRY.values() for file in entry.files]
FOLDERS = {
    "summeval": "summeval",
    "realsumm": "realsumm",
    "summeval-metrics": "deutsch2021/fabbri2020",
    "realsumm-metrics": "deutsch2021/bhandari2020",
}
VALID = f"""
[mine]
kind = "download"
title = "Mine"
holds = "Scores"
licence = "MIT"
human = ["good"]
format = "csv"
[[mine.files]]
name = "a.csv"
url = "https://example.org/{"0" * 40}/a.csv"
sha256 = "{"a" * 64}"
size = 3
"""


def test_the_data_sets():
    assert list(REGISTRY) == ["pocket", "summeval", "summeval-metrics", "realsumm", "realsumm-metrics", "tac"]
    assert {name: entry.kind for name, entry in REGISTRY.items() if entry.kind != "download"} == {
        "pocket": "bundled",
        "tac": "licensed",
    }


@pytest.mark.parametrize(("dataset", "file"), FILES, ids=lambda value: getattr(value, "name", value))
def test_files_are_pinned(dataset, file):
    assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
    assert re.search(r"/[0-9a-f]{40}/", file.url)
    assert file.url.endswith("/" + file.name)


@pytest.mark.parametrize(("dataset", "file"), FILES, ids=lambda value: getattr(value, "name", value))
def test_hashes_are_those_of_the_real_files(dataset, file, test_data):
    folder = test_data / "data" / FOLDERS[dataset]
    packed = folder / f"{file.name}.gz"
    content = gzip.decompress(packed.read_bytes()) if packed.is_file() else (folder / file.name).read_bytes()
    assert hashlib.sha256(content).hexdigest() == file.sha256
    assert len(content) == file.size


@pytest.mark.parametrize("name", [name for name in REGISTRY if name != "pocket"])
def test_citations_are_bibtex(name):
    citation = REGISTRY[name].citation
    assert re.match(r"@\w+\{[\w-]+,\n", citation)
    assert citation.count("{") == citation.count("}")


def test_an_unknown_name_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match=r"no data set is called 'sumeval'. Did you mean 'summeval'"):
        get_dataset("sumeval")


def write(folder, text):
    path = folder / "registry.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_valid_entry_is_read(tmp_path):
    entry = read_registry(write(tmp_path, VALID))["mine"]
    assert (entry.human, entry.metrics, entry.texts, entry.systems) == (("good",), (), False, None)
    assert entry.files[0].size == 3


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "a.csv"', 'name = "../a.csv"', "be a plain name.*in its folder"),
        ('name = "a.csv"', 'name = "/etc/passwd"', "be a plain name"),
        ('name = "a.csv"', 'name = "b/a.csv"', "must be a plain name"),
        ('name = "a.csv"', r'name = "..\\a.csv"', "must be a plain name"),
        ('name = "a.csv"', 'name = "a..csv"', "must be a plain name"),
        ('name = "a.csv"', 'name = ".hidden"', "must be a plain name"),
        ('name = "a.csv"', 'name = "C:a"', "must be a plain name"),
        ("[mine]", '["../mine"]', "must be a plain name"),
        ("a" * 64, "a" * 63, r"mine.files\[0\].sha256.*must be a sha256"),
        ("a" * 64, "A" * 64, "must be a sha256"),
        ("0" * 40, "main", r"mine.files\[0\].url.*commit of 40"),
        ("https:", "http:", "needs https"),
        ("size = 3", "size = 0", "at least one byte"),
        ("size = 3", "size = true", "must be int"),
        ('kind = "download"', 'kind = "magic"', "'bundled', 'download', 'licensed'"),
        ('kind = "download"', 'kind = "licensed"', "needs 'access'"),
        ('format = "csv"', "", "needs 'format'"),
        ('title = "Mine"', "", "key 'title' is missing"),
        ('title = "Mine"', "title = 3", "mine.title.*must be str"),
        ('title = "Mine"', 'title = "Mine"\ntitel = "x"', "mine.titel.*no such key"),
        ('human = ["good"]', 'human = "good"', r"must be tuple\[str"),
        ('human = ["good"]', 'human = ["good"]\nlower_is_better = ["bad"]', "the scorer 'bad'"),
        ("[mine]", "mine = 3\n[other]", "must be a table"),
        ("[mine]", "[mine", "the registry failed"),
    ],
)
def test_invalid_entries_are_refused(tmp_path, old, new, message):
    assert VALID.count(old) >= 1
    text = VALID.replace(old, new, 1)
    if new == '["../mine"]':
        text = text.replace("[[mine.files]]", '[["../mine".files]]')
    if "[other]" in new:
        text = text.replace("[[mine.files]]", "[[other.files]]")
    with pytest.raises(FormatError, match=message):
        read_registry(write(tmp_path, text))


def test_two_files_of_one_name_are_refused(tmp_path):
    again = VALID[VALID.index("[[mine.files]]") :]
    with pytest.raises(FormatError, match="two files have the same name"):
        read_registry(write(tmp_path, VALID + again))
