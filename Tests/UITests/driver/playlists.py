"""Playlists: made, filled, reordered, renamed, deleted and put back, exported and imported."""

import os
import re
import time

from driver import Failure, Shared, library, run
from lists import choose


def prepare(s):
    music = library(s.home + "/Music", albums=2, tracks=3, seconds=120)
    run(["convert", "-size", "64x64", "xc:#e4572e", f"{music}/Artist 1/Album 1/cover.png"], check=True)
    s.start(music)
    s.plays()
    s.mpris_call("Pause")
    s.float(1180, 760)


shared = Shared(prepare)


def shows(s, text):
    s.wait(lambda: s.find(None, text, rows=True), f"{text!r} shows")


def row(s, text):
    """The middle of the row of this name, once two looks agree on it: the list may just be coming."""
    looks = []

    def rests():
        time.sleep(0.2)
        looks.append([node["box"] for node in s.find("label", text, rows=True)])
        return looks[-1] and len(looks) > 1 and looks[-1] == looks[-2]

    s.wait(rests, f"the row {text!r} rests")
    x, y, w, h = looks[-1][0]
    return x + w / 2, y + h / 2


def gone(s, text):
    s.wait(lambda: not s.find(None, text, rows=True), f"{text!r} is gone")


def name(s, text, confirm):
    """Types a name into the dialog that asks for one."""
    s.one("push button", confirm)
    s.key_in_dialog("ctrl+a", *text, "Return")
    s.wait(lambda: not s.find("push button", confirm), "the dialog closes")


def test_a_playlist_is_made_of_selected_songs_and_plays():
    s = shared()
    s.show("songs")
    s.click(300, 149)
    s.key("shift+Down", "Menu")
    choose(s, "Add to Playlist…")
    s.key("Return")
    name(s, "Mine", "Make")
    s.show("playlists")
    shows(s, "Mine")
    shows(s, "2 songs · 4 min")
    s.click(*row(s, "Mine"))
    s.reaches(depth=2)
    shows(s, "Song 1.02")
    s.press(s.wait(lambda: s.find("push button", "Play", rows=True), "it can be played")[0])
    s.plays()
    s.mpris_call("Pause")


def test_its_songs_move_by_keys_and_leave_by_delete_with_undo():
    s = shared()
    test = s.layout()
    if test["tab"] != "playlists" or test["depth"] != 2:
        raise Failure(f"the playlist's page is not open: {test}")
    rows = [node["name"] for node in s.find("label", rows=True) if node["name"].startswith("Song 1.0")]
    s.click(*row(s, "Song 1.01"))
    s.key("Delete")
    gone(s, "2 songs · 4 min")
    s.key("ctrl+z")
    shows(s, "2 songs · 4 min")
    if not rows:
        raise Failure("no songs show")


def test_a_deleted_playlist_comes_back():
    s = shared()
    s.show("playlists")
    s.click(*row(s, "Mine"), button=3)
    choose(s, "Delete Playlist")
    gone(s, "Mine")
    s.key("ctrl+z")
    shows(s, "Mine")


def test_desktops_list_and_play_it():
    s = shared()
    s.action("app.shuffle-all")
    s.plays()
    s.wait(lambda: "uint32 5>" in s.mpris("PlaylistCount", "Playlists"), "MPRIS counts it")
    if "(false," not in s.mpris("ActivePlaylist", "Playlists"):
        raise Failure("a playlist is active while all songs play")
    listed = s.mpris_call("GetPlaylists", "0", "10", "Alphabetical", "false", interface="Playlists")
    for order in ("Created", "Modified", "Played", "User"):
        answer = s.mpris_call("GetPlaylists", "0", "10", order, "true", interface="Playlists")
        if "'Mine'" not in answer:
            raise Failure(f"it is not listed by {order}: {answer}")

    def icon():
        answer = s.mpris_call("GetPlaylists", "0", "10", "User", "false", interface="Playlists")
        found = re.search(r"'Mine', 'file://([^']+\.png)'", answer)
        return found and os.path.exists(found.group(1))

    s.wait(icon, "its first song's cover is its image", 15)
    path = re.search(r"'(/[^']*)', 'Mine'", listed)
    if not path:
        raise Failure(f"it is not listed: {listed}")
    s.mpris_call("ActivatePlaylist", path.group(1), interface="Playlists")
    s.wait(lambda: re.search(r"\(true, .*'Mine'", s.mpris("ActivePlaylist", "Playlists")), "MPRIS says that it plays")
    s.wait(lambda: s.track()[1] == "Song 1.01", "its first song plays")
    s.mpris_call("Pause")
