"""What every UI test stands on: a private screen, bus, window manager, sound card and home for the built app,
and words for driving it from outside as a user or a script would.

    with Session() as s:
        s.start("--demo")
        s.action("win.player", "expanded")
        s.wait(lambda: s.layout()["player"] == "expanded", "the player expands")

Ends only what it started. Only the standard library here; a11y.py needs python3-gi.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

CHECKOUT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
APP = "io.github.nagara_player.Nagara"
PATH = "/" + APP.replace(".", "/")
MPRIS = "org.mpris.MediaPlayer2"
DEMO = os.path.join(CHECKOUT, "data", "demo")
PLAYER = re.compile(r"^Player\b")  # The mini player's button; the track follows.
# The look that pictures are taken in: what a user's GTK settings file would say.
LIGHT, DARK = {}, {"gtk-application-prefer-dark-theme": "1"}

I3_CONFIG = """# i3 config file (v4)
ipc-socket {socket}
font pango:monospace 8
floating_modifier Mod4
focus_follows_mouse no
mouse_warping none
default_border none
default_floating_border none
"""


class Failure(Exception):
    """A check that does not hold; the text says what was seen."""


def binary():
    """The built app: of the configuration that $NAGARA_CONFIGURATION names, else the last one built."""
    wanted = os.environ.get("NAGARA_CONFIGURATION")
    paths = [os.path.join(CHECKOUT, ".build", c, "nagara") for c in ([wanted] if wanted else ["release", "debug"])]
    paths = [path for path in paths if os.path.exists(path)]
    if not paths:
        raise SystemExit("no built nagara: run `swift build --product nagara` first")
    return max(paths, key=os.path.getmtime)


def run(argv, env=None, timeout=20, check=False):
    done = subprocess.run(argv, env=env, capture_output=True, text=True, errors="replace", timeout=timeout)
    if check and done.returncode:
        raise Failure(f"{argv[0]}: {done.stderr.strip() or done.stdout.strip()}")
    return done


class Session:
    """One private desktop. `size` is the X screen's; `settings` are lines of GTK's settings.ini."""

    def __init__(self, size=(1920, 1080), bus=True, sound=True, wm="i3", settings=None, text_scale=1, env=None,
                 app=None):
        self.size, self.with_bus, self.sound, self.wm = size, bus, sound, wm
        self.settings, self.text_scale, self.extra, self.app_path = settings or {}, text_scale, env or {}, app
        self.processes, self.app, self.tree_reader, self.window = [], None, None, None
        self.home = tempfile.mkdtemp(prefix="nagara-ui-")

    # MARK: Starting and ending

    def __enter__(self):
        try:
            self._begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _begin(self):
        home = self.home
        self.env = {k: v for k, v in os.environ.items() if k not in ("WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")}
        self.env.update(
            HOME=home, XDG_RUNTIME_DIR=home + "/run", XDG_DATA_HOME=home + "/data", XDG_CONFIG_HOME=home + "/config",
            XDG_CACHE_HOME=home + "/cache", XDG_STATE_HOME=home + "/state", GSETTINGS_BACKEND="memory",
            GSK_RENDERER="cairo", LANG="C.UTF-8", NO_AT_BRIDGE="0", GTK_A11Y="atspi")
        self.env.update(self.extra)
        for folder in ("run", "data", "config/gtk-4.0", "config/i3", "cache", "state", "Music"):
            os.makedirs(f"{home}/{folder}", mode=0o700, exist_ok=True)
        with open(home + "/config/gtk-4.0/settings.ini", "w") as f:
            f.write("[Settings]\n" + "".join(f"{k}={v}\n" for k, v in self.settings.items()))
        self._display()
        if self.with_bus:
            self.env["DBUS_SESSION_BUS_ADDRESS"] = self._answer(
                ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address={fd}"])
        else:
            # An address that nobody listens on: without any, GLib would start a bus by itself.
            self.env["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={home}/no-bus"
        if self.sound:
            self.start_sound()
        else:
            # No sound server and no card: neither may be found by accident.
            self.env.update(PULSE_SERVER="unix:" + home + "/no-pulse", PIPEWIRE_REMOTE=home + "/no-pipewire",
                            ALSA_CONFIG_PATH="/dev/null", JACK_NO_START_SERVER="1")

    def _display(self):
        width, height = self.size
        self.env["DISPLAY"] = ":" + self._answer(
            ["Xvfb", "-displayfd", "{fd}", "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"])
        self.env["GDK_BACKEND"] = "x11"
        if self.wm == "i3":
            with open(self.home + "/config/i3/config", "w") as f:
                f.write(I3_CONFIG.format(socket=self.home + "/run/i3.sock"))
            self.env["I3SOCK"] = self.home + "/run/i3.sock"
            manager = []

            def answers():
                if not manager or manager[-1].poll() is not None:
                    manager.append(self.spawn(["i3", "-c", self.home + "/config/i3/config"]))
                return run(["i3-msg", "-t", "get_version"], self.env).returncode == 0

            self.wait(answers, "i3 answers")
        if self.text_scale != 1:
            # X's font resolution goes before settings.ini. Set once somebody stays: Xvfb forgets all when its
            # last client leaves.
            run(["xprop", "-root", "-format", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER",
                 f"Xft.dpi:\t{round(96 * self.text_scale)}\n"], self.env, check=True)

    def start_sound(self):
        """A sound card that plays into nothing; its monitor can be recorded."""
        self.spawn(["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "-L",
                    "module-null-sink sink_name=nothing", "-L", "module-native-protocol-unix"])
        self.wait(lambda: os.path.exists(self.home + "/run/pulse/native"), "the sound server answers")

    def _answer(self, argv):
        """Starts a server that writes its address to a descriptor, and returns the address."""
        r, w = os.pipe()
        self.spawn([a.format(fd=w) for a in argv], pass_fds=[w])
        os.close(w)
        with os.fdopen(r) as pipe:
            line = pipe.readline().strip()
        if not line:
            raise Failure(f"{argv[0]} did not start")
        return line

    def spawn(self, argv, **options):
        options.setdefault("stdout", subprocess.DEVNULL)
        options.setdefault("stderr", subprocess.DEVNULL)
        options.setdefault("stdin", subprocess.DEVNULL)
        process = subprocess.Popen(argv, env=options.pop("env", self.env), **options)
        self.processes.append(process)
        return process

    def start(self, *arguments, wait=30, window=True):
        """Starts the app and waits for its window."""
        self.log_path = self.home + "/app.log"
        with open(self.log_path, "ab") as log:
            self.app = self.spawn([self.app_path or binary(), *arguments], stdout=log, stderr=log, cwd=CHECKOUT)
        if window:
            self.wait(self._find_window, "the app shows a window", wait)
            time.sleep(0.5)
        return self

    def _find_window(self):
        if self.app.poll() is not None:
            raise Failure(f"the app ended with {self.app.returncode}: {self.log()[-800:]}")
        found = run(["xdotool", "search", "--onlyvisible", "--class", "nagara"], self.env).stdout.split()
        self.window = found[-1] if found else None
        return self.window is not None

    def close_window(self):
        """Asks the window to close, and waits for the app's end."""
        self.i3('[class="(?i)nagara"] kill')
        self.wait(lambda: self.app.poll() is not None, "the app ends with its window")

    def log(self):
        with open(self.log_path, errors="replace") as f:
            return f.read()

    def alive(self):
        if self.app.poll() is not None:
            raise Failure(f"the app ended with {self.app.returncode}: {self.log()[-800:]}")

    def __exit__(self, *_):
        for process in reversed(self.processes):
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(3)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        for folder, _, _ in os.walk(self.home):
            os.chmod(folder, 0o700)
        shutil.rmtree(self.home, ignore_errors=True)

    # MARK: Waiting

    def wait(self, condition, what, seconds=8):
        """Until `condition` gives something true, which is returned; a Failure says what was waited for."""
        end = time.monotonic() + seconds
        last = None
        while True:
            try:
                result = condition()
                if result:
                    return result
            except Failure as failure:
                last = failure
                if self.app and self.app.poll() is not None:
                    raise
            if time.monotonic() > end:
                raise Failure(f"waited {seconds} s: {what}" + (f" ({last})" if last else ""))
            time.sleep(0.05)

    # MARK: D-Bus

    def call(self, destination, path, method, *arguments):
        return run(["gdbus", "call", "--session", "-d", destination, "-o", path, "-m", method, *arguments],
                   self.env, check=True).stdout.strip()

    def action(self, name, value=None):
        scope, action = name.split(".", 1)
        path = PATH if scope == "app" else PATH + "/window/1"
        parameter = "[]" if value is None else f"[<'{value}'>]"
        return self.call(APP, path, "org.gtk.Actions.Activate", action, parameter, "{}")

    def layout(self):
        out = self.call(APP, PATH + "/window/1", "org.gtk.Actions.Describe", "layout")
        found = re.search(r"\{.*\}", out, re.S)
        if not found:
            raise Failure(f"win.layout: {out}")
        return json.loads(found.group(0).replace("\\'", "'"))

    def moving(self):
        """Whether a panel or page is on its way: win.layout tells only where to."""
        return "<true>" in self.call(APP, PATH + "/window/1", "org.gtk.Actions.Describe", "moving")

    def rests(self):
        """Waits until nothing moves any more, and the last frame is shown."""
        self.wait(lambda: not self.moving(), "the panels come to rest")
        time.sleep(0.1)

    def reaches(self, **wanted):
        """Waits until win.layout says all of `wanted` and nothing moves any more."""
        seen = {}

        def holds():
            seen.update(self.layout())
            return all(seen.get(k) == v for k, v in wanted.items())

        try:
            self.wait(holds, f"win.layout is {wanted}")
        except Failure:
            raise Failure(f"want {wanted}, win.layout is {seen}") from None
        self.rests()

    def mpris(self, name, interface="Player"):
        full = MPRIS + ("." + interface if interface else "")
        return self.call(MPRIS + ".nagara", "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties.Get", full, name)

    def mpris_call(self, method, *arguments, interface="Player"):
        full = MPRIS + ("." + interface if interface else "")
        return self.call(MPRIS + ".nagara", "/org/mpris/MediaPlayer2", f"{full}.{method}", *arguments)

    def status(self):
        return re.search(r"'(\w+)'", self.mpris("PlaybackStatus")).group(1)

    def position(self):
        """µs into the track."""
        return int(re.search(r"(-?\d+)>", self.mpris("Position")).group(1))

    def track(self):
        """(mpris:trackid, title)"""
        metadata = self.mpris("Metadata")
        found = re.search(r"'mpris:trackid': <objectpath '([^']*)'>", metadata)
        title = re.search(r"'xesam:title': <(['\"])(.*?)\1>", metadata)
        return (found.group(1) if found else None, title.group(2) if title else None)

    def plays(self, seconds=15):
        self.wait(lambda: self.status() == "Playing", "MPRIS says Playing", seconds)
        start = self.position()
        self.wait(lambda: self.position() > start, "the position moves", 5)

    # MARK: The window

    def show(self, place):
        """Goes to a list: albums, songs, artists, playlists or search."""
        self.action("win.tab", place)
        self.wait(lambda: self.layout()["tab"] in (place, "library"), f"{place} shows")
        self.rests()
        if self.layout()["depth"] > 1:
            self.action("win.back")
            self.reaches(depth=1)

    def i3(self, command):
        return run(["i3-msg", command], self.env, check=True).stdout

    def tile(self, parts):
        """Makes the app's window one of `parts` equal columns of the screen."""
        self.i3('[class="(?i)nagara"] floating disable, focus')
        while self._columns() > parts:
            self.i3("[tiling] focus right")
            if self._kill_placeholder() is False:
                break
        while self._columns() < parts:
            self.i3("open")
        self.i3('[class="(?i)nagara"] focus')
        self._settled()

    def _leaves(self):
        leaves = []

        def walk(node):
            if not node["nodes"] and node.get("type") == "con" and node.get("layout") != "dockarea":
                leaves.append(node)
            for child in node["nodes"]:
                walk(child)

        def workspaces(node):
            if node.get("type") == "workspace":
                for child in node["nodes"]:
                    walk(child)
            for child in node["nodes"]:
                workspaces(child)

        workspaces(json.loads(run(["i3-msg", "-t", "get_tree"], self.env).stdout))
        return leaves

    def _columns(self):
        return len(self._leaves())

    def _kill_placeholder(self):
        for leaf in self._leaves():
            if leaf.get("window") is None:
                self.i3(f'[con_id={leaf["id"]}] kill')
                time.sleep(0.1)
                return True
        return False

    def float(self, width, height):
        """Makes the content width × height: without a compositor GTK draws its shadow's border inside the X
        window, so the size is corrected by what win.layout says."""
        self.i3(f'[class="(?i)nagara"] floating enable, focus, resize set {width} {height}, move position 0 0')
        self._settled()
        seen = self.layout()
        if (seen["width"], seen["height"]) != (width, height):
            self.i3(f'[class="(?i)nagara"] resize set {2 * width - seen["width"]} {2 * height - seen["height"]}')
            self._settled()

    def _settled(self):
        """Until two looks at the layout agree."""
        last = None
        for _ in range(60):
            time.sleep(0.15)
            now = (self.layout(), self.geometry())
            if now == last:
                return
            last = now
        raise Failure("the window does not come to rest")

    def geometry(self):
        """(x, y, width, height) of the X window on the screen."""
        out = run(["xdotool", "getwindowgeometry", "--shell", self.window], self.env, check=True).stdout
        values = dict(line.split("=") for line in out.split() if "=" in line)
        return tuple(int(values[k]) for k in ("X", "Y", "WIDTH", "HEIGHT"))

    def focus(self):
        if self.wm == "i3":
            self.i3('[class="(?i)nagara"] focus')

    def key(self, *keys):
        """Real key events to the focused window (GTK ignores events sent to a window)."""
        self.focus()
        run(["xdotool", "key", *keys], self.env, check=True)
        time.sleep(0.1)

    def key_in_dialog(self, *keys):
        """Real key events to whatever window has the keyboard."""
        run(["xdotool", "key", *keys], self.env, check=True)
        time.sleep(0.1)

    def border(self):
        """How far the content is inside the X window, at the left and at the top."""
        _, _, width, height = self.geometry()
        seen = self.layout()
        return (width - seen["width"]) // 2, (height - seen["height"]) // 2

    def on_screen(self, x, y):
        """A point of the content, as a point of the screen."""
        left, top, _, _ = self.geometry()
        dx, dy = self.border()
        return left + dx + round(x), top + dy + round(y)

    def click(self, x, y, button=1, count=1):
        """Presses as a finger does, for a while: a press that is over before GTK comes to it can be lost, as GTK asks
        the X server for the buttons of now when a frame between press and release changes the layout."""
        sx, sy = self.on_screen(x, y)
        run(["xdotool", "mousemove", str(sx), str(sy)], self.env, check=True)
        time.sleep(0.1)
        self.press_here(button, count)
        time.sleep(0.1)

    def press_here(self, button=1, count=1):
        """Presses where the pointer is. A wheel's notches and a double click's presses are short."""
        argv = ["xdotool"]
        held = 0.12 if count == 1 and button < 4 else 0.03
        for _ in range(count):
            argv += ["mousedown", str(button), "sleep", str(held), "mouseup", str(button), "sleep", "0.03"]
        run(argv, self.env, check=True)

    def wheel(self, x, y, down):
        """So many notches of the mouse wheel over a point of the content; up when negative."""
        self.click(x, y, button=5 if down > 0 else 4, count=abs(down))

    def drag(self, start, end, seconds=0.4, steps=16, hold=0.1):
        """Press, move, release, each step at its time; `hold` is the rest before the release."""
        (x0, y0), (x1, y1) = self.on_screen(*start), self.on_screen(*end)
        argv = ["xdotool", "mousemove", str(x0), str(y0), "sleep", "0.1", "mousedown", "1"]
        for i in range(1, steps + 1):
            x, y = x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps
            argv += ["mousemove", str(round(x)), str(round(y)), "sleep", f"{seconds / steps:.3f}"]
        argv += ["sleep", str(hold), "mouseup", "1"]
        run(argv, self.env, check=True)
        time.sleep(0.1)

    def picture(self, path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        run(["import", "-window", self.window, path], self.env, check=True)
        if any(self.border()):
            dx, dy = self.border()
            run(["mogrify", "-shave", f"{dx}x{dy}", "+repage", path], self.env, check=True)

    # MARK: Accessibility

    def _ask(self, request):
        if self.tree_reader is None or self.tree_reader.poll() is not None:
            reader = os.path.join(os.path.dirname(os.path.abspath(__file__)), "a11y.py")
            self.tree_reader = self.spawn(["/usr/bin/python3", reader], stdin=subprocess.PIPE,
                                          stdout=subprocess.PIPE, text=True)
        self.tree_reader.stdin.write(json.dumps(request) + "\n")
        self.tree_reader.stdin.flush()
        answer = json.loads(self.tree_reader.stdout.readline() or '{"error": "a11y.py ended"}')
        if isinstance(answer, dict):
            raise Failure("accessibility: " + answer["error"])
        return answer

    def tree(self, rows=False):
        """All nodes, without those inside lists and tables unless `rows` (they are many, and slow to read)."""
        nodes = self._ask({"do": "tree", "rows": rows})
        # Newer GTK counts from the X window's corner less its border, older from the content's: from the content here.
        left, top = next((node["box"][:2] for node in nodes if node["path"] == [0, 0]), (0, 0))
        for node in nodes:
            node["box"][0] -= left
            node["box"][1] -= top
        return nodes

    def find(self, role=None, name=None, showing=True, rows=False):
        """Nodes by role name and by name (a string for all of it, a compiled pattern for a part)."""
        def fits(node):
            if role and node["role"] != role:
                return False
            if name is not None:
                if isinstance(name, str) and node["name"] != name:
                    return False
                if not isinstance(name, str) and not name.search(node["name"]):
                    return False
            # GTK gives `showing` to windows only; what a stack hides has no size.
            return not showing or "visible" in node["states"] and node["box"][2] > 0 and node["box"][3] > 0

        return [node for node in self.tree(rows) if fits(node)]

    def one(self, role=None, name=None, seconds=5):
        """The first such node, waited for."""
        return self.wait(lambda: self.find(role, name), f"a {role or 'node'} named {name!r} shows", seconds)[0]

    def offsets(self):
        """How far the scrollers in view are scrolled down, in pixels."""
        return [node["value"] for node in self.find() if node["value"] is not None and "vertical" in node["states"]]

    def press(self, node):
        """Clicks in the middle of a node."""
        x, y, w, h = node["box"]
        self.click(x + w / 2, y + h / 2)

    def actions(self, node):
        return self._ask({"do": "actions", "path": node["path"]})

    def act(self, node, name="click"):
        """Performs the node's action of that name, as a screen reader would."""
        names = self.actions(node)
        if name not in names:
            raise Failure(f"{node['name']!r} has no action {name}, only {names}")
        self._ask({"do": "act", "path": node["path"], "n": names.index(name)})

    # MARK: Cost

    def tasks(self):
        """{thread name: context switches so far}"""
        out = {}
        for task in os.listdir(f"/proc/{self.app.pid}/task"):
            try:
                with open(f"/proc/{self.app.pid}/task/{task}/status") as f:
                    text = f.read()
            except FileNotFoundError:
                continue
            name = re.search(r"Name:\s*(.*)", text).group(1)
            out[f"{name} {task}"] = sum(int(n) for n in re.findall(r"ctxt_switches:\s*(\d+)", text))
        return out

    def heard(self, seconds=1.0):
        """Whether anything but silence comes out of the sound card."""
        bytes_wanted = int(seconds * 44100) * 4
        recorder = self.spawn(["parec", "-d", "nothing.monitor", "--format=s16le", "--rate=44100", "--channels=2"],
                              stdout=subprocess.PIPE)
        data = recorder.stdout.read(bytes_wanted)
        recorder.terminate()
        recorder.wait()
        return any(data)


# MARK: Music to play


def library(folder, albums=6, tracks=12, seconds=20):
    """`albums` × `tracks` tagged FLAC files of one quiet tone, the same every time."""
    os.makedirs(folder, exist_ok=True)
    tone = os.path.join(folder, ".tone.flac")
    run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", f"sine=330:duration={seconds}", "-af", "volume=0.1",
         tone], check=True, timeout=60)
    for a in range(1, albums + 1):
        album = os.path.join(folder, f"Artist {a}", f"Album {a}")
        os.makedirs(album, exist_ok=True)
        for t in range(1, tracks + 1):
            path = os.path.join(album, f"{t:02d}.flac")
            shutil.copyfile(tone, path)
            run(["metaflac", "--remove-all-tags", f"--set-tag=TITLE=Song {a}.{t:02d}", f"--set-tag=ARTIST=Artist {a}",
                 f"--set-tag=ALBUM=Album {a}", f"--set-tag=TRACKNUMBER={t}", path], check=True)
    os.remove(tone)
    return folder


# Invented records with covers of two shapes: (album, artist, ground, shape, colour).
SHELF = (
    ("Tidal Rooms", "Mira Okafor", "#e4572e", "circle 300,300 300,190", "#f3a712"),
    ("Nagara", "Kento Ishii", "#2a325c", "polygon 0,270 600,150 600,230 0,350", "#6a9fc0"),
    ("Slow Machines", "The Lanterns", "#2e6272", "polygon 20,600 170,180 590,600", "#b8a1ae"),
    ("Hangang Lights", "Seo Ha-eun", "#3e5c84", "circle 380,370 380,240", "#7ea0bc"),
    ("Copper & Salt", "Ada Lindqvist", "#6b2d5c", "circle 300,300 300,170", "#f0386b"),
    ("Blue Hour", "Trio Varga", "#0b3954", "polygon 0,190 600,450 600,600 520,600 0,350", "#bfd7ea"),
    ("Paper Moons", "Juno Reyes", "#5f0f40", "polygon 20,600 290,200 590,600", "#fb8b24"),
    ("Fieldnotes", "Oskar Lund", "#283618", "circle 380,370 380,240", "#7f8f6a"),
    ("Second Winter", "Alma Duarte", "#4a4e69", "circle 300,300 300,160", "#c9ada7"),
    ("Night Bus", "Kit Harlow", "#14213d", "polygon 50,20 180,0 500,600 360,600", "#fca311"),
    ("Second Wind", "Paolo Neri", "#335c67", "polygon 20,600 350,190 590,600", "#e09f3e"),
    ("Atlas", "Nils Ferro", "#540b0e", "circle 400,370 400,220", "#8b2023"),
)
SONGS = ("Platform Two", "Paper Lanterns", "The Long Way", "Harbour", "Low Sun", "Postcards")


def shelf(folder, seconds=200):
    """A small library that looks like one, for pictures."""
    os.makedirs(folder, exist_ok=True)
    tone = os.path.join(folder, ".tone.flac")
    run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", f"anullsrc=d={seconds}", tone], check=True, timeout=60)
    for a, (title, artist, ground, shape, colour) in enumerate(SHELF):
        album = os.path.join(folder, artist, title)
        os.makedirs(album)
        run(["convert", "-size", "600x600", "xc:" + ground, "-fill", colour, "-draw", shape,
             os.path.join(album, "cover.jpg")], check=True)
        for t in range(1, 4):
            path = os.path.join(album, f"{t:02d}.flac")
            shutil.copyfile(tone, path)
            song = SONGS[(a + t - 2) % len(SONGS)]
            run(["metaflac", "--remove-all-tags", f"--set-tag=TITLE={song}", f"--set-tag=ARTIST={artist}",
                 f"--set-tag=ALBUM={title}", f"--set-tag=TRACKNUMBER={t}", f"--set-tag=DATE={2012 + a}", path],
                check=True)
    os.remove(tone)
    return folder


# MARK: Running tests


class Shared:
    """One running app for the tests of a module; started again when a test has ended it."""

    def __init__(self, prepare, **options):
        self.prepare, self.options, self.session = prepare, options, None

    def __call__(self):
        if self.session and (self.session.app is None or self.session.app.poll() is not None):
            self.close()
        if self.session is None:
            session = Session(**self.options)
            session.__enter__()
            try:
                self.prepare(session)
            except BaseException:
                session.__exit__()
                raise
            self.session = session
        return self.session

    def close(self):
        if self.session:
            self.session.__exit__()
            self.session = None


# A real window on a busy machine now and then is slower than any sensible wait. A test that fails is tried once
# more, and told as unsteady when it passes then; more than so many in a run are failures.
UNSTEADY = 3


def outcome(test):
    """What is wrong, or None."""
    try:
        test()
        return None
    except Failure as failure:
        return str(failure)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def run_tests(modules, pattern=None):
    """Runs every function `test_…` of the modules, in order; its docstring is its name. Prints one line
    each and `N passed, N failed`; returns whether there were tests and all passed."""
    passed = failed = unsteady = 0
    for module in modules:
        tests = [(n, f) for n, f in vars(module).items() if n.startswith("test_") and callable(f)]
        if pattern:
            tests = [(n, f) for n, f in tests if re.search(pattern, module.__name__ + "." + n)]
        if not tests:
            continue
        for name, test in tests:
            began = time.monotonic()
            wrong = outcome(test)
            if wrong and unsteady < UNSTEADY:
                again = outcome(test)
                if again is None:
                    unsteady += 1
                    print(f"unsteady - {module.__name__}.{name}, at first: {wrong}", flush=True)
                    wrong = None
                else:
                    wrong += f"; tried again: {again}"
            if wrong is None:
                passed += 1
                print(f"ok - {module.__name__}.{name} ({time.monotonic() - began:.1f} s)", flush=True)
            else:
                failed += 1
                print(f"not ok - {module.__name__}.{name}: {wrong}", flush=True)
        for shared in vars(module).values():
            if isinstance(shared, Shared):
                shared.close()
    print(f"\n{passed} passed, {failed} failed", flush=True)
    return failed == 0 and passed > 0


def stop_on_signals():
    """Turns SIGTERM into an exit, so that sessions are closed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
