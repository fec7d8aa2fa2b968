#include "app/views/shared/view.h"

namespace glassformer {

bool AppView::run(Command command, ViewContext& context) {
    for (const ViewCommand& row : commands()) {
        if (row.shortcut.command != command) continue;
        if (!ready(context)) return false;
        row.act(*this, context);
        return true;
    }
    return false;
}

bool AppView::ready(ViewContext& context) { return static_cast<bool>(context.shown.current); }

std::vector<std::unique_ptr<AppView>> all_views(const ViewServices& services) {
    std::vector<std::unique_ptr<AppView>> views;
    for (const ViewRow& row : view_rows()) views.push_back(row.make(services));
    return views;
}

}  // namespace glassformer
