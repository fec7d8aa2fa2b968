// The first page of the positions view: three encodings by where they act, with one query and one key of the text. Its
// numbers are the record's where the open model has the encoding, else the laboratory's.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "app/views/positions/laboratory.h"
#include "app/views/positions/plots.h"
#include "core/positions/placed.h"

namespace glassformer {

/// Where an encoding acts.
enum class StartPicture : std::uint8_t { added, appended, rotation, bias, term, none };
StartPicture start_picture(const positions::Settings& settings);

inline constexpr int start_rows = 16;  // tokens that a picture shows

struct StartColumn {
    const EncodingColumn* laboratory = nullptr;
    StartPicture picture = StartPicture::none;
    bool own = false;  // the open model's encoding and its numbers
    int pair = 0;      // that is shown: the chosen one, or the last that the encoding has
    // added, appended: of the query's token
    std::vector<int> dimensions;  // of that pair: a sine and a cosine where the encoding has them
    positions::Placed placed;
    Tensor table;  // P of the tokens shown [pos, d_model or d_position]
    // rotation
    double before = 0;  // angle from q to k, radians
    // At their positions, one further, and as far moved as is chosen.
    positions::TurnedPair turned{}, next{}, moved{};
    // bias, term
    Tensor map;                    // what each score gets [query, key]
    const char* formula = "";      // of a term
    float least = 0, most = 0;     // on the diagonal of the chosen distance
    std::uint64_t generation = 0;  // of table and map
};

/// Brings the query and the key into the text and near enough to each other to be shown together; gives one column the
/// encoding of a model that was opened since.
void keep_start_valid(StartState& start, const PositionsState& state, const Session::Snapshot& shown);

class StartTables {
public:
    void follow(const PositionsState& state, const Session::Snapshot& shown);
    const std::vector<StartColumn>& columns() const { return columns_; }
    std::span<const EncodingColumn> laboratory() const { return laboratory_.columns(); }
    const std::vector<std::string>& words() const { return words_; }  // of the whole text; empty: there is none
    int tokens() const { return words_.empty() ? start_rows : static_cast<int>(words_.size()); }
    int first() const { return first_; }  // token in the first row
    int rows() const { return rows_; }    // tokens shown
    int query() const { return start_.query; }
    int key() const { return start_.key; }
    int moved() const { return start_.moved; }
    const PositionsState& state() const { return state_; }
    const positions::Content& content() const { return laboratory_.content(); }
    bool of_model() const { return from_model(state_); }  // embedding, q and k are the open model's

private:
    PositionsState for_laboratory(const PositionsState& state, const StartState& start,
                                  const Session::Snapshot& shown) const;
    void fill(StartColumn& column, const Session::Snapshot& shown);
    void fill_placed(StartColumn& column, const Session::Snapshot& shown) const;
    void fill_map(StartColumn& column) const;

    EncodingTables laboratory_;
    PositionsState state_;  // that the laboratory follows
    StartState start_;
    std::vector<StartColumn> columns_;
    std::vector<std::string> words_;
    int first_ = 0, rows_ = start_rows;
    std::uint64_t evaluation_ = 0;                       // that was followed; 0: none
    std::uint64_t refused_ = 0;                          // an evaluation that has no such query and key
    std::uint64_t generation_ = std::uint64_t{1} << 41;  // apart from the laboratories'
};

/// The record of a stage before the blocks, of the stack whose heads are shown; null where it does not have a row for
/// every token.
const Record* before_blocks(const Session::Snapshot& shown, const Stage& stage, std::size_t tokens);
/// So many of its rows from this one on, [pos, columns of the record].
Tensor rows_of_record(const Record& record, int first, int rows);

/// What a column is drawn with.
struct StartScene {
    ViewContext& context;
    StartState& start;
    const StartTables& tables;
    const StartColumn& column;
    std::string& pointed;
    std::size_t index = 0;
    std::string id(const char* what) const { return std::string(what) + " " + std::to_string(index + 1); }
};

/// "animal", or "" where there is no text.
std::string start_word(const StartTables& tables, int token);
/// "animal  3", "3"
std::string start_row_label(const StartTables& tables, int token);
/// Such labels for the rows from this token on; the query's and the key's stand out.
MatrixWords start_row_words(const Theme& theme, const StartTables& tables, int first);
/// The largest magnitude of all entries, as the limit of a heat map; 1 where there is none.
float start_limit(std::initializer_list<const Tensor*> tensors);
/// A frame around cells, apart from what is around it.
void start_outline(Painter& painter, const Rect& rect, Colour tone);
/// Pictures of at least this height, in em.
inline constexpr float start_picture_height = 20.6F;
void draw_start_rotation(StartScene& scene, Rect area);
void draw_start_picture(StartScene& scene, const Rect& area);

/// What to look at, and whose numbers they are.
std::string start_look(const StartTables& tables, const StartColumn& column);
std::string start_origin(const StartTables& tables, const StartColumn& column);
/// As lessons read them: angles of a rotation, in degrees; what a bias adds.
void add_start_numbers(std::vector<NamedNumber>& all, const StartTables& tables);
/// "35.2°"
std::string start_degrees(double radians);
/// The angle from q to k: "−38.25° − 3 · 57.30° + 360° = 149.9°".
std::string start_angle(const StartTables& tables, const StartColumn& column);
/// "0.763 · 0.757 · (−0.865) = −0.50": lengths of the pair in q and k, as they are multiplied, and the cosine.
std::string start_product(const positions::TurnedPair& pair);

}  // namespace glassformer
