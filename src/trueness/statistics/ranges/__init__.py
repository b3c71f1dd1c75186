"""How agreement depends on the range of scores that outputs are taken from."""
