// What the positions view is set to: encodings side by side, the sizes that all of them share, the pair of places that
// is looked at. Plain values; everything drawn follows from them (laboratory.h).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/view.h"
#include "core/positions/settings.h"

namespace glassformer {

/// What the lower part of every column shows.
enum class PositionsMode : std::uint8_t {
    scores,
    curves,
    circles,
    terms,
    similarity,
    shift,
    scaling,
    learned,
    trained,
    formulas
};

struct PositionsModeRow {
    PositionsMode mode;
    std::string_view name;   // of the state and of targets: "scores"
    std::string_view label;  // "Scores"
    std::string_view hint;
    const char* look;  // above the columns: what the page shows, and what to look at
};
inline constexpr std::array<PositionsModeRow, 10> positions_modes{{
    {PositionsMode::scores, "scores", "Scores", "Score of one query and one key at every pair of positions",
     "Each map has a row for every query position and a column for every key position. Look at the diagonals: a score "
     "that depends only on the distance is the same all along a diagonal."},
    {PositionsMode::curves, "curves", "Curves", "Single dimensions along the positions",
     "Numbers of the encoding along the positions. Look at how fast each line changes: a fast one tells neighbors "
     "apart, a slow one tells far positions apart."},
    {PositionsMode::circles, "circles", "Circles", "How each pair rotates with the position",
     "A pair of dimensions is a point on a circle; its angle grows with the position. Look at the pairs: the first "
     "rotate fast, the last slowly."},
    {PositionsMode::terms, "terms", "Terms", "The parts that the score is the sum of",
     "The score of one query and one key, split into the terms that it is the sum of. Look at which terms contain a "
     "position, and which contain only the tokens."},
    {PositionsMode::similarity, "similarity", "p · p", "How alike the rows of two positions are",
     "The dot product of the vectors of two positions. Look at the diagonal and at how the numbers change away from "
     "it."},
    {PositionsMode::shift, "shift", "Shift", "Shift the whole sentence: what changes and what does not",
     "The same sentence, some positions later. Look at the scores before and after: if only distances enter a score, "
     "none of them changes."},
    {PositionsMode::scaling, "scaling", "Scaling", "Rotations stretched for texts longer than those of training",
     "RoPE stretched for longer texts. Look at the positions beyond the training length: how far the angles go beyond "
     "those of training."},
    {PositionsMode::learned, "learned", "Accuracy", "Measured: accuracy against the length of the text",
     "Measured: how often trained models answer correctly, by the length of the text. Look at what happens beyond the "
     "training length."},
    {PositionsMode::trained, "trained", "Trained", "What trained models learned, within and beyond the training length",
     "What models trained with each encoding attend to. Look at whether the pattern goes on beyond the training "
     "length."},
    {PositionsMode::formulas, "formulas", "Formulas", "Both index conventions: from 0 and from 1",
     "The formula of each encoding, with indices from 0 and from 1. Look at where the two conventions differ."},
}};
/// Place in positions_modes, which are in the order of the enum.
constexpr int mode_index(PositionsMode mode) { return static_cast<int>(mode); }

inline constexpr std::size_t min_columns = 2, max_columns = 4;

/// Where the one query and the one key come from.
enum class TokenSource : std::uint8_t { random, model };

/// What the open model has of this; found anew in every frame, kept nowhere.
struct OpenModel {
    std::string name;     // "" while no model is open
    std::string title;    // of its card; its name where that has none
    std::string problem;  // why it has no queries and keys; "" where it has some
    int blocks = 0, heads = 0;
    std::vector<std::string> words;  // of its text
    const PositionalKind* kind = nullptr;
    bool switched = false;  // it was trained with another encoding
    bool operator==(const OpenModel&) const = default;
};

struct PositionsState {
    std::vector<const PositionalKind*> kinds;  // of the columns, left to right
    positions::Settings settings;              // of all columns but for the kind, which is not read
    PositionsMode mode = PositionsMode::scores;
    int chosen = 0;            // the column whose own controls are shown
    int query = 40, key = 33;  // tokens of the sentence, counted from 0
    int pair = 0;              // of dimensions, fast to slow

    TokenSource source = TokenSource::random;
    int block = 0, model_head = 0;       // of the open model
    int query_token = 0, key_token = 0;  // of its text: whose query and key
    std::string adopted;                 // the model whose sizes the settings have; "": none
    OpenModel open;

    std::string task = "k-back-3";            // measured, and of the shipped models
    int trained_block = 0, trained_head = 0;  // of these
    bool operator==(const PositionsState&) const = default;
};

/// The query and the key are those of the open model.
inline bool from_model(const PositionsState& state) {
    return state.source == TokenSource::model && !state.open.name.empty() && state.open.problem.empty();
}
/// Sinusoidal, learned, RoPE and ALiBi.
PositionsState first_positions();
/// The kinds, or on the page of scalings one for each of them.
std::size_t column_count(const PositionsState& state);
/// Settings of a column: the shared ones, brought to what its kind can have.
positions::Settings settings_of_column(const PositionsState& state, std::size_t column);
/// Brings everything into its range after a change.
void keep_valid(PositionsState& state);
/// The most pairs of dimensions that any column has.
int max_pairs(const PositionsState& state);

/// One column more, of the first kind that is not there yet; one less. False where there are as many as there may be.
bool add_column(PositionsState& state);
bool remove_column(PositionsState& state);
/// The chosen column shows the next kind of the menu, or the one before.
void change_kind(PositionsState& state, int by);

/// For the session file.
ViewValues values_of(const PositionsState& state);
void read_values(const ViewValues& values, PositionsState& state);

}  // namespace glassformer
