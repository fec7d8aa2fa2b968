// What the columns of the positions view show, computed by core/positions into memory that is kept, and only where the
// settings of a column have changed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/views/positions/state.h"
#include "core/positions/circle.h"
#include "core/positions/column.h"
#include "core/session/session.h"

namespace glassformer {

struct EncodingColumn {
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

    double spread = 0, similarity_spread = 0;  // toeplitz_spread() of core/analysis/measures.h

    // Of the page that is shown; empty on others.
    Tensor shift_change;         // score of the shifted sentence minus that of the unshifted one
    Tensor shift_map;            // sinusoidal: M(k), p_{i+k} = M(k) p_i
    int shift_steps = 0;         // k
    double shift_map_error = 0;  // largest |M(k) p_i - p_{i+k}|

    bool shown() const { return error.empty(); }
    float score(int query, int key) const;
};

class EncodingTables {
public:
    /// Columns are the state's encodings, on the page of scalings RoPE with each of them.
    /// Computes what the state asks for and is not there yet. The query and the key may be of a head of the shown
    /// evaluation; what was learned is read off the model as it was trained, whatever encoding stands over its weights.
    void follow(const PositionsState& state, const Session::Snapshot& shown);
    std::span<const EncodingColumn> columns() const { return columns_; }
    const positions::Content& content() const { return content_; }
    /// How many columns were computed since the program began.
    std::uint64_t computed() const { return computed_; }

private:
    /// What the query and the key are made from; the same again where nothing of it changes.
    struct ContentOf {
        positions::Settings random;    // where they are drawn
        std::uint64_t evaluation = 0;  // of a model; 0: drawn
        int block = 0, head = 0, query = 0, key = 0;
        bool operator==(const ContentOf&) const = default;
    };
    bool follow_content(const PositionsState& state, const Session::Snapshot& shown);
    void compute(EncodingColumn& column, const positions::Settings& settings, bool other_model);
    void compute_pair(EncodingColumn& column, const PositionsState& state);
    static void compute_page(EncodingColumn& column, const PositionsState& state);

    std::vector<EncodingColumn> columns_;
    positions::Content content_;
    std::optional<ContentOf> content_of_;
    std::optional<positions::Learned> model_learned_;  // of the open model's head
    const PositionalKind* model_kind_ = nullptr;       // that it was trained with
    std::uint64_t computed_ = 0, generation_ = 0;
    int query_ = -1, key_ = -1;
    const PositionsPage* page_ = nullptr;
};

}  // namespace glassformer
