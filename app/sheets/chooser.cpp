#include "app/sheets/chooser.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/widgets/controls.h"

namespace glassformer {

namespace {

/// The row's second line, with what the query found in it on a ground of its own.
void draw_below(Ui& ui, const Rect& line, const ChooserRow& row, const Colour& quiet) {
    const TextStyle style{.colour = row.enabled ? ui.theme.muted : quiet, .size = em::small};
    const std::string shown = shortened(ui.painter, row.below, line.w, style.size, Face::sans);
    text_in(ui.painter, line, shown, style);
    const auto [begin, end] = row.hit;
    if (begin >= end || end > shown.size() || !row.enabled) return;
    const std::string_view text(row.below);
    const float from = ui.painter.measure(text.substr(0, begin), style.size).width;
    const float to = ui.painter.measure(text.substr(0, end), style.size).width;
    const Rect word{line.x + from, line.y, to - from, line.h};
    ui.painter.fill({word.x - 1, word.y + 0.1F * word.h, word.w + 2, 0.8F * word.h},
                    mix(ui.theme.panel, ui.theme.accent, 0.3F), std::round(0.2F * ui.em));
    text_in(ui.painter, {word.x, word.y, word.w + ui.em, word.h}, text.substr(begin, end - begin),
            {.colour = ui.theme.text, .size = style.size});
}

}  // namespace

void Chooser::open(std::string query) {
    open_ = true;
    query_ = std::move(query);
    marked_.clear();
    selected_ = 0;
    moved_ = true;
}

std::optional<std::size_t> Chooser::draw(
    ViewContext& context, const Style& style,
    const std::function<const std::vector<ChooserRow>&(const std::string& query)>& make_rows) {
    if (!open_) return {};
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect inner;
    const Vec2 size{std::min(ui.window.w - 2 * em, 44 * em), std::min(ui.window.h - 2 * em, 34 * em)};
    bool open = true;
    if (!begin_modal(ui, style.id, open, size, inner)) return {};
    const std::string id(style.id);
    const Rect field = inner.take_top(std::round(2.3F * em));
    inner.take_top(0.7F * em);
    // The keyboard stays with the field: a click beside a row gives it back.
    if (!ui.input.typing && !ui.input.is_down(Button::left)) focus_text_field(ui, "field");
    context.targets.put(id, inner);
    context.targets.put(id + " field", field);
    const TextEvent event = text_field(ui, "field", field, query_, style.placeholder, {.caret_at_end = true});
    if (event == TextEvent::changed) {
        selected_ = 0;
        moved_ = true;
    }
    const std::vector<ChooserRow>& rows = make_rows(query_);
    count_ = rows.size();
    const int last = static_cast<int>(rows.size()) - 1;
    const auto pressed = [&](Key key) { return ui.input.pressed_even_typing(key); };
    int at = static_cast<int>(selected_);
    at += (pressed(Key::down) ? 1 : 0) - (pressed(Key::up) ? 1 : 0);
    at += 8 * ((pressed(Key::page_down) ? 1 : 0) - (pressed(Key::page_up) ? 1 : 0));
    at = std::clamp(at, 0, std::max(0, last));
    moved_ = moved_ || at != static_cast<int>(selected_);
    selected_ = static_cast<std::size_t>(at);

    std::optional<std::size_t> taken = list(context, style, inner, rows);
    marked_ = rows.empty() ? "" : rows[selected_].text;
    if (event == TextEvent::submitted && !rows.empty()) taken = selected_;
    end_modal(ui);
    if (taken && !rows[*taken].enabled) taken.reset();
    if (taken || event == TextEvent::cancelled || !open) {
        open_ = false;
        ui.keep_awake();
    }
    return taken;
}

std::optional<std::size_t> Chooser::list(ViewContext& context, const Style& style, const Rect& area,
                                         const std::vector<ChooserRow>& rows) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    if (rows.empty()) {
        paragraph(painter, area, style.none, {.colour = ui.theme.muted, .size = em::body});
        return {};
    }
    std::optional<std::size_t> taken;
    const Rect content = begin_scroll(ui, "rows", area);
    float y = content.y;
    const Rect seen = painter.clip();
    std::string_view group;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ChooserRow& row = rows[i];
        const float top = y;
        if (row.group != group) {
            group = row.group;
            if (i > 0) y += 0.5F * em;
            text_in(painter, {content.x + 0.6F * em, y, content.w, 1.6F * em}, group,
                    {.colour = ui.theme.muted, .size = em::small, .face = Face::bold});
            y += 1.6F * em;
        }
        const Rect box{content.x, y, content.w, std::round((row.below.empty() ? 2.0F : 3.4F) * em)};
        y += box.h;
        if (i == selected_ && moved_) {
            reveal(ui, i == 0 ? content.y : top, box.bottom());
            moved_ = false;
        }
        if (box.bottom() < seen.y || box.y > seen.bottom()) continue;
        const Region touched = region(ui, "row " + std::to_string(i), box);
        context.targets.put(std::string(style.id) + " row " + std::to_string(i), box);
        if (touched.hovered && ui.input.mouse_moved != Vec2{}) selected_ = i;
        if (touched.hovered && row.enabled) *ui.cursor = CursorShape::hand;
        if (i == selected_) painter.fill(box, ui.theme.control_hot, std::round(0.4F * em));
        Rect inside = box.inset(0.7F * em, 0);
        const Colour quiet = mix(ui.theme.panel, ui.theme.muted, 0.75F);  // of what cannot be taken
        if (!row.below.empty()) {
            inside = inside.inset(0, std::round(0.2F * em));
            draw_below(ui, inside.take_bottom(std::round(1.4F * em)), row, quiet);
        }
        const float wide = std::min(painter.measure(row.detail, em::small).width + 1, 0.6F * inside.w);
        text_in(painter, inside.take_right(wide), row.detail,
                {.colour = row.enabled ? ui.theme.muted : quiet, .size = em::small, .align = Align::right});
        inside.take_right(0.8F * em);
        text_in(painter, inside, row.text, {.colour = row.enabled ? ui.theme.text : quiet});
        if (touched.clicked) taken = i;
    }
    end_scroll(ui, y);
    return taken;
}

void sort_rows(std::vector<ChooserRow>& rows, std::vector<std::size_t>& order) {
    std::vector<std::string> groups;
    for (const ChooserRow& row : rows)
        if (std::find(groups.begin(), groups.end(), row.group) == groups.end()) groups.push_back(row.group);
    const auto rank = [&](const ChooserRow& row) { return std::find(groups.begin(), groups.end(), row.group); };
    order.resize(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const auto ra = rank(rows[a]), rb = rank(rows[b]);
        return ra != rb ? ra < rb : rows[a].score > rows[b].score;
    });
    std::vector<ChooserRow> sorted;
    sorted.reserve(rows.size());
    for (const std::size_t i : order) sorted.push_back(std::move(rows[i]));
    rows = std::move(sorted);
}

}  // namespace glassformer
