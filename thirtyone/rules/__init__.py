"""Rules as data: the model, the files, and every value by its path."""

from thirtyone.rules.load import (
    find_ruleset,
    home_ids,
    load_rules_file,
    load_ruleset,
    ruleset_ids,
    sources,
)
from thirtyone.rules.model import Family, Region, Ruleset
from thirtyone.rules.provenance import Mark, Provenance, Source
from thirtyone.rules.values import get_value, questions, value_text, values, with_values

__all__ = [
    "Family",
    "Mark",
    "Provenance",
    "Region",
    "Ruleset",
    "Source",
    "find_ruleset",
    "get_value",
    "home_ids",
    "load_rules_file",
    "load_ruleset",
    "questions",
    "ruleset_ids",
    "sources",
    "value_text",
    "values",
    "with_values",
]
