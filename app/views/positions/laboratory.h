// What the columns of the positions view show, computed by core/positions into memory that is kept, and only where the
// settings of a column have changed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/views/positions/state.h"
#include "core/positions/circle.h"
#include "core/positions/column.h"

namespace glassformer {

struct LabColumn {
    positions::Settings settings;
    positions::Learned learned;
    positions::Column column;     // of no use where there is an error
    positions::Column unshifted;  // the same sentence at position 0; only where it is shifted
    bool has_unshifted = false;
    double changed_by_shift = 0;   // largest difference of two scores that the shift makes
    std::string error;             // why there is nothing: "positions … do not exist"
    std::uint64_t generation = 0;  // another one whenever the tables are computed

    // Of the chosen query and key.
    std::vector<positions::ScoreAtDistance> curve;              // of the query, in the order of the keys
    std::vector<positions::Point> query_hands, key_hands;       // empty where nothing turns
    std::vector<positions::TurnedPair> pairs, pairs_unshifted;  // rope alone

    bool shown() const { return error.empty(); }
    float score(int query, int key) const;
};

class Laboratory {
public:
    /// Computes what the state asks for and is not there yet.
    void follow(const PositionsState& state);
    std::span<const LabColumn> columns() const { return columns_; }
    const positions::Content& content() const { return content_; }
    /// How many columns were computed since the program began.
    std::uint64_t computed() const { return computed_; }

private:
    void compute(LabColumn& column, const positions::Settings& settings);
    void compute_pair(LabColumn& column, const PositionsState& state);

    std::vector<LabColumn> columns_;
    positions::Content content_;
    positions::Settings content_settings_;
    std::uint64_t computed_ = 0, generation_ = 0;
    int query_ = -1, key_ = -1;
};

}  // namespace glassformer
