#include "app/views/walk/header.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "app/pictures/story/story.h"
#include "app/pictures/story/token_path.h"
#include "app/views/shared/head_switch.h"
#include "app/views/shared/number_choice.h"
#include "app/views/shared/wording.h"
#include "app/views/walk/cached_page.h"
#include "app/views/walk/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

/// Counted from 1 on the screen, in at most half of the line.
bool choose(ViewContext& context, std::string_view id, Rect& line, const std::string& what, int count, int& selected) {
    return choose_number(context, id, line, what, numbered(count), selected, 0.5F);
}

/// Zoom of a link: the first shows the whole model, that of the block the block.
std::optional<Zoom> zoom_of(const Trace& trace, int record, std::size_t crumb) {
    if (crumb == 0) return Zoom::model;
    const Record& at = trace.record(record);
    if (crumb == 1 && at.kind == Record::Kind::computed && at.site.block >= 0) return Zoom::block;
    return {};
}

}  // namespace

void draw_header(ViewContext& context, Rect& area, WalkState& state, const std::string& cell) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    const Record& at = trace.record(record);
    Rect line = area.take_top(header_height * em);
    line = {line.x, line.y + 0.3F * em, line.w, 2.0F * em};

    // Selectors at the right, the path in what is left.
    const std::vector<bool> off = heads_off(*context.shown.current, record);
    const int heads = head_count(trace);
    if (head_count(trace, at) > 1 && at.shape.rank() >= 3) {
        std::vector<std::string> labels = numbered(heads);
        for (std::size_t i = 0; i < labels.size() && i < off.size(); ++i)
            if (off[i]) labels[i] = fmt::format(texts::walk::head_off, labels[i]);
        choose_number(context, "head", line, texts::walk::head, labels, context.cursor.head, 0.5F);
        for (std::size_t i = 0; i < labels.size() && i < off.size(); ++i) {
            const auto place = context.targets.places.find("head " + std::to_string(i + 1));
            if (off[i] && place != context.targets.places.end())
                painter.stroke(place->second.inset(1), ui.theme.warning, 2, 0.35F * em);
        }
    }
    int blocks = 0;
    std::vector<int> sites;
    for (const int id : trace.stages()) {
        const Record& other = trace.record(id);
        if (other.site.stack == at.site.stack && other.stage == at.stage && other.site.attention == at.site.attention &&
            other.site.block >= 0 && other.site.step == at.site.step) {
            sites.push_back(id);
            ++blocks;
        }
    }
    int block = std::max(0, at.site.block);
    if (blocks > 1 && at.site.block >= 0 && choose(context, "block", line, level_text(at.site), blocks, block))
        go_to(trace, context.cursor, sites[static_cast<std::size_t>(block)]);
    if (at.site.step >= 0) {
        std::vector<int> steps;
        for (const int id : trace.stages()) {
            const Record& other = trace.record(id);
            if (other.site.stack == at.site.stack && other.stage == at.stage && other.site.block == at.site.block)
                steps.push_back(id);
        }
        const int count = static_cast<int>(steps.size());
        int step = std::clamp(at.site.step, 0, count - 1);
        if (count > 1 && choose(context, "step", line, texts::walk::step, count, step))
            go_to(trace, context.cursor, steps[static_cast<std::size_t>(step)]);
    }

    std::vector<Crumb> crumbs = breadcrumb(trace, record, context.cursor.head);
    if (head_switched_off(*context.shown.current, record, context.cursor.head))
        for (Crumb& crumb : crumbs)
            if (crumb.head) crumb.text = fmt::format(texts::walk::crumb_off, crumb.text);
    if (!cell.empty()) {  // before the selectors; the way gives room, but for its last name
        const float wide = painter.measure(cell, em::body, Face::bold).width + 1;
        const float name = crumbs.empty() ? 0 : painter.measure(crumbs.back().text, em::body, Face::bold).width;
        const float room = std::clamp(line.w - name - 1.5F * em, 0.4F * line.w, 0.7F * line.w);
        const Rect place = line.take_right(std::min(wide, room));
        line.take_right(std::min(line.w, 1.2F * em));
        context.targets.put("chosen cell", place);
        // The name is shortened, not the number after it.
        text_in(painter, place, shortened_within(painter, cell, place.w, em::body, Face::bold),
                {.colour = ui.theme.accent_text, .size = em::body, .face = Face::bold});
    }

    // A page of its own: of an MLP one token's way, of a decoder's attention one step with a KV cache.
    const bool mlp = in_mlp(trace, record);
    const Record& shown = trace.record(record);
    const bool attends = shown.stage != nullptr && shown.stage->part == ModelPart::attention && shown.site.block >= 0;
    const bool has_page = mlp || (attends && why_no_cached_step(*context.shown.current, state).empty());
    const float whole_line = line.w;
    if (has_page) {  // the way gives room, but for its last name
        const char* const brief = mlp ? texts::walk::token_path_short : texts::walk::cached_button_short;
        const float taken = button_width(ui, brief, {.size = em::small}) + em;
        const float name = crumbs.empty() ? 0 : painter.measure(crumbs.back().text, em::body, Face::bold).width;
        if (name + taken <= line.w) line.w -= taken;
    }

    float x = line.x;
    // A path that does not fit loses its beginning, which tells less than its end.
    std::size_t begin = crumbs.size();
    float path = 0;
    for (float wide = 0; begin > 0; --begin) {
        const bool last = begin == crumbs.size();
        path = wide += painter.measure(crumbs[begin - 1].text, em::body, last ? Face::bold : Face::sans).width;
        if (wide > line.w && !last) break;
        wide += 1.4F * em;
    }
    // Ahead of the path, the whole model: the picture of it that the user prefers.
    const bool diagram = state.overview == Zoom::architecture;
    const char* const picture = diagram ? texts::walk::story_architecture : texts::walk::story_flow;
    const float whole = painter.measure(picture).width;
    if (begin == 0 && (may_have_story(*context.shown.current) || may_have_time_story(*context.shown.current)) &&
        path + whole + 1.4F * em <= line.w) {
        const Rect place{x, line.y, whole, line.h};
        const Region touched = region(ui, "crumb story", place, true);
        context.targets.put("crumb story", place);
        if (touched.clicked || touched.activated) state.zoom = state.overview;
        if (touched.hovered)
            tooltip(ui, place, diagram ? texts::walk::story_architecture_hint : texts::walk::crumb_story_hint);
        const bool lit = touched.hovered || touched.focused;
        text_in(painter, place, picture, {.colour = lit ? ui.theme.accent_text : ui.theme.muted});
        text_in(painter, {x + whole, line.y, 1.4F * em, line.h}, "›",
                {.colour = ui.theme.faint, .size = em::body, .align = Align::centre});
        x += whole + 1.4F * em;
    }
    for (std::size_t i = begin; i < crumbs.size(); ++i) {
        const bool last = i + 1 == crumbs.size();
        const Face face = last ? Face::bold : Face::sans;
        const float width = painter.measure(crumbs[i].text, em::body, face).width;
        const Rect place{x, line.y, std::min(width, std::max(0.0F, line.right() - x)), line.h};
        Colour colour = last ? ui.theme.text : ui.theme.muted;
        const std::optional<Zoom> seen = zoom_of(trace, record, i);
        if (seen || (!last && crumbs[i].record != record)) {
            const Region touched = region(ui, "crumb " + std::to_string(i), place, true);
            if (touched.hovered || touched.focused) colour = ui.theme.accent_text;
            if (touched.clicked || touched.activated) {
                if (seen)
                    state.zoom = *seen;
                else
                    go_to(trace, context.cursor, crumbs[i].record);
                state.focus.hovered = {};
            }
        }
        context.targets.put("crumb " + std::to_string(i), place);
        text_in(painter, place, crumbs[i].text, {.colour = colour, .size = em::body, .face = face});
        x += width;
        if (!last) {
            text_in(painter, {x, line.y, 1.4F * em, line.h}, "›",
                    {.colour = ui.theme.faint, .size = em::body, .align = Align::centre});
            x += 1.4F * em;
        }
    }
    if (!has_page) return;
    line.w = whole_line;
    const std::string id = mlp ? "token path button" : "cached button";
    for (const char* const label : {mlp ? texts::walk::token_path : texts::walk::cached_button,
                                    mlp ? texts::walk::token_path_short : texts::walk::cached_button_short}) {
        const ButtonStyle style{.size = em::small,
                                .hint = mlp ? texts::walk::token_path_hint : texts::walk::cached_button_hint};
        const float width = button_width(ui, label, style);
        if (x + em + width > line.right()) continue;
        const Rect place = Rect{line.right() - width, line.y + 0.1F * em, width, line.h - 0.2F * em}.snapped();
        context.targets.put(id, place);
        if (button(ui, id, place, label, style))
            context.request = command_named(mlp ? "walk.token_path" : "walk.cached");
        return;
    }
}

}  // namespace glassformer
