"""The window in every tile: its form follows the width, and nothing leaves the window or covers its neighbour."""

from driver import DEMO, Failure, PLAYER, Shared

REGULAR_FROM = 800

wide = Shared(lambda s: s.start(DEMO).plays(), size=(1920, 1080))
laptop = Shared(lambda s: s.start(DEMO).plays(), size=(1366, 768))


def overlap(a, b):
    """Area that two boxes share."""
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(0, w) * max(0, h)


def check(s, width=None, height=None):
    """What must hold in every form, docked: by win.layout and by the widgets' extents."""
    s.alive()
    seen = s.layout()
    if width and abs(seen["width"] - width) > 1 or height and abs(seen["height"] - height) > 1:
        raise Failure(f"want {width} × {height}, win.layout says {seen}")
    form = "regular" if seen["width"] >= REGULAR_FROM else "compact"
    if seen["form"] != form:
        raise Failure(f"{seen['width']} wide is {seen['form']}, want {form}")
    tabs, player = s.one("page tab list")["box"], s.one("push button", PLAYER)["box"]
    for name, box in (("tab bar", tabs), ("mini player", player)):
        x, y, w, h = box
        if w <= 0 or h <= 0 or x < -1 or y < -1 or x + w > seen["width"] + 1 or y + h > seen["height"] + 1:
            raise Failure(f"the {name} at {box} leaves the window {seen['width']} × {seen['height']}")
    if overlap(tabs, player):
        raise Failure(f"tab bar {tabs} and mini player {player} overlap")
    if form == "regular" and player[0] < tabs[0] + tabs[2] - 1:
        raise Failure(f"regular: the mini player {player} is not beside the tab bar {tabs}")
    if form == "compact" and not seen["short"] and player[1] + player[3] > tabs[1] + 1:
        raise Failure(f"compact: the mini player {player} is not above the tab bar {tabs}")
    pages = s.find("page tab")
    if len(pages) < 2:
        raise Failure(f"{len(pages)} tabs show")
    for page in pages:
        if overlap(page["box"], tabs) < page["box"][2] * page["box"][3]:
            raise Failure(f"the tab {page['name']} at {page['box']} leaves the tab bar {tabs}")
    selected = [page["name"] for page in pages if "selected" in page["states"]]
    if len(selected) != 1:
        raise Failure(f"selected tabs: {selected}")
    for node in s.find("push button"):
        x, y, w, h = node["box"]
        if x + w > seen["width"] + 1 or x < -1:
            raise Failure(f"the button {node['name']!r} at {node['box']} leaves the window's sides")


def tiled(s, parts):
    s.tile(parts)
    border, _ = s.border()
    check(s, width=s.size[0] // parts - 2 * border)


def test_the_whole_of_a_1920_screen():
    tiled(wide(), 1)


def test_half_of_a_1920_screen():
    tiled(wide(), 2)


def test_a_third_of_a_1920_screen():
    tiled(wide(), 3)


def test_the_whole_of_a_1366_screen():
    tiled(laptop(), 1)


def test_half_of_a_1366_screen():
    tiled(laptop(), 2)


def test_a_third_of_a_1366_screen():
    tiled(laptop(), 3)


def test_a_window_of_360_by_640():
    s = wide()
    s.float(360, 640)
    check(s, 360, 640)


def test_the_form_changes_at_800_and_back():
    s = wide()
    for width in (799, 800, 801, 640, 1900, 799):
        s.float(width, 700)
        check(s, width, 700)


def test_a_short_window_puts_the_player_beside_the_tabs():
    s = wide()
    s.float(700, 400)
    seen = s.layout()
    if not seen["short"] or seen["form"] != "compact":
        raise Failure(f"700 × 400: {seen}")
    tabs, player = s.one("page tab list")["box"], s.one("push button", PLAYER)["box"]
    if overlap(tabs, player) or overlap(tabs, [0, player[1], seen["width"], player[3]]) == 0:
        raise Failure(f"tab bar {tabs} and mini player {player} do not share a row")


def test_the_mini_players_lines_keep_clear_of_the_centre_button():
    s = wide()
    for width in (390, 640):
        s.float(width, 780)
        _, top, _, height = s.one("push button", PLAYER)["box"]
        button = s.one("push button", "Quick Play")["box"]
        lines = [node for node in s.find("label") if top <= node["box"][1] < top + height]
        if len(lines) != 2:
            raise Failure(f"{width} wide: the mini player's lines are {lines}")
        for node in lines:
            if node["box"][1] + node["box"][3] > button[1] - 8:
                raise Failure(f"{width} wide: {node['name']!r} at {node['box']}, the button at {button}")
