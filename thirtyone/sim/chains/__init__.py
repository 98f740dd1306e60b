"""Matches as Markov chains: solved exactly from the outcomes of rounds."""
