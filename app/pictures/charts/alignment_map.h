// Cross-attention as a map of words: one row per target word, one column per source word.
#pragma once

#include <string>
#include <vector>

#include "app/pictures/board/labelled_matrix.h"
#include "core/analysis/alignment.h"

namespace glassformer {

/// `rows`: the word that each row predicted. `generation`: of the numbers (ConstMatrix), which are read while they are
/// drawn.
LabelledMatrix alignment_map(const Alignment& alignment, std::vector<std::string> rows,
                             std::vector<std::string> columns, std::uint64_t generation = 0);

}  // namespace glassformer
