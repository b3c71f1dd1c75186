"""What is said of translations: counts add up, and only what matters is a caution."""

from __future__ import annotations

from trueness.translation.translated_texts import Translated, TranslatedField


def made(*fields, back=None, left_out=()):
    return Translated(fields, left_out, "t", back, "split", 3, 4, ("the program says: x",))


def test_counts_add_up():
    one = TranslatedField("output", 1, 0, 5, 1, 2, 3, 4)
    assert one + one + TranslatedField("output", texts=1, wordless=1) == TranslatedField(
        "output", 3, 1, 10, 2, 4, 6, 8
    )


def test_what_was_lost_is_a_caution_and_the_rest_a_note():
    found = made(
        TranslatedField("output", texts=20, wordless=2, sentences=40, split=3, cut=1, empty=5, same=20),
        TranslatedField("references", texts=10, sentences=1000, same=501),
        left_out=("source",),
    )
    assert found.cautions == (
        "1 of 40 sentences in outputs were cut: a part was longer than the translator takes or gives.",
        "5 of 40 sentences in outputs have no translation: the translator answered with nothing.",
        "501 of 1,000 sentences in references are what they were: the translator has not changed them.",
    )
    assert found.notes == (
        "3 of 40 sentences in outputs were longer than the translator takes, and were translated in pieces",
        "2 of 20 outputs have nothing to translate",
        "sources were not translated, and are left out",
        "the program says: x",
    )
    assert found.signature == "translate:t|sentences:split"
    said = found.to_dict()
    assert said["fields"][0]["cut"] == 1
    assert said["cautions"] == list(found.cautions)


def test_what_comes_back_as_it_was_is_what_is_wished_for():
    found = made(TranslatedField("output", texts=1, sentences=10, same=10), back="b")
    assert found.cautions == ()
    assert found.signature == "translate:t|back:b|sentences:split"
