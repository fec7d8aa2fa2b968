// A page of a view that has tabs. A view keeps its pages and shows one of them. What it asks of them, here and in
// what derives from this, differs: not every view has tables or numbers of its pages.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/views/shared/view.h"

namespace glassformer {

class ViewPage {
public:
    ViewPage() = default;
    virtual ~ViewPage() = default;
    ViewPage(const ViewPage&) = delete;
    ViewPage& operator=(const ViewPage&) = delete;

    /// Adds what a script would ask about.
    virtual void describe(State& state) const { static_cast<void>(state); }
    /// What lessons read of it ("page.variance", docs/lessons.md): from the same data as the picture. Names that make
    /// no sense with what the page is set to are left out; NaN: not computed yet, or there is none.
    virtual std::vector<NamedNumber> numbers() const { return {}; }
    virtual std::string table_title() const { return {}; }
    virtual void write_table(const std::function<void(const std::string& piece)>& write) const {
        static_cast<void>(write);
    }
    /// What a session file keeps of it, by names that are its own among the view's; see AppView::save().
    virtual ViewValues save() const { return {}; }
    virtual void load(const ViewValues& values) { static_cast<void>(values); }
    /// Another view is shown, or in Train another page: what it plays, stops.
    virtual void leave() {}
};

/// The page of which a session keeps this number (`mode` of its row); `otherwise` where no page has it.
template <typename Row>
std::size_t page_of_mode(std::span<const Row> rows, int mode, std::size_t otherwise) {
    const auto found = std::ranges::find(rows, mode, &Row::mode);
    return found == rows.end() ? otherwise : static_cast<std::size_t>(found - rows.begin());
}
inline constexpr int most_mode = 1000;

}  // namespace glassformer
