from __future__ import annotations

import jinja2
import pytest

from trueness.reporting.writing.templates import environment


def test_everything_is_escaped():
    page = environment().from_string("{{ name }}|{{ name|visible }}|{{ name|breakable|join('<wbr>'|safe) }}")
    assert page.render(name='<b>"_x') == "&lt;b&gt;&#34;_x|&lt;b&gt;&#34;_x|&lt;b&gt;&#34;_<wbr>x"


def test_unknown_variables_are_errors():
    with pytest.raises(jinja2.UndefinedError):
        environment().from_string("{{ nothing }}").render()
