"""What the name of a page may end with."""

PAGE_ENDINGS = ("", ".html", ".htm")
