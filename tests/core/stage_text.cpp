// The table of what the interface says: the row follows the operation, and each claim of a row holds on a real pass.
// The switches of the architecture sheet are walked in tests/app/stage_claims.cpp.
#include "core/tape/stage_text.h"

#include <doctest/doctest.h>

#include <set>
#include <tuple>

#include "core/base/error.h"
#include "core/tape/stage_reason.h"
#include "tests/support/evaluated_model.h"
#include "tests/support/golden_pass.h"
#include "tests/support/stage_claims.h"
#include "tests/support/support.h"

using namespace glassformer;
using test::contradiction;
using test::contradictions;
using test::EvaluatedModel;

namespace {

const std::vector<float> some_tokens{3, 0, 7, 10, 7, 1};

std::string small(const std::string& more) {
    const std::string heads = more.find("\"n_heads\"") == std::string::npos ? R"("n_heads": 2, )" : "";
    return R"({"vocab_size": 11, "max_seq_len": 9, "n_layers": 2, "d_model": 8, )" + heads + more + "}";
}

std::string says(const EvaluatedModel& model, const std::string& record) {
    const StageText& text = stage_text(model.tape.trace(), model.record(record));
    return std::string(text.title) + "\n" + text.sentence;
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_SUITE_BEGIN("stage_text");

TEST_CASE("each row of the table has a title, a sentence and, where a stage is computed, a claim") {
    std::set<std::tuple<const Stage*, std::string_view, bool (*)(const Trace&, const Record&)>> seen;
    for (const std::span<const StageText> rows : all_stage_texts())
        for (const StageText& row : rows) {
            CAPTURE(row.sentence);
            CHECK(seen.insert({row.stage, row.operation, row.fits}).second);
            CHECK(std::string_view(row.title).size() >= 4);
            CHECK(std::string_view(row.sentence).ends_with("."));
            if (!row.operation.empty()) CHECK(row.claims[0] != Claim::none);
            // The panel says "Unchanged here" ahead of a copy's sentence that does not say so itself.
            const bool says = has(row.sentence, "unchanged") && row.claims[0] == Claim::copies;
            CHECK(row.says_unchanged == says);
            // The usual case comes first: a condition refines a row without one.
            if (row.fits != nullptr) CHECK(seen.contains({row.stage, row.operation, nullptr}));
        }
    CHECK(seen.size() > 110);
}

TEST_CASE("the text of a stage follows the operation that computes it") {
    const EvaluatedModel usual(small(R"("architecture": "decoder")"), some_tokens);
    CHECK(has(says(usual, "blocks.0.resid_mid"), "added to the residual stream"));
    CHECK(has(says(usual, "blocks.0.norm1"), "mean 0"));
    CHECK(has(says(usual, "blocks.0.attn.scores_scaled"), "√d_head"));
    CHECK(has(says(usual, "blocks.0.attn.scores_masked"), "later tokens"));
    CHECK(has(says(usual, "blocks.0.mlp.pre"), "expanded"));

    const EvaluatedModel other(
        small(R"("architecture": "decoder", "residual": false, "norm": "rmsnorm", "attention_scale": "none",
                 "mask": {"kind": "none"}, "d_ff": 8)"),
        some_tokens);
    CHECK(has(says(other, "blocks.0.resid_mid"), "replaces"));
    CHECK_FALSE(has(says(other, "blocks.0.resid_mid"), "added"));
    CHECK(has(says(other, "blocks.0.resid_post"), "replaces"));
    CHECK(has(says(other, "blocks.0.resid_pre"), "no residual connections"));
    CHECK(has(says(other, "blocks.0.norm1"), "Nothing is shifted"));
    CHECK(has(says(other, "final_norm"), "RMSNorm"));
    CHECK(has(says(other, "blocks.0.attn.scores_scaled"), "does not scale"));
    CHECK(has(says(other, "blocks.0.attn.scores_masked"), "allows every pair"));
    CHECK_FALSE(has(says(other, "blocks.0.mlp.pre"), "expanded"));

    const EvaluatedModel tempered(small(R"("architecture": "decoder", "attention_temperature": 2)"), some_tokens);
    CHECK(has(says(tempered, "blocks.0.attn.scores_scaled"), "and by the temperature"));
    const EvaluatedModel only(
        small(R"("architecture": "decoder", "attention_temperature": 2, "attention_scale": "none")"), some_tokens);
    CHECK_FALSE(has(says(only, "blocks.0.attn.scores_scaled"), "√d_head"));
    const EvaluatedModel before(small(R"("architecture": "decoder", "attention_scale": "qk_fourth_root")"),
                                some_tokens);
    CHECK(has(says(before, "blocks.0.attn.scores_scaled"), "⁴√d_head"));
}

TEST_CASE("queries, keys and values are of the normalized vectors with a bias where the model has these") {
    const auto sentence = [](const char* make, const char* record) {
        const EvaluatedModel model(small(make), some_tokens);
        return stage_sentence(model.tape.trace(), model.record(record));
    };
    const char* before = R"("architecture": "decoder")";
    const char* after = R"("architecture": "decoder", "norm_placement": "post", "attention_bias": false)";
    for (const char* record : {"blocks.0.attn.q", "blocks.0.attn.k", "blocks.0.attn.v"}) {
        CHECK(has(sentence(before, record), "The vector is normalized first. A learned bias is added."));
        CHECK_FALSE(has(sentence(after, record), "normalized"));
        CHECK_FALSE(has(sentence(after, record), "bias"));
    }
}

TEST_CASE("what a stage says holds for models of every make") {
    const char* makes[] = {
        R"("architecture": "decoder")",
        R"("architecture": "decoder", "norm_placement": "post", "norm_eps_placement": "added_to_std", "norm_eps": 0.1)",
        R"("architecture": "decoder", "n_heads": 4, "n_kv_heads": 2, "norm": "rmsnorm", "gated_mlp": true,
           "activation": "silu", "positional": {"kind": "rope", "rotary_dims": 2, "layout": "half"},
           "scale_embeddings": true, "tie_embeddings": true, "shared_layers": true)",
        R"("architecture": "decoder", "positional": {"kind": "xpos", "xpos_scale": 4})",
        R"("architecture": "encoder", "positional": {"kind": "xpos", "rotary_dims": 2})",
        R"("architecture": "decoder", "positional": {"kind": "transformer_xl"})",
        R"("architecture": "encoder", "positional": {"kind": "transformer_xl"}, "norm": "none", "attention_bias": false)",
        R"("architecture": "encoder", "positional": {"kind": "shaw", "clip": 2}, "attention_projections": false)",
        R"("architecture": "decoder", "positional": {"kind": "alibi"}, "mlp": false, "final_norm": false)",
        R"("architecture": "encoder", "positional": {"kind": "t5"}, "n_heads": 1, "residual": false)",
        R"("architecture": "decoder", "positional": {"kind": "fire", "hidden": 5, "threshold": 2})",
        R"("architecture": "encoder", "positional": {"kind": "fire", "threshold": 100})",
        R"("architecture": "decoder", "positional": {"kind": "one_hot"}, "mask": {"kind": "window", "window": 2})",
        R"("architecture": "decoder", "positional": {"kind": "learned", "combine": "append", "dims": 3})",
        R"("architecture": "encoder", "token_types": 2, "embed_norm": true, "norm_placement": "post",
           "tie_embeddings": true, "head_bias": true,
           "head": {"kind": "lm", "transform": {"activation": "gelu", "norm": true}})",
        R"("architecture": "encoder", "token_types": 2, "embed_norm": true, "positional": {"kind": "none"},
           "norm": "rmsnorm", "head": {"kind": "lm", "transform": {"activation": "relu", "norm": true}})",
        R"("architecture": "decoder", "parallel_residual": true, "logit_scale": 0.5)",
        R"("architecture": "decoder", "parallel_residual": true, "residual": false, "attention_out_bias": false)",
        R"("architecture": "decoder", "d_embed": 5, "tie_embeddings": true, "positional": {"kind": "none"})",
        R"("architecture": "encoder", "d_embed": 5, "embed_norm": true, "norm_eps_placement": "added_to_std",
           "positional": {"kind": "sinusoidal", "layout": "half"})",
        R"("architecture": "decoder", "positional": {"kind": "rope", "base": 100, "rotary_dims": 4, "scaling":
           {"kind": "linear", "factor": 2}}, "n_heads": 1)",
        R"("architecture": "decoder", "positional": {"kind": "rope", "base": 100, "layout": "half", "scaling":
           {"kind": "dynamic", "factor": 3, "original_max_seq_len": 4}}, "n_heads": 1)",
        R"("architecture": "decoder", "positional": {"kind": "rope", "base": 100, "scaling":
           {"kind": "llama3", "factor": 4, "original_max_seq_len": 16}}, "n_heads": 1)",
        R"("architecture": "decoder", "positional": {"kind": "rope", "base": 100, "rotary_dims": 6, "scaling":
           {"kind": "yarn", "factor": 4, "original_max_seq_len": 16, "beta_fast": 4}}, "n_heads": 1)",
    };
    int checked = 0;
    for (const char* make : makes) {
        CAPTURE(make);
        const EvaluatedModel model(small(make), some_tokens, {0, 7, 10, 7, 1, -1});
        CHECK(contradictions(model.tape.trace(), model.config, checked) == "");
    }
    CHECK(checked > 500);
}

TEST_CASE("what a stage says holds for tokens that continue a cached text, and where a query has no key") {
    const ModelConfig config = parse_config(small(R"("architecture": "decoder")"), "a test");
    const Weights weights = initial_weights(config, 5, {.std = 0.4F, .scale_residual = false});
    Tape tape;
    const Graph graph = record_model(tape, config, weights, {.seq_len = 2, .past = 3});
    tape.set(graph.tokens, std::vector<float>{4, 2});
    REQUIRE(tape.evaluate());
    int checked = 0;
    CHECK(contradictions(tape.trace(), config, checked) == "");
    const auto sentence = [&](const Tape& of, const char* name) {
        return std::string(stage_text(of.trace(), of.trace().record(of.trace().find(name))).sentence);
    };
    CHECK(has(sentence(tape, "blocks.0.attn.all_k"), "cached keys"));
    CHECK(has(sentence(tape, "blocks.0.attn.past_k"), "KV cache"));

    Tape smoothed;
    const Graph graded = record_model(smoothed, config, weights, {.seq_len = 3, .loss = true, .smoothing = 0.1F});
    smoothed.set(graded.tokens, std::vector<float>{4, 2, 9});
    smoothed.set(graded.labels, std::vector<float>{2, 9, -1});
    REQUIRE(smoothed.evaluate());
    CHECK(has(sentence(smoothed, "loss"), "spread"));
    CHECK(contradictions(smoothed.trace(), config, checked) == "");

    EvaluatedModel blind(small(R"("architecture": "decoder")"), some_tokens);
    const std::vector<Edit> edits{{"mask", Cell{{0, 0}}, 0.0F}};
    blind.tape.edit(edits);
    REQUIRE(blind.tape.evaluate());
    CHECK(has(says(blind, "blocks.0.attn.weights"), "no key"));
    CHECK(contradictions(blind.tape.trace(), blind.config, checked) == "");
    CHECK(checked > 60);
}

TEST_CASE("a row that says the wrong thing is found") {
    struct Wrong {
        const char* model;
        const char* record;
        Claim claim;
    };
    const Wrong all[] = {
        {R"("architecture": "decoder", "residual": false)", "blocks.0.resid_mid", Claim::adds},
        {R"("architecture": "decoder")", "blocks.0.resid_mid", Claim::copies},
        {R"("architecture": "decoder")", "blocks.0.resid_mid", Claim::copies_sublayer},
        {R"("architecture": "decoder", "norm": "rmsnorm")", "blocks.0.norm1", Claim::mean_zero},
        {R"("architecture": "decoder", "norm": "rmsnorm")", "blocks.0.norm2", Claim::variance_one},
        {R"("architecture": "decoder")", "blocks.1.norm1", Claim::rms_one},
        {R"("architecture": "decoder", "attention_scale": "none")", "blocks.0.attn.scores_scaled",
         Claim::divides_by_sqrt_width},
        {R"("architecture": "decoder", "attention_temperature": 2)", "blocks.0.attn.scores_scaled",
         Claim::divides_by_sqrt_width},
        {R"("architecture": "decoder", "attention_temperature": 2)", "blocks.0.attn.scores_scaled",
         Claim::divides_by_temperature},
        {R"("architecture": "decoder", "d_ff": 8)", "blocks.0.mlp.pre", Claim::widens},
        {R"("architecture": "decoder")", "blocks.0.mlp.pre", Claim::does_not_widen},
        {R"("architecture": "decoder")", "blocks.0.mlp.pre", Claim::nonlinear},
        {R"("architecture": "decoder")", "blocks.0.attn.scores_masked", Claim::copies},
        {R"("architecture": "decoder", "mask": {"kind": "window", "window": 2})", "blocks.0.attn.scores_masked",
         Claim::masks_later},
        {R"("architecture": "decoder")", "blocks.0.attn.scores_raw", Claim::rows_sum_to_1},
        {R"("architecture": "decoder")", "blocks.0.attn.weights", Claim::some_rows_zero},
        {R"("architecture": "decoder")", "blocks.0.mlp.act", Claim::subtracts_maximum},
        {R"("architecture": "decoder")", "blocks.0.attn.q", Claim::rearranges},
        {R"("architecture": "decoder", "scale_embeddings": true)", "embed.tokens", Claim::selects_rows},
        {R"("architecture": "decoder")", "embed.tokens", Claim::selects_rows_scaled},
        {R"("architecture": "decoder", "positional": {"kind": "shaw", "clip": 2})", "blocks.0.attn.scores_raw",
         Claim::dot_products},
        {R"("architecture": "decoder", "positional": {"kind": "sinusoidal"})", "embed.positions", Claim::one_hot},
    };
    for (const Wrong& wrong : all) {
        CAPTURE(wrong.record);
        CAPTURE(static_cast<int>(wrong.claim));
        const EvaluatedModel model(small(wrong.model), some_tokens);
        CHECK(contradiction(wrong.claim, model.tape.trace(), model.record(wrong.record), model.config) != "");
    }
}

TEST_CASE("a stage that no row describes is reported, and shown by its formula") {
    Tape tape;
    const Ref x = tape.input(stage::token_ids, {}, Shape{{Axis::position, 2}, {Axis::d_model, 3}});
    const Ref y = tape.run(stage::probs, {}, op::copy(), {x});
    REQUIRE(tape.evaluate());
    CHECK(&stage_text(tape.trace(), tape.trace().record(y.id)) == &unknown_operation_text);
    int checked = 0;
    CHECK(has(contradictions(tape.trace(), ModelConfig{}, checked), "probs: no row of the table"));
}

TEST_CASE("every reason is given for a stage of some golden model, and no sum is explained where there is none") {
    std::set<std::string_view> given;
    const auto read = [&](const Trace& trace) {
        for (const Record& record : trace.records()) {
            const std::string_view reason = stage_reason(trace, record);
            if (reason.empty()) continue;
            CAPTURE(record.name);
            given.insert(reason);
            CHECK(stage_sentence(trace, record).find(reason) == std::string::npos);
            if (reason.find("the sum") != std::string_view::npos) CHECK(record.operation->name() == "add");
            if (reason.find("next token") != std::string_view::npos) CHECK(record.operation->name() == "mask");
        }
    };
    for (const auto& folder : test::folders(test::source_dir() / "tests" / "golden" / "models")) {
        CAPTURE(folder.filename().string());
        const test::GoldenPass pass(folder);
        read(pass.trace());
    }
    const ModelConfig config = parse_config(small(R"("architecture": "decoder")"), "a test");
    const Weights weights = initial_weights(config, 5);
    Tape smoothed;
    record_model(smoothed, config, weights, {.seq_len = 4, .loss = true, .smoothing = 0.1F});
    read(smoothed.trace());
    const ModelConfig numbers = parse_config(
        small(R"("architecture": "encoder", "head": {"kind": "classifier", "n_classes": 2, "softmax": false})"),
        "a test");
    const Weights of_numbers = initial_weights(numbers, 5);
    Tape without_probabilities;
    const Graph graph = record_model(without_probabilities, numbers, of_numbers, {.seq_len = 4});
    CHECK_FALSE(graph.probs);
    read(without_probabilities.trace());
    Tape refused;
    CHECK_THROWS_AS(record_model(refused, numbers, of_numbers, {.seq_len = 4, .loss = true}), Error);
    for (const StageReason& row : all_stage_reasons()) {
        CAPTURE(row.reason);
        CHECK(given.contains(row.reason));
    }
}

TEST_SUITE_END();
