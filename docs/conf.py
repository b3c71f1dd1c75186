"""Settings of the documentation (Sphinx, pages in Markdown)."""

from __future__ import annotations

import trueness

project = "trueness"
author = "The trueness authors"
copyright = author
version = release = trueness.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

autodoc_typehints = "none"  # the NumPy docstrings say it
napoleon_google_docstring = False
napoleon_use_ivar = True

# a docstring that says `human` means its own parameter; several results have an attribute of that name
suppress_warnings = ["ref.python"]

exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"trueness {release}"
