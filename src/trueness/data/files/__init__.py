"""Files as such: opened, written whole or not at all, kept from run to run, described by a file beside them."""
