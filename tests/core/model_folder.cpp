#include "core/io/model_folder.h"

#include <doctest/doctest.h>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/generate/next_token.h"
#include "core/io/assets.h"
#include "core/io/safetensors.h"
#include "core/model/mask.h"
#include "core/ops/activation_table.h"
#include "core/session/labels.h"
#include "tests/support/skipped.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

const char* const config_text =
    R"({"model_type":"glassformer","architecture":"decoder","vocab_size":4,"d_model":8,"n_heads":2,"n_layers":1,"max_seq_len":6})";

Model small_model() {
    Model model;
    model.config = parse_config(config_text, "config.json");
    model.weights = initial_weights(model.config, 3);
    model.tokenizer = make_tokenizer(R"({"a":0,"b":1,"<eos>":2})", "vocab.json", model.config.tokenizer, 4);
    model.target_tokenizer = model.tokenizer;
    model.card = {"Title",
                  "Type ab",
                  "What comes after “{}”?",
                  "Two answers are right.",
                  "sort",
                  {"ab", "ba"},
                  {"x", "y z"},
                  {"1: a", ""},
                  "glassformer train",
                  5,
                  {{"accuracy", 0.5}},
                  {{"learning_rate", 0.003}, {"steps", 20}},
                  "stopped at step 7 of 20",
                  {},
                  AnswerPlace::usual,
                  {}};
    return model;
}

void check_equal(const Weights& a, const Weights& b) {
    REQUIRE(a.parameters.size() == b.parameters.size());
    for (std::size_t i = 0; i < a.parameters.size(); ++i) {
        CHECK(a.parameters[i].name == b.parameters[i].name);
        CHECK(a.parameters[i].shape == b.parameters[i].shape);
        CHECK(std::memcmp(a.parameters[i].data, b.parameters[i].data, a.parameters[i].shape.count() * 4) == 0);
    }
}

std::vector<NamedTensor> named(const Weights& weights) {
    std::vector<NamedTensor> tensors;
    for (const Parameter& parameter : weights.parameters) tensors.emplace_back(parameter.name, parameter.view());
    return tensors;
}

}  // namespace

TEST_SUITE_BEGIN("model_folder");

TEST_CASE("a model folder comes back as it was written") {
    const TemporaryFolder folder;
    const Model model = small_model();
    save_model(folder / "mine", model);
    const Model back = load_model(folder / "mine/");
    CHECK(back.name == "mine");
    CHECK(back.config == model.config);
    CHECK(back.card == model.card);
    CHECK(back.warnings.empty());
    check_equal(back.weights, model.weights);
    REQUIRE(back.tokenizer);
    CHECK(back.target_tokenizer == back.tokenizer);
    CHECK(back.tokenizer->encode("ba<eos>")[2].id == 2);
    CHECK(back.tokenizer->token(3) == "<3>");

    // Over itself, while its weights lie in the file that is replaced; and without a vocabulary.
    Model bare = back;
    bare.tokenizer = bare.target_tokenizer = nullptr;
    save_model(folder / "mine", bare);
    const Model again = load_model(folder / "mine");
    check_equal(again.weights, model.weights);
    CHECK(again.tokenizer == nullptr);
}

TEST_CASE("an encoder-decoder has a vocabulary for each side") {
    const TemporaryFolder folder;
    Model model;
    model.config = parse_config(
        R"({"architecture":"encoder_decoder","vocab_size":2,"target_vocab_size":3,"d_model":4,"n_heads":1,"n_layers":1,"max_seq_len":6})",
        "config.json");
    model.weights = initial_weights(model.config, 1);
    model.tokenizer = make_tokenizer(R"({"a":0,"b":1})", "v", model.config.tokenizer, 2);
    model.target_tokenizer = make_tokenizer(R"({"x":0,"y":1,"z":2})", "v", model.config.tokenizer, 3);
    save_model(folder / "pair", model);
    const Model back = load_model(folder / "pair");
    CHECK(back.tokenizer->encode("b")[0].id == 1);
    CHECK(back.target_tokenizer->encode("z")[0].id == 2);
}

TEST_CASE("missing, misshaped and foreign parameters are named") {
    const TemporaryFolder folder;
    Model model = small_model();
    save_model(folder / "m", model);
    const auto load = [&] { load_model(folder / "m"); };
    const auto weights = folder / "m/model.safetensors";

    auto tensors = named(model.weights);
    tensors.erase(tensors.begin() + 4);
    write_safetensors(weights, tensors);
    CHECK(contains(message_of(load), "model.safetensors has no tensor \"blocks.0.attn.q.weight\""));

    tensors = named(model.weights);
    tensors.back().sizes = {4, 8};
    write_safetensors(weights, tensors);
    CHECK(contains(message_of(load), "tensor \"head.weight\" should be [d_model 8, vocab 4], found [4, 8]"));

    tensors = named(model.weights);
    tensors.emplace_back("blocks.1.norm1.weight", model.weights.find("final_norm.weight")->view());
    write_safetensors(weights, tensors);
    CHECK(contains(message_of(load), "the model has no parameter \"blocks.1.norm1.weight\" of shape [8]"));

    tensors = named(model.weights);
    std::vector<float> broken(model.weights.find("head.weight")->shape.count());
    broken[3] = std::numeric_limits<float>::quiet_NaN();
    tensors.back().data = broken.data();
    write_safetensors(weights, tensors);
    const Model loaded = load_model(folder / "m");
    REQUIRE(loaded.all_warnings().size() == 1);
    CHECK(contains(loaded.all_warnings()[0], "head.weight"));

    std::vector<float> all_broken(4096, std::numeric_limits<float>::infinity());
    for (auto& tensor : tensors) tensor.data = all_broken.data();
    write_safetensors(weights, tensors);
    const std::vector<std::string> warnings = load_model(folder / "m").all_warnings();
    REQUIRE(warnings.size() == 1);
    CHECK(contains(warnings[0], std::to_string(tensors.size()) + " parameters hold numbers that are not finite"));

    std::filesystem::remove(weights);
    CHECK(contains(message_of(load), "has no model.safetensors"));
    std::filesystem::remove(folder / "m/config.json");
    CHECK(contains(message_of(load), "has no config.json"));
    CHECK(contains(message_of([&] { load_model(folder / "n"); }), "there is no model folder"));
    write_file(folder / "m/config.json", R"({"model_type":"mamba"})");
    CHECK(contains(message_of(load), "\"model_type\" must be one of \"glassformer\", \"bart\""));
}

TEST_CASE("GPT-2's tensors are split, renamed and turned") {
    const TemporaryFolder folder;
    const std::string config =
        R"({"model_type":"gpt2","n_layer":1,"n_head":2,"n_embd":4,"n_positions":3,"vocab_size":5,"n_inner":null,"activation_function":"gelu_new","resid_pdrop":0.1)";
    std::vector<float> numbers(100);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i);
    for (const std::string prefix : {"", "transformer."})
        for (const bool tied : {true, false}) {
            std::vector<NamedTensor> tensors;
            const auto add = [&](const std::string& name, std::vector<std::int64_t> sizes) {
                tensors.emplace_back(name, std::move(sizes), numbers.data());
            };
            add(prefix + "wte.weight", {5, 4});
            add(prefix + "wpe.weight", {3, 4});
            for (const char* norm : {"h.0.ln_1", "h.0.ln_2", "ln_f"})
                for (const char* part : {".weight", ".bias"}) add(prefix + norm + part, {4});
            add(prefix + "h.0.attn.c_attn.weight", {4, 12});
            add(prefix + "h.0.attn.c_attn.bias", {12});
            add(prefix + "h.0.attn.c_proj.weight", {4, 4});
            add(prefix + "h.0.attn.c_proj.bias", {4});
            add(prefix + "h.0.attn.bias", {1, 1, 3, 3});
            add(prefix + "h.0.mlp.c_fc.weight", {4, 16});
            add(prefix + "h.0.mlp.c_fc.bias", {16});
            add(prefix + "h.0.mlp.c_proj.weight", {16, 4});
            add(prefix + "h.0.mlp.c_proj.bias", {4});
            if (!tied) add("lm_head.weight", {5, 4});
            write_safetensors(folder / "g/model.safetensors", tensors);
            write_file(folder / "g/config.json", config + (tied ? "}" : R"(,"tie_word_embeddings":false})"));
            const Model model = load_model(folder / "g");
            CHECK(model.all_warnings().empty());
            CHECK(model.config.activation->name == "gelu_tanh");
            CHECK(model.config.d_ff == 16);
            CHECK(model.config.tie_embeddings == tied);
            const auto at = [&](const char* name, int row, int col) {
                return model.weights.find(name)->view().at(Cell{{row, col}});
            };
            CHECK(at("blocks.0.attn.q.weight", 2, 1) == 25);
            CHECK(at("blocks.0.attn.k.weight", 2, 1) == 29);
            CHECK(at("blocks.0.attn.v.weight", 3, 3) == 47);
            CHECK(model.weights.find("blocks.0.attn.k.bias")->data[0] == 4);
            CHECK(at("blocks.0.mlp.out.weight", 15, 3) == 63);
            if (tied)
                CHECK(model.weights.find("head.weight") == nullptr);
            else
                CHECK(at("head.weight", 1, 3) == 13);
            CHECK(model.weights.parameters.size() == parameter_shapes(model.config).size());
        }
    write_file(folder / "g/config.json",
               R"({"model_type":"gpt2","n_layer":2,"n_head":2,"n_embd":4,"n_positions":3,"vocab_size":5})");
    CHECK(contains(message_of([&] { load_model(folder / "g"); }), "has no tensor \"transformer.h.1.ln_1.weight\""));
    write_file(folder / "g/config.json",
               R"({"model_type":"gpt2","n_layer":1,"n_head":3,"n_embd":4,"n_positions":3,"vocab_size":5})");
    CHECK(contains(message_of([&] { load_model(folder / "g"); }), "\"n_embd\" 4 is not divisible by \"n_head\" 3"));
}

TEST_CASE("a GPT-2 that this project did not make loads") {
    const std::filesystem::path folder = GLASSFORMER_SOURCE_DIR "/../shared/fixtures/nano-sort";
    if (!std::filesystem::exists(folder)) {
        test::skip(test::Needs::fixtures, "the fixture nano-sort is not here");
        return;
    }
    const Model model = load_model(folder);
    CHECK(model.config.n_layers == 3);
    CHECK(model.config.d_head == 16);
    CHECK(model.all_warnings().empty());
    CHECK_FALSE(model.weights.any_not_finite());
    CHECK(model.tokenizer->encode("CAB")[0].id == 2);
    // The first stage of the reference: token plus position of the first row, whose first token is A.
    const auto expected = SafetensorsFile::open(folder / "expected.0.safetensors");
    const Parameter &tokens = *model.weights.find("embed.tokens.weight"),
                    &positions = *model.weights.find("embed.positions.weight");
    for (std::size_t c = 0; c < 48; ++c) {
        CHECK(expected.floats("embed.tokens").data[c] == doctest::Approx(tokens.data[c]));
        CHECK(expected.floats("embed").data[c] == doctest::Approx(tokens.data[c] + positions.data[c]));
    }
    const TemporaryFolder copy;
    save_model(copy / "as-ours", model);
    check_equal(load_model(copy / "as-ours").weights, model.weights);
}

TEST_CASE("built-in models are found by name, also in the folder of a task") {
    const TemporaryFolder assets;
    const Model model = small_model();
    save_model(assets / "models/sort", model);
    save_model(assets / "models/task/rope", model);
    const auto models = builtin_models(assets.path());
    REQUIRE(models.size() == 2);
    CHECK(models[0].name == "sort");
    CHECK(models[1].name == "task/rope");
    CHECK(models[1].card.title == "Title");
    CHECK(models[1].parameters == model.weights.count());
    CHECK(find_model("task/rope", assets.path()) == assets / "models/task/rope");
    CHECK(find_model(assets.path().string(), assets.path()) == assets.path());
    save_model(assets / "lessons/models/riddle", model);
    REQUIRE(lesson_models(assets.path()).size() == 1);
    CHECK(lesson_models(assets.path()).front().name == "riddle");
    CHECK(builtin_models(assets.path()).size() == 2);  // no list has it, but it opens by its name
    CHECK(find_model("riddle", assets.path()) == assets / "lessons/models/riddle");
    CHECK(contains(message_of([&] { find_model("foo", assets.path()); }),
                   "there is no built-in model or folder \"foo\"; built in are: sort, task/rope"));

    setenv("GLASSFORMER_ASSETS", assets.path().c_str(), 1);
    CHECK(find_assets("/nowhere") == assets.path());
    CHECK(resolve_model("task/rope", "/nowhere").name == "task/rope");
    CHECK(resolve_model((assets / "models/sort").string(), "/nowhere").name == "sort");
    setenv("GLASSFORMER_ASSETS", "/nowhere/at/all", 1);
    CHECK(contains(message_of([] { find_assets("/nowhere"); }), "GLASSFORMER_ASSETS names no folder: /nowhere/at/all"));
    unsetenv("GLASSFORMER_ASSETS");
    std::filesystem::create_directories(assets / "usr/bin");
    std::filesystem::create_directories(assets / "usr/share/glassformer");
    CHECK(find_assets(assets / "usr/bin") == assets / "usr/share/glassformer");
}

TEST_CASE("a card keeps what its figures mean, and a strange kind is refused") {
    const TemporaryFolder folder;
    Model model = small_model();
    model.card.metrics = {{"accuracy_16", 0.5}, {"loss", 0.25}};
    model.card.metric_texts = {{.name = "accuracy_#", .words = "accuracy at length", .kind = MetricKind::share},
                               {.name = "loss", .words = "training loss", .unit = "nats"},
                               {.name = "head", .words = "head", .kind = MetricKind::position}};
    save_model(folder / "mine", model);
    CHECK(load_card(folder / "mine").metric_texts == model.card.metric_texts);
    write_file(folder / "mine" / "card.json", R"({"metrics": [{"name": "a", "words": "b", "kind": "odd"}]})");
    CHECK_THROWS_AS(load_card(folder / "mine"), Error);
    write_file(folder / "mine" / "card.json", R"({"metrics": 3})");
    CHECK_THROWS_AS(load_card(folder / "mine"), Error);
}

TEST_CASE("a card names the classes of a classifier; names that do not fit are left out with a warning") {
    const TemporaryFolder folder;
    Model model = small_model();
    model.config = parse_config(
        R"({"model_type":"glassformer","architecture":"encoder","vocab_size":4,"d_model":8,"n_heads":2,"n_layers":1,
            "max_seq_len":6,"head":{"kind":"classifier","n_classes":2,"pooling":"mean"}})",
        "config.json");
    model.weights = initial_weights(model.config, 3);
    model.card.classes = {"bad", "good"};
    save_model(folder / "mine", model);
    const Model back = load_model(folder / "mine");
    CHECK(back.card.classes == model.card.classes);
    CHECK(back.warnings.empty());
    CHECK(answer_word(back, 1) == "good");
    CHECK(read_labels(back, "good", {}, {}) == std::vector<float>{1});
    CHECK(read_labels(back, "#0", {}, {}) == std::vector<float>{0});
    CHECK_THROWS_WITH_AS(read_labels(back, "fair", {}, {}), doctest::Contains("bad, good"), Error);

    model.card.classes.emplace_back("fair");
    save_model(folder / "mine", model);
    const Model odd = load_model(folder / "mine");
    CHECK(odd.card.classes.empty());
    REQUIRE(odd.warnings.size() == 1);
    CHECK(odd.warnings.front().find("3 classes, but the model has 2") != std::string::npos);
    CHECK(answer_word(odd, 1) == "1");
}

TEST_CASE("a card says what a row answers and which one is shown first; what does not fit the model is left out") {
    const TemporaryFolder folder;
    Model model = small_model();
    REQUIRE(predicts_next_token(model.config));
    CHECK(predicts_next_token(model));
    model.card.answers = AnswerPlace::here;
    save_model(folder / "mine", model);
    const Model here = load_model(folder / "mine");
    CHECK(here.card == model.card);
    CHECK(here.warnings.empty());
    CHECK_FALSE(predicts_next_token(here));
    CHECK(read_file(folder / "mine" / "card.json", 1 << 20).find("\"answers\": \"here\"") != std::string::npos);

    model.card.answer_at = "\x1b[31mno such token";
    save_model(folder / "mine", model);
    const Model unnamed = load_model(folder / "mine");
    CHECK(unnamed.card.answer_at.empty());
    REQUIRE(unnamed.warnings.size() == 1);
    CHECK(unnamed.warnings.front().find("no token has this spelling") != std::string::npos);
    CHECK(unnamed.warnings.front().find('\x1b') == std::string::npos);

    model.card.answer_at.clear();
    model.card.answers = AnswerPlace::next;
    model.config = parse_config(
        R"({"model_type":"glassformer","architecture":"encoder","vocab_size":4,"d_model":8,"n_heads":2,"n_layers":1,
            "max_seq_len":6})",
        "config.json");
    model.weights = initial_weights(model.config, 3);
    save_model(folder / "mine", model);
    const Model seeing = load_model(folder / "mine");
    CHECK(seeing.card.answers == AnswerPlace::usual);
    REQUIRE(seeing.warnings.size() == 1);
    CHECK(seeing.warnings.front().find("sees the next token") != std::string::npos);

    write_file(folder / "mine" / "card.json", R"({"answers": "there"})");
    CHECK_THROWS_WITH_AS(load_model(folder / "mine"), doctest::Contains("answers"), Error);
}

TEST_CASE("reading a folder says how many bytes are done, and ends when it is told to") {
    const TemporaryFolder folder;
    save_model(folder / "mine", small_model(), FloatType::f16);
    Loading loading;
    const Model model = load_model(folder / "mine", &loading);
    const std::uint64_t bytes = 2 * model.weights.count();
    CHECK(loading.total() == bytes);
    CHECK(loading.done() == bytes / 2);  // converted; the other half is their preparation
    model.preparation->wait(loading);
    CHECK(loading.done() == bytes);

    Loading stopped;
    stopped.stop();
    CHECK_THROWS_WITH_AS(load_model(folder / "mine", &stopped), doctest::Contains("cancelled"), Error);
}

TEST_SUITE_END();
