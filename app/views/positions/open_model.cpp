#include "app/views/positions/open_model.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/model/positional.h"

namespace glassformer {

OpenModel open_model(const Session::Snapshot& shown) {
    OpenModel open;
    if (!shown.current) return open;
    const Model& model = shown.current->model();
    open.name = model.name;
    open.title = model.card.title.empty() ? model.name : model.card.title;
    try {
        positions::settings_of(model.config, 0);
    } catch (const Error& error) {
        open.problem = error.what();
        return open;
    }
    open.blocks = model.config.n_layers;
    open.heads = model.config.n_heads;
    open.kind = model.config.positional.kind;
    open.appended = appended_columns(model.config);
    open.scaling = positions::settings_of(model.config, 0).PositionalConfig::scaling;
    open.layout = model.config.positional.layout;
    open.switched = shown.model && shown.model->config.positional.kind != open.kind;
    open.words.reserve(shown.current->tokens().size());
    for (const TokenLabel& token : shown.current->tokens()) open.words.push_back(token.text);
    if (open.blocks < 1 || open.words.empty()) open.problem = "the model has no block that attends to a text";
    return open;
}

std::string problem_sentence(const OpenModel& open) {
    constexpr std::string_view model = "the model";
    return open.problem.starts_with(model) ? "This model" + open.problem.substr(model.size()) : open.problem;
}

const Model& model_as_trained(const Session::Snapshot& shown) {
    return shown.model ? *shown.model : shown.current->model();
}

positions::HeadRef place_of_head(const ModelConfig& config, int block, int head) {
    positions::HeadRef place{.site = {.stack = Stack::only, .block = block}, .head = head};
    if (config.architecture != Architecture::encoder_decoder) return place;
    place.site.stack = Stack::encoder;
    place.site.attention = AttentionKind::self;
    return place;
}

positions::Settings settings_of_open(const Session::Snapshot& shown) {
    const ModelConfig& config = shown.current->model().config;
    positions::Settings own = positions::settings_of(config, 0);
    own.bidirectional = own.bidirectional || config.architecture == Architecture::encoder_decoder;
    const positions::Settings trained = positions::settings_of(model_as_trained(shown).config, 0);
    if (own.kind == trained.kind) return own;
    own.table_rows = trained.table_rows;
    own.combine = trained.combine;
    own.dims = trained.dims;
    for (const PositionalSetting& setting : trained.kind->settings)
        if (find_setting(*own.kind, setting.key.name) == nullptr) setting.key.set(own, setting.key.get(trained));
    return own;
}

void adopt(PositionsState& state, const Session::Snapshot& shown) {
    positions::Settings& now = state.settings;
    const Model& model = shown.current->model();
    const positions::Settings own = settings_of_open(shown);
    now.d_model = own.d_model;
    now.d_head = own.d_head;
    if (state.adopted == model.name) return;
    const bool first = state.adopted.empty();
    state.adopted = model.name;
    const positions::Settings before = now;
    now = own;
    // What is looked at stays, as far as the model has rows for it.
    const PositionalKind& trained = *model_as_trained(shown).config.positional.kind;
    const bool ends = trained.limited;
    now.n_positions = ends ? std::min(before.n_positions, own.table_rows) : before.n_positions;
    now.table_rows = ends ? own.table_rows : before.table_rows;
    now.first = before.first;
    now.scaling = before.scaling;
    now.scaling_factor = before.scaling_factor;
    now.seed = before.seed;
    now.projection = before.projection;
    now.same_token = before.same_token;
    const auto last = static_cast<int>(state.open.words.size()) - 1;
    if (first && state.query_token == 0 && state.key_token == 0) state.query_token = std::max(0, last);
    state.model_head = std::min(state.model_head, model.config.n_heads - 1);
    state.settings.head = state.model_head;
    keep_valid(state);
}

void release(PositionsState& state) {
    if (state.adopted.empty()) return;
    state.adopted.clear();
    const positions::Settings plain = first_positions().settings;
    positions::Settings& now = state.settings;
    now.combine = plain.combine;
    now.dims = plain.dims;
    now.scaled = plain.scaled;
    now.temperature = plain.temperature;
    now.d_model = plain.d_model;
    now.d_head = plain.d_head;
    now.table_rows = plain.table_rows;
    keep_valid(state);
}

namespace {

bool is_there(const std::string& name, std::span<const ModelChoice> models) {
    return std::ranges::find(models, name, &ModelChoice::name) != models.end();
}

}  // namespace

std::string card_title(const std::string& model, std::span<const ModelChoice> models) {
    const auto found = std::ranges::find(models, model, &ModelChoice::name);
    return found == models.end() || found->title.empty() ? model : found->title;
}

std::string shipped_model(const std::string& task, const PositionalKind& kind, std::span<const ModelChoice> models) {
    const std::string name = task + "-" + std::string(kind.name);
    return is_there(name, models) ? name : "";
}

std::string sibling_of(const std::string& model, const PositionalKind& now, const PositionalKind& wanted,
                       std::span<const ModelChoice> models) {
    const std::string ending = "-" + std::string(now.name);
    if (&now == &wanted || !model.ends_with(ending)) return "";
    return shipped_model(model.substr(0, model.size() - ending.size()), wanted, models);
}

}  // namespace glassformer
