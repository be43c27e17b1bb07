"""From the positions before and after: which strokes explain them, and how surely (docs/reconstruct.md)."""
