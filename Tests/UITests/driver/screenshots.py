#!/usr/bin/python3
"""screenshots.py: takes the pictures that README.md and the metainfo show, into data/screenshots, of the app as it
was built last. To be run again when the window has changed."""

import os
import time

from driver import CHECKOUT, DARK, LIGHT, Session, shelf, stop_on_signals

FOLDER = os.path.join(CHECKOUT, "data", "screenshots")
# (file, look, width, height, player, drawer)
PICTURES = (
    ("regular-light", LIGHT, 1180, 760, "docked", "closed"),
    ("regular-player", LIGHT, 1180, 760, "expanded", "closed"),
    ("regular-dark", DARK, 1180, 760, "docked", "half"),
    ("compact-player", LIGHT, 390, 780, "expanded", "closed"),
)


def take(name, look, width, height, player, drawer):
    with Session(size=(1600, 1000), settings=look) as s:
        s.start(shelf(s.home + "/Music")).plays()
        s.mpris_call("Seek", "97000000")
        s.wait(lambda: s.position() > 90_000_000, "the music is under way")
        s.mpris_call("Pause")
        s.float(width, height)
        s.action("win.tab", "albums")
        s.action("win.player", player)
        s.action("win.drawer", drawer)
        s.reaches(player=player, drawer=drawer)
        time.sleep(2)  # Covers fade in.
        s.picture(f"{FOLDER}/{name}.png")


if __name__ == "__main__":
    stop_on_signals()
    for picture in PICTURES:
        take(*picture)
