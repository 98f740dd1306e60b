"""What the pages and notebooks are made of: card faces, marks, widgets and the hand lab."""
