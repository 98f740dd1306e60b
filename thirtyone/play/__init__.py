"""A round and a match of 31 as data: the deal, what may be done, what happened, who pays."""
