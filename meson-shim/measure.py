#!/usr/bin/python3
"""measure.py start|idle|sheet|playback …: what `bench` runs once all is built. In private sessions of the UI tests'
driver, which also finds the built app."""

import json
import os
import re
import signal
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "Tests", "UITests", "driver"))
from driver import CHECKOUT, DEMO, Session, binary, run  # noqa: E402
from processes import processor_time  # noqa: E402


def first_frame(s, argv):
    """Milliseconds from exec to the end of the first frame."""
    log = s.home + "/frame.log"
    with open(log, "wb") as f:
        began = time.monotonic_ns()
        process = s.spawn(argv, stderr=f, env=dict(s.env, NAGARA_PRINT_FIRST_FRAME="1"))
    try:
        def printed():
            with open(log) as f:
                return re.search(r"^first-frame (\d+)$", f.read(), re.M)
        found = s.wait(printed, f"{argv[0]} prints its first frame", 30)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
    return int(found.group(1)) / 1e3 - began / 1e6


def start(rounds="15", *arguments):
    """App and reference in turn, so that both meet the same machine."""
    reference = os.path.join(CHECKOUT, ".build", "empty-window")
    times = {"empty C window": [], "nagara": []}
    with Session() as s:
        for i in range(int(rounds) + 1):
            for name, argv in (("empty C window", [reference]), ("nagara", [binary(), *arguments])):
                took = first_frame(s, argv)
                if i > 0:  # The first round fills the caches.
                    times[name].append(took)
                time.sleep(0.3)
    print(f"start to first frame, {rounds} rounds in turn, GSK_RENDERER={s.env['GSK_RENDERER']}, {binary()}")
    print(f"{'':16}{'min':>9}{'median':>9}{'max':>9}  ms")
    for name, values in times.items():
        print(f"{name:16}{min(values):9.1f}{statistics.median(values):9.1f}{max(values):9.1f}")
    ratio = statistics.median(times["nagara"]) / statistics.median(times["empty C window"])
    print(f"ratio of medians {ratio:.2f} (bar 1.5)")
    return ratio <= 1.5


def idle(seconds="30"):
    """Context switches of every thread while paused and visible."""
    with Session() as s:
        s.start("--demo").plays()
        s.mpris_call("Pause")
        s.wait(lambda: s.status() == "Paused", "it pauses")
        time.sleep(15)  # Some seconds after a pause the sound server's stream is let go.
        before = s.tasks()
        time.sleep(float(seconds))
        after = s.tasks()
    woken = {name: n - before.get(name, 0) for name, n in after.items() if n != before.get(name, 0)}
    for name, n in sorted(woken.items(), key=lambda item: -item[1]):
        print(f"{n:6} {name}")
    rate = sum(woken.values()) / float(seconds)
    print(f"{rate:.2f} context switches/s over {seconds} s, paused and visible (bar 1)")
    return rate <= 1


def sheet(cycles="10"):
    """Expands and collapses; the shell reports its moving frames itself, as one JSON line at its end."""
    good = True
    for form, size in (("sheet", (640, 1000)), ("side pane", (1180, 760))):
        with Session(env={"NAGARA_FRAME_STATS": "1"}) as s:
            s.start(DEMO).plays()
            s.mpris_call("Pause")
            s.float(*size)
            for _ in range(int(cycles)):
                for state in ("expanded", "docked"):
                    s.action("win.player", state)
                    s.reaches(player=state)
                    time.sleep(0.8)
            s.close_window()
            lines = [line for line in s.log().splitlines() if "childMeasures" in line]
        if not lines:
            print(f"{form}: the app printed no frame statistics")
            good = False
            continue
        print(f"{form} {size[0]} × {size[1]}, {cycles} cycles: {lines[-1]}")
        good &= json.loads(lines[-1])["childMeasures"] == 0
    return good


def main_thread_wakes(pid):
    with open(f"/proc/{pid}/task/{pid}/status") as f:
        return int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", f.read(), re.M).group(1))


def playback(seconds="20", rounds="3"):
    """The app, its window hidden, and gst-play-1.0 play the same FLAC, in turn; their processor time, and how often
    the app's main thread wakes."""
    seconds, used, wakes = float(seconds), {"gst-play-1.0": [], "nagara": []}, []
    with Session(env={"GSETTINGS_BACKEND": "keyfile"}) as s:
        # The window may close while it plays: the music goes on without it.
        # In the settings' own file or, where the schema is not compiled, in the app's.
        for path, group in (("glib-2.0/settings/keyfile", "io/github/nagara_player/Nagara"),
                            ("nagara/settings.ini", "io.github.nagara_player.Nagara")):
            os.makedirs(os.path.dirname(f"{s.home}/config/{path}"), exist_ok=True)
            with open(f"{s.home}/config/{path}", "w") as f:
                f.write(f"[{group}]\nbackground-play='keep-playing'\n")
        music = s.home + "/Music/noise.flac"
        run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i",
             f"anoisesrc=color=pink:amplitude=0.3:duration={seconds + 30}", "-ac", "2", "-ar", "44100",
             "-sample_fmt", "s16", music], check=True, timeout=120)
        for _ in range(int(rounds)):
            for name in used:
                if name == "nagara":
                    s.start(music).plays()
                    s.i3('[class="(?i)nagara"] kill')
                    s.wait(lambda: not run(["xdotool", "search", "--onlyvisible", "--class", "nagara"],
                                           s.env).stdout.split(), "the window closes")
                    process = s.app
                else:
                    process = s.spawn(["gst-play-1.0", "--no-interactive", "--quiet", music])
                time.sleep(5)  # What follows the start is done by then.
                before = processor_time(process.pid)
                woken = main_thread_wakes(process.pid)
                time.sleep(seconds)
                used[name].append((processor_time(process.pid) - before) / seconds)
                if name == "nagara":
                    wakes.append((main_thread_wakes(process.pid) - woken) / seconds)
                    if s.status() != "Playing":
                        raise SystemExit("the app does not play on without its window")
                process.terminate()
                process.wait()
    print(f"processor while playing FLAC, {rounds} rounds of {seconds:.0f} s in turn, window hidden, {binary()}")
    for name, values in used.items():
        print(f"{name:16}" + "".join(f"{100 * value:8.2f}" for value in values) + "  %")
    ratio = statistics.median(used["nagara"]) / statistics.median(used["gst-play-1.0"])
    print(f"ratio of medians {ratio:.2f} (bar 1.2)")
    print(f"main thread wakes {statistics.median(wakes):.2f}/s (bar 1)")
    return ratio <= 1.2 and statistics.median(wakes) <= 1


commands = {"start": start, "idle": idle, "sheet": sheet, "playback": playback}
sys.exit(not commands[sys.argv[1]](*sys.argv[2:]))
