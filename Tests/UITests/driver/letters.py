"""Long lists by their letters: with the pointer, the keyboard and as a screen reader does, in both widths."""

import os
import shutil
import time

from collection import ask, music_folder, tracks
from driver import Failure, Shared, run
from home import NARROW, WIDE

# Titles of albums, artists and songs alike.
NAMES = [f"{letter}{ending}" for letter in "ABCDEFGHKLMNOPRSTUVWY" for ending in ("ard", "ema", "ilo")] + \
    ["10 Years", "Émile", "かぜ", "カフェ", "さくら", "夜の駅", "가을", "하늘"]


def music(s):
    """A folder with an album of one song for each name."""
    folder = music_folder(s)
    tone = s.home + "/tone.flac"
    run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "sine=330:duration=2", tone], check=True, timeout=60)
    for name in NAMES:
        os.makedirs(f"{folder}/{name}")
        path = f"{folder}/{name}/1.flac"
        shutil.copyfile(tone, path)
        run(["metaflac", f"--set-tag=TITLE={name}", f"--set-tag=ARTIST={name}", f"--set-tag=ALBUM={name}", path], check=True)


def prepare(s):
    music(s)
    s.start()
    s.wait(lambda: tracks(s) == len(NAMES), "the music is read", 20)


shared = Shared(prepare)


def at(view, size):
    s = shared()
    s.action("win.tab", view)
    s.reaches(tab="library")
    if (s.layout()["width"], s.layout()["height"]) != size:
        s.float(*size)
    s.one("push button", "Go to B")
    return s


def goes(s, view, name, height):
    """Waits until the row of this name is at the top of a list whose rows are so high. By how far the list is scrolled:
    GTK tells assistive technology where a row was when it came into view."""
    table, column = {"artists": ("artists", "name"), "songs": ("tracks", "title")}[view]
    key = "nameKey" if view == "artists" else "titleKey"
    names = [row[0] for row in ask(s, f"SELECT {column} FROM {table} ORDER BY {key}")]
    wanted = names.index(name) * height
    s.wait(lambda: any(abs(offset - wanted) < 2 for offset in s.offsets()),
           f"{name} is at the top of {view}, at {wanted}; the scrollers are at {s.offsets()}")


def test_letters_lead_to_what_begins_with_them_in_every_list():
    for size, heights in ((NARROW, {"artists": 56, "songs": 56}), (WIDE, {"artists": 56, "songs": 34})):
        for view, height in heights.items():
            s = at(view, size)
            for letter, name in (("M", "Mard"), ("B", "Bard"), ("E", "Eard"), ("#", "10 Years")):
                s.act(s.one("push button", f"Go to {letter}"))
                goes(s, view, name, height)
        s = at("albums", size)
        seen = []
        for letter in "#MT":
            s.act(s.one("push button", f"Go to {letter}"))
            s.rests()
            time.sleep(0.3)
            seen.append(max(s.offsets()))
        if seen != sorted(set(seen)) or seen[0] != 0:
            raise Failure(f"the covers at {size} are scrolled to {seen}")


def test_a_drag_along_them_goes_on_from_one_to_the_next():
    s = at("artists", NARROW)
    boxes = {name: s.one("push button", f"Go to {name}")["box"] for name in "CHR"}
    middle = {name: (x + w / 2, y + h / 2) for name, (x, y, w, h) in boxes.items()}
    s.click(*middle["C"])
    goes(s, "artists", "Card", 56)
    s.drag(middle["H"], middle["R"])
    goes(s, "artists", "Rard", 56)


def test_the_keyboard_takes_them_as_one_stop():
    s = at("artists", WIDE)
    s.key("ctrl+g", "Home", "Down", "Down", "Down")
    goes(s, "artists", "Card", 56)
    s.key("Up")
    goes(s, "artists", "Bard", 56)


def test_songs_sorted_backwards_and_by_number():
    s = at("songs", WIDE)
    for _ in range(2):
        s.press(next(n for n in s.find(None, "Artist", rows=True) if n["box"][1] < 140))
    s.act(s.one("push button", "Go to M"))
    names = [row[0] for row in ask(s, "SELECT name FROM artists ORDER BY nameKey DESC")]
    s.wait(lambda: any(abs(offset - names.index("Milo") * 34) < 2 for offset in s.offsets()), "M leads to Milo, backwards")
    s.press(next(n for n in s.find(None, "Length", rows=True) if n["box"][1] < 140))
    s.wait(lambda: not s.find("push button", "Go to M"), "by length there are no letters")


def test_short_lists_have_none():
    s = at("albums", WIDE)
    s.key("a", "r")
    s.wait(lambda: not s.find("push button", "Go to M"), "the few that are left are seen whole")
    s.key("Escape")
    s.one("push button", "Go to M")
