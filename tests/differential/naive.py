"""A second scorer that shares nothing with the first but the words of the rules.

It tries every subset of a hand and every worth of every ace, and keeps the best: slow, short, and
hard to get wrong in the same way as a fast one.
"""

from itertools import chain, combinations, product

WORTH = {**{str(n): n for n in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 11}
PLACE = {letter: place for place, letter in enumerate("A23456789TJQKA")}


def naive_order(hand, answers):
    """Twice the points of ``hand`` (texts such as KH); above all sums for Ild; 0 for a bust."""
    if "bank.draws_to" in answers:
        return _bank(hand, answers)
    special = _three_alike(hand, answers)
    if special is not None and hand[0][0] == "A" and answers["scoring.three_aces"] != "none":
        return special
    return max(_best_subset(hand, answers), special or 0, _run(hand, answers))


def _best_subset(hand, answers):
    best = 0
    subsets = chain.from_iterable(combinations(hand, n) for n in range(1, len(hand) + 1))
    for subset in subsets:
        for suit in "SHDC":
            strangers = [card for card in subset if card[1] != suit]
            allowed = {"none": 0, "one": 1, "any": 4}[answers["scoring.ace_across_suits"]]
            home = any(card[1] == suit for card in subset)
            if home and len(strangers) <= allowed and all(c[0] == "A" for c in strangers):
                best = max(best, sum(WORTH[card[0]] for card in subset))
    return 2 * (min(best, 31) if answers["scoring.cap"] == "31" else best)


def _three_alike(hand, answers):
    if len(hand) != 3 or len({card[0] for card in hand}) != 1:
        return None
    aces = answers["scoring.three_aces"]
    if hand[0][0] == "A" and aces != "none":
        return 67 if aces == "best" else 2 * int(aces)
    trips = answers["scoring.three_of_a_kind"]
    return None if trips == "none" else int(2 * float(trips))


def _run(hand, answers):
    if answers["scoring.suited_run"] == "none" or len(hand) != 3:
        return 0
    if len({card[1] for card in hand}) != 1:
        return 0
    letters = {card[0] for card in hand}
    row = "A23456789TJQKA"
    windows = [set(row[i : i + 3]) for i in range(len(row) - 2)]
    return 60 if letters in windows else 0


def _bank(hand, answers):
    totals = []
    for worths in product(*[((1, 11) if card[0] == "A" else (WORTH[card[0]],)) for card in hand]):
        low = sum(w == 1 for w in worths)
        if answers["bank.low_aces"] == "any" or low <= 1:
            totals.append(sum(worths))
    fitting = [total for total in totals if total <= 31]
    if not fitting:
        return 0
    court = {"none": "", "court-cards": "JQK", "ten-valued": "TJQK"}[answers["bank.natural"]]
    ranks = sorted(card[0] for card in hand)
    natural = len(hand) == 3 and ranks.count("A") == 1 and sum(r in court for r in ranks) == 2
    return 2 * max(fitting) + natural
