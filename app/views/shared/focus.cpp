#include "app/views/shared/focus.h"

#include "core/tape/cell_name.h"

namespace glassformer {

std::string Focus::hovered_name(const Session::Snapshot& shown) const {
    if (!hovered || !shown.current || hovered.record >= static_cast<int>(shown.current->trace().records().size()))
        return "";
    return cell_name(shown.current->trace().record(hovered.record), hovered.cell);
}

}  // namespace glassformer
