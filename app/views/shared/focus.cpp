#include "app/views/shared/focus.h"

#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

std::string name_in(const Session::Snapshot& shown, const CellRef& cell) {
    if (!cell || !shown.current || cell.record >= static_cast<int>(shown.current->trace().records().size())) return "";
    return cell_name(shown.current->trace().record(cell.record), cell.cell);
}

}  // namespace

std::string Focus::hovered_name(const Session::Snapshot& shown) const { return name_in(shown, hovered); }

std::string Focus::example_name(const Session::Snapshot& shown) const { return name_in(shown, example); }

}  // namespace glassformer
