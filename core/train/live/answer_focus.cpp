#include "core/train/live/answer_focus.h"

#include "core/base/random.h"
#include "core/model/mask.h"
#include "core/train/measure.h"

namespace glassformer {

namespace {

constexpr int most_texts = 32;
constexpr std::uint64_t seed_of_texts = 2;

bool answers_with_tokens(const Task& task, const ModelConfig& config) {
    return (config.architecture == Architecture::decoder || config.architecture == Architecture::encoder) &&
           !config.head.classifier && task.target_vocabulary.empty();
}

}  // namespace

AnswerFocus::AnswerFocus(const Task& task, const ModelConfig& config) : config_(config) {
    if (!answers_with_tokens(task, config)) return;
    Random random(seed_of_texts);
    texts_.resize(most_texts);
    int labelled = 0;
    for (int t = 0; t < most_texts; ++t) {
        Sample& text = texts_[static_cast<std::size_t>(t)];
        task.sample(random, Split::held_out, text);
        const auto length = static_cast<int>(text.tokens.size());
        for (int query = 0; query < length; ++query) {
            const int label = text.labels[static_cast<std::size_t>(query)];
            if (label < 0) continue;
            ++labelled;
            AnswerInText found{.text = t, .query = query, .keys = {}};
            for (int key = 0; key < length; ++key) {
                if (!config.mask.kind->sees(query, key, config.mask.number)) continue;
                ++found.seen;
                if (key != query && text.tokens[static_cast<std::size_t>(key)] == label) found.keys.push_back(key);
            }
            if (!found.keys.empty()) queries_.push_back(std::move(found));
        }
    }
    if (2 * static_cast<int>(queries_.size()) < labelled) queries_.clear();
}

std::vector<float> AnswerFocus::measure(const Weights& weights) const {
    if (queries_.empty()) return {};
    const auto heads = static_cast<std::size_t>(config_.n_heads);
    std::vector<double> sums(static_cast<std::size_t>(config_.n_layers) * heads);
    auto next = queries_.begin();
    std::vector<int> records;  // of the blocks
    evaluate(config_, weights, texts_, [&](const Reading& reading) {
        const Trace& trace = reading.batch.tape().trace();
        for (int block = static_cast<int>(records.size()); block < config_.n_layers; ++block)
            records.push_back(trace.find(full_name(stage::weights, {.block = block})));
        for (; next != queries_.end() && next->text == static_cast<int>(reading.sample); ++next)
            for (std::size_t i = 0; i < sums.size(); ++i) {
                const int record = records[i / heads];
                if (record < 0) continue;
                for (const int key : next->keys)
                    sums[i] +=
                        static_cast<double>(reading.attention(record, static_cast<int>(i % heads), next->query, key));
            }
    });
    std::vector<float> means;
    means.reserve(sums.size());
    for (const double sum : sums) means.push_back(static_cast<float>(sum / static_cast<double>(queries_.size())));
    return means;
}

double AnswerFocus::uniform() const {
    double sum = 0;
    for (const AnswerInText& query : queries_) sum += static_cast<double>(query.keys.size()) / query.seen;
    return queries_.empty() ? 0 : sum / static_cast<double>(queries_.size());
}

std::optional<int> appeared_at(std::span<const FocusAtStep> measured, std::size_t head) {
    std::optional<int> since;
    for (const FocusAtStep& at : measured) {
        if (head >= at.by_head.size() || !(at.by_head[head] >= focused))
            since.reset();
        else if (!since)
            since = at.step;
    }
    return since;
}

}  // namespace glassformer
