// What the parts of the Output view share: what is looked at, how tokens are chosen, the run of chosen tokens.
#pragma once

#include <optional>
#include <string>

#include "app/pictures/charts/choice.h"
#include "app/views/shared/context.h"
#include "app/views/shared/focus.h"
#include "core/generate/sampling.h"
#include "core/generate/token_run.h"

namespace glassformer {

enum class OutputMode : std::uint8_t { choice, generation, translation, lens, contributions };

/// What the model's answer is.
enum class AnswerKind : std::uint8_t {
    none,
    next_token,
    here,   // about the token at its position, as the model's card says
    word,   // that stands at its position
    label,  // a class of the whole text
};
AnswerKind answer_kind(const Evaluation& evaluation);
/// Of a model whose answers are not of the next token.
std::string why_no_text(const Evaluation& evaluation);

/// The candidates of a row of the logits, kept until the row, the settings or the evaluation change.
class Answers {
public:
    /// Null where the logits hold no number to choose by: see error().
    const Candidates* of(const Evaluation& evaluation, int row, const DecodeOptions& options);
    /// The line on which a drawn number falls, of the candidates that were asked for last.
    const std::vector<Segment>& segments();
    const std::string& error() const { return error_; }

private:
    std::uint64_t generation_ = 0;
    int row_ = -1;
    DecodeOptions options_;
    std::optional<Candidates> found_;
    std::optional<std::vector<Segment>> segments_;
    std::string error_;
};

struct OutputState {
    OutputMode mode = OutputMode::choice;
    bool pair = false;                     // an encoder–decoder is shown: its target goes on
    int position = -1;                     // of the row shown; −1: the one that matters most
    Sampling sampling;                     // of texts
    Sampling translating{.greedy = true};  // of targets
    bool logarithmic = false;
    int layer = 0, head = -1;  // of the alignment map; head −1: the mean
    Focus focus;
    Answers answers;
    TokenRun run;
    int waiting = 0;       // tokens that were asked for and are not there yet
    bool playing = false;  // one token after the other
    bool at_once = false;  // … without a pause, and greedily
    int speed = 1;         // row of generation_speeds
    double next_in = 0;    // seconds until the next token of playing
    std::string seed_text, seed_shown;

    Sampling& chosen() { return pair ? translating : sampling; }
    const Sampling& chosen() const { return pair ? translating : sampling; }
};

struct GenerationSpeed {
    const char* text;
    double seconds;  // a token
};
inline constexpr GenerationSpeed generation_speeds[] = {{"½×", 2},    {"1×", 1},     {"2×", 0.5},
                                                        {"4×", 0.25}, {"8×", 0.125}, {"no pause", 0}};

/// Rows of the logits: positions, or 1.
int answer_rows(const Evaluation& evaluation);
/// The row that is shown: the chosen one, else answer_row().
int shown_row(const Evaluation& evaluation, const OutputState& state);
/// How a token or class is written.
TokenWord words_of(const Evaluation& evaluation);

/// The record of probabilities or logits; −1 where the model has none.
int probabilities_record(const Evaluation& evaluation);
int logits_record(const Evaluation& evaluation);
/// A cell of one of these.
CellRef answer_cell(const Evaluation& evaluation, int record, int row, int column);
/// The token of the locked cell where that is an answer in this row; −1 otherwise.
int selected_token(const Evaluation& evaluation, const Cursor& cursor, int row);

/// Inside of a card with a title, and a muted note behind it.
Rect titled_card(Ui& ui, const Rect& rect, const std::string& title, const std::string& note = "");

}  // namespace glassformer
