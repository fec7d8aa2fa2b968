#include "app/workspace/held_limits.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/render/imgui_painter.h"
#include "app/views/shared/commands.h"
#include "app/widgets/controls.h"
#include "app/workspace/texts.h"

namespace glassformer {

namespace {

/// While it lives, the legends that are drawn in the window are told of.
class Told {
public:
    Told(ImGuiPainter& surface, std::function<void(const LegendDrawn&)> of_legend) : surface_(surface) {
        surface_.tell_of_legends(std::move(of_legend));
    }
    ~Told() { surface_.tell_of_legends({}); }
    Told(const Told&) = delete;
    Told& operator=(const Told&) = delete;

private:
    ImGuiPainter& surface_;
};

/// The largest number of those that a scale of this kind can end at; 0 where there is none.
float largest_on_scale(const ConstMatrix& matrix, ScaleKind kind) {
    if (kind == ScaleKind::numbers) return largest_magnitude(matrix);
    const ConstMatrix m = here(matrix);
    float largest = 0;
    for (int r = 0; r < m.rows; ++r)
        for (int c = 0; c < m.cols; ++c)
            if (const float value = m.at(r, c); std::isfinite(value)) largest = std::max(largest, value);
    return largest;
}

}  // namespace

void HeldLimits::with_legends(ViewContext& context, const std::function<void()>& draw) {
    legends_.clear();
    const Told told(context.ui.surface, [&](const LegendDrawn& drawn) { point_at_legend(context, drawn); });
    draw();
    if (holding_) hold_what_is_seen(context);
}

void HeldLimits::point_at_legend(ViewContext& context, const LegendDrawn& drawn) {
    const ScaleKind kind = scale_kind(drawn.style);
    if (kind == ScaleKind::its_own) return;
    legends_.push_back(drawn);  // scrolled out of sight too: its limits can be held
    legends_.back().of = {};
    Ui& ui = context.ui;
    if (holding_) {
        std::optional<float>& limit = holding_->of(kind);
        limit = std::max(limit.value_or(0), drawn.style.limit);
        // A scale may end before its largest number: attention weights end at 1, whatever one was edited to be.
        for (const ConstMatrix& matrix : drawn.of)
            if (matrix.data != nullptr && ui.painter.beyond(matrix, drawn.style) > 0)
                limit = std::max(*limit, largest_on_scale(matrix, kind));
    }
    const Rect place = drawn.rect.intersect(ui.painter.clip());
    if (place.w < 1 || place.h < 1) return;
    std::string name = "color key";
    for (int n = 2; context.targets.places.contains(name); ++n) name = fmt::format("color key {}", n);
    context.targets.put(name, place);
    const Region touched = region(ui, name, place);
    if (touched.clicked) open_sheet(kind);
    if (!touched.hovered) return;
    *ui.cursor = CursorShape::hand;
    const std::optional<float>& limit = limits().of(kind);
    const std::string ends = limit ? limit_text(kind, *limit) : std::string();
    tooltip(ui, place,
            !limit              ? fmt::format(texts::window::legend_hint, key_of(Command::hold_limits))
            : drawn.beyond == 0 ? fmt::format(texts::window::legend_held, ends)
            : drawn.beyond == 1 ? fmt::format(texts::window::legend_clipped_one, ends)
                                : fmt::format(texts::window::legend_clipped, ends, drawn.beyond));
}

void HeldLimits::hold_or_release(ViewContext& context) {
    if (limits().any()) {
        limits() = {};
        context.notice = texts::window::limits_automatic;
        return;
    }
    holding_.emplace();
    context.ui.keep_awake();
}

/// The largest limit of the legends that are seen and the largest number of their matrices, so that no number lies
/// beyond a limit now; below 0, where a scale of probabilities begins, lies what was edited to be negative.
void HeldLimits::hold_what_is_seen(ViewContext& context) {
    limits() = *std::exchange(holding_, std::nullopt);
    context.ui.keep_awake();
    context.notice =
        limits().any() ? fmt::format(texts::window::limits_held, limits_text(limits())) : texts::window::no_limits_here;
}

void HeldLimits::open_sheet(ScaleKind first) { sheet_.open(limits(), first); }

void HeldLimits::draw_sheet(ViewContext& context) {
    if (sheet_.draw(context)) hold_or_release(context);
}

float HeldLimits::sign_height(const Ui& ui) const {
    const int lines = 1 + (limits().numbers ? 1 : 0) + (limits().probabilities ? 1 : 0);
    return std::round((1.1F * static_cast<float>(lines) + 0.7F) * ui.em);
}

void HeldLimits::draw_sign(ViewContext& context, const Rect& place) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Region touched = region(ui, "limits held", place, true);
    context.targets.put("limits held", place);
    ui.painter.fill(place, mix(ui.theme.panel, ui.theme.accent, 0.2F));
    Rect lines = place.inset(0, 0.35F * em);
    const auto line = [&](const std::string& text, Face face) {
        const Rect at = lines.take_top(1.1F * em);
        float size = em::small;
        if (const float wide = ui.painter.measure(text, size, face).width + 4; wide > at.w) size *= at.w / wide;
        text_in(ui.painter, at, text, {.colour = ui.theme.text, .size = size, .face = face, .align = Align::centre});
    };
    line(texts::window::limits_sign, Face::sans);
    for (const ScaleKind kind : {ScaleKind::numbers, ScaleKind::probabilities})
        if (const auto& limit = limits().of(kind)) line(limit_text(kind, *limit), Face::bold);
    if (touched.hovered) {
        *ui.cursor = CursorShape::hand;
        tooltip(ui, place, hint(fmt::format(texts::window::limits_held, limits_text(limits())), Command::hold_limits));
    }
    if (touched.clicked || touched.activated)
        open_sheet(limits().numbers ? ScaleKind::numbers : ScaleKind::probabilities);
}

void HeldLimits::replace(const ColourLimits& now) {
    limits() = known_ = now;
    done_.clear();
    undone_.clear();
}

void HeldLimits::note_change() {
    if (sheet_.is_open() || limits() == known_) return;
    done_.push_back({known_, limits(), workspace_.session().inputs()});
    undone_.clear();
    known_ = limits();
}

bool HeldLimits::can_undo() const { return !done_.empty() && done_.back().inputs == workspace_.session().inputs(); }

bool HeldLimits::can_redo() const { return !undone_.empty() && undone_.back().inputs == workspace_.session().inputs(); }

bool HeldLimits::undo() {
    if (!can_undo()) return false;
    undone_.push_back(done_.back());
    limits() = known_ = done_.back().before;
    done_.pop_back();
    return true;
}

bool HeldLimits::redo() {
    if (!can_redo()) return false;
    done_.push_back(undone_.back());
    limits() = known_ = undone_.back().after;
    undone_.pop_back();
    return true;
}

void HeldLimits::describe(State& state) const {
    state.add("color_limits", to_text(limits()));
    state.add("limits_sheet", sheet_.is_open());
    std::string keys;
    for (const LegendDrawn& legend : legends_) {
        keys += (keys.empty() ? "" : "; ") + limit_text(scale_kind(legend.style), legend.style.limit);
        if (legend.is_held) keys += fmt::format(" held, {} clipped", legend.beyond);
    }
    state.add("color_keys", keys);
}

}  // namespace glassformer
