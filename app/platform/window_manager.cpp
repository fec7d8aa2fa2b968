#include "app/platform/window_manager.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>

namespace glassformer {

namespace {

int no_failure(Display*, XErrorEvent*) { return 0; }

/// The window that a property of this window names; 0 where there is none, or no such window.
Window window_in(Display* display, Window of, Atom property) {
    Atom type = 0;
    int format = 0;
    unsigned long count = 0, left = 0;
    unsigned char* value = nullptr;
    Window found = 0;
    if (XGetWindowProperty(display, of, property, 0, 1, False, XA_WINDOW, &type, &format, &count, &left, &value) ==
            Success &&
        value != nullptr && type == XA_WINDOW && format == 32 && count == 1)
        found = *reinterpret_cast<const Window*>(value);  // Xlib hands out what has 32 bits as longs
    if (value != nullptr) XFree(value);
    return found;
}

}  // namespace

EndedWindowManager::EndedWindowManager() : display_(XOpenDisplay(nullptr)) {
    if (display_ == nullptr) return;
    auto* const display = static_cast<Display*>(display_);
    auto* const before = XSetErrorHandler(no_failure);
    // Extended Window Manager Hints 1.5: the root window names a window of the manager, which names itself.
    const Atom mark = XInternAtom(display, "_NET_SUPPORTING_WM_CHECK", True);
    const Window root = DefaultRootWindow(display);
    const Window named = mark != 0 ? window_in(display, root, mark) : 0;
    if (named != 0 && window_in(display, named, mark) != named) XDeleteProperty(display, root, mark);
    XSync(display, False);
    XSetErrorHandler(before);
}

EndedWindowManager::~EndedWindowManager() {
    if (display_ != nullptr) XCloseDisplay(static_cast<Display*>(display_));
}

}  // namespace glassformer
