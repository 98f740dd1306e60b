"""``python -m thirtyone`` is the command ``thirtyone``."""

from thirtyone.cli import main

if __name__ == "__main__":
    main()
