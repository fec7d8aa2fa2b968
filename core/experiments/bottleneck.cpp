#include "core/experiments/bottleneck.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <system_error>

#include "core/generate/generation.h"
#include "core/generate/target_logits.h"

namespace glassformer {

namespace {

constexpr int sentences_drawn = 40000;  // at most, for the rare lengths
constexpr int words_too_many = 6;       // a translation that is so much longer than the reference is cut

}  // namespace

const Sample* HeldOutSentences::at(int length, std::size_t number) {
    std::vector<Sample>& wanted = drawn_[length];
    Sample sample;
    for (; wanted.size() <= number && number < most_ && draws_ < sentences_drawn; ++draws_) {
        sample.clear();
        task_.sample(random_, Split::held_out, sample);
        std::vector<Sample>& alike = drawn_[static_cast<int>(sample.tokens.size()) - 1];
        if (alike.size() < most_) alike.push_back(sample);
    }
    return number < wanted.size() ? &wanted[number] : nullptr;
}

std::vector<int> measured_lengths(std::span<const std::pair<std::string, double>> metrics) {
    constexpr std::string_view name = "exact_";
    std::vector<int> lengths;
    for (const auto& [metric, value] : metrics) {
        int length = 0;
        const char* const end = metric.data() + metric.size();
        if (!metric.starts_with(name)) continue;
        const auto read = std::from_chars(metric.data() + name.size(), end, length);
        if (read.ec == std::errc{} && read.ptr == end && length > 0) lengths.push_back(length);
    }
    std::ranges::sort(lengths);
    return lengths;
}

double Translated::share_right() const {
    const std::size_t longer = std::max(words.size(), reference.size());
    return longer == 0 ? 1 : static_cast<double>(std::ranges::count(right, true)) / static_cast<double>(longer);
}

void mark_right_words(Translated& translated) {
    const std::vector<int>&a = translated.words, &b = translated.reference;
    // common[i][j]: the longest common subsequence of a from i on and b from j on.
    std::vector<std::vector<int>> common(a.size() + 1, std::vector<int>(b.size() + 1, 0));
    for (std::size_t i = a.size(); i-- > 0;)
        for (std::size_t j = b.size(); j-- > 0;)
            common[i][j] = a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    translated.right.assign(a.size(), false);
    translated.found.assign(b.size(), false);
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j])
            translated.right[i++] = translated.found[j++] = true;
        else if (common[i + 1][j] >= common[i][j + 1])
            ++i;
        else
            ++j;
    }
}

Translated translate(const Model& model, const Sample& sample) {
    const int end = sample.labels.back();
    Translated made;
    made.source.assign(sample.tokens.begin(), sample.tokens.end() - 1);
    made.reference.assign(sample.labels.begin(), sample.labels.end() - 1);
    const int longest = std::min(model.config.max_seq_len, static_cast<int>(sample.labels.size()) + words_too_many);
    TargetLogits logits(model.config, model.weights, sample.tokens, longest);
    Random random(0);
    const Continuation continued =
        continue_text(std::ref(logits), std::vector<int>{sample.target_tokens.front()},
                      {.steps = longest - 1, .end = end}, {.temperature = 0}, random);
    made.ended = continued.ended;
    made.words.assign(continued.tokens.begin() + static_cast<std::ptrdiff_t>(continued.given), continued.tokens.end());
    if (made.ended && !made.words.empty() && made.words.back() == end) made.words.pop_back();
    mark_right_words(made);
    return made;
}

TranslationRound translation_round(std::span<const Translator> translators, std::size_t number,
                                   const std::atomic<bool>& stopped) {
    TranslationRound round;
    for (const Translator& translator : translators) round.models.push_back(translator.model);
    round.by_model.resize(translators.size());
    for (std::size_t m = 0; m < translators.size(); ++m)
        for (const int length : translators[m].lengths) {
            if (stopped) return round;
            if (const Sample* sample = translators[m].sentences->at(length, number))
                round.by_model[m].emplace(length, translate(*translators[m].model, *sample));
        }
    return round;
}

std::array<double, 2> wilson_interval(double share, int count) {
    constexpr double z = 1.959964;  // of 95%
    const double n = count, whole = 1 + z * z / n, middle = share + z * z / (2 * n);
    const double half = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    return {std::max(0.0, (middle - half) / whole), std::min(1.0, (middle + half) / whole)};
}

ShareEstimate share_right(std::span<const TranslationRound> rounds, std::size_t model, int length,
                          TranslationMeasure measure) {
    ShareEstimate share;
    double sum = 0, squares = 0;
    for (const TranslationRound& round : rounds) {
        if (model >= round.by_model.size()) continue;
        const auto found = round.by_model[model].find(length);
        if (found == round.by_model[model].end()) continue;
        const Translated& translated = found->second;
        const double right = measure == TranslationMeasure::words ? translated.share_right() : translated.exact() ? 1 : 0;
        ++share.count;
        sum += right;
        squares += right * right;
    }
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const double n = share.count;
    share.mean = share.count > 0 ? sum / n : none;
    share.error =
        share.count > 1 ? std::sqrt(std::max(0.0, squares - n * share.mean * share.mean) / (n - 1) / n) : none;
    share.low = share.high = none;
    if (share.count > 0) {
        const std::array<double, 2> interval = wilson_interval(share.mean, share.count);
        share.low = interval[0], share.high = interval[1];
    }
    return share;
}

}  // namespace glassformer
