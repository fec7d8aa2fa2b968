// Pictures of one attention layer, one per mode: they read the trace, draw on a page and note the cell under the mouse.
// The view (attention.h) selects the mode and carries out clicks.
#pragma once

#include <optional>
#include <span>

#include "app/pictures/board/layout.h"
#include "app/views/attention/head_products.h"
#include "app/views/attention/state.h"

namespace glassformer {

/// Input of such a picture beside its page.
struct AttentionShow {
    const AttentionLayer& layer;
    Pair pair{};          // linked in all panels: of the locked cell, else of the one under the mouse
    bool locked = false;  // the pair is of the locked cell
    int first_query = 0;  // shown while there is no pair
    float fade = 0;       // steps: how far what does not belong to the pair has faded, 0 … 1
    int large = -1;       // steps: the map that is drawn large, or one of its stage; else the weights are
    bool projections = false;  // products: where there is room for one half only, the projections are shown
};

/// Record that a page of this view is composed around: a map of the layer, whose rows are the queries.
int page_record(const Evaluation& evaluation, const AttentionLayer& layer, const CellRef& cell, int query);

/// Index of a record among the operands of the page's stage; −1: none.
int operand_of(const Page& page, int record);

/// The weights of one head, as large as the area allows.
void draw_weights(Page& page, const AttentionShow& show);
/// Draws numbers about all heads together, [query, key], in the page's area without `below` pixels at its lower end;
/// returns the entry under the mouse.
struct SummaryHit {
    int query = -1, key = -1;
    float value = 0;
    Rect rect{};
};
std::optional<SummaryHit> draw_summary(Page& page, const AttentionShow& show, const ConstMatrix& map,
                                       const std::string& symbol, const std::string& note, float below = 0);

/// A line of the page Steps from a row or column of Q, K or V to where it is used; `line`: which row of it.
struct HeadFeeder {
    enum class Of : std::uint8_t { query, key, value, result } of;
    int line = 0;
    Vec2 from{}, to{};
};
/// What was drawn of one head with its steps, and where. Empty rectangles: no room, or the model has none.
struct HeadDrawn {
    int record = -1;  // of the large map
    Rect large{}, queries{}, keys{}, values{}, result{};
    std::vector<Rect> steps{};  // the small maps; empty where a step changes nothing
    std::vector<HeadFeeder> feeders{};
    Pair pair{};  // lit: the one of AttentionShow, else the strongest of its first query
};
/// Draws one map of a head large, its sides named, with lines from its queries, keys and values; beside or below it the
/// maps from the scores to the weights as small steps, linked.
HeadDrawn draw_steps(Page& page, const AttentionShow& show);
/// Records of the maps that a step of the page can make large: maps_of() without those that change nothing.
std::vector<int> steps_of(const Evaluation& evaluation, const AttentionLayer& layer, int query, int head);

/// Which row of which run something was read of.
struct QueryRow {
    const Evaluation* evaluation = nullptr;
    std::uint64_t generation = 0;
    int record = -1, head = -1, query = -1;
    bool operator==(const QueryRow&) const = default;
};

/// Terms of the scores of one query with every key, as the trace derives them; kept until another query is shown.
class ScoreTerms {
public:
    /// Clears everything if this is another row than last time.
    void read(const Evaluation& evaluation, int record, int head, int query);
    /// Derives the rows of these keys; [key, term] in matrix(), NaN where nothing was derived.
    void derive(std::span<const int> keys);
    ConstMatrix matrix() const;
    int terms() const { return terms_; }

private:
    QueryRow row_;
    std::uint64_t version_ = 0;
    int keys_ = 0, terms_ = 0;
    std::vector<float> values_;
    std::vector<bool> known_;
};

/// What every key adds to the head's output of one query, a_j v_j, as the trace derives it; kept until another query
/// is shown.
class OutputTerms {
public:
    /// Clears and derives everything if this is another row than last time. `record`: of the weighted values.
    void read(const Evaluation& evaluation, int record, int head, int query);
    ConstMatrix matrix() const;                  // [key, d_head]; NaN where an edit left nothing to derive
    bool complete() const { return complete_; }  // every column is the sum of its terms

private:
    QueryRow row_;
    std::uint64_t version_ = 0;
    int keys_ = 0, columns_ = 0;
    bool complete_ = false;
    std::vector<float> values_;
};

/// Kept between frames by the page Query.
struct QueryTerms {
    ScoreTerms scores;
    OutputTerms output;
};

/// Draws one query with all keys: q, K, their products term by term, then the score, scaled, masked and softmaxed, one
/// column each. Below, the head's output of the query and the selected pair with its numbers.
void draw_query(Page& page, const AttentionShow& show, QueryTerms& terms);
/// The row of the head's output that the query receives. Above it, where there is room, what the selected key adds to
/// it, or the key with the largest weight while none is.
void draw_query_output(Page& page, const Rect& area, const AttentionShow& show, int query, OutputTerms& terms);
/// Height in pixels of that in a picture of this height; 0: no room.
float query_output_height(float em, float high);

/// What one head adds to the attention's output, kept until another head is shown.
class HeadPart {
public:
    /// `heads`: record of the heads' outputs; `out`: of the attention's; `head` counted from 0. [query, d_model]; empty
    /// without an output matrix.
    ConstMatrix of(const Evaluation& evaluation, int heads, int out, int head);

private:
    QueryRow source_;  // of all queries
    std::uint64_t version_ = 0;
    std::vector<float> values_;
};

/// A matrix of the page Products, and where it was drawn.
struct ProductMatrix {
    ProductColumn::Role role;
    int record = -1;
    bool factor = false;  // the right factor above a product, not the product
    Rect rect{};
    ConstMatrix values{};
};
struct ProductsDrawn {
    std::vector<ProductMatrix> matrices;
    bool whole = true;  // false: there is room for one half only
};
/// Draws all matrices of one head: the projections X W = Q, K, V, and below or beside them scores, weights, the head's
/// output and its part of the attention's output.
ProductsDrawn draw_products(Page& page, const AttentionShow& show, HeadPart& part);

/// A line from a query to a key.
struct Arc {
    int head = 0, query = 0, key = 0;  // the head of the layer
    float weight = 0;
};
inline constexpr int max_arcs = 60;

/// The strongest weights of these heads, in descending order: at most max_arcs, above 0 and not below the threshold;
/// only those of one token where it is given. Kept until other arguments are given.
class StrongestArcs {
public:
    const std::vector<Arc>& of(Page& page, const AttentionLayer& layer, std::span<const int> heads, float threshold,
                               const ArcToken& token);

private:
    std::uint64_t generation_ = 0;
    int weights_ = -1;
    std::vector<int> heads_;
    float threshold_ = -1;
    ArcToken token_;
    std::vector<Arc> arcs_;
};

/// Places of the two columns of tokens.
struct ArcPlaces {
    Rect queries, keys;  // of the labels
    float query_cell = 0, key_cell = 0;
    Vec2 query(int index) const;  // start of a line; key(): its end
    Vec2 key(int index) const;
    ArcToken at(Vec2 point) const;
    Rect rect(const ArcToken& token) const;
    int n_queries = 0, n_keys = 0;
    Rect heads{};  // above all: where the colours of several heads are named
};
/// `heads`: number of heads that are overlaid.
ArcPlaces arc_places(Page& page, const AttentionLayer& layer, int heads = 1);
/// Draws queries at the left, keys at the right, one line per arc: the larger its weight, the thicker and clearer. The
/// weights of a hovered token are written at the other side. Several heads have colours of their own, named above.
void draw_arcs(Page& page, const AttentionShow& show, const ArcPlaces& places, const std::vector<Arc>& arcs,
               std::span<const int> heads, const ArcToken& token);

}  // namespace glassformer
