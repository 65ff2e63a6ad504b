"""The preferences: found by a search, in effect at once, kept, and changed from outside as well."""

import json
import os
import re
import shutil

from driver import APP, CHECKOUT, DEMO, Failure, Session, Shared, binary, library, run

shared = Shared(lambda s: s.start(DEMO).plays())


def opened(s):
    s.action("win.preferences")
    s.one("entry", "Search preferences")
    return s


def escape(s):
    """To the window that has the focus, which need not be the main one."""
    run(["xdotool", "key", "Escape"], s.env, check=True)


def closed(s):
    escape(s)
    s.wait(lambda: not s.find("entry", "Search preferences"), "the preferences close")


def titles(s):
    """The controls' names that show in the preferences."""
    return [n["name"] for n in s.find() if n["role"] in ("check box", "combo box", "spin button", "slider")]


def type_into(s, text):
    run(["xdotool", "type", "--delay", "60", text], s.env, check=True)


def test_a_search_finds_a_preference_and_escape_ends_it_then_the_window():
    s = opened(shared())
    s.wait(lambda: "Mono" in titles(s) and "Colours" in titles(s), "all preferences show")
    type_into(s, "mono")
    s.wait(lambda: "Mono" in titles(s) and "Colours" not in titles(s), f"only what was looked for shows: {titles(s)}")
    type_into(s, "zzz")
    s.one(name="Nothing Found")
    escape(s)
    s.wait(lambda: "Colours" in titles(s), "Escape ends the search")
    closed(s)


def tabs(s):
    found = s.find("page tab")
    return [n["name"] for n in sorted(found, key=lambda n: n["box"][0])]


def test_the_tabs_come_in_the_users_order_at_once_and_after_a_restart():
    with Session() as s:
        s.start(DEMO).plays()
        before = tabs(s)
        opened(s)
        s.wait(lambda: s.find("push button", f"Move “{before[1]}” up"), "the tabs can be moved")
        node = s.find("push button", f"Move “{before[1]}” up")[0]
        if not s._ask({"do": "act", "path": node["path"], "n": 0}):
            raise Failure("the button can't be pressed")
        after = [before[1], before[0]] + before[2:]
        s.wait(lambda: tabs(s) == after, f"the tabs are {after}, not {tabs(s)}")
        s.action("app.quit")
        s.wait(lambda: s.app.poll() is not None, "the app ends")
        with Session() as later:
            shutil.copytree(s.home + "/config/nagara", later.home + "/config/nagara")
            later.start(DEMO).plays()
            later.wait(lambda: tabs(later) == after, f"the tabs are {after} after a restart, not {tabs(later)}")


def test_a_switch_a_choice_and_a_number_are_kept_at_once():
    with Session() as s:
        s.start(DEMO).plays()
        opened(s)
        for role, name in (("check box", "Mono"), ("check box", "Prevent clipping")):
            node = s.one(role, name)
            s._ask({"do": "act", "path": node["path"], "n": 0})

        def kept(*wanted):
            path = s.home + "/config/nagara/settings.ini"
            text = open(path).read() if os.path.exists(path) else ""
            return all(line in text for line in wanted)

        s.wait(lambda: kept("mono=true", "replay-gain-prevents-clipping=false"), "both switches are kept")


def test_a_music_folder_can_be_taken_out_of_the_library():
    with Session() as s:
        music = library(s.home + "/Music", albums=1, tracks=2)
        run([binary(), "--scan", music], s.env, check=True, timeout=60)
        s.start()

        def songs():
            listed = run([binary(), "--list", "tracks", "--json"], s.env)
            return json.loads(listed.stdout) if listed.returncode == 0 else []

        s.wait(lambda: len(songs()) == 2, "both songs are in the library", 20)
        opened(s)
        node = s.one("push button", re.compile("any more$"), 10)
        s._ask({"do": "act", "path": node["path"], "n": 0})
        s.wait(lambda: not s.find("push button", re.compile("any more$")), "the folder is gone from the list")
        s.wait(lambda: not songs(), "the songs are gone from the library", 20)
        s.one("push button", "Add a Folder…")


def test_the_sound_devices_can_be_chosen_from():
    s = opened(shared())
    s.wait(lambda: s.find(name="Output device"), "the output can be chosen")
    closed(s)


def test_a_change_from_outside_applies_at_once():
    schemas = os.path.join(CHECKOUT, ".build", "schemas")
    os.makedirs(schemas, exist_ok=True)
    run(["glib-compile-schemas", "--targetdir=" + schemas, os.path.join(CHECKOUT, "data")], check=True)
    with Session(env={"GSETTINGS_BACKEND": "keyfile", "GSETTINGS_SCHEMA_DIR": schemas}) as s:
        s.start(DEMO).plays()
        before = tabs(s)
        last = before[-1]
        run(["gsettings", "set", APP, "tab-order", f"['{last.lower()}']"], s.env, check=True)
        s.wait(lambda: tabs(s) == [last] + before[:-1], f"{last} comes first, not {tabs(s)}")
