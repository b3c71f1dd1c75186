"""What results of comparisons share that are published as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import trueness


class InPapers:
    """A result that is published as a table with a line per metric."""

    def paper_table(
        self,
        *,
        show: Sequence[str] = (),
        names: Mapping[str, str] | None = None,
        sort: str | None = None,
        style: bool = False,
        backend: str | None = None,
    ) -> Any:
        """Return the table that is published, as a dataframe or set for a notebook.

        It says what its options are: see `trueness.result_paper_table`.
        """
        return trueness.result_paper_table(
            self, show=show, names=names, sort=sort, style=style, backend=backend
        )
