// Tokens: the way of the open text to its ids, stage by stage, with the steps of the tokenizer's model on one piece of
// it, and the vocabulary. Rows are in rows.cpp, the model's steps in steps.cpp, the vocabulary in vocabulary.cpp.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/views/experiments/frame/page.h"
#include "app/views/experiments/tokens/texts.h"
#include "app/views/experiments/tokens/tokenized_text.h"
#include "app/views/shared/background.h"
#include "core/analysis/nearest_embeddings.h"

namespace glassformer {

class TokensPage final : public ExperimentPage {
public:
    explicit TokensPage(const ViewServices& services);
    void follow(ViewContext& context) override;
    std::string sentence() const override;
    void draw(ViewContext& context, const Rect& area) override;
    float least_height(float width) const override;
    bool settling() const override { return !done(); }
    void describe(State& state) const override;
    std::vector<NamedNumber> numbers() const override;
    bool run(Command command, ViewContext& context) override;
    PageKeys keys() const override {
        return {.steps = texts::tokens_page::key_steps, .plays = texts::tokens_page::key_plays};
    }
    ViewValues save() const override;
    void load(const ViewValues& from) override;

private:
    static constexpr float wide_enough = 60;  // em: the vocabulary is beside the rows
    static constexpr float vocabulary_high = 24, row_high = 3.25F, tall_row_high = 4.25F;  // em; tall: two lines

    /// What is asked of the vocabulary, and the answer.
    struct Question {
        const Tokenizer* tokenizer = nullptr;
        std::string search;
        int id = -1;
        bool operator==(const Question&) const = default;
    };
    struct Answer {
        Question of;
        std::vector<int> found;  // ids; of an empty search none: all are listed
        std::vector<NearEmbedding> nearest;
        std::string bytes;  // of the token
    };
    /// What a worker hands over.
    template <class Result>
    struct Slot {
        std::mutex mutex;
        std::shared_ptr<const Result> result;
        void set(std::shared_ptr<const Result> made) {
            const std::lock_guard lock(mutex);
            result = std::move(made);
        }
        std::shared_ptr<const Result> get() {
            const std::lock_guard lock(mutex);
            return result;
        }
    };

    /// Its steps are one for undo: that before all of them is kept until it ends.
    struct Playing {
        ViewValues before;
        int token, step;  // as it left them: where they are others, the user took over
        double next;      // seconds
    };

    void follow_text(const std::string& text);
    void follow_question();
    bool done() const;
    int token() const;  // selected, from 0; −1: none
    int piece() const;  // of the selected token; −1: none
    int step() const;
    void choose(int token);
    void set_step(int step);
    bool advance(int by);
    int first_of_text() const;
    bool is_unselected() const;
    void select_first();
    void animate(ViewContext& context);
    std::string origin_text() const;
    float after_steps() const;  // em: of what a low page has after its first picture
    void rows_before_steps(ViewContext& context, Rect& area);
    void rows_after_steps(ViewContext& context, Rect area);

    // rows.cpp
    struct Row {
        const char* id;
        const char* title;
        std::string says;
        bool flows = false;  // its stretches follow one another without gaps
    };
    float row(ViewContext& context, Rect& area, const Row& row, const std::vector<RowItem>& items, bool by_piece,
              bool two_lines = false);
    void before(ViewContext& context, Rect& area);
    void bytes_row(ViewContext& context, Rect& area);
    // steps.cpp
    std::string step_text() const;
    const char* step_title() const;
    void model_steps(ViewContext& context, Rect area);
    void merges(ViewContext& context, const Rect& area, const BpeSteps& steps);
    void tries(ViewContext& context, const Rect& area, const WordPieceSteps& steps);
    void lattice(ViewContext& context, const Rect& area, const UnigramSteps& steps);
    void lookup(ViewContext& context, Rect area) const;
    std::string piece_text(std::size_t begin, std::size_t end) const;
    const SubwordModel& subwords() const;
    // vocabulary.cpp
    void vocabulary(ViewContext& context, Rect area);
    void looked_up(ViewContext& context, Rect area);

    std::function<void()> wake_;
    std::shared_ptr<const Model> model_;
    std::shared_ptr<const Tokenizer> tokenizer_;  // of the open model; null: it has none
    std::string wanted_;                          // the text
    std::shared_ptr<const TokenizedText> shown_, previous_;
    std::shared_ptr<Slot<TokenizedText>> texts_ = std::make_shared<Slot<TokenizedText>>();
    Question question_, asked_;
    std::shared_ptr<const Answer> answer_;
    std::shared_ptr<Slot<Answer>> answers_ = std::make_shared<Slot<Answer>>();
    int piece_before_ = -1, token_before_ = -1;
    bool unselected_ = true;  // no token was selected yet
    int first_token_ = 1;     // counted from 1: what it is set to until then
    bool loaded_ = false;
    std::optional<Playing> playing_;
    std::string asked_text_;
    const Tokenizer* asked_tokenizer_ = nullptr;
    Background tokenizing_, looking_;  // last: they end before what they write to
};

}  // namespace glassformer
