#include "app/export/drawn_map.h"

#include <fmt/core.h>

#include <functional>

#include "app/paint/covering_painter.h"
#include "app/pictures/board/picture.h"
#include "app/views/shared/wording.h"
#include "app/workspace/texts.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

constexpr int most_cells = 128 * 128;

struct OfRecord {
    const Evaluation* run = nullptr;
    const Record* record = nullptr;
    bool gradient = false;
    std::size_t offset = 0;  // of the matrix's first cell
};

/// The record in whose memory the numbers lie.
OfRecord record_of(const LessonRuns& runs, const float* data) {
    const std::less<> before;
    for (const Evaluation* run : {runs.shown, runs.other, runs.original}) {
        if (run == nullptr) continue;
        for (const Record& record : run->trace().records())
            for (const bool gradient : {false, true}) {
                const float* const first = gradient ? record.gradient : record.value;
                if (first == nullptr || !(gradient ? record.gradient_kept : record.value_kept)) continue;
                if (!before(data, first) && before(data, first + record.shape.count()))
                    return {run, &record, gradient, static_cast<std::size_t>(data - first)};
            }
    }
    return {};
}

/// The dimension along which neighbours lie so far apart; −1: none.
int dimension_of(const Shape& shape, std::ptrdiff_t stride) {
    std::ptrdiff_t apart = 1;
    for (int d = shape.rank() - 1; d >= 0; apart *= shape.size(d), --d)
        if (apart == stride && shape.size(d) > 1) return d;
    return -1;
}

std::vector<std::string> names_along(const OfRecord& of, int dimension, int count, const char* otherwise) {
    std::vector<std::string> names;
    if (dimension < 0) return names;
    const Shape& shape = of.record->shape;
    const int first = shape.cell(of.offset)[dimension];
    for (int i = 0; i < count && first + i < shape.size(dimension); ++i) {
        std::string label = label_of(*of.run, *of.record, dimension, first + i);
        if (label.find_first_not_of("0123456789") == std::string::npos)
            label = fmt::format(fmt::runtime(otherwise), label);
        names.push_back(std::move(label));
    }
    return names;
}

std::string name_of(const OfRecord& of, int row_dimension, int col_dimension) {
    const Record& record = *of.record;
    std::string name =
        record.kind == Record::Kind::computed ? std::string(stage_text(of.run->trace(), record).title) : record.name;
    if (of.gradient) name = fmt::format(texts::window::map_of_gradient, name);
    if (const std::string block = block_text(record.site); !block.empty() && record.kind == Record::Kind::computed)
        name += " · " + block;
    const int head = record.shape.find(Axis::head);
    if (head >= 0 && head != row_dimension && head != col_dimension && record.shape.size(head) > 1)
        name += fmt::format(texts::window::map_of_head, record.shape.cell(of.offset)[head] + 1);
    return name;
}

}  // namespace

std::optional<HandoutMap> drawn_map(const LessonRuns& runs, const ConstMatrix& matrix, const Rect& rect,
                                    const Rect& seen, int shown, std::span<const float* const> covered) {
    if (seen.w < 1 || seen.h < 1 || matrix.rows * matrix.cols > most_cells) return {};
    const OfRecord of = record_of(runs, matrix.data);
    if (of.record == nullptr) return {};
    HandoutMap map{.name = {}, .rect = rect, .seen = seen, .rows = matrix.rows, .cols = matrix.cols};
    const int rows = dimension_of(of.record->shape, matrix.row_stride),
              cols = dimension_of(of.record->shape, matrix.col_stride);
    map.name = name_of(of, rows, cols);
    map.row_names = names_along(of, rows, matrix.rows, texts::window::map_row);
    map.col_names = names_along(of, cols, matrix.cols, texts::window::map_column);
    for (int i = 0; i < matrix.rows * matrix.cols && i < shown; ++i)
        map.values.push_back(number_text(static_cast<double>(matrix.at(i / matrix.cols, i % matrix.cols))));
    for (const float* const number : covered)
        if (const CellAt at = cell_of(matrix, number)) {
            const auto index = static_cast<std::size_t>(at.row) * static_cast<std::size_t>(matrix.cols) +
                               static_cast<std::size_t>(at.col);
            if (index < map.values.size()) map.values[index] = "?";
        }
    return map;
}

}  // namespace glassformer
