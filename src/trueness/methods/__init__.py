"""The tests and intervals on offer: what is true of each whatever the data, its words, and one call on score arrays.

A file is one test or one interval, or several that differ by a fact. `registry` names them all; nothing outside this
folder knows one by its name.
"""
