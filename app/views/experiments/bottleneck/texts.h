// Texts of the page on translation and the length of the sentence.
#pragma once

#include <array>

namespace glassformer::texts::bottleneck {

inline constexpr const char* title = "Bottleneck";
inline constexpr const char* question = "How long a sentence fits into one vector?";

inline constexpr std::array<const char*, 3> models{"translate-bottleneck", "translate-rnn-attention",
                                                   "translate-fr-en"};
inline constexpr std::array<const char*, 3> names{"RNN without attention", "RNN with attention", "Transformer"};
inline constexpr std::array<const char*, 3> brief_names{"Without attention", "With attention", "Transformer"};

inline constexpr const char* computing = "Translating …";
inline constexpr const char* sentence =
    "Greedy translations of held-out sentences{}. {} {} without attention, and {} with attention. {} at {} words: {} "
    "without attention, {} with attention{}. Without "
    "attention, the decoder reads the source through one vector of {} numbers, however long the sentence is. Click a "
    "length.";
// How long a sentence may be
inline constexpr std::array<const char*, 2> half{"At least half of the sentences are fully correct",
                                                 "On average at least half of the words are correct"};
inline constexpr const char* half_up_to = "up to {} words";
inline constexpr const char* half_always = "at every length up to {} words";
inline constexpr const char* half_never = "at no length";
inline constexpr const char* half_not_at = "not yet at {} words";
inline constexpr const char* so_far = ", {} of {} per length so far";
inline constexpr const char* of_transformer = ", {} for the transformer";
inline constexpr const char* transformer_ends = "; the transformer was trained on sentences of up to {} words";
inline constexpr std::array<const char*, 2> measures_begin{"Fully correct", "Correct words"};

inline constexpr const char* measure = "Measure";
inline constexpr const char* measure_hint =
    "Share of the sentences that are translated word for word, or mean share of correct words: the longest common "
    "subsequence with the reference, divided by the words of the longer of the two";
inline constexpr const char* measure_exact = "sentences";
inline constexpr const char* measure_words = "words";
inline constexpr const char* count = "Sentences per length";
inline constexpr const char* count_hint =
    "More sentences take longer and reduce the standard error. Rare lengths have fewer sentences";
inline constexpr const char* length = "Length";
inline constexpr const char* length_hint = "Words of the French sentence that is shown; click the chart, or ← →";
inline constexpr const char* key_steps = "another length";
inline constexpr const char* key_again = "other sentences";
inline constexpr const char* seed = "Seed";
inline constexpr const char* seed_hint = "Another one draws other sentences";

inline constexpr std::array<const char*, 2> chart_titles{"Sentences fully correct",
                                                         "Correct words, mean over sentences"};
inline constexpr const char* progress =
    "{} of {} sentences per length; {} {} words. Bars and brackets: 95% intervals (Wilson 1927).";
inline constexpr const char *one_sentence_has = "1 sentence has", *sentences_have = "{} sentences have";
inline constexpr const char* share_of_many = "{}% ({}–{})";  // "95% (76–99)"
inline constexpr const char* curve_ends =
    " The transformer's curve ends at {} words: its task has sentences of its own, none of them longer.";
inline constexpr const char* across = "words of the French sentence";
inline constexpr const char* of_length = "{} words";
inline constexpr const char* table_title = "Translation by length";

inline constexpr const char* sentence_of = "Sentence {} of {} with {} words";
inline constexpr const char* previous = "Previous sentence of this length";
inline constexpr const char* next = "Next sentence of this length";
inline constexpr const char* source = "French";
inline constexpr const char* reference = "Reference";
inline constexpr const char* is_exact = "fully correct";
inline constexpr const char* some_right = "{} of {} words";
inline constexpr const char* not_ended = "…";
inline constexpr const char* own_sentence = "The transformer's task has other sentences: one of the same length";
inline constexpr const char* no_sentence = "The transformer's task has no sentences of {} words";
inline constexpr const char* model_hint =
    "{}: {}\nUnderlined words are not in the reference, or not in its order. The total is the length of the longer of "
    "the two. Click to select the model that is opened";
inline constexpr const char* missing_hint = "Underlined words are missing in the translation of the selected model";
inline constexpr const char* all_of_length = "All sentences with {} words: the fainter, the more words are wrong";
inline constexpr const char* sentence_hint = "{}, sentence {}: {}";
inline constexpr const char* open_output = "Open in Output";
inline constexpr const char* open_output_hint = "Translate this sentence step by step with the selected model";

}  // namespace glassformer::texts::bottleneck
