"""What the project claims about speed, measured where it runs.

``make bench`` prints a figure and, beside it, its ratio to a plain Python loop timed in the same
run, so that results of different machines can be laid side by side.
"""
