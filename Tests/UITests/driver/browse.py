"""The library by genre, year and folder, and what the listener did with it."""

import glob

from collection import ask, music_folder, shows
from driver import Failure, Shared, library, run


def prepare(s):
    folder = library(music_folder(s), albums=3, tracks=3, seconds=60)
    for number, genre, year in (1, "Jazz", 1959), (2, "Jazz", 1964), (3, "Folk", 1964):
        run(["metaflac", f"--set-tag=GENRE={genre}", f"--set-tag=DATE={year}"]
            + glob.glob(f"{folder}/Artist {number}/Album {number}/*.flac"), check=True)
    s.start()
    shows(s, "Album 1", "Album 2", "Album 3")
    s.float(1180, 900)


shared = Shared(prepare)


def browse(s, page, *names):
    """Goes to a page from its tab's root, or to a list of the Library tab."""
    while s.layout()["depth"] > 1:
        depth = s.layout()["depth"]
        s.action("win.back")
        s.reaches(depth=depth - 1)
    s.action("win.browse", page)
    s.reaches(**({"tab": "library", "depth": 1} if page in ("genres", "years", "folders") else {"depth": 2}))
    shows(s, *names)


def follow(s, name):
    """Clicks on the row of this name."""
    depth = s.layout()["depth"]
    s.rests()
    box = next(node["box"] for node in s.find("label", name, rows=True) if node["box"][2] > 0)
    s.click(box[0] + 4, box[1] + box[3] / 2)
    s.reaches(depth=depth + 1)


def press(s, name):
    """Presses a button that is in a list, as those of a page's head are."""
    s.wait(lambda: s.find("push button", name, rows=True), f"a button named {name!r} shows")
    s.press(s.find("push button", name, rows=True)[0])


def test_a_genre_has_its_albums_and_songs_and_plays():
    s = shared()
    browse(s, "genres", "Folk", "Jazz", "1 album · 3 songs", "2 albums · 6 songs")
    follow(s, "Jazz")
    shows(s, "Albums", "Album 1", "Album 2", "Songs", "Song 1.01")
    if s.find("label", "Album 3", rows=True):
        raise Failure("an album of another genre shows")
    press(s, "Play")
    s.plays()
    s.wait(lambda: s.track()[1] == "Song 1.01", "the genre's first song plays")
    s.mpris_call("Pause")
    follow(s, "Album 2")
    shows(s, "Song 2.03")


def test_years_come_newest_first_and_lead_to_their_songs():
    s = shared()
    browse(s, "years", "1964", "1959")
    tops = {name: s.find("label", name, rows=True)[0]["box"][1] for name in ("1964", "1959")}
    if tops["1964"] >= tops["1959"]:
        raise Failure(f"the order is {tops}")
    follow(s, "1959")
    shows(s, "Album 1", "Song 1.02")
    press(s, "Add to Up Next")
    s.one(None, "3 songs added to Up Next")


def test_folders_are_walked_into():
    s = shared()
    browse(s, "folders", "Music", "9 songs")
    follow(s, "Music")
    shows(s, "Artist 1", "Artist 3")
    follow(s, "Artist 3")
    follow(s, "Album 3")
    shows(s, "Song 3.01", "Song 3.03")


def test_what_was_loved_and_played_is_listed():
    s = shared()
    browse(s, "favourites", "No song has the heart yet. Give it from any song’s menu.")
    if s.find("push button", "Shuffle", rows=True):
        raise Failure("nothing can be shuffled")
    browse(s, "recently-added", "Recently Added", "Song 3.03")
    browse(s, "most-played", "Nothing has been played to its end yet.")
    s.press(s.one("push button", "Back"))
    s.action("app.shuffle-albums")
    s.plays()
    s.mpris_call("Seek", "57000000")
    s.wait(lambda: ask(s, "SELECT sum(plays) FROM items", "listener") == [(1,)], "a play is counted", 20)
    s.mpris_call("Pause")
    played = ask(s, "SELECT title FROM items WHERE plays = 1", "listener")[0][0]
    browse(s, "recently-played", "1 song · 1 min", played)
    browse(s, "most-played", "1 song · 1 min", played)
