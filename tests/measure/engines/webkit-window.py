#!/usr/bin/python3
"""A WebKitGTK window of any width for WebKitWebDriver; WebKitGTK's own browser cannot be narrower than 447 px.

Environment variables configure it: WINDOW_WIDTH and WINDOW_HEIGHT in px, WINDOW_PROFILE (a folder), WINDOW_SCRIPT (runs
first in every document). Console messages go to standard output. A document uses two actions that WebDriver lacks with
webkit.messageHandlers.window.postMessage(): "tap X Y" (a tap with a finger) and "print FILE" (saves a PDF).
"""

import ctypes
import os

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, GLib, Gtk, WebKit2  # noqa: E402

width, height = int(os.environ["WINDOW_WIDTH"]), int(os.environ["WINDOW_HEIGHT"])
profile = os.environ["WINDOW_PROFILE"]
context = WebKit2.WebContext(
    website_data_manager=WebKit2.WebsiteDataManager(
        base_data_directory=f"{profile}/data", base_cache_directory=f"{profile}/cache"
    )
)
context.set_automation_allowed(True)
# Glyphs get the widths of the font, as on a phone; hinting would round each width to whole px.
Gtk.Settings.get_default().set_property("gtk-xft-hinting", 0)
Gtk.Settings.get_default().set_property("gtk-xft-hintstyle", "hintnone")


# GDK does not count a reference for a window that Python sets: freeing the event would free the window too.
sent_events = []


def touch(view, kind, x, y):
    """Sends one touch event to the view."""
    event = Gdk.Event.new(kind)
    sent_events.append(event)
    event.touch.window = view.get_window()
    event.touch.x, event.touch.y = x, y
    event.touch.x_root, event.touch.y_root = x, y
    event.touch.time = GLib.get_monotonic_time() // 1000
    # No finger has number 0, and Python cannot set the number (`sequence`) of a GdkEventTouch.
    ctypes.c_void_p.from_address(hash(event) + 56).value = 1
    event.touch.emulating_pointer = True
    event.set_device(Gdk.Display.get_default().get_default_seat().get_pointer())
    Gtk.main_do_event(event)


def print_to(view, file):
    """Prints the document into a PDF file."""
    settings = Gtk.PrintSettings()
    settings.set_printer("Print to File")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, f"file://{file}")
    operation = WebKit2.PrintOperation.new(view)
    operation.set_print_settings(settings)
    operation.connect("failed", lambda _operation, error: print(f"CONSOLE PRINT ERROR {error.message}", flush=True))
    operation.print_()


def on_message(_manager, result, view):
    command, *values = result.get_js_value().to_string().split(" ")
    if command == "tap":
        x, y = map(float, values)
        touch(view, Gdk.EventType.TOUCH_BEGIN, x, y)
        touch(view, Gdk.EventType.TOUCH_END, x, y)
    elif command == "print":
        print_to(view, values[0])


def open_view(_session):
    settings = WebKit2.Settings()
    settings.set_property("enable-write-console-messages-to-stdout", True)
    # As in Safari, where a muted video may start by itself.
    settings.set_property("media-playback-requires-user-gesture", False)
    manager = WebKit2.UserContentManager()
    manager.add_script(
        WebKit2.UserScript(
            os.environ.get("WINDOW_SCRIPT", ""),
            WebKit2.UserContentInjectedFrames.ALL_FRAMES,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )
    view = WebKit2.WebView(
        web_context=context, settings=settings, user_content_manager=manager, is_controlled_by_automation=True
    )
    manager.connect("script-message-received::window", on_message, view)
    manager.register_script_message_handler("window")
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(width, height)
    window.add(view)
    window.move(0, 0)
    window.show_all()
    window.present()
    view.grab_focus()
    return view


def automation_started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("MiniBrowser")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


context.connect("automation-started", automation_started)
Gtk.main()
