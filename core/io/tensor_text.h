// Numbers as text that other programs read: columns for a spreadsheet, an array for NumPy, a matrix for LaTeX.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/tensor.h"

namespace glassformer {

/// The shortest decimal that reads back as the same float: "0.1", "-inf", "nan".
std::string shortest_text(float value);
/// Its bits: "0x3f800000" for 1.
std::string bits_text(float value);

enum class TextForm : std::uint8_t {
    tabs,   // a line a row, tabs between the numbers
    csv,    // the same with commas
    numpy,  // np.array([[1, 2], [3, 4]], dtype=np.float32)
    latex,  // \begin{bmatrix} … \end{bmatrix}, rounded
};

struct TextFormRow {
    TextForm form;
    std::string_view title;  // in menus
    std::size_t most;        // numbers that are written; for more a file serves better
};
std::span<const TextFormRow> all_text_forms();  // in the order of the enum

/// A copy of numbers in row-major order: a tensor of any rank, a slice of one, a row, or (no sizes) a single number.
struct Numbers {
    std::vector<int> sizes;
    std::vector<float> values;
};

/// Beyond two axes `tabs` and `csv` have an empty line, `latex` a matrix of its own for every matrix of the last two.
/// `decimals` (0 to 9) is of latex alone; the others write every number as shortest_text() does.
/// Throws Error with both counts where there are more numbers than the form's limit.
std::string tensor_text(const Numbers& numbers, TextForm form, int decimals = 2);

/// What tensor_text() would say against so many numbers; "" where it writes them.
std::string too_many(std::size_t count, TextForm form);

/// The lines of a .csv file, without a limit: tensor_text() in pieces of `write`, so that no copy is made.
template <class Write>
void write_csv(const ConstView& tensor, Write&& write) {
    const std::size_t rows = tensor.shape.rows(), cols = static_cast<std::size_t>(tensor.shape.cols());
    const int rank = tensor.shape.rank();
    const std::size_t of_matrix = rank >= 2 ? static_cast<std::size_t>(tensor.shape.size(rank - 2)) : 1;
    for (std::size_t r = 0; r < rows; ++r) {
        std::string line = r > 0 && r % of_matrix == 0 && rank > 2 ? "\n" : "";
        for (std::size_t c = 0; c < cols; ++c) line += (c > 0 ? "," : "") + shortest_text(tensor.row(r)[c]);
        write(line + "\n");
    }
}

}  // namespace glassformer
