"""Who loses what, told a second time from the words of the rules, with texts for cards.

It shares nothing with the engine: hands are counted by ``naive``, and every rule is a plain if.
"""

from functools import lru_cache

import naive
from naive import WORTH

SCORING = (
    "scoring.ace_across_suits",
    "scoring.cap",
    "scoring.three_of_a_kind",
    "scoring.three_aces",
    "scoring.suited_run",
    "bank.draws_to",
    "bank.low_aces",
    "bank.natural",
)
RANKS = "23456789TJQKA"
LADDER = {"clubs-high": "CSHD", "diamonds-high": "DHSC"}


@lru_cache(maxsize=100_000)
def counted_once(hand, scoring):
    return naive.naive_order(hand, dict(scoring))


def naive_order(hand, answers):
    """The naive scorer, with a memory: sixteen rulesets count a hand in a few ways only."""
    return counted_once(tuple(hand), tuple((p, answers[p]) for p in SCORING if p in answers))


def special(hand, answers):
    """Is it three aces or three alike with a number of their own? Which of the two?"""
    if len(hand) != 3 or len({card[0] for card in hand}) != 1:
        return ""
    if hand[0][0] == "A" and answers["scoring.three_aces"] != "none":
        return "aces"
    trips = answers["scoring.three_of_a_kind"]
    if trips == "none":
        return ""
    plain = naive_order(hand, answers | {"scoring.three_of_a_kind": "none"})
    return "alike" if 2 * float(trips) > plain else ""


def ends(hand, answers):
    """Is it a hand that ends a round?"""
    kind = special(hand, answers)
    if kind == "aces":
        return answers["instant.three_aces"] == "yes"
    if kind == "alike":
        return False
    return naive_order(hand, answers) >= 2 * int(answers["scoring.target"])


def key(hand, answers):
    """What hands are sorted by."""
    order = naive_order(hand, answers)
    rule = answers["scoring.ties"]
    ranks = sorted((RANKS.index(card[0]) for card in hand), reverse=True)
    if rule == "none":
        return (order,)
    if special(hand, answers):
        return (order, *([1] if rule == "suit-ladder" else []), *ranks)
    ladder = LADDER[answers["scoring.suit_order"]]
    counted = {suit: in_suit(hand, suit, answers, ladder) for suit in ladder}
    totals = {suit: sum(WORTH[card[0]] for card in cards) for suit, cards in counted.items()}
    best = [suit for suit in ladder if totals[suit] == max(totals.values())]
    heights = {
        suit: sorted((RANKS.index(card[0]) for card in counted[suit]), reverse=True)
        for suit in best
    }
    if rule == "suit-ladder":
        return (order, 0, -ladder.index(best[0]), *heights[best[0]])
    if any(card[1] != best[0] for card in counted[best[0]]):
        return (order, *heights[best[0]])
    own = [suit for suit in best if all(card[1] == suit for card in counted[suit])]
    return (order, *max(heights[suit] for suit in own))


def in_suit(hand, suit, answers, ladder):
    """The cards that count in a suit, aces of other suits among them where they may."""
    own = [card for card in hand if card[1] == suit]
    strange = sorted(
        (c for c in hand if c[0] == "A" and c not in own), key=lambda c: ladder.index(c[1])
    )
    most = {"none": 0, "one": 1, "any": 4}[answers["scoring.ace_across_suits"]]
    return own + strange[:most] if own else []


def naive_losses(hands, knocker, end, answers):
    """``{seat: amount}``, below nought for a loss; None where it could not have ended so."""
    if "bank.draws_to" in answers:
        return against_bank(hands, answers) if end == "bank" else None
    draw = "stock.empty" in answers
    if end == "bank":
        return None
    if end == "stock-empty":
        if not draw or answers["stock.empty"] == "reshuffle":
            return None
        if answers["stock.empty"] == "draw":
            return {}
        return compared(hands, None, answers)
    if end == "showdown":
        return None if draw else compared(hands, None, answers)
    shown = [seat for seat, hand in enumerate(hands) if ends(hand, answers)]
    if knocker in shown:
        return None
    rule = answers["instant.in_play" if knocker is None else "instant.after_knock"]
    if shown and rule == "at-once":
        return ended(hands, knocker, shown, answers)
    return None if knocker is None else compared(hands, knocker, answers)


def ended(hands, knocker, shown, answers):
    """Somebody has shown such a hand."""
    if answers["settlement.goal"] != "lowest-loses":
        return compared(hands, knocker, answers)
    keys = [key(hand, answers) for hand in hands]
    if answers["instant.several"] == "best-only":
        best = max(keys[seat] for seat in shown)
        shown = [seat for seat in shown if keys[seat] == best]
    aces = any(special(hands[seat], answers) == "aces" for seat in shown)
    if answers["instant.three_aces_payers" if aces else "instant.payers"] == "lowest":
        return compared(hands, knocker, answers)
    return {
        seat: -int(answers["instant.knocker_pays"]) if seat == knocker else -1
        for seat in range(len(hands))
        if seat not in shown
    }


def compared(hands, knocker, answers):
    """All hands are shown."""
    keys = [key(hand, answers) for hand in hands]
    if answers["settlement.goal"] != "lowest-loses":
        top = [seat for seat, each in enumerate(keys) if each == max(keys)]
        tie = answers["settlement.tie_for_highest"]
        if answers["match.target"] == "0":
            pot = int(answers["stakes.ante"]) * len(hands)
            if len(top) > 1 and tie == "nobody":
                return {}
            return {seat: pot // len(top) for seat in top if pot // len(top)}
        return dict.fromkeys(top, 1) if len(top) == 1 or tie == "each" else {}
    low = [seat for seat, each in enumerate(keys) if each == min(keys)]
    one = int(answers["settlement.lowest"])
    if knocker not in low:
        return dict.fromkeys(low, -one)
    if low == [knocker]:
        return {knocker: -max(one, int(answers["settlement.lone_low_knocker"]))}
    others = dict.fromkeys((seat for seat in low if seat != knocker), -one)
    return {
        "safe": others,
        "like-all": others | {knocker: -one},
        "two-and-one": others | {knocker: -max(2, one)},
        "two-alone": {knocker: -max(2, one)},
    }[answers["settlement.tie_with_knocker"]]


def against_bank(hands, answers):
    """Each player against the last hand; a hand above 31 counts nothing, a natural a little more."""
    totals = [naive_order(hand, answers) for hand in hands]
    bank, stake = totals[-1], int(answers["bank.stake_low"])
    result = {}
    for seat, total in enumerate(totals[:-1]):
        if total == 0 or (bank and total < bank):
            result[seat] = -stake
        elif bank == 0 or total > bank:
            result[seat] = stake
        elif answers["bank.tie"] == "bank":
            result[seat] = -stake
    return result
