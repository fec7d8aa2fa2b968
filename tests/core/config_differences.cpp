// What tells two architectures apart, and that each shipped variant of a task differs from the task's model in what it
// is shipped for and in nothing else.
#include "core/model/config_differences.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>

#include "core/io/model_folder.h"
#include "core/model/patched_model.h"
#include "core/train/train_task.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

ModelConfig base() {
    return parse_config(R"({"architecture": "decoder", "vocab_size": 10, "d_model": 32, "n_heads": 4, "d_ff": 64,
                            "n_layers": 2, "max_seq_len": 12, "positional": {"kind": "rope"},
                            "mask": {"kind": "window", "window": 3}})",
                        "test");
}

/// "norm=rmsnorm, mlp=false"
std::string found(const ModelConfig& first, const ModelConfig& second) {
    std::string text;
    for (const ConfigDifference& difference : config_differences(first, second))
        text += (text.empty() ? "" : ", ") + difference.key + "=" + difference.value;
    return text;
}

std::string patched(const char* patch) { return found(base(), patched_config(base(), patch)); }

}  // namespace

TEST_SUITE_BEGIN("config");

TEST_CASE("config differences: each key by its name and value, on the screen by its title") {
    CHECK(patched("{}").empty());
    CHECK(patched(R"({"norm": "rmsnorm"})") == "norm=rmsnorm");
    CHECK(patched(R"({"norm_placement": "post"})") == "norm_placement=post");
    CHECK(patched(R"({"norm_placement": "post", "final_norm": false})") == "norm_placement=post, final_norm=false");
    CHECK(patched(R"({"residual": false, "shared_layers": true})") == "residual=false, shared_layers=true");
    CHECK(patched(R"({"mask": {"window": 4}})") == "mask.window=4");
    CHECK(patched(R"({"positional": {"base": 500}})") == "positional.base=500");
    CHECK(patched(R"({"d_model": 64, "d_head": 16, "positional": {"rotary_dims": 16}})") == "d_model=64");
    CHECK(patched(R"({"max_seq_len": 40})") == "max_seq_len=40");
    const auto one = config_differences(base(), patched_config(base(), R"({"norm_placement": "post"})")).front();
    CHECK(std::string(one.title) == "Norm placement");
    CHECK(one.from == "pre-norm");
    CHECK(one.to == "post-norm");
    const auto flag = config_differences(base(), patched_config(base(), R"({"residual": false})")).front();
    CHECK(flag.from == "on");
    CHECK(flag.to == "off");
    CHECK(is_size(config_differences(base(), patched_config(base(), R"({"n_layers": 3})")).front()));
    CHECK_FALSE(is_size(flag));
}

TEST_CASE("config differences: what has no effect or follows from another difference is none") {
    CHECK(patched(R"({"mlp": false, "activation": "relu", "d_ff": 7, "gated_mlp": true})") == "mlp=false");
    CHECK(patched(R"({"norm": "none", "norm_placement": "post", "norm_eps": 0.1})") == "norm=none");
    CHECK(patched(R"({"positional": {"kind": "learned"}, "max_seq_len": 40})") == "positional.kind=learned");
    CHECK(patched(R"({"positional": {"kind": "alibi"}, "max_seq_len": 40})") ==
          "max_seq_len=40, positional.kind=alibi");
    CHECK(patched(R"({"mask": {"kind": "causal"}})") == "mask.kind=causal");
    CHECK(patched(R"({"n_heads": 2, "n_kv_heads": 2, "d_head": 16, "positional": {"rotary_dims": 16}})") ==
          "n_heads=2");
    // Two heads of keys: of four query heads they are shared, of two they are not.
    CHECK(patched(R"({"n_kv_heads": 2})") == "n_kv_heads=2");
    const ModelConfig two =
        patched_config(base(), R"({"n_heads": 2, "n_kv_heads": 2, "d_head": 16, "positional": {"rotary_dims": 16}})");
    CHECK(found(two, patched_config(base(), R"({"n_kv_heads": 2})")) == "n_heads=4, n_kv_heads=2");
    CHECK(patched(R"({"architecture": "convolution", "convolution": {"width": 3}})") == "architecture=convolution");
}

TEST_CASE("config differences: no model differs from itself, nor from what its config.json gives back") {
    int models = 0;
    for (const auto& parent : {test::source_dir() / "assets" / "models", test::golden("models")})
        for (const auto& entry : std::filesystem::directory_iterator(parent)) {
            if (!std::filesystem::exists(entry.path() / "config.json")) continue;
            CAPTURE(entry.path());
            const ModelConfig config = load_config(entry.path());
            CHECK(config_differences(config, parse_config(config_json(config), "test")).empty());
            ++models;
        }
    CHECK(models > 80);
}

TEST_CASE("a patch between two configs makes the one of the other") {
    const ModelConfig first = base();
    for (const char* patch : {R"({"positional": {"kind": "shaw", "clip": 4}})", R"({"mask": {"kind": "causal"}})",
                              R"({"norm": "none", "mlp": false})", R"({"n_kv_heads": 2})",
                              R"({"architecture": "convolution", "convolution": {"width": 3}})", "{}"}) {
        CAPTURE(patch);
        const ModelConfig second = patched_config(first, patch);
        const std::string between = patch_between(first, second);
        CHECK(between.empty() == (first == second));
        if (!between.empty()) CHECK(patched_config(first, between) == second);
    }
}

TEST_CASE("shipped variants: each differs from its task's model in exactly what it is shipped for") {
    const std::map<std::string, std::string> expected{
        {"coreference-full-post-norm", "norm_placement=post"},
        {"coreference-full-rmsnorm", "norm=rmsnorm"},
        {"coreference-full-shared-layers", "shared_layers=true"},
        {"coreference-full-transformer-xl", "positional.kind=transformer_xl"},
        {"coreference-full-llama",
         "n_heads=4, n_kv_heads=2, norm=rmsnorm, activation=silu, gated_mlp=true, "
         "attention_bias=false, mlp_bias=false"},
        {"sort-appended", "positional.combine=append"},
        {"local-majority-convolution", "architecture=convolution"}};
    std::size_t variants = 0;
    for (const Task& task : all_tasks())
        for (const ShippedModel& shipped : task.shipped) {
            if (shipped.architecture.empty()) continue;
            CAPTURE(shipped.name);
            ++variants;
            CHECK(shipped.architecture.find_first_of(" \t\n*?[") == std::string::npos);  // a script reads it as a word
            CHECK_FALSE(shipped.title.empty());
            CHECK_FALSE(shipped.to_try.empty());
            TrainRequest request;
            request.task = task.name;
            request.architecture = shipped.architecture;
            const ModelConfig config = load_config(test::source_dir() / "assets" / "models" / shipped.name);
            CHECK(requested_config(task, request) == config);
            REQUIRE(expected.contains(shipped.name));
            CHECK(found(task.config, config) == expected.at(shipped.name));
        }
    CHECK(variants == expected.size());
}

TEST_CASE("an architecture that is asked for keeps what the task's texts, labels and figures need") {
    const auto refused = [](const char* task, const char* patch) {
        TrainRequest request;
        request.task = task;
        request.architecture = patch;
        return message_of([&] { static_cast<void>(requested_config(require_task(task), request)); });
    };
    const auto needs = [](const char* key, const char* why) {
        return std::string("the changed architecture: \"") + key + "\" must stay that of task " + why;
    };
    CHECK(refused("sort", R"({"vocab_size": 9})") ==
          needs("vocab_size", "sort, whose texts have a vocabulary of their own"));
    CHECK(refused("sort", R"({"max_seq_len": 4})") == needs("max_seq_len", "sort, whose texts may be that long"));
    CHECK(refused("sort", R"({"head": {"kind": "classifier", "n_classes": 2}})") ==
          needs("head", "sort, whose labels need it"));
    CHECK(refused("sort", R"({"tokenizer": {"kind": "words"}})") ==
          needs("tokenizer", "sort, which cuts its texts into tokens"));
    CHECK(refused("sort", R"({"architecture": "encoder", "mask": {"kind": "none"}})") ==
          needs("architecture", "sort, whose labels need it"));
    CHECK(refused("coreference", R"({"architecture": "convolution", "convolution": {"width": 3}})") ==
          needs("architecture", "coreference, whose figures need such a model"));
    CHECK(refused("recall-lstm", R"({"architecture": "decoder", "n_heads": 1})") ==
          needs("architecture", "recall-lstm, whose figures need such a model"));
    CHECK(refused("sort", R"({"norm": "batch"})").find("the changed architecture: \"norm\" must be one of") == 0);
    CHECK(refused("sort", R"({"nrom": 1})").find("did you mean \"norm\"") != std::string::npos);
    CHECK(refused("sort", "[1]") == "the changed architecture must hold a JSON object, not a list");
    CHECK(refused("sort", "norm").find("the JSON is broken") != std::string::npos);
    // Shorter than the model, not than the texts.
    TrainRequest request;
    request.task = "k-back-3";
    request.architecture = R"({"max_seq_len": 32})";
    CHECK(requested_config(require_task("k-back-3"), request).max_seq_len == 32);
}

TEST_SUITE_END();
