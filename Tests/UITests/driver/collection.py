"""The user's library: found in the music folder, kept in a store, followed while the app runs."""

import json
import os
import re
import shutil
import sqlite3

from driver import Failure, Session, binary, library, run
from lists import row


def music_folder(s):
    """Makes the session's Music the desktop's music folder."""
    with open(s.home + "/config/user-dirs.dirs", "w") as f:
        f.write('XDG_MUSIC_DIR="$HOME/Music"\n')
    return s.home + "/Music"


def ask(s, question, store="library"):
    """The rows that a store gives, read beside the app."""
    path = f"{s.home}/data/nagara/{store}.db"
    if not os.path.exists(path):
        return []
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        return db.execute(question).fetchall()


def tracks(s):
    return ask(s, "SELECT count(*) FROM sqlite_master WHERE name = 'tracks'") == [(1,)] \
        and ask(s, "SELECT count(*) FROM tracks")[0][0]


def has_music(s, albums, each, seconds=120):
    """Starts the app, and waits until as much music is in its library."""
    library(music_folder(s), albums=albums, tracks=each, seconds=seconds)
    s.start()
    s.wait(lambda: tracks(s) == albums * each, "the music is read", 20)
    s.float(1180, 760)


def songs_rest(s, albums, each):
    """The app in the songs of its library; the first of them rests in the player."""
    has_music(s, albums, each)
    s.show("songs")
    s.wait(lambda: s.find("label", "Song 1.01", rows=True), "the songs show")
    s.click(300, row(0), count=2)
    s.plays()
    s.mpris_call("Pause")


def shows(s, *names):
    """Waits until rows of these names are in view."""
    def there():
        seen = [node["name"] for node in s.tree(rows=True)]
        return all(name in seen for name in names)
    s.wait(there, f"{names} show", 20)


def ends(s):
    s.action("app.quit")
    s.wait(lambda: s.app.poll() is not None, "the app ends")
    if s.app.returncode != 0:
        raise Failure(f"the app ended with {s.app.returncode}: {s.log()[-800:]}")


def test_the_music_folder_is_found_kept_and_followed():
    with Session() as s:
        folder = library(music_folder(s), albums=3, tracks=4, seconds=6)
        s.start()
        shows(s, "Album 1", "Album 2", "Album 3")
        s.action("win.tab", "artists")
        shows(s, "Artist 1")
        s.action("win.tab", "albums")
        # Followed: a folder comes, with a name of its own.
        shutil.copytree(folder + "/Artist 1/Album 1", folder + "/Artist 9/Album 9")
        for name in os.listdir(folder + "/Artist 9/Album 9"):
            run(["metaflac", "--remove-tag=ALBUM", "--set-tag=ALBUM=Album 9", f"{folder}/Artist 9/Album 9/{name}"],
                check=True)
        shows(s, "Album 9")
        ends(s)
        if ask(s, "SELECT value FROM facts WHERE name = 'closed'") != [("1",)]:
            raise Failure("the library was not closed")
        # Kept: the next start shows it, though the folder is away.
        os.rename(folder, folder + "-away")
        s.start()
        shows(s, "Album 1", "Album 9")


def shows_colour(s, colour, wanted, what):
    """Waits until a good part of the window has, or no longer has, this colour."""
    path = s.home + "/window.png"

    def part():
        s.picture(path)
        out = run(["convert", path, "-fuzz", "12%", "-fill", "black", "+opaque", colour, "-fill", "white", "-opaque",
                   colour, "-colorspace", "gray", "-format", "%[fx:mean]", "info:"], s.env, check=True).stdout
        return float(out)

    s.wait(lambda: (part() > 0.005) == wanted, what, 20)


def paint(s, album, colour):
    """Puts a picture of one colour beside an album's tracks, whole when its name appears."""
    run(["convert", "-size", "400x400", "xc:" + colour, s.home + "/aside.jpg"], s.env, check=True)
    os.rename(s.home + "/aside.jpg", album + "/cover.jpg")


def test_a_cover_that_is_added_replaced_or_removed_shows_at_once():
    with Session() as s:
        album = library(music_folder(s), albums=1, tracks=1, seconds=200) + "/Artist 1/Album 1"
        s.start()
        shows(s, "Album 1")
        s.action("app.shuffle-albums")
        s.plays()
        paint(s, album, "#e01030")
        shows_colour(s, "#e01030", True, "the new cover shows")
        # As an editor that writes into the file does it, and while the first is in memory and on disk.
        run(["convert", "-size", "400x400", "xc:#1040e0", album + "/cover.jpg"], s.env, check=True)
        shows_colour(s, "#1040e0", True, "the other cover shows")
        shows_colour(s, "#e01030", False, "the old cover does not")
        art = lambda: re.search(r"'mpris:artUrl': <'file://([^']*)'>", s.mpris("Metadata"))

        def blue():
            found = art()
            return found and run(["convert", found.group(1), "-resize", "1x1!", "-format", "%[fx:b>0.8&&r<0.2]", "info:"],
                                 s.env).stdout == "1"

        s.wait(blue, "the desktop has the other cover", 20)
        os.remove(album + "/cover.jpg")
        shows_colour(s, "#1040e0", False, "the cover is gone")
        kept = os.listdir(s.home + "/cache/nagara/covers")
        if not kept or any(name.startswith("new-") for name in kept):
            raise Failure(f"the covers on disk are {kept}")


def test_new_tags_of_the_track_that_plays_show_at_once():
    with Session() as s:
        folder = library(music_folder(s), albums=1, tracks=1, seconds=60)
        s.start()
        shows(s, "Album 1")
        s.action("app.shuffle-albums")
        s.plays()
        s.one("push button", re.compile("^Player: Song 1.01"))
        run(["metaflac", "--remove-tag=TITLE", "--set-tag=TITLE=Renamed", folder + "/Artist 1/Album 1/01.flac"],
            check=True)
        s.one("push button", re.compile("^Player: Renamed"), seconds=15)
        s.one("label", "Renamed")
        s.wait(lambda: s.track()[1] == "Renamed", "MPRIS tells the new title")


def test_what_is_played_and_skipped_is_counted():
    with Session() as s:
        library(music_folder(s), albums=1, tracks=3, seconds=60)
        s.start()
        shows(s, "Album 1")
        s.action("app.shuffle-albums")
        s.plays()
        s.mpris_call("Seek", "57000000")
        s.wait(lambda: ask(s, "SELECT sum(plays) FROM items", "listener") == [(1,)], "a play is counted", 20)
        s.plays()
        s.mpris_call("Next")
        s.wait(lambda: ask(s, "SELECT sum(plays), sum(skips) FROM items", "listener") == [(1, 1)],
               "a skip is counted", 10)
        if ask(s, "SELECT count(*) FROM history", "listener") != [(1,)]:
            raise Failure("the history does not have the play")


def test_the_queue_comes_back_with_the_librarys_tracks():
    with Session() as s:
        library(music_folder(s), albums=1, tracks=3, seconds=30)
        s.start()
        shows(s, "Album 1")
        s.action("app.shuffle-albums")
        s.plays()
        s.mpris_call("Next")
        s.wait(lambda: s.track()[1] == "Song 1.02", "the second plays")
        ends(s)
        s.start()
        s.wait(lambda: s.track()[1] == "Song 1.02", "the second is there again", 15)
        s.action("app.play")
        s.plays()


def test_a_file_of_no_library_plays_beside_it():
    with Session() as s:
        library(music_folder(s), albums=1, tracks=2, seconds=6)
        other = library(s.home + "/other", albums=1, tracks=1, seconds=30) + "/Artist 1/Album 1/01.flac"
        run(["metaflac", "--remove-tag=TITLE", "--set-tag=TITLE=Stranger", "--remove-tag=ALBUM",
             "--set-tag=ALBUM=Elsewhere", other], check=True)
        s.start(other)
        s.plays()
        if s.track()[1] != "Stranger":
            raise Failure(f"plays {s.track()}")
        shows(s, "Album 1")
        if any(node["name"] == "Elsewhere" for node in s.tree(rows=True)):
            raise Failure("the library shows what is not in it")


def test_a_damaged_store_is_set_aside_and_made_anew():
    with Session() as s:
        library(music_folder(s), albums=2, tracks=2, seconds=6)
        s.start()
        shows(s, "Album 2")
        s.app.kill()
        s.app.wait()
        store = s.home + "/data/nagara/library.db"
        for suffix in ("-wal", "-shm"):
            if os.path.exists(store + suffix):
                os.remove(store + suffix)
        with open(store, "wb") as f:
            f.write(b"no database at all" * 4096)
        s.start()
        shows(s, "Album 1", "Album 2")
        if not os.path.exists(store + ".broken-1"):
            raise Failure("the damaged file was not kept")


def test_the_librarys_page_names_folders_and_problems():
    with Session() as s:
        folder = library(music_folder(s), albums=1, tracks=2, seconds=6)
        with open(folder + "/Artist 1/broken.flac", "wb") as f:
            f.write(b"fLaC" + bytes(200))
        s.start()
        shows(s, "Album 1")
        s.action("win.library")
        shows(s, folder, "broken.flac")
        # A folder that is taken out takes its music along; what is left says so.
        s.press(s.one("push button", f"Remove “{folder}” from the library"))
        s.wait(lambda: tracks(s) == 0, "the music is out of the library")
        s.action("win.back")
        shows(s, "Welcome to Nagara")


def test_a_scan_from_the_command_line_is_done_by_the_app_that_runs():
    with Session() as s:
        library(music_folder(s), albums=1, tracks=1, seconds=6)
        library(s.home + "/More", albums=2, tracks=2, seconds=6)
        s.start()
        shows(s, "Album 1")
        answer = run(["env", "-C", s.home, binary(), "--scan", "More", "--json"], s.env, check=True)
        if json.loads(answer.stdout)["added"] != 4:
            raise Failure(f"the scan says {answer.stdout}")
        shows(s, "Album 2")
        answer = run(["env", "-C", s.home, binary(), "--scan", "Nowhere"], s.env)
        if answer.returncode != 1 or "Nowhere" not in answer.stderr:
            raise Failure(f"a missing folder: {answer.returncode}, {answer.stderr}")
