"""The shell without music: the gallery, by keys, pointer and assistive technology.

`shell.py pictures` takes pictures of every scene in five sizes, light, dark, right-to-left and with large text."""

import os
import re
import time

import driver
from driver import APP, CHECKOUT, Failure, PATH, Session

GALLERY = "io.github.nagara_player.ShellGallery"
MINI = re.compile("^Timer: ")


def program():
    paths = [os.path.join(CHECKOUT, ".build", c, "nagara-shell-gallery") for c in ("release", "debug")]
    paths = [path for path in paths if os.path.exists(path)]
    if not paths:
        raise SystemExit("no built nagara-shell-gallery")
    return max(paths, key=os.path.getmtime)


class Gallery(Session):
    """A session whose app is the gallery, with one scene."""

    def __init__(self, *arguments, size=(1366, 900), **options):
        super().__init__(size=size, sound=False, app=program(), **options)
        self.arguments = arguments

    def __enter__(self):
        super().__enter__()
        self.start(*self.arguments)
        return self

    def call(self, destination, path, method, *arguments):
        if destination == APP:
            destination, path = GALLERY, path.replace(PATH, "/" + GALLERY.replace(".", "/"))
        return super().call(destination, path, method, *arguments)


def compact(scene, *arguments, **options):
    return Gallery("--scene", scene, "--size", "500x800", *arguments, **options)


# MARK: Keys


def test_keys_move_player_drawer_tabs_and_pages():
    with compact("player") as s:
        s.float(500, 800)
        s.key("ctrl+Up")
        s.reaches(player="expanded")
        s.key("ctrl+Down")
        s.reaches(player="docked")
        s.key("F8")
        s.reaches(player="expanded")
        s.key("Escape")
        s.reaches(player="docked")
        for detent in ("peek", "half", "full", "closed"):
            s.key("ctrl+j")
            s.reaches(drawer=detent)
        s.key("ctrl+shift+j")
        s.reaches(drawer="full")
        for detent in ("half", "peek", "closed"):
            s.key("Escape")
            s.reaches(drawer=detent)
        s.key("alt+2")
        s.reaches(tab="shelf")
        s.press(s.one("push button", "About Moonlight White"))
        s.reaches(depth=2)
        s.key("alt+Right")
        s.reaches(depth=2)
        s.key("alt+Left")
        s.reaches(depth=1)
        s.key("ctrl+Page_Down")
        s.reaches(tab="sheet")
        s.key("ctrl+Page_Down")
        s.reaches(tab="brew")
        s.key("ctrl+Page_Up")
        s.reaches(tab="sheet")


def test_a_press_where_the_pointer_rests_reaches_what_has_come_there():
    with compact("player") as s:
        s.float(500, 800)
        s.key("alt+2")
        s.reaches(tab="shelf")
        s.press(s.one("push button", "About Moonlight White"))
        for _ in range(4):
            s.reaches(depth=2)
            s.key("alt+Left")
            s.reaches(depth=1)
            s.press_here()
        s.reaches(depth=2)
        s.key("alt+Left")
        s.key("alt+1")
        s.reaches(tab="brew", depth=1)
        s.key("alt+2")
        s.reaches(tab="shelf")
        s.press_here()
        s.reaches(depth=2)


def test_control_keys_give_way_to_a_slider_that_uses_them():
    with compact("player", "--do", "tab3") as s:
        s.float(500, 800)
        s.reaches(tab="sheet")
        slider = s.one("slider", "Greatest height of the sheet")
        before = slider["value"]
        s.press(slider)
        pressed = s.one("slider", "Greatest height of the sheet")["value"]
        s.key("ctrl+Up")
        time.sleep(0.4)
        s.reaches(player="docked")
        if s.one("slider", "Greatest height of the sheet")["value"] == pressed:
            raise Failure(f"the slider did not move: {before}, {pressed}")
        # Another place, another meaning.
        s.key("Tab")
        s.key("ctrl+Up")
        s.reaches(player="expanded")


def test_the_gallery_lists_its_keys():
    with compact("player") as s:
        s.float(500, 800)
        s.key("ctrl+question")
        s.one(name="Open or close the player")


def test_alt_right_goes_back_from_right_to_left():
    with compact("player", "--rtl", "--do", "tab2,push") as s:
        s.float(500, 800)
        s.reaches(depth=2)
        s.key("alt+Left")
        time.sleep(0.3)
        s.reaches(depth=2)
        s.key("alt+Right")
        s.reaches(depth=1)


def test_escape_puts_drawer_player_and_page_away_in_turn():
    with compact("player", "--do", "tab2,push,expand,half") as s:
        s.float(500, 800)
        s.reaches(depth=2, player="expanded", drawer="half")
        for wanted in ({"drawer": "peek"}, {"drawer": "closed"}, {"player": "docked"}, {"depth": 1}):
            s.key("Escape")
            s.reaches(**wanted)


# MARK: Pointer


def test_the_pointer_taps_drags_and_flicks_the_player():
    with compact("player") as s:
        s.float(500, 800)
        mini = s.one("push button", MINI)["box"]
        s.click(mini[0] + 120, mini[1] + 30)
        s.reaches(player="expanded")
        s.click(250, 12)  # The backdrop above the sheet.
        s.reaches(player="docked")
        s.drag((200, mini[1] + 30), (200, 300))
        s.reaches(player="expanded")
        s.drag((250, 50), (250, 260), seconds=0.15, steps=8, hold=0)
        s.reaches(player="docked")


def test_a_mouse_drag_on_a_lists_content_moves_nothing():
    with compact("player", "--do", "expand") as s:
        s.float(500, 800)
        s.reaches(player="expanded")
        s.drag((250, 600), (250, 760))
        time.sleep(0.6)
        s.reaches(player="expanded")


def test_a_sideways_drag_in_the_sheet_turns_the_pagers_page():
    with compact("player", "--do", "expand") as s:
        s.float(500, 800)
        s.reaches(player="expanded")
        s.one(name=re.compile("Warm the pot"))
        s.drag((420, 600), (120, 606))
        s.one(name=re.compile("^Water that has just boiled"))
        s.reaches(player="expanded")


def test_a_wheel_never_moves_a_panel():
    with compact("player") as s:
        s.float(500, 800)
        mini = s.one("push button", MINI)["box"]
        for down in (-8, 8):
            s.wheel(mini[0] + 120, mini[1] + 30, down)
            time.sleep(0.3)
            s.reaches(player="docked")
        s.key("ctrl+Up")
        s.reaches(player="expanded")
        for down in (8, -12):
            s.wheel(250, 60, down)
            s.wheel(250, 600, down)
            time.sleep(0.3)
            s.reaches(player="expanded")


def test_beside_an_undimmed_drawer_the_map_takes_presses_beside_a_dimmed_one_not():
    with compact("map") as s:
        s.float(500, 800)
        s.reaches(drawer="peek")
        s.press(s.one("push button", "Places"))
        s.reaches(drawer="half")
        s.click(250, 200)
        s.reaches(drawer="peek")
        s.drag((250, 745), (250, 420))
        s.reaches(drawer="half")
        s.press(s.one("push button", "Close"))
        s.reaches(drawer="closed")


def test_a_bar_that_minimises_goes_beside_the_mini_player_and_comes_back():
    with compact("player", "--do", "minimise,tab2") as s:
        s.float(500, 800)
        s.reaches(tab="shelf")

        def width():
            return s.one("page tab list", "Tabs")["box"][2]

        s.wheel(250, 400, 4)
        s.wait(lambda: width() == 72, "the bar is small", 3)
        mini, tabs = s.one("push button", MINI)["box"], s.one("page tab list", "Tabs")["box"]
        if mini[0] != 72 or mini[1] != tabs[1]:
            raise Failure(f"the mini player at {mini} is not beside the bar at {tabs}")
        s.wheel(250, 400, -2)
        s.wait(lambda: width() == 500, "the bar is back", 3)
        s.wheel(250, 400, 4)
        s.wait(lambda: width() == 72, "the bar is small again", 3)
        s.click(36, tabs[1] + 20)
        s.wait(lambda: width() == 500, "a press brings the bar back", 3)
        s.reaches(tab="shelf")


def test_text_ends_at_the_docked_toolbar_which_stays_the_same_one():
    with compact("toolbar") as s:
        s.float(500, 800)
        s.press(s.one("push button", "Larger text"))
        s.one(name="110 %")

        def ends():
            top = s.one("push button", "Reading tools")["box"][1]
            pages = [n["box"] for n in s.find("scroll pane") if n["box"][2] == 500]
            if not pages or any(y + h != top for _, y, _, h in pages):
                raise Failure(f"the toolbar is at {top}, the text in {pages}")
            s.one(name="110 %")

        ends()
        s.key("alt+2")
        s.reaches(tab="notes")
        ends()
        s.press(s.one("push button", "Next section"))
        s.reaches(depth=2)
        ends()
        s.float(640, 400)
        s.reaches(short=True)
        ends_at = s.one("page tab list", "Tabs")["box"][1]
        for _, y, _, h in [n["box"] for n in s.find("scroll pane") if n["box"][2] == 640]:
            if y + h != ends_at:
                raise Failure(f"short: the bars are at {ends_at}, the text ends at {y + h}")


def test_the_centre_button_is_hit_where_it_is_drawn_and_selects_nothing():
    with compact("button") as s:
        s.float(500, 800)
        button = s.one("push button", "New Entry")["box"]
        if button[2:] != [100, 100]:
            raise Failure(f"the button is {button}")
        s.click(button[0] + 3, button[1] + 3)
        time.sleep(0.3)
        if s.find(name="Pressed 0 times; the tab is still today") == []:
            raise Failure("a corner of the bounding box is hit")
        s.click(button[0] + 50, button[1] + 4)
        s.press(s.one("push button", "Keep"))
        s.reaches(tab="today")
        s.one(name="Pressed 1 times; the tab is still today")


def test_bar_and_button_hide_with_a_page_that_hides_them():
    with compact("button", "--do", "push") as s:
        s.float(500, 800)
        s.reaches(depth=2, tabBarHidden=True)
        if s.find("push button", "New Entry") or s.find("page tab"):
            raise Failure("the bar or its button is still in the tree")
        s.key("Escape")
        s.reaches(depth=1, tabBarHidden=False)
        s.one("push button", "New Entry")


def test_data_dragged_over_a_tab_for_half_a_second_opens_it():
    with compact("button") as s:
        s.float(500, 800)
        x, y = s.on_screen(120, 300)
        tab = s.one("page tab", "Places")["box"]
        tx, ty = s.on_screen(tab[0] + tab[2] / 2, tab[1] + tab[3] / 2)
        argv = ["xdotool", "mousemove", str(x), str(y), "sleep", "0.2", "mousedown", "1"]
        for i in range(1, 21):
            argv += ["mousemove", str(x + (tx - x) * i // 20), str(y + (ty - y) * i // 20), "sleep", "0.03"]
        began = time.monotonic()
        driver.run(argv, s.env, check=True)
        s.reaches(tab="places")
        # 0.8 s on the way there, half a second above it.
        if time.monotonic() - began < 1.2:
            raise Failure("the tab opened at once")
        driver.run(["xdotool", "mouseup", "1"], s.env, check=True)


# MARK: Assistive technology


def test_roles_states_and_actions_are_exposed():
    with compact("player") as s:
        s.float(500, 800)
        s.one("page tab list", "Tabs")
        tabs = s.find("page tab")
        if [t["name"] for t in tabs if "selected" in t["states"]] != ["Brew"] or len(tabs) != 3:
            raise Failure(f"tabs: {tabs}")
        mini = s.one("push button", MINI)
        s.act(mini, "player.expand")
        s.reaches(player="expanded")
        if s.find("page tab") or s.find("push button", MINI):
            raise Failure("what the sheet covers is still in the tree")
        s.press(s.one("push button", "Collapse player"))
        s.reaches(player="docked")
        s.key("ctrl+j")
        s.reaches(drawer="peek")
        drawer = s.one(name="Teas")
        s.act(drawer, "drawer.step-up")
        s.reaches(drawer="half")
        s.act(s.one(name="Teas"), "drawer.close")
        s.reaches(drawer="closed")


def nameless(s):
    return [n for n in s.find() if n["role"] in ("push button", "toggle button", "slider", "page tab") and not n["name"]]


def test_everything_that_can_be_pressed_has_a_name():
    for scene in ("player", "toolbar", "button", "map"):
        with compact(scene) as s:
            s.float(500, 800)
            for keys in ("", "ctrl+Up", "ctrl+j"):
                if keys:
                    s.key(keys)
                    time.sleep(0.9)
                # GTK's own window buttons and spin buttons are named by GTK.
                bad = [n for n in nameless(s) if n["box"][1] > 46]
                if bad:
                    raise Failure(f"{scene} after {keys!r}: {bad}")


def test_large_text_keeps_tabs_and_player_in_the_smallest_windows():
    with Gallery("--scene", "player", "--size", "360x640", text_scale=2) as s:
        for width, height in ((360, 640), (640, 360), (360, 294)):
            s.float(width, height)
            seen = s.layout()
            for node in s.find("page tab") + s.find("push button", MINI):
                x, y, w, h = node["box"]
                if x < -1 or y < -1 or x + w > seen["width"] + 1 or y + h > seen["height"] + 1:
                    raise Failure(f"{node['name']} at {node['box']} leaves {seen['width']} × {seen['height']}")
            if len(s.find("page tab")) != 3:
                raise Failure("a tab is missing")


# MARK: Pictures

SIZES = ("360x640", "500x800", "640x360", "1180x760", "1900x1000")
LOOKS = {"light": [], "dark": ["--dark"], "rtl": ["--rtl"], "large": ["--text-scale", "2"]}
STEPS = {"player": "expand", "toolbar": "push", "button": "tab2", "map": "half"}


def pictures():
    """Every scene in every size and look, into .build/pictures/gallery."""
    folder = os.path.join(CHECKOUT, ".build", "pictures", "gallery")
    os.makedirs(folder, exist_ok=True)
    with Session(size=(1920, 1080), sound=False, wm=None, app=program()) as s:
        for scene in STEPS:
            for size in SIZES:
                for look, options in LOOKS.items():
                    for state, steps in (("", []), ("-" + STEPS[scene], ["--do", STEPS[scene]])):
                        path = f"{folder}/{scene}-{size}-{look}{state}.png"
                        driver.run([program(), "--scene", scene, "--size", size, *options, *steps, "--picture", path],
                                   s.env, timeout=60, check=True)
    print(f"{len(os.listdir(folder))} pictures in {folder}")


if __name__ == "__main__":
    import sys

    driver.stop_on_signals()
    if sys.argv[1:] == ["pictures"]:
        sys.exit(pictures())
    sys.exit(not driver.run_tests([sys.modules["__main__"]], (sys.argv[1:] or [None])[0]))
