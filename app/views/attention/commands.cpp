// The row of the attention view and what it carries out.
#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <string>

#include "app/views/attention/attention.h"
#include "app/views/attention/texts.h"
#include "app/views/explanation/copy_calculation.h"
#include "app/views/shared/head_switch.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/reset_changes.h"
#include "app/views/shared/tabs.h"
#include "app/views/shared/texts.h"
#include "app/views/shared/view_values.h"
#include "app/widgets/icon_pen.h"

namespace glassformer {

extern const ViewRow attention_row{
    .name = "attention",
    .place = 20,
    .title = texts::attention::title,
    .hint = texts::attention::summary,
    .icon =
        [](const IconPen& p) {
            for (const float x : {-0.8f, 0.0f, 0.8f}) p.dot(x, 0.7f, 0.2f);
            p.arc(-0.4f, 0.45f, 0.4f, 0, 180), p.arc(0, 0.45f, 0.8f, 0, 180);
        },
    .key = Key::digit_2,
    .commands = AttentionView::command_rows,
    .make = [](const ViewServices&) -> std::unique_ptr<AppView> { return std::make_unique<AttentionView>(); },
    .tabs = AttentionView::tab_rows,
    .shows = [](std::string_view record, const ViewValues&) { return record.find("attn.") != std::string_view::npos; },
    .simple = true};

std::vector<ViewTab> AttentionView::tab_rows() {
    std::vector<ViewTab> tabs;
    for (const AttentionPageRow& row : attention_page_rows()) tabs.push_back({row.name, value_text(row.mode)});
    return tabs;
}

std::span<const ViewCommand> AttentionView::command_rows() {
    using Self = AttentionView;
    using Context = ViewContext;
    const auto own = [](const char* name, Key key, char32_t character, const char* what, Modifiers modifiers = {}) {
        return Shortcut{command_named(name), "Attention", key, modifiers, character, what};
    };
    static const std::vector<ViewCommand> rows = command_table<Self>(
        {
        {Command::step_forward, [](Self& v, Context& c) { v.step_head(c, 1); }},
        {Command::head_next, [](Self& v, Context& c) { v.step_head(c, 1); }},
        {Command::step_back, [](Self& v, Context& c) { v.step_head(c, -1); }},
        {Command::head_previous, [](Self& v, Context& c) { v.step_head(c, -1); }},
        {Command::block_forward, [](Self& v, Context& c) { v.step_layer(c, v.layer_ + 1); }},
        {Command::block_back, [](Self& v, Context& c) { v.step_layer(c, v.layer_ - 1); }},
        {Command::first_stage, [](Self& v, Context& c) { v.step_layer(c, 0); }},
        {Command::last_stage, [](Self& v, Context& c) { v.step_layer(c, static_cast<int>(v.layers_.size()) - 1); }},
        {Command::row_up, [](Self& v, Context& c) { v.move_cell(c, -1, 0); }},
        {Command::row_down, [](Self& v, Context& c) { v.move_cell(c, 1, 0); }},
        {Command::column_left, [](Self& v, Context& c) { v.move_cell(c, 0, -1); }},
        {Command::column_right, [](Self& v, Context& c) { v.move_cell(c, 0, 1); }},
        {Command::next_mode, [](Self& v, Context&) { v.show_page(page_beside(v.page_, 1, v.pages_.size())); }},
        {Command::previous_mode, [](Self& v, Context&) { v.show_page(page_beside(v.page_, -1, v.pages_.size())); }},
        {Command::fit_stage, [](Self& v, Context&) { v.state_.solo = !v.state_.solo; }},
        {Command::whole_model,
         [](Self& v, Context&) {
             v.state_.solo = false;
             v.show_page(0);
         }},
        {Command::head_switch, [](Self&, Context& c) { switch_head(c); }},
        {own("attention.mark", Key::h, 0, "add this head to the overlay, or remove it"),
         [](Self& v, Context& c) {
             v.show_page("overlay");
             v.mark(own_head(c.shown.current->trace(), v.layer(), c.cursor.head));
         }},
        {own("attention.more", Key::none, U'+', "show more lines (lower threshold)"),
         [](Self& v, Context&) { v.state_.threshold = std::max(min_threshold, v.state_.threshold / 1.5F); }},
        {own("attention.less", Key::none, U'-', "show fewer lines (higher threshold)"),
         [](Self& v, Context&) { v.state_.threshold = std::min(largest_threshold, v.state_.threshold * 1.5F); }},
        {own("attention.step_next", Key::none, U']', "steps: enlarge the next step; products: the attention half"),
         [](Self& v, Context& c) { v.enlarge_step(c, 1); }},
        {own("attention.step_previous", Key::none, U'[', "steps: enlarge the previous step; products: the half with Q, K and V"),
         [](Self& v, Context& c) { v.enlarge_step(c, -1); }},
        {own("attention.scale", Key::s, 0, "switch between shared and separate color scales", with_shift),
         [](Self& v, Context& c) {
             v.state_.own_scales = !v.state_.own_scales;
             const bool held = c.preferences.limits.probabilities.has_value();
             c.notice = !v.state_.own_scales ? texts::attention::scales_shared
                        : held               ? texts::attention::scales_held
                                             : texts::attention::scales_separated;
         }},
        {Command::reset_edits, [](Self&, Context& c) { reset_changes(c); }},
        {Command::context_menu, [](Self&, Context& c) { open_cell_menu(c, c.ui.window.centre()); }},
        {Command::unlock,
         [](Self& v, Context& c) {
             if (!c.cursor.locked) v.state_.solo = false;
             c.cursor.locked = false;
         }},
        {Command::jump_back, [](Self& v, Context& c) { v.state_.focus.jump_back(c.cursor); }},
        {Command::all_terms, [](Self& v, Context& c) { v.panel_.toggle_all_terms(c); }},
        {Command::copy, [](Self& v, Context& c) { copy_calculation(c, v.state_.focus); }},
        {Command::panel, [](Self& v, Context& c) { c.preferences.toggle_panel(v.narrow_); }},
        },
        tab_commands());
    return rows;
}

/// A row for each tab, which the palette and the glossary open.
std::vector<ViewCommand> AttentionView::tab_commands() {
    static std::deque<std::string> words;  // that the rows point to
    std::vector<ViewCommand> rows;
    for (const AttentionPageRow& row : attention_page_rows()) {
        words.push_back(fmt::format(texts::attention::open_tab, row.label));
        rows.push_back(
            {Shortcut{open_tab("attention", row.name), "Attention", Key::none, {}, 0, words.back().c_str()},
             [&row](AppView& view, ViewContext&) { static_cast<AttentionView&>(view).show_page(row.name); }});
    }
    return rows;
}

/// A model without attention leaves nothing to carry out but what the window beside it shows.
bool AttentionView::run(Command command, ViewContext& context) {
    if (command == Command::panel) {
        context.preferences.toggle_panel(narrow_);
        return true;
    }
    if (!context.shown.current) return false;
    if (generation_ != context.shown.current->generation()) find_layers(context);
    if (!layers_.empty()) return AppView::run(command, context);
    if (command == Command::head_switch) context.notice = texts::shared::no_heads;
    return command == Command::head_switch;
}

void AttentionView::show_page(std::size_t index) {
    page_ = index;
    state_.focus.hovered = {};
}

void AttentionView::show_page(std::string_view name) {
    const auto row = std::ranges::find(attention_page_rows(), name, &AttentionPageRow::name);
    if (row != attention_page_rows().end()) show_page(static_cast<std::size_t>(row - attention_page_rows().begin()));
}

void AttentionView::enlarge_step(ViewContext& context, int by) {
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    if (pages_[page_]->step(by, state_)) return;
    show_page("steps");
    const Pair pair = pair_of(evaluation, locked_cell(trace, context.cursor));
    const std::vector<int> steps = steps_of(evaluation, layer(), pair.query, context.cursor.head);
    const Stage* const stage = trace.record(record_at(trace, context.cursor)).stage;
    const auto now = std::find_if(steps.begin(), steps.end(), [&](int id) { return trace.record(id).stage == stage; });
    const int last = static_cast<int>(steps.size()) - 1;
    const int at = now == steps.end() ? last : static_cast<int>(now - steps.begin());
    const int to = steps[static_cast<std::size_t>(std::clamp(at + by, 0, last))];
    const CellRef cell = cell_of(evaluation, to, context.cursor.head, pair);
    if (context.cursor.locked && pair.query >= 0 && pair.key >= 0 && cell)
        jump(trace, context.cursor, cell);
    else
        go_to(trace, context.cursor, to);
    state_.focus.hovered = {};
}

void AttentionView::move_cell(ViewContext& context, int rows, int columns) {
    const Trace& trace = context.shown.current->trace();
    if (layer_of(trace, layers_, record_at(trace, context.cursor)) < 0) go_to(trace, context.cursor, layer().weights);
    glassformer::move_cell(trace, context.cursor, rows, columns);
    state_.by_key = false;
}

}  // namespace glassformer
