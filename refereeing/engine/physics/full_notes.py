"""What goes beyond the model `full`: the codes that its kernel notes, and their names (docs/physics-full.md)."""

from __future__ import annotations

POCKET_FAST, POCKET_JUMPED, POCKET_THROWN, EDGE_FAST, EDGE_THROWN = range(5)
REASONS = ("pocket_speed", "pocket_jumped", "pocket_thrown", "edge_speed", "edge_thrown")
"""Why a stroke went beyond what the model can vouch for."""
NOTE_TIME, NOTE_PIECE, NOTE_REASON = 0, 1, 2
"""Columns of the list of notes."""
