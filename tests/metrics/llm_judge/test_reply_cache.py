"""Replies are found again by all that they depend on, and by nothing else."""

from __future__ import annotations

import math
import sqlite3

import pytest

from trueness.data.files.kept_file import CacheWarning
from trueness.metrics.llm_judge.read_reply import Reading
from trueness.metrics.llm_judge.reply import Reply, Token
from trueness.metrics.llm_judge.reply_cache import KeptReply, ReplyCache, reply_key

BODY = {"model": "m", "messages": [{"role": "user", "content": "hello"}]}
KEY = reply_key("http://a/v1", BODY, 0, "")


def test_replies_are_found_again(tmp_path):
    kept = {
        bytes([k]) * 16: KeptReply(reply)
        for k, reply in enumerate(
            [Reply("é\n", tokens=(Token("4", (("4", -0.5),)),), tokens_in=3), Reply("")]
        )
    }
    with ReplyCache(tmp_path) as cache:
        cache.save(kept)
    with ReplyCache(tmp_path) as cache:
        assert cache.load([*kept, b"x" * 16]) == kept


def test_scores_without_texts_are_found_again(tmp_path):
    with ReplyCache(tmp_path) as cache:
        cache.save({KEY: KeptReply(None, Reading("read", 4.5, "because of it"))})
        assert cache.load([KEY]) == {KEY: KeptReply(None, Reading("read", 4.5))}
        other = reply_key("http://a/v1", BODY, 1, "")
        cache.save({other: KeptReply(None, Reading("unreadable", problem="a secret"))})
        found = cache.load([other])[other].reading
    assert found.outcome == "unreadable"
    assert math.isnan(found.score)
    assert b"because" not in cache.path.read_bytes()
    assert b"secret" not in cache.path.read_bytes()


def test_a_key_is_of_all_that_a_reply_depends_on():
    others = [
        reply_key("http://b/v1", BODY, 0, ""),
        reply_key("http://a/v1", {**BODY, "model": "n"}, 0, ""),
        reply_key("http://a/v1", {**BODY, "messages": [{"role": "user", "content": "hallo"}]}, 0, ""),
        reply_key("http://a/v1", {**BODY, "temperature": 0.0}, 0, ""),
        reply_key("http://a/v1", BODY, 1, ""),
        reply_key("http://a/v1", BODY, 0, "read otherwise"),
    ]
    assert len({KEY, *others}) == 7
    assert reply_key("http://a/v1", dict(reversed(BODY.items())), 0, "") == KEY


@pytest.mark.parametrize(
    "change",
    ["said = CAST(substr(said, 1, length(said) - 1) || x'00' AS BLOB)", "said = 'text'", "asked = x'00'"],
)
def test_a_damaged_row_is_never_used(tmp_path, change):
    with ReplyCache(tmp_path) as cache:
        cache.save({KEY: KeptReply(Reply("4"))})
    file = sqlite3.connect(cache.path)
    file.execute(f"UPDATE replies SET {change}")  # noqa: S608 - of this file
    file.commit()
    file.close()
    with ReplyCache(tmp_path) as cache:
        if "asked" in change:
            assert cache.load([KEY]) == {}
        else:
            with pytest.warns(CacheWarning, match="is damaged"):
                assert cache.load([KEY]) == {}
