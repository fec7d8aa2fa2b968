// What the positions view is set to: encodings side by side, the sizes that all of them share, the pair of places that
// is looked at. Plain values; everything drawn follows from them (laboratory.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/positions/texts.h"
#include "app/views/shared/view.h"
#include "core/positions/joined.h"

namespace glassformer {

struct PositionsPage;  // page.h

inline constexpr std::size_t min_columns = 1, max_columns = 4;
inline constexpr std::size_t start_columns = 3;
inline constexpr std::string_view first_model = "*";
inline constexpr int most_moved = 64;            // positions
inline constexpr int most_start_tokens = 65536;  // of a text that a session may name

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
    int appended = 0;  // columns of positions that it appends to the embedding
    // What has no control here: how its rotations are slowed down, and in which columns its sines stand.
    RopeScaling scaling;
    RotaryLayout layout = RotaryLayout::interleaved;
    bool switched = false;  // it was trained with another encoding
    bool operator==(const OpenModel&) const = default;
};

/// What the pages about the text are set to: three encodings, three ways to join, and one query and one key for all.
struct StartState {
    std::vector<const PositionalKind*> kinds;  // of the columns, left to right
    int chosen = 0;                            // the column whose encoding the keys change
    int query = -1, key = -1;                  // tokens of the text, counted from 0; −1: not chosen yet
    int pair = 0;                              // of dimensions
    int moved = 0;  // positions by which query and key are rotated further than they are in the text
    /// And its encoding, which one of the columns was given. Of values that name no model first_model and what they
    /// say: that stays when the first model is there.
    std::string model;
    // How tokens and positions are joined; what is added or appended; columns of what is appended.
    positions::JoinWay way = positions::JoinWay::add;
    const PositionalKind* vectors = nullptr;
    int appended = 8;
    bool operator==(const StartState&) const = default;
};

struct PositionsState {
    std::vector<const PositionalKind*> kinds;  // of the columns, left to right
    positions::Settings settings;              // of all columns but for the kind, which is not read
    const PositionsPage* page = nullptr;       // first_positions() has one
    StartState start;
    bool measure = false;      // the figures below the columns of the scores
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
/// That the keys and the buttons about the open model mean.
const PositionalKind& selected_kind(const PositionsState& state);
/// Encodings that are added to the embedding or appended to it, as the config says.
std::span<const PositionalKind* const> joined_vectors();
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
/// The kind so many behind this one in the menu, round about.
void next_kind(const PositionalKind*& kind, int by);
/// The chosen column shows the next kind of the menu, or the one before.
void change_kind(PositionsState& state, int by);

/// "sinusoidal,rope,alibi"
std::string names_of(std::span<const PositionalKind* const> kinds);

/// For the session file.
ViewValues values_of(const PositionsState& state);
void read_values(const ViewValues& values, PositionsState& state);
/// Values that set something of the first pages and name no model, as a lesson's scene may, are of the first one.
ViewValues with_first_model(ViewValues values);

}  // namespace glassformer
