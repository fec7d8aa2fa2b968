// The tabs of a view: its pages by their names, side by side or, where these have no room, as a list.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/view.h"

namespace glassformer {

/// A tab as its bar shows it.
struct Tab {
    std::string_view name;  // of scripts: the target is the bar's `one` and this
    std::string label;
};

struct TabBar {
    const char* id;           // of the control
    const char* list;         // of the list, and its target
    std::string_view one;     // of the target of one tab: "train page "
    float list_width = 13;    // em; 0: as wide as the widest
    float beside = 0;         // pixels of the line that are not theirs
    bool as_list = false;     // never side by side
    bool squeezed = false;    // they may be somewhat closer to each other than elsewhere, all by the same factor
    bool at_right = false;    // their place is at the right end of the line
    const char* prefix = "";  // of the list: "Page: "
    float inset = 0;          // pixels, above and below
    bool folded = false;      // the first one and "More" until that is clicked; all bars of the simple window are
};

struct TabsDrawn {
    bool changed = false;
    Rect place{};
};

/// Draws the bar in its place, which it takes from the line. `selected`: index of the tab that is shown.
TabsDrawn draw_tabs(ViewContext& context, Rect& line, const TabBar& bar, std::span<const Tab> tabs, int& selected);

/// Index of the page so many behind another one, round about.
constexpr std::size_t page_beside(std::size_t page, int by, std::size_t pages) {
    const int count = static_cast<int>(pages);
    return static_cast<std::size_t>((static_cast<int>(page) + by % count + count) % count);
}

}  // namespace glassformer
