"""A walk over the menus, and what the keyboard is for right after a change of page."""

import glob
import re

from collection import music_folder, shows, tracks
from dialogs import windows
from driver import Failure, Shared, library, run
from home import WIDE
from lists import choose


def prepare(s):
    folder = library(music_folder(s), albums=3, tracks=4, seconds=120)
    for number, genre, year in (1, "Jazz", 1959), (2, "Jazz", 1964), (3, "Folk", 1964):
        run(["metaflac", f"--set-tag=GENRE={genre}", f"--set-tag=DATE={year}"]
            + glob.glob(f"{folder}/Artist {number}/Album {number}/*.flac"), check=True)
    with open(folder + "/Artist 1/Album 1/01.lrc", "w") as f:
        f.write("[00:01.00]first words\n[00:02.00]second words\n")
    s.start()
    s.wait(lambda: tracks(s) == 12, "the music is read", 20)
    s.float(*WIDE)
    with open(s.home + "/Mixed.m3u", "w") as f:
        f.write("\n".join(sorted(glob.glob(folder + "/*/*/*.flac"))[:5]))
    s.action("app.import-playlist", f"file://{s.home}/Mixed.m3u")
    s.action("app.shuffle-all")
    s.plays()
    s.mpris_call("Pause")


shared = Shared(prepare)


def at_root(s):
    s.action("win.drawer", "closed")
    s.action("win.player", "docked")
    s.reaches(drawer="closed", player="docked")
    while s.layout()["depth"] > 1:
        depth = s.layout()["depth"]
        s.action("win.back")
        s.reaches(depth=depth - 1)


def sized(s, size):
    if (s.layout()["width"], s.layout()["height"]) != size:
        s.float(*size)


def follow(s, text):
    """Presses the row of this name below the page's top."""
    s.wait(lambda: [n for n in s.find("label", text, rows=True) if n["box"][1] > 90], f"{text} shows")
    s.rests()
    box = [n["box"] for n in s.find("label", text, rows=True) if n["box"][1] > 90][0]
    depth = s.layout()["depth"]
    s.click(box[0] + 4, box[1] + box[3] / 2)
    s.reaches(depth=depth + 1)


def pick(s, item):
    """Goes to the item of an open menu with the arrows, and chooses it."""
    for _ in range(20):
        if any("focused" in n["states"] and re.search(item, n["name"]) for n in s.find(rows=True)):
            return s.key_in_dialog("Return")
        s.key_in_dialog("Down")
    raise Failure(f"{item} can't be reached by Down")


def opened(s, title):
    s.wait(lambda: windows(s, title), f"{title} opens")
    s.key_in_dialog("Escape")
    s.wait(lambda: not windows(s, title), f"{title} closes")


def window(title):
    return lambda s: opened(s, title)


def depth(wanted):
    return lambda s: s.reaches(depth=wanted)


MAIN = (
    ("Open Files", window("Open Files")), ("Open a Folder", window("Play a Folder")),
    ("Open a Stream", window("Open a Stream")), ("Shuffle Everything", lambda s: s.plays()),
    ("Up Next", lambda s: s.wait(lambda: s.layout()["drawer"] != "closed", "Up Next opens")),
    ("Music Library", depth(2)), ("Preferences", window("Preferences")),
    ("Keyboard Shortcuts", window("Keyboard Shortcuts")), ("About Nagara", window("About")),
)


def test_every_item_of_the_main_menu_does_what_it_says():
    s = shared()
    sized(s, WIDE)
    s.action("win.tab", "albums")
    wrong = []
    for item, does in MAIN:
        try:
            at_root(s)
            s.key("F10")
            pick(s, item)
            does(s)
        except Failure as failure:
            wrong.append(f"{item}: {failure}")
            s.key_in_dialog("Escape")
    s.mpris_call("Pause")
    at_root(s)
    if wrong:
        raise Failure("; ".join(wrong))


def test_every_item_of_quick_play_does_what_it_says():
    s = shared()
    sized(s, WIDE)
    plays = lambda s: s.plays()
    items = (("Resume", plays), ("Shuffle Everything", plays), ("Shuffle Albums", plays), ("Recently Added", plays),
             ("Open Files…", window("Open Files")), ("Play a Folder…", window("Play a Folder")),
             ("Open a Stream…", window("Open a Stream")))
    at_root(s)
    for item, does in items:
        s.mpris_call("Pause")
        s.wait(lambda: s.status() == "Paused", "the player rests")
        s.press(s.one("push button", "Quick Play"))
        choose(s, item)
        does(s)
    s.mpris_call("Pause")


def test_the_menu_key_is_for_the_row_that_has_the_keyboard():
    s = shared()
    sized(s, WIDE)
    at_root(s)
    s.action("win.tab", "albums")
    follow(s, "Album 1")
    shows(s, "Song 1.01")
    for _ in range(14):
        if any("focused" in n["states"] and n["role"] == "list item" for n in s.find(rows=True)):
            break
        s.key("Tab")
    else:
        raise Failure("Tab does not come to a song")
    s.key("Down", "Menu")
    s.wait(lambda: s.find("push button", "Play Next", rows=True), "the menu opens")
    s.key("Escape")


def test_typing_after_a_change_of_tab_filters_the_library():
    s = shared()
    sized(s, WIDE)
    changes = (lambda: s.key("alt+2"), lambda: s.action("win.tab", "library"), lambda: s.key("ctrl+Next"),
               lambda: s.press(s.one("page tab", "Library")), lambda: s.action("win.tab", "artists"),
               lambda: run(["xdotool", "key", "alt+2"], s.env, check=True))
    for change in changes:
        for before in ("home", "albums"):
            at_root(s)
            s.action("win.tab", "home")
            s.reaches(tab="home")
            if before == "albums":
                s.press(s.one("push button", re.compile("^Show All: Recently Added")))
                s.reaches(depth=2)
                s.action("win.back")
                s.reaches(depth=1)
            change()
            # At once, as a script does.
            run(["xdotool", "key", "a", "r", "2"], s.env, check=True)
            s.reaches(tab="library")
            s.wait(lambda: [n for n in s.find("entry", "Filter this list")], "the field comes")
            s.key("Escape")
            s.wait(lambda: not s.find("entry", "Filter this list"), "Escape takes the field away")
