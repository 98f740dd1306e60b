"""One question in Jupyter: guess first, then read why.

>>> from thirtyone.quiz import question_of
>>> panel = ask_panel(question_of("worth", rules="no-trettien", hand="KH 9H AS", seed=1), lang="nb")
>>> panel.children[1].options
('10', '19', '22', '30')
"""

import html
from collections.abc import Iterable
from typing import Any

import ipywidgets

from thirtyone.cards import Card
from thirtyone.notation import Style, format_cards
from thirtyone.quiz import Question, say_feedback, say_question
from thirtyone.text.translator import get_translator
from thirtyone.ui.quiet import Quiet


def ask_panel(question: Question, *, lang: str = "en") -> Any:
    """A box with the question, its answers, and below them what is said about the one chosen."""
    tr = get_translator(lang)
    said = say_question(question, tr)
    told = [html.escape(sentence) for sentence in said.setup]
    told += [_line(label, cards, lang) for label, cards in said.hands]
    if said.table:
        told.append(_cards(said.table, lang))
    told.append(f"<b>{html.escape(said.prompt)}</b>")
    asked = ipywidgets.HTML(_paragraphs(told, lang))
    answers = ipywidgets.RadioButtons(options=said.options, value=None)
    answers.layout.width = "max-content"
    answer = ipywidgets.HTML("")

    def chosen(_: object) -> None:
        if answers.index is not None:
            text = say_feedback(question, answers.index, tr).text
            answer.value = _paragraphs(map(html.escape, text.split("\n\n")), lang)

    answers.observe(chosen, "index")
    return ipywidgets.VBox([asked, answers, answer, Quiet()])


def _line(label: str, cards: Iterable[Card], lang: str) -> str:
    shown = _cards(cards, lang)
    return f"{html.escape(label)}: {shown}" if label else shown


def _cards(cards: Iterable[Card], lang: str) -> str:
    return html.escape(format_cards(tuple(cards), lang, Style.SYMBOLS))


def _paragraphs(texts: Iterable[str], lang: str) -> str:
    return f'<div lang="{lang}">' + "".join(f"<p>{text}</p>" for text in texts) + "</div>"
