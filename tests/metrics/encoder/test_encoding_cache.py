"""States are found again bit by bit, a damaged file is given up, and the limit holds."""

from __future__ import annotations

import sqlite3

import numpy as np
import pytest

from trueness.data.files.kept_file import CacheWarning
from trueness.metrics.encoder import encoding_cache
from trueness.metrics.encoder.encoding_cache import (
    EncodingCache,
    encoding_key,
    keeping_encodings,
    opened,
)


def states(seed, tokens=3):
    return np.random.default_rng(seed).standard_normal((tokens, 4)).astype(np.float32)


def keys(n):
    return [encoding_key("m", 1, [k]) for k in range(n)]


def test_what_is_kept_is_found_again(tmp_path):
    made = dict(zip(keys(3), map(states, range(3)), strict=True))
    with EncodingCache(tmp_path) as cache:
        cache.save(made)
    with EncodingCache(tmp_path) as cache:
        found = cache.load([*made, encoding_key("m", 2, [0])], 4)
    assert found.keys() == made.keys()
    assert all(np.array_equal(found[key], made[key]) for key in made)


def test_keys_tell_model_layer_and_tokens_apart():
    given = [("m", 1, (1, 2)), ("m", 2, (1, 2)), ("n", 1, (1, 2)), ("m", 1, (2, 1)), ("m", 1, (1, 2, 0))]
    assert len({encoding_key(*one) for one in given}) == len(given)


@pytest.mark.parametrize("column", ["states", "key"])
def test_a_bit_that_is_lost_is_noticed(tmp_path, column):
    (key,) = keys(1)
    with EncodingCache(tmp_path) as cache:
        cache.save({key: states(0)})
    with sqlite3.connect(tmp_path / EncodingCache.file_name) as file:
        ((value,),) = file.execute(f"SELECT {column} FROM encodings")  # noqa: S608 - one of two
        changed = bytes([value[0] ^ 1]) + value[1:]
        file.execute(f"UPDATE encodings SET {column} = ?", (changed,))  # noqa: S608
    file.close()
    with EncodingCache(tmp_path) as cache:
        if column == "states":
            with pytest.warns(CacheWarning, match="cache of encodings is damaged .* Remove the file"):
                assert cache.load([key], 4) == {}
            assert cache.problem
        else:
            assert cache.load([key], 4) == {}
            with pytest.warns(CacheWarning, match="a row differs from what was saved"):
                cache.load([changed], 4)


def test_a_file_that_is_something_else_is_given_up(tmp_path):
    (tmp_path / EncodingCache.file_name).write_bytes(b"not a database at all" * 100)
    with pytest.warns(CacheWarning, match="Texts are encoded without it"):
        cache = EncodingCache(tmp_path)
    with cache:
        assert cache.load(keys(1), 4) == {}
        cache.save({})
    with keeping_encodings(tmp_path):
        with pytest.warns(CacheWarning), opened(EncodingCache):
            pass
        with opened(EncodingCache) as again:  # which was said
            assert again is None


def test_what_was_not_used_for_longest_goes_first(tmp_path, monkeypatch):
    now = [1000 * 3600.0]
    monkeypatch.setattr(encoding_cache.time, "time", lambda: now[0])
    names = keys(5)
    size = states(0).nbytes
    with EncodingCache(tmp_path, most_bytes=4 * size) as cache:
        for key, seed in zip(names[:4], range(4), strict=True):
            cache.save({key: states(seed)})
            now[0] += 3600
        assert len(cache.load(names[:1], 4)) == 1  # the oldest, which is used again
        now[0] += 3600
        cache.save({names[4]: states(4)})
        assert set(cache.load(names, 4)) == {names[0], names[3], names[4]}


def test_where_states_are_kept_is_said_around_the_work(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path / "usual"))
    with opened(EncodingCache) as cache:
        assert cache.path == tmp_path / "usual" / EncodingCache.file_name
    with keeping_encodings(tmp_path / "here"), opened(EncodingCache) as cache:
        assert cache.path == tmp_path / "here" / EncodingCache.file_name
    with keeping_encodings(None), opened(EncodingCache) as cache:
        assert cache is None
