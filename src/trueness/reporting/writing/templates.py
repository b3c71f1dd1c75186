"""The template environment of reports: everything is escaped unless marked as markup by this package."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import jinja2


@functools.cache  # and with it the templates, which take longer to compile than to fill
def environment() -> jinja2.Environment:
    """Return the environment that finds this package's templates, escapes text, refuses unknown variables."""
    import jinja2

    from trueness.reporting.writing.escaping import breakable, visible
    from trueness.reporting.writing.shown_names import shown
    from trueness.study.lights import ANSWERS, split_at_code, split_at_lights

    found = jinja2.Environment(
        loader=jinja2.PackageLoader("trueness.reporting", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals["answers_of_lights"] = ANSWERS
    found.filters["literal"] = visible
    found.filters["visible"] = lambda text: visible(shown(text))
    found.filters["lights"] = lambda text: split_at_lights(shown(text))
    found.filters["code"] = split_at_code
    found.filters["breakable"] = lambda text: breakable(shown(text))
    return found
