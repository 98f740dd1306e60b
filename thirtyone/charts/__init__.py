"""Charts by pure functions: rows and a translator in, an Altair chart out, one theme for all."""
