"""Settings that are declared once: what is checked, what is said of them, and how they go to JSON and back."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from collections.abc import Sequence

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.study.folders import STUDIES
from trueness.study.registry import find_study
from trueness.study.setting import (
    RUN,
    TEST,
    Checked,
    Selection,
    StudySettings,
    again,
    at_most_resamples,
    documented,
    fixed,
    number_or_word,
    one_of,
    only,
    optional,
    proportion,
    setting,
    settings_of,
    whole,
    words,
)

KINDS = ("plain", "robust")
REQUIRED = {"EquivalenceSettings": {"margin": 0.1}}  # settings without a default that could be meant


def _even(argument, value):
    if value % 2:
        raise ArgumentError(f"`{argument}` must be even, not {value}.")
    return value


@dataclasses.dataclass(frozen=True)
class Which(Selection):
    """What is compared.

    Attributes
    ----------
    names : tuple of str or None
    folded : bool
    """

    names: tuple[str, ...] | None = setting(
        None, "Names or patterns.", check=words, several=True, keyword="name", default_words="all"
    )
    folded: bool = setting(default=False, text="Take two for one.", flag=None)


@dataclasses.dataclass(frozen=True)
class How(StudySettings):
    """How it is compared.

    Attributes
    ----------
    kind : str
    steps : int
    limit : float or str
    share : float
    least : int or None
    """

    kind: str = setting(
        "plain", "How it is done. Robust takes longer, e.g. twice.", choices=KINDS, panel=TEST
    )
    steps: int = setting(4, "Steps, e.g. 20. An even number.", check=_even)
    limit: float | str = setting("none", "A number, or none.", parse=number_or_word)
    share: float = setting(0.05, "A share.", check=proportion)
    least: int | None = setting(None, "The least.", check=optional(whole(1)), default_words="no limit")
    seen: int = 0

    def _refuse(self) -> None:
        if self.kind == "robust" and self.steps < 4:
            raise ArgumentError("robust needs 4 `steps`.")
        super()._refuse()


FOUND = {one.field: one for cls in (Which, How) for one in settings_of(cls)}


def test_what_is_declared_is_found_in_order_and_nothing_else():
    assert list(FOUND) == ["names", "folded", "resamples", "seed", "kind", "steps", "limit", "share", "least"]


@pytest.mark.parametrize(
    ("field", "keyword", "flag", "kind", "several", "panel"),
    [
        ("names", "name", "--name", str, True, "Question"),
        ("folded", "folded", None, bool, False, "Question"),
        ("resamples", "resamples", "--resamples", int, False, RUN),
        ("seed", "rng", "--seed", int, False, RUN),
        ("kind", "kind", "--kind", str, False, TEST),
        ("limit", "limit", "--limit", str, False, "Question"),
        ("share", "share", "--share", float, False, "Question"),
        ("least", "least", "--least", int, False, "Question"),
    ],
)
def test_names_and_kinds(field, keyword, flag, kind, several, panel):
    one = FOUND[field]
    assert (one.keyword, one.flag, one.kind, one.several, one.panel) == (keyword, flag, kind, several, panel)


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("names", "Names or patterns; default all."),
        ("folded", "Take two for one."),
        ("kind", "How it is done: plain (default), robust. Robust takes longer, e.g. twice."),
        ("steps", "Steps, e.g. 20; default 4. An even number."),
        ("limit", "A number, or none; default none."),
        ("share", "A share; default .05."),
        ("least", "The least; default no limit."),
        ("resamples", "Number of resamples; default 9999."),
    ],
)
def test_help_says_choices_and_default(field, said):
    assert FOUND[field].help == said


@pytest.mark.parametrize(
    ("field", "head"),
    [
        ("names", "name : str or sequence of str, default all"),
        ("folded", "folded : bool, optional"),
        ("kind", "kind : {'plain', 'robust'}, default plain"),
        ("steps", "steps : int, default 4"),
        ("limit", "limit : str or number, default none"),
        ("share", "share : float, default .05"),
        ("least", "least : int, default no limit"),
        ("seed", "rng : int, optional"),
    ],
)
def test_the_entry_of_a_docstring(field, head):
    first, *rest = FOUND[field].documented.splitlines()
    assert first == head
    assert " ".join(line.strip() for line in rest) == FOUND[field].text
    assert all(line.startswith("    ") and len(line) <= 112 for line in rest)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"kind": "plian"}, "`kind` must be one of 'plain', 'robust'; it is 'plian'. Did you mean 'plain'"),
        ({"steps": 3}, "`steps` must be even, not 3"),
        ({"share": 1}, "`share`"),
        ({"least": 0}, "`least`"),
        ({"least": 1.5}, "`least`"),
        ({"resamples": 0}, "`resamples`"),
        ({"resamples": 10_000_001}, "at most 10,000,000; it is 10,000,001"),
        ({"seed": -1}, "`seed`"),
        ({"kind": "robust", "steps": 2}, "robust needs 4 `steps`"),
    ],
)
def test_values_are_checked(given, message):
    with pytest.raises(ArgumentError, match=re.escape(message)):
        How(**given)


def test_what_is_checked_is_stored_as_the_check_returns_it():
    assert Which(names="a").names == ("a",)
    assert Which(names=["a", "b"]).names == ("a", "b")
    assert Which().names is None
    with pytest.raises(ArgumentError, match=re.escape("`name` must be a name or several; it is 5.")):
        Which(names=5)
    with pytest.raises(ArgumentError, match="`name` must be a name or several"):
        Which(names=["a", 5])


def test_arguments_go_by_their_names_and_none_is_the_default():
    assert Which.of(name="a", folded=None) == Which(names=("a",))
    assert How.of(rng=7, kind=None, share=0.1) == How(seed=7, share=0.1)
    assert How.of(rng=np.random.default_rng(1)).seed == How.of(rng=np.random.default_rng(1)).seed
    assert How.of().seed != How.of().seed
    with pytest.raises(ArgumentError, match="`rng`"):
        How.of(rng="x")
    with pytest.raises(TypeError, match="nobody"):
        How.of(rng=1, nobody=2)


def test_to_json_and_back():
    for one in (
        Which(names=("a", "b"), folded=True),
        How(kind="robust", limit=0.5, share=0.1, least=3, seed=2**53 - 1),
    ):
        values = json.loads(json.dumps(one.to_dict(), allow_nan=False))
        assert type(one).from_dict(values) == one
    with pytest.raises(ArgumentError, match=r"`setting` must be one of .*'kind'.*; it is 'knid'"):
        How.from_dict({"knid": "plain"})
    with pytest.raises(ArgumentError, match="`kind`"):
        How.from_dict({"kind": "other"})


def test_a_field_may_be_declared_again_with_other_facts():
    @dataclasses.dataclass(frozen=True)
    class More(How):
        """Attributes: kind, share."""

        kind: str = again(How, "kind", choices=("plain",))
        share: float = again(How, "share", default=0.1, text="Another share.")

    found = {one.field: one for one in settings_of(More)}
    assert list(found) == [name for name in FOUND if name not in ("names", "folded")]
    assert found["kind"].help == "How it is done: plain (default). Robust takes longer, e.g. twice."
    assert found["share"].help == "Another share; default .1."
    assert found["share"].panel == FOUND["share"].panel
    assert More().share == 0.1
    with pytest.raises(ArgumentError, match="`kind`"):
        More(kind="robust")
    with pytest.raises(ArgumentError, match="`share`"):
        More(share=2)
    assert How(kind="robust").share == 0.05


def test_a_field_may_have_one_value_below():
    @dataclasses.dataclass(frozen=True)
    class Always(Which):
        names: tuple[str, ...] | None = fixed(("a",))

    assert "names" not in {one.field for one in settings_of(Always)}
    assert Always().names == ("a",)
    assert Always.from_dict(Always().to_dict()) == Always()
    with pytest.raises(ArgumentError, match=r"`names` must be \('a',\) here; it is \('b',\)"):
        Always(names=("b",))
    assert only(1)("x", 1) == 1


def test_checks():
    assert at_most_resamples("resamples", np.int64(5)) == 5
    assert one_of(KINDS)("kind", "plain") == "plain"
    assert optional(whole(1))("n", None) is None
    assert [number_or_word(text) for text in ("1e-3", "none")] == [0.001, "none"]


def test_a_function_is_given_its_arguments():
    def ask(data, *, texts=None, **options):
        """Ask.

        Parameters
        ----------
        data : object

        Returns
        -------
        object
        """

    documented(ask, Which, How)
    parameters = inspect.signature(ask).parameters
    assert list(parameters) == ["data", "texts", *(one.keyword for one in FOUND.values())]
    assert parameters["name"].annotation == str | Sequence[str] | None
    assert parameters["share"].annotation == float | None
    assert all(parameters[one.keyword].default is None for one in FOUND.values())
    lines = ask.__doc__.splitlines()
    assert lines[lines.index("data : object") + 1] == "name : str or sequence of str, default all"
    assert lines[lines.index("Returns") - 2] == "    The least."


@pytest.mark.parametrize("name", STUDIES)
def test_what_the_studies_declare_can_be_said(name):
    """Each has a text that ends as a sentence does, no default said twice, and a value that its check lets pass."""
    study = find_study(name)
    assert issubclass(study.selection_type, Selection)
    assert issubclass(study.settings_type, Checked)
    seen = set()
    for cls in (study.selection_type, study.settings_type):
        chosen = cls(**REQUIRED.get(cls.__name__, {}))
        assert chosen == cls.from_dict(json.loads(json.dumps(chosen.to_dict())))
        for one in settings_of(cls):
            assert one.text.endswith("."), one
            assert one.help.endswith("."), one
            assert one.help.count("default") <= 1, one.help
            assert one.keyword not in seen
            seen.add(one.keyword)
