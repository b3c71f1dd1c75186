"""What is peculiar about texts is said of the metrics that it concerns, by its cause."""

from __future__ import annotations

import unicodedata

import pytest

import trueness
from trueness.data.reading.texts_from_rows import texts_from_rows
from trueness.metrics.scoring.registry import get_metrics
from trueness.metrics.scoring.text_traits import TextTraits

ZH, JA, TH = (
    "\u6211\u4eec\u4eca\u5929\u53bb\u516c\u56ed",
    "\u6771\u4eac\u306f\u9996\u90fd\u3067\u3059",
    "\u0e41\u0e21\u0e27\u0e19\u0e31\u0e48\u0e07",
)
KO, DE = "\ub098\ub294 \ud559\uad50\uc5d0 \uac04\ub2e4", "Gr\u00fc\u00dfe aus K\u00f6ln"


def notes(*pairs, metrics=("ter", "length", "chrf", "rouge1_f")):
    rows = [
        {"system": "s", "input": str(k), "output": output, "references": [reference], "source": "x"}
        for k, (output, reference) in enumerate(pairs)
    ]
    texts = texts_from_rows(rows)
    traits = TextTraits()
    traits.add(texts.rows)
    return traits.notes(get_metrics(metrics))


@pytest.mark.parametrize(
    ("text", "script", "fits"), [(ZH, "Chinese", True), (JA, "Japanese", True), (TH, "Thai", False)]
)
def test_texts_without_blanks_concern_every_metric_that_counts_words(text, script, fits):
    found = notes((text, text))
    named = {name for names in found.values() for name in names}
    assert named == {"ter", "length"}
    said = " ".join(found)
    assert script in said
    assert ("ter_asian fits them" in said) == fits
    assert ("chrf compares characters" in " ".join(notes((text, text), metrics=("ter",)))) != fits
    assert "ter_asian fits Chinese" in " ".join(notes((ZH, ZH), (TH, TH)))
    assert notes((text, text), metrics=("ter_asian", "chrf", "bleu_char")) == {}


@pytest.mark.parametrize("text", [KO, DE, "plain words", "I like \u6211 in a text"])
def test_texts_with_blanks_are_nothing_peculiar(text):
    assert notes((text, text)) == {}


@pytest.mark.parametrize("mark", ["<t>", "</s>", "<br />", "&lt;", "&#39;", "\\n"])
def test_markup_concerns_what_reads_more_than_the_output(mark):
    ((note, names),) = notes((f"a {mark} b", "a b")).items()
    assert f"such as '{mark}'" in note
    assert names == ["ter", "chrf", "rouge1_f"]
    assert notes(*[("a b", "a b")] * 20, (f"a {mark}", "a")) == {}


@pytest.mark.parametrize("text", ["a < b and b > c", "Q&A", "AT&T; ok", "C:\\new", "x <- y"])
def test_what_is_no_markup(text):
    assert notes((text, text)) == {}


def test_accents_in_two_forms():
    apart = unicodedata.normalize("NFD", DE)
    for pair in ((DE, apart), (apart, DE)):
        ((note, names),) = notes(pair).items()
        assert "1 of 1 outputs write accents in another Unicode form" in note
        assert names == ["ter", "chrf", "rouge1_f"]
    assert notes((apart, apart)) == notes((apart, "plain")) == {}


def test_scores_in_memory_and_in_a_file_say_the_same(tmp_path):
    rows = [
        {"system": "s", "input": str(k), "output": text, "references": [text]}
        for k, text in enumerate((ZH, "a <t> b"))
    ]
    table = trueness.score(rows, ("ter", "length"))
    assert any(note.startswith("ter: 1 of 2 outputs are written without blanks") for note in table.notes)
    path = tmp_path / "t.jsonl"
    trueness.write_texts(rows, path)
    done = trueness.score_file(path, ("ter", "length"), tmp_path / "s.csv")
    assert {note for note in done.notes if "blanks" in note or "markup" in note} == {
        note for note in table.notes if "blanks" in note or "markup" in note
    }
