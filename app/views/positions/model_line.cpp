#include "app/views/positions/model_line.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "app/views/positions/commands.h"
#include "app/views/positions/open_model.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/architecture_switches.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/model/positional.h"
#include "core/positions/stages.h"

namespace glassformer {

std::string content_text(const PositionsState& state, const positions::Content& content) {
    if (!from_model(state)) return "";
    const auto word = [&](int token) { return "“" + state.open.words[static_cast<std::size_t>(token)] + "”"; };
    std::string text = fmt::format(texts::positions::content, word(state.query_token), word(state.key_token),
                                   state.block + 1, state.model_head + 1);
    if (content.positions_removed) text += texts::positions::content_removed;
    return text;
}

std::vector<int> touched_records(const Evaluation& evaluation, int block) {
    const Trace& trace = evaluation.trace();
    std::vector<int> found;
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (record.site.stack == Stack::decoder || (record.site.block >= 0 && record.site.block != block)) continue;
        if (positions::touches(*evaluation.model().config.positional.kind, record)) found.push_back(id);
    }
    return found;
}

ModelWish draw_model_line(ViewContext& context, const Rect& area, const PositionsState& state,
                          const std::string& sibling) {
    Ui& ui = context.ui;
    const float em = ui.em;
    ModelWish wish;
    context.targets.put("open model", area);
    const TextStyle quiet{.colour = ui.theme.muted, .size = em::small};
    const OpenModel& open = state.open;
    if (!open.problem.empty() || open.name.empty()) {
        std::string text = open.name.empty() ? texts::positions::no_model : open.title + ": " + open.problem;
        if (ui.painter.measure(text, em::small).width > area.w) text = problem_sentence(open);
        text_in(ui.painter, area, text, quiet);
        return wish;
    }
    Rect rest = area;
    const PositionalKind& wanted = *state.kinds[static_cast<std::size_t>(state.chosen)];
    const auto offer = [&](const char* id, const std::string& label, const std::string& hint) {
        const ButtonStyle style{.size = em::small, .hint = hint};
        const std::string fitting = shortened_within(ui.painter, label, 0.4F * area.w, em::small, Face::sans);
        const float wide = button_width(ui, fitting, style);
        const Rect place = rest.take_right(wide).snapped();
        rest.take_right(0.5F * em);
        context.targets.put(id, place);
        return button(ui, id, place, fitting, style);
    };
    const std::string title = wanted.title;
    if (&wanted != open.kind) {
        if (!sibling.empty())
            wish.sibling = offer("open sibling", fmt::format(texts::positions::open_sibling, sibling),
                                 hint(texts::positions::open_sibling_hint, positions_sibling));
        wish.encode = offer("switch encoding", fmt::format(texts::positions::use_encoding, title),
                            hint(texts::positions::use_encoding_hint, positions_switch));
    }
    const bool told = open.title.ends_with(open.kind->title);  // "One back, positions: Rotary (RoPE)"
    std::string text = told ? open.title : open.title + ": " + open.kind->title;
    if (open.switched) text += texts::positions::switched;
    const std::vector<int> touched =
        context.shown.current ? touched_records(*context.shown.current, state.block) : std::vector<int>{};
    const Trace* trace = context.shown.current ? &context.shown.current->trace() : nullptr;
    const std::string tip = hint(texts::positions::show_in_walk, positions_walk);
    const ButtonStyle stage_style{.size = em::small, .hint = tip};
    // Where not one of its stages has room, nothing is said of them.
    const bool none = open.kind == find_positional("none");  // it acts nowhere by what it is
    const std::string acts = text + (!touched.empty() ? texts::positions::applied
                                     : none           ? ""
                                                      : texts::positions::not_applied);
    const float rest_of_them = touched.size() < 2 ? 0 : ui.painter.measure("+ 00", em::small).width + 0.7F * em;
    const float first = touched.empty() || trace == nullptr
                            ? 0
                            : button_width(ui, trace->record(touched.front()).stage->label, stage_style) + rest_of_them;
    const bool said = ui.painter.measure(acts, em::small).width + 0.6F * em + first <= rest.w;
    if (said) text = acts;
    const float wide = std::min(rest.w, ui.painter.measure(text, em::small).width + 0.6F * em);
    text_in(ui.painter, rest.take_left(wide), text,
            {.colour = open.switched ? ui.theme.warning : ui.theme.muted, .size = em::small});
    for (std::size_t i = 0; i < touched.size() && said; ++i) {
        const int id = touched[i];
        const Record& record = trace->record(id);
        const std::string name = "touched " + record.name;
        const float each = button_width(ui, record.stage->label, stage_style);
        const std::size_t left = touched.size() - i;
        const float more = left == 1 ? 0 : ui.painter.measure("+ 00", em::small).width + 0.7F * em;
        if (each + more > rest.w) {
            const Rect place = rest.take_left(ui.painter.measure("+ 00", em::small).width + 0.35F * em);
            text_in(ui.painter, place, "+ " + std::to_string(left), quiet);
            context.targets.put("more touched", place);
            std::string others = texts::positions::applied_more;
            for (std::size_t j = i; j < touched.size(); ++j)
                others += (j == i ? " " : ", ") + std::string(trace->record(touched[j]).stage->label);
            if (region(ui, "more touched", place).hovered) tooltip(ui, place, others);
            break;
        }
        const Rect place = rest.take_left(each).snapped();
        rest.take_left(0.35F * em);
        context.targets.put(name, place);
        if (button(ui, name, place, record.stage->label, stage_style)) wish.record = id;
    }
    wish.rest = rest;
    return wish;
}

void switch_encoding(ViewContext& context, const PositionalKind& wanted) {
    if (!context.shown.current || !context.shown.model) return;
    const PositionalKind* now = context.shown.current->model().config.positional.kind;
    if (now == &wanted) {
        context.notice = texts::positions::already_used;
        return;
    }
    const auto switches = all_switches();
    const auto row = std::ranges::find(switches, std::string_view("positional.kind"), &ArchitectureSwitch::key);
    if (row == switches.end()) return;
    try {
        Inputs inputs = with_switch(context.shown.model, context.session.inputs(), *row, std::string(wanted.name),
                                    static_cast<int>(context.shown.current->tokens().size()));
        context.session.set(std::move(inputs));
        context.notice = context.shown.model->config.positional.kind == &wanted
                             ? fmt::format(texts::positions::as_trained, wanted.title)
                             : fmt::format(texts::positions::not_trained_for, wanted.title);
    } catch (const Error& error) {
        context.notice = error.what();
    }
}

void open_sibling(ViewContext& context, const std::string& sibling, const std::string& title,
                  const PositionalKind& wanted) {
    if (sibling.empty()) {
        context.notice = fmt::format(texts::positions::no_sibling, wanted.title);
        return;
    }
    Inputs inputs = context.session.inputs();
    inputs.model = sibling;
    inputs.edits.clear();
    inputs.architecture.clear();
    context.session.set(std::move(inputs));
    context.notice = fmt::format(texts::positions::sibling_opened, title, wanted.title);
}

}  // namespace glassformer
