#include "app/pictures/story/time_story.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <tuple>

#include "app/paint/visible_text.h"
#include "app/pictures/board/untrained.h"
#include "core/generate/next_token.h"
#include "core/model/model.h"
#include "core/session/unknown_words.h"

namespace glassformer {

namespace {

/// Records of single steps, found by what they are: to look each up by its name would take a walk through all records.
class StepRecords {
public:
    explicit StepRecords(const Trace& trace) {
        for (const Record& record : trace.records())
            if (record.site.step >= 0 && record.stage != nullptr)
                found_.try_emplace({record.stage, record.site.stack, record.site.block, record.site.step}, record.id);
    }
    int find(const Stage& stage, const Site& site) const {
        const auto at = found_.find({&stage, site.stack, site.block, site.step});
        return at == found_.end() ? -1 : at->second;
    }

private:
    std::map<std::tuple<const Stage*, Stack, int, int>, int> found_;
};

float length_of(const float* numbers, int count) {
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += static_cast<double>(numbers[i]) * static_cast<double>(numbers[i]);
    return std::isfinite(sum) ? static_cast<float>(std::sqrt(sum)) : 0.0F;
}

/// The cell state of an LSTM after a step, and what its forget gate keeps of the one before.
void read_cell(const Trace& trace, const StepRecords& steps, const Site& site, TimeLayer& layer) {
    const int cell = steps.find(stage::step_cell, site), forget = steps.find(stage::forget_gate, site);
    if (cell < 0 || forget < 0) return;
    const ConstView state = trace.record(cell).view(), gate = trace.record(forget).view();
    double sum = 0;
    for (int col = 0; col < gate.shape.cols(); ++col) sum += static_cast<double>(gate.row(0)[col]);
    layer.cells.push_back(cell);
    layer.cell_lengths.push_back(length_of(state.row(0), state.shape.cols()));
    layer.forget.push_back(static_cast<float>(sum / std::max(1, gate.shape.cols())));
}

std::optional<TimeLane> lane_of(const Evaluation& evaluation, const StepRecords& steps, Stack stack,
                                const std::vector<TokenLabel>& tokens) {
    const Trace& trace = evaluation.trace();
    TimeLane lane;
    for (const TokenLabel& token : tokens) lane.words.push_back(visible_text(token.text));
    lane.unknown = unknown_tokens(tokens);
    for (int l = 0; l < evaluation.model().config.n_layers; ++l) {
        Site site{.stack = stack, .block = l, .layer = "rnn"};
        TimeLayer layer{.hidden = trace.find(full_name(stage::rnn_hidden, site)),
                        .steps = {},
                        .lengths = {},
                        .cells = {},
                        .cell_lengths = {},
                        .forget = {},
                        .taps = {}};
        if (layer.hidden < 0) return {};
        const ConstView values = trace.record(layer.hidden).view();
        const int cols = values.shape.cols();
        if (values.shape.rows() != lane.words.size()) return {};
        layer.largest = 0;
        for (std::size_t row = 0; row < lane.words.size(); ++row) {
            for (int col = 0; col < cols; ++col)
                if (const float number = values.row(row)[col]; std::isfinite(number))
                    layer.largest = std::max(layer.largest, std::abs(number));
            layer.lengths.push_back(length_of(values.row(row), cols));
            site.step = static_cast<int>(row);
            layer.steps.push_back(steps.find(stage::step_hidden, site));
            read_cell(trace, steps, site, layer);
        }
        if (layer.largest <= 0) layer.largest = 1;
        lane.layers.push_back(std::move(layer));
    }
    return lane.layers.empty() || lane.words.empty() ? std::nullopt : std::optional(std::move(lane));
}

/// The attention of each token of the target: step by step inside a layer, or of all tokens behind the layers.
std::vector<int> alignment_of(const Evaluation& evaluation, const StepRecords& steps, std::size_t tokens) {
    const Trace& trace = evaluation.trace();
    const int of_all =
        trace.find(full_name(stage::alignment, {.stack = Stack::decoder, .attention = AttentionKind::cross}));
    std::vector<int> found;
    for (std::size_t t = 0; t < tokens; ++t) {
        int record = -1;
        for (int l = 0; l < evaluation.model().config.n_layers && record < 0; ++l)
            record = steps.find(stage::alignment,
                                {.stack = Stack::decoder, .block = l, .layer = "rnn", .step = static_cast<int>(t)});
        if (record < 0) record = of_all;
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
    const StepRecords steps(evaluation.trace());
    const bool windows = config.architecture == Architecture::convolution;
    std::optional<TimeLane> text =
        windows ? window_lane(evaluation, story)
                : lane_of(evaluation, steps, pair ? Stack::decoder : Stack::only, continued_tokens(evaluation));
    if (!text) return {};
    story.text = std::move(*text);
    const Trace& trace = evaluation.trace();
    if (pair) {
        story.source = lane_of(evaluation, steps, Stack::encoder, evaluation.tokens());
        if (!story.source) return {};
        story.start = trace.find(
            full_name(stage::start_hidden, {.stack = Stack::decoder, .block = config.n_layers - 1, .layer = "rnn"}));
        story.alignment = alignment_of(evaluation, steps, story.text.words.size());
    }
    story.probs = evaluation.graph().probs.id;
    story.logits = trace.find(stage::logits.key);
    story.pooled_vector = trace.find(stage::pooled.key);
    const int row = story_row(evaluation);
    story.answer_row = std::clamp(row, 0, static_cast<int>(story.text.words.size()) - 1);
    if (config.head.classifier) {
        story.pooled = pooled_shares(evaluation, story.text.words.size());
        story.answer_row = static_cast<int>(std::ranges::max_element(story.pooled) - story.pooled.begin());
    } else {
        const Untrained not_trained = untrained(evaluation);
        for (int token = 0; token < static_cast<int>(story.text.words.size()); ++token) {
            const auto best = most_probable_answers(evaluation, 1, token);
            story.predicts.push_back(best.empty() || !asked_at(evaluation, token) || not_trained.at(token)
                                         ? ""
                                         : visible_text(answer_word(evaluation.model(), best.front().token)));
        }
    }
    story.chosen = row_of(evaluation, story.answer_row);
    story.longest = story.longest_cell = 1e-6F;
    const auto measure = [&](const TimeLane& lane) {
        for (const TimeLayer& layer : lane.layers) {
            for (const float length : layer.lengths) story.longest = std::max(story.longest, length);
            for (const float length : layer.cell_lengths) story.longest_cell = std::max(story.longest_cell, length);
        }
    };
    measure(story.text);
    if (story.source) measure(*story.source);
    return story;
}

}  // namespace glassformer
