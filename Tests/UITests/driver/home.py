"""Home: what to go on with and rows of covers; and the Library tab with its lists, in both widths."""

import re

from collection import ask, ends, music_folder, shows
from driver import DEMO, Failure, Session, Shared, library
from lists import listed

NARROW, WIDE = (390, 780), (1180, 760)
VIEWS = ("Albums", "Artists", "Songs", "Genres", "Years", "Folders")


def prepare(s):
    library(music_folder(s), albums=24, tracks=2, seconds=60)
    s.start()
    shows(s, "Recently Added", "Something Else")


shared = Shared(prepare)


def at_home(size=WIDE):
    s = shared()
    s.action("win.drawer", "closed")
    s.action("win.player", "docked")
    s.action("win.tab", "home")
    while s.layout()["depth"] > 1:
        s.action("win.back")
        s.rests()
    s.reaches(tab="home", depth=1, drawer="closed")
    if (s.layout()["width"], s.layout()["height"]) != size:
        s.float(*size)
    return s


def rows(s, name):
    """The covers of a shelf, from the left: the texts of each."""
    shelf = s.wait(lambda: [n for n in s.find("list", name)], f"the shelf {name} shows")[0]
    found = {}
    for node in s.find("label", rows=True):
        if node["path"][:len(shelf["path"])] == shelf["path"]:
            found.setdefault(tuple(node["path"][:len(shelf["path"]) + 1]), []).append(node["name"])
    return [found[key] for key in sorted(found)]


def test_the_tabs_are_those_of_the_design():
    s = at_home()
    names = [n["name"] for n in sorted(s.find("page tab"), key=lambda n: n["box"][0])]
    if names != ["Home", "Library", "Search", "Playlists"]:
        raise Failure(f"the tabs are {names}")


def test_covers_lead_to_their_albums_and_headings_to_the_whole():
    for size in (NARROW, WIDE):
        s = at_home(size)
        s.one("heading", "Recently Added")
        first = rows(s, "Recently Added")[0][0]
        label = next(n for n in s.find("label", first, rows=True) if n["box"][2] > 0)
        x, y, w, h = label["box"]
        s.click(x + 20, y - 60)
        s.reaches(depth=2)
        shows(s, first, "Add to Up Next")
        s.action("win.back")
        s.reaches(depth=1)
        s.press(s.one("push button", "Show All: Recently Added"))
        s.reaches(depth=2)
        shows(s, "Recently Added", "Song 1.01")


def test_keys_move_within_a_shelf_and_open():
    s = at_home()
    names = rows(s, "Recently Added")
    for _ in range(12):
        focused = [n for n in s.find("list item", rows=True) if "focused" in n["states"]]
        if focused:
            break
        s.key("Tab")
    else:
        raise Failure("Tab does not come to a cover")
    s.key("Right", "Right", "Return")
    s.reaches(depth=2)
    shows(s, names[2][0], "Add to Up Next")


def test_a_wheel_over_a_shelf_scrolls_the_page():
    s = at_home((390, 560))
    s.wheel(200, 240, down=4)
    s.wait(lambda: any(s.offsets()), "the page scrolls")
    s.wheel(200, 240, down=-8)


def test_the_random_shelf_is_chosen_anew():
    s = at_home()
    before = rows(s, "Something Else")
    s.press(s.one("push button", "Choose Others"))
    s.wait(lambda: rows(s, "Something Else") != before, "other covers come")


def test_what_was_heard_is_gone_on_with():
    s = at_home()
    if s.find("push button", re.compile("^Continue, ")):
        raise Failure("nothing was heard yet")
    s.action("app.shuffle-albums")
    s.plays()
    title = s.track()[1]
    s.one("push button", re.compile(f"^Now Playing, {re.escape(title)}"))
    s.mpris_call("Pause")
    s.press(s.one("push button", re.compile(f"^Continue, {re.escape(title)}")))
    s.reaches(player="expanded")
    s.action("win.player", "docked")
    s.reaches(player="docked")
    x, y, w, h = s.one("push button", re.compile("^Continue, "))["box"]
    s.click(x + w + 8 + 22, y + h / 2)
    s.plays()
    s.mpris_call("Seek", "57000000")
    s.wait(lambda: ask(s, "SELECT sum(plays) FROM items", "listener") == [(1,)], "a play is counted", 20)
    s.mpris_call("Pause")
    for name in ("Recently Played", "Most Played"):
        s.wait(lambda: len(rows(s, name)) == 1, f"{name} has what was played")


def test_nothing_but_a_welcome_shows_without_music():
    for size in (NARROW, WIDE):
        with Session() as s:
            s.start()
            s.float(*size)
            for tab in ("home", "library"):
                s.action("win.tab", tab)
                s.one(None, "Welcome to Nagara")
                for name in ("Choose a Folder", "Play the Demo Album"):
                    s.one("push button", name)
            if s.find("push button", "Albums"):
                raise Failure("there is nothing to choose from")


def test_what_was_opened_stands_on_home_without_a_library():
    with Session() as s:
        s.start(DEMO).plays()
        shows(s, "Recently Added", "Nagara")
        s.one("push button", re.compile("^Now Playing, "))


def chosen(s):
    return [n["name"] for n in s.find("push button") if n["name"] in VIEWS and "pressed" in n["states"]]


def test_the_library_s_lists_are_chosen_by_name_and_by_script():
    for size in (WIDE, NARROW):
        s = at_home(size)
        s.action("win.tab", "library")
        for view, row in (("artists", "Artist 1"), ("songs", "Song 1.01"), ("folders", "Music"), ("albums", "Album 1")):
            s.action("win.tab", view)
            s.reaches(tab="library", depth=1)
            shows(s, row)
            s.wait(lambda: chosen(s) == [view.capitalize()], f"{view} is marked, not {chosen(s)}")
            x, _, w, _ = s.one("push button", view.capitalize())["box"]
            s.wait(lambda: x >= 0 and x + w <= size[0], f"{view} at {x}…{x + w} is in the window")
        s.press(s.one("push button", "Artists"))
        s.wait(lambda: chosen(s) == ["Artists"], "a press chooses")
        shows(s, "Artist 2")
        # From another tab, and from a page that was pushed.
        s.action("win.tab", "search")
        s.action("win.browse", "genres")
        s.reaches(tab="library", depth=1)
        shows(s, "No Genres")


def test_typing_leaves_of_each_list_what_has_it():
    s = at_home()
    for view, typed, kept, gone in (("albums", "24", "Album 24", "Album 2"), ("artists", "24", "Artist 24", "Artist 2"),
                                    ("songs", "24", "Song 24.01", "Song 2.01"), ("folders", "usi", "Music", "")):
        s.action("win.tab", "library")
        s.press(s.one("push button", view.capitalize()))
        shows(s, kept)
        s.key(*typed)
        s.one("entry", "Filter this list")
        s.wait(lambda: kept in listed(s, view) and gone not in listed(s, view), f"only {kept} is left of {view}")
        s.key(*"zzz")
        s.one(None, "Nothing Found")
        s.key("Escape")
        s.wait(lambda: not s.find("entry", "Filter this list"), "the field is gone")
        shows(s, kept)
    # Return opens the first; an m within a word is a letter.
    s.press(s.one("push button", "Albums"))
    shows(s, "Album 7")
    s.key("a", "l", "b", "u", "m", "space", "7", "Return")
    s.reaches(depth=2)
    shows(s, "Song 7.01")
    s.action("win.back")
    s.reaches(depth=1)
    s.key("Escape")


def test_the_tab_and_its_list_are_there_again_at_the_next_start():
    with Session() as s:
        library(music_folder(s), albums=2, tracks=1, seconds=30)
        s.start()
        shows(s, "Album 1")
        s.action("win.tab", "artists")
        shows(s, "Artist 2")
        ends(s)
        s.start()
        shows(s, "Artist 2")
        if s.layout()["tab"] != "library" or chosen(s) != ["Artists"]:
            raise Failure(f"{chosen(s)} of {s.layout()}")
