#include "app/views/positions/laboratory.h"

#include <utility>

#include "core/error.h"
#include "core/positional.h"

namespace glassformer {

namespace {

/// What the query and the key depend on; the rest is set alike.
positions::Settings for_content(const positions::Settings& settings) {
    return {.d_model = settings.d_model,
            .d_head = settings.d_head,
            .projection = settings.projection,
            .same_token = settings.same_token,
            .seed = settings.seed};
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

}  // namespace

float LabColumn::score(int query, int key) const {
    return column.scores.map.view().row(static_cast<std::size_t>(query))[key];
}

void Laboratory::compute(LabColumn& column, const positions::Settings& settings) {
    const bool drawn_anew = column.settings.kind == nullptr || for_learned(column.settings) != for_learned(settings);
    column.settings = settings;
    column.error.clear();
    column.has_unshifted = false;
    column.changed_by_shift = 0;
    column.generation = ++generation_;
    ++computed_;
    try {
        if (drawn_anew) column.learned = positions::random_learned(settings);
        positions::compute(settings, column.learned, content_, column.column);
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

void Laboratory::compute_pair(LabColumn& column, const PositionsState& state) {
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

void Laboratory::follow(const PositionsState& state) {
    const positions::Settings wanted = for_content(state.settings);
    const bool other_content = content_.query.data.empty() || content_settings_ != wanted;
    if (other_content) {
        content_ = positions::random_content(state.settings);
        content_settings_ = wanted;
    }
    const bool other_pair = query_ != state.query || key_ != state.key;
    query_ = state.query;
    key_ = state.key;
    columns_.resize(state.kinds.size());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const positions::Settings settings = settings_of_column(state, c);
        const bool other = other_content || columns_[c].settings != settings;
        if (other) compute(columns_[c], settings);
        if (other || other_pair) compute_pair(columns_[c], state);
    }
}

}  // namespace glassformer
