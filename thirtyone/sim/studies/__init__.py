"""Studies: many tables at once, in one process or many, kept as they come."""
