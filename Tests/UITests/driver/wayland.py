"""The same smoke test under a Wayland compositor: headless mutter, driven over D-Bus only."""

import time

from driver import APP, DEMO, Failure, Session, run


class Headless(Session):
    """A session whose screen is a headless mutter's."""

    def _display(self):
        self.env.pop("DISPLAY", None)
        self.env.update(GDK_BACKEND="wayland", WAYLAND_DISPLAY="nagara-ui")

    def _begin(self):
        super()._begin()
        if not self.with_bus:
            return
        self.spawn(["pipewire"])
        self.spawn(["mutter", "--headless", "--wayland", "--no-x11", "--wayland-display", "nagara-ui",
                    "--virtual-monitor", "1280x800"],
                   env={k: v for k, v in self.env.items() if k != "WAYLAND_DISPLAY"})
        import os
        self.wait(lambda: os.path.exists(self.env["XDG_RUNTIME_DIR"] + "/nagara-ui"), "mutter's socket", 20)

    def _find_window(self):
        if self.app.poll() is not None:
            raise Failure(f"the app ended with {self.app.returncode}: {self.log()[-800:]}")
        return self.layout()["width"] > 0


def test_the_first_window_under_wayland():
    with Headless() as s:
        s.start(DEMO)
        s.plays()
        seen = s.layout()
        if seen["form"] != ("regular" if seen["width"] >= 800 else "compact"):
            raise Failure(f"{seen}")
        track, _ = s.track()
        for state in ("expanded", "docked"):
            s.action("win.player", state)
            s.reaches(player=state)
        for state in ("half", "full", "closed"):
            s.action("win.drawer", state)
            s.reaches(drawer=state)
        if s.track()[0] != track:
            raise Failure("another track plays")
        if not s.find("page tab"):
            raise Failure("no tabs in the accessibility tree")
        s.action("app.play-pause")
        s.wait(lambda: s.status() == "Paused", "app.play-pause pauses")
        s.alive()
        time.sleep(0.2)
        if "CRITICAL" in s.log():
            raise Failure(s.log()[-500:])
