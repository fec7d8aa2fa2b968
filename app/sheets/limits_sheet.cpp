#include "app/sheets/limits_sheet.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/sheets/sheet_head.h"
#include "app/sheets/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

struct LimitRow {
    ScaleKind kind;
    const char *id, *title, *before, *refusal;
};
constexpr std::array limit_rows{
    LimitRow{ScaleKind::numbers, "limit of numbers", texts::sheets::limit_of_numbers, texts::sheets::plus_minus,
             texts::sheets::no_limit},
    LimitRow{ScaleKind::probabilities, "limit of probabilities", texts::sheets::limit_of_probabilities,
             texts::sheets::from_zero, texts::sheets::no_share}};

std::string typed_text(const std::optional<float>& limit) { return limit ? fmt::format("{}", *limit) : std::string(); }

}  // namespace

void LimitsSheet::open(const ColourLimits& limits, ScaleKind first) {
    open_ = focus_ = true;
    first_ = first;
    for (const LimitRow& row : limit_rows) typed_[static_cast<std::size_t>(row.kind)] = typed_text(limits.of(row.kind));
    refused_ = {};
}

/// A row with its field; true where Enter was pressed in it.
bool LimitsSheet::field(ViewContext& context, Rect& rest, ScaleKind kind) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const auto i = static_cast<std::size_t>(kind);
    const LimitRow& row = limit_rows[i];
    Rect line = rest.take_top(2.2F * em);
    text_in(ui.painter, line.take_left(14 * em), row.title, {.colour = ui.theme.text});
    text_in(ui.painter, line.take_left(2.6F * em), row.before, {.colour = ui.theme.muted, .align = Align::right});
    line.take_left(0.5F * em);
    const Rect place = Rect{line.x, line.y + 0.1F * em, std::min(line.w, 9 * em), line.h - 0.2F * em}.snapped();
    context.targets.put(row.id, place);
    if (focus_ && kind == first_) focus_text_field(ui, row.id);
    const TextEvent event = text_field(ui, row.id, place, typed_[i], texts::sheets::automatic);
    std::optional<float>& limit = context.preferences.limits.of(kind);
    if (event == TextEvent::changed || event == TextEvent::submitted) {
        const auto read = parse_colour_limit(kind, typed_[i]);
        refused_[i] = !read && !typed_[i].empty();
        if (!refused_[i]) limit = read;  // what is not a limit leaves the last one as it is
        ui.keep_awake();
    }
    if (event == TextEvent::cancelled) open_ = false;
    const Rect below = rest.take_top(1.5F * em);
    if (refused_[i])
        text_in(ui.painter, {place.x, below.y, rest.right() - place.x, below.h}, row.refusal,
                {.colour = ui.theme.warning, .size = em::small});
    return event == TextEvent::submitted && !refused_[i];
}

bool LimitsSheet::draw(ViewContext& context) {
    if (!open_) return false;
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect inner;
    const Vec2 size{std::min(ui.window.w - 2 * em, 40 * em), std::min(ui.window.h - 2 * em, 20 * em)};
    if (!begin_modal(ui, "color limits", open_, size, inner)) return false;
    context.targets.put("color limits", inner);
    draw_sheet_head(context, inner, "color limits", texts::sheets::colour_limits, open_);
    Rect rest = begin_scroll(ui, "color limits", inner);
    rest.h = 1e5F;
    for (const LimitRow& row : limit_rows)
        if (field(context, rest, row.kind)) open_ = false;
    focus_ = false;
    rest.take_top(0.3F * em);
    Rect line = rest.take_top(2 * em);
    const bool any = context.preferences.limits.any();
    const char* const label = any ? texts::sheets::back_to_automatic : texts::sheets::hold_present;
    const Rect place = line.take_left(button_width(ui, label)).snapped();
    context.targets.put("hold limits", place);
    const std::string tip = hint(label, Command::hold_limits);
    const bool pressed = button(ui, "hold limits", place, label, {.hint = tip});
    rest.take_top(0.8F * em);
    rest.take_top(
        paragraph(ui.painter, rest, texts::sheets::limits_note, {.colour = ui.theme.muted, .size = em::small}));
    end_scroll(ui, rest.y);
    end_modal(ui);
    if (pressed) open_ = false;
    return pressed;
}

}  // namespace glassformer
