// What follows the open text and model, made beside the frames: the tokens, and what is asked of the vocabulary.
#include <algorithm>
#include <utility>

#include "app/views/experiments/tokens/page.h"
#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

namespace {

constexpr std::size_t most_nearest = 8;

}  // namespace

const Parameter* token_embedding(const Model& model) {
    const Parameter* const own = model.weights.find("embed.tokens.weight");
    return own != nullptr ? own : model.weights.find("encoder.embed.tokens.weight");
}

bool TokensPage::done() const {
    if (!tokenizer_) return true;
    return result_ && texts_.done() && texts_.request() == request_ && texts_.idle() &&
           texts_.shown()->result == result_ && answer_ && answer_->request == question_;
}

void TokensPage::follow(ViewContext& context) {
    const Inputs& inputs = context.session.inputs();
    const auto& current = context.shown.current;
    if (current && current->inputs().model == inputs.model) {
        model_ = current->model_pointer();
        tokenizer_ = model_->tokenizer;
    }
    if (!tokenizer_) {
        result_.reset();
        return;
    }
    follow_text(inputs.text);
    if (!result_) return;
    values().limit("token", std::max<double>(1, static_cast<double>(result_->whole.size())));
    const int now = piece();
    const bool kept = loaded_;
    if (texts_.idle() && texts_.shown()->result == result_) loaded_ = false;  // else another text is on its way
    if (now != piece_before_ && !kept) values().set("step", all_steps);
    piece_before_ = now;
    animate(context);
    values().limit("step", result_->step_count(piece()));
    const double selected = values().kept("token");
    look_up(std::exchange(token_before_, selected) == selected ? looked_up_ : -1);
    follow_question();
}

void TokensPage::follow_text(const std::string& text) {
    request_ = {tokenizer_, text};
    if (result_ && result_->tokenizer != tokenizer_) {  // another model was opened
        result_.reset();
        previous_.reset();
    }
    const auto made = texts_.shown();
    if (made && made->result && made->result != result_ && made->request.tokenizer == tokenizer_) {
        previous_ = result_;
        result_ = made->result;
        unselected_ = is_unselected();
        values().limit("token", std::max<double>(1, static_cast<double>(result_->whole.size())));
        if (unselected_) select_first();
        compare();
    }
    if (!texts_.idle() || texts_.request() == request_) return;
    texts_.follow(
        request_, [of = request_](const auto&) { return tokenized_text(of.tokenizer, of.text); }, wake_);
}

/// The tokens of the text before and of this one: those between the common beginning and the common end of both are
/// marked.
void TokensPage::compare() {
    compared_.clear();
    compared_before_.clear();
    if (!previous_ || !previous_->error.empty()) return;
    const Encoding &was = previous_->whole, &now = result_->whole;
    const std::size_t most = std::min(was.size(), now.size());
    std::size_t same = 0, end = 0;
    while (same < most && was[same].id == now[same].id) ++same;
    while (end < most - same && was[was.size() - 1 - end].id == now[now.size() - 1 - end].id) ++end;
    compared_ = result_->tokens;
    for (std::size_t i = same; i + end < now.size(); ++i) compared_[i].marked = true;
    // Only what can be in sight is made: from shortly before the first difference.
    const std::size_t first = same > 6 ? same - 6 : 0;
    for (std::size_t i = first; i < std::min(was.size(), first + 200); ++i)
        compared_before_.push_back({.text = previous_->tokens[i].text, .marked = i >= same && i + end < was.size()});
}

/// Searches the vocabulary and compares embeddings beside the frames.
void TokensPage::follow_question() {
    if (const auto made = answers_.shown()) answer_ = made;
    question_.tokenizer = tokenizer_.get();
    answers_.follow(
        question_,
        [tokenizer = tokenizer_, model = model_, of = question_](const auto& work) {
            VocabularyMatches made;
            const bool is_number = !of.search.empty() && of.search.size() < 9 &&
                                   std::ranges::all_of(of.search, [](char c) { return c >= '0' && c <= '9'; });
            const int number = is_number ? std::stoi(of.search) : -1;
            if (number >= 0 && number < tokenizer->size()) made.found.push_back(number);
            for (int id = 0; id < tokenizer->size() && !of.search.empty(); ++id) {
                if (work.stopped) break;
                if (id != number && tokenizer->token(id).find(of.search) != std::string::npos) made.found.push_back(id);
            }
            if (of.id >= 0 && of.id < tokenizer->size()) {
                const PretrainedTokenizer* const pretrained = tokenizer->pretrained();
                made.bytes = pretrained != nullptr ? pretrained->bytes(of.id) : tokenizer->token(of.id);
                if (const Parameter* embedding = token_embedding(*model); embedding != nullptr)
                    made.nearest = nearest_embeddings(embedding->view(), of.id, most_nearest, work.stopped);
            }
            return made;
        },
        wake_);
}

}  // namespace glassformer
