"""The smallest example that shows a difference between two rulesets."""

from thirtyone.examples.contrast import Contrast
from thirtyone.examples.hands import Disagreement, HandExample, disagreement
from thirtyone.examples.matches import MatchExample, TableExample
from thirtyone.examples.rounds import RoundExample
from thirtyone.examples.search import Example, NoExample, find_example
from thirtyone.examples.showdowns import ShowdownExample

__all__ = [
    "Contrast",
    "Disagreement",
    "Example",
    "HandExample",
    "MatchExample",
    "NoExample",
    "RoundExample",
    "ShowdownExample",
    "TableExample",
    "disagreement",
    "find_example",
]
