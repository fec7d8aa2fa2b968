// State that the pages of the Output view share: the position shown, sampling options and the run of generated tokens.
#pragma once

#include <optional>
#include <string>

#include "app/pictures/charts/choice.h"
#include "app/views/output/texts.h"
#include "app/views/shared/context.h"
#include "app/views/shared/focus.h"
#include "core/generate/choice_path.h"
#include "core/generate/sampling.h"
#include "core/generate/token_run.h"

namespace glassformer {

/// Kind of prediction that the model makes.
enum class AnswerKind : std::uint8_t {
    none,
    next_token,
    here,   // a label of the token at its position, as the model's card says
    word,   // the (masked) word at its position
    label,  // a class of the whole text
};
AnswerKind answer_kind(const Evaluation& evaluation);
/// Sentence for a model that does not predict the next token: why it generates no text.
std::string why_no_text(const Evaluation& evaluation);

/// The candidates of a row of the logits, kept until the row, the settings or the evaluation change.
class Answers {
public:
    /// Candidates of a row; null where its logits have no finite number, see error().
    const Candidates* of(const Evaluation& evaluation, int row, const DecodeOptions& options);
    /// Cumulative probabilities of the candidates of the last call, on which a random draw falls.
    const std::vector<Segment>& segments();
    /// The way to the probabilities of the last call, which found candidates.
    const ChoicePath& path();
    const std::string& error() const { return error_; }

private:
    std::uint64_t generation_ = 0;
    int row_ = -1;
    DecodeOptions options_;
    std::optional<Candidates> found_;
    std::optional<std::vector<Segment>> segments_;
    std::optional<ChoicePath> path_;
    std::string error_;
};

struct OutputState {
    bool pair = false;                     // an encoder–decoder is shown: its target is continued
    int position = -1;                     // row shown; −1: answer_row()
    Sampling sampling;                     // when continuing a text
    Sampling translating{.greedy = true};  // when continuing a target
    bool logarithmic = false;
    bool unfolded = false;        // all candidates of the first page, to be scrolled
    bool every_position = false;  // is listed, those that were not trained too
    bool path_open = false;       // the table has its columns of ÷ T and kept?
    std::string drawn;  // "most likely: “W”  ·  drawn: “O”", as last written; "" where no number is drawn
    int layer = 0, head = -1;  // of the alignment map; head −1: the mean
    Focus focus;
    Answers answers;
    TokenRun run;
    int waiting = 0;       // tokens requested and not generated yet
    bool playing = false;  // generates token after token
    bool at_once = false;  // … without a pause
    bool begins = false;   // the next token is the first since a command asked for it
    int speed = 1;         // row of generation_speeds
    double next_in = 0;    // seconds until the next token of playing
    std::string seed_text, seed_shown;
    std::optional<Command> clicked = {};  // the button of the page, in this frame

    Sampling& chosen() { return pair ? translating : sampling; }
    const Sampling& chosen() const { return pair ? translating : sampling; }
};

struct GenerationSpeed {
    const char* text;
    double seconds;  // per token
};
inline constexpr GenerationSpeed generation_speeds[] = {{"½×", 2},    {"1×", 1},     {"2×", 0.5},
                                                        {"4×", 0.25}, {"8×", 0.125}, {texts::output::no_pause, 0}};

/// Number of rows of the logits: one per position, or 1 for a classifier.
int answer_rows(const Evaluation& evaluation);
/// Row that is shown: the selected one, else answer_row().
int shown_row(const Evaluation& evaluation, const OutputState& state);
/// Function that gives the text of a token or class.
TokenWord words_of(const Evaluation& evaluation);

/// Ids of the records of probabilities and logits; −1 where the model has none.
int probabilities_record(const Evaluation& evaluation);
int logits_record(const Evaluation& evaluation);
/// Cell of one of these records; none where `record` is −1.
CellRef answer_cell(const Evaluation& evaluation, int record, int row, int column);
/// Token of the locked cell if it is a logit or probability of this row; −1 otherwise.
int selected_token(const Evaluation& evaluation, const Cursor& cursor, int row);

/// Draws a card with a title and a muted note at its right; returns the area inside.
Rect titled_card(Ui& ui, const Rect& rect, const std::string& title, const std::string& note = "");

}  // namespace glassformer
