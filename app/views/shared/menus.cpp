#include "app/views/shared/menus.h"

#include <utility>

#include "app/views/shared/mask_brush.h"
#include "app/views/shared/show_tokens.h"
#include "app/widgets/movable.h"
#include "core/model/model.h"

namespace glassformer {

namespace {

std::string key_words(const std::pair<Key, Modifiers>& key) { return text(key.first, key.second); }

bool has_heads(const Trace& trace, int record) {
    return record >= 0 && (trace.record(record).site.attention != AttentionKind::only ||
                           trace.record(record).stage->part == ModelPart::attention);
}

/// A stage of attention in a model that generates: one step of it can be shown with a KV cache.
bool may_cache(const Evaluation& evaluation, int record) {
    const ModelConfig& config = evaluation.model().config;
    return record >= 0 && config.architecture == Architecture::decoder && !config.head.classifier &&
           evaluation.trace().record(record).stage->part == ModelPart::attention;
}

}  // namespace

void open_cell_menu(ViewContext& context, Vec2 at) {
    if (!context.shown.current) return;
    const Trace& trace = context.shown.current->trace();
    const CellRef cell = locked_cell(trace, context.cursor);
    if (!cell) return open_stage_menu(context, at);
    const Record& record = trace.record(cell.record);
    MenuRequest menu{.at = at};
    const auto add = [&](Command command, bool fits = true) {
        if (fits) menu.entries.push_back({command});
    };
    add(Command::edit);
    add(Command::remove_edit, record.edited(cell.cell).has_value());
    add(Command::copy);
    add(command_named("walk.watch"));
    add(command_named("walk.breakpoint_here"), record.kind == Record::Kind::computed);
    add(command_named("walk.follow"), record.kind == Record::Kind::computed);
    add(command_named("walk.mask"), mask_of(trace, cell.record) >= 0);
    add(Command::head_switch, has_heads(trace, cell.record));
    add(Command::check_derivative, context.shown.current->has_gradients() && record.gradient != nullptr);
    add(Command::unlock);
    context.menu = std::move(menu);
}

void open_stage_menu(ViewContext& context, Vec2 at, std::optional<Cursor> cursor) {
    if (!context.shown.current) return;
    const Trace& trace = context.shown.current->trace();
    MenuRequest menu{.at = at, .cursor = std::move(cursor)};
    for (const Command command : {Command::fit_stage, Command::whole_model, command_named("walk.breakpoint")})
        menu.entries.push_back({command});
    const int record = record_at(trace, menu.cursor.value_or(context.cursor));
    if (has_heads(trace, record)) menu.entries.push_back({Command::head_switch});
    if (may_cache(*context.shown.current, record)) menu.entries.push_back({command_named("walk.cached")});
    for (const Command command : {Command::backward, Command::export_file}) menu.entries.push_back({command});
    context.menu = std::move(menu);
}

void open_head_menu(ViewContext& context, Vec2 at) {
    MenuRequest menu{.at = at};
    for (const Command command : {Command::head_switch, Command::fit_stage, command_named("attention.mark"),
                                  Command::backward, Command::export_file})
        menu.entries.push_back({command});
    context.menu = std::move(menu);
}

void open_token_menu(ViewContext& context, Vec2 at) {
    context.menu = MenuRequest{.at = at,
                               .entries = {{command_named("walk.token_edit"), key_words(key_to_edit)},
                                           {command_named("walk.token_left"), key_words(key_to_the_left)},
                                           {command_named("walk.token_right"), key_words(key_to_the_right)},
                                           {command_named("walk.token_delete"), key_words(key_to_erase)},
                                           {show_tokens_command}}};
}

void open_view_menu(ViewContext& context, Vec2 at, std::initializer_list<Command> commands) {
    MenuRequest menu{.at = at};
    for (const Command command : commands) menu.entries.push_back({command});
    for (const Command command : {Command::panel, Command::export_file}) menu.entries.push_back({command});
    context.menu = std::move(menu);
}

}  // namespace glassformer
