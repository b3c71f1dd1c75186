"""What a page was asked to show otherwise than by default."""

from __future__ import annotations

import json

from trueness.reporting.form import Form
from trueness.reporting.views import find_view
from trueness.studies.compare.paper_form import PaperForm
from trueness.studies.compare.view import ComparisonView


def test_a_form_is_kept_as_json_and_what_was_not_asked_for_is_left_out():
    whole = Form(title="Mine", top=0, sort="name", beside=("error",), names={"bleu": "Ours"})
    for form in (whole, Form(names=("bleu=Ours",)), Form()):
        assert Form.from_dict(json.loads(json.dumps(form.to_dict()))) == form
    assert Form().to_dict() == {}
    assert whole.to_dict()["top"] == 0


def test_a_view_has_the_form_that_it_was_given(comparison):
    view = ComparisonView(None, "name", paper=PaperForm(("error",), (), "name"))
    again = find_view(comparison).in_form(view.form)
    assert (again.top, again.sort, again.paper) == (view.top, view.sort, view.paper)
    assert find_view(comparison).form == Form()
