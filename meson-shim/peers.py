#!/usr/bin/python3
"""peers.py [WORK [COUNT [NAME…]]]: Nagara beside an empty GTK 4 window in C and other players of Debian (or those that are
named: "empty C window", nagara, rhythmbox, …), each in a fresh home on the same library of COUNT (10000) tracks, which
`bench library` makes in WORK. Each may first read the library for
itself; then it is started anew and measured: the first visible window, processor time of the first 10 s, memory (PSS) and
context switches at rest, all of the process and those below it."""

import os
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "Tests", "UITests", "driver"))
from driver import CHECKOUT, Session, binary, run  # noqa: E402
from processes import family, memory, processor_time, switches  # noqa: E402

WINDOW, EXTRA, SWITCHES = 1.3, 35 * 1024, 3  # The bars: times the C window; KiB over it; in 30 s.
READING = 300  # Seconds that a player has for reading the library.
RESTS = 6  # Seconds without work after which it is read.


def processor(pid):
    """Seconds of the processor that a process and those below it have had."""
    total = 0
    for one in family(pid):
        try:
            total += processor_time(one, ended_too=True)
        except OSError:
            pass
    return total


def launch(s, argv):
    log = open(s.home + "/app.log", "ab")
    return s.spawn(argv, stdout=log, stderr=log, cwd=s.home)


def window(s):
    return run(["xdotool", "search", "--onlyvisible", "--class", "."], s.env).stdout.split()


def end(process):
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(8)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def read_library(s, argv):
    """Lets the player find the music; returns the seconds it took, as far as its work tells."""
    process, began = launch(s, argv), time.monotonic()
    last, since = 0.0, began
    while time.monotonic() - began < READING and process.poll() is None:
        time.sleep(1)
        used = processor(process.pid)
        if used - last > 0.05:
            since = time.monotonic()
        elif time.monotonic() - since > RESTS and time.monotonic() - began > 15:
            break
        last = used
    end(process)
    return since - began


def measured(s, argv):
    began = time.monotonic()
    process = launch(s, argv)
    while not window(s):
        if process.poll() is not None or time.monotonic() - began > 60:
            raise RuntimeError(f"no window, code {process.poll()}")
    shown = time.monotonic() - began
    time.sleep(max(0, 10 - (time.monotonic() - began)))
    used = processor(process.pid)
    time.sleep(20)
    before = switches(process.pid)
    time.sleep(30)
    woken, held = switches(process.pid) - before, memory(process.pid)
    end(process)
    return shown, held, used, woken


def music_folder(s, music):
    os.rmdir(s.home + "/Music")
    os.symlink(music, s.home + "/Music")
    with open(s.home + "/config/user-dirs.dirs", "w") as f:
        f.write('XDG_MUSIC_DIR="$HOME/Music"\n')


def quodlibet(s):
    os.makedirs(s.home + "/config/quodlibet", exist_ok=True)
    with open(s.home + "/config/quodlibet/config", "w") as f:
        f.write(f"[settings]\nscan = {s.home}/Music\n[library]\nrefresh_on_start = true\n")


def strawberry(s):
    """Its folders are in its store, which it makes itself."""
    process = launch(s, ["strawberry"])
    path = s.home + "/data/strawberry/strawberry/strawberry.db"
    for _ in range(100):
        time.sleep(0.2)
        if os.path.exists(path) and window(s):
            break
    time.sleep(3)
    end(process)
    with sqlite3.connect(path) as store:
        store.execute("INSERT INTO directories (path, subdirs) VALUES (?, 1)", (os.path.realpath(s.home + "/Music"),))


PLAYERS = (("empty C window", [os.path.join(CHECKOUT, ".build", "empty-window")], None), ("nagara", [binary()], None),
           ("rhythmbox", ["rhythmbox"], None), ("lollypop", ["lollypop"], None), ("elisa", ["elisa"], None),
           ("strawberry", ["strawberry"], strawberry), ("quodlibet", ["quodlibet"], quodlibet),
           ("gnome-music", ["gnome-music"], None))


def main(work="/var/tmp/nagara-bench", count="10000", *names):
    music = f"{work}/library-{count}"
    if not os.path.isdir(music):
        raise SystemExit(f"no {music}; `bench library {count}` makes it")
    print(f"{'':16}{'reading s':>10}{'window s':>10}{'PSS MB':>9}{'CPU 10 s':>10}{'switches 30 s':>15}", flush=True)
    rows = {}
    for name, argv, prepare in PLAYERS:
        if names and name not in names:
            continue
        with Session(wm=None, env={"QT_QPA_PLATFORM": "xcb"}) as s:
            music_folder(s, music)
            try:
                if prepare:
                    prepare(s)
                reading = read_library(s, argv) if name != "empty C window" else 0
                rows[name] = measured(s, argv)
            except Exception as error:
                print(f"{name:16}{error}", flush=True)
                continue
        shown, held, used, woken = rows[name]
        print(f"{name:16}{reading:10.1f}{shown:10.3f}{held / 1024:9.1f}{used:10.2f}{woken:15}", flush=True)
    if names and not {"empty C window", "nagara"} <= set(names):
        return True
    empty, own = rows["empty C window"], rows["nagara"]
    bars = {"window": own[0] <= WINDOW * empty[0], "memory": own[1] <= empty[1] + EXTRA, "switches": own[3] <= SWITCHES}
    print(f"window {own[0] / empty[0]:.2f} × the C window (bar {WINDOW}), memory +{(own[1] - empty[1]) / 1024:.1f} MB "
          f"(bar {EXTRA / 1024:.0f}), {own[3]} switches (bar {SWITCHES})")
    rows.pop("empty C window")
    rows.pop("nagara")
    for name, row in rows.items():
        lost = [what for what, mine, theirs in zip(("window", "memory", "CPU", "switches"), own, row) if mine > theirs]
        print(f"{name}: {'beaten in every row' if not lost else 'better in ' + ', '.join(lost)}")
        bars[name] = not lost
    return all(bars.values())


sys.exit(not main(*sys.argv[1:]))
