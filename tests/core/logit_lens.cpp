// What the model would answer at each layer, and which part added how much to a logit, in every golden model.
#include "core/analysis/logit_lens.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "core/analysis/contributions.h"
#include "core/base/error.h"
#include "tests/support/evaluated_model.h"
#include "tests/support/golden_pass.h"
#include "tests/support/support.h"

using namespace glassformer;

TEST_SUITE_BEGIN("logit_lens");

TEST_CASE("the logit lens ends in the model's own answers, in every golden model with a residual stream") {
    int read = 0;
    for (const auto& folder : test::folders(test::golden("models"))) {
        CAPTURE(folder.filename().string());
        const test::GoldenPass pass(folder);
        const Trace& trace = pass.trace();
        const bool blocks = is_transformer(pass.model.config) &&
                            (pass.model.config.n_layers > 0 || pass.model.config.n_decoder_layers > 0);
        if (!blocks) {
            CHECK_THROWS_AS(logit_lens(trace), Error);
            continue;
        }
        const std::vector<LensLayer> layers = logit_lens(trace, {.words = 3});
        const ModelConfig& config = pass.model.config;
        const bool pair = has_target(config);
        CHECK(layers.size() == static_cast<std::size_t>((pair ? config.n_decoder_layers : config.n_layers) + 1));
        CHECK(trace.record(layers.front().record).stage == (config.embed_norm ? &stage::embed_norm : &stage::embed));
        const ConstView logits = trace.record(pass.graph.logits.id).view(),
                        probs = trace.record(pass.graph.probs.id).view();
        REQUIRE(layers.back().rows.size() == logits.shape.rows());
        for (const LensRow& row : layers.back().rows) {
            const auto r = static_cast<std::size_t>(row.position);
            CHECK(row.rank_of_answer == 0);
            REQUIRE(!row.words.empty());
            for (const LensWord& word : row.words) {
                CHECK(word.logit == logits.row(r)[word.token]);  // to the last bit
                CHECK(word.probability == doctest::Approx(probs.row(r)[word.token]).epsilon(1e-5));
            }
        }
        // One row alone is that row of all.
        const int last = static_cast<int>(logits.shape.rows()) - 1;
        const std::vector<LensLayer> alone = logit_lens(trace, {.words = 3, .position = last});
        for (std::size_t l = 0; l < layers.size(); ++l) {
            REQUIRE(alone[l].rows.size() == 1);
            const LensRow &a = alone[l].rows.front(), &b = layers[l].rows.back();
            CHECK(a.rank_of_answer == b.rank_of_answer);
            for (std::size_t w = 0; w < a.words.size(); ++w) CHECK(a.words[w].logit == b.words[w].logit);
        }
        CHECK_THROWS_AS(logit_lens(trace, {.position = last + 1}), Error);
        CHECK(logit_lens(trace, {.progress = [](int done, int) { return done < 1; }}).empty());
        ++read;
    }
    CHECK(read >= 70);
}

TEST_CASE("the logit lens of an embedding, by hand") {
    test::EvaluatedModel model(
        R"({"architecture":"decoder","vocab_size":3,"d_model":2,"n_heads":1,"n_layers":2,"max_seq_len":4,
            "norm":"none","positional":{"kind":"none"},"tie_embeddings":true})",
        {2, 0});
    const std::vector<LensLayer> layers = logit_lens(model.tape.trace(), {.words = 3});
    REQUIRE(layers.size() == 3);
    const ConstView table = model.view("embed.tokens.weight");
    for (const LensWord& word : layers[0].rows[0].words) {
        double logit = 0;
        for (int c = 0; c < 2; ++c)
            logit += static_cast<double>(table.at(Cell{{2, c}})) * static_cast<double>(table.at(Cell{{word.token, c}}));
        CHECK(word.logit == doctest::Approx(logit).epsilon(1e-5));
    }
    CHECK(layers[0].rows[0].words[0].logit >= layers[0].rows[0].words[1].logit);
    CHECK(model.tape.trace().record(layers[1].record).name == "blocks.0.resid_post");
}

TEST_CASE("direct contributions add up to the logit, in every golden model that has a sum") {
    int sums = 0, post = 0;
    for (const auto& folder : test::folders(test::golden("models"))) {
        const std::string name = folder.filename().string();
        CAPTURE(name);
        const test::GoldenPass pass(folder);
        const ModelConfig& config = pass.model.config;
        const bool blocks = is_transformer(config);
        const bool post_norm =
            blocks && config.norm != Norm::none && config.norm_placement == NormPlacement::post && config.residual;
        const Shape& logits = pass.trace().record(pass.graph.logits.id).shape;
        const int position = static_cast<int>(logits.rows()) - 1;
        if (!blocks || !config.residual || config.head.transform) {
            CHECK_THROWS_AS(contributions(pass.trace(), position, 0), Error);
            continue;
        }
        post += post_norm ? 1 : 0;
        for (const int token : {0, logits.cols() - 1}) {
            const Contributions one = contributions(pass.trace(), position, token);
            double scale = 1;
            for (const Contribution& part : one.parts) scale += std::abs(part.logit);
            CHECK(std::abs(one.sum - one.recorded) <= 1e-5 * scale);
            CHECK(std::abs(one.sum - one.recorded) <= 1e-4);
            for (const Contribution& part : one.parts) CHECK(contribution_name(pass.trace(), part) != "");
        }
        const Contributions two = contributions(pass.trace(), position, 0, 1);
        CHECK(std::abs(two.sum - two.recorded) <= 1e-4);
        ++sums;
    }
    CHECK(sums >= 50);
    CHECK(post >= 4);
}

TEST_CASE("a head's direct contribution by hand, with and without the final norm") {
    test::EvaluatedModel model(
        R"({"architecture":"decoder","vocab_size":5,"d_model":4,"n_heads":2,"n_layers":2,"max_seq_len":4,
            "norm":"rmsnorm"})",
        {0, 3, 2});
    const Trace& trace = model.tape.trace();
    constexpr int position = 2, token = 1, against = 4, head = 1;
    const Contributions of = contributions(trace, position, token, against);
    const ConstView concat = model.view("blocks.1.attn.concat"), out = model.view("blocks.1.attn.o.weight"),
                    stream = model.view("blocks.1.resid_post"), weight = model.view("final_norm.weight"),
                    unembedding = model.view("head.weight");
    double squares = 0;
    for (int c = 0; c < 4; ++c) {
        const auto x = static_cast<double>(stream.at(Cell{{position, c}}));
        squares += x * x / 4;
    }
    const double rms = std::sqrt(squares + 1e-5);
    double normed = 0, plain = 0;
    for (int c = 0; c < 4; ++c) {
        double added = 0;
        for (int k = 2 * head; k < 2 * head + 2; ++k)
            added += static_cast<double>(concat.at(Cell{{position, k}})) * static_cast<double>(out.at(Cell{{k, c}}));
        const double column = static_cast<double>(unembedding.at(Cell{{c, token}})) -
                              static_cast<double>(unembedding.at(Cell{{c, against}}));
        plain += added * column;
        normed += added * column * static_cast<double>(weight.data[c]) / rms;
    }
    const int record = trace.find("blocks.1.attn.out");
    bool found = false;
    for (const Contribution& part : of.parts) {
        if (part.record != record || part.head != head) continue;
        found = true;
        CHECK(part.logit == doctest::Approx(normed).epsilon(1e-5));
        CHECK(part.unnormed == doctest::Approx(plain).epsilon(1e-5));
        CHECK(contribution_name(trace, part) == "blocks.1.attn.out head 1");
    }
    CHECK(found);
    // Two layers of two heads, an attention bias, an MLP with a bias, behind tokens and positions.
    CHECK(of.parts.size() == 2 + 2 * (2 + 1 + 2));
    CHECK_THROWS_WITH_AS(contributions(trace, 3, 0), "position 3 is outside the 3 rows of the logits", Error);
    CHECK_THROWS_WITH_AS(contributions(trace, 0, 5), "token 5 is outside the 5 logits of a row", Error);
    for (const char* by_hand : {"logits", "final_norm", "blocks.0.resid_mid", "blocks.1.mlp.out", "embed"}) {
        INFO(by_hand);
        const std::vector<Edit> edits{{.record = by_hand, .cell = Cell{{0, 1}}, .value = 2}};
        model.tape.edit(edits);
        REQUIRE(model.tape.evaluate());
        CHECK_THROWS_WITH_AS(contributions(trace, position, token),
                             (std::string("direct contributions are not defined where ") + by_hand +
                              " was edited, because the logits are then not the sum of what heads and MLPs add")
                                 .c_str(),
                             Error);
    }
}

TEST_CASE("direct contributions of a post-norm model by hand: through every norm that stands behind the part") {
    test::EvaluatedModel model(
        R"({"architecture":"decoder","vocab_size":5,"d_model":4,"n_heads":2,"n_layers":1,"max_seq_len":4,
            "norm_placement":"post","final_norm":false})",
        {0, 3});
    const Trace& trace = model.tape.trace();
    constexpr int position = 1, token = 2;
    using Row = std::array<double, 4>;
    const auto row_of = [&](const char* name) {
        Row row{};
        const ConstView view = model.view(name);
        for (int c = 0; c < 4; ++c)
            row[static_cast<std::size_t>(c)] = static_cast<double>(view.at(Cell{{position, c}}));
        return row;
    };
    const auto mean_of = [](const Row& row) { return (row[0] + row[1] + row[2] + row[3]) / 4; };
    // A norm of this row, with σ as it is for what it reads in the run; without β.
    const auto through = [&](const Row& part, const char* reads, const std::string& norm) {
        const Row whole = row_of(reads);
        double variance = 0;
        for (const double x : whole) variance += (x - mean_of(whole)) * (x - mean_of(whole)) / 4;
        Row made{};
        for (std::size_t c = 0; c < 4; ++c)
            made[c] = (part[c] - mean_of(part)) / std::sqrt(variance + 1e-5) *
                      static_cast<double>(model.view(norm + ".weight").data[c]);
        return made;
    };
    const auto logit = [&](const Row& row) {
        double sum = 0;
        for (int c = 0; c < 4; ++c)
            sum +=
                row[static_cast<std::size_t>(c)] * static_cast<double>(model.view("head.weight").at(Cell{{c, token}}));
        return sum;
    };
    Row mlp = row_of("blocks.0.mlp.out");
    for (std::size_t c = 0; c < 4; ++c) mlp[c] -= static_cast<double>(model.view("blocks.0.mlp.out.bias").data[c]);
    const double late = logit(through(mlp, "blocks.0.resid_post", "blocks.0.norm2"));
    const double early = logit(through(through(row_of("embed.tokens"), "blocks.0.resid_mid", "blocks.0.norm1"),
                                       "blocks.0.resid_post", "blocks.0.norm2"));
    const Contributions of = contributions(trace, position, token);
    int found = 0, biases = 0;
    for (const Contribution& part : of.parts) {
        const std::string name = contribution_name(trace, part);
        biases += part.part == Contribution::Part::norm_bias ? 1 : 0;
        if (name != "blocks.0.mlp.out" && name != "embed.tokens") continue;
        ++found;
        CHECK(part.logit == doctest::Approx(name == "embed.tokens" ? early : late).epsilon(1e-5));
    }
    CHECK(found == 2);
    CHECK(biases == 2);
    CHECK(of.sum == doctest::Approx(of.recorded).epsilon(1e-5));
    const std::vector<Edit> edits{{.record = "blocks.0.norm1", .cell = Cell{{0, 1}}, .value = 2}};
    model.tape.edit(edits);
    REQUIRE(model.tape.evaluate());
    CHECK_THROWS_AS(contributions(trace, position, token), Error);
}

TEST_SUITE_END();
