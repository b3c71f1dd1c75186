"""The first screens of pages: of each study the answer in a line, and four numbers at most."""
