"""Sheets for a class: hands to count, rounds to settle, rules to compare, rules to agree on."""

from thirtyone.sheets.make import make_sheet, usual_count
from thirtyone.sheets.order import Order, check_order
from thirtyone.sheets.sheet import Counted, Sheet, SheetKind, Topic

__all__ = [
    "Counted",
    "Order",
    "Sheet",
    "SheetKind",
    "Topic",
    "check_order",
    "make_sheet",
    "usual_count",
]
