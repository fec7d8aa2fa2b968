// Recurrence, convolution and attention on the same tokens: dependencies against those of recorded passes, path lengths
// and time steps against the table that lectures show (Vaswani et al. 2017, table 1), and what untrained gradients do.
#include "core/experiments/architectures.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/model/graph.h"
#include "core/model/weights.h"
#include "tests/support/dependency.h"

using namespace glassformer;

namespace {

constexpr Mixer all_mixers[] = {Mixer::recurrent, Mixer::convolution, Mixer::attention};

MixedTokens text_of(int tokens) {
    MixedTokens setting;
    setting.tokens.resize(static_cast<std::size_t>(tokens));
    std::iota(setting.tokens.begin(), setting.tokens.end(), 3);
    return setting;
}

/// A recorded pass of the model that the numbers are of.
struct RecordedMixer {
    ModelConfig config;
    Weights weights;
    Tape tape;
    Graph graph;
    RecordedMixer(const MixedTokens& setting, Mixer mixer)
        : config(mixer_config(setting, mixer)), weights(initial_weights(config, 3, {.std = 0.4F})) {
        graph = record_model(tape, config, weights, {.seq_len = setting.count(), .probs = false});
        tape.set(graph.tokens, std::vector<float>(setting.tokens.begin(), setting.tokens.end()));
        tape.evaluate();
    }
};

}  // namespace

TEST_SUITE_BEGIN("experiments_architectures");

TEST_CASE("the shortest path has as many moves as that of the recorded model, for every pair of tokens") {
    for (const bool lstm : {false, true})
        for (const int width : {2, 3, 4})
            for (const int layers : {1, 3}) {
                MixedTokens setting = text_of(8);
                setting.lstm = lstm, setting.width = width, setting.layers = layers;
                for (const Mixer mixer : all_mixers) {
                    const RecordedMixer recorded(setting, mixer);
                    for (int from = 0; from < 8; ++from)
                        for (int to = from; to < 8; ++to) {
                            CAPTURE(width);
                            CAPTURE(from);
                            CAPTURE(to);
                            const Path known =
                                shortest_path(recorded.tape.trace(), token_spot(recorded.tape.trace(), from),
                                              {.record = recorded.graph.logits.id, .row = to});
                            const MixPath path = mix_path(setting, mixer, from, to);
                            CHECK(path.reached == known.reached);
                            if (known.reached) CHECK(path.moves == known.moves);
                        }
                }
            }
}

TEST_CASE("a path of the table: distance, layers of windows, one; each node reads the one before") {
    MixedTokens setting = text_of(13);
    setting.layers = 4;
    for (int from = 0; from < 13; ++from) {
        const int distance = 12 - from;
        CHECK(mix_path(setting, Mixer::recurrent, from, 12).moves == distance);
        CHECK(mix_path(setting, Mixer::attention, from, 12).moves == (distance > 0 ? 1 : 0));
        for (const int width : {2, 3, 4}) {
            setting.width = width;
            const MixPath path = mix_path(setting, Mixer::convolution, from, 12);
            CHECK(layers_needed(distance, width) == static_cast<int>(std::ceil(distance / (width - 1.0))));
            CHECK(path.reached == (layers_needed(distance, width) <= 4));
            if (path.reached) CHECK(path.moves == layers_needed(distance, width));
        }
    }
    for (const Mixer mixer : all_mixers) {
        const MixPath path = mix_path(setting, mixer, 5, 12);
        REQUIRE(path.reached);
        CHECK(path.nodes.front() == MixNode{0, 5});
        CHECK(path.nodes.back() == MixNode{4, 12});
        for (std::size_t i = 1; i < path.nodes.size(); ++i) {
            const std::vector<MixNode> read = nodes_read(setting, mixer, path.nodes[i]);
            CHECK(std::ranges::find(read, path.nodes[i - 1]) != read.end());
        }
    }
    CHECK_FALSE(mix_path(setting, Mixer::attention, 6, 5).reached);  // no position reads later ones
    CHECK_FALSE(mix_path(setting, Mixer::attention, -1, 5).reached);
}

TEST_CASE("a node waits for the latest that it reads; only recurrence takes longer for a longer text") {
    MixedTokens setting = text_of(9);
    setting.layers = 3;
    for (const Mixer mixer : all_mixers)
        for (int layer = 1; layer <= 3; ++layer)
            for (int position = 0; position < 9; ++position) {
                int latest = 0;
                for (const MixNode& read : nodes_read(setting, mixer, {layer, position}))
                    latest = std::max(latest, time_step(mixer, read));
                CHECK(time_step(mixer, {layer, position}) == latest + 1);
            }
    CHECK(time_steps(setting, Mixer::recurrent) == 11);
    CHECK(time_steps(setting, Mixer::convolution) == 3);
    CHECK(time_steps(setting, Mixer::attention) == 3);

    // One layer, recorded: the chain of operations grows with the text by the same for each token, or not at all.
    const auto chain = [](Mixer mixer, int tokens) {
        MixedTokens one = text_of(tokens);
        one.layers = 1;
        return static_cast<int>(longest_chain(RecordedMixer(one, mixer).tape.trace()).size());
    };
    const int a_step = chain(Mixer::recurrent, 5) - chain(Mixer::recurrent, 4);
    CHECK(a_step > 0);
    CHECK(chain(Mixer::recurrent, 9) - chain(Mixer::recurrent, 4) == 5 * a_step);
    CHECK(chain(Mixer::convolution, 9) == chain(Mixer::convolution, 4));
    CHECK(chain(Mixer::attention, 9) == chain(Mixer::attention, 4));
}

TEST_CASE("another token changes what attention weighs and nothing that a convolution or a recurrent network does") {
    MixedTokens setting = text_of(7), other = setting;
    other.tokens[2] = 40;
    for (const Mixer mixer : all_mixers) {
        const MixNumbers before = mixed_numbers(setting, mixer), after = mixed_numbers(other, mixer);
        REQUIRE(before.rows.size() == 3);
        // Positions in front of the token are as they were; from it on, they are not.
        for (std::size_t layer = 0; layer < 3; ++layer) {
            const std::size_t d = 8;
            CHECK(std::equal(before.rows[layer].data.begin(), before.rows[layer].data.begin() + 2 * d,
                             after.rows[layer].data.begin()));
            CHECK(before.rows[layer].data[2 * d] != after.rows[layer].data[2 * d]);
        }
        const WeightsChanged change = weights_changed(before.weights, after.weights);
        if (mixer == Mixer::attention) {
            CHECK(change.largest > 0.01);
            CHECK(change.weights == 28);
            CHECK(change.changed == 25);  // rows from the third token on
        } else {
            CHECK(change.largest == 0);
            CHECK(change.changed == 0);
            CHECK(change.weights == (mixer == Mixer::recurrent ? 13 : 18));
        }
    }
    const Tensor attention = mixed_numbers(setting, Mixer::attention).weights,
                 window = mixed_numbers(setting, Mixer::convolution).weights;
    for (int i = 0; i < 7; ++i) {
        double sum = 0;
        for (int j = 0; j < 7; ++j) {
            sum += static_cast<double>(attention.view().at({{i, j}}));
            const float weight = window.view().at({{i, j}});
            if (j > i || j < i - 2)
                CHECK(weight == 0);
            else
                CHECK(weight == window.view().at({{i - j, 0}}));  // the same matrix wherever the window stands
        }
        CHECK(sum == doctest::Approx(1));
    }
    CHECK_THROWS_AS(static_cast<void>(mixed_numbers({}, Mixer::attention)), Error);
}

TEST_CASE("untrained, a recurrent gradient falls with the distance, the faster the smaller W_h; attention's does not") {
    const UntrainedReach setting;
    const std::vector<double> rnn = untrained_reach(setting, 0), closed = untrained_reach(setting, 1),
                              open = untrained_reach(setting, 2), transformer = untrained_reach(setting, 3);
    REQUIRE(rnn.size() == 48);
    CHECK(rnn.front() < 1e-8 * rnn.back());
    CHECK(closed.front() < 1e-6 * closed.back());
    CHECK(open.front() > 1e-4 * open.back());
    CHECK(transformer.front() > 1e-3 * transformer.back());
    const std::vector<double> weaker = untrained_reach({.recurrent_scale = 0.5}, 0),
                              stronger = untrained_reach({.recurrent_scale = 2}, 0);
    // Ten steps are ten factors W_h, so that half of it is about 2⁻¹⁰ of the gradient.
    CHECK(weaker[37] / weaker[47] < 0.01 * rnn[37] / rnn[47]);
    CHECK(stronger[0] / stronger[47] > 1e4 * rnn[0] / rnn[47]);
    CHECK(untrained_reach({.recurrent_scale = 0.5}, 3) == transformer);
    CHECK(untrained_reach({.seed = 1}, 0) != rnn);
    CHECK_THROWS_AS(static_cast<void>(untrained_reach({.length = 0}, 0)), Error);
}

TEST_SUITE_END();
