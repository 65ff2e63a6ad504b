"""A walk over everything: each page in both widths, each item of each menu, the menu of a song on each page by both
keys."""

import glob
import re

from collection import music_folder, shows, tracks
from dialogs import windows
from driver import Failure, Shared, library, run
from home import NARROW, WIDE
from lists import choose
from playlists import name


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


def tab(view):
    return lambda s: s.action("win.tab", view)


def browse(page):
    return lambda s: s.action("win.browse", page)


def then(*steps):
    def go(s):
        for step in steps:
            step(s)
    return go


def looked_for(text):
    def go(s):
        s.action("win.search")
        s.reaches(tab="search")
        s.key("ctrl+a")
        run(["xdotool", "type", "--delay", "40", text], s.env, check=True)
    return go


# The page, how it is come to, and what it has to show.
PAGES = (
    ("home", tab("home"), ("Recently Added",)), ("albums", tab("albums"), ("Album 1", "Artist 1", "Album 3")),
    ("artists", tab("artists"), ("Artist 1", "Artist 3")), ("songs", tab("songs"), ("Song 1.01",)),
    ("genres", browse("genres"), ("Jazz", "2 albums · 8 songs")), ("years", browse("years"), ("1964", "1959")),
    ("folders", browse("folders"), ("Music", "12 songs")),
    ("an album", then(tab("albums"), lambda s: follow(s, "Album 1")), ("Song 1.01",)),
    ("an artist", then(tab("artists"), lambda s: follow(s, "Artist 2")), ("Artist 2", "Song 2.01")),
    ("a genre", then(browse("genres"), lambda s: follow(s, "Folk")), ("Folk", "Album 3", "Song 3.01")),
    ("a year", then(browse("years"), lambda s: follow(s, "1959")), ("1959", "Album 1", "Song 1.01")),
    ("a folder", then(browse("folders"), lambda s: follow(s, "Music")), ("Artist 1", "Artist 3")),
    ("recently added", browse("recently-added"), ("Recently Added", "Song 1.01")),
    ("search", looked_for("song 2"), ("Song 2.01",)), ("no result", looked_for("zzzz"), ("Nothing Found",)),
    ("playlists", tab("playlists"), ("Mixed", "Never Played")),
    ("a playlist", then(tab("playlists"), lambda s: follow(s, "Mixed")), ("Mixed", "Song 1.01")),
    ("a smart playlist", then(tab("playlists"), lambda s: follow(s, "Never Played")), ("Never Played", "Song 1.01")),
    ("the library", lambda s: s.action("win.library"), ("Music Folders",)),
    ("duplicates", lambda s: s.action("win.duplicates"), ()),
    ("the player", lambda s: s.action("win.player", "expanded"), ()),
    ("Up Next", lambda s: s.action("win.up-next"), ("Clear Up Next",)),
    ("lyrics", lambda s: s.action("win.lyrics"), ()),
)


def test_every_page_shows_what_it_has_in_both_widths_and_nothing_warns():
    s = shared()
    wrong = []
    for size in (NARROW, WIDE):
        sized(s, size)
        for page, go, texts in PAGES:
            try:
                at_root(s)
                go(s)
                s.rests()
                shows(s, *texts)
                for node in s.find("push button"):
                    x, _, w, _ = node["box"]
                    if x < -1 or x + w > size[0] + 1:
                        raise Failure(f"{node['name']!r} at {node['box']} leaves the window")
            except Failure as failure:
                wrong.append(f"{page} at {size}: {failure}")
    at_root(s)
    if wrong:
        raise Failure("; ".join(wrong))
    warned = [line for line in s.log().split("\n") if "WARNING" in line or "CRITICAL" in line]
    if warned:
        raise Failure("; ".join(warned[:3]))


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


def menu_of_a_song(s, title):
    """By both keys, and by the other button, on a song that is in view."""
    s.wait(lambda: s.find("label", title, rows=True), f"{title} shows")
    s.rests()
    x, y, w, h = [n["box"] for n in s.find("label", title, rows=True) if n["box"][1] > 90][0]
    point = (x + 4, y + h / 2)
    s.click(*point, button=3)
    s.wait(lambda: s.find("push button", "Play Next", rows=True), "the other button opens the menu")
    s.key("Escape")
    s.wait(lambda: not s.find("push button", "Play Next", rows=True), "the menu closes")
    for key in ("Menu", "shift+F10"):
        s.key(key)
        s.wait(lambda: s.find("push button", "Play Next", rows=True), f"{key} opens the menu")
        s.key("Escape")
        s.wait(lambda: not s.find("push button", "Play Next", rows=True), "the menu closes")


def test_a_song_has_its_menu_on_every_page():
    s = shared()
    wrong = []
    for size in (NARROW, WIDE):
        sized(s, size)
        for page, go, texts in PAGES:
            song = next((text for text in texts if re.match(r"Song \d", text)), None)
            if not song:
                continue
            try:
                at_root(s)
                go(s)
                s.rests()
                menu_of_a_song(s, song)
            except Failure as failure:
                wrong.append(f"{page} at {size}: {failure}")
                s.key("Escape")
    at_root(s)
    if wrong:
        raise Failure("; ".join(wrong))


def test_the_menu_key_is_for_the_row_that_has_the_keyboard():
    s = shared()
    sized(s, WIDE)
    at_root(s)
    PAGES[7][1](s)
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
