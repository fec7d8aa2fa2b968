// The story of a soft lookup: each token's vector against a table of learned keys, and the values that it takes.
#include <fmt/core.h>

#include "app/pictures/story/story.h"
#include "app/pictures/story/texts.h"
#include "core/model/model.h"

namespace glassformer {

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
    for (int entry = 0; entry < trace.record(weights).shape.cols(); ++entry)
        table.words.push_back(fmt::format(texts::story::entry, entry));
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
