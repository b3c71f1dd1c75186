"""The table of leads stands first where they were asked for, on terminals and on pages."""

from __future__ import annotations

import dataclasses

import trueness
from trueness.studies.compare.contrast_table import CONTRASTS, contrast_table, with_contrasts
from trueness.studies.compare.lead_contrasts import LeadContrasts


def test_what_is_unknown_has_a_column_where_something_is():
    assert "unknown" not in {column.key for column in contrast_table(LeadContrasts())[0].columns}
    assert "unknown" in {column.key for column in CONTRASTS.columns}
    assert with_contrasts(("estimates",), LeadContrasts()) == ("estimates",)


def test_terminal_and_page_show_leads_first(pocket, tmp_path):
    groups = {"half": tuple("ab"[k % 2] for k in range(len(pocket.inputs)))}
    table = dataclasses.replace(pocket, input_groups=groups)
    found = trueness.facets(
        table,
        human="coverage",
        by="half",
        metrics=("rouge1_f", "chrf"),
        contrast=("rouge1_f", "chrf"),
        level="input",
        coefficient="pearson",
        rng=1,
    )
    text = trueness.result_text(found, 100)
    # the one table of the first screen, of the same metrics; others can be asked for
    assert text.count("Leads by ‘half’") == 1
    (others,) = (line for line in text.splitlines() if line.startswith("Tables: "))
    assert "highest" in others.removeprefix("Tables: ").split(", ")
    assert "contrasts" not in others
    sentence = found.conclusions[0]
    assert "the lead of 'rouge1_f' over 'chrf'" in sentence.lower()
    page = trueness.write_report(found, tmp_path / "page.html").read_text("utf-8")
    assert "the lead of ‘rouge1_f’" in page.lower() or "the lead of &#39;rouge1_f&#39;" in page.lower()
    assert 'id="contrasts"' in page
