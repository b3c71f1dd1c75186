"""Every rule has a name of its own, says what it promises, and is tried where it may break."""

from __future__ import annotations

from hardening.promises.truths import TRUTHS

from trueness.decisions.rules import rules


def test_every_rule_says_what_it_promises():
    assert rules()
    for name, rule in rules().items():
        assert rule.name == name
        assert rule.question.endswith("?"), name
        assert rule.promise.endswith("."), name
        assert "{share}" in rule.promise, name
        assert 0 < rule.broken <= 0.2, name
        assert rule.needs, name
        assert rule.source, name


def test_every_rule_is_tried_where_it_has_to_hold():
    tried = {truth.rule for truth in TRUTHS if not truth.outside}
    assert set(rules()) - tried == set()
    assert {truth.rule for truth in TRUTHS} <= set(rules()) | {"differs"}
