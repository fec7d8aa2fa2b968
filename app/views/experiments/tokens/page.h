// Tokens: the way of the open text to its ids, stage by stage, with the steps of the tokenizer's model on one piece of
// it, and the vocabulary. What follows the text is in follow.cpp, what is selected in selection.cpp, rows in rows.cpp,
// the model's steps in steps.cpp, step_pictures.cpp and lattice_picture.cpp, the vocabulary in vocabulary.cpp.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/views/experiments/frame/page.h"
#include "app/views/experiments/tokens/texts.h"
#include "app/views/experiments/tokens/tokenized_text.h"
#include "app/views/experiments/tokens/units.h"
#include "core/analysis/nearest_embeddings.h"
#include "core/base/latest.h"

namespace glassformer {

class TokensPage final : public ExperimentPage {
public:
    /// Of the control of steps: all that the piece has, as many as these are. No text has more tokens than that either.
    static constexpr int all_steps = 100000;

    explicit TokensPage(const ViewServices& services);
    void follow(ViewContext& context) override;
    std::string sentence() const override;
    void draw(ViewContext& context, const Rect& area) override;
    float least_height(float width) const override;
    bool settling() const override { return !done(); }
    bool is_of_open_run() const override { return true; }
    void describe(State& state) const override;
    std::vector<NamedNumber> numbers() const override;
    bool run(Command command, ViewContext& context) override;
    PageKeys keys() const override {
        return {.steps = texts::tokens_page::key_steps, .plays = texts::tokens_page::key_plays};
    }
    ViewValues save() const override;
    void load(const ViewValues& from) override;

private:
    static constexpr float wide_enough = 60;                     // em: the vocabulary is beside the rows
    static constexpr float least_beside = 30, least_below = 60;  // em: of all, with the vocabulary there
    static constexpr float vocabulary_high = 24, row_high = 3.25F, tall_row_high = 4.25F;  // em; tall: two lines
    static constexpr float low_steps = 12;  // em: steps that are lower say less

    /// What is asked of the vocabulary, and the answer.
    struct Question {
        const Tokenizer* tokenizer = nullptr;
        std::string search;
        int id = -1;
        bool operator==(const Question&) const = default;
    };
    struct VocabularyMatches {
        std::vector<int> found;  // ids; of an empty search none: all are listed
        std::vector<NearEmbedding> nearest;
        std::string bytes;  // of the token
    };
    struct TokenizerAndText {
        std::shared_ptr<const Tokenizer> tokenizer;
        std::string text;
        bool operator==(const TokenizerAndText&) const = default;
    };

    /// Its steps are one for undo: that before all of them is kept until it ends.
    struct Playing {
        ViewValues before;
        int token, step;  // as it left them: where they are others, the user took over
        double next;      // seconds
    };

    /// What the picture of steps leaves out, as it says it.
    struct LeftOut {
        std::string rows = {};              // "↑ 15 merges above"
        std::size_t before = 0, after = 0;  // boxes in the row of the step
    };

    /// Of the best path through a lattice, what one token is made of.
    struct ChosenPart {
        std::size_t begin = 0, end = 0;  // bytes of the piece
        bool unknown = false;
    };

    /// Where the units of a piece are, in one size of text.
    struct PlacedPiece {
        std::shared_ptr<const TokenizedText> of = nullptr;
        int piece = -1;
        float em = 0;
        UnitRow row = {};
        std::vector<std::size_t> lanes = {};  // of the edges of a lattice, from below
    };

    void follow_text(const std::string& text);
    void follow_question();
    void compare();
    bool done() const;
    int token() const;  // selected, from 0; −1: none
    int piece() const;  // of the selected token; −1: none
    int step() const;
    void choose(int token);
    void look_up(int id);
    void set_step(int step);
    bool advance(int by);
    void play(ViewContext& context);
    int first_of_text() const;
    int first_to_show() const;
    bool is_unselected() const;
    void select_first();
    void animate(ViewContext& context);
    std::string origin_text() const;
    float after_steps() const;  // em: of what a low page has after its first picture
    void short_row(ViewContext& context, Rect& area);
    void rows_before_steps(ViewContext& context, Rect& area);
    void rows_after_steps(ViewContext& context, Rect area);

    // rows.cpp
    struct Row {
        const char* id = "";
        const char* title = "";
        std::string says = {};
        bool flows = false;  // its stretches follow one another without gaps
        bool counts = true;  // says how many of them are left out
        bool headed = true;  // with title and sentence
        bool listed = true;  // with its stretches
    };
    float row(ViewContext& context, Rect& area, const Row& row, const std::vector<RowItem>& items, bool by_piece,
              bool two_lines = false);
    void before(ViewContext& context, Rect& area);
    std::string marker_note() const;
    std::string normalized_text() const;
    std::string pieces_text() const;
    std::string bytes_text() const;
    bool uses_bytes() const;  // the tokenizer spells text in bytes, or falls back to them
    void bytes_row(ViewContext& context, Rect& area);
    // steps.cpp
    std::string step_text(bool brief = false) const;
    std::string stepped_text(bool brief) const;
    bool is_every_piece_a_token() const;
    const char* step_title() const;
    std::string tried_text(const WordPieceSteps& steps, const WordPieceSteps::Try& tried) const;
    std::string spelled_in_bytes() const;
    std::string bytes_note() const;
    std::string suffix_note(const BpeSteps& steps) const;
    void step_buttons(ViewContext& context, Rect& line);
    void model_steps(ViewContext& context, Rect area);
    void lookup(ViewContext& context, Rect area) const;
    std::string piece_text(std::size_t begin, std::size_t end) const;
    const SubwordModel& subwords() const;
    // step_pictures.cpp, lattice_picture.cpp
    const PlacedPiece& placed(Painter& painter);
    std::size_t token_in_piece() const;
    ChosenPart selected_part(const UnigramSteps& steps) const;
    std::vector<int> own_merges(const MergeStates& states) const;
    float legend(Painter& painter, const Rect& area, const std::vector<BoxMeaning>& meanings);
    void merges(ViewContext& context, Rect area, const BpeSteps& steps);
    void tries(ViewContext& context, Rect area, const WordPieceSteps& steps);
    void lattice(ViewContext& context, Rect area, const UnigramSteps& steps);
    // vocabulary.cpp
    void vocabulary(ViewContext& context, Rect area);
    void looked_up(ViewContext& context, Rect area);

    std::function<void()> wake_;
    std::shared_ptr<const Model> model_;
    std::shared_ptr<const Tokenizer> tokenizer_;  // of the open model; null: it has none
    std::shared_ptr<const TokenizedText> result_, previous_;
    TokenizerAndText request_;
    Latest<TokenizerAndText, std::shared_ptr<const TokenizedText>> texts_;
    Question question_;
    Latest<Question, VocabularyMatches> answers_;
    std::shared_ptr<const Latest<Question, VocabularyMatches>::Answer> answer_;
    std::vector<RowItem> compared_, compared_before_;  // tokens of this text and of the one before it
    PlacedPiece placed_;
    LeftOut left_out_;
    std::string meanings_ = {}, merge_labels_ = {};  // of the boxes, and of the rows of merges, as they are written
    std::string marked_ = {};                        // characters of the boxes that have the outline in a lattice
    Question revealed_ = {};                         // the list was scrolled to it
    int looked_up_ = -1;                             // an id; −1: that of the selected token
    bool low_ = false;                               // other rows than that of the steps are out of sight
    int piece_before_ = -1;
    double token_before_ = 1;  // what its control was set to
    bool unselected_ = true;   // no token was selected yet
    int first_token_ = 1;      // counted from 1: what it is set to until then
    bool loaded_ = false;
    std::optional<Playing> playing_;
};

/// Of the text: one row a token; null where the model has none.
const Parameter* token_embedding(const Model& model);
/// "−3.14"
std::string log_probability(double number);

}  // namespace glassformer
