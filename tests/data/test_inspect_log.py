"""Logs of Inspect, packed as its versions pack them, unfinished ones, damaged ones, and ones that are too large."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest
import zstandard

from trueness.data.inspect_log import read_inspect_log
from trueness.data.read import read_scores
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


def zstandard_archive(content: bytes, said: int | None = None) -> bytes:
    """Return an archive whose parts are packed as Inspect packs them since 2026, by the number 93.

    `said` is how many bytes the directory says that each has, where that is not so.
    """
    whole, central, count = b"", b"", 0
    with zipfile.ZipFile(io.BytesIO(content)) as log:
        for part in log.infolist():
            data = log.read(part)
            packed, name, count = zstandard.compress(data), part.filename.encode(), count + 1
            sizes = b"".join(
                n.to_bytes(4, "little") for n in (zlib.crc32(data), len(packed), said or len(data))
            )
            entry = b"\x3f\0\0\0\x5d\0\0\0\0\0" + sizes + len(name).to_bytes(2, "little")
            place = len(whole).to_bytes(4, "little")
            whole += b"PK\x03\x04" + entry + b"\0\0" + name + packed
            central += b"PK\x01\x02\x3f\0" + entry + bytes(12) + place + name
    sizes = b"".join(n.to_bytes(4, "little") for n in (len(central), len(whole)))
    return whole + central + b"PK\x05\x06" + bytes(4) + 2 * count.to_bytes(2, "little") + sizes + bytes(2)


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
    path.write_bytes(archive("other.json"))
    with pytest.raises(FormatError, match=r"header\.json"):
        read_inspect_log(path)


def test_no_more_is_unpacked_than_the_directory_says(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(zstandard_archive(archive(samples=[{**SAMPLES[0], "input": "x" * 10**6}]), said=9))
    with pytest.raises(FormatError, match="is damaged"):
        read_inspect_log(path)


def test_a_log_that_is_too_large_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trueness.data.inspect_log.MOST_BYTES", 100)
    log = tmp_path / "log.eval"
    with zipfile.ZipFile(log, "w") as packed:
        packed.writestr("header.json", "no JSON " * 20)  # reading it would be another error
    with pytest.raises(FormatError, match="the log has more than 100 bytes"):
        read_scores(log, format="inspect")
