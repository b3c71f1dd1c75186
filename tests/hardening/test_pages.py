"""Pages of the documentation are read to the end: their sentences are short, and say what is."""

from __future__ import annotations

import pytest
from hardening.pages import main, pages, sentences_of

MOST_WORDS, MOST_NEGATED = 15.5, 0.185
"""Of a sentence on average, and the share of sentences with a negation, over all pages."""

LONGEST, MOST_OF_EVIDENCE, FEW_NEGATED = 20.5, 17.0, 0.12
"""Words of a sentence on average on any page, and on those that had the longest; their share of negations."""

PAGE = """\
# A heading is no sentence

Bars are choices (`--grade-bar X`). See [the
rules](rules.md), which have no end.

| a table | has no sentences at all |
|---|---|

- An item is one. It has two sentences; they are short.

```python
print("what is typed is no sentence")
```

term
: What it means, e.g. this.
"""


@pytest.fixture(scope="module")
def found():
    return pages()


def test_pages_are_short_and_positive_on_the_whole(found):
    n = sum(one.n for one in found.values())
    assert n > 3000
    assert sum(one.n * one.mean for one in found.values()) / n <= MOST_WORDS
    assert sum(one.n * one.negated for one in found.values()) / n <= MOST_NEGATED


def test_no_page_has_long_sentences(found):
    assert {name: round(one.mean, 1) for name, one in found.items() if one.mean > LONGEST} == {}


@pytest.mark.parametrize(
    "name", ["ranges", "simulations", "peers", "rouge", "choosing_a_correction", "multiverse"]
)
def test_evidence_reads_as_plainly_as_the_rest(found, name):
    assert found[f"{name}.md"].mean <= MOST_OF_EVIDENCE
    assert found[f"{name}.md"].negated <= FEW_NEGATED


def test_sentences_of_a_page():
    assert list(sentences_of(PAGE)) == [
        "Bars are choices (X).",
        "See the rules, which have no end.",
        "An item is one.",
        "It has two sentences; they are short.",
        "What it means, e.g this.",
    ]


def test_pages_are_printed(capsys):
    main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 50
    assert "sentences," in lines[0]
