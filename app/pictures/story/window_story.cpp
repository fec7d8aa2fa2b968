// The story of a convolution: each layer's vectors, and how much each place of a token's window adds to them.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/paint/visible_text.h"
#include "app/pictures/story/time_story.h"
#include "core/generate/next_token.h"
#include "core/model/model.h"
#include "core/session/unknown_words.h"

namespace glassformer {

namespace {

/// ‖x W‖ of a row and one place's matrix [d_in, d_out].
float product_length(const float* row, const float* matrix, int d_in, int d_out) {
    std::vector<double> sums(static_cast<std::size_t>(d_out), 0.0);
    for (int i = 0; i < d_in; ++i)
        for (int o = 0; o < d_out; ++o)
            sums[static_cast<std::size_t>(o)] +=
                static_cast<double>(row[i]) * static_cast<double>(matrix[static_cast<std::ptrdiff_t>(i) * d_out + o]);
    double squares = 0;
    for (const double sum : sums) squares += sum * sum;
    return std::isfinite(squares) ? static_cast<float>(std::sqrt(squares)) : 0.0F;
}

}  // namespace

std::optional<TimeLane> window_lane(const Evaluation& evaluation, TimeStory& story) {
    const Trace& trace = evaluation.trace();
    const ModelConfig& config = evaluation.model().config;
    TimeLane lane;
    for (const TokenLabel& token : continued_tokens(evaluation)) lane.words.push_back(visible_text(token.text));
    lane.unknown = unknown_tokens(continued_tokens(evaluation));
    story.text.words = lane.words;  // in_window() asks how many there are
    story.window = config.convolution.width;
    story.window_before = config.convolution.window == Window::causal ? story.window - 1 : (story.window - 1) / 2;
    story.read = trace.find(stage::embed.key);
    const auto tokens = static_cast<int>(lane.words.size());
    for (int l = 0; l < config.n_layers; ++l) {
        const Site site{.block = l, .layer = "conv"};
        const int out = trace.find(full_name(stage::conv_out, site)),
                  pre = trace.find(full_name(stage::conv_pre, site));
        if (out < 0 || pre < 0) return {};
        StoryStream stream = stream_of(trace, out);
        const std::vector<int>& operands = trace.record(pre).operands;
        const ConstView in = trace.record(operands[0]).view(), weight = trace.record(operands[1]).view();
        const ConstView values = trace.record(out).view();
        if (static_cast<int>(stream.lengths.size()) != tokens) return {};
        TimeLayer layer{.hidden = out,
                        .steps = std::vector<int>(lane.words.size(), -1),
                        .lengths = std::move(stream.lengths),
                        .cells = {},
                        .cell_lengths = {},
                        .forget = {},
                        .taps = {}};
        layer.largest = 0;
        for (std::size_t i = 0; i < values.shape.count(); ++i)
            if (std::isfinite(values.data[i])) layer.largest = std::max(layer.largest, std::abs(values.data[i]));
        if (layer.largest <= 0) layer.largest = 1;
        const int d_in = in.shape.cols(), d_out = values.shape.cols();
        for (int token = 0; token < tokens; ++token)
            for (int place = 0; place < story.window; ++place) {
                const int from = story.in_window(token, place);
                const float* const matrix = weight.data + static_cast<std::ptrdiff_t>(place) * d_in * d_out;
                layer.taps.push_back(
                    from < 0 ? 0 : product_length(in.row(static_cast<std::size_t>(from)), matrix, d_in, d_out));
            }
        lane.layers.push_back(std::move(layer));
    }
    return lane.layers.empty() || lane.words.empty() ? std::nullopt : std::optional(std::move(lane));
}

}  // namespace glassformer
