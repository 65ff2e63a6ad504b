"""Pictures of the real window for people to look at, in .build/pictures: five sizes, light, dark,
right-to-left, twice the text size; home, docked, expanded, drawer. The test is that each can be taken."""

import os
import shutil
import time

from driver import CHECKOUT, DARK, Failure, LIGHT, Session, run, shelf

FOLDER = os.path.join(CHECKOUT, ".build", "pictures")
SIZES = ((390, 780), (640, 1000), (960, 1040), (1180, 760), (1920, 1080))
# Name, what win.tab shows, player, drawer.
STATES = (("home", "home", "docked", "closed"), ("docked", "albums", "docked", "closed"),
          ("expanded", "albums", "expanded", "closed"), ("drawer", "albums", "docked", "half"))


def take(look, sizes=SIZES, states=STATES, **options):
    with Session(size=(2000, 1200), **options) as s:
        s.start(shelf(s.home + "/Music")).plays()
        s.mpris_call("Seek", "97000000")
        s.wait(lambda: s.position() > 90_000_000, "the music is under way")
        s.mpris_call("Pause")
        time.sleep(1.5)
        for width, height in sizes:
            for name, tab, player, drawer in states:
                s.action("win.drawer", "closed")
                s.action("win.player", "docked")
                s.reaches(player="docked", drawer="closed")
                s.float(width, height)
                s.action("win.tab", tab)
                s.action("win.player", player)
                s.action("win.drawer", drawer)
                s.reaches(player=player, drawer=drawer)
                time.sleep(0.9)
                path = f"{FOLDER}/{look}-{name}-{width}x{height}.png"
                s.picture(path)
                if os.path.getsize(path) < 3000:
                    raise Failure(f"{path} is empty")


def test_light():
    take("light", settings=LIGHT)


def test_dark():
    take("dark", settings=DARK)


def test_right_to_left():
    take("rtl", sizes=((390, 780), (1180, 760)), env={"LANGUAGE": "ar"})


def test_twice_the_text_size():
    take("large", sizes=((390, 780), (1180, 760)), text_scale=2)


def translated(language):
    """The app's data as after an installation, with catalogues, which a checkout doesn't have compiled."""
    share = os.path.join(CHECKOUT, ".build", "translated", "share")
    shutil.rmtree(share, ignore_errors=True)
    for name in ("style", "demo"):
        shutil.copytree(os.path.join(CHECKOUT, "data", name), f"{share}/nagara/{name}")
    shutil.copytree(os.path.join(CHECKOUT, "data", "icons"), share + "/icons")
    messages = f"{share}/locale/{language}/LC_MESSAGES"
    os.makedirs(messages)
    run(["msgfmt", "-o", messages + "/nagara.mo", os.path.join(CHECKOUT, "data", "po", language + ".po")], check=True)
    return {"LANGUAGE": language, "NAGARA_DATA_DIR": share + "/nagara"}


def test_japanese():
    take("ja", sizes=((390, 780), (1180, 760)), env=translated("ja"))


def test_korean():
    take("ko", sizes=((390, 780), (1180, 760)), env=translated("ko"))
