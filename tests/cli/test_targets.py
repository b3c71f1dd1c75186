"""What is written where: nothing that is not ours is replaced, and a page is called like one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from trueness.cli.targets import check_page
from trueness.errors import ArgumentError


def test_a_file_of_the_usual_name_that_is_somebody_elses_stays(
    run: Callable[..., Any], tmp_path: Path
) -> None:
    usual, words = tmp_path / "scores.csv", ("score", "pocket", "--metrics", "rouge1_f")
    usual.write_text("mine", encoding="utf-8")
    status, _, err = run(*words)
    assert status == 3
    assert "--out FILE" in err
    assert usual.read_text(encoding="utf-8") == "mine"
    usual.unlink()
    assert run(*words).status == 0
    assert run(*words).status == 0  # its own it replaces


@pytest.mark.parametrize("name", ["page.pdf", "page.docx", "page.csv", "p.png"])
def test_a_page_is_no_other_kind_of_file(run: Callable[..., Any], name: str) -> None:
    status, _, err = run("systems", "pocket", "--scorer", "coverage", "--out", name)
    assert status == 2
    assert f"'{Path(name).stem}.html'" in err
    assert not Path(name).exists()


@pytest.mark.parametrize("name", ["page", "page.html", "PAGE.HTM", "report-1.2"])
def test_names_of_pages(name: str) -> None:
    check_page(Path(name))


def test_others_are_refused() -> None:
    with pytest.raises(ArgumentError, match="HTML"):
        check_page(Path("x.tex"))


def test_convert_replaces_a_file_only_where_it_is_told(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"s{i},d{j},{i + j},{i * j}" for i in range(3) for j in range(3)]
    (tmp_path / "s.csv").write_text("\n".join(["system,input,human,metric", *rows]) + "\n")
    (tmp_path / "mine.csv").write_text("of somebody\n")
    status, _, err = run("convert", "s.csv", "--out", "mine.csv")
    assert (status, "there is such a file. Replace it: --overwrite" in err) == (3, True)
    assert (tmp_path / "mine.csv").read_text() == "of somebody\n"
    assert run("convert", "s.csv", "--out", "mine.csv", "--overwrite").status == 0
    assert run("check", "mine.csv").status == 0
    assert run("convert", "s.csv", "--out", "new.csv").status == 0
