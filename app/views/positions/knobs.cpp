#include "app/views/positions/knobs.h"

#include <algorithm>
#include <cmath>

#include "app/views/positions/joined_texts.h"
#include "app/views/positions/page.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/model/positional.h"
#include "core/train/ablations/position_lengths.h"
#include "core/train/task.h"

namespace glassformer {

namespace {

using positions::Projection;
using positions::RopeScaling;

constexpr float row_height = 2.0F;  // em

bool rotates(const PositionalKind& kind) { return kind.rotation != nullptr; }
bool has_slope(const PositionalKind& kind) { return kind.slope != nullptr; }
bool has_rows(const PositionalKind& kind) { return kind.limited; }
bool has_sides(const PositionalKind& kind) { return kind.sided; }

bool compares_scalings(const PositionsState& state) { return state.page->columns == PositionsColumns::scalings; }

const PositionalKind& chosen_kind(const PositionsState& state) {
    return compares_scalings(state) ? positional_that_scales() : *state.kinds[static_cast<std::size_t>(state.chosen)];
}
bool computed_here(const PositionsState& state);
template <bool (*has)(const PositionalKind&)>
bool chosen(const PositionsState& state) {
    return computed_here(state) && has(chosen_kind(state));
}
bool of_trained(const PositionsState& state) { return state.page->trained; }
bool of_task(const PositionsState& state) { return state.page->columns == PositionsColumns::models; }
bool of_joined(const PositionsState& state) { return state.page->text != nullptr && state.page->text->writes_joined(); }
/// Pages of trained models and of joined vectors follow none of the laboratory's settings.
bool computed_here(const PositionsState& state) { return !of_task(state) && !of_joined(state); }
/// Tokens of the open model joined with vectors of a formula are the same for every seed, in all ways.
bool joins_random(const PositionsState& state) {
    const bool model = !state.open.name.empty() && state.open.problem.empty();
    return !model || !state.start.vectors->parameters.empty();
}
bool drawn(const PositionsState& state) { return computed_here(state) && !from_model(state); }
bool of_open(const PositionsState& state) { return computed_here(state) && from_model(state); }
bool scaled(const PositionsState& state) {
    return compares_scalings(state) || (chosen<rotates>(state) && state.settings.scaling != RopeScaling::none);
}
bool can_scale(const PositionsState& state) { return !compares_scalings(state) && chosen<rotates>(state); }

std::string word_at(const PositionsState& state, int token) {
    if (token < 0 || token >= static_cast<int>(state.open.words.size())) return "";
    return "“" + state.open.words[static_cast<std::size_t>(token)] + "”";
}

std::string whole(double value) { return std::to_string(std::lround(value)); }

/// A whole number of the shared settings.
template <int positions::Settings::*field>
double get(const PositionsState& state) {
    return state.settings.*field;
}
template <int positions::Settings::*field>
void set(PositionsState& state, double value) {
    state.settings.*field = static_cast<int>(std::lround(value));
}
template <int positions::Settings::*field>
std::string text(const PositionsState& state) {
    return std::to_string(state.settings.*field);
}

bool has_setting(const PositionsState& state, std::string_view key) {
    return computed_here(state) && find_setting(chosen_kind(state), key) != nullptr;
}

/// The slider of an encoding's number.
Knob setting_knob(const PositionalSetting& setting) {
    const KeyOf<PositionalConfig>& key = setting.key;
    const PositionalRange& range = setting.range;
    return {.id = setting.id,
            .label = setting.label,
            .hint = key.hint,
            .low = range.low,
            .high = range.high,
            .step = range.step,
            .own = true,
            .shows = [name = key.name](const PositionsState& s) { return has_setting(s, name); },
            .get = [get = key.get](const PositionsState& s) { return get(s.settings); },
            .set = [set = key.set, low = range.low](PositionsState& s,
                                                    double v) { set(s.settings, std::max(low, std::round(v))); },
            .text = [get = key.get, zero = range.zero](const PositionsState& s) -> std::string {
                const double value = get(s.settings);
                return zero != nullptr && value == 0 ? zero : whole(value);
            },
            .text_width = range.text_width};
}

Choice setting_choice(const PositionalSetting& setting) {
    const KeyOf<PositionalConfig>& key = setting.key;
    return {.id = setting.id,
            .label = setting.label,
            .labels = {setting.labels.begin(), setting.labels.end()},
            .own = true,
            .shows = [name = key.name](const PositionsState& s) { return has_setting(s, name); },
            .get = [get = key.get](const PositionsState& s) { return static_cast<int>(get(s.settings)); },
            .set = [set = key.set](PositionsState& s, int v) { set(s.settings, v); }};
}

std::vector<Knob> shared_knobs() {
    return {
        Knob{"d_model", "d_model", texts::positions::d_model_hint, 8, 128, 8, false, drawn,
             get<&positions::Settings::d_model>, set<&positions::Settings::d_model>,
             text<&positions::Settings::d_model>},
        Knob{"d_head", "d_head", texts::positions::d_head_hint, 4, 128, 4, false, drawn,
             get<&positions::Settings::d_head>, set<&positions::Settings::d_head>, text<&positions::Settings::d_head>},
        Knob{"positions", "positions", texts::positions::n_positions_hint, 8, 128, 1, false, computed_here,
             get<&positions::Settings::n_positions>, set<&positions::Settings::n_positions>,
             text<&positions::Settings::n_positions>},
        Knob{"shift", "shift", texts::positions::shift_hint, 0, 512, 1, false, computed_here,
             get<&positions::Settings::first>, set<&positions::Settings::first>,
             [](const PositionsState& s) { return "+" + std::to_string(s.settings.first); }},
        Knob{"query", "query", texts::positions::query_hint, 0, 127, 1, false, computed_here,
             [](const PositionsState& s) { return static_cast<double>(s.query); },
             [](PositionsState& s, double v) { s.query = static_cast<int>(std::lround(v)); },
             [](const PositionsState& s) { return std::to_string(s.query); }},
        Knob{"seed", "seed", texts::positions::seed_hint, 0, 99, 1, false,
             [](const PositionsState& s) { return computed_here(s) || (of_joined(s) && joins_random(s)); },
             [](const PositionsState& s) { return static_cast<double>(s.settings.seed); },
             [](PositionsState& s, double v) { s.settings.seed = static_cast<std::uint64_t>(std::lround(v)); },
             [](const PositionsState& s) { return std::to_string(s.settings.seed); }},
        Knob{"block", "block", texts::positions::block_hint, 0, 127, 1, false, of_open,
             [](const PositionsState& s) { return static_cast<double>(s.block); },
             [](PositionsState& s, double v) { s.block = static_cast<int>(std::lround(v)); },
             [](const PositionsState& s) { return std::to_string(s.block + 1); }},
        Knob{"model_head", texts::positions::model_head, texts::positions::model_head_hint, 0, 127, 1, false, of_open,
             [](const PositionsState& s) { return static_cast<double>(s.model_head); },
             [](PositionsState& s, double v) { s.settings.head = s.model_head = static_cast<int>(std::lround(v)); },
             [](const PositionsState& s) { return std::to_string(s.model_head + 1); }},
        Knob{"query_token", texts::positions::query_of, texts::positions::query_token_hint, 0, 1023, 1, false, of_open,
             [](const PositionsState& s) { return static_cast<double>(s.query_token); },
             [](PositionsState& s, double v) { s.query_token = static_cast<int>(std::lround(v)); },
             [](const PositionsState& s) { return word_at(s, s.query_token); }, 5},
        Knob{"key_token", texts::positions::key_of, texts::positions::key_token_hint, 0, 1023, 1, false, of_open,
             [](const PositionsState& s) { return static_cast<double>(s.key_token); },
             [](PositionsState& s, double v) { s.key_token = static_cast<int>(std::lround(v)); },
             [](const PositionsState& s) { return word_at(s, s.key_token); }, 5},
        Knob{"trained_block", "block", texts::positions::trained_block_hint, 0, 127, 1, false, of_trained,
             [](const PositionsState& s) { return static_cast<double>(s.trained_block); },
             [](PositionsState& s, double v) { s.trained_block = static_cast<int>(std::lround(v)); },
             [](const PositionsState& s) { return std::to_string(s.trained_block + 1); }},
        Knob{"trained_head", "head", texts::positions::trained_head_hint, 0, 127, 1, false, of_trained,
             [](const PositionsState& s) { return static_cast<double>(s.trained_head); },
             [](PositionsState& s, double v) { s.trained_head = static_cast<int>(std::lround(v)); },
             [](const PositionsState& s) { return std::to_string(s.trained_head + 1); }},
        Knob{"rows", texts::positions::table_size, texts::positions::rows_hint, 8, 256, 1, true, chosen<has_rows>,
             get<&positions::Settings::table_rows>, set<&positions::Settings::table_rows>,
             text<&positions::Settings::table_rows>},
        Knob{"factor", "factor", texts::positions::factor_hint, 1, 16, 0.5, true, scaled,
             [](const PositionsState& s) { return s.settings.scaling_factor; },
             [](PositionsState& s, double v) { s.settings.scaling_factor = v; },
             [](const PositionsState& s) { return number_text(s.settings.scaling_factor); }, 3},
        Knob{"heads", "heads", texts::positions::heads_hint, 1, 32, 1, true, chosen<has_slope>,
             get<&positions::Settings::n_heads>, set<&positions::Settings::n_heads>,
             text<&positions::Settings::n_heads>},
        Knob{"head", "head", texts::positions::head_hint, 0, 31, 1, true, chosen<has_slope>,
             get<&positions::Settings::head>, set<&positions::Settings::head>,
             [](const PositionsState& s) { return std::to_string(s.settings.head + 1); }},
        Knob{"slope", "slope", texts::positions::slope_hint, 0, 2, 0.01, true, chosen<has_slope>,
             [](const PositionsState& s) { return s.settings.slope; },
             [](PositionsState& s, double v) { s.settings.slope = std::round(v * 100) / 100; },
             [](const PositionsState& s) {
                 return s.settings.slope > 0 ? number_text(s.settings.slope)
                                             : std::string(texts::positions::default_slope);
             },
             4.6F},
        Knob{"appended", texts::joined::appended, texts::joined::appended_hint, 1, 64, 1, true,
             [](const PositionsState& s) { return of_joined(s) && s.start.way == positions::JoinWay::append; },
             [](const PositionsState& s) { return static_cast<double>(s.start.appended); },
             [](PositionsState& s, double v) { s.start.appended = static_cast<int>(std::lround(v)); },
             [](const PositionsState& s) { return std::to_string(s.start.appended); }},
    };
}

std::vector<Choice> other_choices() {
    return {
        {"combine",
         texts::joined::combine,
         {texts::joined::way_add, texts::joined::way_append, texts::joined::way_one_hot},
         false,
         of_joined,
         [](const PositionsState& s) { return static_cast<int>(s.start.way); },
         [](PositionsState& s, int v) { s.start.way = static_cast<positions::JoinWay>(v); }},
        {"vectors", texts::joined::vectors,
         [] {
             std::vector<std::string> titles;
             for (const PositionalKind* kind : joined_vectors()) titles.emplace_back(kind->title);
             return titles;
         }(),
         false, [](const PositionsState& s) { return of_joined(s) && s.start.way != positions::JoinWay::one_hot; },
         [](const PositionsState& s) {
             const auto all = joined_vectors();
             return static_cast<int>(std::ranges::find(all, s.start.vectors) - all.begin());
         },
         [](PositionsState& s, int v) { s.start.vectors = joined_vectors()[static_cast<std::size_t>(v)]; }},
        {"source",
         "q, k",
         {texts::positions::source_random, texts::positions::source_model},
         false,
         computed_here,
         [](const PositionsState& s) { return static_cast<int>(s.source); },
         [](PositionsState& s, int v) { s.source = static_cast<TokenSource>(v); }},
        {"measured", "task",
         [] {
             std::vector<std::string> titles;
             for (const std::string_view task : positional_tasks()) titles.emplace_back(require_task(task).title);
             return titles;
         }(),
         false, of_task,
         [](const PositionsState& s) {
             const std::vector<std::string_view> tasks = positional_tasks();
             const auto at = std::ranges::find(tasks, s.task);
             return at == tasks.end() ? 0 : static_cast<int>(at - tasks.begin());
         },
         [](PositionsState& s, int v) { s.task = positional_tasks().at(static_cast<std::size_t>(v)); }},
        {"token",
         "key",
         {texts::positions::another_token, texts::positions::same_token},
         false,
         drawn,
         [](const PositionsState& s) { return s.settings.same_token ? 1 : 0; },
         [](PositionsState& s, int v) { s.settings.same_token = v == 1; }},
        {"projection",
         "W",
         {"identity", "random"},
         false,
         drawn,
         [](const PositionsState& s) { return s.settings.projection == Projection::identity ? 0 : 1; },
         [](PositionsState& s, int v) { s.settings.projection = v == 0 ? Projection::identity : Projection::random; }},
        {"scaling",
         "scaling",
         {texts::positions::scaling_none, texts::positions::scaling_linear, texts::positions::scaling_ntk},
         true,
         can_scale,
         [](const PositionsState& s) { return static_cast<int>(s.settings.scaling); },
         [](PositionsState& s, int v) { s.settings.scaling = static_cast<RopeScaling>(v); }},
        {"sides",
         texts::positions::later_keys,
         {texts::positions::sides_ignored, texts::positions::sides_separate},
         true,
         chosen<has_sides>,
         [](const PositionsState& s) { return s.settings.bidirectional ? 1 : 0; },
         [](PositionsState& s, int v) { s.settings.bidirectional = v == 1; }},
    };
}

/// The encodings' settings that are choices, or those that are not, and after them the rows.
template <class Row, class Make>
std::vector<Row> with_settings(const std::vector<Row>& rows, bool choices, Make&& make) {
    std::vector<Row> all;
    for_each_setting([&](const PositionalSetting& setting) {
        if ((setting.key.type == KeyType::choice) == choices) all.push_back(make(setting));
    });
    all.insert(all.end(), rows.begin(), rows.end());
    return all;
}

}  // namespace

std::span<const Knob> all_knobs() {
    static const std::vector<Knob> knobs = with_settings(shared_knobs(), false, setting_knob);
    return knobs;
}

std::span<const Choice> all_choices() {
    static const std::vector<Choice> choices = with_settings(other_choices(), true, setting_choice);
    return choices;
}

double highest(const Knob& knob, const PositionsState& state) {
    const std::string_view id = knob.id;
    if (id == "query") return state.settings.n_positions - 1;
    if (id == "head") return std::max(1, state.settings.n_heads - 1);
    if (id == "rotary") return state.settings.d_head - state.settings.d_head % 2;
    if (id == "block") return std::max(1, state.open.blocks - 1);
    if (id == "model_head") return std::max(1, state.open.heads - 1);
    if (id == "trained_block") return std::max(1, require_task(state.task).config.n_layers - 1);
    if (id == "trained_head") return std::max(1, require_task(state.task).config.n_heads - 1);
    if (id == "query_token" || id == "key_token") return std::max(1, static_cast<int>(state.open.words.size()) - 1);
    return knob.high;
}

namespace {

/// Puts things side by side, and below one another where the width is at its end.
class Rows {
public:
    Rows(Rect& area, float em) : area_(area), em_(em) {}
    Rect place(float width) {
        width = std::min(width, area_.w);
        if (x_ < 0 || x_ + width > area_.right() + 0.5F) {
            line_ = area_.take_top(row_height * em_);
            x_ = area_.x;
        }
        const Rect at{x_, line_.y, width, line_.h};
        x_ += width + 1.2F * em_;
        return at;
    }
    void next() { x_ = -1; }

private:
    Rect& area_;
    Rect line_;
    float em_, x_ = -1;
};

/// The same room whatever the text, so that nothing moves while the control is dragged; more for a longer text.
float number_width(const Ui& ui, const Knob& knob, const PositionsState& state) {
    return std::max(knob.text_width * ui.em,
                    std::ceil(ui.painter.measure(knob.text(state), em::body, Face::bold).width) + 1);
}

bool draw_knob(ViewContext& context, const Rect& place, const Knob& knob, PositionsState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect rest = place;
    const Rect name = rest.take_left(ui.painter.measure(knob.label, em::small).width + 0.5F * em);
    text_in(ui.painter, name, knob.label, {.colour = ui.theme.muted, .size = em::small});
    const Region touched = region(ui, "name " + std::string(knob.id), name);
    if (touched.hovered) tooltip(ui, name, knob.hint);
    const std::string text = knob.text(state);
    const Rect number = rest.take_right(number_width(ui, knob, state));
    context.targets.put("number " + std::string(knob.id), number);
    rest.take_right(0.4F * em);
    context.targets.put(knob.id, rest);
    auto value = static_cast<float>(knob.get(state));
    const SliderStyle style{.logarithmic = knob.step == 0, .step = static_cast<float>(knob.step)};
    const bool moved =
        slider(ui, knob.id, rest, value, static_cast<float>(knob.low), static_cast<float>(highest(knob, state)), style);
    if (moved) knob.set(state, static_cast<double>(value));
    text_in(ui.painter, number, text, {.colour = ui.theme.text, .face = Face::bold});
    return moved;
}

bool draw_choice(ViewContext& context, Rows& rows, const Choice& choice, PositionsState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    float width = 0;
    for (const std::string& label : choice.labels) width = std::max(width, ui.painter.measure(label).width);
    Rect place = rows.place(width + ui.painter.measure(choice.label).width + 3.4F * em);
    place = place.inset(0, 0.12F * em).snapped();
    context.targets.put(choice.id, place);
    int selected = choice.get(state);
    const bool changed = dropdown(ui, choice.id, place, choice.labels, selected, {}, choice.label);
    if (changed) choice.set(state, selected);
    return changed;
}

}  // namespace

bool draw_knobs(ViewContext& context, Rect& area, PositionsState& state) {
    const float em = context.ui.em;
    bool changed = false;
    Rows rows(area, em);
    for (const bool own : {false, true}) {
        for (const Knob& knob : all_knobs()) {
            if (knob.own != own || !knob.shows(state)) continue;
            const float name = context.ui.painter.measure(knob.label, em::small).width;
            changed |=
                draw_knob(context, rows.place(name + 5.4F * em + number_width(context.ui, knob, state)), knob, state);
        }
        for (const Choice& choice : all_choices()) {
            if (choice.own != own || !choice.shows(state)) continue;
            changed |= draw_choice(context, rows, choice, state);
        }
    }
    if (changed) keep_valid(state);
    return changed;
}

}  // namespace glassformer
