"""Pictures of the real window for people to look at, in .build/pictures: five sizes, light, dark,
right-to-left, twice the text size; docked, expanded, drawer. The test is that each can be taken."""

import os
import time

from driver import CHECKOUT, DARK, DEMO, Failure, LARGE_TEXT, LIGHT, Session

FOLDER = os.path.join(CHECKOUT, ".build", "pictures")
SIZES = ((390, 780), (640, 1000), (960, 1040), (1180, 760), (1920, 1080))
STATES = (("docked", "docked", "closed"), ("expanded", "expanded", "closed"), ("drawer", "docked", "half"))


def take(look, settings, sizes=SIZES, states=STATES, env=None):
    with Session(size=(2000, 1200), settings=settings, env=env) as s:
        s.start(DEMO).plays()
        s.wait(lambda: s.position() > 1_500_000, "the music is under way")
        s.mpris_call("Pause")
        for width, height in sizes:
            for name, player, drawer in states:
                s.action("win.drawer", "closed")
                s.action("win.player", "docked")
                s.reaches(player="docked", drawer="closed")
                s.float(width, height)
                s.action("win.player", player)
                s.action("win.drawer", drawer)
                s.reaches(player=player, drawer=drawer)
                time.sleep(0.9)
                path = f"{FOLDER}/{look}-{name}-{width}x{height}.png"
                s.picture(path)
                if os.path.getsize(path) < 3000:
                    raise Failure(f"{path} is empty")


def test_light():
    take("light", LIGHT)


def test_dark():
    take("dark", DARK)


def test_right_to_left():
    take("rtl", LIGHT, sizes=((390, 780), (1180, 760)), env={"LANGUAGE": "ar"})


def test_twice_the_text_size():
    take("large", LARGE_TEXT, sizes=((390, 780), (1180, 760)))
