"""The probe texts: what they try is really in them."""

from __future__ import annotations

from trueness.metrics.probe_texts import PROBES, probe_texts


def test_every_probe_is_what_its_name_says():
    assert PROBES["an empty output"][0] == ""
    assert len(PROBES["several references"][1]) > 1
    output, references, source = PROBES["a copy of the reference"]
    assert (output,) == references != (source,)
    output, _, source = PROBES["a copy of the source"]
    assert output == source
    words = set(PROBES["nothing in common"][0].lower().split())
    assert not words & set(" ".join(PROBES["nothing in common"][1]).lower().split())
    assert PROBES["Chinese"][0].isalnum() or "。" in PROBES["Chinese"][0]
    assert any(ord(letter) > 0xFFFF for letter in PROBES["emoji and mixed scripts"][0])


def test_every_probe_has_what_a_metric_may_need():
    texts = probe_texts()
    assert [row.input for row in texts.rows] == list(PROBES)
    assert all(row.references and row.source for row in texts.rows)


def test_the_texts_stay():
    """A change makes every record unusable: it needs a reason, and new records."""
    assert probe_texts().fingerprint == "7c706e88322cdeadf8c37b88c2a8fae405422a987e8634db19a37b633c68fc83"
