// Colour limits that are held: the legends of a view can be pointed at and clicked, the rail says that they are held,
// and undo takes a change of them back.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/program/app.h"
#include "app/program/texts.h"
#include "app/render/imgui_painter.h"
#include "app/widgets/controls.h"

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

/// Each legend is announced where it is drawn, so that what is drawn over it is touched first.
void App::draw_view(ViewContext& context, const Rect& area) {
    legends_.clear();
    const Told told(context.ui.surface, [&](const LegendDrawn& drawn) { point_at_legend(context, drawn); });
    view().draw(context, area);
    if (holding_) hold_what_is_seen(context);
}

void App::point_at_legend(ViewContext& context, const LegendDrawn& drawn) {
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
    for (int n = 2; targets_.places.contains(name); ++n) name = fmt::format("color key {}", n);
    targets_.put(name, place);
    const Region touched = region(ui, name, place);
    if (touched.clicked) limits_sheet_.open(preferences_.limits, kind);
    if (!touched.hovered) return;
    *ui.cursor = CursorShape::hand;
    const std::optional<float>& limit = preferences_.limits.of(kind);
    const std::string ends = limit ? limit_text(kind, *limit) : std::string();
    tooltip(ui, place,
            !limit              ? fmt::format(texts::program::legend_hint, key_of(Command::hold_limits))
            : drawn.beyond == 0 ? fmt::format(texts::program::legend_held, ends)
            : drawn.beyond == 1 ? fmt::format(texts::program::legend_clipped_one, ends)
                                : fmt::format(texts::program::legend_clipped, ends, drawn.beyond));
}

/// None any more; or, at the end of the next picture, the limits of what is seen in it.
void App::hold_limits(ViewContext& context) {
    ColourLimits& limits = preferences_.limits;
    if (limits.any()) {
        limits = {};
        context.notice = texts::program::limits_automatic;
        return;
    }
    holding_.emplace();
    context.ui.keep_awake();
}

/// The largest limit of the legends that are seen and the largest number of their matrices, so that no number lies
/// beyond a limit now; below 0, where a scale of probabilities begins, lies what was edited to be negative.
void App::hold_what_is_seen(ViewContext& context) {
    ColourLimits& limits = preferences_.limits;
    limits = *std::exchange(holding_, std::nullopt);
    context.ui.keep_awake();
    context.notice =
        limits.any() ? fmt::format(texts::program::limits_held, limits_text(limits)) : texts::program::no_limits_here;
}

float App::limits_sign_height(const Ui& ui) const {
    const int lines = 1 + (preferences_.limits.numbers ? 1 : 0) + (preferences_.limits.probabilities ? 1 : 0);
    return std::round((1.1F * static_cast<float>(lines) + 0.7F) * ui.em);
}

/// At the lower end of the rail, in every view; a click opens the sheet.
void App::limits_sign(ViewContext& context, const Rect& place) {
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
    line(texts::program::limits_sign, Face::sans);
    for (const ScaleKind kind : {ScaleKind::numbers, ScaleKind::probabilities})
        if (const auto& limit = preferences_.limits.of(kind)) line(limit_text(kind, *limit), Face::bold);
    if (touched.hovered) {
        *ui.cursor = CursorShape::hand;
        tooltip(ui, place,
                hint(fmt::format(texts::program::limits_held, limits_text(preferences_.limits)), Command::hold_limits));
    }
    if (touched.clicked || touched.activated)
        limits_sheet_.open(preferences_.limits,
                           preferences_.limits.numbers ? ScaleKind::numbers : ScaleKind::probabilities);
}

/// At the end of a frame: a change of the limits becomes a step of undo; what is typed is one step.
void App::note_limits() {
    if (limits_sheet_.is_open() || preferences_.limits == limits_known_) return;
    limits_done_.push_back({limits_known_, preferences_.limits, session_.inputs()});
    limits_undone_.clear();
    limits_known_ = preferences_.limits;
}

bool App::can_undo_limits() const {
    return !limits_done_.empty() && limits_done_.back().inputs == session_.inputs() && !pending_session_;
}

bool App::can_redo_limits() const {
    return !limits_undone_.empty() && limits_undone_.back().inputs == session_.inputs() && !pending_session_;
}

bool App::undo_limits() {
    if (!can_undo_limits()) return false;
    limits_undone_.push_back(limits_done_.back());
    preferences_.limits = limits_known_ = limits_done_.back().before;
    limits_done_.pop_back();
    return true;
}

bool App::redo_limits() {
    if (!can_redo_limits()) return false;
    limits_done_.push_back(limits_undone_.back());
    preferences_.limits = limits_known_ = limits_undone_.back().after;
    limits_undone_.pop_back();
    return true;
}

void App::describe_limits(State& state) const {
    state.add("color_limits", to_text(preferences_.limits));
    state.add("limits_sheet", limits_sheet_.is_open());
    std::string keys;
    for (const LegendDrawn& legend : legends_) {
        keys += (keys.empty() ? "" : "; ") + limit_text(scale_kind(legend.style), legend.style.limit);
        if (legend.is_held) keys += fmt::format(" held, {} clipped", legend.beyond);
    }
    state.add("color_keys", keys);
}

}  // namespace glassformer
