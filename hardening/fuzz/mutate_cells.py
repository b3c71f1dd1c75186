"""Strange tables of text: cells, rows and columns changed, lost, doubled and moved."""

from __future__ import annotations

import csv
import io
import random
from typing import Literal

_CELLS = (
    *(
        "",
        " ",
        "nan",
        "NaN",
        "null",
        "None",
        "N/A",
        "-",
        "inf",
        "-inf",
        "1e309",
        "1e-400",
        "5e-324",
        "-0",
        "+1",
        "1.",
        ".5",
    ),
    *(
        "1_0",
        "0x1f",
        "1,5",
        "1e3",
        "\u0661\u0662",
        "\u22121",
        "9" * 400,
        "9007199254740993",
        "TRUE",
        "1 2",
        "1\u00a0000",
        "\u00bd",
    ),
    *(
        '"',
        '""',
        "a\nb",
        "a\rb",
        "\r=1+1",
        "=1+1",
        "@x",
        "a@b",
        "a#statistics",
        "\0",
        "\ufeff",
        "\u202e",
        "x" * 5000,
        "../x",
    ),
    *("system", "input", "output", "[]", "{}", "[1", '{"a": {"b": 1}}', '["r"]', "[[1]]", "[null]"),
)


def strange_cells(delimiter: str = ",") -> StrangeCells:
    """Return what changes tables with this delimiter."""
    return StrangeCells(delimiter)


class StrangeCells:
    """Changes one to four things of a table."""

    def __init__(self, delimiter: str) -> None:
        self._delimiter = delimiter

    def __call__(self, rng: random.Random, content: bytes) -> bytes:
        """Return the changed table; what cannot be decoded is returned as it is."""
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return content
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=self._delimiter))
        for _ in range(rng.choice((1, 1, 2, 4))):
            if rows and any(rows):
                self._change(rng, rows)
        out = io.StringIO(newline="")
        quoting: Literal[0, 1] = csv.QUOTE_ALL if rng.random() < 0.2 else csv.QUOTE_MINIMAL
        ends = rng.choice(("\n", "\n", "\r\n", "\r"))
        csv.writer(out, delimiter=self._delimiter, quoting=quoting, lineterminator=ends).writerows(rows)
        return out.getvalue().encode("utf-8", "surrogatepass")

    @staticmethod
    def _change(rng: random.Random, rows: list[list[str]]) -> None:  # noqa: C901, PLR0912 - a case for each change
        r = rng.randrange(len(rows))
        width = max(map(len, rows))
        c = rng.randrange(width)
        match rng.randrange(11):
            case 0 | 1 | 2:
                if c < len(rows[r]):
                    rows[r][c] = rng.choice(_CELLS)
            case 3:  # a name of a column
                if c < len(rows[0]):
                    rows[0][c] = rng.choice((*_CELLS, *rows[0], rows[0][c].upper(), f" {rows[0][c]}"))
            case 4:  # a column twice
                for row in rows:
                    row.insert(
                        rng.randrange(len(row) + 1) if rng.random() < 0.1 else c, (row + [""] * width)[c]
                    )
            case 5:
                for row in rows:
                    del row[c : c + 1]
            case 6:
                rows.insert(rng.randrange(len(rows) + 1), list(rows[r]))
            case 7:
                del rows[r]
            case 8:  # a row of another length
                rows[r] = rows[r][:c] if rng.random() < 0.5 else [*rows[r], "1"]
            case 9:  # a column of one value
                value = rng.choice(_CELLS)
                for row in rows[1:]:
                    row[c : c + 1] = [value]
            case _:
                other = rng.randrange(len(rows))
                rows[r], rows[other] = rows[other], rows[r]
