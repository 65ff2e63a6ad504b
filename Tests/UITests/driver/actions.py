"""Every action that scripts can start: each is known here, does what it says, and what a key does it does alike; and
every item of every menu starts one."""

import re

from collection import music_folder, tracks
from dialogs import windows
from driver import APP, Failure, PATH, Shared, library, run


def prepare(s):
    library(music_folder(s), albums=3, tracks=3, seconds=120)
    s.start()
    s.wait(lambda: tracks(s) == 9, "the music is read", 20)
    s.float(1180, 760)
    s.action("app.shuffle-all")
    s.plays()
    s.mpris_call("Pause")


shared = Shared(prepare)


def exported(s, scope):
    path = PATH if scope == "app" else PATH + "/window/1"
    return set(re.findall(r"'([^']+)'", s.call(APP, path, "org.gtk.Actions.List")))


def state(s, action):
    scope, action = action.split(".", 1)
    path = PATH if scope == "app" else PATH + "/window/1"
    return re.search(r"\[(?:<(.*)>)?\]\)", s.call(APP, path, "org.gtk.Actions.Describe", action)).group(1)


# MARK: Before and after


def rests(s):
    """The app at the first song of all, paused, at the albums, with nothing open."""
    for action, value in (("win.drawer", "closed"), ("win.player", "docked"), ("win.tab", "albums")):
        s.action(action, value)
    s.reaches(drawer="closed", player="docked", tab="library")
    while s.layout()["depth"] > 1:
        s.action("win.back")
        s.rests()
    if s.status() == "Stopped":
        s.mpris_call("Play")
    s.mpris_call("Pause")
    s.wait(lambda: s.status() == "Paused", "the player rests")


def plays(s):
    rests(s)
    s.mpris_call("Play")
    s.wait(lambda: s.status() == "Playing", "the player plays")


def at(**places):
    def begin(s):
        rests(s)
        for action, value in places.items():
            s.action("win." + action, value)
        s.rests()
    return begin


def pushed(s):
    rests(s)
    s.action("win.library")
    s.reaches(depth=2)


def drawer_at(s):
    rests(s)
    s.action("win.drawer", "half")
    s.reaches(drawer="half")


def second(s):
    """The second song, from its start."""
    rests(s)
    s.mpris_call("Pause")
    s.action("app.shuffle-albums")
    s.wait(lambda: s.status() == "Playing", "the player plays")
    s.mpris_call("Next")
    s.mpris_call("Pause")
    s.wait(lambda: s.status() == "Paused", "the player rests")
    place["track"] = s.track()[0]


place = {}


def other_track(s):
    return s.track()[0] != place["track"]


def layout(key):
    return lambda wanted: lambda s: s.layout()[key] == wanted


tab, player, drawer, depth = layout("tab"), layout("player"), layout("drawer"), layout("depth")


def status(wanted):
    return lambda s: s.status() == wanted


def opens(title):
    """A window of this title is there."""
    return lambda s: windows(s, title)


def shown(role, name):
    return lambda s: s.find(role, name, rows=True)


def has(action, wanted):
    return lambda s: state(s, action) == wanted


def unloved(s):
    rests(s)
    s.action("app.stars", "0")
    s.wait(lambda: state(s, "app.love") == "false", "the song has no heart")


def rated(s):
    unloved(s)
    s.action("app.love")
    s.wait(lambda: state(s, "app.love") == "true", "the song has the heart")


# (action, its value, the keys that do the same, what is so before, what is so after)
TABLE = (
    ("app.play-pause", None, ("space",), rests, status("Playing")),
    ("app.play-pause", None, ("space",), plays, status("Paused")),
    ("app.play", None, (), rests, status("Playing")),
    ("app.pause", None, (), plays, status("Paused")),
    ("app.stop", None, (), plays, status("Stopped")),
    ("app.next", None, ("ctrl+Right",), second, other_track),
    ("app.previous", None, ("ctrl+Left",), second, other_track),
    ("app.shuffle-all", None, (), rests, status("Playing")),
    ("app.shuffle-albums", None, (), rests, status("Playing")),
    ("app.play-recent", None, (), rests, status("Playing")),
    ("app.love", None, ("ctrl+d",), unloved, has("app.love", "true")),
    ("app.love", None, ("ctrl+d",), rated, has("app.love", "false")),
    ("app.stars", "2", (), unloved, has("app.stars", "'2'")),
    ("win.undo", None, ("ctrl+z",), rated, has("app.love", "false")),
    ("app.stop-after-current", None, (), rests, has("app.stop-after-current", "true")),
    ("app.stop-after-current", None, (), rests, has("app.stop-after-current", "false")),
    ("app.sleep", "30", (), rests, has("app.sleep", "'30'")),
    ("app.sleep", "off", (), rests, has("app.sleep", "'off'")),
    ("app.speed", "1.5", (), rests, has("app.speed", "'1.5'")),
    ("app.speed", "1.0", (), rests, has("app.speed", "'1.0'")),
    ("win.tab", "home", ("alt+1",), rests, tab("home")),
    ("win.tab", "search", ("alt+3", "ctrl+Next"), rests, tab("search")),
    ("win.tab", "home", ("ctrl+Prior",), rests, tab("home")),
    ("win.tab", "playlists", ("alt+4",), rests, tab("playlists")),
    ("win.search", None, ("ctrl+f",), rests, tab("search")),
    ("win.player", "expanded", ("ctrl+Up",), rests, player("expanded")),
    ("win.player", "docked", ("ctrl+Down", "Escape"), at(player="expanded"), player("docked")),
    ("win.toggle-player", None, ("F8",), rests, player("expanded")),
    ("win.toggle-player", None, ("F8",), at(player="expanded"), player("docked")),
    ("win.drawer", "peek", ("ctrl+j",), rests, drawer("peek")),
    ("win.toggle-drawer", None, ("ctrl+j",), drawer_at, drawer("full")),
    ("win.drawer", "peek", ("ctrl+shift+j", "Escape"), drawer_at, drawer("peek")),
    ("win.escape", None, ("Escape",), pushed, depth(1)),
    ("win.back", None, ("alt+Left",), pushed, depth(1)),
    ("win.up-next", None, (), rests, shown(None, "Clear Up Next")),
    ("win.lyrics", None, ("ctrl+shift+l",), rests, lambda s: s.layout()["drawer"] != "closed"),
    ("win.library", None, (), rests, depth(2)),
    ("win.duplicates", None, (), rests, depth(2)),
    ("win.browse", "genres", (), rests, shown(None, "No Genres")),
    ("app.scan", None, (), rests, lambda s: tracks(s) == 9),
)

# Those that open something: (action, the keys, what shows). Escape closes it.
OPENING = (
    ("win.menu", ("F10",), shown(None, re.compile("Shuffle Everything"))),
    ("win.preferences", ("ctrl+comma",), opens("Preferences")),
    ("win.shortcuts", ("ctrl+question", "F1"), opens("Keyboard Shortcuts")),
    ("win.about", (), opens("About")),
    ("win.new-playlist", (), opens("New Playlist")),
    ("win.new-smart-playlist", (), opens("Smart Playlist")),
    ("win.import-playlists", (), opens("Import Playlists")),
    ("app.open-files", ("ctrl+o",), opens("Open Files")),
    ("app.open-folder", ("ctrl+shift+o",), opens("Play a Folder")),
    ("app.open-stream", ("ctrl+l",), opens("Open a Stream")),
    ("app.choose-folder", (), opens("Choose a Folder")),
    ("app.choose-ignored-folder", (), opens("Ignore a Folder")),
    ("app.choose-import", (), opens("Import Plays")),
    ("app.choose-export", (), opens("Export Plays")),
)

# What other modules show: a file's URI in, and the ends.
ELSEWHERE = {"app.open", "app.ignore-folder", "app.import-listener", "app.export-listener", "app.import-playlist",
             "app.export-playlist", "app.edit-tags", "app.play-demo", "app.quit", "win.letters"}
READ_ONLY = {"win.layout", "win.moving"}


def test_every_action_on_the_bus_is_in_these_tables():
    s = shared()
    seen = {f"{scope}.{action}" for scope in ("app", "win") for action in exported(s, scope)}
    known = {row[0] for row in TABLE + OPENING} | ELSEWHERE | READ_ONLY
    if seen != known:
        raise Failure(f"not in the tables: {sorted(seen - known)}; in the tables only: {sorted(known - seen)}")


def test_each_action_does_what_its_key_does():
    s = shared()
    wrong = []
    for action, value, keys, before, after in TABLE:
        for way in (None, *keys):
            said = f"{action} {value or ''} by {way or 'the bus'}"
            try:
                before(s)
                s.action(action, value) if way is None else s.key(way)
                s.wait(lambda: after(s), said)
            except Failure as failure:
                wrong.append(f"{said}: {failure}")
    if wrong:
        raise Failure("; ".join(wrong))


def test_each_dialog_and_menu_opens_by_action_and_by_key():
    s = shared()
    wrong = []
    rests(s)
    for action, keys, there in OPENING:
        for way in (None, *keys):
            try:
                s.action(action) if way is None else s.key(way)
                s.wait(lambda: there(s), f"{action} by {way or 'the bus'} opens")
                s.key_in_dialog("Escape")
                s.wait(lambda: not there(s), f"{action} by {way or 'the bus'} closes")
            except Failure as failure:
                wrong.append(str(failure))
                s.key_in_dialog("Escape")
    if wrong:
        raise Failure("; ".join(wrong))


def test_the_read_only_states_can_t_be_written():
    s = shared()
    before = s.layout()
    for action, value in (("layout", "<'{}'>"), ("moving", "<true>")):
        s.call(APP, PATH + "/window/1", "org.gtk.Actions.SetState", action, value, "{}")
    if s.layout() != before or s.moving():
        raise Failure("a state was written from outside")
