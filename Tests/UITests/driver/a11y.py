#!/usr/bin/python3
"""Reads the accessibility tree of the app under test, in a process of its own: libatspi holds on to the bus
it met first, and every session has another. Talks JSON lines: a request in, an answer out.

  {"do": "tree", "rows": false}          every node, without what is inside lists, or with it
  {"do": "actions", "path": [...]}       the names of the node's actions
  {"do": "act", "path": [...], "n": 0}   performs the node's n-th action

With --listen: prints a JSON line for each name that changes and each text that is announced.
"""

import json
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402


# Names that newer versions of AT-SPI give to roles, as the older ones call them.
RENAMED = {"button": "push button"}


def application():
    """The one application on this bus that is ours."""
    desktop = Atspi.get_desktop(0)
    desktop.clear_cache()  # No main loop runs here that would keep libatspi's cache fresh.
    for i in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(i)
        if child is not None and "nagara" in (child.get_name() or "").lower():
            return child
    return None


def asked(question, otherwise):
    """The answer, or `otherwise` from a node without that interface."""
    try:
        return question()
    except (GLib.Error, TypeError, AttributeError):
        return otherwise


def describe(node, path):
    box = asked(lambda: node.get_extents(Atspi.CoordType.WINDOW), None)
    return {
        "path": path,
        "role": RENAMED.get(node.get_role_name(), node.get_role_name()),
        "name": node.get_name() or "",
        "states": [s.value_nick for s in node.get_state_set().get_states()],
        "box": [box.x, box.y, box.width, box.height] if box else [0, 0, 0, 0],
        "value": asked(lambda: node.get_value_iface() and Atspi.Value.get_current_value(node), None),
    }


def tree(node, path, rows, out):
    """Adds the node and all below it to `out`; a GLib.Error where one went away while it was read."""
    out.append(describe(node, path))
    if not rows and out[-1]["role"] in ("table", "tree table", "list"):
        return
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child is not None:
            tree(child, path + [i], rows, out)


def whole_tree(rows):
    """The nodes of one reading during which nothing went away: half a tree looks as if controls lacked."""
    for attempt in range(20):
        top, nodes = application(), []
        if top is None:
            return []
        try:
            tree(top, [], rows, nodes)
            return nodes
        except GLib.Error as error:
            broken = error
            time.sleep(0.1)
    raise broken


def at(path):
    node = application()
    for i in path:
        node = node.get_child_at_index(i)
    return node


def listen():
    def said(event, *_):
        print(json.dumps({"event": event.type, "text": str(event.any_data)}), flush=True)

    listener = Atspi.EventListener.new(said)
    for event in ("object:property-change:accessible-name", "object:announcement"):
        listener.register(event)
    print(json.dumps({"event": "ready", "text": ""}), flush=True)
    Atspi.event_main()


if "--listen" in sys.argv:
    listen()
    sys.exit()

for line in sys.stdin:
    request = json.loads(line)
    try:
        if request["do"] == "tree":
            answer = whole_tree(request["rows"])
        elif request["do"] == "actions":
            action = at(request["path"]).get_action_iface()
            answer = [Atspi.Action.get_action_name(action, n) for n in range(action.get_n_actions())] if action else []
        else:
            action = at(request["path"]).get_action_iface()
            answer = bool(action and Atspi.Action.do_action(action, request["n"]))
    except Exception as error:  # The driver decides what a failure means.
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
