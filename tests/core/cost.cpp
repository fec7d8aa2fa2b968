// Costs counted from recorded operations against the formulas that lectures write for them.
#include "core/analysis/cost.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/analysis/measures.h"
#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

ModelConfig transformer(const std::string& settings) { return parse_config("{" + settings + "}", "a test"); }

ModelConfig of_width(int d_model, int n_heads, const std::string& more = "") {
    return transformer(
        R"("architecture": "decoder", "vocab_size": 100, "max_seq_len": 16384, "n_layers": 1, "d_model": )" +
        std::to_string(d_model) + R"(, "n_heads": )" + std::to_string(n_heads) + more);
}

/// Recorded without numbers.
struct Counted {
    Tape tape;
    Graph graph;
    Counted(const ModelConfig& config, const GraphSize& size) : graph(record_shapes(tape, config, size)) {}
    const Trace& trace() const { return tape.trace(); }
    double flop(const std::string& part) const {
        for (const PartCost& of : cost_by_part(trace()))
            if (of.part == part) return of.cost.flop;
        return 0;
    }
};

}  // namespace

TEST_SUITE_BEGIN("cost");

TEST_CASE("shapes alone cost what the same pass with numbers costs, and the parts add up to the whole") {
    for (const std::filesystem::path& folder : test::folders(test::golden("models"))) {
        CAPTURE(folder.filename().string());
        const Model model = load_model(folder);
        const GraphSize size{.seq_len = 3, .target_len = 3, .loss = true};
        Tape tape;
        record_model(tape, model.config, model.weights, size);
        const Counted counted(model.config, size);
        REQUIRE(counted.trace().records().size() == tape.trace().records().size());
        for (const Record& record : tape.trace().records()) {
            CHECK(record.name == counted.trace().record(record.id).name);
            CHECK(record.shape == counted.trace().record(record.id).shape);
        }
        Cost parts;
        for (const PartCost& part : cost_by_part(counted.trace())) {
            parts.flop += part.cost.flop;
            parts.bytes += part.cost.bytes;
        }
        CHECK(parts.flop == doctest::Approx(total_cost(tape.trace()).flop).epsilon(1e-12));
        CHECK(parts.bytes == doctest::Approx(total_cost(tape.trace()).bytes).epsilon(1e-12));
        CHECK(parts.flop > 0);
    }
}

TEST_CASE("a stage reads its operands and writes its result: 4 bytes a number") {
    const int n = 10, d = 64, h = 4;
    const Counted counted(of_width(d, h), {.seq_len = n});
    const auto bytes = [&](const char* stage) { return counted.trace().cost(counted.trace().find(stage)).bytes; };
    CHECK(bytes("blocks.0.attn.scores_raw") == 4 * (2 * n * d + h * n * n));
    CHECK(bytes("blocks.0.attn.weights") == 4 * (2 * h * n * n));
    CHECK(bytes("blocks.0.attn.heads") == 4 * (h * n * n + 2 * n * d));
    CHECK(bytes("blocks.0.mlp.pre") == 4 * (n * d + d * 4 * d + 4 * d + n * 4 * d));
}

TEST_CASE("splitting the width among more heads changes no operation of a product") {
    for (const char* part : {"projections", "mlp"}) {
        CAPTURE(part);
        const double one = Counted(of_width(64, 1), {.seq_len = 20}).flop(part);
        CHECK(one > 0);
        for (const int heads : {2, 4, 8, 16}) CHECK(Counted(of_width(64, heads), {.seq_len = 20}).flop(part) == one);
    }
    // Scores and weighted values too; only the softmax and the scaling are done once a head.
    for (const char* stage : {"blocks.0.attn.scores_raw", "blocks.0.attn.heads"}) {
        const auto flop = [&](int heads) {
            const Counted counted(of_width(64, heads), {.seq_len = 20});
            return counted.trace().cost(counted.trace().find(stage)).flop;
        };
        CHECK(flop(1) == 2.0 * 20 * 20 * 64);
        for (const int heads : {2, 4, 8, 16}) CHECK(flop(heads) == flop(1));
    }
}

TEST_CASE("pairs cost four times as much at twice the length, all else twice") {
    const ModelConfig config = of_width(64, 4);
    const Counted shorter(config, {.seq_len = 128}), longer(config, {.seq_len = 256});
    CHECK(longer.flop("pairs") == doctest::Approx(4 * shorter.flop("pairs")).epsilon(1e-3));
    for (const char* part : {"projections", "mlp", "norms", "residual", "head"})
        CHECK(longer.flop(part) == doctest::Approx(2 * shorter.flop(part)).epsilon(1e-9));
}

TEST_CASE(
    "attention overtakes the MLP where the formulas meet: pairs at 4 times the width, attention as a whole at 2") {
    // A product's operations for n tokens: MLP 16 n d², projections 8 n d², scores and weighted values 4 n² d.
    for (const int d : {256, 512, 1024}) {
        CAPTURE(d);
        const ModelConfig config = of_width(d, 1);  // one head: hardly any softmax beside the products
        const int pairs = attention_crossover(config, AttentionCost::pairs);
        const int whole = attention_crossover(config, AttentionCost::whole);
        CHECK(pairs == doctest::Approx(4 * d).epsilon(0.02));
        CHECK(whole == doctest::Approx(2 * d).epsilon(0.02));
        // It is the first such length.
        const Counted at(config, {.seq_len = pairs}), before(config, {.seq_len = pairs - 1});
        CHECK(at.flop("pairs") >= at.flop("mlp"));
        CHECK(before.flop("pairs") < before.flop("mlp"));
    }
    // More heads, more softmax: earlier. A wider MLP: later.
    const int one = attention_crossover(of_width(512, 1), AttentionCost::pairs);
    CHECK(attention_crossover(of_width(512, 16), AttentionCost::pairs) < one);
    CHECK(attention_crossover(of_width(512, 1, R"(, "d_ff": 4096)"), AttentionCost::pairs) > 1.9 * one);
    CHECK(attention_crossover(of_width(512, 1), AttentionCost::pairs, 1000) == 0);
    CHECK(attention_crossover(of_width(64, 1, R"(, "mlp": false)"), AttentionCost::pairs) == 1);
}

TEST_CASE("matrices of pairs: four a block, each of length² · 4 bytes · heads · texts") {
    const int t = 1000, batch = 16, heads = 8;
    const Counted counted(of_width(512, heads), {.batch = batch, .seq_len = t});
    const PairMemory memory = pair_memory(counted.trace());
    CHECK(memory.matrices == 4);  // raw, scaled, masked, weights
    CHECK(memory.bytes == 4.0 * t * t * 4 * heads * batch);
    CHECK(pair_memory(Counted(of_width(512, heads, R"(, "positional": {"kind": "alibi"})"), {.seq_len = 8}).trace())
              .matrices == 6);  // the bias, and the scores with it
}

TEST_CASE("the largest GPT-2 has one and a half thousand million parameters, by part") {
    const ModelConfig config = transformer(
        R"("architecture": "decoder", "vocab_size": 50257, "max_seq_len": 1024, "n_layers": 48, "d_model": 1600,
           "n_heads": 25, "activation": "gelu_tanh", "tie_embeddings": true)");
    const std::size_t d = 1600, blocks = 48;
    std::size_t sum = 0;
    for (const ParameterPart& part : parameters_by_part(config)) {
        if (part.name == "embeddings") CHECK(part.count == 50257 * d + 1024 * d);
        if (part.name == "attention") CHECK(part.count == blocks * (4 * d * d + 4 * d));
        if (part.name == "mlp") CHECK(part.count == blocks * (8 * d * d + 5 * d));
        if (part.name == "norms") CHECK(part.count == (2 * blocks + 1) * 2 * d);
        sum += part.count;
    }
    CHECK(parameters_by_part(config).size() == 4);  // the head is the embedding
    CHECK(sum == 1557611200);                       // as Radford et al.'s checkpoint has them
}

TEST_SUITE_END();
