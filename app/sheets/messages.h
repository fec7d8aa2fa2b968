// What the window has said in this session: notices that went away by themselves, and what went wrong. A list over
// everything, each line of which can be copied.
#pragma once

#include <deque>
#include <string>

#include "app/views/shared/context.h"

namespace glassformer {

struct MessageLog {
    struct Entry {
        std::string text;
        bool problem = false;
        int times = 1;  // said one after the other
    };
    std::deque<Entry> entries;  // the last one first

    void add(const std::string& text, bool problem);
    std::string text() const;  // a line each, the oldest first
};

/// Draws the list while it is open.
void draw_messages(ViewContext& context, const MessageLog& log, bool& open);

}  // namespace glassformer
