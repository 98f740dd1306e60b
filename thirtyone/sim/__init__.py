"""Tables and simulation: many hands and rounds at once, held against the readable engine."""
