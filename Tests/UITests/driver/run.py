#!/usr/bin/python3
"""run.py [PATTERN]: drives the built app in real windows; prints a line a test and `N passed, N failed`.

PATTERN is a regular expression on `module.test_name`. Pictures go to .build/pictures."""

import sys

import driver
import forms
import lists
import playlists
import routes
import shell
import streams
import touch
import bad_input
import browse
import collection
import desktop
import integration
import keeping
import accessible
import preferences
import wayland
import pictures

driver.stop_on_signals()
ok = driver.run_tests([forms, routes, lists, playlists, streams, shell, touch, desktop, collection, keeping, browse, integration, accessible, preferences, bad_input, wayland, pictures], (sys.argv[1:] or [None])[0])
sys.exit(not ok)
