"""How metrics agree with people facet by facet: by several human scores, in groups, or by each annotator."""
