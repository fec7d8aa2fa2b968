// The attention view: where a model attends, numbers about its heads, and the view worked by scripts in memory. Where
// EGL surfaceless is missing, the tests that draw are skipped.
// ctest: alone 8 s
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>

#include "app/pictures/story/story.h"
#include "app/program/app.h"
#include "app/script/script.h"
#include "app/views/attention/figures.h"
#include "app/views/attention/page.h"
#include "app/views/attention/telling.h"
#include "core/analysis/measures.h"
#include "tests/support/attention_drawn.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;
using test::additive, test::decoder, test::Drawn, test::pair;

namespace {

std::vector<std::string> names_of(const Trace& trace, const std::vector<int>& records) {
    std::vector<std::string> names;
    for (const int id : records) names.push_back(trace.record(id).name);
    return names;
}

}  // namespace

TEST_SUITE_BEGIN("attention");

TEST_CASE("attention is found wherever a model attends, and nowhere else") {
    const auto titles = [](const std::string& name) {
        std::vector<std::string> found;
        for (const AttentionLayer& layer : Drawn(name).layers)
            found.push_back(layer.title + " " + std::to_string(layer.heads) + " " + std::to_string(layer.queries) +
                            "×" + std::to_string(layer.keys));
        return found;
    };
    CHECK(titles(decoder) == std::vector<std::string>{"Block 1 4 12×12"});
    // The source is closed with no end token here: six words; the target has five.
    CHECK(titles(pair) == std::vector<std::string>{"Encoder block 1 · self-attention 2 6×6",
                                                   "Decoder block 1 · self-attention 2 5×5",
                                                   "Decoder block 1 · cross-attention 2 5×6"});
    CHECK(titles(additive) == std::vector<std::string>{"Alignment 1 5×6"});
    CHECK(head_text(Drawn(additive).layers.at(0), 0) == "Alignment");  // it has no heads that could be counted
    CHECK(head_text(Drawn(decoder).layers.at(0), 1) == "Block 1, head 2");
    CHECK(titles("lstm with general attention") == std::vector<std::string>{"Alignment 1 3×2"});
    for (const char* none : {"lstm", "rnn, classifier by its last state", "convolution", "soft look-up table"}) {
        CAPTURE(none);
        CHECK(titles(none).empty());
    }
}

TEST_CASE("a layer's maps lead from its scores to its weights") {
    const auto maps = [](const std::string& name, int query) {
        const Drawn drawn(name);
        return names_of(drawn.trace(), maps_of(drawn.trace(), drawn.layers.at(0), query));
    };
    const std::string own = "blocks.0.attn.";
    CHECK(maps(decoder, 0) ==
          std::vector<std::string>{own + "scores_raw", own + "scores_scaled", own + "scores_masked", own + "weights"});
    CHECK(maps("alibi decoder", 0) == std::vector<std::string>{own + "scores_raw", own + "scores_scaled",
                                                               own + "position_bias", own + "scores_biased",
                                                               own + "scores_masked", own + "weights"});
    const Drawn steps(additive);
    const std::vector<int> third = maps_of(steps.trace(), steps.layers.at(0), 2);
    REQUIRE(third.size() == 3);
    for (const int id : third) CHECK(steps.trace().record(id).site.step == 2);
    const int taken = taken_of(steps.trace(), steps.layers.at(0), 2);
    REQUIRE(taken >= 0);
    CHECK(steps.trace().record(taken).site.step == 2);
    const Drawn drawn(decoder);
    CHECK(drawn.trace().record(taken_of(drawn.trace(), drawn.layers.at(0), 0)).name == own + "heads");
    for (const char* record : {"q", "k", "scores_masked", "heads", "concat"})
        CHECK(layer_of(drawn.trace(), drawn.layers, drawn.trace().find(own + record)) == 0);
    CHECK(layer_of(drawn.trace(), drawn.layers, drawn.trace().find("blocks.0.norm1")) == -1);
    CHECK(layer_of(steps.trace(), steps.layers, third.front()) == 0);
}

TEST_CASE("cells of queries, keys and maps are about the same pair, and lead back") {
    const Drawn drawn(decoder);
    const auto at = [&](const char* name) { return drawn.trace().find(std::string("blocks.0.attn.") + name); };
    CHECK(pair_of(*drawn.evaluation, {at("weights"), {{2, 8, 1, 0}}}) == Pair{8, 1});
    CHECK(pair_of(*drawn.evaluation, {at("q"), {{2, 8, 3, 0}}}) == Pair{8, -1});
    CHECK(pair_of(*drawn.evaluation, {at("k"), {{2, 7, 3, 0}}}) == Pair{-1, 7});
    CHECK(pair_of(*drawn.evaluation, {at("v"), {{2, 7, 3, 0}}}) == Pair{-1, 7});
    CHECK(pair_of(*drawn.evaluation, {at("heads"), {{2, 8, 3, 0}}}) == Pair{8, -1});
    CHECK(pair_of(*drawn.evaluation, {drawn.trace().find("embed"), {{8, 3, 0, 0}}}) == Pair{});
    const CellRef cell = cell_of(*drawn.evaluation, at("scores_raw"), 2, {8, 1});
    CHECK(cell == CellRef{at("scores_raw"), {{2, 8, 1, 0}}});
    // A step of a recurrent decoder has one row, of its own token.
    const Drawn steps(additive);
    const int third = maps_of(steps.trace(), steps.layers.at(0), 2).back();
    CHECK(pair_of(*steps.evaluation, {third, {{0, 0, 4, 0}}}) == Pair{2, 4});
    CHECK(cell_of(*steps.evaluation, third, 0, {2, 4}) == CellRef{third, {{0, 0, 4, 0}}});
    CHECK_FALSE(cell_of(*steps.evaluation, third, 0, {3, 4}));
    for (const char* name : {decoder, pair, "tied rope decoder, grouped queries, gated, rmsnorm"}) {
        const Drawn of(name);
        for (const AttentionLayer& layer : of.layers)
            for (int head = 0; head < layer.heads; ++head)
                CHECK(own_head(of.trace(), layer, cursor_head(of.trace(), layer, head)) == head);
    }
}

TEST_CASE("figures of heads are those of the core, some in each frame, and the mean and the rollout have rows of 1") {
    Drawn drawn(pair);
    AttentionFigures metrics;
    metrics.begin(*drawn.evaluation);
    REQUIRE(metrics.of(drawn.layers[0]) != nullptr);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));  // more than a frame has
    CHECK(metrics.of(drawn.layers[1]) == nullptr);
    CHECK(metrics.waiting());
    metrics.begin(*drawn.evaluation);
    REQUIRE(metrics.of(drawn.layers[2]) != nullptr);
    const std::vector<HeadFigures> cross = *metrics.of(drawn.layers[2]);
    const auto entropy = attention_entropy(drawn.trace().record(drawn.layers[2].weights).view());
    for (std::size_t h = 0; h < 2; ++h) {
        CHECK(cross[h].entropy == entropy[h]);
        double peak = 0;
        for (int q = 0; q < 5; ++q) {
            float largest = 0;
            for (int k = 0; k < 6; ++k)
                largest =
                    std::max(largest, drawn.trace().value(drawn.layers[2].weights, {{static_cast<int>(h), q, k, 0}}));
            peak += static_cast<double>(largest) / 5;
        }
        CHECK(cross[h].peak == doctest::Approx(peak));
        CHECK(std::isnan(cross[h].previous));
    }
    const HeadFigures self = metrics.of(drawn.layers[0])->at(0);
    CHECK(self.previous > 0);
    CHECK(self.largest <= 1);
    // One scale for all: up to 1, also while a layer's figures are missing, unless all weights are small.
    CHECK(metrics.common_limit(drawn.layers) == 1);
    CHECK(metrics.common_limit({drawn.layers[0]}) ==
          (std::max(metrics.of(drawn.layers[0])->at(0).largest, metrics.of(drawn.layers[0])->at(1).largest) > 0.5F
               ? 1
               : std::max(metrics.of(drawn.layers[0])->at(0).largest, metrics.of(drawn.layers[0])->at(1).largest)));
    const Tensor& mean = metrics.mean(drawn.layers[2]);
    const int weights = drawn.layers[2].weights;
    for (int q = 0; q < 5; ++q)
        for (int k = 0; k < 6; ++k)
            CHECK(mean.view().at({{q, k, 0, 0}}) == doctest::Approx((drawn.trace().value(weights, {{0, q, k, 0}}) +
                                                                     drawn.trace().value(weights, {{1, q, k, 0}})) /
                                                                    2));
    std::string why;
    CHECK(metrics.rollout(drawn.layers[2], why) == nullptr);
    CHECK_FALSE(why.empty());
    const Tensor* rollout = metrics.rollout(drawn.layers[1], why);
    REQUIRE(rollout != nullptr);
    CHECK(metrics.rolled_out(drawn.layers[1]) == 1);
    for (int q = 0; q < 5; ++q) {
        const float* row = rollout->view().row(static_cast<std::size_t>(q));
        CHECK(std::accumulate(row, row + 5, 0.0F) == doctest::Approx(1));
    }
}

TEST_CASE(
    "the view opens by key and by rail, heads are chosen by click and by key, and both views stand where they were "
    "left") {
    const test::SettledProgram program(test::options_for(decoder));
    if (!program) return;
    program.run(R"(
expect view=walk
key 2
wait 2
expect view=attention
expect stage=blocks.0.attn.weights
expect attention_mode=heads
expect attention_layers=1
expect attention_heads=4
click @thumb 1.3
wait 2
expect head=3
key Right
expect head=4
key Right
expect head=1
key Shift+Page up
expect head=4
key 1
wait 2
expect view=walk
expect stage=embed.tokens
expect head=1
click @view attention
wait 2
expect view=attention
expect stage=blocks.0.attn.weights
expect head=4
doubleclick @thumb 1.2
wait 2
expect attention_solo=yes
expect head=2
click @cell:blocks.0.attn.weights[1,8,1]
wait 2
expect cell=blocks.0.attn.weights[1,8,1]
expect locked=yes
key Esc
expect locked=no
expect attention_solo=yes
key Esc
expect attention_solo=no
key X
wait-idle
expect head_off=yes
key X
wait-idle
expect head_off=no
)");
}

TEST_CASE("every way of showing is reached by key and by click; a locked cell moves along and is explained") {
    const test::SettledProgram program(test::options_for(decoder));
    if (!program) return;
    program.run("key 2\nwait 2");
    for (const AttentionPageRow& row : attention_page_rows()) {
        program.run("expect attention_mode=" + std::string(row.name) + "\nkey V\nwait 2");
    }
    program.run(
        "expect attention_mode=heads\nkey Shift+V\nwait 2\nexpect attention_mode=numbers\nclick @numbers 1.4\n"
        "wait 2\nexpect head=4");
    for (const AttentionPageRow& row : attention_page_rows())
        program.run("click @attention mode " + std::string(row.name) +
                    "\nwait 2\nexpect attention_mode=" + std::string(row.name));
    program.run(R"(
click @attention mode steps
wait 2
click @cell:blocks.0.attn.scores_raw[3,8,1]
wait 2
expect cell=blocks.0.attn.scores_raw[3,8,1]
key Down
key Ctrl+Right
expect cell=blocks.0.attn.scores_raw[3,9,2]
key C
click @cell:blocks.0.attn.heads[3,4,2]
wait 2
expect cell=blocks.0.attn.heads[3,4,2]
click @attention mode query
wait 2
click @cell:blocks.0.attn.k[3,2,5]
wait 2
expect cell=blocks.0.attn.k[3,2,5]
)");
    CHECK(program.platform->clipboard().find("was") != std::string::npos);
}

TEST_CASE("all heads have one scale, or each its own: by key and by click, and a session keeps it") {
    const test::SettledProgram program(test::options_for(decoder));
    if (!program) return;
    program.run("key 2\nwait 2\nexpect attention_own_scales=no\nkey Shift+S\nwait 2\nexpect attention_own_scales=yes");
    CHECK(program.app->session_now().views.at("attention").at("own_scales") == "true");
    const auto scale = program.app->find_target("attention scale");
    REQUIRE(scale);
    program.run("click " + std::to_string(scale->x + 10) + " " + std::to_string(scale->centre().y) +
                "\nwait 2\nexpect attention_own_scales=no");
    // The maps end above what says their scale.
    for (int head = 1; head <= 4; ++head) {
        const auto map = program.app->find_target("thumb 1." + std::to_string(head));
        REQUIRE(map);
        CHECK(map->bottom() < scale->y);
    }
}

TEST_CASE("what a head's switch did names its block") {
    const test::SettledProgram program(test::options_for(decoder));
    if (!program) return;
    program.run("key 2\nwait 2");
    const std::string head = program.state("head");
    program.run("key X\nexpect notice=Block 1, head " + head + " is off: its output is zero\nwait-idle");
    program.run("key X\nexpect notice=Block 1, head " + head + " is on again\nwait-idle\nkey 1\nkey Home\nkey X");
    CHECK(program.state("notice").starts_with("There is no head to turn off at this stage"));
}

TEST_CASE("what has no heads says so where one is switched") {
    const test::SettledProgram program(test::options_for("lstm"));
    if (!program) return;
    program.run(
        "key 1\nkey X\nexpect notice=This model has no attention heads\nkey 2\nexpect notice=\nkey X\n"
        "expect notice=This model has no attention heads");
}

TEST_CASE("lines: a token is followed and locked, the threshold hides weak ones, heads are laid over one another") {
    const test::SettledProgram program(test::options_for(decoder));
    if (!program) return;
    program.run("key 2\nclick @attention mode arcs\nwait 2\nexpect attention_threshold=0.050");
    const auto current = program.app->session().shown().current;
    const std::string answer = "query " + std::to_string(story_row(*current));
    CHECK(program.state("attention_followed") == answer);
    const int of_answer = std::stoi(program.state("attention_arcs"));
    CHECK(of_answer > 0);
    program.run("click @attention all queries\nwait 2\nexpect attention_followed=");
    const int all = std::stoi(program.state("attention_arcs"));
    CHECK(all > of_answer);
    CHECK(all > 12);
    program.run("type -\nwait 2");
    CHECK(std::stoi(program.state("attention_arcs")) < all);
    program.run("type +\nwait 2\nexpect attention_arcs=" + std::to_string(all));
    program.run("move @query 8\nwait 2\nexpect attention_token=query 8");
    const int own = std::stoi(program.state("attention_arcs"));
    CHECK(own < all);
    CHECK(own > 0);
    program.run("click @query 8\nwait 2\nexpect locked=yes\nexpect row=8\nmove 2 2\nwait 2\nexpect attention_token=");
    CHECK(std::stoi(program.state("attention_arcs")) == own);
    program.run("click @key 1\nwait 2\nexpect column=1\nmove 2 2\nwait 2\nkey Esc\nwait 2\nexpect attention_arcs=" +
                std::to_string(all));
    program.run(
        "click @attention mode overlay\nwait 2\nexpect attention_followed=\nclick @attention all queries\nwait "
        "2\nexpect attention_followed=" +
        answer);
    program.run(R"(
click @thumb 1.1
click @thumb 1.3
wait 2
expect attention_overlaid=1,3
key H
expect attention_overlaid=1
key Right
key H
expect attention_overlaid=1,4
)");
}

TEST_CASE("a model without attention says so in a sentence, and its keys do no harm") {
    const test::SettledProgram program(test::options_for("lstm"));
    if (!program) return;
    const std::string stage = program.state("stage");
    program.run(
        "key 2\nwait 2\nexpect view=attention\nexpect attention_layers=0\nkey Right\nkey V\nkey Down\nkey F\nkey "
        "0\nwait 2");
    CHECK(program.app->find_target("no attention"));
    CHECK(program.state("stage") == stage);
    CHECK(program.state("error").empty());
}

TEST_CASE("layers of an encoder-decoder are gone through with Shift and the arrows, and the same step is shown") {
    const test::SettledProgram program(test::options_for(pair));
    if (!program) return;
    program.run(R"(
key 2
wait 2
key Home
click @thumb 1.1
wait 2
expect attention_layer=Encoder block 1 · self-attention
key Shift+Right
expect attention_layer=Decoder block 1 · self-attention
expect stage=decoder.blocks.0.self_attn.weights
key Shift+Right
expect attention_layer=Decoder block 1 · cross-attention
key Shift+Right
expect attention_layer=Decoder block 1 · cross-attention
key Home
expect attention_layer=Encoder block 1 · self-attention
click @attention mode rollout
wait 2
key End
wait 2
expect attention_layer=Decoder block 1 · cross-attention
click @attention mode steps
wait 2
click @cell:decoder.blocks.0.cross_attn.scores_scaled[0,3,2]
wait 2
expect cell=decoder.blocks.0.cross_attn.scores_scaled[0,3,2]
key Home
expect stage=encoder.blocks.0.self_attn.scores_scaled
)");
}

TEST_CASE("every way of showing is drawn in small windows and with large text") {
    for (const PixelSize size : {PixelSize{640, 400}, PixelSize{1280, 720}})
        for (const char* name : {"large vocabulary and wide stream", additive, "one token"}) {
            CAPTURE(name);
            AppOptions options = test::options_for(name, size);
            options.text_scale = 2;
            options.view = "attention";
            const test::SettledProgram program(options);
            if (!program) return;
            for (std::size_t i = 0; i < attention_page_rows().size(); ++i)
                program.run("wait 2\nkey Down\nkey V\nwait 2");
            CHECK(program.state("attention_mode") == "heads");
            CHECK(program.state("error").empty());
        }
}

TEST_CASE("the numbers of heads keep their digits in a small window: columns are left out instead") {
    for (const PixelSize size : {PixelSize{1024, 640}, PixelSize{1920, 1080}}) {
        const test::SettledProgram program(test::options_for(decoder, size));
        if (!program) return;
        program.run("key 2\nwait 2\nkey Shift+V\nwait 2\nexpect attention_mode=numbers");
        const Rect first = program.target("numbers column 1");
        CHECK(first.w > 52);  // seven digits of the smaller size: "8.4e-04"
        CHECK(program.app->find_target("numbers column 7").has_value() == (size.width == 1920));
    }
}

TEST_CASE("the view opens on the head that is surest where the model's answer is read, until one is chosen") {
    const test::SettledProgram program(test::shipped_options("coreference-full"));
    if (!program) return;
    program.run("key 1\nkey Home\nwait-idle\nkey 2\nwait-idle");
    const Evaluation& shown = *program.app->session().shown().current;
    const std::vector<AttentionLayer> layers = attention_layers(shown.trace());
    const auto telling = most_telling_head(shown, layers);
    REQUIRE(telling);
    CHECK(program.state("attention_layer") == layers[static_cast<std::size_t>(telling->layer)].title);
    CHECK(program.state("head") == std::to_string(telling->head + 1));
    // All heads, by the definition: −Σ a log a over the row of "it".
    double least = 1e9;
    std::pair<int, int> best;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const ConstView weights = shown.trace().record(layers[l].weights).view();
        for (int h = 0; h < layers[l].heads; ++h) {
            double sum = 0;
            for (int key = 0; key < layers[l].keys; ++key) {
                const auto a = static_cast<double>(weights.at({{h, 8, key}}));
                sum -= a > 0 ? a * std::log(a) : 0;
            }
            if (sum < least) best = {static_cast<int>(l), h};
            least = std::min(least, sum);
        }
    }
    CHECK(best == std::pair{telling->layer, telling->head});
    CHECK(best == std::pair{1, 0});                 // from "it" to "animal", as the data flow shows it
    CHECK(first_query(shown, layers.back()) == 8);  // "it"
    // A head that was chosen stays, also when the view is opened again.
    program.run("key Home\nwait 2\nkey 1\nwait-idle\nkey 2\nwait-idle");
    CHECK(program.state("attention_layer") == layers.front().title);
}

TEST_CASE("the answer has a query where one row is read for it, in the layers of its own text") {
    const auto queries = [](const std::string& name) {
        const Drawn drawn(name);
        std::vector<int> found;
        for (const AttentionLayer& layer : drawn.layers)
            found.push_back(answer_query(*drawn.evaluation, layer).value_or(-1));
        return found;
    };
    CHECK(queries(decoder) == std::vector<int>{story_row(*Drawn(decoder).evaluation)});
    const int row = story_row(*Drawn(pair).evaluation);
    CHECK(queries(pair) == std::vector<int>{-1, row, row});
    CHECK(queries(additive) == std::vector<int>{-1});
    const auto shipped = [](const char* name) {
        const test::SettledProgram program(test::shipped_options(name));
        REQUIRE(program);
        const Evaluation& shown = *program.app->session().shown().current;
        return answer_query(shown, attention_layers(shown.trace()).back()).value_or(-1);
    };
    CHECK(shipped("sentiment-but") == -1);  // its classifier reads the mean of all tokens
    CHECK(shipped("sentiment-but-cls") == 0);
}

TEST_SUITE_END();
