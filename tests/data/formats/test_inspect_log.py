"""Logs of Inspect, packed as its versions pack them, unfinished ones, damaged ones, and ones that are too large."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hardening.fuzz.inspect_logs import zstandard_archive

from trueness.data.formats.inspect_log import read_inspect_log
from trueness.data.reading.read import read_scores
from trueness.errors import FormatError

HEADER = {"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}}
SAMPLES = [
    {
        "id": k,
        "epoch": 1,
        "output": {"completion": "y"},
        "scores": {"match": {"value": "CI"[k], "history": []}},
    }
    for k in range(2)
]


def archive(header: str = "header.json", samples: list[Any] = SAMPLES) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as log:
        for sample in samples:
            log.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
        log.writestr("summaries.json", "not looked into")
        log.writestr(header, json.dumps(HEADER))
    return packed.getvalue()


def test_all_ways_to_pack_a_log_give_the_same(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    deflated = archive()
    for content in (
        deflated,
        zstandard_archive(deflated),
        archive("_journal/start.json"),
        archive("start.json"),
    ):
        path.write_bytes(content)
        assert read_inspect_log(path) == {**HEADER, "samples": SAMPLES}
        table = read_scores(path)
        assert (table.systems, table.inputs, table.matrix("match").tolist()) == (("m",), ("0", "1"), [[1, 0]])


def test_damage_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    sound = zstandard_archive(archive())
    place = sound.index(zstandard.compress(json.dumps(SAMPLES[0]).encode()))
    wrong = bytearray(sound)
    wrong[place + 12] ^= 255
    for content in (b"PK nothing", sound[:200], bytes(wrong), sound.replace(b"PK\x03\x04", b"PK\x03\x05")):
        path.write_bytes(content)
        with pytest.raises(FormatError, match="inspect log dump"):
            read_inspect_log(path)
    for content, at in (
        (archive(), 20),
        (sound, 20),
    ):  # the directory says that a part is packed in a gigabyte
        far = bytearray(content)
        far[content.index(b"PK\x01\x02") + at + 3] = 0x40
        path.write_bytes(far)
        with pytest.raises(FormatError, match="would be longer than the file"):
            read_inspect_log(path)
    locked = bytearray(archive())
    for mark, at in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        locked[locked.index(mark) + at] |= 1
    path.write_bytes(locked)
    with pytest.raises(FormatError, match="password"):
        read_inspect_log(path)
    path.write_bytes(archive("other.json"))
    with pytest.raises(FormatError, match=r"header\.json"):
        read_inspect_log(path)


def test_no_more_is_unpacked_than_the_directory_says(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(zstandard_archive(archive(samples=[{**SAMPLES[0], "input": "x" * 10**6}]), said=9))
    with pytest.raises(FormatError, match="is damaged"):
        read_inspect_log(path)


def test_a_log_that_is_too_large_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trueness.data.formats.inspect_log.MOST_BYTES", 100)
    log = tmp_path / "log.eval"
    with zipfile.ZipFile(log, "w") as packed:
        packed.writestr("header.json", "no JSON " * 20)  # reading it would be another error
    with pytest.raises(FormatError, match="the log has more than 100 bytes"):
        read_scores(log, format="inspect")
