"""Records every number that the commands print, so that two versions of the program can be compared cell by cell."""
