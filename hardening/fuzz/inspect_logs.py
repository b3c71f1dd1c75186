"""Logs of Inspect: archives whose parts are packed as its versions pack them."""

from __future__ import annotations

import io
import json
import random
import zipfile
import zlib

import zstandard

from hardening.fuzz.mutate_zip import strange_parts
from hardening.fuzz.seeds import Seed


def inspect_logs() -> list[Seed]:
    """Return a log as it was packed at first, and as it is since 2026."""
    return [Seed.of("a.eval", content) for content in (_deflated(), zstandard_archive(_deflated()))]


def _deflated() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as log:
        for k in (0, 1):
            sample = {"id": k, "epoch": 1, "scores": {"match": {"value": "CI"[k]}, "g": {"value": {"a": k}}}}
            log.writestr(f"samples/{k}_epoch_1.json", json.dumps(sample))
        log.writestr("header.json", json.dumps({"version": 2, "eval": {"task": "t", "model": "m"}}))
    return packed.getvalue()


def strange_log(rng: random.Random, content: bytes) -> bytes:
    """Return a log with one part damaged, lost or doubled, packed as since 2026; `content` is no part of it."""
    del content
    try:
        return zstandard_archive(strange_parts(rng, _deflated()))
    except (zipfile.BadZipFile, ValueError):  # it is no archive any more
        return b"PK"


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
