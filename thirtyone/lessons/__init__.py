"""The course: what a lesson is, how it is read from ``lessons/``, and how a question finds it."""
