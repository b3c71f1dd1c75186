"""What makes two translators the same."""

from __future__ import annotations

import importlib.util

from trueness.translation.command_translator import CommandTranslator
from trueness.translation.translator import translator_identity

CODE = """
from trueness.translation.translator import Translator

class Mine(Translator):
    def translate(self, lines):
        return list(lines){change}

    def signature(self):
        return "mine"
"""


def mine(path, change=""):
    path.write_text(CODE.format(change=change))
    spec = importlib.util.spec_from_file_location("mine_to_translate", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_signature_and_the_code_tell_translators_apart(tmp_path, monkeypatch):
    import sys

    found = []
    for change in ("", "", "[:]"):
        module = mine(tmp_path / "mine.py", change)
        monkeypatch.setitem(sys.modules, "mine_to_translate", module)
        found.append(translator_identity(module.Mine()))
    assert found[0] == found[1] != found[2]
    assert translator_identity(CommandTranslator("cat")) != translator_identity(CommandTranslator("tac"))
    assert translator_identity(CommandTranslator("cat")) == translator_identity(CommandTranslator(["cat"]))


def test_sizes_are_letters(upper):
    assert upper().sizes(["ab", "", "é"]) == [2, 0, 1]
