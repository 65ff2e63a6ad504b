"""What the listener made and did, kept: loudness measured, folders ignored, exports and imports, entries that were not
found, texts in old encodings."""

import json
import os
import re
import struct

from collection import ask, ends, music_folder, shows
from driver import APP, CHECKOUT, Failure, PATH, Session, binary, library, run


def uri(path):
    return "file://" + path


def press(s, name, seconds=8):
    """Presses a button that may be out of view."""
    node = s.one("push button", name, seconds)
    if not s._ask({"do": "act", "path": node["path"], "n": 0}):
        raise Failure(f"{name} can't be pressed")


def switch_on(s, name):
    """Presses a switch until it is on: what the tree says of its place may be old by then."""
    def on():
        node = s.one("check box", name)
        if "checked" in node["states"]:
            return True
        s._ask({"do": "act", "path": node["path"], "n": 0})
        return False

    s.wait(on, f"{name} is on")


def listed(s, what="tracks"):
    done = run([binary(), "--list", what, "--json"], s.env)
    return json.loads(done.stdout) if done.returncode == 0 else []


def test_songs_without_gains_are_measured_while_nothing_plays():
    with Session() as s:
        library(music_folder(s), albums=2, tracks=2, seconds=5)
        s.start()
        shows(s, "Album 1", "Album 2")
        if any("gains" in track for track in listed(s)):
            raise Failure("songs were measured though nobody wanted it")
        s.action("app.shuffle-albums")
        s.plays()
        s.action("win.preferences")
        switch_on(s, re.compile("^Measure songs"))
        s.key_in_dialog("Escape")
        if any("gains" in track for track in listed(s)):
            raise Failure("songs were measured while music plays")
        s.mpris_call("Pause")
        s.wait(lambda: all("album" in track.get("gains", {}) for track in listed(s)) and len(listed(s)) == 4,
               "all songs have gains", 40)
        gain = listed(s)[0]["gains"]["track"]["decibels"]
        if not -40 < gain < 40:
            raise Failure(f"the gain is {gain}")
        ends(s)


def lists(s):
    """The playlists but for the ready-made ones, which are smart."""
    return [row for row in listed(s, "playlists") if not row["smart"]]


def test_a_folder_is_ignored_and_taken_back():
    with Session() as s:
        folder = library(music_folder(s), albums=2, tracks=3)
        s.start()
        shows(s, "Album 1", "Album 2")
        s.wait(lambda: len(listed(s)) == 6, "all songs are in the library", 20)
        with open(s.home + "/list.m3u8", "w") as f:
            f.write(folder + "/Artist 2/Album 2/01.flac\n")
        s.action("app.import-playlist", uri(s.home + "/list.m3u8"))
        s.wait(lambda: lists(s), "the playlist is there")
        s.action("win.library")
        s.one("push button", "Ignore a Folder…")
        # A music folder itself is no folder in one.
        s.action("app.ignore-folder", uri(folder))
        s.action("app.ignore-folder", uri(folder + "/Artist 2"))
        s.wait(lambda: len(listed(s)) == 3, "the folder's songs are gone", 20)
        again = re.compile("^Look into “.*/Artist 2” again$")
        s.one("push button", again)
        if [(row["entries"], row["unresolved"]) for row in lists(s)] != [(1, 0)]:
            raise Failure(f"the playlist is {lists(s)}")
        # The library's file is lost: the folder stays ignored.
        ends(s)
        for name in os.listdir(s.home + "/data/nagara"):
            if name.startswith("library.db"):
                os.remove(s.home + "/data/nagara/" + name)
        s.start()
        s.wait(lambda: len(listed(s)) == 3, "the other folder is scanned", 20)
        s.action("win.library")
        press(s, again)
        s.wait(lambda: len(listed(s)) == 6, "the songs are back", 20)
        s.wait(lambda: not s.find("push button", again), "the folder is in the list no more")


def test_plays_ratings_and_playlists_go_out_and_come_back():
    with Session() as s:
        folder = library(music_folder(s), albums=1, tracks=3)
        rhythmbox = s.home + "/data/rhythmbox"
        os.makedirs(rhythmbox)
        with open(rhythmbox + "/rhythmdb.xml", "w") as f:
            f.write('<?xml version="1.0" standalone="yes"?>\n<rhythmdb version="2.0"><entry type="song"><title>x</title>'
                    f'<location>{uri(folder)}/Artist%201/Album%201/02.flac</location>'
                    '<play-count>12</play-count><last-played>1378717158</last-played><rating>4</rating></entry></rhythmdb>')
        with open(rhythmbox + "/playlists.xml", "w") as f:
            f.write('<?xml version="1.0"?>\n<rhythmdb-playlists><playlist name="Gym" type="static">'
                    f'<location>{uri(folder)}/Artist%201/Album%201/03.flac</location></playlist></rhythmdb-playlists>')
        s.start()
        s.wait(lambda: len(listed(s)) == 3, "all songs are in the library", 20)
        s.action("win.library")
        press(s, "Import from Rhythmbox")

        def taken():
            return [(t["playCount"], t.get("rating")) for t in listed(s) if t["title"] == "Song 1.02"] == [(12, 80)]

        s.wait(taken, "Rhythmbox's count and rating are taken over", 20)
        if [row["name"] for row in lists(s)] != ["Gym"]:
            raise Failure(f"the playlists are {lists(s)}")
        out = s.home + "/out.json"
        s.action("app.export-listener", uri(out))
        s.wait(lambda: os.path.exists(out), "the export is written")
        # The command line writes the same, while the app has the library and when it has not.
        if run([binary(), "--export", "-"], s.env, check=True).stdout != open(out).read():
            raise Failure("the command line exports something else")
        ends(s)
        for name in os.listdir(s.home + "/data/nagara"):
            if name.startswith(("listener.db", "library.db")):
                os.remove(s.home + "/data/nagara/" + name)
        s.start()
        s.wait(lambda: len(listed(s)) == 3, "the songs are scanned anew", 20)
        if taken():
            raise Failure("the counts were not lost")
        # Handed over to the app, which has the library.
        done = run([binary(), "--import", out, "--keep", "--json"], s.env, check=True)
        if json.loads(done.stdout)["playlists"] != 1:
            raise Failure(f"it says {done.stdout}")
        s.wait(taken, "the counts are back", 20)
        s.action("win.tab", "playlists")
        shows(s, "Gym")
        ends(s)
        again = run([binary(), "--import", out, "--keep", "--json"], s.env, check=True)
        if json.loads(again.stdout)["playlists"] != 0:
            raise Failure(f"taken twice: {again.stdout}")
        damaged = s.home + "/damaged.json"
        with open(damaged, "w") as f:
            f.write('{"format": "nagara-listener", "version": 1, "tracks": [')
        if run([binary(), "--import", damaged, "--keep"], s.env).returncode != 1:
            raise Failure("a damaged file is taken over")


def test_entries_that_are_not_found_show_with_their_place_and_go_out_again():
    with Session() as s:
        folder = library(music_folder(s), albums=1, tracks=2)
        s.start()
        s.wait(lambda: len(listed(s)) == 2, "all songs are in the library", 20)
        place = "D:\\Music\\gone.mp3"
        with open(s.home + "/Road.m3u8", "w") as f:
            f.write(f"#EXTM3U\n#EXTINF:61,Gone Song\n{place}\nMusic/Artist 1/Album 1/01.flac\n")
        s.action("app.import-playlist", uri(s.home + "/Road.m3u8"))
        s.wait(lambda: [(row["entries"], row["unresolved"]) for row in lists(s)] == [(2, 1)],
               "both entries are kept")
        s.action("win.tab", "playlists")
        shows(s, "Road")
        number = ask(s, "SELECT id FROM playlists WHERE rules IS NULL", "listener")[0][0]
        s.action("win.browse", f"playlist/{number}")
        shows(s, "Gone Song", "Song 1.01")
        s.wait(lambda: any(place in node["name"] for node in s.tree(rows=True)), "its place shows")
        out = s.home + "/out.m3u8"
        s.call(APP, PATH, "org.gtk.Actions.Activate", "export-playlist", f"[<['{number}', '{uri(out)}']>]", "{}")
        s.wait(lambda: os.path.exists(out), "the playlist is written")
        lines = open(out).read().split("\n")
        if place not in lines or "#EXTINF:61,Gone Song" not in lines or "Music/Artist 1/Album 1/01.flac" not in lines:
            raise Failure(f"it says {lines}")


def latin1_frame(name, data):
    return name + struct.pack(">I", len(data) + 1) + b"\0\0\0" + data


def test_texts_are_decoded_as_the_user_says():
    with Session(env={"LANG": "C.UTF-8"}) as s:
        folder = music_folder(s)
        sound = open(CHECKOUT + "/Tests/MusicLibraryTests/Fixtures/plain.mp3", "rb").read()
        body = latin1_frame(b"TIT2", "夜の駅".encode("cp932")) + latin1_frame(b"TPE1", b"Plain")
        size = len(body)
        head = b"ID3\3\0\0" + bytes([size >> 21 & 127, size >> 14 & 127, size >> 7 & 127, size & 127])
        path = folder + "/night.mp3"
        with open(path, "wb") as f:
            f.write(head + body + sound)
        s.start(path)
        s.wait(lambda: s.track()[1], "the file plays")
        s.mpris_call("Pause")
        s.action("app.edit-tags", uri(path))
        s.wait(lambda: any("sensitive" in node["states"] for node in s.find("push button", "Save")), "the tags are read")
        s.one("combo box", "Decode as…")
        names = ["Western", "Central European", "Cyrillic", "Cyrillic (KOI8-R)", "Cyrillic (DOS)", "Greek", "Turkish",
                 "Hebrew", "Arabic", "Baltic", "Vietnamese", "Thai", "Japanese"]
        # The title has the focus; the choice stands before it.
        s.key_in_dialog("shift+Tab", "space")
        s.wait(lambda: s.find(None, "Vietnamese", rows=True), "the choices show")
        s.key_in_dialog("Home", *["Down"] * names.index("Japanese"), "Return")
        s.key_in_dialog("ctrl+s")
        s.wait(lambda: not s.find("combo box", "Decode as…"), "the editor closes")

        def written():
            done = run([binary(), "--inspect", path, "--json"], s.env)
            value = json.loads(done.stdout)
            return value.get("title") == "夜の駅" and "charset" not in value

        s.wait(written, "the file has the title in Unicode")
