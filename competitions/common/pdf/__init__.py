"""What every printed document is made of: fonts, cleaned text, the page frame, tables and QR codes."""

from competitions.common.pdf.page import Head, Sheet, clock_text, joined, moment_text, period
from competitions.common.pdf.qr import draw_qr
from competitions.common.pdf.tables import Cell, Column, draw_table, plan
from competitions.common.pdf.text import clean, name_key, para

__all__ = [
    "Cell", "Column", "Head", "Sheet", "clean", "clock_text", "draw_qr", "draw_table", "joined", "moment_text",
    "name_key", "para", "period", "plan",
]
