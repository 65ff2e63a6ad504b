"""The desktop services that a private session lacks: org.freedesktop.Notifications and the portal's Inhibit.

Each call is a line on standard output, as a JSON list. A line `NAME ID ACTION` on standard input is a click on a
notification's button. `/usr/bin/python3` and python3-gi.
"""

import json
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

DESCRIPTION = """
<node>
  <interface name="org.freedesktop.Notifications">
    <method name="Notify">
      <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
      <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/>
    </method>
    <method name="CloseNotification"><arg type="u" direction="in"/></method>
    <method name="GetCapabilities"><arg type="as" direction="out"/></method>
    <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
  </interface>
  <interface name="org.freedesktop.portal.Inhibit">
    <method name="Inhibit">
      <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="a{sv}" direction="in"/>
      <arg type="o" direction="out"/>
    </method>
    <property name="version" type="u" access="read"/>
  </interface>
  <interface name="org.freedesktop.portal.Request"><method name="Close"/></interface>
</node>
"""
INTERFACES = {interface.name: interface for interface in Gio.DBusNodeInfo.new_for_xml(DESCRIPTION).interfaces}
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
requests = 0


def tell(*words):
    print(json.dumps(words), flush=True)


def export(path, name):
    bus.register_object(path, INTERFACES[name], called, lambda *_: GLib.Variant("u", 3), None)


def called(_bus, _sender, path, _interface, method, arguments, invocation):
    global requests
    values = arguments.unpack()
    if method == "Notify":
        tell("notify", values[3], values[4], values[5])
        invocation.return_value(GLib.Variant("(u)", (7,)))
    elif method == "GetCapabilities":
        invocation.return_value(GLib.Variant("(as)", (["actions", "body"],)))
    elif method == "Inhibit":
        requests += 1
        request = f"/org/freedesktop/portal/desktop/request/nagara/{requests}"
        export(request, "org.freedesktop.portal.Request")
        tell("inhibit", values[1], values[2].get("reason", ""), request)
        invocation.return_value(GLib.Variant("(o)", (request,)))
    else:
        tell(method, path)
        invocation.return_value(None)


def click(channel, _condition):
    status, line, _, _ = channel.read_line()
    if status != GLib.IOStatus.NORMAL:
        return False
    _, number, action = line.split()
    bus.emit_signal(None, "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "ActionInvoked",
                    GLib.Variant("(us)", (int(number), action)))
    return True


export("/org/freedesktop/Notifications", "org.freedesktop.Notifications")
export("/org/freedesktop/portal/desktop", "org.freedesktop.portal.Inhibit")
for name in ("org.freedesktop.Notifications", "org.freedesktop.portal.Desktop"):
    Gio.bus_own_name_on_connection(bus, name, 0, lambda _, name: tell("owns", name), None)
GLib.io_add_watch(GLib.IOChannel.unix_new(sys.stdin.fileno()), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN, click)
GLib.MainLoop().run()
