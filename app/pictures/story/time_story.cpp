#include "app/pictures/story/time_story.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "app/paint/visible_text.h"
#include "core/generate/next_token.h"
#include "core/model/model.h"

namespace glassformer {

namespace {

std::optional<TimeLane> lane_of(const Evaluation& evaluation, Stack stack, const std::vector<TokenLabel>& tokens) {
    const Trace& trace = evaluation.trace();
    TimeLane lane;
    for (const TokenLabel& token : tokens) lane.words.push_back(visible_text(token.text));
    for (int l = 0; l < evaluation.model().config.n_layers; ++l) {
        Site site{.stack = stack, .block = l, .layer = "rnn"};
        TimeLayer layer{.hidden = trace.find(full_name(stage::rnn_hidden, site)), .steps = {}, .lengths = {}};
        if (layer.hidden < 0) return {};
        const ConstView values = trace.record(layer.hidden).view();
        const int cols = values.shape.cols();
        if (values.shape.rows() != lane.words.size()) return {};
        layer.largest = 0;
        for (std::size_t row = 0; row < lane.words.size(); ++row) {
            double sum = 0;
            for (int col = 0; col < cols; ++col) {
                const float number = values.row(row)[col];
                sum += static_cast<double>(number) * static_cast<double>(number);
                if (std::isfinite(number)) layer.largest = std::max(layer.largest, std::abs(number));
            }
            layer.lengths.push_back(std::isfinite(sum) ? static_cast<float>(std::sqrt(sum)) : 0.0F);
            site.step = static_cast<int>(row);
            layer.steps.push_back(trace.find(full_name(stage::step_hidden, site)));
        }
        if (layer.largest <= 0) layer.largest = 1;
        lane.layers.push_back(std::move(layer));
    }
    return lane.layers.empty() || lane.words.empty() ? std::nullopt : std::optional(std::move(lane));
}

/// The attention of each token of the target: step by step inside a layer, or of all tokens behind the layers.
std::vector<int> alignment_of(const Evaluation& evaluation, std::size_t tokens) {
    const Trace& trace = evaluation.trace();
    std::vector<int> found;
    for (std::size_t t = 0; t < tokens; ++t) {
        int record = -1;
        for (int l = 0; l < evaluation.model().config.n_layers && record < 0; ++l)
            record = trace.find(full_name(stage::alignment, {.stack = Stack::decoder,
                                                             .block = l,
                                                             .attention = AttentionKind::cross,
                                                             .layer = "rnn",
                                                             .step = static_cast<int>(t)}));
        if (record < 0)
            record =
                trace.find(full_name(stage::alignment, {.stack = Stack::decoder, .attention = AttentionKind::cross}));
        if (record < 0) return {};
        found.push_back(record);
    }
    return found;
}

}  // namespace

std::vector<float> TimeStory::weights(const Evaluation& evaluation, int token) const {
    if (alignment.empty() || !source) return {};
    const ConstView values = evaluation.trace().record(alignment[static_cast<std::size_t>(token)]).view();
    const auto keys = static_cast<std::size_t>(values.shape.cols());
    const std::size_t row = std::min(static_cast<std::size_t>(token), values.shape.rows() - 1);
    return {values.row(row), values.row(row) + std::min(keys, source->words.size())};
}

std::optional<TimeStory> time_story_of(const Evaluation& evaluation) {
    if (!may_have_time_story(evaluation)) return {};
    const ModelConfig& config = evaluation.model().config;
    const bool pair = config.architecture == Architecture::recurrent_encoder_decoder;
    TimeStory story;
    std::optional<TimeLane> text =
        lane_of(evaluation, pair ? Stack::decoder : Stack::only, continued_tokens(evaluation));
    if (!text) return {};
    story.text = std::move(*text);
    const Trace& trace = evaluation.trace();
    if (pair) {
        story.source = lane_of(evaluation, Stack::encoder, evaluation.tokens());
        if (!story.source) return {};
        story.start = trace.find(
            full_name(stage::start_hidden, {.stack = Stack::decoder, .block = config.n_layers - 1, .layer = "rnn"}));
        story.alignment = alignment_of(evaluation, story.text.words.size());
    }
    story.probs = evaluation.graph().probs.id;
    story.logits = trace.find(stage::logits.key);
    story.pooled_vector = trace.find(stage::pooled.key);
    const int row = answer_row(evaluation);
    story.answer_row = std::clamp(row, 0, static_cast<int>(story.text.words.size()) - 1);
    if (config.head.classifier) {
        story.pooled = pooled_shares(evaluation, story.text.words.size());
        story.answer_row = static_cast<int>(std::ranges::max_element(story.pooled) - story.pooled.begin());
    } else {
        for (int token = 0; token < static_cast<int>(story.text.words.size()); ++token) {
            const auto best = most_probable_answers(evaluation, 1, token);
            story.predicts.push_back(best.empty() || !asked_at(evaluation, token)
                                         ? ""
                                         : visible_text(answer_word(evaluation.model(), best.front().token)));
        }
    }
    story.chosen = row_of(evaluation, story.answer_row);
    story.longest = 1e-6F;
    const auto measure = [&](const TimeLane& lane) {
        for (const TimeLayer& layer : lane.layers)
            for (const float length : layer.lengths) story.longest = std::max(story.longest, length);
    };
    measure(story.text);
    if (story.source) measure(*story.source);
    return story;
}

}  // namespace glassformer
