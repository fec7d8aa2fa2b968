// Drawing on any surface with its primitives: cells, lines of text, paragraphs, legends.
#include "app/paint/painter.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "app/paint/fade.h"
#include "app/paint/printed_number.h"
#include "app/paint/texts.h"
#include "app/paint/written_order.h"
#include "core/base/utf8.h"
#include "core/math/extremes.h"
#include "core/tape/trace.h"

namespace glassformer {

namespace {

/// First pixel of a cell: the first one whose centre lies in it.
float cell_edge(float from, float length, int cells, int cell) {
    return from + std::ceil(static_cast<float>(cell) * length / static_cast<float>(cells) - 0.5f);
}

float low_end(const HeatStyle& style) { return style.map == HeatMap::diverging ? -style.limit : style.low; }

void colour_bar(Painter& painter, const Rect& bar, const HeatStyle& style) {
    const Ramp colours = ramp(painter.theme(), style.map, style.meaning);
    const int steps = std::max(1, static_cast<int>(bar.w / 2));
    for (int i = 0; i < steps; ++i) {
        const Rect strip = cell_rect(bar, 1, steps, 0, i);
        painter.fill(strip, sample(colours, (static_cast<float>(i) + 0.5f) / static_cast<float>(steps)));
    }
}

std::string legend_number(float value, int digits = 3) {
    if (!std::isfinite(value)) return std::isnan(value) ? "NaN" : value < 0 ? "−∞" : "∞";
    char text[24];
    const bool whole = std::abs(value) >= 100 && std::abs(value) < 1e5F;  // shorter than with an exponent
    std::snprintf(text, sizeof text, whole ? "%.*f" : "%.*g", whole ? 0 : digits, static_cast<double>(value));
    return power_number(text);
}

}  // namespace

Rect cell_rect(const Rect& rect, int rows, int cols, int row, int col, int row_span, int col_span) {
    const Rect r = rect.snapped();
    const float left = cell_edge(r.x, r.w, cols, col), right = cell_edge(r.x, r.w, cols, col + col_span);
    const float top = cell_edge(r.y, r.h, rows, row), bottom = cell_edge(r.y, r.h, rows, row + row_span);
    return {left, top, right - left, bottom - top};
}

CellAt cell_at(const Rect& rect, int rows, int cols, Vec2 point) {
    const Rect r = rect.snapped();
    if (rows < 1 || cols < 1 || !r.contains(point)) return {};
    const auto index = [](float at, float length, int cells) {
        return std::clamp(static_cast<int>(at * static_cast<float>(cells) / length), 0, cells - 1);
    };
    return {index(std::floor(point.y - r.y) + 0.5f, r.h, rows), index(std::floor(point.x - r.x) + 0.5f, r.w, cols)};
}

void ConstMatrix::bring(const float* first, std::size_t count) const {
    static_cast<void>(record->entries(static_cast<std::size_t>(first - record->value), count));
}

ConstMatrix here(const ConstMatrix& matrix) {
    ConstMatrix read = matrix;
    read.record = nullptr;
    if (matrix.record != nullptr && matrix.rows > 0 && matrix.cols > 0) matrix.bring(matrix.data, span_of(matrix));
    return read;
}

float Painter::limit(const ConstMatrix& matrix) { return largest_magnitude(matrix); }

const ColourLimits& Painter::limits() const {
    static const ColourLimits none;
    return none;
}

std::size_t Painter::beyond(const ConstMatrix& matrix, const HeatStyle& style) {
    return entries_beyond(matrix, low_end(style), style.limit);
}

std::size_t entries_beyond(const ConstMatrix& matrix, float low, float high) {
    const ConstMatrix m = here(matrix);
    std::size_t count = 0;
    for (int r = 0; r < m.rows; ++r)
        for (int c = 0; c < m.cols; ++c)
            if (const float value = m.at(r, c); std::isfinite(value) && (value < low || value > high)) ++count;
    return count;
}

float largest_magnitude(const ConstMatrix& matrix) {
    const ConstMatrix m = here(matrix);
    if (m.rows < 1 || m.cols < 1) return 1;
    // Along memory, whichever way the matrix lies in it.
    const bool upright = m.col_stride != 1 && m.row_stride == 1;
    const int lines = upright ? m.cols : m.rows, length = upright ? m.rows : m.cols;
    const std::ptrdiff_t next = upright ? m.col_stride : m.row_stride;
    float largest = 0;
    if (m.col_stride == 1 || upright) {
        if (next == length || lines == 1) {
            largest =
                largest_finite_magnitude(m.data, static_cast<std::size_t>(lines) * static_cast<std::size_t>(length));
        } else {
            for (int line = 0; line < lines; ++line)
                largest =
                    std::max(largest, largest_finite_magnitude(m.data + line * next, static_cast<std::size_t>(length)));
        }
    } else {
        for (int r = 0; r < m.rows; ++r)
            for (int c = 0; c < m.cols; ++c)
                if (const float v = std::abs(m.at(r, c)); std::isfinite(v)) largest = std::max(largest, v);
    }
    return largest > 0 ? largest : 1;
}

std::string shortened(Painter& painter, std::string_view utf8, float width, float size, Face face) {
    if (painter.measure(utf8, size, face).width <= width) return std::string(utf8);
    const std::string dots = "…";
    std::string best = dots;
    std::size_t low = 0, high = utf8.size();
    while (low < high) {
        std::size_t cut = (low + high + 1) / 2;
        const std::size_t tried = cut;
        while (cut > 0 && (static_cast<unsigned char>(utf8[cut]) & 0xC0) == 0x80) --cut;
        std::string candidate = std::string(utf8.substr(0, cut)) + dots;
        close_isolated(candidate);
        if (painter.measure(candidate, size, face).width <= width) {
            best = candidate;
            low = tried;
        } else {
            high = tried - 1;
        }
    }
    return best;
}

std::string shortened_within(Painter& painter, std::string_view utf8, float width, float size, Face face) {
    if (painter.measure(utf8, size, face).width <= width) return std::string(utf8);
    constexpr float ending_share = 0.6F, word_share = 0.2F;  // of the width
    const auto wide = [&](std::string_view text) { return painter.measure(text, size, face).width; };
    std::size_t from = utf8.size();
    const auto before = [&](std::size_t at) {
        do --at;
        while (at > 0 && (static_cast<unsigned char>(utf8[at]) & 0xC0) == 0x80);
        return at;
    };
    while (from > 0 && wide(utf8.substr(before(from))) <= ending_share * width) from = before(from);
    const std::size_t word = from > 0 && utf8[from - 1] == ' ' ? std::string_view::npos : utf8.find(' ', from);
    if (word != std::string_view::npos && wide(utf8.substr(from, word - from)) < word_share * width) from = word + 1;
    const std::string ending(utf8.substr(from));
    std::string beginning = shortened(painter, utf8, width - wide(ending) - wide(" "), size, face);
    const std::size_t last = beginning.rfind(' ');
    if (last != std::string::npos && wide(beginning.substr(last)) < word_share * width)
        beginning.replace(last, std::string::npos, " …");
    return beginning + " " + ending;
}

void text_in(Painter& painter, const Rect& rect, std::string_view utf8, TextStyle style) {
    style.anchor = Anchor::middle;
    const float x = style.align == Align::left ? rect.x : style.align == Align::centre ? rect.centre().x : rect.right();
    painter.text({x, rect.centre().y}, shortened(painter, utf8, rect.w, style.size, style.face), style);
}

float paragraph(Painter& painter, const Rect& rect, std::string_view utf8, const TextStyle& style, bool draw) {
    const float height = painter.measure("x", style.size, style.face).height;
    const float line_height = std::round(height * 1.22f);
    const float x = style.align == Align::left ? rect.x : style.align == Align::centre ? rect.centre().x : rect.right();
    float y = rect.y;
    TextStyle one = style;  // of a line: it has the direction of the paragraph
    one.direction = direction_of(utf8, style.direction);
    std::string line;
    bool isolates = false;  // an isolated text goes on from the line before
    const auto flush = [&] {
        if (draw && !line.empty()) {
            if (isolates) line.insert(0, isolate_begin);
            isolates = close_isolated(line);
            painter.text({x, y}, line, one);
        }
        y += line_height;
        line.clear();
    };
    while (!utf8.empty()) {
        const std::size_t end = utf8.find_first_of(" \n");
        const std::string_view word = utf8.substr(0, end);
        const std::string longer = line.empty() ? std::string(word) : line + " " + std::string(word);
        if (!line.empty() && painter.measure(longer, style.size, style.face).width > rect.w) {
            flush();
            line = word;
        } else {
            line = longer;
        }
        if (end == std::string_view::npos) break;
        if (utf8[end] == '\n') flush();
        utf8.remove_prefix(end + 1);
    }
    if (!line.empty()) flush();
    return y - rect.y;
}

std::string with_minus(std::string_view number) {
    std::string text;
    for (const char c : number) {
        if (c == '-')
            text += "−";
        else
            text += c;
    }
    return text;
}

namespace {

/// What a legend is about to show: its scale as it is held, and what its matrix has beyond it.
struct Legend {
    HeatStyle style;
    bool held = false;
    std::size_t beyond = 0;
    Colour ink;  // of its numbers

    Legend(Painter& painter, const Rect& rect, const HeatStyle& own, std::span<const ConstMatrix> of)
        : style(glassformer::held(painter.limits(), own)), held(is_held(painter.limits(), own)) {
        for (const ConstMatrix& matrix : of)
            if (held && matrix.data != nullptr) beyond += painter.beyond(matrix, style);
        ink = held ? painter.theme().accent_text : painter.theme().muted;
        painter.drew_legend({rect, own, held, beyond, of});
    }
    /// The longest of these that fits; "" where nothing is held.
    std::string said(Painter& painter, float room) const {
        if (!held) return {};
        const std::string count = clipped_count();
        std::vector<std::string> sayings;
        if (beyond > 0)
            sayings = {fmt::format(texts::paint::held_and_clipped, count), fmt::format(texts::paint::clipped, count)};
        sayings.emplace_back(texts::paint::held);
        for (const std::string& saying : sayings)
            if (painter.measure(saying, em::small).width <= room) return saying;
        return {};
    }
    /// "12", "3.4k"
    std::string clipped_count() const {
        if (beyond < 10'000) return std::to_string(beyond);
        const auto count = static_cast<double>(beyond);
        return count < 1e6 ? fmt::format("{:.0f}k", count / 1e3) : fmt::format("{:.1f}M", count / 1e6);
    }
    /// Arrows at the ends of the bar that clip numbers: the scale does not end there.
    void draw_bar(Painter& painter, Rect bar) const {
        const float tip = std::round(0.75F * bar.h);
        if (beyond > 0 && bar.w > 6 * tip) {
            const Ramp colours = ramp(painter.theme(), style.map, style.meaning);
            const Rect high = bar.take_right(tip);
            painter.triangle({high.x, high.y}, {high.right(), high.centre().y}, {high.x, high.bottom()},
                             sample(colours, 1));
            if (style.map == HeatMap::diverging) {
                const Rect low = bar.take_left(tip);
                painter.triangle({low.right(), low.y}, {low.x, low.centre().y}, {low.right(), low.bottom()},
                                 sample(colours, 0));
            }
        }
        colour_bar(painter, bar, style);
        if (held) painter.stroke(bar, ink, 1);
    }
};

}  // namespace

void legend(Painter& painter, const Rect& rect, const HeatStyle& own, std::span<const ConstMatrix> of) {
    const float em = painter.em();
    const Legend shown(painter, rect, own, of);
    const HeatStyle& style = shown.style;
    const Rect bar = Rect{rect.x, rect.y, rect.w, std::round(em * 0.6f)}.snapped();
    shown.draw_bar(painter, bar);
    const bool diverging = style.map == HeatMap::diverging;
    const auto wide = [&](const std::string& text) { return painter.measure(text, em::small).width; };
    const float space = 0.4f * em;
    std::string low, high;
    for (const int digits : {3, 2}) {
        low = legend_number(low_end(style), digits);
        high = legend_number(style.limit, digits);
        if (wide(low) + space + wide(high) <= bar.w) break;
    }
    const auto number = [&](float at, const std::string& text, Align align) {
        painter.text({at, bar.bottom() + em * 0.25f}, text, {.colour = shown.ink, .size = em::small, .align = align});
    };
    const float ends = std::max(wide(low), wide(high));
    const bool both = wide(low) + space + wide(high) <= bar.w;
    if (diverging && !both) {
        const std::string said = shown.said(painter, bar.w - wide("±" + high + texts::paint::after_limit) - space);
        return number(bar.centre().x, "±" + high + (said.empty() ? "" : texts::paint::after_limit + said),
                      Align::centre);
    }
    if (both) number(bar.x, low, Align::left);
    if (shown.held)
        number(bar.centre().x, shown.said(painter, bar.w - 2 * ends - 2 * space), Align::centre);
    else if (diverging && 2 * ends + 2 * space + wide("0") <= bar.w)
        number(bar.centre().x, "0", Align::centre);
    number(bar.right(), high, Align::right);
}

void legend_line(Painter& painter, const Rect& rect, const HeatStyle& own, std::span<const ConstMatrix> of) {
    const float em = painter.em(), space = 0.4f * em;
    const Legend shown(painter, rect, own, of);
    const HeatStyle& style = shown.style;
    const std::string low = legend_number(low_end(style), 2);
    std::string high = legend_number(style.limit, 2);
    TextStyle number{.colour = shown.ink, .size = em::small, .anchor = Anchor::middle};
    const float low_width = painter.measure(low, em::small).width + space;
    Rect bar = rect;
    const bool both = rect.w - painter.measure(high, em::small).width - space - low_width >= 1.5f * em;
    if (!both && style.map == HeatMap::diverging) high = "±" + high;  // both ends are as far from 0
    if (const float least = (both ? low_width : 0) + space + 1.5F * em +
                            painter.measure(high + texts::paint::after_limit, em::small).width;
        shown.held)
        if (const std::string said = shown.said(painter, rect.w - least); !said.empty())
            high += texts::paint::after_limit + said;
    bar.take_right(painter.measure(high, em::small).width + space);
    if (both) {
        bar.take_left(low_width);
        painter.text({rect.x, rect.centre().y}, low, number);
    }
    number.align = Align::right;
    painter.text({rect.right(), rect.centre().y}, high, number);
    const float height = std::round(em * 0.6f);
    shown.draw_bar(painter, Rect{bar.x, bar.centre().y - height / 2, bar.w, height}.snapped());
}

}  // namespace glassformer
