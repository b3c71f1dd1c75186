from __future__ import annotations

import re

import pytest

import trueness
from trueness.errors import UnknownNameError
from trueness.reporting.citation import read_references, reference

REFERENCES = read_references()


def test_keys_are_all_read():
    assert len(REFERENCES) == 90
    assert all(key == entry.key for key, entry in REFERENCES.items())


@pytest.mark.parametrize("entry", REFERENCES.values(), ids=lambda entry: entry.key)
def test_entries_are_whole(entry):
    assert re.match(r"@(article|book|inproceedings|techreport|misc|software)\{", entry.bibtex)
    assert entry.bibtex.count("{") == entry.bibtex.count("}")
    assert entry.bibtex.isascii()
    assert entry.authors
    assert all(entry.authors)
    fields = re.findall(r"^  (\w+) *= ", entry.bibtex, re.MULTILINE)
    assert len(fields) == len(set(fields))
    assert {"author", "title"} <= set(fields)
    if entry.bibtex.startswith("@article"):
        assert {"journal", "volume", "year"} <= set(fields)
    if "year" in fields:
        assert re.fullmatch(r"(19|20)\d\d", entry.year)
        assert f"-{entry.year}-" in entry.key


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("deutsch-etal-2021-statistical", "Deutsch et al., 2021"),
        ("bonett-wright-2000-sample", "Bonett and Wright, 2000"),
        ("holm-1979-simple", "Holm, 1979"),
        ("freitag-etal-2022-results", "Freitag et al., 2022"),
        ("trueness", "The trueness authors"),
    ],
)
def test_labels(key, label):
    assert reference(key).label == label


def test_the_software_has_its_version():
    assert f"{{{trueness.__version__}}}" in reference("trueness").bibtex


def test_unknown_keys_are_refused():
    with pytest.raises(UnknownNameError, match="Did you mean 'holm-1979-simple'"):
        reference("holm-1979-simpel")
