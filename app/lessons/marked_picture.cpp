#include "app/lessons/marked_picture.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <utility>

#include "app/lessons/mark_places.h"
#include "app/paint/outline.h"
#include "app/paint/painter_above.h"
#include "core/tape/cell_name.h"
#include "core/tape/stage.h"

namespace glassformer {

namespace {

constexpr float widest = 16, of_area = 0.4F, narrow_picture = 45;  // a label: em, of the picture's width, em
constexpr float padding = 0.4F, corner = 0.35F;                    // em
constexpr float line_width = 2, halo = 3, tip = 0.6F;              // pixels, more pixels, em
constexpr int samples = 12;  // of an arrow, for the words that shall not stand on it

/// A cell that is looked for, and its largest place on the picture.
struct Sought {
    CellRef cell;
    const float* number = nullptr;
    Rect place{};
};

/// Watches a picture being drawn: where the cells are, and where words stand.
class MarkFinder final : public PainterAbove {
public:
    MarkFinder(Painter& below, const Trace& trace, std::span<const CellMark> marks) : PainterAbove(below) {
        for (const CellMark& mark : marks)
            for (const CellRef& cell : {mark.at, mark.to}) seek(trace, cell);
    }

    void heatmap(const ConstMatrix& matrix, const Rect& rect, const HeatStyle& style) override {
        PainterAbove::heatmap(matrix, rect, style);
        const Rect seen = rect.intersect(clip());
        if (seen.w < 1 || seen.h < 1) return;
        drawn_.maps.push_back(seen);
        for (Sought& sought : sought_) {
            const CellAt at = cell_of(matrix, sought.number);
            if (!at || (style.shown >= 0 && at.row * matrix.cols + at.col >= style.shown)) continue;
            note(sought, cell_rect(rect, matrix.rows, matrix.cols, at.row, at.col));
        }
    }
    void text(Vec2 at, std::string_view utf8, const TextStyle& style) override {
        PainterAbove::text(at, utf8, style);
        const Rect box = box_of(at, measure(utf8, style.size, style.face), style).intersect(clip());
        if (box.w > 0 && box.h > 0) drawn_.texts.push_back(box);
    }

    /// Of a view that draws its cells in another way, and says their places.
    void read(const Trace& trace, const Targets& targets) {
        for (Sought& sought : sought_) {
            const auto found =
                targets.places.find("cell:" + cell_name(trace.record(sought.cell.record), sought.cell.cell));
            if (found != targets.places.end()) note(sought, found->second);
        }
    }
    PictureContent& drawn() { return drawn_; }
    /// Empty where the cell is not on the picture.
    Rect place(const CellRef& cell) const {
        const auto found = std::ranges::find(sought_, cell, &Sought::cell);
        return found == sought_.end() ? Rect{} : found->place;
    }

private:
    void seek(const Trace& trace, const CellRef& cell) {
        if (!cell || std::ranges::find(sought_, cell, &Sought::cell) != sought_.end()) return;
        if (cell.record >= static_cast<int>(trace.records().size())) return;  // of another run
        const Record& record = trace.record(cell.record);
        if (record.value == nullptr || !record.value_kept) return;
        for (int d = 0; d < record.shape.rank(); ++d)
            if (cell.cell[d] < 0 || cell.cell[d] >= record.shape.size(d)) return;
        sought_.push_back({cell, record.value + record.shape.offset(cell.cell)});
    }
    /// Most of the cell is seen.
    void note(Sought& sought, const Rect& cell) const {
        const Rect seen = cell.intersect(clip());
        if (seen.w * seen.h < 0.6F * cell.w * cell.h || seen.w * seen.h <= sought.place.w * sought.place.h) return;
        sought.place = seen;
    }
    static CellAt cell_of(const ConstMatrix& matrix, const float* number) {
        const std::less<> before;
        if (number == nullptr || matrix.rows < 1 || matrix.cols < 1 || before(number, matrix.data) ||
            !before(number, matrix.data + span_of(matrix)))
            return {};
        const std::ptrdiff_t away = number - matrix.data;
        for (int row = 0; row < matrix.rows; ++row) {
            const std::ptrdiff_t within = away - row * matrix.row_stride;
            if (matrix.col_stride <= 0 || within < 0 || within % matrix.col_stride != 0) continue;
            if (const std::ptrdiff_t col = within / matrix.col_stride; col < matrix.cols)
                return {row, static_cast<int>(col)};
        }
        return {};
    }
    static Rect box_of(Vec2 at, const TextSize& size, const TextStyle& style) {
        const float left = style.align == Align::left ? 0 : style.align == Align::right ? -size.width : -size.width / 2;
        const float top = style.anchor == Anchor::top        ? 0
                          : style.anchor == Anchor::middle   ? -size.height / 2
                          : style.anchor == Anchor::baseline ? -size.ascent
                                                             : -size.height;
        if (style.degrees == 0) return {at.x + left, at.y + top, size.width, size.height};
        const float angle = style.degrees * std::numbers::pi_v<float> / 180, c = std::cos(angle), s = std::sin(angle);
        Vec2 least{1e9F, 1e9F}, most{-1e9F, -1e9F};
        for (const float x : {left, left + size.width})
            for (const float y : {top, top + size.height}) {
                const Vec2 turned{at.x + c * x + s * y, at.y - s * x + c * y};
                least = {std::min(least.x, turned.x), std::min(least.y, turned.y)};
                most = {std::max(most.x, turned.x), std::max(most.y, turned.y)};
            }
        return {least.x, least.y, most.x - least.x, most.y - least.y};
    }

    std::vector<Sought> sought_;
    PictureContent drawn_;
};

/// The colour of the cell's stage, as everywhere.
Colour tone_of(const Theme& theme, const Trace& trace, const CellRef& cell) {
    const Record& record = trace.record(cell.record);
    return record.stage == nullptr ? theme.accent_text : colour(theme, record.stage->meaning);
}

/// Returns what it covers.
Rect draw_arrow(Painter& painter, const ArrowPath& path, Colour tone) {
    const float em = painter.em();
    const Vec2 way = path.to - path.control2;
    const float length = std::max(0.01F, std::hypot(way.x, way.y));
    const Vec2 along{way.x / length, way.y / length}, across{-along.y, along.x};
    const Vec2 foot = path.to - along * (tip * em);
    const auto draw = [&](Colour tone_now, float more) {
        painter.curve(path.from, path.control1, path.control2 - along * (tip * em / 2), foot + along * (0.1F * em),
                      tone_now, line_width + more);
        const float wide = 0.5F * tip * em + more / 2;
        painter.triangle(path.to + along * (more / 2), foot + across * wide - along * (more / 2),
                         foot - across * wide - along * (more / 2), tone_now);
    };
    draw(painter.theme().background, halo);
    draw(tone, 0);
    Vec2 least = path.from, most = path.from;
    for (int i = 0; i <= samples; ++i) {
        const Vec2 at = path.at(static_cast<float>(i) / samples);
        least = {std::min(least.x, at.x), std::min(least.y, at.y)};
        most = {std::max(most.x, at.x), std::max(most.y, at.y)};
    }
    return {least.x, least.y, most.x - least.x, most.y - least.y};
}

Rect draw_label(Painter& painter, const Rect& area, const Rect& cell, const std::string& words, Colour tone,
                const PictureContent& drawn) {
    const Theme& theme = painter.theme();
    const float em = painter.em(), pad = std::round(padding * em);
    // Where large text leaves a picture little room, the picture is smaller, and so are its words.
    const TextStyle style{.colour = theme.text,
                          .size = area.w < narrow_picture * em ? em::small : em::body,
                          .direction = WritingDirection::of_first_letter};
    const float longest = std::floor(std::max(em, std::min(widest * em, of_area * area.w) - 2 * pad));
    const float width = std::min(longest, std::ceil(painter.measure(words, style.size, style.face).width) + 1);
    const float height = std::ceil(paragraph(painter, {0, 0, width, 1e4F}, words, style, false));
    const Rect box = place_near(cell, {width + 2 * pad, height + 2 * pad}, area.inset(0.2F * em), drawn, em).snapped();
    const Vec2 end = nearest_point(cell, box.centre()), begin = nearest_point(box, end);
    painter.line(begin, end, theme.background, line_width + halo);
    painter.line(begin, end, tone, line_width);
    painter.fill(box, theme.card, corner * em);
    painter.stroke(box, tone, 1.5F, corner * em);
    static_cast<void>(paragraph(painter, box.inset(pad), words, style));
    return box;
}

void draw_marks(Painter& painter, const Rect& area, const Trace& trace, std::span<const CellMark> marks,
                MarkFinder& found, Targets& targets) {
    PictureContent& drawn = found.drawn();
    const Theme& theme = painter.theme();
    const float em = painter.em();
    std::vector<CellRef> outlined;
    const auto outline_cell = [&](const CellRef& cell, const Rect& place) {
        if (std::ranges::find(outlined, cell) != outlined.end()) return;
        outlined.push_back(cell);
        outline(painter, place, tone_of(theme, trace, cell), line_width);
        drawn.kept.push_back(place);
    };
    const auto seen = [&](const CellMark& mark) {
        return mark.at && found.place(mark.at).w > 0 && (!mark.to || found.place(mark.to).w > 0);
    };
    for (const CellMark& mark : marks) {
        if (!seen(mark)) continue;
        outline_cell(mark.at, found.place(mark.at));
        if (mark.to) outline_cell(mark.to, found.place(mark.to));
    }
    const auto name = [&](const CellMark& mark) { return fmt::format("mark {}", &mark - marks.data() + 1); };
    for (const CellMark& mark : marks) {
        if (!mark.to || !seen(mark)) continue;
        const ArrowPath path = arrow_path(found.place(mark.at), found.place(mark.to), area, em);
        targets.put(name(mark), draw_arrow(painter, path, tone_of(theme, trace, mark.at)));
        for (int i = 1; i < samples; ++i) {
            const Vec2 at = path.at(static_cast<float>(i) / samples);
            drawn.texts.push_back({at.x - em / 2, at.y - em / 2, em, em});
        }
    }
    for (const CellMark& mark : marks) {
        if (mark.to || !seen(mark)) continue;
        const Rect box =
            draw_label(painter, area, found.place(mark.at), mark.words, tone_of(theme, trace, mark.at), drawn);
        drawn.kept.push_back(box);
        targets.put(name(mark), box);
    }
}

}  // namespace

void draw_marked(Painter& painter, const Rect& area, const Trace& trace, std::span<const CellMark> marks,
                 Targets& targets, const std::function<void(Painter&)>& picture) {
    if (marks.empty()) return picture(painter);
    MarkFinder finder(painter, trace, marks);
    picture(finder);
    finder.read(trace, targets);
    painter.push_clip(area);
    draw_marks(painter, area, trace, marks, finder, targets);
    painter.pop_clip();
}

void draw_marked(ViewContext& context, const Rect& area, const std::function<void(ViewContext&)>& picture) {
    if (context.rules.marks.empty() || !context.shown.current) return picture(context);
    const std::vector<CellMark> marks = context.rules.marks;
    const Ui& ui = context.ui;
    draw_marked(ui.painter, area, context.shown.current->trace(), marks, context.targets, [&](Painter& painter) {
        Ui watched{painter,          ui.input, ui.theme, ui.platform, ui.window, ui.em,          ui.now,    ui.elapsed,
                   ui.frame_seconds, ui.awake, ui.caret, ui.streams,  ui.cursor, ui.interaction, ui.surface};
        ViewContext inside{watched,         context.session, context.shown, context.cursor, context.preferences,
                           context.targets, context.notice};
        inside.presented = context.presented;
        inside.rules = context.rules;
        inside.original = context.original;
        inside.can_undo = context.can_undo;
        inside.can_redo = context.can_redo;
        inside.lesson_steps = context.lesson_steps;
        picture(inside);
        context.notice_above = inside.notice_above;
        context.request = inside.request;
        context.menu = std::move(inside.menu);
        context.explain = std::move(inside.explain);
        context.open = std::move(inside.open);
        context.compare_with = std::move(inside.compare_with);
    });
}

}  // namespace glassformer
