// The pages that continue a text or a translation: their rows, what the panel says about them, what they keep.
#include <array>

#include "app/views/output/generation_page.h"
#include "app/views/output/texts.h"
#include "app/views/shared/view_values.h"
#include "core/generate/next_token.h"
#include "core/model/model.h"

namespace glassformer {

namespace {

bool generates(const Evaluation& evaluation) { return answer_kind(evaluation) == AnswerKind::next_token; }
bool writes_text(const Evaluation& evaluation) {
    return generates(evaluation) && evaluation.model().tokenizer != nullptr;
}

constexpr std::array generation_texts{
    OutputPageText{nullptr,
                   {"Generation: one token after another", "log P = Σ_{t} log p(x_{t} | x_{1}, …, x_{t−1})",
                    "One token is picked and appended to the text, and the model runs again on the longer text. The "
                    "log-probabilities of the tokens, in nats, add up to that of the text.",
                    "The probability of each token: where it is small, the model had other choices."}},
    OutputPageText{writes_text,
                   {"Generation: one token after another", "log P = Σ_{t} log p(x_{t} | x_{1}, …, x_{t−1})",
                    "One token is picked and appended to the text, and the model runs again on the longer text. The "
                    "log-probabilities of the tokens, in nats, add up to that of the text. Bits per character: the sum "
                    "of −log₂ p, divided by the characters that the tokens write.",
                    "The probability of each token: where it is small, the model had other choices, and the token "
                    "costs many bits."}},
};

constexpr std::array translation_texts{
    OutputPageText{nullptr,
                   {"Translation: one word after another", "log P = Σ_{t} log p(y_{t} | x, y_{1}, …, y_{t−1})",
                    "The encoder reads the source text x. The decoder predicts one target word y at a time, and each "
                    "word becomes its input for the next. (In training the decoder usually gets the correct words "
                    "instead: teacher forcing.)",
                    "The log-probability of each word, in nats: they add up to that of the translation."}},
};

}  // namespace

void TextPage::describe(State& state) const {
    state.add("given_log_probability", given_status());
    state.add("bits_per_character", bits_status());
    state.add("held_out", text_measurement().status());
}

ViewValues TextPage::save() const {
    return {{"last_tenth", value_text(text_measurement().part() == TextPart::last_tenth)}};
}

void TextPage::load(const ViewValues& values) {
    const bool now = text_measurement().part() == TextPart::last_tenth;
    text_measurement().choose_part(ViewReader(values).yes("last_tenth", now) ? TextPart::last_tenth : TextPart::whole);
}

void TranslationPage::describe(State& state) const {
    state.add("beam", beam_status());
    state.add("given_log_probability", given_status());
}

ViewValues TranslationPage::save() const { return {{"beam", value_text(shows_beam())}}; }

void TranslationPage::load(const ViewValues& values) { show_beam(ViewReader(values).yes("beam", shows_beam())); }

extern const OutputPageRow output_generation_row{
    .name = "generation",
    .place = 1,
    .mode = 1,
    .title = [](AnswerKind) { return std::string_view(texts::output::tab_generate); },
    .words = texts::output::open_generation,
    .fits = [](const Evaluation& e) { return generates(e) && !has_target(e.model().config); },
    .texts = generation_texts,
    .make = []() -> std::unique_ptr<OutputPage> { return std::make_unique<TextPage>(); },
    .generates = true};

extern const OutputPageRow output_translation_row{
    .name = "translation",
    .place = 2,
    .mode = 2,
    .title = [](AnswerKind) { return std::string_view(texts::output::tab_translate); },
    .words = texts::output::open_translation,
    .fits = [](const Evaluation& e) { return generates(e) && has_target(e.model().config); },
    .texts = translation_texts,
    .make = []() -> std::unique_ptr<OutputPage> { return std::make_unique<TranslationPage>(); },
    .generates = true};

}  // namespace glassformer
