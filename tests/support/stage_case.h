// A recorded stage with its operands as numbers in double precision, and how two lists of numbers are compared.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/model/config.h"
#include "core/tape/trace.h"

namespace glassformer::test {

inline constexpr double tolerance = 2e-4;  // of single precision sums, relative to the largest number

/// Numbers as [heads, rows, columns]; one head where there is no such axis.
struct Block {
    int heads = 1, rows = 1, columns = 1;
    std::vector<double> values{};
    double at(int head, int row, int column) const {
        return values[(static_cast<std::size_t>(head) * static_cast<std::size_t>(rows) +
                       static_cast<std::size_t>(row)) *
                          static_cast<std::size_t>(columns) +
                      static_cast<std::size_t>(column)];
    }
    double& at(int head, int row, int column) {
        return values[(static_cast<std::size_t>(head) * static_cast<std::size_t>(rows) +
                       static_cast<std::size_t>(row)) *
                          static_cast<std::size_t>(columns) +
                      static_cast<std::size_t>(column)];
    }
    static Block zeros(int heads, int rows, int columns) {
        return {heads, rows, columns, std::vector<double>(static_cast<std::size_t>(heads * rows * columns))};
    }
};

inline Block block_of(const Record& record) {
    const ConstView view = record.view();
    Block block;
    block.columns = view.shape.cols();
    const int rank = view.shape.rank();
    if (rank >= 2) block.rows = view.shape.size(rank - 2);
    if (rank >= 3) block.heads = view.shape.size(rank - 3);
    block.values.assign(view.data, view.data + view.shape.count());
    return block;
}

/// The claim's subject and its operands.
struct Case {
    const Trace& trace;
    const Record& record;
    const ModelConfig& config;
    Block out = block_of(record);
    const Record& source(std::size_t which) const { return trace.record(record.operands[which]); }
    Block operand(std::size_t which) const { return block_of(source(which)); }
    std::size_t operands() const { return record.operands.size(); }
    /// A number that the operation was set to; 0 where it has none of that name.
    double attribute(std::string_view name) const {
        for (const Attribute& set : record.operation->attributes())
            if (set.key == name && set.is_number) return set.number;
        return 0;
    }
};

inline double largest(const std::vector<double>& values) {
    double most = 0;
    for (const double value : values)
        if (std::isfinite(value)) most = std::max(most, std::abs(value));
    return most;
}

inline std::string numbers(double expected, double found) {
    char text[80];
    std::snprintf(text, sizeof text, "%.7g instead of %.7g", found, expected);
    return text;
}

/// "" where all numbers agree, infinities exactly.
inline std::string differs(const std::vector<double>& expected, const std::vector<double>& found) {
    if (expected.size() != found.size()) return "another number of entries";
    const double scale = std::max({1e-6, largest(expected), largest(found)});
    for (std::size_t i = 0; i < found.size(); ++i) {
        const bool infinite = std::isinf(expected[i]) || std::isinf(found[i]);
        if (infinite ? expected[i] != found[i] : !(std::abs(expected[i] - found[i]) <= tolerance * scale))
            return numbers(expected[i], found[i]);
    }
    return "";
}

inline std::string differs(const Block& expected, const Block& found) { return differs(expected.values, found.values); }

inline std::string every_entry(const Case& at, bool (*holds)(double), const char* what) {
    for (const double value : at.out.values)
        if (!holds(value)) return numbers(0, value) + ", " + what;
    return "";
}

/// The operand times one number.
inline std::string multiplied(const Case& at, double factor) {
    Block expected = at.operand(0);
    for (double& value : expected.values) value *= factor;
    return differs(expected, at.out);
}

}  // namespace glassformer::test
