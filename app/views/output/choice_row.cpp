// The row of the page of predictions, and what the panel says about it.
#include <array>

#include "app/views/output/choice_page.h"
#include "app/views/output/texts.h"
#include "core/generate/next_token.h"
#include "core/model/model.h"

namespace glassformer {

namespace {

bool continues_text(const Evaluation& evaluation) { return answer_kind(evaluation) == AnswerKind::next_token; }
bool is_classifier(const Evaluation& evaluation) { return answer_kind(evaluation) == AnswerKind::label; }

/// Its outputs are not classes of which one is right.
bool makes_no_choice(const Evaluation& evaluation) { return !has_probabilities(evaluation.model().config); }

constexpr std::array choice_texts{
    OutputPageText{
        nullptr,
        {"Predictions: from logits to probabilities", "p = \\text{softmax}(L)",
         "A logit says how strongly the model favors one token at one position. The softmax turns the logits L of a "
         "position into probabilities: a logit larger by 1 means e ≈ 2.7 times the probability.",
         "The first candidate and the gap to the second. The page opens at the position where this "
         "model’s answer is read.",
         PageStage::looked_at}},
    OutputPageText{
        is_classifier,
        {"Classes: from logits to probabilities", "p = \\text{softmax}(L)",
         "A logit says how strongly the model favors one class. The softmax turns the logits L into probabilities: a "
         "logit larger by 1 means e ≈ 2.7 times the probability.",
         "The first class and the gap to the second. There is one answer for the whole text.", PageStage::looked_at}},
    OutputPageText{makes_no_choice,
                   {"Outputs: numbers, not probabilities", "L = x W_{class}",
                    "The outputs of this model are numbers, or scores of labels of which several can be right at once. "
                    "They do not compete with one another, so no softmax makes probabilities of them.",
                    "The sign and the size of each output.", PageStage::looked_at}},
    OutputPageText{
        continues_text,
        {"Next token: temperature, top-k, top-p", "p = \\text{softmax}(\\frac{L}{T})",
         "The logits L are divided by the temperature T before the softmax: below 1 the most likely token "
         "gets a larger share, above 1 a smaller one. Top-k keeps the k most likely tokens, top-p the fewest whose "
         "probabilities add up to at least p. One of the kept tokens is then picked.",
         "One row, from its logit to its share: what temperature, top-k and top-p make of it, and where the "
         "draw falls."}},
    OutputPageText{
        continues_text,
        {"Next token: greedy decoding", "p = \\text{softmax}(L)",
         "Greedy decoding always picks the token with the largest logit, so no random number is drawn. It is "
         "the limit of sampling as the temperature goes to 0.",
         "The first candidate, which is picked, and how far behind it the second is.", PageStage::looked_at},
        true},
};

std::string_view title_of(AnswerKind kind) {
    switch (kind) {
        case AnswerKind::label: return texts::output::tab_classes;
        case AnswerKind::word: return texts::output::tab_masked_words;
        case AnswerKind::here: return texts::output::tab_predictions;
        default: return texts::output::tab_next_token;
    }
}

}  // namespace

extern const OutputPageRow output_choice_row{
    .name = "choice",
    .place = 0,
    .mode = 0,
    .title = title_of,
    .words = texts::output::open_predictions,
    .fits = [](const Evaluation&) { return true; },
    .texts = choice_texts,
    .make = []() -> std::unique_ptr<OutputPage> { return std::make_unique<ChoicePage>(); }};

}  // namespace glassformer
