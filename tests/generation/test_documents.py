"""Documents behind texts, and what is refused."""

from __future__ import annotations

import pytest

from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import DataError
from trueness.generation.documents import documents_of
from trueness.metrics.scoring.registry import get_metric

ROUGE, SOURCE_ONLY = get_metric("rouge2_f"), get_metric("js1_source")


def texts(*rows):
    return Texts(
        tuple(TextRow(system, name, "", references, source) for system, name, references, source in rows)
    )


def test_an_input_is_a_document_with_its_different_sentences():
    given = texts(
        ("a", "d1", ("r",), " One two. \n\n \nThree.\r\nOne two.\nF\x0bour five"),
        ("b", "d1", (), None),
        ("a", "d2", ("r", "s"), "Six"),
    )
    one, two = documents_of(given, ROUGE, "newline")
    assert (one.input, two.input) == ("d1", "d2")
    assert one.sentences == ("One two.", "Three.", "F our five")
    assert one.lengths == (2, 1, 3)
    assert one.references == ("r",)
    assert two.references == ("r", "s")
    assert one.within(2).sentences == ("One two.", "Three.")
    assert one.within(2).lengths == (2, 1)


def test_groups_of_inputs_stay_and_those_of_systems_go():
    rows = [
        TextRow(system, name, "", ("r",), "One two.", "d", groups={"lang": name, "family": system})
        for system in "ab"
        for name in ("de", "en")
    ]
    one, two = documents_of(Texts(tuple(rows)), ROUGE, "newline")
    assert (one.groups, two.groups) == ({"lang": "de"}, {"lang": "en"})


def test_sentences_are_found_as_asked():
    (one,) = documents_of(texts(("a", "d", (), "One two. Three four.")), SOURCE_ONLY, "split")
    assert one.sentences == ("One two.", "Three four.")
    (one,) = documents_of(texts(("a", "d", (), "<t>One two.</t> <t>Three</t>")), SOURCE_ONLY, "marks")
    assert one.sentences == ("One two.", "Three")


def test_an_empty_document_has_no_sentences():
    (one,) = documents_of(texts(("a", "d", (), " \n ")), SOURCE_ONLY, "newline")
    assert one.sentences == one.lengths == ()


@pytest.mark.parametrize(
    ("rows", "metric", "said"),
    [
        ([("a", "d", ("r",), None)], ROUGE, "1 of 1 inputs lack source.*'d'.*Add the field 'source'"),
        (
            [("a", "d", (), "x"), ("a", "e", ("r",), "x")],
            ROUGE,
            "1 of 2 inputs lack references.*'rouge2_f'.*'d'",
        ),
        ([("a", "d", (), "x"), ("b", "d", (), "y")], SOURCE_ONLY, "1 of 1 inputs differ in 'source'.*'d'"),
        ([("a", "d", ("r",), "x"), ("b", "d", ("s",), "x")], ROUGE, "inputs differ in 'references'"),
    ],
)
def test_what_is_missing_or_contradicts_itself_is_refused(rows, metric, said):
    with pytest.raises(DataError, match=said):
        documents_of(texts(*rows), metric, "newline")


def test_references_are_not_asked_for_where_the_metric_needs_none():
    (one,) = documents_of(texts(("a", "d", (), "x")), SOURCE_ONLY, "newline")
    assert one.references == ()
