#include "app/sheets/settings_sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/sheets/sheet_head.h"
#include "app/sheets/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

constexpr float setting_height = 2.2F;  // em

/// The label of a row, and the place for its control: beside it, or below it where there is no room.
class Rows {
public:
    Rows(Ui& ui, const Rect& area) : ui_(ui), left_{area.x, area.y, area.w, 1e6F} {}

    Rect place(std::string_view label, float wide) {
        const float em = ui_.em;
        Rect row = left_.take_top(setting_height * em);
        const bool folded = left_.w < wide + 11 * em;
        text_in(ui_.painter, {row.x, row.y, folded ? row.w : 10.5F * em, row.h}, label,
                {.colour = ui_.theme.text, .size = em::body});
        if (folded)
            row = left_.take_top(setting_height * em);
        else
            row.take_left(11 * em);
        left_.take_top(0.5F * em);
        return Rect{row.x, row.y + 0.1F * em, std::min(wide, row.w), row.h - 0.2F * em}.snapped();
    }
    void note(const std::string& text) {
        const TextStyle style{.colour = ui_.theme.muted, .size = em::small};
        Rect place = left_;
        if (left_.w >= 32 * ui_.em) place.take_left(11 * ui_.em);
        place.h = 1e5F;
        left_.take_top(paragraph(ui_.painter, place, text, style) + 0.7F * ui_.em);
    }
    /// Row with a text and no control.
    void said(std::string_view label, const std::string& text) {
        const Rect before = left_;
        place(label, 1e5F);
        if (before.w >= 32 * ui_.em) {
            left_ = before;
            left_.take_top(0.55F * ui_.em);
        }
        note(text);
    }
    float bottom() const { return left_.y; }

private:
    Ui& ui_;
    Rect left_;
};

template <class Row, class Chosen, class Title>
bool choice(ViewContext& context, Rows& rows, std::string_view label, std::string_view id, const Row& all,
            Chosen is_chosen, Title title, std::size_t& chosen) {
    std::vector<std::string> labels;
    int selected = 0;
    for (std::size_t i = 0; i < std::size(all); ++i) {
        labels.emplace_back(title(all[i]));
        if (is_chosen(all[i])) selected = static_cast<int>(i);
    }
    const Rect place = rows.place(label, segmented_width(context.ui, labels));
    Rect rest = place;
    for (const std::string& one : labels) {
        const std::span<const std::string> alone(&one, 1);
        const float share = segmented_width(context.ui, alone) / segmented_width(context.ui, labels);
        context.targets.put(fmt::format("{} {}", id, one), rest.take_left(place.w * share));
    }
    const bool changed = segmented(context.ui, id, place, labels, selected);
    chosen = static_cast<std::size_t>(selected);
    return changed;
}

/// Color scale of the selected palette, from the low end over zero to the high end.
void draw_sample(ViewContext& context, const Rect& area) {
    const Theme& theme = with_palette(*context.preferences.theme, context.preferences.palette);
    constexpr std::array meanings{Meaning::query, Meaning::key, Meaning::score, Meaning::weight};
    constexpr int cells = 17;
    const float gap = 0.5F * context.ui.em;
    const float wide = (area.w - gap * static_cast<float>(meanings.size() - 1)) / static_cast<float>(meanings.size());
    for (std::size_t m = 0; m < meanings.size(); ++m) {
        const HeatMap map = meanings[m] == Meaning::weight ? HeatMap::sequential : HeatMap::diverging;
        const float x = area.x + static_cast<float>(m) * (wide + gap);
        for (int i = 0; i < cells; ++i) {
            const float t = static_cast<float>(i) / (cells - 1), at = map == HeatMap::sequential ? t : 2 * t - 1;
            const float left = std::round(x + wide * static_cast<float>(i) / cells);
            const float right = std::round(x + wide * static_cast<float>(i + 1) / cells);
            context.ui.painter.fill({left, area.y, right - left, area.h}, heat_colour(theme, map, meanings[m], at));
        }
    }
}

}  // namespace

Preferences default_preferences() {
    Preferences fresh;
    fresh.theme = all_themes().front();
    return fresh;
}

void draw_settings(ViewContext& context, const std::string& backend, bool& open) {
    if (!open) return;
    Ui& ui = context.ui;
    const float em = ui.em;
    Preferences& preferences = context.preferences;
    Rect inner;
    const Vec2 size{std::min(ui.window.w - 2 * em, 48 * em), std::min(ui.window.h - 2 * em, 44 * em)};
    if (!begin_modal(ui, "settings", open, size, inner)) return;
    context.targets.put("settings", inner);
    draw_sheet_head(context, inner, "settings", texts::sheets::settings, open);

    Rows rows(ui, begin_scroll(ui, "settings list", inner));
    std::size_t chosen = 0;
    const auto themes = all_themes();
    if (choice(
            context, rows, texts::sheets::theme, "theme", themes,
            [&](const Theme* theme) { return theme->name == preferences.theme->name; },
            [](const Theme* theme) { return theme->title; }, chosen))
        preferences.theme = themes[chosen];

    Rect place = rows.place(texts::sheets::text_size, 20 * em);
    const Rect number = place.take_right(4 * em);
    context.targets.put("text size", place);
    slider(ui, "text size", place, preferences.text_scale, smallest_text, largest_text, {.step = 0.1F});
    text_in(ui.painter, number, number_text(static_cast<double>(preferences.text_scale)) + "×",
            {.colour = ui.theme.text, .align = Align::right});
    rows.note(texts::sheets::text_size_note);

    const auto palettes = all_palettes();
    if (choice(
            context, rows, texts::sheets::heatmap_colours, "heatmap colours", palettes,
            [&](const PaletteRow& row) { return row.palette == preferences.palette; },
            [](const PaletteRow& row) { return row.title; }, chosen))
        preferences.palette = palettes[chosen].palette;
    rows.note(fmt::format(texts::sheets::palette_note, std::string(palette_row(preferences.palette).hint)));
    draw_sample(context, rows.place("", 24 * em));

    const auto flag = [&](std::string_view label, std::string_view id, std::string_view text, bool& on) {
        const Rect at = rows.place(label, toggle_width(ui, text));
        context.targets.put(std::string(id), at);
        toggle(ui, id, at, text, on);
    };
    flag(texts::sheets::explanation, "explanation", texts::sheets::show_explanation, preferences.panel);
    flag(texts::sheets::animations, "animations", texts::sheets::animate, preferences.motion);

    const std::string windows[] = {texts::sheets::all_views, texts::sheets::simple_window};
    if (choice(
            context, rows, texts::sheets::views, "views", windows,
            [&](const std::string& one) { return (one == windows[1]) == preferences.simple; },
            [](const std::string& one) { return one; }, chosen))
        preferences.simple = chosen == 1;
    rows.note(texts::sheets::simple_note);
    // Beside each other where there is room.
    const float spoken = toggle_width(ui, texts::sheets::speaks),
                both = spoken + em + toggle_width(ui, texts::sheets::says);
    Rect at = rows.place(texts::sheets::screen_reader, both);
    const bool folded = at.w < both - 2;
    const Rect speaks = folded ? at : at.take_left(spoken);
    const Rect says = folded ? rows.place("", both - spoken - em) : at.take_right(both - spoken - em);
    context.targets.put("speaks", speaks);
    context.targets.put("says", says);
    toggle(ui, "speaks", speaks, texts::sheets::speaks, preferences.speaks);
    toggle(ui, "says", says, texts::sheets::says, preferences.says);
    rows.note(hint(texts::sheets::say_note, command_named("window.say")));

    rows.said(texts::sheets::compute_device, backend);
    const Rect reset = rows.place("", button_width(ui, texts::sheets::reset));
    context.targets.put("reset settings", reset);
    if (button(ui, "reset", reset, texts::sheets::reset)) {
        Preferences fresh = default_preferences();
        fresh.view = preferences.view;
        fresh.watched = preferences.watched;  // not a setting: whether the program is shown to an audience
        preferences = fresh;
        context.notice = texts::sheets::reset_done;
    }
    end_scroll(ui, rows.bottom());
    end_modal(ui);
}

}  // namespace glassformer
