#include "app/views/positions/laboratory.h"

#include <algorithm>

#include "app/views/positions/open_model.h"
#include "app/views/positions/page.h"
#include "core/analysis/measures.h"
#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/model/positional.h"
#include "core/positions/shift_map.h"

namespace glassformer {

namespace {

/// What the query and the key depend on; the rest is set alike.
positions::Settings for_content(const positions::Settings& settings) {
    positions::Settings content;
    content.d_model = settings.d_model;
    content.d_head = settings.d_head;
    content.projection = settings.projection;
    content.same_token = settings.same_token;
    content.seed = settings.seed;
    return content;
}

/// What is learned does not depend on where the sentence stands or how fast something turns.
positions::Settings for_learned(positions::Settings settings) {
    settings.first = settings.head = 0;
    settings.n_positions = 1;
    settings.base = 10000;
    settings.slope = 0;
    settings.same_token = false;
    settings.projection = positions::Projection::identity;
    return settings;
}

/// The tensors have the sizes of these settings.
bool fits(const positions::Learned& learned, const positions::Settings& settings) {
    const positions::Learned wanted = positions::random_learned(settings);
    const auto alike = [](const Tensor& a, const Tensor& b) {
        return a.shape.rank() == b.shape.rank() && a.data.size() == b.data.size() &&
               (a.data.empty() || a.shape.cols() == b.shape.cols());
    };
    return alike(learned.mix, wanted.mix) && std::ranges::equal(learned.parameters, wanted.parameters, alike);
}

}  // namespace

float EncodingColumn::score(int query, int key) const {
    return column.scores.map.view().row(static_cast<std::size_t>(query))[key];
}

void EncodingTables::compute(EncodingColumn& column, const positions::Settings& settings, bool other_model) {
    const bool drawn_anew =
        other_model || column.settings.kind == nullptr || for_learned(column.settings) != for_learned(settings);
    column.settings = settings;
    column.error.clear();
    column.has_unshifted = false;
    column.changed_by_shift = 0;
    column.generation = ++generation_;
    ++computed_;
    try {
        if (drawn_anew) {
            const bool own = model_learned_ && settings.kind == model_kind_ && fits(*model_learned_, settings);
            column.learned = own ? *model_learned_ : positions::random_learned(settings);
        }
        positions::compute(settings, column.learned, content_, column.column);
        column.spread = toeplitz_spread(column.column.scores.map.view());
        const Tensor& similarity = column.column.similarity;
        column.similarity_spread = similarity.data.empty() ? 0 : toeplitz_spread(similarity.view());
        if (settings.first == 0) return;
        positions::Settings at_start = settings;
        at_start.first = 0;
        positions::compute(at_start, column.learned, content_, column.unshifted);
        column.has_unshifted = true;
        column.changed_by_shift = positions::largest_difference(column.column.scores.map, column.unshifted.scores.map);
    } catch (const Error& error) {
        column.error = error.what();
    }
}

void EncodingTables::compute_pair(EncodingColumn& column, const PositionsState& state) {
    column.curve.clear();
    for (auto* hands : {&column.query_hands, &column.key_hands}) hands->clear();
    for (auto* pairs : {&column.pairs, &column.pairs_unshifted}) pairs->clear();
    if (!column.shown()) return;
    positions::against_distance(column.column.scores.map, state.query, column.curve);
    positions::clock_hands(column.settings, state.query, column.query_hands);
    positions::clock_hands(column.settings, state.key, column.key_hands);
    if (column.settings.kind->rotation == nullptr) return;
    positions::turned_pairs(column.settings, content_, state.query, state.key, column.pairs);
    positions::Settings at_start = column.settings;
    at_start.first = 0;
    positions::turned_pairs(at_start, content_, state.query, state.key, column.pairs_unshifted);
}

void EncodingTables::compute_page(EncodingColumn& column, const PositionsState& state) {
    column.shift_change.data.clear();
    column.shift_map.data.clear();
    if (!column.shown()) return;
    if (state.page->compute != nullptr) state.page->compute(column);
}

/// True where the query and the key are others than before.
bool EncodingTables::follow_content(const PositionsState& state, const Session::Snapshot& shown) {
    const Evaluation* open = shown.current.get();
    const bool of_model = open != nullptr && from_model(state);
    ContentOf wanted;
    if (of_model)
        wanted = {.random = {},
                  .evaluation = open->generation(),
                  .block = state.block,
                  .head = state.model_head,
                  .query = state.query_token,
                  .key = state.key_token};
    else
        wanted.random = for_content(state.settings);
    if (content_of_ == wanted) return false;
    content_of_ = wanted;
    model_learned_.reset();
    if (!of_model) {
        content_ = positions::random_content(state.settings);
        return true;
    }
    const Model& model = open->model();
    const positions::HeadRef place = place_of_head(model.config, state.block, state.model_head);
    content_ = positions::content_of(model, open->trace(), place, {state.query_token, state.key_token});
    // With another encoding over the same weights the open model has no parameters of its own one any more.
    const Model& trained = model_as_trained(shown);
    model_learned_ = positions::learned_of(trained, place);
    model_kind_ = trained.config.positional.kind;
    return true;
}

void EncodingTables::follow(const PositionsState& state, const Session::Snapshot& shown) {
    const bool other_content = follow_content(state, shown);
    const bool other_pair = query_ != state.query || key_ != state.key;
    const bool other_page = page_ != state.page;
    query_ = state.query;
    key_ = state.key;
    page_ = state.page;
    columns_.resize(column_count(state));
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const positions::Settings settings = settings_of_column(state, c);
        const bool other = other_content || columns_[c].settings != settings;
        if (other) compute(columns_[c], settings, other_content);
        if (other || other_pair) compute_pair(columns_[c], state);
        if (other || other_pair || other_page) compute_page(columns_[c], state);
    }
}

}  // namespace glassformer
