"""What is kept of models: found once, and anew where a file has changed or the cache is not there."""

from __future__ import annotations

import hashlib
import os

from trueness.metrics.encoder.encoding_cache import keeping_encodings
from trueness.metrics.encoder.model_facts import ModelFacts, file_hashes, kept_facts


def test_a_fact_is_found_once(tmp_path):
    asked = []

    def find(places):
        asked.append(list(places))
        return [f"said {k}" for k in places]

    with keeping_encodings(tmp_path):
        assert kept_facts([("a", 1), ("b", 2)], find) == ["said 0", "said 1"]
        assert kept_facts([("b", 2), ("c", "1"), ("c", 1)], find) == ["said 1", "said 1", "said 2"]
        assert kept_facts([], find) == []
    assert asked == [[0, 1], [1, 2]]
    with keeping_encodings(None):
        assert kept_facts([("a", 1)], find) == ["said 0"]
    assert asked[2:] == [[0]]


def test_a_file_is_read_once_and_again_when_it_has_changed(tmp_path, monkeypatch):
    path = tmp_path / "weights"
    path.write_bytes(b"one")
    read = []
    hashed = hashlib.file_digest
    monkeypatch.setattr(hashlib, "file_digest", lambda *given: read.append(1) or hashed(*given))
    with keeping_encodings(tmp_path / "cache"):
        first = file_hashes([path, path])
        assert first == [hashlib.sha256(b"one").hexdigest()] * 2
        assert file_hashes([path]) == first[:1]
        before, n_read = path.stat(), len(read)
        path.write_bytes(b"two")  # of the same size, and given the same time, as by cp -p
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert file_hashes([path]) == [hashlib.sha256(b"two").hexdigest()]
        assert len(read) == n_read + 1
    assert (tmp_path / "cache" / ModelFacts.file_name).is_file()
