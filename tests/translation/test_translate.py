"""Texts translated in memory and in files: what changes and what stays, there and back, stopped and taken up."""

from __future__ import annotations

import pytest

import trueness
from trueness.data.reading.stream_texts import stream_of, stream_texts
from trueness.data.texts.texts import TextRow, Texts
from trueness.data.writing.write_texts import write_texts
from trueness.errors import ArgumentError, DataError
from trueness.translation.command_translator import CommandTranslator
from trueness.translation.translate import translate, translate_file

ROWS = (
    TextRow(
        "a",
        "1",
        "A cat sat. It slept.",
        ("The cat slept.", ""),
        "A cat came.\nIt sat. It slept.",
        document="d",
        human={"good": 2.0},
        ratings={"r1": {"fluent": 1.0}},
    ),
    TextRow("b", "1", "", ("The cat slept.", ""), "A cat came.\nIt sat. It slept.", document="d"),
    TextRow("a", "2", "A dog sat.", (), None),
)
TEXTS = Texts(ROWS, name="pets", notes=("a note",))


def test_texts_are_translated_and_all_else_stays(upper, cache):
    translator = upper()
    made = translate(TEXTS, translator, cache=cache)
    assert [row.output for row in made.texts.rows] == ["A CAT SAT. IT SLEPT.", "", "A DOG SAT."]
    assert made.texts.rows[0].references == ("THE CAT SLEPT.", "")
    assert made.texts.rows[0].source == "A CAT CAME.\nIT SAT. IT SLEPT."
    assert made.texts.rows[2].source is None
    for before, after in zip(ROWS, made.texts.rows, strict=True):
        for name in ("system", "input", "document", "human", "ratings"):
            assert getattr(after, name) == getattr(before, name)
    assert made.texts.notes == TEXTS.notes
    given = [line for batch in translator.given for line in batch]
    assert sorted(given) == sorted(
        {"A cat sat.", "It slept.", "The cat slept.", "A cat came.", "It sat.", "A dog sat."}
    )
    counts = {one.field: (one.texts, one.wordless, one.sentences) for one in made.fields}
    assert counts == {"output": (3, 1, 3), "references": (4, 2, 2), "source": (2, 0, 6)}
    assert (made.n_made, made.n_known) == (6, 0)


def test_there_and_back(upper, lower):
    there, back = upper(), lower(name="lower")
    made = translate(TEXTS, there, back=back)
    assert made.texts.rows[0].output == "a cat sat. it slept."
    assert sorted(line for batch in back.given for line in batch) == sorted(
        line.upper() for batch in there.given for line in batch
    )
    assert made.n_made == 12
    assert made.signature == "translate:upper|back:lower|sentences:split"


def test_what_has_no_translation_there_has_none_back_and_is_counted(upper, lower):
    class Silent(upper):
        def translate(self, lines):
            return ["" if line == "It slept." else line for line in lines]

    back = lower(name="lower")
    made = translate(TEXTS, Silent(), back=back)
    assert made.texts.rows[0].output == "a cat sat. "
    assert {one.field: one.empty for one in made.fields} == {"output": 1, "references": 0, "source": 2}
    assert "" not in [line for batch in back.given for line in batch]


def test_what_is_left_out_is_not_in_the_result(upper):
    made = translate(TEXTS, upper(), leave_out=["source", "references"])
    assert all(row.source is None and row.references == () for row in made.texts.rows)
    assert [one.field for one in made.fields] == ["output"]
    assert "sources were not translated, and are left out" in made.notes
    with pytest.raises(ArgumentError, match="`leave_out` must be one of 'references', 'source'"):
        translate(TEXTS, upper(), leave_out=["output"])


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.tsv.gz"])
def test_a_file_has_what_is_made_in_memory(upper, tmp_path, name):
    write_texts(TEXTS, tmp_path / "in.jsonl")
    done = translate_file(stream_texts(tmp_path / "in.jsonl"), upper(), tmp_path / name)
    made = translate(TEXTS, upper())
    assert trueness.read_texts(tmp_path / name).rows == made.texts.rows
    assert (done.rows, done.systems, done.inputs, done.replaced) == (3, 2, 2, False)
    assert done.fields == made.fields
    write_texts(made.texts, tmp_path / f"whole-{name}")
    assert (tmp_path / name).read_bytes() == (tmp_path / f"whole-{name}").read_bytes()
    assert translate_file(stream_of(TEXTS), upper(), tmp_path / name, leave_out=["references"]).replaced
    assert all(row.references == () for row in trueness.read_texts(tmp_path / name).rows)


def test_parts_do_not_change_what_is_made(upper, monkeypatch, tmp_path):
    from trueness.translation import translate as module

    rows = tuple(TextRow(f"s{k % 3}", f"i{k}", f"text {k}", (f"reference {k // 3}",)) for k in range(20))
    whole = translate(Texts(rows), upper())
    monkeypatch.setattr(module, "ROWS_PER_PARTITION", 6)
    told = []
    parts = translate(Texts(rows), upper(), progress=lambda *said: told.append(said))
    assert parts.texts == whole.texts
    assert parts.fields == whole.fields
    assert told[-1] == ("translating outputs", 20, 20)
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)


def test_a_run_that_was_stopped_goes_on(upper, cache):
    with pytest.raises(KeyboardInterrupt) as stopped:
        translate(TEXTS, upper(batch=2, stop_after=1), cache=cache)
    assert stopped.value.__notes__ == [
        f"what was translated is kept in {cache.path}; the same command goes on from there"
    ]
    rest = upper(batch=2)
    made = translate(TEXTS, rest, cache=cache)
    assert (made.n_made, made.n_known) == (4, 2)
    assert made.texts == translate(TEXTS, upper(batch=2)).texts


def test_a_translator_that_fails_leaves_no_file_and_keeps_what_is_done(cache, tmp_path):
    one = CommandTranslator("sh -c 'read line; test \"$line\" = cat && echo gato'", batch=1)
    cats, pets = (
        Texts(tuple(TextRow("a", name, name) for name in names)) for names in (["cat"], ["cat", "a dog"])
    )
    with pytest.raises(DataError, match="'sh' has failed with status 1, and says nothing"):
        translate_file(stream_of(pets), one, tmp_path / "out.jsonl", cache=cache)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    made = translate(cats, one, cache=cache)
    assert (made.texts.rows[0].output, made.n_made, made.n_known) == ("gato", 0, 1)
