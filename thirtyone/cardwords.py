"""The words, letters and signs for suits and ranks in English, norsk bokmål, svenska and dansk.

Every language says the cards in its own way: the suit before the rank in the three Scandinavian
languages, after it in English; other letters in the corner of the court cards; and nouns for “a
ten” that are not the number. These tables hold what is written and, apart from it, what more is
understood when somebody types a card.
"""

from typing import Final

from thirtyone.cards import Rank, Suit

LANGUAGES: Final = ("en", "nb", "sv", "da")

SYMBOLS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}

SUIT_WORDS: Final = {
    "en": dict(zip(Suit, ("spades", "hearts", "diamonds", "clubs"), strict=True)),
    "nb": dict(zip(Suit, ("spar", "hjerter", "ruter", "kløver"), strict=True)),
    "sv": dict(zip(Suit, ("spader", "hjärter", "ruter", "klöver"), strict=True)),
    "da": dict(zip(Suit, ("spar", "hjerter", "ruder", "klør"), strict=True)),
}


def _ranks(words: str) -> dict[Rank, str]:
    return dict(zip(Rank, words.split(), strict=True))


RANK_WORDS: Final = {
    "en": _ranks("two three four five six seven eight nine ten jack queen king ace"),
    "nb": _ranks("to tre fire fem seks sju åtte ni ti knekt dame konge ess"),
    "sv": _ranks("två tre fyra fem sex sju åtta nio tio knekt dam kung ess"),
    "da": _ranks("to tre fire fem seks syv otte ni ti knægt dame konge es"),
}

RANK_PLURALS: Final = {
    "en": _ranks("twos threes fours fives sixes sevens eights nines tens jacks queens kings aces"),
    "nb": _ranks(
        "toere treere firere femmere seksere sjuere åttere niere tiere knekter damer konger ess"
    ),
    "sv": _ranks("tvåor treor fyror femmor sexor sjuor åttor nior tior knektar damer kungar ess"),
    "da": _ranks(
        "toere treere firere femmere seksere syvere ottere niere tiere knægte damer konger esser"
    ),
}

# Danish decks show E K D B; the spoken word for B stays knægt. Swedish: E is the national letter,
# A the international one, which is understood as well.
INDEX_LETTERS: Final = {
    "en": _ranks("2 3 4 5 6 7 8 9 10 J Q K A"),
    "nb": _ranks("2 3 4 5 6 7 8 9 10 Kn D K A"),
    "sv": _ranks("2 3 4 5 6 7 8 9 10 Kn D K E"),
    "da": _ranks("2 3 4 5 6 7 8 9 10 B D K E"),
}

# --- what is understood beyond what is written ------------------------------------------------

MORE_SUIT_SIGNS: Final = {
    "♤": Suit.SPADES, "♡": Suit.HEARTS, "❤": Suit.HEARTS, "♢": Suit.DIAMONDS, "♧": Suit.CLUBS,
}  # fmt: skip

MORE_SUIT_WORDS: Final = {
    Suit.SPADES: "spade",
    Suit.HEARTS: "heart hjerte",
    Suit.DIAMONDS: "diamond",
    Suit.CLUBS: "club",
}

# The noun (“a ten”), its definite form (“the ten”), and words that other regions use.
MORE_RANK_WORDS: Final = {
    Rank.TWO: "toer toeren toerne tvåa tvåan tvåorna deuce",
    Rank.THREE: "treer treeren treerne trea trean treorna",
    Rank.FOUR: "firer fireren firerne fyran fyrorna",
    Rank.FIVE: "femmer femmeren femmerne femma femman femmorna",
    Rank.SIX: "sekser sekseren sekserne sexa sexan sexorna",
    Rank.SEVEN: "sjuer sjueren sjuerne sjua sjuan sjuorna syver syveren syverne",
    Rank.EIGHT: "åtter åtteren åtterne åttan åttorna otter otteren otterne",
    Rank.NINE: "nier nieren nierne nia nian niorna",
    Rank.TEN: "tier tieren tierne tia tian tiorna",
    Rank.JACK: "knekten knektene knektarna knægten knægtene bonde bonden bønder",
    Rank.QUEEN: "damen damene damerna damerne dronning drottning",
    Rank.KING: "kongen kongene kongerne kungen kungarna ko",
    Rank.ACE: "esset essene essen esserne äss ässet",
}

# Letters in the corners of a language's own court cards, as far as they may be typed. English
# letters are understood everywhere, so they are not repeated here.
LOCAL_RANK_LETTERS: Final = {
    "en": {},
    "nb": {"d": Rank.QUEEN, "kn": Rank.JACK, "n": Rank.JACK},
    "sv": {"d": Rank.QUEEN, "kn": Rank.JACK, "n": Rank.JACK, "e": Rank.ACE},
    "da": {
        "d": Rank.QUEEN,
        "kn": Rank.JACK,
        "n": Rank.JACK,
        "b": Rank.JACK,
        "e": Rank.ACE,
    },
}

JOKER_WORDS: Final = ("joker", "jokers", "jokere", "jokeren", "jokerne", "jokern", "jokrar")
JOKER_SIGNS: Final = "★☆🂿🃏🃟"

AND_WORDS: Final = ("and", "og", "och")
OF_WORDS: Final = ("of", "af", "av")
IDLE_WORDS: Final = ("the",)
