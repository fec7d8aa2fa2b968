// Sheet with a text field that filters the list below it: Up and Down select a row, Enter accepts it, Escape closes.
// Used by the command palette and the search.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/views/shared/context.h"

namespace glassformer {

struct ChooserRow {
    std::string text;                              // "One step forward"
    std::string detail;                            // muted, at the right: its keys, its shape
    std::string group;                             // heading above the first row of a group; "" : none
    bool enabled = true;                           // false: muted, and cannot be taken
    int score = 0;                                 // quality of the match, larger is better
    std::string below = {};                        // muted, in a line of its own
    std::pair<std::size_t, std::size_t> hit = {};  // bytes of it that are marked, [begin, end)
};

class Chooser {
public:
    struct Style {
        std::string_view id;           // prefix of its targets: "palette", "palette field", "palette row 0"
        std::string_view placeholder;  // in the empty field
        std::string_view none;         // sentence for an empty list
    };

    void open(std::string query = {});
    void close() { open_ = false; }
    bool is_open() const { return open_; }
    const std::string& query() const { return query_; }
    /// Text of the row that Enter accepts, as last drawn; "" for an empty list.
    const std::string& marked() const { return marked_; }

    /// Draws the sheet while it is open. `rows`: rows that match the query, the best first within each group; they are
    /// read until draw() returns. Returns the index of the accepted row and closes.
    std::optional<std::size_t> draw(
        ViewContext& context, const Style& style,
        const std::function<const std::vector<ChooserRow>&(const std::string& query)>& rows);

private:
    std::optional<std::size_t> list(ViewContext& context, const Style& style, const Rect& area,
                                    const std::vector<ChooserRow>& rows);

    bool open_ = false, moved_ = false;
    std::string query_, marked_;
    std::size_t selected_ = 0, count_ = 0;
};

/// Sorts rows by score (stable); groups stay together, in their order. `order`: former index of each row.
void sort_rows(std::vector<ChooserRow>& rows, std::vector<std::size_t>& order);

}  // namespace glassformer
