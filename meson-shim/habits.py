#!/usr/bin/python3
"""habits.py scroll|soak …: what `bench` runs once all is built: long lists flung, and hours of use in minutes."""

import os
import random
import re
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "Tests", "UITests", "driver"))
from driver import Failure, Session, binary, run, shelf  # noqa: E402
from processes import memory  # noqa: E402


# MARK: Scrolling

FRAME = re.compile(r"^frame (\d+) (\d+) (\d+) (\d+)$", re.M)
TOP = {"songs": 145, "albums": 110}  # Where the scroll bar's slider is while a list is at its top.
QUIET = 1.5  # Seconds after which nothing of a page's coming is left.


def flung(s, tab, seconds):
    """Milliseconds of each frame while a list is dragged by its scroll bar from top to bottom and back, and while the
    wheel turns: all, the main thread's, and the main thread's since the frame before."""
    s.action("win.tab", tab)
    s.wait(lambda: s.layout()["tab"] == tab or s.layout()["depth"] >= 1, f"{tab} shows")
    time.sleep(QUIET)
    width, height = s.layout()["width"], s.layout()["height"]
    began = time.monotonic_ns() // 1000
    bar = width - 4
    list_top, list_bottom = TOP[tab], height - 75
    for start, end in ((list_top, list_bottom), (list_bottom, list_top)):
        s.drag((bar, start), (bar, end), seconds=seconds, steps=int(60 * seconds))
        if end == list_bottom and max(s.offsets(), default=0) < 10000:
            raise Failure(f"{tab}: the scroll bar was dragged to {s.offsets()} only")
    x, y = s.on_screen(width / 2, height / 2)
    turns = int(40 * seconds)
    run(["xdotool", "mousemove", str(x), str(y), "click", "--repeat", str(turns), "--delay", "20", "5"], s.env,
        timeout=120, check=True)
    time.sleep(0.5)
    ended = time.monotonic_ns() // 1000
    moved = s.offsets()
    frames = [tuple(int(value) / 1000 for value in values) for at, *values in FRAME.findall(s.log())
              if began <= int(at) <= ended]
    if len(frames) < 60 * seconds or not any(moved):
        raise Failure(f"{tab}: {len(frames)} frames, scrolled to {moved}")
    return frames


def scroll(work="/var/tmp/nagara-bench", seconds="4"):
    """The songs of a library of 100,000 tracks and the covers of one of 10,000, each if it is there in WORK as
    `bench library` makes them."""
    good, seen = True, False
    for count, tab in ((100000, "songs"), (10000, "albums")):
        music = f"{work}/library-{count}"
        if not os.path.isdir(music):
            print(f"{tab}: no {music}; `bench library {count}` makes it")
            continue
        seen = True
        with Session(env={"NAGARA_FRAME_STATS": "all"}) as s:
            data = f"{s.home}/data/nagara"
            os.makedirs(data, exist_ok=True)
            run([binary(), "--scan", music, "--database", data + "/library.db"], s.env, timeout=1200, check=True)
            os.rmdir(s.home + "/Music")
            os.symlink(music, s.home + "/Music")
            s.start(wait=60)
            s.float(1180, 760)
            s.wait(lambda: s.status() or True, "it answers")
            time.sleep(10)  # The check at start for what has changed.
            frames = flung(s, tab, float(seconds))
        for name, values in zip(("all", "main thread", "with events"), map(sorted, zip(*frames))):
            at = lambda q: values[min(len(values) - 1, int(len(values) * q))]  # noqa: E731
            print(f"{tab}, {count} tracks: {len(values)} frames, {name}: p50 {at(.5):.1f}  p99 {at(.99):.1f}  "
                  f"max {values[-1]:.1f} ms")
        own = sorted(own for _, own, _ in frames)
        good &= own[min(len(own) - 1, int(len(own) * .99))] <= 8 and own[-1] <= 16
    print("bars: main thread p99 8 ms, max 16 ms")
    return good and seen


# MARK: Use

KEYS = (["ctrl+Up"], ["ctrl+Down"], ["F8"], ["ctrl+j"], ["Escape"], ["Tab"], ["shift+Tab"], ["Down", "Down", "Return"],
        ["Up"], ["space"], ["ctrl+f"], ["n", "i", "g"], ["alt+1"], ["alt+2"], ["alt+3"], ["alt+4"], ["alt+Left"],
        ["ctrl+Left"], ["ctrl+Right"], ["m"], ["m"], ["ctrl+z"], ["Page_Down"], ["Page_Up"], ["Home"], ["End"], ["Menu"])
ACTIONS = (("win.player", "expanded"), ("win.player", "docked"), ("win.drawer", "half"), ("win.drawer", "full"),
           ("win.drawer", "closed"), ("win.back", None), ("win.toggle-player", None), ("app.play-pause", None),
           ("app.next", None), ("app.previous", None), ("app.shuffle-all", None), ("win.up-next", None),
           ("win.lyrics", None))
SIZES = ((390, 780), (640, 1000), (960, 1040), (1180, 760), (360, 640), (1600, 1000))
WRONG = re.compile(r"^.*(?:WARNING|CRITICAL|ERROR|Fatal error|trap).*$", re.M)


def act(s, chance):
    """Does one thing that a user might, and returns its name."""
    kind = chance.choices(("key", "action", "click", "size", "wheel", "drag", "new file"), (30, 25, 25, 4, 8, 6, 2))[0]
    if kind == "key":
        keys = chance.choice(KEYS)
        s.key(*keys)
        return " ".join(keys)
    if kind == "action":
        name, value = chance.choice(ACTIONS)
        s.action(name, value)
        return f"{name} {value or ''}"
    if kind == "size":
        size = chance.choice(SIZES)
        s.i3(f'[class="(?i)nagara"] floating enable, focus, resize set {size[0]} {size[1]}, move position 0 0')
        return f"size {size}"
    if kind == "new file":
        s.files += 1
        path = f"{s.home}/Music/new {s.files % 8}.flac"
        if os.path.exists(path):
            os.remove(path)
        else:
            run(["cp", s.tone, path], check=True)
        return f"file {path}"
    seen = s.layout()
    # The header's buttons close the window, or open menus that end the app.
    x, y = chance.uniform(10, seen["width"] - 10), chance.uniform(60, seen["height"] - 10)
    if kind == "click":
        s.click(x, y, button=chance.choice((1, 1, 1, 3)), count=chance.choice((1, 1, 2)))
        return f"click {x:.0f} {y:.0f}"
    if kind == "wheel":
        s.wheel(x, y, chance.choice((-9, 9)))
        return f"wheel {x:.0f} {y:.0f}"
    end = x + chance.uniform(-80, 80), max(60, y + chance.uniform(-400, 400))
    s.drag((x, y), end, seconds=0.15, steps=6, hold=0)
    return f"drag {x:.0f} {y:.0f} {end}"


def soak(acts="2880", seed="1"):
    """ACTS things that a user might do, one after the other (2880: one in ten seconds of eight hours), chosen by SEED:
    the app does not end, says nothing wrong, and does not grow by more than 5 % from the first quarter's end on."""
    acts, chance, sizes = int(acts), random.Random(int(seed)), []
    with Session(size=(1920, 1080), env={"GSETTINGS_BACKEND": "memory"}) as s:
        shelf(s.home + "/Music", seconds=30)
        s.tone, s.files = s.home + "/Music/Mira Okafor/Tidal Rooms/01.flac", 0
        s.start(s.home + "/Music").plays()
        trace, began, starts = [], time.monotonic(), 1
        for number in range(acts):
            try:
                trace.append(act(s, chance))
            except Failure as failure:
                trace.append(f"failed: {failure}")
            if s.app.poll() is not None:
                # Something that was pressed may have ended it, as the user can; a crash is another code.
                if s.app.returncode != 0:
                    raise Failure(f"act {number}: ended with {s.app.returncode} after {trace[-12:]}: {s.log()[-1500:]}")
                s.start(s.home + "/Music")
                starts += 1
                sizes.clear()
            if number % max(1, acts // 60) == 0:
                # Whatever was opened is closed, and the same is shown each time.
                s.key_in_dialog("Escape", "Escape", "Escape")
                for name, value in (("win.drawer", "closed"), ("win.player", "docked")):
                    s.action(name, value)
                s.rests()
                time.sleep(0.5)
                sizes.append(memory(s.app.pid))
        wrong = sorted(set(WRONG.findall(s.log())))
    quarter = max(1, len(sizes) // 4)
    before, after = min(sizes[quarter:2 * quarter] or sizes), min(sizes[-quarter:])
    growth = 100 * (after - before) / before
    print(f"{acts} acts in {time.monotonic() - began:.0f} s, seed {seed}, {starts} starts; PSS {before / 1024:.1f} MB, "
          f"at the end {after / 1024:.1f} MB: {growth:+.1f} % (bar 5)")
    for line in wrong[:20]:
        print("said:", line)
    return growth < 5 and not wrong


if __name__ == "__main__":
    commands = {"scroll": scroll, "soak": soak}
    try:
        sys.exit(not commands[sys.argv[1]](*sys.argv[2:]))
    except Failure as failure:
        print("failed:", failure)
        sys.exit(1)
