"""A round of 31 the way one writes it first: cards as objects, hands as lists, everything counted
anew whenever it is needed. It knows the Norwegian base rules and is the measure for the automaton.
"""

SUITS = "clubs", "diamonds", "hearts", "spades"
RANKS = "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"


class Card:
    def __init__(self, rank, suit):
        self.rank = rank
        self.suit = suit

    def value(self):
        if self.rank == "ace":
            return 11
        if self.rank in {"jack", "queen", "king"}:
            return 10
        return int(self.rank)

    def order(self):
        return RANKS.index(self.rank), SUITS.index(self.suit)

    def __eq__(self, other):
        return (self.rank, self.suit) == (other.rank, other.suit)

    def __hash__(self):
        return hash((self.rank, self.suit))


PACK = [Card(rank, suit) for rank in RANKS for suit in SUITS]


def score(hand):
    """The best sum in one suit."""
    sums = {}
    for card in hand:
        sums[card.suit] = sums.get(card.suit, 0) + card.value()
    return max(sums.values())


def best_throw(cards):
    """The card without which the rest is best; of equal ones the lowest."""
    best, choice = -1, None
    for card in sorted(cards, key=Card.order):
        rest = score([other for other in cards if other != card])
        if rest > best:
            best, choice = rest, card
    return choice


def best_score(cards):
    """What the best three of four cards are worth."""
    out = best_throw(cards)
    return score([card for card in cards if card != out])


class Player:
    """Knocks with so many points; takes the open card for three points more or, if it ``weighs``,
    when that is more than a blind card brings on average.
    """

    def __init__(self, knocks_with, weighs):
        self.knocks_with = knocks_with
        self.weighs = weighs
        self.hand = []

    def takes(self, top):
        now, then = score(self.hand), best_score([*self.hand, top])
        if then - now >= 3:
            return True
        if not self.weighs:
            return False
        blind = [card for card in PACK if card not in self.hand]
        total = sum(best_score([*self.hand, card]) for card in blind)
        return then * len(blind) > total


class Game:
    def __init__(self, cards, players):
        self.stock = list(cards)
        self.players = players
        for player in players:
            player.hand = [self.stock.pop(0) for _ in range(3)]
        self.discards = [self.stock.pop(0)]
        self.turns = 0
        self.knocker = None

    def play(self):
        """How the round ended: "instant", "knock" or "stock"."""
        if any(score(player.hand) == 31 for player in self.players):
            return "instant"
        last_turns = None
        at = 0
        while True:
            player = self.players[at]
            self.turns += 1
            if self.knocker is None and score(player.hand) >= player.knocks_with:
                self.knocker, last_turns = at, len(self.players) - 1
            else:
                drew = not player.takes(self.discards[-1])
                player.hand.append(self.stock.pop(0) if drew else self.discards.pop())
                out = best_throw(player.hand)
                player.hand.remove(out)
                self.discards.append(out)
                if score(player.hand) == 31:
                    return "instant"
                if self.knocker is not None:
                    last_turns -= 1
                    if last_turns == 0:
                        return "knock"
                if not self.stock:
                    if self.knocker is None:
                        return "stock"
                    self.stock, self.discards = self.discards[:-1], self.discards[-1:]
            at = (at + 1) % len(self.players)
