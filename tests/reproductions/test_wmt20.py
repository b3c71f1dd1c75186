"""The program of WMT 2020 on a folder in the form of the task's repository, with results computed by SciPy."""

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

PROGRAM = Path(__file__).parents[2] / "reproductions" / "wmt20" / "reproduce.py"
OUTLIER = "yolo.1052"
SYSTEMS = [*(f"s.{k}" for k in range(9)), "WMTBiomedBaseline.387", "zlabs-nlp.1153", OUTLIER, "Human-A.0"]
METRICS = ("HUMAN_RAW", "BLEU", "chrF")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rng = np.random.default_rng(20)
    human = np.append(rng.normal(size=9), [-7.0, -8.0, -9.0, 2.0])
    scores = {name: human + (k + 0.2) * rng.normal(size=13) for k, name in enumerate(METRICS)}
    systems = tmp_path / "results/output/system-level"
    systems.mkdir(parents=True)
    lines = [f"LP SYSTEM HUMAN {' '.join(METRICS)}"]
    for k, name in enumerate(SYSTEMS):
        cells = [str(scores[metric][k]) if name != "Human-A.0" else "" for metric in METRICS]
        lines.append(f"de-en {name} {human[k]} {' '.join(cells)}")
    (systems / "DA-newstest2020-deen-sys-scores.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    taus = {name: stats.kendalltau(human[:12], scores[name][:12]).statistic for name in METRICS}
    rs = {name: np.corrcoef(human[:9], scores[name][:9])[0, 1] for name in METRICS}
    (systems / "DA-deen-cor.csv").write_text(
        "\tKendall\tN\n" + "".join(f"{name}\t{tau}\t12\n" for name, tau in taus.items()), encoding="utf-8"
    )
    outperformed = {
        worse
        for better in METRICS
        for worse in METRICS
        if rs[better] > rs[worse]
        and williams(rs[better], rs[worse], np.corrcoef(scores[better][:9], scores[worse][:9])[0, 1], 9)
        <= 0.05
    }
    (systems / "DA-deen-cor-excloutl.csv").write_text(
        "\tPearson\tN\tWinner\n"
        + "".join(f"{name}\t{r}\t9\t{name not in outperformed}\n" for name, r in rs.items()),
        encoding="utf-8",
    )
    assert 0 < len(outperformed) < len(METRICS)
    put_segments(tmp_path, rng)
    return tmp_path


def williams(r12: float, r13: float, r23: float, n: int) -> float:
    """Return the one-sided p-value, as Steiger (1980), equation 7, has it."""
    determinant = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    below = 2 * (n - 1) / (n - 3) * determinant + ((r12 + r13) / 2) ** 2 * (1 - r23) ** 3
    return float(stats.t.sf((r12 - r13) * math.sqrt((n - 1) * (1 + r23) / below), n - 3))


def put_segments(root: Path, rng: np.random.Generator) -> None:
    people = rng.integers(0, 101, size=(4, 30)).astype(float)
    metric = np.round(people + 30 * rng.normal(size=people.shape), 2)
    signs = [
        1 if metric[a, j] > metric[b, j] else -1
        for j in range(30)
        for a in range(4)
        for b in range(4)
        if people[a, j] - people[b, j] >= 25
    ]
    for part in ("manual-evaluation/DA", "final-metric-scores/baselines", "results/output/seglevel_allsys"):
        (root / part).mkdir(parents=True)
    (root / "manual-evaluation/DA/metrics-ad-seg-scores-de-en.csv").write_text(
        "SYS SEGID RAW.SCR Z.SCR N SID\n"
        + "".join(f"s.{i} d::{j} {people[i, j]} 0.0 1 {j}\n" for i in range(4) for j in range(30)),
        encoding="utf-8",
    )
    (root / "final-metric-scores/baselines/chrF.seg.score").write_text(
        "".join(
            f"chrF\tde-en\tnewstest2020\tnewstest2020\ts.{i}\td\t{j}\t{metric[i, j]}\n"
            for i in range(4)
            for j in range(30)
        ),
        encoding="utf-8",
    )
    (root / "results/output/seglevel_allsys/RR-newstest2020-deen-seg-nohy-cor.csv").write_text(
        f"chrF {np.mean(signs):.4} {len(signs)}\n", encoding="utf-8"
    )


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, PROGRAM, "--data", folder], capture_output=True, text=True, check=False
    )


def test_everything_comes_out(folder: Path) -> None:
    found = run(folder)
    assert found.returncode == 0, found.stdout + found.stderr
    for line in (
        "Kendall's tau: 3 of 3",
        "Pearson's r: 3 of 3",
        "not outperformed: 3 of 3",
        "rankings: 1 of 1",
        "1 of 1 language",
    ):
        assert line in found.stdout


@pytest.mark.parametrize(
    "path",
    [
        "results/output/system-level/DA-deen-cor.csv",
        "results/output/system-level/DA-deen-cor-excloutl.csv",
        "results/output/seglevel_allsys/RR-newstest2020-deen-seg-nohy-cor.csv",
    ],
)
def test_another_number_ends_with_1(folder: Path, path: str) -> None:
    lines = (folder / path).read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(k for k, line in enumerate(lines) if line.startswith("chrF"))
    cells = lines[at].split()
    lines[at] = lines[at].replace(cells[1], str(float(cells[1]) - 0.01))
    (folder / path).write_text("".join(lines), encoding="utf-8")
    assert run(folder).returncode == 1


def test_a_folder_without_results_ends_with_2(tmp_path: Path) -> None:
    assert run(tmp_path).returncode == 2
