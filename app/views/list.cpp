// All views, in the order of the rail. A new one is a line in each list here, and its command in commands.h.
#include "app/views/compare/compare.h"
#include "app/views/view.h"
#include "app/views/walk/walk.h"

namespace glassformer {

std::vector<std::unique_ptr<AppView>> all_views(const ViewServices& services) {
    std::vector<std::unique_ptr<AppView>> views;
    views.push_back(std::make_unique<WalkView>());
    views.push_back(std::make_unique<CompareView>(services));
    return views;
}

std::vector<ViewRow> view_rows() { return {walk_row, compare_row}; }

}  // namespace glassformer
