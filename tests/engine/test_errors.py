from __future__ import annotations

from refereeing.engine.errors import EngineError


def test_path_grows_outwards():
    assert EngineError("missing", "x").under("before[3]").path == "before[3].x"
    assert EngineError("missing", "[0]").under("before").path == "before[0]"
    assert EngineError("game_over").under("events[2]").path == "events[2]"


def test_message_names_the_parameters():
    assert EngineError("out_of_range", "sets", {"least": 1, "most": 99}).message == "wanted a value from 1 to 99"


def test_unknown_code_is_its_own_message():
    assert EngineError("never_heard_of").message == "never heard of"
    assert str(EngineError("never_heard_of")) == "never_heard_of at the input"
