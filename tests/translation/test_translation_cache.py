"""Translations are found again by line and translator; what is damaged is told and not used."""

from __future__ import annotations

import sqlite3

import pytest

from trueness.data.files.kept_file import CacheWarning
from trueness.translation.translation_cache import TranslationCache, line_key
from trueness.translation.translator import Translation

MADE = {
    line_key("a", "one"): Translation("uno"),
    line_key("a", "two"): Translation("dos \U0001f600", cut=True),
}


def test_what_was_saved_is_found_again(tmp_path):
    with TranslationCache(tmp_path) as cache:
        cache.save(MADE)
    with TranslationCache(tmp_path) as cache:
        assert cache.load([*MADE, line_key("a", "three")]) == MADE
        cache.save(dict.fromkeys(MADE, Translation("other")))
        assert cache.load(list(MADE)) == MADE  # what is there stays


def test_keys_tell_lines_and_translators_apart():
    keys = {line_key(who, line) for who in ("", "a", "ab", "1") for line in ("", "a", "b", "\ud800")}
    assert len(keys) == 16
    assert {len(key) for key in keys} == {16}


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE translations SET made = X'30'",
        "UPDATE translations SET made = 'text'",
        "UPDATE translations SET made = made || X'00'",
        "DROP TABLE translations",
    ],
)
def test_a_damaged_file_is_told_and_given_up(tmp_path, damage):
    with TranslationCache(tmp_path) as cache:
        cache.save(MADE)
    with sqlite3.connect(tmp_path / "translations.sqlite") as file:
        file.execute(damage)
    file.close()
    with TranslationCache(tmp_path) as cache:
        with pytest.warns(
            CacheWarning, match=r"the cache of translations .*\. Texts are translated without it"
        ):
            assert cache.load(list(MADE)) == {}
        assert cache.problem is not None
        cache.save(MADE)


def test_a_changed_bit_is_found(tmp_path):
    with TranslationCache(tmp_path) as cache:
        cache.save(MADE)
        ((made,),) = cache._file.execute("SELECT made FROM translations WHERE line = ?", (next(iter(MADE)),))
        changed = made[:2] + bytes([made[2] ^ 1]) + made[3:]
        cache._file.execute("UPDATE translations SET made = ? WHERE made = ?", (changed, made))
        with pytest.warns(CacheWarning, match="a row differs from what was saved"):
            assert cache.load(list(MADE)) == {}


def test_a_file_of_another_kind_is_left_alone(tmp_path):
    with sqlite3.connect(tmp_path / "translations.sqlite") as file:
        file.execute("CREATE TABLE mine (x)")
    file.close()
    with pytest.warns(CacheWarning, match="must be a cache of translations"):
        TranslationCache(tmp_path)
    with sqlite3.connect(tmp_path / "translations.sqlite") as file:
        assert file.execute("SELECT name FROM sqlite_master").fetchall() == [("mine",)]
    file.close()
