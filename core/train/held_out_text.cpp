#include "core/train/held_out_text.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/utf8.h"
#include "core/train/perplexity.h"

namespace glassformer {

std::string_view part_of_text(std::string_view text, TextPart part) {
    const std::vector<CodePoint> points = code_points(text);
    if (part == TextPart::whole || points.empty()) return text;
    return text.substr(points[points.size() * 9 / 10].begin);
}

int window_of(const ModelConfig& config) { return std::clamp(config.max_seq_len, 1, 256); }

std::optional<TextBits> bits_of_text(const Model& model, std::string_view text,
                                     const std::function<bool(std::size_t done, std::size_t windows)>& go_on) {
    if (model.tokenizer == nullptr || !predicts_next_token(model) || has_target(model.config))
        throw Error("this model does not predict the next token of a text");
    const Encoding tokens = model.tokenizer->encode(text);
    if (tokens.size() < 2) throw Error("a text needs 2 tokens or more, so that one is predicted");
    std::vector<int> ids;
    ids.reserve(tokens.size());
    for (const EncodedToken& token : tokens) {
        if (token.unknown) throw Error("the model's vocabulary lacks " + in_quotes(token.text));
        ids.push_back(token.id);
    }
    TextBits found = written_size(text, tokens);
    const std::vector<Sample> windows = windows_of(ids, window_of(model.config));
    constexpr std::size_t together = 16;  // windows of one pass: what is waited for when the work is given up
    double nats = 0;
    for (std::size_t first = 0; first < windows.size(); first += together) {
        if (!go_on(first, windows.size())) return {};
        const auto part = std::span(windows).subspan(first, std::min(together, windows.size() - first));
        const Surprise read = surprise(model.config, model.weights, part);
        nats += read.nats() * static_cast<double>(read.positions());
    }
    found.bits = nats / std::numbers::ln2;
    if (!std::isfinite(found.bits))
        throw Error("the model " + in_quotes(model.name) + " gives a token of this text no probability");
    go_on(windows.size(), windows.size());
    return found;
}

}  // namespace glassformer
