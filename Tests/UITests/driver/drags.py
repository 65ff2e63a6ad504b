"""Drag and drop: rows to playlists, out to other programs as files, and files in."""

import re

from collection import ask, songs_rest
from driver import Session, Shared, binary, run
from lists import choose, row
from playlists import name, shows


shared = Shared(lambda s: songs_rest(s, 2, 4))


def box_of(s, title, rows=True):
    x, y, w, h = s.wait(lambda: s.find("label", title, rows=rows), f"{title} shows")[0]["box"]
    return x + w / 2, y + h / 2


def songs():
    """The app in its songs, nothing open beside them."""
    s = shared()
    s.action("win.drawer", "closed")
    s.show("songs")
    s.reaches(drawer="closed")
    return s


def test_rows_are_dragged_to_a_playlist():
    s = songs()
    if not ask(s, "SELECT id FROM playlists WHERE name = 'Out'", "listener"):
        s.click(300, row(0))
        s.key("shift+Down", "Menu")
        choose(s, "Add to Playlist…")
        s.key("Return")
        name(s, "Out", "Make")
    tab = s.one("page tab", "Playlists")["box"]
    start = s.on_screen(300, row(3))
    over = s.on_screen(tab[0] + tab[2] / 2, tab[1] + tab[3] / 2)
    run(["xdotool", "mousemove", *map(str, start), "sleep", "0.2", "mousedown", "1"], s.env, check=True)
    for i in range(1, 13):
        point = [str(round(a + (b - a) * i / 12)) for a, b in zip(start, over)]
        run(["xdotool", "mousemove", *point, "sleep", "0.05"], s.env, check=True)
    try:
        s.reaches(tab="playlists")
        x, y = s.on_screen(*box_of(s, "Out"))
        for dx in range(0, 24, 4):
            run(["xdotool", "mousemove", str(round(x) + dx), str(round(y)), "sleep", "0.08"], s.env, check=True)
    finally:
        run(["xdotool", "mouseup", "1"], s.env, check=True)
    s.wait(lambda: s.find("label", re.compile(r"^[345] songs · "), rows=True), "the playlist has a song more")


class Other:
    """Another Nagara on the same screen, with a bus and a home of its own: another program that takes files."""

    def __init__(self, s):
        self.session = Session(bus=True, sound=False, wm=None)
        self.s = s

    def __enter__(self):
        other, s = self.session, self.s
        display = s.env["DISPLAY"]
        other._display = lambda: other.env.update(DISPLAY=display, GDK_BACKEND="x11", I3SOCK=s.env["I3SOCK"])
        other.__enter__()
        before = set(run(["xdotool", "search", "--onlyvisible", "--class", "nagara"], s.env).stdout.split())
        with open(other.home + "/app.log", "ab") as log:
            other.app = other.spawn([binary()], stdout=log, stderr=log)
        other.log_path = other.home + "/app.log"

        def window():
            found = set(run(["xdotool", "search", "--onlyvisible", "--class", "nagara"], s.env).stdout.split())
            return found - before

        other.window = s.wait(window, "the other program shows a window", 30).pop()
        return other

    def __exit__(self, *_):
        self.session.__exit__()


def test_rows_are_dragged_out_as_files_and_files_are_dropped_in():
    s = songs()
    with Other(s) as other:
        # Beside each other.
        run(["i3-msg", f'[id="{other.window}"] floating enable, resize set 500 700, move position 1250 20'], s.env)
        s.wait(lambda: other.layout()["width"] < 600, "the other is beside")
        left, top, width, height = other.geometry()
        x0, y0 = s.on_screen(300, row(2))
        x1, y1 = left + width // 2, top + height // 2
        argv = ["xdotool", "mousemove", str(x0), str(y0), "sleep", "0.2", "mousedown", "1"]
        for i in range(1, 31):
            argv += ["mousemove", str(x0 + (x1 - x0) * i // 30), str(y0 + (y1 - y0) * i // 30), "sleep", "0.03"]
        argv += ["sleep", "0.4", "mouseup", "1"]
        run(argv, s.env, check=True)
        s.wait(lambda: other.track()[1] == "Song 1.03", f"the other plays the file that was dropped: {other.track()}", 15)
