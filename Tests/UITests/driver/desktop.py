"""The app among the others on a desktop: one instance, media controls, no sound card, no session bus."""

import json
import os
import re
import subprocess
import time

from driver import APP, CHECKOUT, DEMO, Failure, Session, Shared, binary, library, run

shared = Shared(lambda s: s.start("--demo").plays())


def test_the_demo_album_can_be_heard():
    s = shared()
    s.wait(lambda: s.heard(0.5), "sound comes out of the card", 10)


def test_gdbus_controls_the_player():
    s = shared()
    s.wait(lambda: s.position() > 2_000_000, "the track is under way")
    s.mpris_call("Pause")
    s.wait(lambda: s.status() == "Paused", "Pause pauses")
    # The fade's end, and what was on its way to the card; longer on a busy machine.
    seen = []
    def rests():
        seen.append(s.position())
        time.sleep(0.2)
        return len(seen) > 1 and seen[-1] == seen[-2]
    s.wait(rests, "the position rests after Pause", 5)
    at = s.position()
    time.sleep(0.6)
    if s.position() != at:
        raise Failure(f"the position moved while paused: {at}, {s.position()}")
    s.mpris_call("PlayPause")
    s.plays()
    first, _ = s.track()
    s.mpris_call("Next")
    s.wait(lambda: s.track()[0] != first, "Next goes on")
    s.mpris_call("Previous")
    s.wait(lambda: s.track()[0] == first, "Previous goes back")
    s.mpris_call("Seek", "5000000")
    s.wait(lambda: s.position() >= 5_000_000, "Seek moves by 5 s")
    s.mpris_call("SetPosition", first, "1000000")
    s.wait(lambda: 1_000_000 <= s.position() < 4_000_000, f"SetPosition moves to 1 s, is {s.position()}")
    before = s.position()
    s.mpris_call("SetPosition", "/org/nobody/1", "9000000")
    time.sleep(0.3)
    if s.position() > before + 2_000_000:
        raise Failure("SetPosition obeyed a stale track id")


def test_metadata_is_typed_as_mpris_says():
    s = shared()
    metadata = s.mpris("Metadata")
    for wanted in (r"'mpris:trackid': <objectpath '/", r"'mpris:length': <int64 \d+>", r"'xesam:title': <",
                   r"'xesam:artist': <\[", r"'xesam:album': <", r"'xesam:url': <'file://", r"'mpris:artUrl': <'file://"):
        if not re.search(wanted, metadata):
            raise Failure(f"{wanted} is not in {metadata}")
    for name, wanted in (("CanPlay", "true"), ("CanPause", "true"), ("CanControl", "true"), ("CanSeek", "true"),
                         ("Rate", "1.0")):
        if wanted not in s.mpris(name):
            raise Failure(f"{name} is {s.mpris(name)}")
    if APP not in s.mpris("DesktopEntry", interface=""):
        raise Failure(f"DesktopEntry is {s.mpris('DesktopEntry', interface='')}")


def test_playerctl_controls_the_player():
    s = shared()

    def ctl(*arguments):
        return run(["playerctl", "-p", "nagara", *arguments], s.env, check=True).stdout.strip()

    s.mpris_call("Play")
    s.plays()
    ctl("pause")
    s.wait(lambda: ctl("status") == "Paused", "playerctl pause")
    ctl("play")
    s.wait(lambda: ctl("status") == "Playing", "playerctl play")
    if not ctl("metadata", "title"):
        raise Failure("playerctl sees no title")
    ctl("position", "3")
    s.wait(lambda: float(ctl("position")) >= 3, "playerctl position")
    first = ctl("metadata", "mpris:trackid")
    ctl("next")
    s.wait(lambda: ctl("metadata", "mpris:trackid") != first, "playerctl next")


def test_actions_over_d_bus_control_the_player():
    s = shared()
    s.mpris_call("Play")
    s.plays()
    s.action("app.play-pause")
    s.wait(lambda: s.status() == "Paused", "app.play-pause pauses")
    first, _ = s.track()
    s.action("app.next")
    s.wait(lambda: s.track()[0] != first, "app.next goes on")
    if s.status() != "Paused":
        raise Failure(f"app.next while paused: {s.status()}")
    s.action("app.previous")
    s.wait(lambda: s.track()[0] == first, "app.previous goes back")
    s.action("app.play-pause")
    s.plays()


def test_space_plays_and_pauses():
    s = shared()
    s.mpris_call("Play")
    s.plays()
    s.key("space")
    s.wait(lambda: s.status() == "Paused", "Space pauses")
    s.key("space")
    s.plays()


def test_a_second_launch_opens_its_files_in_the_running_window():
    with Session() as s:
        s.start("--demo").plays()
        window = s.window
        music = library(s.home + "/Music", albums=1, tracks=2)
        second = run([binary(), music], s.env, timeout=15)
        if second.returncode:
            raise Failure(f"the second launch ended with {second.returncode}: {second.stderr[-300:]}")
        s.wait(lambda: (s.track()[1] or "").startswith("Song 1."), f"the new files play; now {s.track()}")
        s.plays()
        windows = run(["xdotool", "search", "--onlyvisible", "--class", "nagara"], s.env).stdout.split()
        if window not in windows or len(windows) != 1:
            raise Failure(f"windows now: {windows}, before: {window}")


def test_the_panes_width_is_remembered():
    with Session(env={"GSETTINGS_BACKEND": "keyfile"}) as s:
        def pane():
            s.float(1200, 900)
            s.action("win.player", "expanded")
            s.reaches(player="expanded", form="regular")
            return s.one("push button", "Collapse player")["box"], s.one("slider", "Position")["box"][2]

        s.start(DEMO).plays()
        _, usual = pane()
        s.drag((1200 - 375, 500), (1200 - 475, 500))
        _, wide = pane()
        if not usual + 80 < wide <= usual + 100:
            raise Failure(f"the time line was {usual} px wide, and is {wide} after a drag by 100")
        s.action("app.quit")
        s.wait(lambda: s.app.poll() is not None, "the app ends")
        s.start(DEMO).plays()
        _, again = pane()
        if again != wide:
            raise Failure(f"the time line was {wide} px wide, and is {again} in the next run")


def test_without_a_sound_card_it_says_so_and_retries():
    with Session(sound=False) as s:
        s.start("--demo")
        said = []

        def noticed():
            said.extend(n["name"] for n in s.find() if n["name"] and n["name"] not in said)
            return any(re.search(r"(sound|audio).*(device|card|output|server)|(device|output).*(sound|audio)", text, re.I)
                       for text in said)

        try:
            s.wait(noticed, "a notice", 15)
        except Failure:
            raise Failure(f"no notice about the sound card; the window says {said}") from None
        s.alive()
        if s.status() == "Playing":
            raise Failure("MPRIS says Playing without a sound card")
        for name in ("PULSE_SERVER", "PIPEWIRE_REMOTE"):
            s.env.pop(name)
        os.makedirs(s.home + "/pulse", exist_ok=True)
        # The app looks for the server where its own environment says: there it appears now.
        s.spawn(["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "-L", "module-null-sink sink_name=nothing",
                 "-L", f"module-native-protocol-unix socket={s.home}/no-pulse auth-anonymous=1"])
        s.wait(lambda: os.path.exists(s.home + "/no-pulse"), "the sound server answers")
        s.mpris_call("Play")
        s.plays()


def test_without_a_session_bus_it_plays():
    with Session(bus=False) as s:
        s.start("--demo", wait=30)
        s.wait(lambda: s.heard(0.5), "sound comes out of the card", 15)
        s.alive()
        run(["xdotool", "key", "space"], s.env, check=True)
        s.wait(lambda: not s.heard(0.5), "Space pauses", 10)


def test_idle_and_paused_it_sleeps():
    with Session() as s:
        s.start("--demo").plays()
        s.mpris_call("Pause")
        s.wait(lambda: s.status() == "Paused", "Pause pauses")
        time.sleep(15)  # Some seconds after a pause the sound server's stream is let go.
        before = s.tasks()
        time.sleep(8)
        woken = {name: n - before.get(name, 0) for name, n in s.tasks().items() if n != before.get(name, 0)}
        if sum(woken.values()) > 8:
            raise Failure(f"context switches in 8 s: {woken}")


class Services:
    """services.py on a session's bus: what the app asked of the desktop, and clicks on its notifications."""

    def __init__(self, s):
        self.s, self.path = s, s.home + "/services.log"
        with open(self.path, "wb") as log:
            self.process = s.spawn(
                ["/usr/bin/python3", os.path.join(os.path.dirname(os.path.abspath(__file__)), "services.py")],
                stdin=subprocess.PIPE, stdout=log)
        s.wait(lambda: len(self.calls("owns")) == 2, "the desktop's services are there", 20)

    def calls(self, *names):
        with open(self.path) as log:
            lines = [json.loads(line) for line in log if line.endswith("\n")]
        return [line for line in lines if not names or line[0] in names]

    def click(self, notification, action):
        self.process.stdin.write(f"click {notification} {action}\n".encode())
        self.process.stdin.flush()


def test_the_machine_stays_awake_while_it_plays():
    with Session() as s:
        services = Services(s)
        s.start("--demo").plays()
        request = s.wait(lambda: services.calls("inhibit"), "playing asks for no suspend")[0]
        if request[1] != 4:
            raise Failure(f"inhibits {request[1]} and not suspend alone: {request}")
        s.mpris_call("Pause")
        s.wait(lambda: services.calls("Close") == [["Close", request[3]]], "a pause lets the machine suspend")
        s.mpris_call("Play")
        s.wait(lambda: len(services.calls("inhibit")) == 2, "playing on asks again")
        s.mpris_call("Stop")
        s.wait(lambda: len(services.calls("Close")) == 2, "a stop lets the machine suspend")


def test_a_new_track_is_told_while_nobody_looks_and_its_buttons_work():
    with Session() as s:
        services = Services(s)
        s.start("--demo").plays()
        s.i3("workspace 2")
        s.mpris_call("Next")
        # The first one began in a window that was looked at.
        told = s.wait(lambda: services.calls("notify"), "the second track is told")
        title = s.track()[1]
        if len(told) != 1 or told[0][1] != title:
            raise Failure(f"told {told}, and {title} plays")
        actions = told[0][3]

        def click(label):
            services.click(7, actions[actions.index(label) - 1])

        click("Next")
        s.wait(lambda: len(services.calls("notify")) == 2, "its Next goes on to the third")
        click("Pause")
        s.wait(lambda: s.status() == "Paused", "its Pause pauses")
        s.mpris_call("Play")
        s.mpris_call("Previous")
        s.wait(lambda: len(services.calls("notify")) == 3, "the second is told again")
        s.focus()
        s.wait(lambda: services.calls("CloseNotification"), "a look at the window takes it back")


def test_moved_words_stay_moved_for_their_track():
    with Session() as s:
        song = s.home + "/Music/song.flac"
        run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "sine=330:duration=30", "-af", "volume=0.1", song],
            check=True)
        with open(s.home + "/Music/song.lrc", "w") as f:
            f.write("[00:01.00]One line\n[00:05.00]Another line\n")

        def words():
            s.start(song).plays()
            s.action("win.lyrics")
            s.one(name="Another line")

        words()
        for _ in range(2):
            s.press(s.one(name="Words Later"))
        s.one(name=re.compile(r"\+0\.5 s"))
        s.picture(os.path.join(CHECKOUT, ".build", "pictures", "lyrics-moved.png"))
        s.mpris_call("Pause")
        s.close_window()
        words()
        s.one(name=re.compile(r"\+0\.5 s"))
