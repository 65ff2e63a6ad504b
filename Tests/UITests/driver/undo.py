"""What can be taken back is taken back, by Ctrl+Z and by the notice's button; and Up Next as people edit it."""

import os
import re
import sqlite3
import time

from collection import ask, songs_rest
from driver import Failure, Shared
from lists import choose, row, total
from playlists import gone, name, shows


shared = Shared(lambda s: songs_rest(s, 2, 6))


def drawer():
    """The app with Up Next over its songs."""
    s = shared()
    s.show("songs")
    s.action("win.drawer", "full")
    s.reaches(drawer="full", player="docked")
    return s


def by_key(s):
    s.key("ctrl+z")


def by_button(s):
    s.act(s.one("push button", "Undo"))


def both(s, do, done, back, what):
    """`do` brings about `done`; the button and the key each bring about `back`."""
    for way in (by_button, by_key):
        do()
        s.wait(done, f"{what}: done")
        way(s)
        s.wait(back, f"{what}: taken back {way.__name__}")


def listed(s):
    """The rows of Up Next by their titles, from the top: (title, box)."""
    x, y, w, h = s.wait(lambda: [n["box"] for n in s.find(None, "Up Next") if n["role"] in ("list", "tree", "table")],
                        "Up Next is listed")[0]
    found = [(n["name"], n["box"]) for n in s.find("label", re.compile(r"^Song \d\.\d\d$"), rows=True)
             if x <= n["box"][0] < x + w and y <= n["box"][1] < y + h]
    return sorted(found, key=lambda row: row[1][1])


def entries(s):
    """The titles in Up Next, from the current one on."""
    return [title for title, _ in listed(s)]


def entry(s, title):
    """The place of a row of Up Next."""
    found = [box for name, box in listed(s) if name == title]
    if not found:
        raise Failure(f"{title} is not in Up Next: {entries(s)}")
    return found[0]


def test_songs_removed_from_up_next_come_back():
    s = drawer()
    count = total(s)

    def remove():
        x, y, w, h = entry(s, "Song 1.03")
        s.click(x + w / 2, y + h / 2)
        s.key("Delete")

    both(s, remove, lambda: total(s) == count - 1, lambda: total(s) == count, "removing a song")


def test_what_was_cleared_comes_back():
    s = drawer()
    count = total(s)
    both(s, lambda: s.act(s.one(None, "Clear Up Next")), lambda: total(s) == 1, lambda: total(s) == count,
         "clearing Up Next")


def test_songs_added_to_up_next_leave_again():
    s = drawer()
    count = total(s)
    s.action("win.drawer", "closed")
    s.reaches(drawer="closed")

    def add():
        s.action("win.drawer", "closed")
        s.reaches(drawer="closed")
        s.click(300, row(2))
        s.key("Menu")
        choose(s, "Play Next")
        s.action("win.drawer", "full")
        s.reaches(drawer="full")

    both(s, add, lambda: total(s) == count + 1, lambda: total(s) == count, "adding a song")


def test_a_heart_is_taken_back():
    s = shared()
    s.action("win.drawer", "closed")
    s.show("songs")
    loved = lambda: ask(s, "SELECT count(*) FROM items WHERE rating = 100", "listener") == [(1,)]
    s.click(300, row(1))
    s.key("Menu")
    choose(s, "Love")
    s.wait(loved, "the song is loved")
    s.key("ctrl+z")
    s.wait(lambda: not loved(), "the heart is taken back")


def rating(s, title):
    """What the listener's store says of a song: 0–100 or None."""
    return (ask(s, f"SELECT rating FROM items WHERE title = '{title}'", "listener") or [(None,)])[0][0]


def test_the_player_s_heart_is_given_by_button_key_and_bus():
    s = shared()
    s.action("win.drawer", "closed")
    title = s.track()[1]
    s.action("win.player", "expanded")
    s.reaches(player="expanded")
    ways = (lambda: s.press(s.one(None, "Love")), lambda: s.key("ctrl+d"), lambda: s.action("app.love"))
    for way in ways:
        way()
        s.one(None, "Love No More")
        s.wait(lambda: rating(s, title) == 100, "the store has the heart")
        s.key("ctrl+z")
        s.one(None, "Love")
        s.wait(lambda: rating(s, title) is None, "the heart is taken back")
    s.action("app.love")
    s.wait(lambda: rating(s, title) == 100, "the store has the heart")
    s.press(s.one(None, "Love No More"))
    s.wait(lambda: rating(s, title) is None, "the button takes it away")
    s.action("app.stars", "3")
    s.wait(lambda: rating(s, title) == 60, "three stars come by the bus")
    s.action("app.stars", "0")
    s.wait(lambda: rating(s, title) is None, "and go")
    s.action("win.player", "docked")
    s.reaches(player="docked")


def test_stars_are_given_in_the_menu_and_in_their_column():
    s = shared()
    s.action("win.drawer", "closed")
    s.show("songs")
    s.click(300, row(2))
    s.key("Menu")
    choose(s, "Rate…")
    choose(s, "4 stars")
    s.wait(lambda: rating(s, "Song 1.03") == 80, "four stars are kept")
    box = s.wait(lambda: s.find("label", "4 stars", rows=True), "the column shows them")[0]["box"]
    s.click(box[0] + box[2] * 0.3, box[1] + box[3] / 2)
    s.wait(lambda: rating(s, "Song 1.03") == 40, "a press on the second star gives two")
    # Not as a double click's second press.
    s.wait(lambda: s.find("label", "2 stars", rows=True), "the column shows them")
    time.sleep(1)
    s.click(box[0] + box[2] * 0.3, box[1] + box[3] / 2)
    s.wait(lambda: rating(s, "Song 1.03") is None, "another takes them away")
    s.key("ctrl+z", "ctrl+z")
    s.wait(lambda: rating(s, "Song 1.03") == 80, "both can be taken back")


def test_a_deleted_playlist_comes_back_by_both():
    s = shared()
    s.action("win.drawer", "closed")
    s.show("playlists")
    shows(s, "Never Played")

    def delete():
        x, y, w, h = s.wait(lambda: s.find("label", "Never Played", rows=True), "the playlist shows")[0]["box"]
        s.click(x + w / 2, y + h / 2, button=3)
        choose(s, "Delete Playlist")

    both(s, delete, lambda: not s.find("label", "Never Played", rows=True),
         lambda: s.find("label", "Never Played", rows=True), "deleting a playlist")


def test_a_dismissed_player_comes_back_by_both():
    s = shared()
    s.action("win.drawer", "closed")
    s.reaches(drawer="closed")
    s.float(500, 900)

    def dismiss():
        s.reaches(player="docked")
        x, y, w, h = s.one("push button", re.compile("^Player"))["box"]
        s.drag((x + 100, y + h / 2), (x + 100, y + h + 60))

    both(s, dismiss, lambda: s.layout()["player"] == "absent", lambda: s.layout()["player"] == "docked",
         "dismissing the player")
    s.float(1180, 760)


def test_the_total_time_is_told_and_up_next_is_saved_as_a_playlist():
    s = drawer()
    count = total(s)
    s.one("label", re.compile(rf"^{count} songs · .*min left$"))
    s.act(s.one(None, "Save as Playlist…"))
    name(s, "Kept", "Save")
    s.wait(lambda: ask(s, "SELECT count(*) FROM entries JOIN playlists ON playlists.id = entries.playlist "
                          "WHERE name = 'Kept'", "listener") == [(count,)], "the playlist has all of them")
