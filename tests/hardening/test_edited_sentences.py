"""Whoever edits the catalogue as a text file changes words in the source, and nothing else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hardening.edited_sentences import EditError, applied, main, written
from hardening.sentences import SOURCE, texts

MADE_UP = '''\
"""A docstring is no sentence of the program."""


def said(few, share, names):
    note = f"There are {few} systems. These are few."
    if few:
        raise DataError(
            f"a scorer must have scores: '{names[0]}' has a share of {share:.0%}, "
            f"{'none' if not share else 'some'} of them judged. Leave it out.",
            remedy=" Or say \\"--missing-values 'n/a'\\" if the mark {mark} stands for it.",
        )
    return note, ("kept", f"{{braces}} and ü stay as they are in {few!r} places.")
'''


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "said.py").write_text(MADE_UP, encoding="utf-8")
    return tmp_path / "package"


def source(tree: Path) -> str:
    return (tree / "said.py").read_text(encoding="utf-8")


def edit(tree: Path, old: str, new: str) -> int:
    file = tree.parent / "words.txt"
    assert main(["--source", str(tree), "--edit", str(file)]) == 0
    content = file.read_text(encoding="utf-8")
    assert old in content
    file.write_text(content.replace(old, new), encoding="utf-8")
    return main(["--source", str(tree), "--apply", str(file)])


def test_an_entry_has_place_condition_and_text(tree):
    entries = written(texts(tree)).split("\n\n")
    assert len(entries) == 1 + 4
    head, condition, *text = entries[2].splitlines()
    assert head.startswith("@ said.py:8 said (error) ")
    assert condition == "  if few"
    assert " ".join(text) == (
        "a scorer must have scores: '{names[0]}' has a share of {share:.0%}, "
        "{'none' if not share else 'some'} of them judged. Leave it out."
    )


def test_without_a_change_nothing_is_written(tree, capsys):
    assert edit(tree, "There", "There") == 0
    assert source(tree) == MADE_UP
    assert capsys.readouterr().out == "nothing has changed\n"


def test_words_change_and_nothing_else(tree):
    assert edit(tree, "These are few.", "Have more of them judged, as so few tell little of others.") == 0
    assert source(tree) == MADE_UP.replace(
        "These are few.", "Have more of them judged, as so few tell little of others."
    )


def test_a_line_that_becomes_too_long_goes_on_in_brackets(tree):
    longer = "These are " + "very " * 20 + "few."
    assert edit(tree, "These are few.", longer) == 0
    lines = source(tree).splitlines()
    assert lines[4].startswith("    note = (")
    assert max(map(len, lines)) <= 110
    changed, _, _, kept = texts(tree)
    assert changed.template == f"There are {{few}} systems. {longer}"
    assert kept.written == "{{braces}} and ü stay as they are in {few!r} places."


def test_strings_that_span_lines_are_put_together_anew(tree):
    before = ast.dump(ast.parse(source(tree)))
    assert edit(tree, "has a share of {share:.0%}", "has {share:.0%}") == 0
    assert "'{names[0]}' has {share:.0%}, " in source(tree)
    assert ast.dump(ast.parse(source(tree))) == before.replace("has a share of", "has")


def test_what_is_filled_in_may_move(tree):
    assert edit(tree, "There are {few} systems.", "Of systems there are {few}.") == 0
    assert 'f"Of systems there are {few}. These are few."' in source(tree)


def test_quotes_and_spaces_at_the_edge_stay(tree):
    assert edit(tree, "the mark {mark} stands for it", "{mark} is such a mark") == 0
    assert ''' " Or say "--missing-values 'n/a'" if {mark} is such a mark."'''[1:].strip() in source(
        tree
    ).replace('\\"', '"')
    assert next(one for one in texts(tree) if "Or say" in one.written).written.startswith(" Or say")


@pytest.mark.parametrize(
    ("old", "new", "refused"),
    [
        ("{share:.0%}", "{share}", "line 7: said.py: the text has to keep {share:.0%}, not {share}"),
        (" {few} ", " some ", "line 4: said.py: the text has to keep {few}"),
        (" few.", " {names}.", "line 4: said.py: nothing is filled in for {names}"),
        ("{mark}", "it", "line 12: said.py: the text has to keep {mark}"),
        ("\n@ said.py:8 ", "\n@ said.py:eight ", "line 7: this text belongs to no entry: '@ said.py:eight"),
    ],
)
def test_an_entry_that_cannot_be_put_back_is_refused_with_its_line(tree, capsys, old, new, refused):
    assert edit(tree, old, new) == 2
    assert refused in capsys.readouterr().err
    assert source(tree) == MADE_UP


def test_where_one_entry_is_refused_nothing_is_written(tree):
    file = written(texts(tree)).replace("These are few", "Few they are").replace("{mark}", "it")
    with pytest.raises(EditError):
        applied(file, tree)
    assert edit(tree, "These are few.", "Few they are. {mark}") == 2
    assert source(tree) == MADE_UP


def test_an_entry_without_its_text_is_refused(tree):
    with pytest.raises(EditError, match="line 4: the entry lost its text"):
        applied(written(texts(tree)).replace("There are {few} systems. These are few.", ""), tree)


def test_a_source_that_has_moved_on_is_refused_where_its_text_differs(tree):
    file = written(texts(tree)).replace("These are few", "Few they are")
    (tree / "said.py").write_text("import few\n\n\n" + MADE_UP, encoding="utf-8")
    assert "systems. Few they are." in applied(file, tree)[tree / "said.py"]
    (tree / "said.py").write_text(MADE_UP.replace("systems", "metrics"), encoding="utf-8")
    with pytest.raises(EditError, match=r"line 4: the text has changed in said\.py"):
        applied(file, tree)


def test_every_text_of_the_program_is_read_as_it_was_written():
    assert applied(written(texts()), SOURCE) == {}


def test_a_text_has_one_entry(tree):
    file = written(texts(tree)).replace("These are few", "Few they are")
    first = "\n\n".join(file.split("\n\n")[1:2])
    with pytest.raises(EditError, match="the text has changed"):
        applied(file + "\n" + first, tree)
