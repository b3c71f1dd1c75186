"""Strange spreadsheets: what is inside the archive changed, and packed again."""

from __future__ import annotations

import io
import random
import re
import zipfile

from hardening.fuzz.mutate_bytes import damaged

_NUMBERS = re.compile(rb"""(?<=["'>])[A-Z]{0,3}\d+(?=["'<])""")
_STRANGE = (
    *(
        b"0",
        b"-1",
        b"1048576",
        b"1048577",
        b"16384",
        b"99999999",
        b"4294967296",
        b"A0",
        b"XFD1048576",
        b"ZZZ1",
    ),
    *(b"1e400", b"nan", b"", b"A1:XFD1048576", b"1.5", b"&amp;", b"&x;", b"s", b"e", b"inlineStr"),
)


def strange_parts(rng: random.Random, content: bytes) -> bytes:
    """Return an archive with one part damaged, lost, doubled, or with other numbers and references in it."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = {part.filename: archive.read(part) for part in archive.infolist()}
    except (
        zipfile.BadZipFile,
        NotImplementedError,
    ):  # packed in a way that only newer versions of Python know
        return damaged(rng, content)
    sheets = [name for name in parts if "sheet" in name or "content" in name or "shared" in name]
    name = rng.choice(sheets if sheets and rng.random() < 0.8 else sorted(parts))
    kind = rng.random()
    if kind < 0.15:
        del parts[name]
    elif kind < 0.4:
        parts[name] = damaged(rng, parts[name])
    else:
        places = list(_NUMBERS.finditer(parts[name]))
        for place in sorted(
            rng.sample(places, min(len(places), rng.randint(1, 3))), key=lambda m: -m.start()
        ):
            changed = rng.choice(_STRANGE)
            parts[name] = parts[name][: place.start()] + changed + parts[name][place.end() :]
    out = io.BytesIO()
    method = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    with zipfile.ZipFile(out, "w", method) as archive:
        for part, inside in parts.items():
            archive.writestr(part, inside)
    return out.getvalue()
