"""Matches played out, one by one and many at once."""
