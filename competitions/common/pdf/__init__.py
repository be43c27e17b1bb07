"""What every printed document is made of: fonts, cleaned text, the page frame, tables and QR codes."""

from competitions.common.pdf.page import Head, Sheet, joined, period
from competitions.common.pdf.qr import draw_qr
from competitions.common.pdf.tables import Column, draw_table, plan
from competitions.common.pdf.text import clean, para

__all__ = ["Column", "Head", "Sheet", "clean", "draw_qr", "draw_table", "joined", "para", "period", "plan"]
