// All views, in the order of the rail. A new one is a line in each list here, and its command in commands.h.
#include "app/views/attention/attention.h"
#include "app/views/compare/compare.h"
#include "app/views/inspect/inspect.h"
#include "app/views/output/output.h"
#include "app/views/positions/positions.h"
#include "app/views/shared/view.h"
#include "app/views/walk/walk.h"

namespace glassformer {

std::vector<std::unique_ptr<AppView>> all_views(const ViewServices& services) {
    std::vector<std::unique_ptr<AppView>> views;
    views.push_back(std::make_unique<WalkView>());
    views.push_back(std::make_unique<AttentionView>());
    views.push_back(std::make_unique<OutputView>());
    views.push_back(std::make_unique<InspectView>());
    views.push_back(std::make_unique<CompareView>(services));
    views.push_back(std::make_unique<PositionsView>(services));
    return views;
}

std::vector<ViewRow> view_rows() {
    return {walk_row, attention_row, output_row, inspect_row, compare_row, positions_row};
}

}  // namespace glassformer
