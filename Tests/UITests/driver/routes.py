"""Every route to the player and the drawer comes to the same end, in both forms, and disturbs neither the
music nor the place in a list: key, click, drag, D-Bus action."""

import time

from driver import Failure, library, PLAYER, Session, Shared, shelf

# Name, size; each form's tests share the running app.
COMPACT, SEMI_MODAL, REGULAR = (500, 900), (640, 1000), (1200, 900)


def prepare(s):
    s.start(library(s.home + "/Music", albums=6, tracks=8, seconds=120))
    s.plays()
    s.action("win.tab", "songs")
    s.reaches(tab="library")


shared = Shared(prepare)


def undisturbed(s, steps):
    """Runs `steps` and checks that the sounding track went on and the list stayed where it was."""
    id_before, _ = s.track()
    began, place = s.position(), s.offsets()
    steps()
    settle(s)
    id_after, _ = s.track()
    if id_after != id_before:
        raise Failure(f"another track plays: {id_before} became {id_after}")
    if s.position() < began:
        raise Failure(f"the track restarted: {began} µs, then {s.position()} µs")
    if s.offsets() != place:
        raise Failure(f"the list moved: {place} px became {s.offsets()} px")


def scrolled(width, height):
    """The songs at this size, away from their top, docked."""
    s = shared()
    s.action("win.drawer", "closed")
    s.action("win.player", "docked")
    s.reaches(player="docked", drawer="closed", tab="library")
    seen = s.layout()
    if (seen["width"], seen["height"]) != (width, height):
        s.float(width, height)
    s.mpris_call("SetPosition", s.track()[0], "0")  # So that no track ends under a test.
    settle(s)
    if not any(s.offsets()):
        s.wheel(width * 0.4, height * 0.4, down=3)
        s.wait(lambda: any(s.offsets()), "the wheel scrolls the list")
        settle(s)
    return s


def mini(s):
    """A point on the mini player that is no button."""
    x, y, w, h = s.one("push button", PLAYER)["box"]
    return x + min(w * 0.45, 110), y + h / 2


def every_form(route):
    for width, height in (COMPACT, SEMI_MODAL, REGULAR):
        s = scrolled(width, height)
        try:
            undisturbed(s, lambda: route(s, width, height))
        except Failure as failure:
            raise Failure(f"{width} × {height}: {failure}") from None


def settle(s):
    """Until what was sent has begun, and ended."""
    time.sleep(0.3)
    s.rests()


def test_keys_expand_and_collapse():
    def route(s, *_):
        for key, state in (("ctrl+Up", "expanded"), ("ctrl+Down", "docked"), ("F8", "expanded"), ("F8", "docked"),
                           ("ctrl+Up", "expanded"), ("Escape", "docked")):
            s.key(key)
            s.reaches(player=state)
    every_form(route)


def test_a_click_on_the_mini_player_expands():
    def route(s, *_):
        s.click(*mini(s))
        s.reaches(player="expanded")
        s.key("Escape")
        s.reaches(player="docked")
    every_form(route)


def test_a_drag_up_expands_and_a_drag_down_collapses():
    def route(s, width, height):
        x, y = mini(s)
        s.drag((x, y), (x, 80))
        s.reaches(player="expanded")
        settle(s)
        top = 38 if s.layout()["form"] == "compact" else 0
        top = max(top, height - 896) if s.layout()["form"] == "compact" else top
        left = width - (width * 0.45 if s.layout()["form"] == "regular" else width) / 2
        grab = width / 2 if s.layout()["form"] == "compact" else max(left, width - 187)
        s.drag((grab, top + 10), (grab, height - 60))
        s.reaches(player="docked")
    every_form(route)


def test_a_short_slow_drag_falls_back():
    def route(s, width, height):
        x, y = mini(s)
        s.drag((x, y), (x, y - 70), seconds=0.5, hold=0.3)
        settle(s)
        s.reaches(player="docked")
    every_form(route)


def test_a_flick_expands_from_a_short_way():
    def route(s, width, height):
        x, y = mini(s)
        s.drag((x, y), (x, y - 140), seconds=0.14, steps=8, hold=0)
        s.reaches(player="expanded")
        s.action("win.player", "docked")
        s.reaches(player="docked")
    every_form(route)


def test_actions_over_d_bus_expand_and_collapse():
    def route(s, *_):
        for state in ("expanded", "docked"):
            s.action("win.player", state)
            s.reaches(player=state)
        for state in ("expanded", "docked"):
            s.action("win.toggle-player")
            s.reaches(player=state)
    every_form(route)


def test_a_mostly_sideways_drag_moves_no_panel():
    def route(s, width, height):
        x, y = mini(s)
        s.drag((x, y), (x - 60, y - 20), hold=0.2)
        settle(s)
        s.reaches(player="docked")
    every_form(route)


def test_the_drawer_steps_through_its_rests():
    def route(s, *_):
        for state in ("peek", "half", "full", "closed"):
            s.action("win.drawer", state)
            s.reaches(drawer=state)
        for state in ("peek", "half", "full", "closed"):
            s.key("ctrl+j")
            s.reaches(drawer=state)
        s.action("win.drawer", "half")
        s.reaches(drawer="half")
        s.one(name="Up Next")
        s.key("Escape")
        s.reaches(drawer="peek")
        s.key("Escape")
        s.reaches(drawer="closed")
    every_form(route)


def test_the_expanded_player_outlives_a_change_of_form():
    s = scrolled(*REGULAR)

    def steps():
        s.action("win.player", "expanded")
        s.reaches(player="expanded")
        for width in (500, 1200, 700, 1200):
            s.float(width, 900)
            s.reaches(player="expanded")
        s.action("win.player", "docked")
        s.reaches(player="docked")
    undisturbed(s, steps)


def test_the_place_in_a_list_outlives_a_change_of_form():
    s = scrolled(*COMPACT)

    def steps():
        s.float(1200, 900)
        s.float(500, 900)
    undisturbed(s, steps)


def test_the_top_of_a_grid_stays_the_top():
    with Session() as s:
        s.start(shelf(s.home + "/Music")).plays()
        s.action("win.tab", "albums")
        s.reaches(tab="library")
        for width in (1900, 800, 390, 1200, 390):
            s.float(width, 780)
            if any(s.offsets()):
                raise Failure(f"{width} × 780: the albums are scrolled to {s.offsets()} px")


def test_keys_and_clicks_change_tabs():
    s = shared()
    s.float(1200, 900)
    s.key("alt+1")
    first = s.layout()["tab"]
    s.key("alt+2")
    second = s.layout()["tab"]
    if first == second:
        raise Failure("Alt+2 stays on Alt+1's tab")
    settle(s)
    s.press(s.find("page tab")[0])
    s.reaches(tab=first)
    s.key("ctrl+Next")
    s.reaches(tab=second)
    s.key("ctrl+Prior")
    s.reaches(tab=first)
    s.action("win.tab", "songs")
    s.reaches(tab="library")


def test_nobody_can_write_the_layout():
    s = shared()
    before = s.layout()
    try:
        s.call("io.github.nagara_player.Nagara", "/io/github/nagara_player/Nagara/window/1",
               "org.gtk.Actions.SetState", "layout", "<'{}'>", "{}")
    except Failure:
        pass
    if s.layout() != before:
        raise Failure(f"win.layout was written: {s.layout()}")
