#include "app/views/output/page_texts.h"

#include <array>

#include "core/model/model.h"

namespace glassformer {

namespace {

bool continues_text(const Evaluation& evaluation) { return answer_kind(evaluation) == AnswerKind::next_token; }
bool is_classifier(const Evaluation& evaluation) { return answer_kind(evaluation) == AnswerKind::label; }

/// Its outputs are not classes of which one is right.
bool makes_no_choice(const Evaluation& evaluation) { return !has_probabilities(evaluation.model().config); }

bool writes_text(const Evaluation& evaluation) {
    return continues_text(evaluation) && evaluation.model().tokenizer != nullptr;
}

constexpr std::array output_pages{
    OutputPageRow{
        OutputMode::choice,
        nullptr,
        {"Predictions: from logits to probabilities", "p = \\text{softmax}(L)",
         "A logit says how strongly the model favors one token at one position. The softmax turns the logits L of a "
         "position into probabilities: a logit larger by 1 means e ≈ 2.7 times the probability.",
         "The first candidate and the gap to the second. The page opens at the position where this "
         "model’s answer is read.",
         PageStage::looked_at}},
    OutputPageRow{
        OutputMode::choice,
        is_classifier,
        {"Classes: from logits to probabilities", "p = \\text{softmax}(L)",
         "A logit says how strongly the model favors one class. The softmax turns the logits L into probabilities: a "
         "logit larger by 1 means e ≈ 2.7 times the probability.",
         "The first class and the gap to the second. There is one answer for the whole text.", PageStage::looked_at}},
    OutputPageRow{OutputMode::choice,
                  makes_no_choice,
                  {"Outputs: numbers, not probabilities", "L = x W_{class}",
                   "The outputs of this model are numbers, or scores of labels of which several can be right at once. "
                   "They do not compete with one another, so no softmax makes probabilities of them.",
                   "The sign and the size of each output.", PageStage::looked_at}},
    OutputPageRow{
        OutputMode::choice,
        continues_text,
        {"Next token: temperature, top-k, top-p", "p = \\text{softmax}(\\frac{L}{T})",
         "The logits L are divided by the temperature T before the softmax: below 1 the most likely token "
         "gets a larger share, above 1 a smaller one. Top-k keeps the k most likely tokens, top-p the fewest whose "
         "probabilities add up to at least p. One of the kept tokens is then picked.",
         "One row, from its logit to its share: what temperature, top-k and top-p make of it, and where the "
         "draw falls."}},
    OutputPageRow{OutputMode::choice,
                  continues_text,
                  {"Next token: greedy decoding", "p = \\text{softmax}(L)",
                   "Greedy decoding always picks the token with the largest logit, so no random number is drawn. It is "
                   "the limit of sampling as the temperature goes to 0.",
                   "The first candidate, which is picked, and how far behind it the second is.", PageStage::looked_at},
                  true},
    OutputPageRow{OutputMode::generation,
                  nullptr,
                  {"Generation: one token after another", "log P = Σ_{t} log p(x_{t} | x_{1}, …, x_{t−1})",
                   "One token is picked and appended to the text, and the model runs again on the longer text. The "
                   "log-probabilities of the tokens, in nats, add up to that of the text.",
                   "The probability of each token: where it is small, the model had other choices."}},
    OutputPageRow{OutputMode::generation,
                  writes_text,
                  {"Generation: one token after another", "log P = Σ_{t} log p(x_{t} | x_{1}, …, x_{t−1})",
                   "One token is picked and appended to the text, and the model runs again on the longer text. The "
                   "log-probabilities of the tokens, in nats, add up to that of the text. Bits per character: the sum "
                   "of −log₂ p, divided by the characters that the tokens write.",
                   "The probability of each token: where it is small, the model had other choices, and the token "
                   "costs many bits."}},
    OutputPageRow{OutputMode::translation,
                  nullptr,
                  {"Translation: one word after another", "log P = Σ_{t} log p(y_{t} | x, y_{1}, …, y_{t−1})",
                   "The encoder reads the source text x. The decoder predicts one target word y at a time, and each "
                   "word becomes its input for the next. (In training the decoder usually gets the correct words "
                   "instead: teacher forcing.)",
                   "The log-probability of each word, in nats: they add up to that of the translation."}},
    OutputPageRow{OutputMode::lens,
                  nullptr,
                  {"Logit lens: predictions before the last layer", "p_{l} = \\text{softmax}(\\text{output}(X_{l}))",
                   "The vectors X after each layer l are read with the model’s own output layer, as if the model "
                   "stopped there. It was not trained for that: early predictions can be meaningless.",
                   "The layer at which the final prediction first appears and then stays."}},
    OutputPageRow{OutputMode::contributions,
                  nullptr,
                  {"Contributions: what one logit is the sum of", "L = Σ_{c} L_{c}",
                   "Residual connections add vectors, so a logit can be split into one term for each part c of the "
                   "model: the embedding, every head, every MLP, the biases.",
                   "The longest bars: the parts that raise or lower this logit most."}},
};

}  // namespace

std::span<const OutputPageRow> output_page_rows() { return output_pages; }

const PageText& page_text(OutputMode mode, const Evaluation& evaluation, bool greedy) {
    const PageText* found = &output_pages.front().text;
    for (const OutputPageRow& row : output_pages)
        if (row.mode == mode && (greedy || !row.greedy) && (row.fits == nullptr || row.fits(evaluation)))
            found = &row.text;
    return *found;
}

}  // namespace glassformer
