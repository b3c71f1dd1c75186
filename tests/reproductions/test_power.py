"""What tests find of a difference that is there: a row for every case, a dash where a test does not exist."""

from __future__ import annotations


def test_every_case_has_the_power_of_every_test(program, monkeypatch, capsys):
    power = program("reproductions/choosing_a_test/power.py")
    monkeypatch.setattr("sys.argv", ["power.py", "--tables", "4", "--resamples", "39"])
    power.main()
    _, _, *rows = capsys.readouterr().out.splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert [row[:2] for row in cells] == [list(case) for case in power.CASES.items()]
    williams = 2 + list(power.TESTS).index("williams")
    assert [row[williams] == "–" for row in cells] == [level == "input" for level in power.CASES.values()]
    far = next(row for row in cells if row[0].startswith("far: r .97 against -.8"))
    assert far[2].split()[0] == "1.00"
