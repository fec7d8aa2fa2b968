// Switches of the sheet of changes that take other sizes over the same weights, blocks, heads and shared blocks, and
// the keys that turn a part off and on. Where EGL surfaceless is missing, the tests that draw are skipped.
// ctest: alone 13 s
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

#include "app/views/shared/architecture_switches.h"
#include "app/views/shared/architecture_toggles.h"
#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/model/patched_model.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

const ModelConfig& config_of_shipped(const std::string& name) {
    const auto& all = shipped_models();
    const auto found = std::ranges::find(all, name, &BuiltinModel::name);
    REQUIRE(found != all.end());
    return found->config;
}

std::shared_ptr<const Model> shipped(const std::string& name) {
    const auto assets = std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets";
    return std::make_shared<const Model>(load_model(find_model(name, assets)));
}

/// The values that the sheet offers of a switch, "1 2 4"; "" where it is not there.
std::string offered(const ModelConfig& original, const std::string& key, const std::string& patch = "") {
    const ModelConfig changed = patch.empty() ? original : patched_config(original, patch);
    const ArchitectureSwitch* const what = find_switch(key, changed);
    if (what == nullptr || !is_offered(*what, original, changed)) return "";
    std::string text;
    if (what->values)
        for (const int value : what->values(original, changed))
            text += (text.empty() ? "" : " ") + std::to_string(value);
    return text.empty() ? "offered" : text;
}

std::string title(const ModelConfig& config, const std::string& key) {
    const ArchitectureSwitch* const what = find_switch(key, config);
    return what == nullptr ? "" : what->title;
}

std::shared_ptr<Evaluation> evaluated_with(const std::shared_ptr<const Model>& model, const std::string& patch) {
    Inputs inputs;
    inputs.model = model->name;
    inputs.text = model->card.examples.front();
    inputs.architecture = patch;
    return evaluate_once(patched_model(model, patch), inputs);
}

/// The records have the same entries.
bool same(const Trace& a, const std::string& name, const Trace& b, const std::string& other) {
    const int left = a.find(name), right = b.find(other);
    REQUIRE(left >= 0);
    REQUIRE(right >= 0);
    const ConstView x = a.record(left).view(), y = b.record(right).view();
    return x.shape.count() == y.shape.count() && std::equal(x.data, x.data + x.shape.count(), y.data);
}

}  // namespace

TEST_SUITE_BEGIN("changes");

TEST_CASE("switches: blocks, heads, shared blocks and the place of ε are offered where the weights hold other values") {
    CHECK(offered(config_of_shipped("characters"), "n_layers") == "1 2 3 4");
    CHECK(offered(config_of_shipped("characters"), "n_layers", R"({"n_layers":2})") == "1 2 3 4");
    CHECK(offered(config_of_shipped("sort"), "n_layers").empty());  // one block
    CHECK(offered(config_of_shipped("sort"), "n_layers", R"({"shared_layers":true})") == "1 2 3 4 6 8");
    CHECK(offered(config_of_shipped("coreference-full-shared-layers"), "n_layers") == "1 2 3 4 6 8");
    CHECK(title(config_of_shipped("coreference-full-shared-layers"), "n_layers") == "Applications T");
    CHECK(title(config_of_shipped("characters"), "n_layers") == "Blocks");
    CHECK(title(config_of_shipped("translate-fr-en"), "n_layers") == "Encoder blocks");
    CHECK(offered(config_of_shipped("translate-fr-en"), "n_decoder_layers").empty());
    CHECK(offered(config_of_shipped("coreference-full"), "n_heads") == "1 2 4 8 16");
    CHECK(offered(config_of_shipped("roles"), "n_heads") == "1 2 3 4 6 8 12");
    CHECK(offered(config_of_shipped("coreference-full-llama"), "n_heads") == "2 4 8 16");  // two queries share a key
    CHECK(offered(config_of_shipped("recall-lstm"), "n_layers").empty());
    CHECK(offered(config_of_shipped("recall-lstm"), "shared_layers").empty());
    CHECK(offered(config_of_shipped("coreference-full"), "norm_eps_placement") == "offered");
    CHECK(offered(config_of_shipped("coreference-full-rmsnorm"), "norm_eps_placement").empty());
    CHECK(offered(config_of_shipped("coreference-full"), "norm_eps_placement", R"({"norm":"none"})").empty());
    CHECK(offered(config_of_shipped("coreference-full"), "mlp_bias", R"({"mlp":false})").empty());
    CHECK(offered(config_of_shipped("sentiment-majority"), "tie_embeddings").empty());  // it predicts no words
}

TEST_CASE("switches: every value that is offered computes or is refused in the words of the sheet, and leaves again") {
    int worked = 0, refused = 0;
    for (const BuiltinModel& row : shipped_models()) {
        CAPTURE(row.name);
        const std::shared_ptr<const Model> model = shipped(row.name);
        Inputs inputs;
        inputs.model = row.name;
        for (const ArchitectureSwitch& what : all_switches()) {
            if (!what.values || !is_offered(what, row.config, row.config)) continue;
            for (const int number : what.values(row.config, row.config)) {
                const std::string value = std::to_string(number);
                CAPTURE(what.key);
                CAPTURE(value);
                const std::string said = refusal(model, inputs, what, value, 6);
                if (!said.empty()) {
                    ++refused;
                    CHECK(said.starts_with(what.title));
                    CHECK(said.find("parameter") == std::string::npos);
                    continue;
                }
                ++worked;
                const Inputs changed = with_switch(model, inputs, what, value, 6);
                const ModelConfig config = patched_model(model, changed.architecture)->config;
                CHECK(what.value(config) == value);
                CHECK(config.n_heads * config.d_head == row.config.n_heads * row.config.d_head);
                CHECK(with_switch(model, changed, what, what.value(row.config), 6) == inputs);
            }
        }
    }
    CHECK(worked > 100);
    CHECK(refused > 10);  // heads of one dimension cannot be rotated, biases of each head are trained for their number
}

TEST_CASE("switches: fewer blocks are the first of the trained ones, and a shared block is applied again") {
    const auto model = shipped("coreference-full");
    const auto plain = evaluated_with(model, ""), one = evaluated_with(model, R"({"n_layers":1})"),
               shared = evaluated_with(model, R"({"n_layers":3,"shared_layers":true})");
    const Trace &was = plain->trace(), &first = one->trace(), &thrice = shared->trace();
    CHECK(first.find("blocks.1.attn.q") < 0);
    CHECK(same(first, "blocks.0.mlp.pre", was, "blocks.0.mlp.pre"));
    CHECK_FALSE(same(first, "logits", was, "logits"));
    CHECK(thrice.find("blocks.2.attn.q") >= 0);
    CHECK(same(thrice, "blocks.0.mlp.pre", was, "blocks.0.mlp.pre"));
    for (const char* block : {"blocks.1.attn.q", "blocks.2.attn.q"}) {
        CAPTURE(block);
        CHECK(thrice.record(thrice.record(thrice.find(block)).operands[1]).name == "blocks.0.attn.q.weight");
    }
    CHECK_FALSE(same(thrice, "blocks.1.attn.q", was, "blocks.1.attn.q"));
    // As many heads as one likes are cut out of the same products.
    const auto four = evaluated_with(model, R"({"n_heads":4})");
    const Record &q = was.record(was.find("blocks.0.attn.q")), &cut = four->trace().record(four->trace().find(q.name));
    REQUIRE(cut.shape.size(0) == 4);
    REQUIRE(cut.shape.cols() == 8);
    for (int position = 0; position < q.shape.size(1); ++position)
        for (int column = 0; column < 32; ++column)
            CHECK(q.view().at(Cell{{column / 16, position, column % 16}}) ==
                  cut.view().at(Cell{{column / 8, position, column % 8}}));
    CHECK_FALSE(same(four->trace(), "logits", was, "logits"));
}

TEST_CASE("switches: the sheet sets blocks, heads and the place of ε, offers what was trained, and takes all back") {
    AppOptions options = shipped_options("coreference-full", {1280, 1800});
    options.stage = "blocks.1.attn.weights";
    const Program program(options);
    if (!program) return;
    program.run(R"(
wait-idle
key A
wait 2
click @switch n_layers 1
wait-idle
wait 2
expect changes=1
expect change_list=Blocks: 1
expect architecture={"n_layers":1}
click @switch n_layers 2
wait-idle
expect changes=0
key Ctrl+Z
wait-idle
expect changes=1
key Ctrl+Z
wait-idle
expect changes=0
click @switch n_heads 4
wait-idle
wait 2
expect changes=1
expect change_list=Heads: 4
expect architecture={"n_heads":4}
expect trained_for=n_heads: none
click @switch norm_eps_placement added_to_std
wait-idle
expect change_list=Heads: 4; Placement of ε: σ + ε
key R
wait-idle
expect changes=0
)");
    CHECK(program.app->session().shown().error.empty());
    program.run("click @switch shared_layers\nwait-idle\nwait 2");
    CHECK(program.state("trained_for") == "shared_layers: coreference-full-shared-layers");
    program.run("click @switch n_layers 6\nwait-idle\nwait 2\nexpect changes=2");
    CHECK(program.app->session().shown().current->model().config.n_layers == 6);
    CHECK(program.app->session().shown().error.empty());
    // Without its shared weights there are only the blocks that were trained.
    program.run("click @switch shared_layers\nwait-idle\nexpect changes=0");
    program.run("key Ctrl+Z\nwait-idle\nexpect changes=2\nwait 2\nclick @take back 1\nwait-idle\nexpect changes=0");
    CHECK(program.app->session().shown().error.empty());
}

TEST_CASE("switches: a model that was trained with another number of heads or blocks is offered") {
    for (const auto& [model, key, value, trained] : {std::array{"roles", "n_heads", "1", "roles-one-head"},
                                                     std::array{"induction", "n_layers", "1", "induction-one-layer"}}) {
        CAPTURE(model);
        const Program program(shipped_options(model, {1280, 1800}));
        if (!program) return;
        program.run("wait-idle\nkey A\nwait 2\nclick @switch " + std::string(key) + " " + value +
                    "\nwait-idle\nwait 2");
        CHECK(program.state("trained_for") == std::string(key) + ": " + trained);
    }
}

TEST_CASE("switches: edits of blocks and heads that are gone go with them, and come back with them") {
    AppOptions options = shipped_options("coreference-full", {1280, 1800});
    options.inputs.edits = {{"blocks.1.attn.heads", {{1, Cell::all, Cell::all}}, 0.0F},
                            {"blocks.0.attn.heads", {{1, Cell::all, Cell::all}}, 0.0F},
                            {"blocks.0.attn.heads", {{0, 2, 1}}, 0.5F}};
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nexpect changes=3\nkey A\nwait 2");
    program.run("click @switch n_layers 1\nwait 2");
    CHECK(program.state("notice").starts_with("1 edit was removed"));
    program.run("wait-idle\nexpect changes=3\nexpect edits=2");
    program.run("click @switch n_heads 1\nwait-idle\nexpect edits=1\nexpect changes=3");
    CHECK(program.app->session().shown().error.empty());
    program.run("key Ctrl+Z\nkey Ctrl+Z\nwait-idle\nexpect changes=3\nexpect edits=3\nexpect architecture=");
    CHECK(program.app->session().shown().error.empty());
}

TEST_CASE("switches: one key turns a part off and on again, in every view, as one step for undo") {
    const Program program(window_options(decoder, {1280, 720}));
    if (!program) return;
    program.run("wait-idle");
    const std::array<std::array<const char*, 4>, 6> keys{{
        {"S", R"({"attention_scale":"none"})", "Scale: none", "Scale: ÷ √d_head, as trained"},
        {"M", R"({"mask":{"kind":"none"}})", "Mask: ", ", as trained"},
        {"P", R"({"positional":{"kind":"none"}})", "Positions: ", ", as trained"},
        {"R", R"({"residual":false})", "Residual connections: off", "Residual connections: on, as trained"},
        {"N", R"({"norm":"none"})", "Norm: none", "Norm: LayerNorm, as trained"},
        {"F", R"({"mlp":false})", "MLP: off", "MLP: on, as trained"},
    }};
    for (const char* view : {"1", "2", "4"})
        for (const auto& [key, architecture, off, on] : keys) {
            CAPTURE(view);
            CAPTURE(key);
            const std::string press = "\nkey Alt+" + std::string(key) + "\nwait 2";
            program.run("key " + std::string(view) + press);
            CHECK(program.state("architecture") == architecture);
            CHECK(program.state("notice").starts_with(off));
            program.run("wait-idle");
            CHECK(program.app->session().shown().error.empty());
            program.run("key Ctrl+Z\nwait-idle\nexpect changes=0\nkey Ctrl+Y\nwait-idle\nexpect changes=1" + press);
            CHECK(program.state("architecture").empty());
            CHECK(program.state("notice").find(on) != std::string::npos);
            program.run("wait-idle");
            CHECK(program.app->session().shown().current->model().config == make_model(model_named(decoder))->config);
        }
    // Another value than the model's own goes back to it; the palette has the same commands; the sheet leaves them the
    // keys, beside the picture and over it.
    program.run("key A\nwait 2\nclick @switch mask.kind window\nwait-idle\nexpect changes=1\nkey Alt+M\nwait-idle");
    program.run("expect changes=0\nkey A\nkey Ctrl+K\ntype turn norms\nkey Enter\nwait-idle");
    CHECK(program.state("architecture") == R"({"norm":"none"})");
    const Program narrow(window_options(decoder, {640, 480}));
    narrow.run("wait-idle\nkey A\nwait 2\nexpect changes_sheet=yes\nkey Alt+R\nwait-idle");
    CHECK(narrow.state("architecture") == R"({"residual":false})");
}

TEST_CASE("switches: a key whose other value needs weights says so, and one of a part that is not there too") {
    const Program bare(window_options("attention without parameters, appended waves", {1280, 720}));
    if (!bare) return;
    bare.run("wait-idle\nkey Alt+N\nwait 2\nexpect changes=0");
    CHECK(bare.state("notice") == "Norm, “LayerNorm”: needs trained norms, which this model does not have.");
    bare.run("key Alt+F\nwait 2\nexpect changes=0");
    CHECK(bare.state("notice").find("a trained MLP") != std::string::npos);
    bare.run("key Alt+S\nwait-idle\nexpect changes=1");  // trained without a scale: the usual one
    CHECK(bare.state("architecture") == R"({"attention_scale":"sqrt_d_head"})");
    const Program recurrent(window_options("lstm", {1280, 720}));
    recurrent.run("wait-idle\nkey Alt+S\nwait 2\nexpect changes=0");
    CHECK(recurrent.state("notice").starts_with("Not available in this model"));
}

TEST_SUITE_END();
