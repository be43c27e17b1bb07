"""Changes of one place of a module: each is a mutant that some test has to find."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
REVERSE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult, ast.Mod: ast.Div,
}  # fmt: skip
NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}
SKIPPED_FIELDS = ("annotation", "returns", "decorator_list", "type_ignores", "ctx")
"""What has no effect when the program runs, or belongs to the language rather than to the rules."""
LONG, SHORT = 100, 12
"""Letters of a piece of code: too many to show, and enough to tell it."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. `name` is how the list of equivalent ones names it: function, the place before and after."""

    function: str
    line: int
    before: str
    after: str
    number: int
    holder: Any
    key: Any
    new: Any

    @property
    def name(self) -> tuple[str, str, str]:
        """Function, the code before, the code after; the second one that reads alike is told by its number."""
        again = f" ({self.number})" if self.number > 1 else ""
        return self.function, self.before, self.after + again


def mutants_of(tree: ast.Module) -> Iterator[Mutant]:
    """All mutants of a module, in the order of its lines."""
    seen: dict[tuple[str, str, str], int] = {}
    for function, shown, holder, key, new in _changes(tree, "", tree):
        before, after = _shown(shown), _shown_after(shown, holder, key, new)
        name = (function, before, after)
        seen[name] = seen.get(name, 0) + 1
        yield Mutant(function, shown.lineno, before, after, seen[name], holder, key, new)


def _shown(node: ast.AST) -> str:
    """The code of a node; of one that holds others the head alone."""
    text = ast.unparse(node)
    return next(line for line in text.splitlines() if line.endswith(":")) if _holds_others(node) else text


def _holds_others(node: ast.AST) -> bool:
    return isinstance(node, ast.stmt) and hasattr(node, "body")


def _shown_after(shown: Any, holder: Any, key: Any, new: Any) -> str:
    old = holder[key] if isinstance(holder, list) else getattr(holder, key)
    ast.fix_missing_locations(ast.copy_location(new, old))
    text: str = with_change(holder, key, new, lambda: _shown(new if old is shown else shown))
    return text


def with_change(holder: Any, key: Any, new: Any, act: Callable[[], Any]) -> Any:
    """Do something while one place of the tree is changed."""
    old = holder[key] if isinstance(holder, list) else getattr(holder, key)
    _set(holder, key, new)
    try:
        return act()
    finally:
        _set(holder, key, old)


def compiled(tree: ast.Module, mutant: Mutant, path: str) -> Any:
    """The module's code with one change."""
    return with_change(mutant.holder, mutant.key, mutant.new, lambda: compile(tree, path, "exec"))


def _set(holder: Any, key: Any, value: Any) -> None:
    if isinstance(holder, list):
        holder[key] = value
    else:
        setattr(holder, key, value)


Change = tuple[str, Any, Any, Any, Any]


def _changes(node: ast.AST, function: str, shown: Any) -> Iterator[Change]:
    """(function, what is shown of it, holder, key, new) for every place below a node."""
    inner = f"{function}.{node.name}".lstrip(".") if _is_named(node) else function
    for holder, key, child in _children(node):
        context = _context(child, shown)
        for new in (*_instead(child, inner), *_conditions(node, child)):
            yield inner, context, holder, key, new
        yield from _changes(child, inner, context)


def _is_named(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.ClassDef)


def _children(node: ast.AST) -> Iterator[tuple[Any, Any, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if field in SKIPPED_FIELDS:
            continue
        for place, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and not _is_docstring(child):
                yield (node, field, child) if place is None else (value, place, child)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _context(child: ast.AST, shown: Any) -> Any:
    """What is shown of a change: its statement, or of a long one the smallest expression that says something."""
    if isinstance(child, ast.stmt):
        return child
    is_long = _holds_others(shown) or len(ast.unparse(shown)) > LONG
    return child if is_long and isinstance(child, ast.expr) and len(ast.unparse(child)) > SHORT else shown


def _instead(node: ast.AST, function: str) -> Iterator[Any]:
    """What may stand in a node's place."""
    if isinstance(node, ast.Constant):
        yield from _constants(node.value)
    elif isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.Name) and node.id in NAMES:
        yield ast.Name(NAMES[node.id], ast.Load())
    elif isinstance(node, ast.Lambda):
        yield ast.Lambda(node.args, ast.Constant(None))
    elif isinstance(node, ast.stmt):
        yield from _statements(node, function)


def _constants(value: Any) -> Iterator[ast.expr]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int | float):
        yield ast.Constant(value + 1)
    elif isinstance(value, str):
        yield ast.Constant(f"XX{value}XX")


def _comparisons(node: ast.Compare) -> Iterator[ast.expr]:
    for place, op in enumerate(node.ops):
        for table in (COMPARE, REVERSE):
            if type(op) in table:
                ops = [*node.ops[:place], table[type(op)](), *node.ops[place + 1 :]]
                yield ast.Compare(node.left, ops, node.comparators)


def _statements(node: ast.stmt, function: str) -> Iterator[ast.stmt]:
    nothing = ast.Constant(None)
    if isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        yield ast.Return(nothing)
    elif isinstance(node, ast.Assign) and function[:1].islower():  # a module's and a class's names are types, too
        yield ast.Assign(node.targets, nothing)
    elif isinstance(node, ast.AugAssign):
        yield ast.Assign([node.target], node.value)
        if type(node.op) in ARITHMETIC:
            yield ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.Pass()
    elif isinstance(node, ast.Break):
        yield ast.Continue()
    elif isinstance(node, ast.Continue):
        yield ast.Break()


def _conditions(node: ast.AST, child: ast.AST) -> Iterator[ast.expr]:
    """A condition that has no operator of its own is turned round; an argument is left empty."""
    plain = isinstance(child, ast.Name | ast.Attribute | ast.Call | ast.NamedExpr)
    is_test = child is getattr(node, "test", None) or child in getattr(node, "ifs", ())
    if plain and (is_test or (isinstance(node, ast.BoolOp) and child in node.values)):
        yield ast.UnaryOp(ast.Not(), child)
    if plain and (isinstance(node, ast.keyword) or (isinstance(node, ast.Call) and child in node.args)):
        yield ast.Constant(None)
