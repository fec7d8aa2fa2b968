// What each head adds to the attention's output, against the recorded output.
// ctest: optimised too
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/analysis/head_output.h"
#include "tests/support/evaluated_model.h"

using namespace glassformer;

namespace {

/// Sum over the heads of what each adds, and the bias.
std::vector<float> sum_of_heads(const Trace& trace, int heads, int out) {
    const Record& output = trace.record(out);
    std::vector<float> sum(output.shape.count(), 0.0F);
    for (int head = 0; head < trace.record(heads).shape.size_of(Axis::head, 1); ++head) {
        const std::vector<float> part = head_output(trace, heads, out, head);
        REQUIRE(part.size() == sum.size());
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
    }
    if (output.operands.size() > 2) {
        const ConstView bias = trace.record(output.operands[2]).view();
        const auto columns = static_cast<std::size_t>(output.shape.cols());
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += bias.data[i % columns];
    }
    return sum;
}

}  // namespace

TEST_SUITE_BEGIN("head_output");

TEST_CASE("the parts of all heads and the bias are the attention's output") {
    for (const char* variant : {R"("n_heads": 4)", R"("n_heads": 4, "n_kv_heads": 2, "attention_bias": false)",
                                R"("n_heads": 1)"}) {
        CAPTURE(variant);
        const test::EvaluatedModel model(
            std::string(R"({"architecture": "decoder", "vocab_size": 9, "d_model": 16, "n_layers": 1,
                "max_seq_len": 8, "positional": {"kind": "rope"}, )") + variant + "}",
            {1, 5, 2, 8, 0});
        const Trace& trace = model.tape.trace();
        const int heads = trace.find("blocks.0.attn.heads"), out = trace.find("blocks.0.attn.out");
        REQUIRE(heads >= 0);
        REQUIRE(out >= 0);
        const std::vector<float> sum = sum_of_heads(trace, heads, out);
        const ConstView recorded = trace.record(out).view();
        for (std::size_t i = 0; i < sum.size(); ++i) CHECK(sum[i] == doctest::Approx(recorded.data[i]).epsilon(1e-4));
        const HeadRows last = rows_of_head(trace, heads, out, trace.record(heads).shape.size_of(Axis::head, 1) - 1);
        CHECK(last.first + last.count == 16);
        CHECK(rows_of_head(trace, heads, out, 4).weight == -1);  // there is no such head
    }
}

TEST_CASE("without an output matrix a head has no part of its own") {
    const test::EvaluatedModel model(
        R"({"architecture": "decoder", "vocab_size": 9, "d_model": 8, "n_heads": 2, "n_layers": 1, "max_seq_len": 8,
            "attention_projections": false, "positional": {"kind": "none"}})",
        {1, 5, 2});
    const Trace& trace = model.tape.trace();
    const int heads = trace.find("blocks.0.attn.heads"), out = trace.find("blocks.0.attn.out");
    REQUIRE(heads >= 0);
    CHECK(rows_of_head(trace, heads, out, 0).weight == -1);
    CHECK(head_output(trace, heads, out, 0).empty());
    CHECK(head_output(trace, heads, -1, 0).empty());
}

TEST_SUITE_END();
