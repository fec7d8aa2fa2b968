// Translation against the length of the sentence: an encoder–decoder that hands over its last state alone, beside those
// that attend to the source (Cho et al. 2014; Bahdanau, Cho, Bengio 2015, figure 2). Held-out sentences of each length
// are translated greedily and compared with the translation that the task gives.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/model/model.h"
#include "core/train/task.h"

namespace glassformer {

/// Held-out sentences of a translation task by their number of source words (the end token not counted). They are drawn
/// when they are asked for: the same for the same seed, in whatever order.
class HeldOutSentences {
public:
    /// The task outlives it. The first `most` of each length are there and kept, of thousands that are drawn for a rare
    /// length.
    HeldOutSentences(const Task& task, std::uint64_t seed, std::size_t most)
        : task_(task), random_(seed), most_(most) {}
    /// The sentence of that number, from 0, of a length; null where it is too rare. Valid until the next call.
    const Sample* at(int length, std::size_t number);

private:
    const Task& task_;
    Random random_;
    std::size_t most_;
    std::map<int, std::vector<Sample>> drawn_;
    int draws_ = 0;
};

/// A model of the comparison with what it reads: lengths as its card has them, "exact_3", "exact_4", …
struct Translator {
    std::shared_ptr<const Model> model;
    std::shared_ptr<HeldOutSentences> sentences;  // several models of one task share them
    std::vector<int> lengths;                     // rising
};
std::vector<int> measured_lengths(std::span<const std::pair<std::string, double>> metrics);
inline std::vector<int> measured_lengths(const Model& model) { return measured_lengths(model.card.metrics); }


/// A translation beside the right one, as ids of words, without the tokens that begin and end them.
struct Translated {
    std::vector<int> source, reference, words;
    std::vector<bool> right;  // of each word: it is in a longest common subsequence of both
    std::vector<bool> found;  // of each word of the reference: the same
    bool ended = false;       // by the end token; false: it was cut, being much longer than the reference
    /// Word for word, the end token too.
    bool exact() const { return ended && words == reference; }
    /// Length of that subsequence, as a share of the longer of the two; 1 where both are empty.
    double share_right() const;
};
/// Greedily, from the start token that the sample's target begins with. Throws Error for a model without a decoder, or
/// one that does not read so long a source.
Translated translate(const Model& model, const Sample& sample);
/// Marks `right` and `found` of words and reference.
void mark_right_words(Translated& translated);

/// The sentence of one number (from 0) of each length, where there is one, by every model. Ends soon, with fewer, once
/// `stopped` is true.
struct TranslationRound {
    std::vector<std::shared_ptr<const Model>> models;  // that translated
    std::vector<std::map<int, Translated>> by_model;   // of each: by source words
};
TranslationRound translation_round(std::span<const Translator> translators, std::size_t number,
                                   const std::atomic<bool>& stopped);

/// What share of the translations of one length is right.
enum class TranslationMeasure : std::uint8_t { exact, words };
struct ShareEstimate {
    int count = 0;     // sentences
    double mean = 0;   // 0 to 1; NaN of none
    double error = 0;  // standard error of the mean, s / √count with the sample's standard deviation; NaN below two
    /// 95% interval of the share, wilson_interval(); NaN of none.
    double low = 0, high = 0;
};
/// The 95% interval of a share of so many, by Wilson's score (Wilson 1927): it has a width also where all or none are
/// right. Of a mean of numbers from 0 to 1 it is at least as wide as needed, since none vary more than zeros and ones
/// with the same mean. `count` > 0.
std::array<double, 2> wilson_interval(double share, int count);
ShareEstimate share_right(std::span<const TranslationRound> rounds, std::size_t model, int length,
                          TranslationMeasure measure);

}  // namespace glassformer
