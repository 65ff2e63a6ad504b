"""What the desktop starts and asks by itself: the program by its bus name, and the desktop's search."""

import os
import re
import shutil

from driver import APP, CHECKOUT, Failure, PATH, Session, binary, library, run

SEARCH = PATH + "/SearchProvider"
INTERFACE = "org.gnome.Shell.SearchProvider2"


class Installed(Session):
    """A session whose bus can start the program, as after an installation, with a library of two albums."""

    def _begin(self):
        services = self.home + "/data/dbus-1/services"
        os.makedirs(services, mode=0o700)
        with open(os.path.join(CHECKOUT, "data", APP + ".service.in")) as template:
            text = template.read().replace("@bindir@/nagara", binary())
        # Its output would go to nobody.
        program = self.home + "/start"
        with open(f"{services}/{APP}.service", "w") as service:
            service.write(text.replace(binary(), program))
        with open(program, "w") as script:
            script.write(f'#!/bin/sh\nexec "{binary()}" "$@" >>"{self.home}/app.log" 2>&1\n')
        os.chmod(program, 0o755)
        super()._begin()
        self.log_path = self.home + "/app.log"
        run([binary(), "--scan", library(self.home + "/Music", albums=2, tracks=3)], self.env, check=True, timeout=60)
        # What the bus starts has the bus's environment.
        self.call("org.freedesktop.DBus", "/org/freedesktop/DBus",
                  "org.freedesktop.DBus.UpdateActivationEnvironment",
                  "{" + ", ".join(f"'{k}': {v!r}" for k, v in self.env.items()
                                  if k.startswith(("XDG_", "G", "DISPLAY", "PULSE", "HOME", "LANG", "NAGARA"))) + "}")

    def __exit__(self, *_):
        # What the bus started is no child of ours.
        if "DBUS_SESSION_BUS_ADDRESS" in getattr(self, "env", {}) and self.owned():
            self.action("app.quit")
            self.wait(lambda: not self.owned(), "the program ends", 15)
        super().__exit__()

    def owned(self):
        return "true" in self.call("org.freedesktop.DBus", "/org/freedesktop/DBus",
                                   "org.freedesktop.DBus.NameHasOwner", APP)

    def windows(self):
        return run(["xdotool", "search", "--onlyvisible", "--class", "nagara"], self.env).stdout.split()

    def ask(self, method, *arguments):
        return self.call(APP, SEARCH, f"{INTERFACE}.{method}", *arguments)

    def found(self, *words, method="GetInitialResultSet"):
        """The names of what the desktop's search finds, and how they are shown."""
        before = ["[]"] if method == "GetSubsearchResultSet" else []
        ids = re.findall(r"'([^']*)'", self.ask(method, *before, str(list(words))))
        metas = self.ask("GetResultMetas", str(ids)) if ids else ""
        return list(zip(ids, re.findall(r"'name': <'([^']*)'>", metas), re.findall(r"'description': <'([^']*)'>", metas)))


def test_the_desktops_search_starts_the_program_without_a_window():
    with Installed() as s:
        if s.owned():
            raise Failure("the program runs already")
        found = s.found("song", "1.02")
        if [(name, detail) for _, name, detail in found] != [("Song 1.02", "Artist 1 — Album 1")]:
            raise Failure(f"found {found}")
        if s.windows():
            raise Failure(f"a search opened a window: {s.windows()}")
        kinds = [(id.split()[0], name) for id, name, _ in s.found("artist", "2")]
        if ("artist", "Artist 2") not in kinds or ("track", "Song 2.01") not in kinds:
            raise Failure(f"found {kinds}")
        narrowed = s.found("album", "2", method="GetSubsearchResultSet")
        if narrowed[0][1:] != ("Album 2", "Artist 2"):
            raise Failure(f"found {narrowed}")
        if s.found("nobody", "knows"):
            raise Failure("something was found for words that are nowhere")


def test_what_is_chosen_in_the_desktops_search_plays():
    with Installed() as s:
        album = s.found("album", "2")[0]
        s.ask("ActivateResult", album[0], "['album', '2']", "0")
        s.wait(s.windows, "a window opens", 20)
        s.wait(lambda: s.status(), "MPRIS answers", 15)
        s.wait(lambda: s.track()[1] == "Song 2.01", f"the album plays, not {s.track()}", 15)
        s.plays()
        s.ask("ActivateResult", "track 999999", "['x']", "0")
        if s.track()[1] != "Song 2.01":
            raise Failure("what is no longer there stopped the music")


def test_the_desktops_search_goes_on_in_the_window():
    with Installed() as s:
        s.ask("LaunchSearch", "['album', '1']", "0")
        s.wait(s.windows, "a window opens", 20)
        s.wait(lambda: s.layout()["tab"] == "search", "the search shows")
        s.wait(lambda: s.find(name=re.compile("Album 1"), rows=True), "the words were looked for", 10)


def test_actions_of_the_desktop_file_start_the_program():
    with open(os.path.join(CHECKOUT, "data", APP + ".desktop")) as entry:
        commands = [line[5:].split() for line in entry if line.startswith("Exec=gapplication action")]
    if len(commands) != 3:
        raise Failure(f"actions of the desktop file: {commands}")
    for command in commands:
        with Installed() as s:
            run(command, s.env, check=True)
            s.wait(s.windows, f"{command} opens a window", 20)
            s.wait(lambda: s.status(), "MPRIS answers", 15)


def test_an_installation_outside_the_data_folders_finds_its_icons():
    def picture(s):
        s.start()
        s.float(1180, 760)
        x, y, width, height = s.one("page tab list")["box"]
        path = s.home + "/tabs.png"
        s.picture(path)
        run(["mogrify", "-crop", f"{width}x{height}+{x}+{y}", "+repage", path], s.env, check=True)
        return path

    with Session() as here, Session(app=here.home + "/prefix/bin/nagara") as there:
        prefix, data = here.home + "/prefix", os.path.join(CHECKOUT, "data")
        os.makedirs(prefix + "/bin")
        shutil.copy(binary(), prefix + "/bin/nagara")
        shutil.copytree(data + "/style", prefix + "/share/nagara/style")
        shutil.copytree(data + "/icons", prefix + "/share/icons")
        there.env["XDG_DATA_DIRS"] = "/usr/local/share:/usr/share"
        compared = run(["compare", "-metric", "AE", picture(here), picture(there), "null:"], here.env)
        if compared.stderr.strip() != "0":
            raise Failure(f"the tabs differ in {compared.stderr.strip()} pixels")
