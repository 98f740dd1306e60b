"""Positions in the middle of a round, and what each move from there is worth."""
