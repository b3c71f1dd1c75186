"""Papers one after the other: each is run, and the end says how each ended."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "reproductions"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """The program, with made papers: one that agrees, one that differs, one that lacks something."""
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.delitem(sys.modules, "run", raising=False)
    import run

    papers = []
    for name, status in (("same", 0), ("other", 1), ("lacking", 2)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "reproduce.py").write_text(f"import sys\nsys.exit({status})\n", encoding="utf-8")
        papers.append(run.Paper(name, ("reproduce.py",), "nothing", 1))
    monkeypatch.setattr(run, "HERE", tmp_path)
    monkeypatch.setattr(run, "RUN", tuple(papers))
    yield run
    sys.modules.pop("run", None)


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ((), 1, ("agrees", "DIFFERS", "lacks something")),
        (("same",), 0, ("agrees",)),
        (("other",), 1, ("DIFFERS",)),
        (("lacking", "same"), 0, ("agrees", "lacks something")),
    ],
)
def test_a_difference_is_what_ends_with_1(run, monkeypatch, capsys, asked, status, said):
    monkeypatch.setattr(sys, "argv", ["run.py", *asked])
    assert run.main() == status
    lines = capsys.readouterr().out.strip().splitlines()[-len(said) :]
    assert [word for word, line in zip(said, lines, strict=True) if word not in line] == []


def test_a_paper_that_is_not_there_is_refused(run, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["run.py", "nobody2020"])
    with pytest.raises(SystemExit):
        run.main()
    assert "no paper is called nobody2020" in capsys.readouterr().err
