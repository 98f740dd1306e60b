"""Sentences in English, norsk bokmål, svenska and dansk, made of what the engine knows.

The engine speaks data; :mod:`thirtyone.text.say` alone turns it into words, with the catalogues
under ``locale``. The language is always an argument: one server speaks four at once.
"""
