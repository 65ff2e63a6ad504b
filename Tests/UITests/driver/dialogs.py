"""The windows that ask for files and texts, and the pages that tidy up: covers, imports, exports, duplicates."""

import json
import os
import shutil
import time

from collection import ask, music_folder, shows, tracks
from driver import Failure, Shared, library, run
from lists import choose
from playlists import row


def prepare(s):
    folder = library(music_folder(s), albums=2, tracks=3, seconds=60)
    shutil.copytree(f"{folder}/Artist 2/Album 2", f"{folder}/Copies")
    s.start()
    s.wait(lambda: tracks(s) == 9, "the music is read", 20)
    s.float(1180, 760)
    run(["convert", "-size", "64x64", "xc:#e4572e", s.home + "/red.png"], check=True)


shared = Shared(prepare)


def windows(s, title):
    return run(["xdotool", "search", "--onlyvisible", "--name", title], s.env).stdout.split()


def answer(s, title, path):
    """Types a path into the file dialog of this title."""
    s.wait(lambda: windows(s, title), f"the dialog {title} opens")
    time.sleep(1)  # It fills itself.
    # A slash begins a path; where a name is asked for it takes the place of what is suggested.
    s.key_in_dialog("ctrl+a")
    run(["xdotool", "type", "--delay", "30", path], s.env, check=True)
    time.sleep(0.5)
    s.key_in_dialog("Return")
    s.wait(lambda: not windows(s, title), f"the dialog {title} closes", 5)


def pictures(path):
    return run(["metaflac", "--list", "--block-type=PICTURE", path]).stdout.count("type: 6")


def edited(s, path):
    """Opens the tag editor on a file and waits until it is read."""
    s.action("app.edit-tags", "file://" + path.replace(" ", "%20"))
    s.wait(lambda: any("sensitive" in node["states"] for node in s.find("push button", "Save")), "the tags are read")


def saved(s):
    s.act(s.one("push button", "Save"))
    s.wait(lambda: not s.find("push button", "Save"), "the editor closes")


def test_a_cover_is_replaced_and_removed():
    s = shared()
    path = s.home + "/Music/Artist 1/Album 1/01.flac"
    edited(s, path)
    s.one("label", "The cover stays")
    s.act(s.one("push button", "Replace the Cover…"))
    answer(s, "Choose a Cover", s.home + "/red.png")
    s.one("label", "red.png")
    saved(s)
    s.wait(lambda: pictures(path) == 1, "the file has the picture")
    if "TITLE=Song 1.01" not in run(["metaflac", "--show-tag=TITLE", path]).stdout:
        raise Failure("the title is lost")
    edited(s, path)
    s.act(s.one("push button", "Remove the Cover"))
    s.one("label", "The cover is removed")
    saved(s)
    s.wait(lambda: pictures(path) == 0, "the picture is gone")


def test_a_playlist_is_exported_and_imported():
    s = shared()
    s.show("playlists")
    with open(s.home + "/Mixed.m3u", "w") as f:
        f.write("\n".join(f"{s.home}/Music/Artist 1/Album 1/0{n}.flac" for n in (3, 1)))
    s.action("win.import-playlists")
    answer(s, "Import Playlists", s.home + "/Mixed.m3u")
    shows(s, "Mixed", "2 songs · 2 min")
    s.click(*row(s, "Mixed"), button=3)
    choose(s, "Export…")
    answer(s, "Export", s.home + "/out.m3u8")
    s.wait(lambda: os.path.exists(s.home + "/out.m3u8"), "the file is written")
    with open(s.home + "/out.m3u8") as f:
        lines = [line.strip() for line in f if not line.startswith("#")]
    if lines != ["Music/Artist 1/Album 1/03.flac", "Music/Artist 1/Album 1/01.flac"]:
        raise Failure(f"the file says {lines}")


def test_what_the_listener_did_is_exported_and_imported():
    s = shared()
    path = s.home + "/kept.json"
    s.action("app.choose-export")
    answer(s, "Export Plays", path)
    s.wait(lambda: os.path.exists(path), "the file is written")
    with open(path) as f:
        kept = json.load(f)
    kept["tracks"] = [{"path": f"file://{s.home}/Music/Artist%201/Album%201/02.flac", "title": "Song 1.02",
                       "playCount": 7, "rating": 80}]
    with open(path, "w") as f:
        json.dump(kept, f)
    s.action("app.choose-import")
    answer(s, "Import Plays", path)
    s.wait(lambda: ask(s, "SELECT plays, rating FROM items WHERE title = 'Song 1.02'", "listener") == [(7, 80)],
           "plays and rating are taken over")


def test_a_dialog_that_is_cancelled_changes_nothing():
    s = shared()
    before = ask(s, "SELECT count(*) FROM playlists", "listener")
    for action, title in (("win.import-playlists", "Import Playlists"), ("app.choose-import", "Import Plays"),
                          ("app.choose-export", "Export Plays"), ("app.choose-folder", "Choose a Folder"),
                          ("app.choose-ignored-folder", "Ignore a Folder")):
        s.action(action)
        s.wait(lambda: windows(s, title), f"the dialog {title} opens")
        s.key_in_dialog("Escape")
        s.wait(lambda: not windows(s, title), f"the dialog {title} closes")
    if ask(s, "SELECT count(*) FROM playlists", "listener") != before or tracks(s) != 9:
        raise Failure("something has changed")


def test_duplicates_are_listed_played_ignored_and_thrown_away():
    s = shared()
    # All songs of the tests are one tone.
    group = lambda count: s.find("label", f"{count} with the same sound", rows=True)
    s.action("win.duplicates")
    s.reaches(depth=2)
    shows(s, "9 with the same sound", "Song 2.01")
    s.click(*row(s, "Song 2.01"), count=2)
    s.plays()
    s.mpris_call("Pause")
    if s.track()[1] != "Song 2.01":
        raise Failure(f"{s.track()[1]} plays")
    s.act(s.find("push button", "Don’t list these any more", rows=True)[0])
    shows(s, "No Duplicates")
    s.key("ctrl+z")
    s.wait(lambda: group(9), "they are listed again")
    s.act(s.find("push button", "Move to Trash…", rows=True)[0])
    s.one("push button", "Move to Trash")
    s.key_in_dialog("Tab", "Return")
    s.wait(lambda: group(8), "one less is listed", 15)
    s.action("win.back")
    s.reaches(depth=1)
