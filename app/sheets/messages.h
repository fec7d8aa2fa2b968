// Sheet of the messages of this session: notices, which disappear by themselves in the window, and errors. Each line
// can be copied.
#pragma once

#include <deque>
#include <string>

#include "app/views/shared/context.h"

namespace glassformer {

struct MessageLog {
    struct Entry {
        std::string text;
        bool problem = false;
        int times = 1;  // repeated in a row
    };
    std::deque<Entry> entries;  // newest first

    void add(const std::string& text, bool problem);
    std::string text() const;  // one line per message, oldest first
};

/// Draws the list while it is open.
void draw_messages(ViewContext& context, const MessageLog& log, bool& open);

}  // namespace glassformer
