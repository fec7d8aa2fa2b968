// All keys as a table, for the sheet of keyboard shortcuts and for documents.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

struct KeyLine {
    std::string keys, what;  // "Ctrl+Y  Ctrl+Shift+Z", "redo"
    std::string_view group;  // "Window"
};

/// The rows of all_shortcuts() that have a key, a group in one piece; several keys of one command share a line.
std::vector<KeyLine> key_table();
/// The same as a table in Markdown.
std::string key_table_in_markdown();

}  // namespace glassformer
