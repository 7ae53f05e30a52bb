"""The commands on key tables: bind, unbind and list keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.commands.key_names import canonical_key, is_mouse_key, key_order
from mplex.commands.key_tables import Binding, KeyTables, read_binding, table_name
from mplex.commands.printing import check_commands
from mplex.commands.quoting import quote
from mplex.errors import CommandError


def bind_key(context: Context, args: Args) -> None:
    """Bind a key to commands; without commands only its note changes."""
    table, binding = read_binding(args)
    check_commands(binding.commands, context.queue.table)
    context.server.key_tables.bind(table, binding)


def unbind_key(context: Context, args: Args) -> None:
    """Unbind a key, or with -a a whole table."""
    tables = context.server.key_tables
    table = table_name(args)
    try:
        if args.has("a"):
            if args.words:
                raise CommandError("key given with -a")
            tables.unbind_all(table)
        elif not args.words:
            raise CommandError("missing key")
        else:
            tables.unbind(table, canonical_key(str(args.words[0])))
    except CommandError:
        if not args.has("q"):
            raise


def list_keys(context: Context, args: Args) -> None:
    """List bindings as commands that would make them, or with -N keys and their notes."""
    tables = context.server.key_tables
    wanted = args.word(0)
    key = canonical_key(wanted) if wanted is not None else None
    table = args.get("T")
    if table is not None:
        tables.table(table)
    if args.has("N"):
        lines = _notes(context, args, table, key)
    else:
        names = [table] if table is not None else sorted(tables.tables)
        lines = _as_commands(tables, names, key)
    printed = 0
    for line in lines:
        if args.has("1") and args.has("N") and context.client is not None:
            context.client.message(line)
        else:
            context.out(line)
        printed += 1
        if args.has("1"):
            break
    if key is not None and not printed:
        raise CommandError(f"unknown key: {wanted}")


def _chosen(tables: KeyTables, names: Iterable[str], key: str | None) -> list[tuple[str, Binding]]:
    return [
        (name, binding)
        for name in names
        for binding in _sorted(tables, name)
        if key is None or binding.key == key
    ]


def _sorted(tables: KeyTables, name: str) -> list[Binding]:
    bindings = tables.tables.get(name, {})
    return [bindings[key] for key in sorted(bindings, key=key_order)]


def _as_commands(tables: KeyTables, names: Iterable[str], key: str | None) -> Iterator[str]:
    chosen = _chosen(tables, names, key)
    repeats = any(binding.repeat for _, binding in chosen)
    table_width = max((len(name) for name, _ in chosen), default=0)
    key_width = max((len(quote(binding.key)) for _, binding in chosen), default=0)
    for name, binding in chosen:
        flag = "-r" if binding.repeat else "  " if repeats else ""
        head = " ".join(["bind-key", *([flag] if flag else []), "-T", name.ljust(table_width)])
        yield f"{head} {quote(binding.key):<{key_width}} {tables.text(binding)}"


def _notes(context: Context, args: Args, table: str | None, key: str | None) -> Iterator[str]:
    """Give "key note" lines; keys without a note only with -a, which shows their commands."""
    tables = context.server.key_tables
    names = [table] if table is not None else ["root", "prefix"]
    chosen = [each for each in _chosen(tables, names, key) if not is_mouse_key(each[1].key)]
    width = max((len(binding.key) for _, binding in chosen if binding.note), default=0)
    prefix = _prefix(context, args, table)
    for name, binding in chosen:
        if binding.note or args.has("a"):
            before = prefix if name in (table, "prefix") else " " * len(prefix)
            text = binding.note or tables.text(binding, ";")
            yield f"{before}{binding.key:<{width}} {text}"


def _prefix(context: Context, args: Args, table: str | None) -> str:
    """Return what stands before the keys: nothing when the table is named, else the prefix key."""
    given = args.get("P")
    if given is not None or table is not None:
        return given or ""
    session = context.current.session
    options = session.options if session is not None else context.tree.session_options
    prefix = options.text("prefix")
    return f"{prefix} " if prefix != "None" else ""


COMMANDS = (
    Command(
        "bind-key", "bind", "nr T:key-table N:note", "key [command [arguments]]", 1, None,
        "Bind a key; -n without the prefix, -r so that it may be repeated.",
        bind_key, blocks=True,
    ),
    Command(
        "unbind-key", "unbind", "anq T:key-table", "key", 0, 1,
        "Unbind a key; -a all keys of the table.",
        unbind_key,
    ),
    Command(
        "list-keys", "lsk", "1aN P:prefix-string T:key-table", "[key]", 0, 1,
        "List the key bindings; -N those with a note, for people.",
        list_keys, readonly=True,
    ),
)  # fmt: skip
