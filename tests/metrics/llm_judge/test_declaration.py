"""Declarations of judges: what a file may say, and the error for everything else."""

from __future__ import annotations

import math

import pytest

from trueness.errors import ArgumentError, FormatError
from trueness.metrics.llm_judge.declaration import EXAMPLES, LARGEST, parse_declaration, read_declaration

PAIRS = """
name = "duel"
form = "pairs"
prompt = "{{ first }} or {{ second }}?"
[reply]
read = "tag"
"""


def test_all_that_is_declared_is_taken(declare, said):
    text = """
name = "grade"
about = "A grade."
model = "big"
system_prompt = "Be strict."
prompt = "{{ source }}: {{ output }} {% for one in references %}{{ one }}{% endfor %}"
[scale]
higher_is_better = false
empty = 1
[scale.words]
good = 0
"not good" = 1.5
[reply]
read = "json"
score = "grade"
reason = "why"
schema = true
[sampling]
samples = 3
temperature = 0.5
top_p = 0.9
seed = 7
most_tokens = 99
tokens_field = "max_completion_tokens"
[price]
input = 0.5
output = 2
currency = "EUR"
[request]
reasoning_effort = "low"
"""
    found = parse_declaration(text.encode(), "grade.toml")
    assert (found.name, found.model, found.about) == ("grade", "big", "A grade.")
    assert found.prompt.needs == {"source", "references"}
    assert (found.scale.lower, found.scale.upper, found.scale.empty) == (0, 1.5, 1)
    assert not found.scale.higher_is_better
    assert found.scale.labels == {"good": 0, "not good": 1.5}
    assert (found.reply.score, found.reply.reason, found.reply.schema) == ("grade", "why", True)
    assert found.sampling.samples == 3
    assert (found.sampling.top_p, found.sampling.seed, found.sampling.most_tokens) == (0.9, 7, 99)
    assert found.price.of(2_000_000, 1_000_000) == 3
    assert found.request == {"reasoning_effort": "low"}
    assert found.sampling.tokens_field == "max_completion_tokens"


def test_pairs_have_verdicts_for_scores(declare):
    found = parse_declaration(PAIRS.encode(), "duel.toml")
    assert found.scale.words == {"A": 1, "B": 0, "C": 0.5}
    assert (found.both_orders, found.against) == (True, "all")
    assert found.prompt.needs == frozenset()


def test_a_temperature_may_be_left_to_the_endpoint(declare):
    assert declare(end='[sampling]\ntemperature = "none"').sampling.temperature is None


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_what_comes_along_is_named_after_its_file(path):
    found = read_declaration(path.stem)
    assert found.name == path.stem
    assert found.about
    assert found.digest == read_declaration(path).digest


def test_a_file_comes_before_what_comes_along(tmp_path, monkeypatch, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "geval_coherence").write_text(said.direct, encoding="utf-8")
    assert read_declaration("geval_coherence").name == "quality"


@pytest.mark.parametrize("name", ["nothing.toml", "../examples/geval_coherence", "x/geval_coherence"])
def test_no_such_file(name):
    with pytest.raises(FormatError, match=r"no such file.*direct_relevance, geval_coherence, pairs_overall"):
        read_declaration(name)


def test_a_large_file_is_none(tmp_path):
    (tmp_path / "x.toml").write_bytes(b"#" * (LARGEST + 1))
    with pytest.raises(FormatError, match=r"larger than 1,000,000 bytes"):
        read_declaration(tmp_path / "x.toml")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "quality"', "", "'name' is missing"),
        ('name = "quality"', 'name = "a b"', "'name' must be letters"),
        ('name = "quality"', "name = 4", "'name' must be a text that is not empty; it is 4"),
        ('name = "quality"', 'name = "quality"\ncolour = 1', "'colour' is unknown here"),
        (
            'name = "quality"',
            'name = "quality"\nmodle = "m"',
            "'modle' is unknown here. Did you mean 'model'",
        ),
        ('name = "quality"', 'name = "quality"\nform = "duel"', "'form' must be one of score, pairs"),
        ("lower = 1", "lower = 5", "'scale.upper' must be more than `lower`, 5; it is 5"),
        ("lower = 1", "lower = true", "'scale.lower' must be a number; it is True"),
        ("lower = 1", "lower = nan", "'scale.lower' must be a number"),
        ("lower = 1", "lower = -inf", "'scale.lower' must be a number"),
        ("lower = 1", "lower = 1" + "0" * 400, "'scale.lower' must be a number"),
        ("lower = 1", "lower = 1.5", "'scale.whole' must be false where a bound is no whole number"),
        ("lower = 1", "lower = 1\nempty = 6", "'scale.empty' must be a number from 1 to 5; it is 6"),
        ("lower = 1", "lower = 1\nwords = {a = 1}", "'scale.words' must be at least two words"),
        ("lower = 1", "lower = 1\nwords = {a = 1, A = 2}", "'scale.words.A' must be a word"),
        ("lower = 1", "lower = 1\nwords = {a = 1, b = 9}", "'scale.words.b' must be from 1 to 5; it is 9"),
        ('read = "pattern"', 'read = "regex"', "'reply.read' must be one of json, tag, pattern, prob"),
        ("(?P<score>", "(?P<points>", r"'reply.pattern' must be .*with a group \(\?P<score>"),
        (r"\\s*$'", "('", "'reply.pattern' must be a regular expression"),
        ("{{ output }}", "all", r"the prompt must show '\{\{ output \}\}'"),
        ("{{ output }}", "{{ output }} {{ target }}", "the prompt names 'target'. Placeholders are 'output'"),
        ("{{ output }}", "{{ output", "the prompt must be a template of Jinja2"),
        ("{{ output }}", "{{ output.__class__.__mro__ }}", "the prompt failed .*unsafe"),
        ("{{ output }}", "{{ output / 0 }}", "filling in the prompt failed"),
        ("{{ output }}", "{{ output }}{{ cycler }}", "the prompt names 'cycler'"),
        ('name = "quality"', 'name = "quality', "must be TOML"),
        ('name = "quality"', "name = 1" + "0" * 5000, "must be TOML"),
    ],
)
def test_what_is_wrong_is_named(declare, said, old, new, message):
    text = said.direct
    assert old.replace("\\\\", "\\") in text or old in text
    changed = text.replace(old if old in text else old.replace("\\\\", "\\"), new)
    with pytest.raises(FormatError, match=message) as caught:
        parse_declaration(changed.encode(), "judge.toml")
    assert str(caught.value).startswith("judge.toml: ")


@pytest.mark.parametrize(
    ("end", "message"),
    [
        ("[sampling]\nsamples = 0", "'sampling.samples' must be a whole number from 1 to 9999; it is 0"),
        ("[sampling]\nsamples = 1.5", "'sampling.samples' must be a whole number"),
        ("[sampling]\ntemperature = 3", "'sampling.temperature' must be a number from 0 to 2"),
        ("[sampling]\nheat = 1", "'sampling.heat' is unknown here"),
        ("[price]\ninput = 1", "'price.output' is missing"),
        ("[price]\ninput = -1\noutput = 1", "'price.input' must be a number from 0 to inf"),
        ("[request]\nmodel = 'x'", "'request.model' must be left out"),
        ("[request]\nday = 2026-01-01", "'request' holds what JSON cannot"),
        ("[verdicts]\nfirst = 'A'", "'verdicts' is unknown here"),
    ],
)
def test_what_is_wrong_in_a_table_is_named(declare, end, message):
    with pytest.raises(FormatError, match=message):
        declare(end=end)


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ('read = "json"\nscore = "x"\nreason = "x"', "'reply.reason' must be another name"),
        ('read = "probabilities"\nwithout = "guess"', "'reply.without' must be one of error, samples"),
        ('read = "probabilities"\nleast_mass = 2', "'reply.least_mass' must be a number from 0 to 1"),
        ('read = "probabilities"\ntop = 0', "'reply.top' must be a whole number from 1"),
        ('read = "tag"\npattern = "x"', "'reply.pattern' is unknown here"),
    ],
)
def test_what_is_wrong_with_reading_is_named(declare, reply, message):
    with pytest.raises(FormatError, match=message):
        declare(reply=reply)


@pytest.mark.parametrize(
    ("scale", "message"),
    [
        ("lower = 1\nupper = 10\nwhole = true", "'1' may be the beginning of another label"),
        ("lower = 0\nupper = 1", "must be something else, or the scale `whole`"),
        ("lower = 0\nupper = 1e9\nwhole = true", "at most 100 wide"),
    ],
)
def test_probabilities_need_labels_that_a_token_can_be(scale, message):
    text = f"name = 'x'\nprompt = '{{{{ output }}}}'\n[scale]\n{scale}\n[reply]\nread = 'probabilities'"
    with pytest.raises(FormatError, match=message):
        parse_declaration(text.encode(), "x")


@pytest.mark.parametrize("verdicts", ["first = 'B'", "tie = 'a'", "tie = ' '"])
def test_verdicts_differ(verdicts):
    with pytest.raises(FormatError, match=r"'verdicts"):
        parse_declaration(f"{PAIRS}[verdicts]\n{verdicts}".encode(), "x")


def test_what_is_no_text_is_none():
    with pytest.raises(FormatError, match=r"must be UTF-8"):
        parse_declaration(b"name = '\xff'", "x")
    with pytest.raises(FormatError, match=r"must be TOML|nested too deeply"):
        parse_declaration(b"x = " + b"[" * 100_000, "x")


def test_options_of_a_name(declare):
    found = declare().with_options({"model": "llama3:8b", "samples": "5", "temperature": "0.7"})
    assert (found.model, found.sampling.samples, found.sampling.temperature) == ("llama3:8b", 5, 0.7)
    for wrong in (
        {"samples": "0"},
        {"samples": "x"},
        {"temperature": "hot"},
        {"temperature": "nan"},
        {"model": " "},
    ):
        with pytest.raises(ArgumentError, match=f"`{next(iter(wrong))}` must"):
            declare().with_options(wrong)


def test_the_digest_is_of_all_that_scores_depend_on(declare, said):
    assert declare().digest == declare(end="[price]\ninput = 1\noutput = 1").digest
    others = [
        declare(said.direct.replace("Rate", "Grade")),
        declare(said.direct.replace("upper = 5", "upper = 6")),
        declare(reply='read = "tag"'),
        declare(end="[sampling]\nsamples = 2"),
        declare(end="[request]\nx = 1"),
    ]
    assert len({declare().digest, *(one.digest for one in others)}) == 6
    assert math.isnan(declare().scale.empty)
