#include "core/io/tensor_text.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>

#include "core/base/error.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace {

/// "1000000" -> "1,000,000"
std::string grouped(std::size_t count) {
    std::string digits = std::to_string(count);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string numpy_text(float value) {
    if (std::isnan(value)) return "np.nan";
    if (std::isinf(value)) return value < 0 ? "-np.inf" : "np.inf";
    return shortest_text(value);
}

std::string latex_text(float value, int decimals) {
    if (std::isnan(value)) return "\\mathrm{NaN}";
    if (std::isinf(value)) return value < 0 ? "-\\infty" : "\\infty";
    std::array<char, 64> buffer{};
    const double exact = static_cast<double>(value);
    if (std::abs(exact) >= 1e7) {
        // Rounded first: 9.999999e7 with two decimals is 1.00e8.
        std::snprintf(buffer.data(), buffer.size(), "%.*e", decimals, exact);
        const std::string scientific = buffer.data();
        const std::size_t e = scientific.find('e');
        return scientific.substr(0, e) + " \\cdot 10^{" + std::to_string(std::stoi(scientific.substr(e + 1))) + "}";
    }
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, exact);
    std::string text = buffer.data();
    if (text.starts_with('-') && text.find_first_of("123456789") == std::string::npos) text.erase(0, 1);  // −0.00
    return text;
}

/// The numbers from `at` on, a line a row.
std::string lines(const Numbers& numbers, std::string_view between) {
    const std::size_t rank = numbers.sizes.size();
    const auto cols = static_cast<std::size_t>(rank >= 1 ? numbers.sizes[rank - 1] : 1);
    const auto rows = static_cast<std::size_t>(rank >= 2 ? numbers.sizes[rank - 2] : 1);
    std::string text;
    for (std::size_t i = 0; i < numbers.values.size(); ++i) {
        if (i > 0 && i % (rows * cols) == 0)
            text += "\n\n";
        else if (i > 0)
            text += i % cols == 0 ? "\n" : between;
        text += shortest_text(numbers.values[i]);
    }
    return text;
}

/// "[[1, 2],\n [3, 4]]" of the axes from `axis` on; `indent` spaces stand in front of a new line.
std::string nested(const Numbers& numbers, std::size_t axis, std::size_t& at, std::size_t indent) {
    if (axis == numbers.sizes.size()) return numpy_text(numbers.values[at++]);
    std::string text = "[";
    const bool last = axis + 1 == numbers.sizes.size();
    for (int i = 0; i < numbers.sizes[axis]; ++i) {
        if (i > 0) text += last ? ", " : ",\n" + std::string(indent + 1, ' ');
        text += nested(numbers, axis + 1, at, indent + 1);
    }
    return text + "]";
}

std::string matrices(const Numbers& numbers, int decimals) {
    const std::size_t rank = numbers.sizes.size();
    if (rank == 0) return latex_text(numbers.values.at(0), decimals);
    const auto cols = static_cast<std::size_t>(numbers.sizes[rank - 1]);
    const auto rows = static_cast<std::size_t>(rank >= 2 ? numbers.sizes[rank - 2] : 1);
    std::string text;
    if (cols > 10) text = "\\setcounter{MaxMatrixCols}{" + std::to_string(cols) + "}\n";  // amsmath's limit is 10
    for (std::size_t i = 0; i < numbers.values.size(); ++i) {
        const bool begins = i % (rows * cols) == 0, ends = (i + 1) % (rows * cols) == 0;
        if (begins) text += i > 0 ? "\n\\begin{bmatrix}\n" : "\\begin{bmatrix}\n";
        text += latex_text(numbers.values[i], decimals);
        if (ends)
            text += "\n\\end{bmatrix}";
        else
            text += (i + 1) % cols == 0 ? " \\\\\n" : " & ";
    }
    return text;
}

}  // namespace

std::string shortest_text(float value) {
    return std::isnan(value) ? "nan" : shortest_digits(value);  // no NaN has a sign
}

std::string bits_text(float value) {
    std::array<char, 16> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "0x%08x", std::bit_cast<std::uint32_t>(value));
    return buffer.data();
}

std::span<const TextFormRow> all_text_forms() {
    static constexpr std::array rows{
        TextFormRow{TextForm::tabs, "Tabs", 1'000'000},
        TextFormRow{TextForm::csv, "CSV", 1'000'000},
        TextFormRow{TextForm::numpy, "NumPy", 1'000'000},
        TextFormRow{TextForm::latex, "LaTeX", 10'000},
    };
    return rows;
}

std::string too_many(std::size_t count, TextForm form) {
    const TextFormRow& row = all_text_forms()[static_cast<std::size_t>(form)];
    if (count <= row.most) return {};
    return "These are " + grouped(count) + " numbers; as " + std::string(row.title) + " at most " + grouped(row.most) +
           " can be copied. Export the tensor instead.";
}

std::string tensor_text(const Numbers& numbers, TextForm form, int decimals) {
    if (const std::string why = too_many(numbers.values.size(), form); !why.empty()) throw Error(why);
    if (numbers.values.empty()) return {};
    switch (form) {
        case TextForm::tabs: return lines(numbers, "\t");
        case TextForm::csv: return lines(numbers, ",");
        case TextForm::latex: return matrices(numbers, decimals);
        case TextForm::numpy: break;
    }
    std::size_t at = 0;
    if (numbers.sizes.empty()) return "np.float32(" + numpy_text(numbers.values[0]) + ")";
    return "np.array(" + nested(numbers, 0, at, 9) + ", dtype=np.float32)";
}

}  // namespace glassformer
