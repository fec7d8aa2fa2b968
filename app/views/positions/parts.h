// The pages of a column of the positions view, a mode each. They read what the laboratory computed and set the one
// pair of places that all columns mark.
#pragma once

#include <optional>
#include <string>

#include "app/views/positions/laboratory.h"
#include "app/views/positions/plots.h"
#include "app/views/positions/trained.h"
#include "core/train/ablations/position_lengths.h"

namespace glassformer {

/// What a column is drawn with.
struct ColumnScene {
    ViewContext& context;
    PositionsState& state;
    const EncodingColumn& column;
    const positions::Content& content;
    std::span<const EncodingColumn> all;   // the columns of the view
    const PositionLengths* lengths;        // null: there is no such file
    const TrainedHead* trained = nullptr;  // of the page of trained models; null: there is none
    std::string trained_note = {};         // why
    std::size_t index = 0;
    int query = 0, key = 0;  // pointed at, else chosen: marked in every column
    std::string& pointed;    // what the mouse is over, with its number
    int& pointed_query;      // −1: none
    int& pointed_key;
    std::string id(const char* what) const { return std::string(what) + " " + std::to_string(index + 1); }
};

/// Rotations that also change lengths: what a query's pair is multiplied by is not what a key's is.
inline bool scales_lengths(const EncodingColumn& column) { return !column.column.encoding.query_cosines.data.empty(); }

/// "head 1 of 8, slope 0.5"; of an encoding that has slopes.
std::string slope_text(const positions::Settings& settings);

/// Where the encoding acts, in a few words or in fewer.
const char* role_of(const EncodingColumn& column, bool brief);

/// The tensor that the encoding is: its table, the cosines of its angles, its bias. Null for none.
const Tensor* encoding_tensor(const EncodingColumn& column);
/// What its columns are called: "dimension", "pair", "key".
struct PictureAxes {
    const char* across;
    const char* down;
    std::string what;   // "P, added to the embedding"
    std::string brief;  // "P", where there is no room for that
    int first_down = 0;
    bool positions_down = true;  // rows are tokens of the sentence
};
PictureAxes axes_of(const EncodingColumn& column);
void draw_encoding(ColumnScene& scene, const Rect& area);

/// What a shift changes of the nine scores shown and of all scores of n_positions tokens.
std::string shift_sentence(double shown, double all, int n_positions);
/// "RoPE, linear interpolation"
const char* scaling_title(const positions::Settings& settings);

/// A square map of scores under its caption, linked to the other columns.
void draw_score_map(ColumnScene& scene, const Rect& area, const char* id, const Tensor& map, const HeatStyle& style);
void caption(ColumnScene& scene, Rect& area, const std::string& text);
/// In place of a picture that the encoding does not have.
void draw_empty_hint(ColumnScene& scene, const Rect& area, const std::string& text);
/// All entries of a matrix; rows and columns as the shape says.
ConstMatrix matrix_of(const Tensor& tensor, std::uint64_t generation);

/// "99% / 41%", "n/a beyond 32", "not measured".
std::string accuracy_text(const PositionLengths* lengths, const std::string& task, const PositionalKind& kind);
/// Of texts so many times as long as those of training; none where it was not measured.
std::optional<double> accuracy_at(const PositionLengths* lengths, const std::string& task, const PositionalKind& kind,
                                  int times);
/// What the task says of an encoding that has a column; "" where it has none.
std::string lengths_note(const std::string& task, std::span<const PositionalKind* const> kinds);
/// "Three back, trained at length 32, mean of 3 seeds: glassformer measure positions …"
std::string lengths_source(const PositionLengths* lengths, const std::string& task);

/// How positions are counted in the formulas: two texts and what tells them apart.
struct PositionFormulas {
    std::string from_zero, from_one, difference;
    bool other_angles = false;  // the two give different numbers
};
PositionFormulas formulas_of(const positions::Settings& settings);

}  // namespace glassformer
