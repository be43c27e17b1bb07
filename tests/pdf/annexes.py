"""An annex with everything in it."""

from __future__ import annotations

from dataclasses import replace

from refereeing.engine.still import still_of
from refereeing.pdf.sheets import AnnexRuling, AnnexVerdict, DisputeAnnex
from tests.replays import result, simulation

FIRST = ("lnf-2008:11.4.a", "Correct: the striker first touched an own light disc.")
FAULT = ("lnf-2008:17.1.b", "Direct stroke: the opponent's disc first.")


def annex(**changes: object) -> DisputeAnnex:
    whole = DisputeAnnex(
        set_number=3, stroke_number=17, question="Which disc was touched first?",
        still=still_of(result(), simulation()),
        rulings=(
            AnnexRuling(decision="the stroke is penalised", level="at the table", text="Heard the black one.",
                        clauses=(FAULT,), overruled=True),
            AnnexRuling(decision="the stroke was correct", level="chief referee", text="Seen from the side.",
                        clauses=(FIRST,), reason="The table referee stood behind the player."),
        ),
        stroke="Most likely stroke (71 %): 90.0°, 2.31 m/s", first="First touch: red r1",
        margin="Margin to the next disc: 4.2 mm, 3.1 ms", margin_short="4.2 mm",
        events=(("0.200", "Contact: striker and red r1"), ("0.500", "Edge N: red r1")),
        verdicts=(
            AnnexVerdict(percent="91 %", verdict="Correct stroke: strikes again", clauses=(FIRST,)),
            AnnexVerdict(percent="9 %", verdict="Penalised stroke: turn lost, penalty disc", clauses=(FAULT,)),
        ),
        touches=(("91 %", "red r1"), ("under 1 %", "red r1 + black b2")),
        cautions=("The replay cannot decide this.",), cites=(FAULT,), model="This is a model, not a proof.",
        weight="Advice to whoever may overrule.",
    )
    return replace(whole, **changes)  # type: ignore[arg-type]
