"""Smart playlists: ready-made ones, and the editor of their rules, by keyboard and by what a screen reader sees."""

import json
import re

from collection import ask, has_music, music_folder
from driver import Failure, Session, Shared, library
from lists import choose
from playlists import gone, shows
from playlists import row as place


def prepare(s):
    has_music(s, 3, 4, seconds=60)
    s.show("playlists")


shared = Shared(prepare)


def rules(s, name):
    """A smart playlist's rules as they are stored; `None` when there is none of this name."""
    found = ask(s, f"SELECT rules FROM playlists WHERE name = '{name}'", "listener")
    return json.loads(found[0][0]) if found else None


def says(s, text):
    s.wait(lambda: any(text in node["name"] for node in s.find("label")), f"the editor says {text!r}")


def save(s, label="Save"):
    s.wait(lambda: any("sensitive" in n["states"] for n in s.find("push button", label)), f"{label} can be pressed")
    s.key_in_dialog("ctrl+s")
    s.wait(lambda: not s.find("push button", label), "the editor closes")


def menu(s, name, item):
    s.show("playlists")
    s.click(*place(s, name), button=3)
    choose(s, item)


def test_ready_made_ones_say_how_much_is_in_them():
    s = shared()
    shows(s, "Loved")
    shows(s, "Never Played")
    shows(s, "Smart playlist · 12 songs · 12 min")


def test_one_is_made_by_keyboard_alone_and_follows_the_library():
    s = shared()
    s.action("win.new-smart-playlist")
    s.one("push button", "Make")
    says(s, "Give the playlist a name.")
    s.key_in_dialog("T", "w", "o", "s")
    says(s, "Type a value for “Artist”.")
    # Past the choice of all or any, the field and the question.
    s.key_in_dialog("Tab", "Tab", "Tab", "Tab", "2")
    says(s, "Matches: 4 songs · 4 min")
    save(s, "Make")
    wanted = {"all": [{"field": "artist", "contains": "2"}]}
    s.wait(lambda: (rules(s, "Twos") or {}).get("rule") == wanted, f"the rules are kept: {rules(s, 'Twos')}")
    shows(s, "Smart playlist · 4 songs · 4 min")


def test_rules_are_edited_and_that_is_undone():
    s = shared()
    menu(s, "Twos", "Edit Rules…")
    s.one("push button", "Save")
    says(s, "Matches: 4 songs")
    s.act(s.one("push button", "Add a Group"))
    s.wait(lambda: len(s.find("text", "Value for “Artist”") + s.find("entry", "Value for “Artist”")) == 2,
           "another condition shows")
    says(s, "Type a value for “Artist”.")
    # The keyboard is at the group's own choice of all or any.
    s.key_in_dialog("Tab", "Tab", "Tab", "Tab", "9")
    says(s, "No song matches")
    save(s)
    s.wait(lambda: len(rules(s, "Twos")["rule"]["all"]) == 2, "the group is kept")
    shows(s, "Smart playlist · 0 songs")
    s.key("ctrl+z")
    s.wait(lambda: len(rules(s, "Twos")["rule"]["all"]) == 1, "the old rules are back")
    shows(s, "Smart playlist · 4 songs · 4 min")


def test_what_is_wrong_is_said_and_cannot_be_saved():
    s = shared()
    menu(s, "Twos", "Edit Rules…")
    s.one("push button", "Save")
    s.key_in_dialog("Tab", "Tab", "Tab", "Tab", "ctrl+a", "Delete")
    says(s, "Type a value for “Artist”.")
    s.wait(lambda: not any("sensitive" in n["states"] for n in s.find("push button", "Save")), "Save can't be pressed")
    s.key_in_dialog("ctrl+s")
    s.act(s.one("push button", "Remove “Artist”"))
    says(s, "A group needs a condition.")
    s.key_in_dialog("Escape")
    s.wait(lambda: not s.find("push button", "Save"), "the editor closes")
    if rules(s, "Twos")["rule"] != {"all": [{"field": "artist", "contains": "2"}]}:
        raise Failure("what was not saved is kept")


def test_a_limit_and_an_order_are_kept():
    s = shared()
    menu(s, "Twos", "Edit Rules…")
    s.one("push button", "Save")
    switch = [n for n in s.find(None, "Limit") if n["role"] in ("check box", "switch", "toggle button")]
    s.act(switch[0], s.actions(switch[0])[0])
    says(s, "Matches: 4 songs")
    s.wait(lambda: any("sensitive" in n["states"] for n in s.find(None, "At most")), "the limit can be typed")
    # From the name back to the end: Save, Cancel, the unit, the limit itself.
    s.key_in_dialog("shift+Tab", "shift+Tab", "shift+Tab", "shift+Tab", "ctrl+a", "3")
    says(s, "Matches: 3 songs")
    save(s)
    s.wait(lambda: rules(s, "Twos").get("limit") == {"tracks": 3}, f"the limit is kept: {rules(s, 'Twos')}")
    s.key("ctrl+z")
    s.wait(lambda: "limit" not in rules(s, "Twos"), "it is taken back")


def test_one_is_duplicated_and_deleted_and_both_are_undone():
    s = shared()
    menu(s, "Twos", "Duplicate")
    shows(s, "Twos (Copy)")
    if rules(s, "Twos (Copy)") != rules(s, "Twos"):
        raise Failure("the copy has other rules")
    s.key("ctrl+z")
    gone(s, "Twos (Copy)")
    menu(s, "Loved", "Delete Playlist")
    gone(s, "Loved")
    s.act(s.one("push button", "Undo"))
    shows(s, "Loved")


def test_what_was_deleted_does_not_come_back_at_the_next_start():
    with Session() as s:
        library(music_folder(s), albums=1, tracks=1, seconds=6)
        s.start()
        s.show("playlists")
        shows(s, "Loved")
        menu(s, "Loved", "Delete Playlist")
        gone(s, "Loved")
        s.close_window()
        s.start()
        s.show("playlists")
        shows(s, "Never Played")
        gone(s, "Loved")


def test_its_page_has_the_head_of_an_albums_page():
    s = shared()
    s.show("playlists")
    s.click(*place(s, "Twos"))
    s.reaches(depth=2)
    shows(s, "Smart playlist · 4 songs · 4 min")
    shows(s, "Song 2.01")
    s.press(s.wait(lambda: s.find("push button", "Play", rows=True), "it can be played")[0])
    s.wait(lambda: s.track()[1] == "Song 2.01", "its first song plays")
    s.mpris_call("Pause")


def test_the_editor_fits_a_narrow_window():
    s = shared()
    s.show("playlists")
    s.float(390, 780)
    s.action("win.new-smart-playlist")
    s.one("push button", "Make")
    wide = [n for n in s.find() if n["path"][0] > 0 and n["box"][0] + n["box"][2] > 392]
    s.key_in_dialog("Escape")
    s.wait(lambda: not s.find("push button", "Make"), "the editor closes")
    s.float(1180, 760)
    if wide:
        raise Failure(f"wider than the window: {[(n['role'], n['name'], n['box']) for n in wide]}")
