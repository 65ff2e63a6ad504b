"""The gallery under real touch and touchpad events, which headless mutter injects by its RemoteDesktop interface."""

import os
import sys
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

import driver  # noqa: E402
from driver import Failure  # noqa: E402
from shell import Gallery  # noqa: E402

REMOTE = "org.gnome.Mutter.RemoteDesktop"
CAST = "org.gnome.Mutter.ScreenCast"
DISPLAY = "org.gnome.Mutter.DisplayConfig"
# MetaRemoteDesktopNotifyAxisFlags
FINISH, WHEEL, FINGER = 1, 2, 4


def object_path(name):
    return "/" + name.replace(".", "/")


class Glass(Gallery):
    """A touch screen of 500 × 800 that the gallery fills."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, "--size", "500x800", size=(500, 800), wm=None, **options)

    def _display(self):
        self.env.pop("DISPLAY", None)
        self.env.update(GDK_BACKEND="wayland", WAYLAND_DISPLAY="nagara-ui")

    def _begin(self):
        super()._begin()
        self.env.pop("PIPEWIRE_REMOTE", None)  # The stream that touches are placed on needs it, without sound.
        self.env["NAGARA_TRACE"] = self.home + "/trace"
        self.spawn(["pipewire"])
        self.wait(lambda: os.path.exists(self.home + "/run/pipewire-0"), "pipewire's socket", 20)
        self.spawn(["mutter", "--headless", "--wayland", "--no-x11", "--wayland-display", "nagara-ui",
                    "--virtual-monitor", "%dx%d" % self.size],
                   env={k: v for k, v in self.env.items() if k != "WAYLAND_DISPLAY"})
        self.wait(lambda: os.path.exists(self.home + "/run/nagara-ui"), "mutter's socket", 20)

    def _find_window(self):
        if self.app.poll() is not None:
            raise Failure(f"the gallery ended with {self.app.returncode}: {self.log()[-800:]}")
        return self.layout()["width"] > 0

    def __enter__(self):
        super().__enter__()
        flags = Gio.DBusConnectionFlags
        self.bus = Gio.DBusConnection.new_for_address_sync(
            self.env["DBUS_SESSION_BUS_ADDRESS"],
            flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        self.remote = self._ask_mutter(REMOTE, object_path(REMOTE), REMOTE, "CreateSession")[0]
        wanted = GLib.Variant("(ss)", (REMOTE + ".Session", "SessionId"))
        name = self._ask_mutter(REMOTE, self.remote, "org.freedesktop.DBus.Properties", "Get", wanted)[0]
        options = GLib.Variant("(a{sv})", ({"remote-desktop-session-id": GLib.Variant("s", name)},))
        cast = self._ask_mutter(CAST, object_path(CAST), CAST, "CreateSession", options)[0]
        monitor = self._ask_mutter(DISPLAY, object_path(DISPLAY), DISPLAY, "GetCurrentState")[1][0][0][0]
        self.stream = self._ask_mutter(CAST, cast, CAST + ".Session", "RecordMonitor",
                                       GLib.Variant("(sa{sv})", (monitor, {})))[0]
        self._ask_mutter(REMOTE, self.remote, REMOTE + ".Session", "Start")
        seen = self.layout()
        if (seen["width"], seen["height"]) != self.size:
            raise Failure(f"the window does not fill the screen: {seen}")
        time.sleep(0.5)
        # The first event of each device only makes it known.
        self.touch([(250, 44), (250, 44)])
        self.point(250, 44)
        return self

    def _ask_mutter(self, name, path, interface, method, arguments=None):
        return self.bus.call_sync(name, path, interface, method, arguments, None, 0, 5000, None).unpack()

    def notify(self, method, form, *values):
        self._ask_mutter(REMOTE, self.remote, REMOTE + ".Session", "Notify" + method, GLib.Variant(form, values))

    def touch(self, points, seconds=0.3, hold=0.1, steps=16):
        """A finger goes from point to point, each way in so many seconds."""
        x, y = map(float, points[0])
        self.notify("TouchDown", "(sudd)", self.stream, 0, x, y)
        time.sleep(0.03)
        for (x0, y0), (x1, y1) in zip(points, points[1:]):
            for i in range(1, steps + 1):
                time.sleep(seconds / steps)
                x, y = x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps
                self.notify("TouchMotion", "(sudd)", self.stream, 0, x, y)
        time.sleep(hold)
        self.notify("TouchUp", "(u)", 0)

    def point(self, x, y):
        self.notify("PointerMotionAbsolute", "(sdd)", self.stream, float(x), float(y))
        time.sleep(0.2)

    def scroll(self, dx, dy, steps=10, finish=True):
        """Two fingers on a touchpad: so many events of (dx, dy)."""
        for _ in range(steps):
            self.notify("PointerAxis", "(ddu)", float(dx), float(dy), FINGER)
            time.sleep(0.016)
        if finish:
            self.notify("PointerAxis", "(ddu)", 0.0, 0.0, FINGER | FINISH)

    def trace(self):
        with open(self.home + "/trace") as f:
            return f.read().split("\n")


def test_a_flick_with_a_finger_expands_and_collapses():
    with Glass("--scene", "player") as s:
        s.touch([(200, 710), (200, 500)], seconds=0.12, hold=0)
        s.reaches(player="expanded")
        s.touch([(250, 60), (250, 260)], seconds=0.12, hold=0)
        s.reaches(player="docked")
        if not any("dragBegan mini touch" in line for line in s.trace()):
            raise Failure("no touch in the trace")


def test_a_slow_drag_settles_where_it_is_nearer():
    with Glass("--scene", "player") as s:
        s.touch([(200, 710), (200, 600)], hold=0.3)
        s.reaches(player="docked")
        s.touch([(200, 710), (200, 200)], hold=0.3)
        s.reaches(player="expanded")


def test_a_list_and_the_sheet_take_over_from_each_other():
    with Glass("--scene", "player", "--do", "expand") as s:
        s.reaches(player="expanded")
        s.touch([(250, 700), (250, 560)], hold=0.3)
        scrolled = max(s.offsets())
        # 140 less the slop of 8.
        if abs(scrolled - 132) > 2:
            raise Failure(f"the list scrolled by {scrolled}")
        # In one touch: up, back by more than the list has, and up again; the sheet ends where it was.
        s.touch([(250, 640), (250, 600), (250, 790), (250, 640)], seconds=0.6, hold=0.3)
        s.reaches(player="expanded")
        if abs(max(s.offsets()) - scrolled) > 10:
            raise Failure(f"the list is at {max(s.offsets())}, it was at {scrolled}")
        s.touch([(250, 560), (250, 790)], hold=0.3)
        if max(s.offsets()) > 0:
            raise Failure(f"the list did not scroll back: {s.offsets()}")
        s.reaches(player="expanded")
        # From the list's start a drag down takes the sheet along.
        s.touch([(250, 560), (250, 790)], seconds=0.12, hold=0)
        s.reaches(player="docked")


def test_a_sideways_touch_in_the_sheet_turns_the_page_and_moves_no_panel():
    with Glass("--scene", "player", "--do", "expand") as s:
        s.reaches(player="expanded")
        s.touch([(420, 640), (120, 650)])
        time.sleep(0.8)
        s.reaches(player="expanded")
        if any(" panel" in line for line in s.trace() if "dragMoved" in line):
            raise Failure("the sheet moved")


def test_a_touch_from_the_leading_edge_goes_back():
    with Glass("--scene", "player", "--do", "tab2,push") as s:
        s.reaches(depth=2)
        s.touch([(200, 400), (460, 405)])
        time.sleep(0.4)
        s.reaches(depth=2)
        s.touch([(6, 400), (60, 402)], hold=0.3)
        s.reaches(depth=2)
        s.touch([(6, 400), (360, 405)])
        s.reaches(depth=1)


def test_a_swipe_down_on_the_mini_view_puts_it_away_with_an_undo():
    with Glass("--scene", "player") as s:
        s.touch([(200, 700), (200, 790)], seconds=0.12, hold=0)
        s.reaches(player="absent")
        undo = s.one("push button", "Undo")["box"]
        s.touch([(undo[0] + undo[2] / 2, undo[1] + undo[3] / 2)] * 2, seconds=0.05)
        s.reaches(player="docked")


def test_two_fingers_on_a_touchpad_move_the_player_and_a_wheel_does_not():
    with Glass("--scene", "player") as s:
        s.point(200, 710)
        for _ in range(4):
            s.notify("PointerAxisDiscrete", "(ui)", 0, -1)
            time.sleep(0.05)
        time.sleep(0.4)
        s.reaches(player="docked")
        s.scroll(0, 14)
        s.reaches(player="expanded")
        s.point(250, 60)
        s.scroll(0, -14, finish=False)  # Silence ends it too.
        s.reaches(player="docked")
        if not any("scrolled mini touchpad" in line for line in s.trace()):
            raise Failure("no touchpad in the trace")


def test_two_fingers_go_back_and_scroll_the_content_otherwise():
    with Glass("--scene", "player", "--do", "tab2,push") as s:
        s.reaches(depth=2)
        s.point(250, 400)
        s.scroll(0, 10)
        time.sleep(0.5)
        s.reaches(depth=2)
        s.scroll(-14, 0)
        s.reaches(depth=1)


if __name__ == "__main__":
    driver.stop_on_signals()
    sys.exit(not driver.run_tests([sys.modules["__main__"]], (sys.argv[1:] or [None])[0]))
