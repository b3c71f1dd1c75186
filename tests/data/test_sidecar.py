"""The description beside a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from trueness.data.sidecar import parse_description, read_sidecar, sidecar_path
from trueness.errors import FormatError


def test_it_lies_beside_the_file_under_its_whole_name(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    assert sidecar_path(path) == tmp_path / "a.csv.gz.meta.json"
    assert read_sidecar(path) is None
    sidecar_path(path).write_text('{"format": 1}')
    assert read_sidecar(path) == {"format": 1}


@pytest.mark.parametrize("content", [b"", b"[1]", b"{", b"null", b"\xff", b"[" * 100_000])
def test_what_is_no_object_is_refused(content: bytes) -> None:
    with pytest.raises(FormatError, match=r"f: the description of the scores is no JSON object"):
        parse_description(content, "f")
