// The story of a soft lookup: each token's vector against a table of learned keys, and the values that it takes.
#include <fmt/core.h>

#include <cmath>

#include "app/paint/visible_text.h"
#include "app/pictures/story/story.h"
#include "app/pictures/story/texts.h"
#include "core/generate/next_token.h"
#include "core/model/model.h"

namespace glassformer {

namespace {

/// The token whose vector has the largest dot product with a vector of the table.
std::string nearest(const Model& model, const float* vector, const ConstView& tokens, bool columns) {
    const int count = columns ? tokens.shape.cols() : static_cast<int>(tokens.shape.rows());
    const int size = columns ? static_cast<int>(tokens.shape.rows()) : tokens.shape.cols();
    int best = 0;
    double most = -INFINITY;
    for (int token = 0; token < count; ++token) {
        double sum = 0;
        for (int d = 0; d < size; ++d)
            sum += static_cast<double>(vector[d]) *
                   static_cast<double>(columns ? tokens.row(static_cast<std::size_t>(d))[token]
                                               : tokens.row(static_cast<std::size_t>(token))[d]);
        if (sum > most) most = sum, best = token;
    }
    return visible_text(answer_word(model, best));
}

/// "hot → cold": the token that matches the entry's key best, and the token whose logit its value raises most.
std::vector<std::string> names_of_entries(const Evaluation& evaluation, int keys, int values, int count) {
    const Trace& trace = evaluation.trace();
    const int tokens = trace.find("embed.tokens.weight"), head = trace.find("head.weight");
    const ConstView key = trace.record(keys).view(), value = trace.record(values).view();
    std::vector<std::string> names;
    for (int entry = 0; entry < count; ++entry) {
        const auto row = static_cast<std::size_t>(entry);
        if (tokens < 0 || trace.record(tokens).shape.cols() != key.shape.cols()) {
            names.push_back(fmt::format(texts::story::entry, entry));
            continue;
        }
        const std::string raised = head < 0
                                       ? nearest(evaluation.model(), value.row(row), trace.record(tokens).view(), false)
                                       : nearest(evaluation.model(), value.row(row), trace.record(head).view(), true);
        names.push_back(fmt::format(texts::story::predicts,
                                    nearest(evaluation.model(), key.row(row), trace.record(tokens).view(), false),
                                    raised));
    }
    return names;
}

}  // namespace

bool read_table(const Evaluation& evaluation, Story& story) {
    const Trace& trace = evaluation.trace();
    const int in = trace.find(stage::embed.key), weights = trace.find(stage::lookup_weights.key),
              out = trace.find(stage::lookup_out.key);
    const int keys = trace.find("lookup.keys.weight"), values = trace.find("lookup.values.weight");
    if (in < 0 || weights < 0 || out < 0 || keys < 0 || values < 0) return false;
    StorySource table{.table = true,
                      .words = {},
                      .blocks = 0,
                      .in = stream_of(trace, keys),
                      .out = stream_of(trace, values),
                      .off = {}};
    table.words = names_of_entries(evaluation, keys, values, trace.record(weights).shape.cols());
    if (table.in.lengths.size() != table.words.size() || table.out.lengths.size() != table.words.size()) return false;
    story.source = std::move(table);
    StorySublayer lookup{.kind = StorySublayer::Kind::attention,
                         .weights = weights,
                         .heads = 1,
                         .query = in,
                         .key = keys,
                         .value = values,
                         .hidden = {},
                         .stream = stream_of(trace, out),
                         .result = out,
                         .added = stream_of(trace, out),
                         .passed = {},
                         .sum = -1,
                         .norm = -1,
                         .residual = false};
    story.blocks.push_back({.number = 1, .site = {}, .in = stream_of(trace, in), .sublayers = {std::move(lookup)}});
    return true;
}

}  // namespace glassformer
