// All views, in the order of the rail. A new one is its row here and a folder of its own.
#include "app/views/shared/view.h"

namespace glassformer {

extern const ViewRow walk_row, attention_row, output_row, inspect_row, compare_row, positions_row;

std::vector<ViewRow> view_rows() {
    return {walk_row, attention_row, output_row, inspect_row, compare_row, positions_row};
}

}  // namespace glassformer
