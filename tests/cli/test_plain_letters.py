"""A terminal without Greek letters prints their names: rho and tau are no r and t."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "latin-1"])
def test_rho_and_tau_are_told_from_r(tmp_path, encoding):
    rows = [f"s{k},{i},{k + i % 2},{k * 2 + i % 3},{(k * 5 + i) % 7}" for k in range(6) for i in range(4)]
    (tmp_path / "s.csv").write_text("\n".join(["system,input,human,x,y", *rows]) + "\n", encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "trueness",
            "compare",
            "--no-tests",
            "s.csv",
            "--human",
            "human",
            "--seed",
            "1",
            "--table",
            "paper",
        ],
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": encoding, "TRUENESS_CACHE": str(tmp_path / "cache")},
        check=False,
    )
    out = done.stdout.decode(encoding)
    (header, *_) = [line for line in out.splitlines() if line.startswith("|") and "Metric" in line]
    assert [word.strip() for word in header.strip("|").split("|")][-2:] == ["rho", "tau"]
    assert "\\u" not in out
    below = out.splitlines()[out.splitlines().index(header) + 1]
    assert len(below) == len(header)
