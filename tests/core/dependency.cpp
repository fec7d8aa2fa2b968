// Paths and chains of recorded passes: reachability against what happens when a token is changed, path lengths and
// sequential steps against the table that lectures show (Vaswani et al. 2017, table 1).
// ctest: alone 6 s, optimised too
#include "tests/support/dependency.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

/// A small model with random weights, evaluated on a text of `length` tokens (and a target of the same length).
struct Passed {
    ModelConfig config;
    Weights weights;
    Tape tape;
    Graph graph;

    Passed(const std::string& settings, int length)
        : config(parse_config(R"({"vocab_size": 11, "d_model": 8, "max_seq_len": 64, )" + settings + "}", "a test")) {
        weights = initial_weights(config, 3, {.std = 0.4F, .scale_residual = false});
        record(length);
    }
    Passed(const Model& model, int length) : config(model.config), weights(model.weights) { record(length); }

    void record(int length) {
        graph = record_model(tape, config, weights, {.seq_len = length, .target_len = has_target(config) ? length : 0});
        const auto fill = [&](Ref tokens, int below) {
            std::vector<float> values;
            for (int i = 0; i < length; ++i) values.push_back(static_cast<float>((3 * i + 1) % below));
            tape.set(tokens, values);
        };
        fill(graph.tokens, config.vocab_size);
        if (graph.target_tokens) fill(graph.target_tokens, config.target_vocab_size);
        tape.evaluate();
    }
    const Trace& trace() const { return tape.trace(); }
    TokenCell logits(int row) const { return {.record = graph.logits.id, .row = row}; }
    Path path(int from, int to, Stack stack = Stack::only) const {
        return shortest_path(trace(), token_spot(trace(), from, stack), logits(to));
    }
    /// Moves from one token to another, -1 where it is not reached.
    int moves(int from, int to, Stack stack = Stack::only) const {
        const Path found = path(from, to, stack);
        return found.reached ? found.moves : -1;
    }
};

std::string recurrent(const std::string& cell, int layers) {
    return R"("architecture": "recurrent", "n_layers": )" + std::to_string(layers) +
           R"(, "recurrent": {"d_hidden": 8, "cell": ")" + cell + "\"}";
}

std::string convolution(int layers, int width, bool causal) {
    return R"("architecture": "convolution", "n_layers": )" + std::to_string(layers) +
           R"(, "convolution": {"width": )" + std::to_string(width) + R"(, "causal": )" + (causal ? "true" : "false") +
           "}";
}

/// Two recurrent networks, the second with attention to the first, or without.
std::string translator(const std::string& attention) {
    return R"("architecture": "recurrent_encoder_decoder", "n_layers": 1,
              "recurrent": {"d_hidden": 8, "cell": "lstm", "attention": ")" +
           attention + "\"}";
}

int ceiling(int a, int b) { return (a + b - 1) / b; }

}  // namespace

TEST_SUITE_BEGIN("dependency");

TEST_CASE("a token is reached exactly where changing it changes the logits, in every golden model") {
    int reached = 0, unreached = 0;
    for (const std::filesystem::path& folder : test::folders(test::golden("models"))) {
        CAPTURE(folder.filename().string());
        const Model model = load_model(folder);
        const int length = std::min(5, model.config.max_seq_len);
        Passed pass(model, length);
        const Shape shape = pass.tape.shape(pass.graph.logits);
        const int rows = shape.rank() == 2 ? shape.size(0) : 1;
        const auto logits = [&] {
            const ConstView view = pass.trace().record(pass.graph.logits.id).view();
            return std::vector<float>(view.data, view.data + view.shape.count());
        };
        const std::vector<float> before = logits();
        const std::size_t width = before.size() / static_cast<std::size_t>(rows);
        std::vector<Stack> stacks{Stack::only};
        if (has_target(model.config)) stacks = {Stack::encoder, Stack::decoder};
        for (const Stack stack : stacks)
            for (int from = 0; from < length; ++from) {
                const TokenCell spot = token_spot(pass.trace(), from, stack);
                const std::string name = pass.trace().record(spot.record).name;
                std::vector<bool> found;
                for (int to = 0; to < rows; ++to)
                    found.push_back(shortest_path(pass.trace(), spot, pass.logits(to)).reached);
                const std::vector<Edit> edits{{name, {{from, 0}}, 0.9F}, {name, {{from, 1}}, -1.1F}};
                pass.tape.edit(edits);
                pass.tape.evaluate();
                const std::vector<float> after = logits();
                for (int to = 0; to < rows; ++to) {
                    CAPTURE(name);
                    CAPTURE(from);
                    CAPTURE(to);
                    const std::size_t row = static_cast<std::size_t>(to) * width;
                    const bool changed =
                        std::memcmp(before.data() + row, after.data() + row, width * sizeof(float)) != 0;
                    CHECK(found[static_cast<std::size_t>(to)] == changed);
                    ++(changed ? reached : unreached);
                }
                pass.tape.edit({});
                pass.tape.evaluate();
            }
    }
    CHECK(reached > 500);
    CHECK(unreached > 200);
}

TEST_CASE("the cells that stand for a row name all that the whole row reads") {
    for (const std::string& settings :
         {std::string(R"("architecture": "encoder", "n_heads": 2, "n_layers": 1, "positional": {"kind": "rope"})"),
          convolution(1, 3, true), recurrent("gru", 1), translator("dot"), translator("additive")}) {
        const Passed pass(settings, 4);
        for (const int id : pass.trace().stages()) {
            const Record& record = pass.trace().record(id);
            CAPTURE(record.name);
            // All cells, by record and row; the answers of the rows' spots must hold them all.
            std::vector<TokenCell> all, some;
            const int row = std::max(record.shape.find(Axis::position), record.shape.find(Axis::query));
            const int column = record.shape.find(Axis::key);
            for (std::size_t i = 0; i < record.shape.count(); ++i) {
                const Cell cell = record.shape.cell(i);
                const TokenCell spot{
                    .record = id, .row = row >= 0 ? cell[row] : 0, .column = column >= 0 ? cell[column] : -1};
                if (std::ranges::find(some, spot) == some.end()) some.push_back(spot);
                for (const Step& step : pass.trace().derive(id, cell).steps)
                    for (const Term& term : step.terms)
                        for (const Factor& factor : term.factors) {
                            // What is multiplied with a state of zeros does not arrive.
                            if (std::ranges::any_of(term.factors, [](const Factor& f) { return f.value == 0; }))
                                continue;
                            if (factor.kind != Factor::Kind::operand) continue;
                            const Record& of =
                                pass.trace().record(record.operands[static_cast<std::size_t>(factor.operand)]);
                            if (of.kind != Record::Kind::computed) continue;
                            const int r = std::max(of.shape.find(Axis::position), of.shape.find(Axis::query));
                            const int c = of.shape.find(Axis::key);
                            const TokenCell read{.record = of.id,
                                                 .row = r >= 0 ? factor.cell[r] : 0,
                                                 .column = c >= 0 ? factor.cell[c] : -1};
                            if (std::ranges::find(all, read) == all.end()) all.push_back(read);
                        }
            }
            std::vector<TokenCell> named;
            for (const TokenCell& spot : some)
                for (const TokenCell& read : spots_read(pass.trace(), spot))
                    if (std::ranges::find(named, read) == named.end()) named.push_back(read);
            CHECK(named.size() == all.size());
            for (const TokenCell& read : all) CHECK(std::ranges::find(named, read) != named.end());
        }
    }
}

TEST_CASE("attention takes one move however far, a recurrent network one a token, a convolution one a window") {
    const Passed attention(R"("architecture": "decoder", "n_heads": 2, "n_layers": 2)", 16);
    for (const int from : {0, 3, 14}) CHECK(attention.moves(from, 15) == 1);
    CHECK(attention.moves(15, 15) == 0);
    CHECK(attention.moves(9, 8) == -1);  // the mask hides what comes later
    const Passed encoder(R"("architecture": "encoder", "n_heads": 2, "n_layers": 1, "positional": {"kind": "alibi"})",
                         16);
    CHECK(encoder.moves(15, 0) == 1);

    for (const char* cell : {"rnn", "lstm", "gru"}) {
        CAPTURE(cell);
        const Passed one(recurrent(cell, 1), 16);
        for (const int from : {0, 6, 15}) CHECK(one.moves(from, 15) == 15 - from);
        CHECK(one.moves(4, 3) == -1);
        const Passed two(recurrent(cell, 2), 12);
        CHECK(two.moves(2, 11) == 9);  // either layer carries it
    }

    for (const int width : {2, 3, 5}) {
        CAPTURE(width);
        const Passed causal(convolution(4, width, true), 20);
        for (int from = 0; from < 20; ++from) {
            const int layers = ceiling(19 - from, width - 1);
            CHECK(causal.moves(from, 19) == (layers <= 4 ? layers : -1));
        }
        if (width % 2 == 0) continue;
        const Passed centred(convolution(4, width, false), 20);
        for (int from = 0; from < 20; ++from) {
            const int layers = ceiling(19 - from, (width - 1) / 2);
            CHECK(centred.moves(from, 19) == (layers <= 4 ? layers : -1));
        }
    }
}

TEST_CASE("a window of attention lets a stack of layers see as far as a convolution of its width") {
    for (const int window : {2, 4}) {
        const Passed pass(
            R"("architecture": "decoder", "n_heads": 2, "n_layers": 3, "mask": {"kind": "window", "window": )" +
                std::to_string(window) + "}",
            14);
        for (int from = 0; from < 14; ++from) {
            const int layers = ceiling(13 - from, window - 1);
            CHECK(pass.moves(from, 13) == (layers <= 3 ? layers : -1));
        }
    }
}

TEST_CASE("between two recurrent networks a word passes every state behind it, or attention's one link") {
    const Passed bottleneck(translator("none"), 6);
    for (int from = 0; from < 6; ++from)
        for (int to = 0; to < 6; ++to)  // to the last state, over to the decoder, and on
            CHECK(bottleneck.moves(from, to, Stack::encoder) == 5 - from + 1 + to);
    for (const char* kind : {"dot", "general", "additive"}) {
        const Passed attending(translator(kind), 6);
        for (int from = 0; from < 6; ++from) CHECK(attending.moves(from, 5, Stack::encoder) == 1);
        CHECK(attending.moves(1, 4, Stack::decoder) == 3);
    }
    const Passed transformer(
        R"("architecture": "encoder_decoder", "n_heads": 2, "target_vocab_size": 9, "n_layers": 2)", 6);
    CHECK(transformer.moves(0, 5, Stack::encoder) == 1);
    CHECK(transformer.moves(0, 5, Stack::decoder) == 1);
    CHECK(transformer.moves(5, 0, Stack::decoder) == -1);
}

TEST_CASE("a mean over the text is one move to nobody's row, the first or last row is still that token's") {
    const auto classifier = [](const char* pooling) {
        return R"("architecture": "encoder", "n_heads": 2, "n_layers": 1, "head": {"kind": "classifier", "n_classes": 3, "pooling": ")" +
               std::string(pooling) + "\"}";
    };
    CHECK(Passed(classifier("mean"), 5).moves(2, 0) == 1);
    CHECK(Passed(classifier("cls"), 5).moves(2, 0) == 1);
    CHECK(Passed(classifier("cls"), 5).moves(0, 0) == 0);
    CHECK(Passed(classifier("last"), 5).moves(4, 0) == 0);
}

TEST_CASE("a path names its records in order, and where it moves") {
    const Passed pass(R"("architecture": "decoder", "n_heads": 2, "n_layers": 2)", 8);
    const Path path = pass.path(2, 6);
    REQUIRE(path.reached);
    CHECK(path.steps.front().spot == token_spot(pass.trace(), 2));
    CHECK(path.steps.back().spot == pass.logits(6));
    int moves = 0;
    for (std::size_t s = 0; s < path.steps.size(); ++s) {
        moves += path.steps[s].moves ? 1 : 0;
        if (s == 0) continue;
        const std::vector<TokenCell> read = spots_read(pass.trace(), path.steps[s].spot);
        CHECK(std::ranges::find(read, path.steps[s - 1].spot) != read.end());
        CHECK(path.steps[s].spot.record > path.steps[s - 1].spot.record);
    }
    CHECK(moves == 1);
    const auto moving = std::ranges::find(path.steps, true, &Path::Step::moves);
    CHECK(pass.trace().record(moving->spot.record).name.find("attn.heads") != std::string::npos);
    CHECK(moving->spot.row == 6);
    CHECK((moving - 1)->spot.row == 2);
}

TEST_CASE("a path that an edit or a mask cuts is said to be none, and questions that make no sense are refused") {
    Passed pass(R"("architecture": "decoder", "n_heads": 2, "n_layers": 1)", 4);
    CHECK(pass.moves(1, 3) == 1);
    std::vector<Edit> edits;
    for (int head = 0; head < 2; ++head) edits.push_back({"blocks.0.attn.scores_masked", {{head, 3, 1}}, -INFINITY});
    pass.tape.edit(edits);
    pass.tape.evaluate();
    CHECK(pass.moves(1, 3) == -1);
    CHECK(pass.path(1, 3).steps.empty());
    CHECK(pass.moves(2, 3) == 1);

    CHECK_THROWS_AS(static_cast<void>(token_spot(pass.trace(), 4)), Error);
    CHECK_THROWS_AS(static_cast<void>(token_spot(pass.trace(), 0, Stack::encoder)), Error);
    CHECK_THROWS_AS(static_cast<void>(pass.path(0, 4)), Error);
    CHECK_THROWS_AS(static_cast<void>(spots_read(pass.trace(), {.record = pass.graph.tokens.id})), Error);
    Tape batched;
    const Graph graph = record_model(batched, pass.config, pass.weights, {.batch = 2, .seq_len = 3});
    batched.evaluate();
    CHECK_THROWS_AS(static_cast<void>(spots_read(batched.trace(), {.record = graph.logits.id})), Error);
}

TEST_CASE(
    "operations that wait for each other: as many as tokens in a recurrent layer, no more for a longer text "
    "elsewhere") {
    const auto chain = [](const std::string& settings, int length) {
        const Passed pass(settings, length);
        const std::vector<int> records = longest_chain(pass.trace());
        for (std::size_t i = 1; i < records.size(); ++i) {
            const std::vector<int>& operands = pass.trace().record(records[i]).operands;
            CHECK(std::ranges::find(operands, records[i - 1]) != operands.end());
        }
        const std::vector<int> wave = waves(pass.trace());
        CHECK(*std::ranges::max_element(wave) == static_cast<int>(records.size()));
        return static_cast<int>(records.size());
    };
    for (const std::string& settings :
         {std::string(R"("architecture": "decoder", "n_heads": 2, "n_layers": 2)"),
          std::string(R"("architecture": "encoder", "n_heads": 2, "n_layers": 3)"), convolution(3, 3, true),
          std::string(R"("architecture": "encoder_decoder", "n_heads": 2, "target_vocab_size": 9, "n_layers": 2)")}) {
        CAPTURE(settings);
        CHECK(chain(settings, 8) == chain(settings, 16));
    }
    // Per step: the product with the state before and what the cell makes of it, one behind the other.
    struct Row {
        const char* cell;
        int a_step;
    };
    for (const auto& [cell, a_step] : {Row{"rnn", 2}, Row{"lstm", 4}, Row{"gru", 4}}) {
        CAPTURE(cell);
        const std::string settings = recurrent(cell, 1);
        CHECK(chain(settings, 16) - chain(settings, 8) == 8 * a_step);
        CHECK(chain(settings, 32) - chain(settings, 16) == 16 * a_step);
    }
    // By layer: a decoder's block is as long at any length.
    const Passed decoder(R"("architecture": "decoder", "n_heads": 2, "n_layers": 2)", 9);
    const std::vector<LayerChain> blocks = chain_by_layer(decoder.trace());
    REQUIRE(blocks.size() == 2);
    CHECK(blocks[0].layer == "blocks.0");
    // resid_pre, norm1, q, raw, scaled, masked, weights, heads, concat, out, resid_mid, norm2, pre, act, out,
    // resid_post
    CHECK(blocks[0].length == 16);
    CHECK(blocks[1].length == 16);
    const Passed network(recurrent("rnn", 2), 9);
    const std::vector<LayerChain> layers = chain_by_layer(network.trace());
    REQUIRE(layers.size() == 2);
    CHECK(layers[0].layer == "rnn.0");
    CHECK(layers[0].length == 2 + 2 * 9 - 1 + 1);  // input and its row, two a step but the first, all joined
}

TEST_SUITE_END();
