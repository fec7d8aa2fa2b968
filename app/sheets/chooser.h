// A field and a list below it, over everything: what is typed filters, Up and Down choose, Enter takes, Escape leaves.
// The palette of commands and the search are this with rows of their own.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/context.h"

namespace glassformer {

struct ChooserRow {
    std::string text;     // "One step forward"
    std::string detail;   // muted, at the right: its keys, its shape
    std::string group;    // heading above the first row of a group; "" : none
    bool enabled = true;  // false: muted, and cannot be taken
    int score = 0;        // how well it answers, for who makes the rows
};

class Chooser {
public:
    struct Style {
        std::string_view id;           // of its targets: "palette", "palette field", "palette row 0"
        std::string_view placeholder;  // in the empty field
        std::string_view none;         // said where no row is left
    };

    void open(std::string query = {});
    void close() { open_ = false; }
    bool is_open() const { return open_; }
    const std::string& query() const { return query_; }
    /// Text of the row that Enter takes, as last drawn; "" where there is none.
    const std::string& marked() const { return marked_; }

    /// Draws it while it is open. `rows`: what answers to the query, the best first within its group. Returns the row
    /// that was taken, and is closed then.
    std::optional<std::size_t> draw(ViewContext& context, const Style& style,
                                    const std::function<std::vector<ChooserRow>(const std::string& query)>& rows);

private:
    std::optional<std::size_t> list(ViewContext& context, const Style& style, const Rect& area,
                                    const std::vector<ChooserRow>& rows);

    bool open_ = false, moved_ = false;
    std::string query_, marked_;
    std::size_t selected_ = 0, count_ = 0;
};

/// The rows sorted by score, those of one score as they stood; groups stay together, in the order they came in.
void sort_rows(std::vector<ChooserRow>& rows, std::vector<std::size_t>& order);

}  // namespace glassformer
