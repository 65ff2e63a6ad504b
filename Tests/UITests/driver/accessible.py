"""The app for those who don't see it, or don't point exactly: on every page each control has a name and is large
enough, and what changes is said."""

import json
import os
import re
import subprocess
import threading

from driver import Failure, Shared, library, run

REGULAR, COMPACT = (1180, 760, 34), (390, 780, 44)  # Width, height, the least side of a target.

# What is pressed, chosen or typed into.
CONTROLS = ("push button", "toggle button", "check box", "switch", "combo box", "slider", "spin button", "text", "entry",
            "page tab", "menu item", "check menu item", "radio menu item", "list item", "table row", "link", "grid cell")
# What GTK calls a widget that nobody named.
NO_NAME = re.compile("^Gtk[A-Z]|^$")
# The panel under a grabber can be dragged as well, all of it.
GRABBERS = ("Collapse player", "Expand player", "Resize drawer")
# Lines to drag along are as long as they are thin; a row of text is a target in both directions by its width.
LINES = ("slider",)
# A screen reader reads what is in them.
ROWS = ("list item", "table row", "grid cell")


def prepare(s):
    s.start(library(s.home + "/Music", albums=4, tracks=4)).plays()
    s.mpris_call("Pause")


shared = Shared(prepare, size=(1600, 1000))


def inside(box, other):
    return (other[0] - 1 <= box[0] and other[1] - 1 <= box[1] and box[0] + box[2] <= other[0] + other[2] + 1
            and box[1] + box[3] <= other[1] + other[3] + 1)


def faults(s, least):
    """What is wrong with the controls that show now: those without a name, and those too small to hit."""
    nodes = s.find(rows=True)
    window = [0, 0, s.layout()["width"], s.layout()["height"]]
    # What a stack has put aside stays as it was laid out last.
    controls = [node for node in nodes if node["role"] in CONTROLS and "sensitive" in node["states"]
                and node["path"] and (node["path"][0] > 0 or inside(node["box"], window))]
    found = []
    for node in controls:
        x, y, w, h = node["box"]
        below = [n for n in nodes if n["path"][:len(node["path"])] == node["path"]]
        name = node["name"]
        if NO_NAME.search(name) and node["role"] in ROWS:
            name = " ".join(n["name"] for n in below if not NO_NAME.search(n["name"]))
        what = f"{node['role']} {name!r} at {node['box']} {node['path']}"
        if NO_NAME.search(name):
            found.append("without a name: " + what)
        # Part of a control that is large enough: GTK's own buttons within a field or a drop-down.
        above = [n for n in controls if n is not node and n["path"] == node["path"][:len(n["path"])]]
        if any(n["role"] in ("combo box", "spin button", "text", "entry", "toggle button", "list item", "table row",
                             "grid cell", "menu item") for n in above):
            continue
        if name in GRABBERS:
            continue
        small = max(w, h) if node["role"] in LINES else min(w, h)
        if small < least:
            found.append(f"smaller than {least}: " + what)
    if not controls:
        found.append("no control shows")
    return found


def walk(s, form):
    """Every page in one form: a dictionary of what is wrong with each."""
    width, height, least = form
    s.action("win.drawer", "closed")
    s.action("win.player", "docked")
    s.reaches(player="docked", drawer="closed")
    s.float(width, height)
    seen = {}

    def look(name):
        """What stays wrong: a page that has just come may still be filling."""
        s.alive()
        wrong = []

        def right():
            wrong[:] = faults(s, least)
            return not wrong

        try:
            s.wait(right, f"{name} is right", 4)
        except Failure:
            seen[name] = list(wrong) or ["its tree cannot be read"]

    tabs = [node["name"] for node in s.find("page tab")]
    for tab in tabs:
        s.press(s.one("page tab", tab))
        s.wait(lambda: any("selected" in n["states"] for n in s.find("page tab", tab)), f"{tab} is chosen")
        look(tab)
    s.action("win.player", "expanded")
    s.reaches(player="expanded")
    look("the full player")
    s.action("win.player", "docked")
    s.reaches(player="docked")
    for view in ("up-next", "lyrics"):
        s.action("win." + view)
        s.wait(lambda: s.layout()["drawer"] != "closed", f"{view} opens")
        look(view)
    s.action("win.drawer", "closed")
    s.reaches(drawer="closed")
    return seen


def report(seen):
    if seen:
        raise Failure("; ".join(f"{page}: " + " | ".join(wrong) for page, wrong in seen.items()))


def test_every_control_has_a_name_and_can_be_hit_in_a_wide_window():
    report(walk(shared(), REGULAR))


def test_every_control_has_a_name_and_can_be_hit_in_a_narrow_window():
    report(walk(shared(), COMPACT))


def test_a_new_track_is_said():
    s = shared()
    s.action("win.player", "docked")
    s.focus()
    reader = os.path.join(os.path.dirname(os.path.abspath(__file__)), "a11y.py")
    listener = s.spawn(["/usr/bin/python3", reader, "--listen"], stdout=subprocess.PIPE, text=True)
    heard = []
    listening = threading.Thread(target=lambda: heard.extend(json.loads(line) for line in listener.stdout), daemon=True)
    listening.start()
    s.wait(lambda: heard, "the listener listens")
    before = s.track()[1]
    s.action("app.next")
    s.wait(lambda: s.track()[1] != before, "the next track comes")
    title = s.track()[1]
    s.wait(lambda: any(title in said["text"] for said in heard), f"{title} is said; heard {heard}", 10)
    # Only GTK 4.14 and newer can be asked to say something.
    if run(["pkg-config", "--atleast-version=4.14", "gtk4"]).returncode == 0:
        s.wait(lambda: any("announcement" in said["event"] and title in said["text"] for said in heard),
               f"{title} is announced; heard {heard}", 10)
    listener.terminate()
