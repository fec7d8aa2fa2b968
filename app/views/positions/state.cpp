#include "app/views/positions/state.h"

#include <algorithm>

#include "app/views/positions/knobs.h"
#include "app/views/positions/page.h"
#include "app/views/shared/tabs.h"
#include "app/views/shared/view_values.h"
#include "core/model/positional.h"
#include "core/train/task.h"

namespace glassformer {

namespace {

constexpr std::size_t rope_scalings = 3;  // of positions::RopeScaling

/// What the kind does not read stands as at first, so that dragging it computes nothing anew.
void forget_unread(positions::Settings& settings) {
    const positions::Settings plain;
    const PositionalKind& kind = *settings.kind;
    for_each_setting([&](const PositionalSetting& setting) {
        if (find_setting(kind, setting.key.name) == nullptr) setting.key.set(settings, setting.key.get(plain));
    });
    if (kind.rotation == nullptr) settings.scaling = plain.scaling;
    if (settings.scaling == positions::RopeScaling::none) settings.scaling_factor = plain.scaling_factor;
    if (kind.slope == nullptr) {
        settings.n_heads = plain.n_heads;
        settings.head = plain.head;
        settings.slope = plain.slope;
    }
    if (!kind.sided) settings.bidirectional = plain.bidirectional;
    if (kind.added == nullptr) {
        settings.table_rows = plain.table_rows;
        settings.combine = plain.combine;
        settings.dims = plain.dims;
    }
}

}  // namespace

PositionsState first_positions() {
    PositionsState state;
    state.page = &positions_pages().front();
    for (const char* name : {"sinusoidal", "learned", "rope", "alibi"}) state.kinds.push_back(find_positional(name));
    for (const char* name : {"sinusoidal", "rope", "alibi"}) state.start.kinds.push_back(find_positional(name));
    state.start.vectors = joined_vectors().front();
    state.settings.scaling_factor = 4;  // of use once a scaling is chosen
    return state;
}

std::span<const PositionalKind* const> joined_vectors() {
    static const std::vector<const PositionalKind*> kinds = [] {
        std::vector<const PositionalKind*> found;
        for (const PositionalKind& kind : all_positional_kinds())
            if (kind.added != nullptr && !kind.appended_always) found.push_back(&kind);
        return found;
    }();
    return kinds;
}

const PositionalKind& selected_kind(const PositionsState& state) {
    if (state.page->text != nullptr) return state.page->text->kind(state);
    return *state.kinds[static_cast<std::size_t>(state.chosen)];
}

const PositionsPage* positions_page(std::string_view name) {
    const auto page = std::ranges::find(positions_pages(), name, &PositionsPage::name);
    return page == positions_pages().end() ? nullptr : &*page;
}

std::size_t column_count(const PositionsState& state) {
    return state.page->columns == PositionsColumns::scalings ? rope_scalings : state.kinds.size();
}

positions::Settings settings_of_column(const PositionsState& state, std::size_t column) {
    positions::Settings settings = state.settings;
    const bool scalings = state.page->columns == PositionsColumns::scalings;
    if (scalings) {
        settings.kind = &positional_that_scales();
        settings.scaling = static_cast<positions::RopeScaling>(column);
    } else {
        settings.kind = state.kinds[column];
    }
    forget_unread(settings);
    settings.PositionalConfig::scaling = {};
    if (from_model(state) && settings.kind == state.open.kind && !scalings) {
        settings.PositionalConfig::scaling = state.open.scaling;
        if (settings.kind->added != nullptr) settings.layout = state.open.layout;
    }
    return positions::fitted(settings);
}

int max_pairs(const PositionsState& state) {
    int most = 1;
    for (std::size_t c = 0; c < column_count(state); ++c)
        most = std::max(most, static_cast<int>(positions::frequencies(settings_of_column(state, c)).size()));
    return std::max(most, state.settings.d_model / 2);
}

void keep_valid(PositionsState& state) {
    const int last = state.settings.n_positions - 1;
    state.query = std::clamp(state.query, 0, last);
    state.key = std::clamp(state.key, 0, last);
    state.chosen = std::clamp(state.chosen, 0, static_cast<int>(state.kinds.size()) - 1);
    state.settings.head = std::clamp(state.settings.head, 0, state.settings.n_heads - 1);
    state.settings.rotary_dims = std::min(state.settings.rotary_dims, state.settings.d_head / 2 * 2);
    state.pair = std::clamp(state.pair, 0, max_pairs(state) - 1);
    const ModelConfig& trained = require_task(state.task).config;
    state.trained_block = std::clamp(state.trained_block, 0, trained.n_layers - 1);
    state.trained_head = std::clamp(state.trained_head, 0, trained.n_heads - 1);
    if (!from_model(state)) return;
    const OpenModel& open = state.open;
    state.block = std::clamp(state.block, 0, open.blocks - 1);
    state.model_head = std::clamp(state.model_head, 0, open.heads - 1);
    const int last_word = std::max(0, static_cast<int>(open.words.size()) - 1);
    state.query_token = std::clamp(state.query_token, 0, last_word);
    state.key_token = std::clamp(state.key_token, 0, last_word);
}

bool add_column(PositionsState& state) {
    if (state.kinds.size() >= max_columns) return false;
    for (const PositionalKind& kind : all_positional_kinds())
        if (std::ranges::find(state.kinds, &kind) == state.kinds.end()) {
            state.kinds.push_back(&kind);
            break;
        }
    state.chosen = static_cast<int>(state.kinds.size()) - 1;
    return true;
}

bool remove_column(PositionsState& state) {
    if (state.kinds.size() <= min_columns) return false;
    state.kinds.erase(state.kinds.begin() + state.chosen);
    keep_valid(state);
    return true;
}

void next_kind(const PositionalKind*& kind, int by) {
    const auto kinds = all_positional_kinds();
    kind = &kinds[page_beside(static_cast<std::size_t>(kind - kinds.data()), by, kinds.size())];
}

void change_kind(PositionsState& state, int by) {
    if (state.page->text != nullptr)
        state.page->text->change_kind(state, by);
    else
        next_kind(state.kinds[static_cast<std::size_t>(state.chosen)], by);
    keep_valid(state);
}

std::string names_of(std::span<const PositionalKind* const> kinds) {
    std::string names;
    for (const PositionalKind* kind : kinds) names += (names.empty() ? "" : ",") + std::string(kind->name);
    return names;
}

ViewValues values_of(const PositionsState& state) {
    ViewValues values{{"columns", value_text(names_of(state.kinds))},
                      {"start_columns", value_text(names_of(state.start.kinds))},
                      {"start_chosen", value_text(state.start.chosen)},
                      {"start_query", value_text(state.start.query)},
                      {"start_key", value_text(state.start.key)},
                      {"start_pair", value_text(state.start.pair)},
                      {"start_moved", value_text(state.start.moved)},
                      {"start_model", value_text(state.start.model)},
                      {"measure", value_text(state.measure)},
                      {"mode", value_text(std::string(state.page->name))},
                      {"chosen", value_text(state.chosen)},
                      {"key", value_text(state.key)},
                      {"pair", value_text(state.pair)},
                      {"adopted", value_text(state.adopted)}};
    for (const Knob& knob : all_knobs()) values[knob.id] = value_text(static_cast<float>(knob.get(state)));
    for (const Choice& choice : all_choices()) values[choice.id] = value_text(choice.get(state));
    return values;
}

namespace {

std::vector<const PositionalKind*> kinds_named(const std::string& list) {
    std::vector<const PositionalKind*> kinds;
    const std::string names = list + ",";
    for (std::size_t from = 0, to = 0; (to = names.find(',', from)) != std::string::npos; from = to + 1)
        if (const PositionalKind* kind = find_positional(names.substr(from, to - from))) kinds.push_back(kind);
    return kinds;
}

}  // namespace

void read_values(const ViewValues& values, PositionsState& state) {
    const ViewReader read(values);
    if (const auto start = kinds_named(read.text("start_columns", "")); start.size() == start_columns)
        state.start.kinds = start;
    state.measure = read.yes("measure", state.measure);
    const std::vector<const PositionalKind*> kinds = kinds_named(read.text("columns", ""));
    if (kinds.size() >= min_columns && kinds.size() <= max_columns) state.kinds = kinds;
    if (const PositionsPage* const page = positions_page(read.text("mode", "")); page != nullptr) state.page = page;
    state.adopted = read.text("adopted", state.adopted);
    for (const Knob& knob : all_knobs()) {
        const auto now = static_cast<float>(knob.get(state));
        const float kept = read.number(knob.id, now, static_cast<float>(knob.low), static_cast<float>(knob.high));
        if (kept != now) knob.set(state, static_cast<double>(kept));
    }
    for (const Choice& choice : all_choices())
        choice.set(state, read.whole(choice.id, choice.get(state), 0, static_cast<int>(choice.labels.size()) - 1));
    const int far = positions::max_positions;
    state.chosen = read.whole("chosen", state.chosen, 0, static_cast<int>(max_columns) - 1);
    state.key = read.whole("key", state.key, 0, far);
    state.pair = read.whole("pair", state.pair, 0, far);
    StartState& start = state.start;
    start.model = read.text("start_model", start.model);
    start.chosen = read.whole("start_chosen", start.chosen, 0, static_cast<int>(start_columns) - 1);
    start.query = read.whole("start_query", start.query, -1, most_start_tokens);
    start.key = read.whole("start_key", start.key, -1, most_start_tokens);
    start.pair = read.whole("start_pair", start.pair, 0, far);
    start.moved = read.whole("start_moved", start.moved, 0, most_moved);
    keep_valid(state);
}

ViewValues with_first_model(ViewValues values) {
    if (values.contains("start_model")) return values;
    std::string said;
    for (const char* name : {"start_columns", "start_query", "start_key", "combine", "vectors", "appended"})
        if (values.contains(name)) said += std::string(" ") + name;
    if (!said.empty()) values["start_model"] = value_text(std::string(first_model) + said);
    return values;
}

}  // namespace glassformer
