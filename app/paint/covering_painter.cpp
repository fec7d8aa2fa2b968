#include "app/paint/covering_painter.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace glassformer {

namespace {

constexpr float least_plate = 0.9F;                   // em: of cells that are smaller
constexpr float least_mark = 0.5F, most_mark = 1.5F;  // em: of the question mark

bool goes_on(char c) { return (c >= '0' && c <= '9') || c == '.'; }

}  // namespace

CellAt cell_of(const ConstMatrix& matrix, const float* number) {
    const std::less<> before;
    if (matrix.rows < 1 || matrix.cols < 1 || before(number, matrix.data)) return {};
    const std::ptrdiff_t offset = number - matrix.data;
    const bool rows_outside = matrix.row_stride >= matrix.col_stride;
    const std::ptrdiff_t outer = rows_outside ? matrix.row_stride : matrix.col_stride;
    const std::ptrdiff_t inner = rows_outside ? matrix.col_stride : matrix.row_stride;
    const int most_outer = rows_outside ? matrix.rows : matrix.cols,
              most_inner = rows_outside ? matrix.cols : matrix.rows;
    const std::ptrdiff_t along = most_outer == 1 || outer == 0 ? 0 : offset / outer;
    const std::ptrdiff_t rest = offset - along * outer;
    const std::ptrdiff_t across = inner == 0 ? 0 : rest / inner;
    if (along >= most_outer || across >= most_inner || along * outer + across * inner != offset) return {};
    return rows_outside ? CellAt{static_cast<int>(along), static_cast<int>(across)}
                        : CellAt{static_cast<int>(across), static_cast<int>(along)};
}

std::string without_numbers(std::string_view text, std::span<const std::string> written) {
    std::string made(text);
    for (const std::string& number : written)
        for (std::size_t at = made.find(number); at != std::string::npos; at = made.find(number, at + 1)) {
            const std::size_t end = at + number.size();
            if (at > 0 && goes_on(made[at - 1])) continue;
            if (end + 1 < made.size() && made[end] == '.' && goes_on(made[end + 1])) continue;
            if (end < made.size() && made[end] != '.' && goes_on(made[end])) continue;
            made.replace(at, number.size(), "?");
        }
    return made;
}

void CoveringPainter::begin(std::span<const float* const> cells, std::span<const std::string> written, bool all) {
    all_ = all;
    cells_ = cells;
    written_ = written;
    plates_.clear();
}

void CoveringPainter::heatmap(const ConstMatrix& matrix, const Rect& rect, const HeatStyle& style) {
    if (all_) return;
    below().heatmap(matrix, rect, style);
    for (const float* const number : cells_) {
        const CellAt at = cell_of(matrix, number);
        if (!at) continue;
        Rect plate = cell_rect(rect, matrix.rows, matrix.cols, at.row, at.col);
        const float least = least_plate * em();
        const auto grown = [&](float& from, float& size) {
            if (size >= least) return;
            from -= (least - size) / 2;
            size = least;
        };
        if (cells_.size() == 1) {
            grown(plate.x, plate.w);
            grown(plate.y, plate.h);
        }
        plate = plate.intersect(clip());
        if (plate.w > 0 && plate.h > 0) plates_.push_back(plate);
    }
}

void CoveringPainter::text(Vec2 at, std::string_view utf8, const TextStyle& style) {
    if (all_) return;
    if (written_.empty()) return below().text(at, utf8, style);
    below().text(at, without_numbers(utf8, written_), style);
}

std::vector<Rect> CoveringPainter::end() {
    for (const Rect& plate : plates_) {
        const float size = std::clamp(0.7F * std::min(plate.w, plate.h) / em(), least_mark, most_mark);
        below().fill(plate, theme().panel);
        below().stroke(plate, theme().muted);
        if (std::min(plate.w, plate.h) < 0.6F * em()) continue;
        below().text(plate.centre(), "?",
                     {.colour = theme().text,
                      .size = size,
                      .face = Face::bold,
                      .align = Align::centre,
                      .anchor = Anchor::middle});
    }
    cells_ = {};
    written_ = {};
    all_ = false;
    return std::move(plates_);
}

}  // namespace glassformer
