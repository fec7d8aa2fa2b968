// The page of joined vectors: the tokens of the text, their positions and both joined, as whole matrices. Its numbers
// are the record's where the open model joins them in this way, else core/positions'.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "app/views/positions/start.h"
#include "core/positions/joined.h"

namespace glassformer {

struct JoinedWay {
    positions::Settings settings;
    positions::Joined joined;
    positions::JoinedProduct product;  // of the query's and the key's row
    bool own = false;                  // the open model's numbers, all three
    std::string error;                 // why there is nothing
    std::uint64_t generation = 0;      // of the matrices
    int columns() const { return joined.result.shape.cols(); }
};

class JoinedTables {
public:
    /// Of the rows, the query and the key that the first page shows.
    void follow(const StartTables& tables, const PositionsState& state, const Session::Snapshot& shown);
    const JoinedWay& way(positions::JoinWay way) const { return ways_.at(static_cast<std::size_t>(way)); }
    int first() const { return source_.first; }  // token in the first row
    bool ready() const { return source_.rows > 0; }

private:
    /// What the matrices are made from.
    struct Source {
        const PositionalKind* vectors = nullptr;
        int appended = 0, first = 0, rows = 0, tokens = 0;
        std::uint64_t seed = 0, evaluation = 0;
        bool of_model = false;
        bool operator==(const Source&) const = default;
    };
    void make(JoinedWay& out, positions::JoinWay way, const StartTables& tables, const Session::Snapshot& shown) const;

    std::array<JoinedWay, positions::join_ways.size()> ways_;
    Source source_;
    std::uint64_t generation_ = std::uint64_t{1} << 42;  // apart from the other pages'
};

/// The shipped model that joins in each way; "" where there is none.
struct JoinedModel {
    positions::JoinWay way;
    const char* name;
};
inline constexpr std::array<JoinedModel, 2> joined_models{
    {{positions::JoinWay::add, "sort"}, {positions::JoinWay::append, "sort-appended"}}};

/// "appended"
const char* joined_name(positions::JoinWay way);
/// What the way does, with its sizes.
std::string joined_sentence(const JoinedWay& way);
/// Mean norms of the rows that are shown.
struct JoinedNorms {
    double tokens = 0, positions = 0;
};
JoinedNorms joined_norms(const JoinedWay& way);
/// Which of the two is the longer, and what follows for this way.
std::string joined_norms_sentence(const JoinedWay& way);
/// What is said below the products: why some are 0, and which row is the open model's.
std::string joined_note(const JoinedTables& joined);
/// Which row is the open model's; empty where none is.
std::string joined_own_note(const JoinedTables& joined);
/// As lessons read them: the four products of the query's and the key's row, and their sum.
void add_joined_numbers(std::vector<NamedNumber>& all, const JoinedWay& way);
/// Whose numbers these are.
std::string joined_origin(const StartTables& tables, const JoinedWay& way);

struct JoinedScene {
    ViewContext& context;
    StartState& start;
    const StartTables& tables;
    const JoinedTables& joined;
    std::string& pointed;
};
/// Heights of both in em.
inline constexpr float joined_products_height = 8.2F, joined_matrices_height = 13;
/// The three matrices of the chosen way, with the same row of all three for one token.
void draw_joined_matrices(JoinedScene& scene, Rect area);
/// The four products of each way; a row is clicked to choose its way.
void draw_joined_products(JoinedScene& scene, Rect area);

}  // namespace glassformer
