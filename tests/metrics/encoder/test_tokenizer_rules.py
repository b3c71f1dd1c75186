"""How much longer rules may make a text: against Unicode's own tables, and by what rules of each kind write."""

from __future__ import annotations

import base64
import sys
import unicodedata

import pytest

from trueness.metrics.encoder.tokenizer_rules import MORE, TIMES, growth_of


def normalizer(*rules):
    return {"normalizer": {"type": "Sequence", "normalizers": list(rules)}}


TEN = {"type": "Replace", "pattern": {"Regex": "."}, "content": "aaaaaaaaaa"}


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_a_form_of_unicode_makes_at_most_so_many_of_one(form):
    longest = max(len(unicodedata.normalize(form, chr(code))) for code in range(sys.maxunicode + 1))
    assert growth_of(normalizer({"type": form})).times == longest


def test_lower_case_makes_two_of_one():
    assert growth_of(normalizer({"type": "Lowercase"})).times == max(
        len(chr(code).lower()) for code in range(sys.maxunicode + 1)
    )


@pytest.mark.parametrize(
    ("rule", "text", "written"),
    [
        ({"type": "Replace", "pattern": {"String": "ab"}, "content": "12345"}, "abab", "1234512345"),
        ({"type": "Replace", "pattern": {"String": "ab"}, "content": ""}, "cc", "cc"),
        ({"type": "Replace", "pattern": {"Regex": ""}, "content": "xy"}, "cat", "xycxyaxytxy"),
        ({"type": "Replace", "pattern": {"String": ""}, "content": "xy"}, "cat", "xycxyaxytxy"),
        ({"type": "Prepend", "prepend": "___"}, "cat", "___cat"),
        ({"type": "Later", "texts": [{"of": "xyz"}]}, "cat", "xyzcxyzaxyztxyz"),
    ],
)
def test_a_rule_writes_no_more_than_its_bound(rule, text, written):
    growth = growth_of(normalizer(rule))
    assert len(written) == growth.times * len(text) + growth.more


def test_rules_run_one_after_the_other():
    assert growth_of({}) == (1.0, 0.0)
    assert growth_of(normalizer(TEN, TEN, TEN)).times == 11**3
    growth = growth_of(
        {
            **normalizer({"type": "Prepend", "prepend": "ab"}, [{"type": "NFKC"}]),
            "pre_tokenizer": {
                "type": "Sequence",
                "pretokenizers": [{"type": "Split"}, {"type": "ByteLevel"}],
            },
        }
    )
    assert growth == (18 * 5, 2 * 18 * 5)


def test_a_chart_of_sentencepiece_writes_its_longest_text():
    texts = "\0".join(["a", "ﷺ" * 18, "bb", ""]).encode()
    chart = base64.b64encode((8).to_bytes(4, "little") + b"x" * 8 + texts).decode()
    assert growth_of(normalizer({"type": "Precompiled", "precompiled_charsmap": chart})).times == 18
    for empty in ("", "AAAA", "é"):
        assert growth_of(normalizer({"type": "Precompiled", "precompiled_charsmap": empty})).times == 1


def test_a_template_holds_a_text_and_special_tokens_as_often_as_it_says():
    text, end = {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[CLS]", "type_id": 0}}
    special = {"[CLS]": {"id": "[CLS]", "ids": [1, 2, 3], "tokens": ["a", "b", "c"]}}
    rule = {
        "type": "TemplateProcessing",
        "single": [end, text, end],
        "pair": [text] * 5,
        "special_tokens": special,
    }
    assert growth_of({"post_processor": rule}) == (5.0, 6.0)
    assert growth_of({"post_processor": {"type": "TemplateProcessing"}}) == (1.0, 0.0)


def test_rules_of_models_that_people_use_are_far_from_the_bound():
    albert = normalizer(
        {"type": "Replace", "pattern": {"String": "``"}, "content": '"'},
        *({"type": kind} for kind in ("NFKD", "StripAccents", "Lowercase")),
        {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(bytes(4) + b"x" * 18).decode()},
        {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
    )
    split = [{"type": "WhitespaceSplit"}, {"type": "Metaspace", "replacement": "_"}]
    growth = growth_of({**albert, "pre_tokenizer": {"type": "Sequence", "pretokenizers": split}})
    assert growth.times == 2592 < TIMES < 11**4
    assert growth.more == 2 < MORE


@pytest.mark.parametrize("rules", [None, 3, "x", [], {"type": 3}, {"type": None}, {"type": "Sequence"}])
def test_rules_that_are_none_are_no_matter(rules):
    assert growth_of({"normalizer": rules, "model": {"type": "BPE"}}).times <= 2
