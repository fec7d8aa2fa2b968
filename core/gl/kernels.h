// What the files of kernels (kernels_*.cpp) share. Each function stands in the file of the family that needs it first.
#pragma once

#include <algorithm>

#include "core/gl/kernel.h"

namespace glassformer::gl::kernel {

/// The backward pass of a kernel that has nothing to add: of its operand only the size matters.
inline void no_gradient(Plan&, const BackwardCall&) {}

/// Sets the selected cells of a tensor (core/tensor/selection.h).
void set_selected(Plan& plan, const Operand& tensor, const Cell& selection, float value);

/// Calls each(begin, size) for pieces of 0 … items - 1 such that `entries` entries an item fit what a shader may see.
template <class Each>
void in_pieces(const Plan& plan, std::size_t items, std::size_t entries, const Each& each) {
    const std::size_t most = plan.device().max_block_floats() - plan.device().offset_alignment_floats();
    const std::size_t at_once = std::max<std::size_t>(most / std::max<std::size_t>(entries, 1), 1);
    for (std::size_t begin = 0; begin < items; begin += at_once) each(begin, std::min(at_once, items - begin));
}

inline std::size_t size_of(int n) { return static_cast<std::size_t>(n); }

/// Definitions of a shader with one group a row: threads a row is worth, and whether it is kept in shared memory.
std::vector<std::string> row_definitions(int columns);

/// A shader that reads and writes entry i of all slices, which are cut alike where they are large.
void entry_by_entry(Plan& plan, const char* shader, const std::vector<std::string>& definitions,
                    const std::vector<Slice>& slices, const Uniforms& uniforms = {});

/// to += from, entry by entry.
void accumulate(Plan& plan, const Slice& from, const Slice& to);

/// What is summed a column: [sequence, head, row, width], the columns being those of all heads side by side.
struct Columns {
    std::size_t sequences = 1, heads = 1, rows = 1, width = 1;
};
/// to[head · width + c] += the sum over all sequences and rows of column c of the head.
void sum_rows_into(Plan& plan, const Slice& from, const Slice& to, const Columns& how);

}  // namespace glassformer::gl::kernel
