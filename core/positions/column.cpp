#include "core/positions/column.h"

#include "core/base/error.h"
#include "core/positions/apply.h"

namespace glassformer::positions {

namespace {

void expect_sizes(const Settings& settings, const Content& content) {
    if (content.query.shape.cols() != settings.d_head || content.query_token.shape.cols() != settings.d_model)
        throw Error("the query has " + std::to_string(content.query.shape.cols()) + " entries and its token " +
                    std::to_string(content.query_token.shape.cols()) + ", the settings say d_head " +
                    std::to_string(settings.d_head) + " and d_model " + std::to_string(settings.d_model));
}

}  // namespace

void compute(const Settings& settings, const Learned& learned, const Content& content, Column& out) {
    check(settings);
    expect_sizes(settings, content);
    encode(settings, learned, out.encoding);
    score(settings, learned, content, out.encoding, out.scores);
    diagonals(out.scores.map, out.diagonals);
    out.widest = widest_diagonal(out.diagonals);
    out.widest_similarity = {};
    const Tensor* rows = added_rows(settings, out.encoding);
    if (rows == nullptr) return reshape(out.similarity, {{Axis::query, 0}, {Axis::key, 0}});
    similarity(*rows, out.similarity);
    out.widest_similarity = widest_diagonal(out.similarity);
}

}  // namespace glassformer::positions
