"""Lists that people live in: selection, menus by every way, typing, columns, and the queue with its undo."""

import os
import re
import time

from driver import Failure, Session, Shared, library, run

FAKE_FILES = """
import sys
from gi.repository import Gio, GLib

def call(connection, sender, path, interface, method, parameters, invocation):
    with open(sys.argv[1], "a") as f:
        f.write(method + " " + " ".join(parameters.unpack()[0]) + chr(10))
    invocation.return_value(None)

node = Gio.DBusNodeInfo.new_for_xml("<node><interface name='org.freedesktop.FileManager1'><method name='ShowItems'>"
    "<arg type='as' direction='in'/><arg type='s' direction='in'/></method></interface></node>")
def acquired(connection, name):
    connection.register_object("/org/freedesktop/FileManager1", node.interfaces[0], call, None, None)
Gio.bus_own_name(Gio.BusType.SESSION, "org.freedesktop.FileManager1", 0, acquired, None, None)
GLib.MainLoop().run()
"""


def prepare(s):
    s.start(library(s.home + "/Music", albums=3, tracks=6, seconds=120))
    s.plays()
    s.mpris_call("Pause")
    s.float(1180, 760)
    s.action("win.tab", "songs")
    s.reaches(tab="library")


shared = Shared(prepare)


def songs():
    """The app in its songs, nothing open, nothing selected but the first row."""
    s = shared()
    s.action("win.drawer", "closed")
    s.action("win.tab", "songs")
    s.reaches(tab="library", drawer="closed", player="docked")
    seen = s.layout()
    if (seen["width"], seen["height"]) != (1180, 760):
        s.float(1180, 760)
    s.click(300, row(0))
    return s


def row(number):
    """The middle of a row of the songs' table."""
    return 144 + 34 * number + 5


def selected(s):
    return [node["name"] for node in s.find("list item", rows=True) if "selected" in node["states"]]


def listed(s, view):
    """The texts of the rows of a list that is in view."""
    lists = [n for n in s.find(name=view.capitalize()) if n["role"] in ("list", "table", "tree table")]
    return {n["name"] for n in s.find("label", rows=True) for l in lists if n["path"][:len(l["path"])] == l["path"]}


def total(s):
    """How many songs Up Next says there are."""
    label = s.one("label", re.compile(r"songs? · "))
    return int(label["name"].split()[0])


def choose(s, name):
    """Goes down an open menu to the item of this name and chooses it: what a popover holds counts its place from the
    popover, so it can't be pressed at its place in the window."""
    s.wait(lambda: s.find("push button", name, rows=True), f"the menu has {name}")
    for _ in range(14):
        if any("focused" in node["states"] for node in s.find("push button", name, rows=True)):
            s.key("Return")
            s.wait(lambda: not s.find("push button", name, rows=True), "the menu closes")
            return
        s.key("Down")
    raise Failure(f"{name} can't be reached by Down")


def test_shift_and_control_select_several_and_the_menu_is_for_all():
    s = songs()
    s.action("win.drawer", "half")
    before = s.wait(lambda: total(s), "Up Next says how much there is")
    s.action("win.drawer", "closed")
    s.reaches(drawer="closed")
    s.click(300, row(1))
    s.key("shift+Down", "shift+Down")
    s.key("Menu")
    choose(s, "Add to Up Next")
    s.action("win.drawer", "half")
    s.wait(lambda: total(s) == before + 3, "three songs more come next")
    s.key("ctrl+z")
    s.wait(lambda: total(s) == before, "Ctrl+Z takes them back at once")


def test_the_menu_opens_by_both_keys_and_by_the_other_button():
    s = songs()
    for way in (lambda: s.key("Menu"), lambda: s.key("shift+F10"), lambda: s.click(300, row(4), button=3)):
        way()
        s.wait(lambda: s.find("push button", "Play Next", rows=True), "the menu opens")
        s.key("Escape")
        s.wait(lambda: not s.find("push button", "Play Next", rows=True), "the menu closes")


def test_typing_leaves_the_songs_that_have_it_and_m_alone_mutes():
    s = songs()
    # The table is as it was found: "Song 1.01" … "Song 3.06"
    for letter in ("2", "period", "0", "4"):
        s.key(letter)
    s.one("entry", "Filter this list")
    s.wait(lambda: {n for n in listed(s, "songs") if n.startswith("Song")} == {"Song 2.04"},
           "only what has 2.04 shows")
    s.key("Return")
    s.wait(lambda: s.track()[1] == "Song 2.04", f"Song 2.04 plays, not {s.track()[1]}")
    s.mpris_call("Pause")
    s.key("Escape")
    s.wait(lambda: "Song 1.01" in listed(s, "songs"), "Escape shows all of them again")
    # What is in view is what plays: all of them again, for the tests that follow.
    s.click(300, row(0), count=2)
    s.wait(lambda: s.track()[1] == "Song 1.01", "the first of all plays")
    s.mpris_call("Pause")
    # MPRIS tells a muted player by its volume.
    s.wait(lambda: "1.0" in s.mpris("Volume"), "it isn't muted")
    time.sleep(1.2)
    s.key("m")
    s.wait(lambda: "0.0" in s.mpris("Volume"), "M mutes")
    s.key("m")
    s.wait(lambda: "1.0" in s.mpris("Volume"), "M again lets it sound")


def test_files_are_shown_in_the_file_manager():
    s = songs()
    told = s.home + "/told"
    s.spawn(["/usr/bin/python3", "-c", FAKE_FILES, told])
    s.wait(lambda: "FileManager1" in s.call("org.freedesktop.DBus", "/org/freedesktop/DBus",
                                            "org.freedesktop.DBus.ListNames"), "the file manager is there")
    s.key("Menu")
    choose(s, "Show in Files")
    s.wait(lambda: os.path.exists(told) and "/01.flac" in open(told).read(), "the file manager is told the file")


def test_moving_to_the_trash_asks_first():
    s = songs()
    s.click(300, row(11))
    s.key("Menu")
    choose(s, "Move to Trash…")
    s.one("push button", "Move to Trash")
    s.key_in_dialog("Escape")
    path = s.home + "/Music/Artist 2/Album 2/06.flac"
    if not os.path.exists(path):
        raise Failure("the file is gone without an answer")
    s.click(300, row(11))
    s.key("Menu")
    choose(s, "Move to Trash…")
    s.one("push button", "Move to Trash")
    s.key_in_dialog("Tab", "Return")
    s.wait(lambda: not os.path.exists(path), "the file is gone")
    trash = s.home + "/data/Trash/files/06.flac"
    s.wait(lambda: os.path.exists(trash), f"the file is in the trash, {trash}")


def test_columns_are_chosen_and_remembered():
    with Session() as s:
        s.env["GSETTINGS_BACKEND"] = "keyfile"
        music = library(s.home + "/Music", albums=1, tracks=3, seconds=60)
        s.start(music).plays()
        s.mpris_call("Pause")
        s.float(1180, 760)
        s.action("win.tab", "songs")
        s.reaches(tab="library")
        s.press(s.one("push button", "Columns"))
        for _ in range(12):
            if any("focused" in node["states"] for node in s.find(None, "Composer")):
                break
            s.key("Down")
        s.key("Return", "Escape")
        s.close_window()
        with open(s.home + "/config/nagara/settings.ini") as f:
            if not re.search(r"song-columns=.*[ ']composer", f.read()):
                raise Failure("the settings don't say that there is a column Composer")
        s.start(music)
        s.float(1180, 760)
        s.wait(lambda: s.find(None, "Composer", rows=True), "a column Composer shows again")


def test_delete_and_alt_arrows_edit_up_next_and_ctrl_z_takes_it_back():
    s = songs()
    s.action("win.drawer", "full")
    s.reaches(drawer="full")
    before = s.wait(lambda: total(s), "Up Next says how much there is")
    s.key("Down", "Down", "shift+Down", "Delete")
    s.wait(lambda: total(s) == before - 2, f"two are removed of {before}, {total(s)} left")
    s.key("ctrl+z")
    s.wait(lambda: total(s) == before, "they are back")


def test_what_was_played_stands_above_when_it_is_wanted():
    s = songs()
    s.click(300, row(3), count=2)
    s.plays()
    s.mpris_call("Pause")
    s.action("win.drawer", "full")
    s.reaches(drawer="full")
    count = s.wait(lambda: total(s), "Up Next says how much there is")
    s.press(s.one(None, "Show What Was Played"))
    s.wait(lambda: s.find("label", "Song 1.03", rows=True), "the song before shows")
    if total(s) != count:
        raise Failure("what was played counts as what comes")
    s.press(s.one(None, "Show What Was Played"))


def test_the_drawer_s_buttons_stay_in_a_narrow_window_with_large_text():
    with Session(text_scale=2) as s:
        s.start(library(s.home + "/Music", albums=1, tracks=4, seconds=60)).plays()
        s.mpris_call("Pause")
        s.float(390, 780)
        s.action("win.drawer", "half")
        s.reaches(drawer="half")
        for name in ("Close", "Clear Up Next", "Show What Was Played"):
            for node in s.find(None, name):
                x, _, w, _ = node["box"]
                if node["role"] in ("push button", "toggle button") and (x < 0 or x + w > 391):
                    raise Failure(f"{name} is at {node['box']}")


def test_a_player_that_is_swiped_away_rests_and_comes_back():
    s = songs()
    s.float(500, 900)
    s.mpris_call("Play")
    s.plays()
    x, y, w, h = s.one("push button", re.compile("^Player"))["box"]
    s.drag((x + 100, y + h / 2), (x + 100, y + h + 60))
    s.wait(lambda: s.status() == "Paused", "the music rests")
    s.reaches(player="absent")
    s.key("ctrl+z")
    s.wait(lambda: s.status() == "Playing", "the music plays on")
    s.reaches(player="docked")


def test_tags_are_edited_and_written_into_the_file():
    s = songs()
    path = s.home + "/Music/Artist 1/Album 1/02.flac"
    s.click(300, row(1))
    s.key("Menu")
    choose(s, "Edit Tags…")
    s.wait(lambda: any("sensitive" in node["states"] for node in s.find("push button", "Save")), "the tags are read")
    s.key_in_dialog("ctrl+a", "N", "e", "w", "Return", "ctrl+s")
    s.wait(lambda: "TITLE=New" in run(["metaflac", "--show-tag=TITLE", path]).stdout, "the file has the new title")
    if "ARTIST=Artist 1" not in run(["metaflac", "--show-tag=ARTIST", path]).stdout:
        raise Failure("the artist is lost")
