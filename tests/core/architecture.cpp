// Another architecture over the same weights: what a patch of config.json computes is what the config on disk computes.
// ctest: alone 19 s, optimised too
#include <doctest/doctest.h>

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "core/io/model_folder.h"
#include "core/model/patched_model.h"
#include "core/model/preparation.h"
#include "core/session/intervention.h"
#include "core/session/session.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using json = nlohmann::json;

namespace {

std::shared_ptr<const Model> shared(const std::filesystem::path& folder) {
    return std::make_shared<const Model>(load_model(folder));
}

std::shared_ptr<const Model> golden_model(const std::string& name) { return shared(test::golden("models") / name); }

/// A model whose heads can be of another number, with a matrix large enough to be packed.
std::string complaint(const std::string& model, const std::string& patch) {
    return message_of([&] { patched_model(golden_model(model), patch); });
}

std::unique_ptr<Evaluation> evaluated(const std::shared_ptr<const Model>& model) {
    const bool pair = has_target(model->config);
    const int length = std::min(6, model->config.max_seq_len), target_length = pair ? 4 : 0;
    auto evaluation = std::make_unique<Evaluation>(
        model, GraphSize{.batch = 0, .seq_len = length, .target_len = target_length}, nullptr);
    std::vector<TokenLabel> tokens, target;
    for (int i = 0; i < length; ++i) tokens.push_back({(3 * i + 1) % model->config.vocab_size, "", false});
    for (int i = 0; i < target_length; ++i)
        target.push_back({(2 * i + 1) % model->config.target_vocab_size, "", false});
    REQUIRE(evaluation->evaluate({}, tokens, target, 1, {}));
    return evaluation;
}

/// The first stage that differs, or "".
std::string difference(const Trace& a, const Trace& b) {
    if (a.stages().size() != b.stages().size()) return "the number of stages";
    for (std::size_t i = 0; i < a.stages().size(); ++i) {
        const Record &left = a.record(a.stages()[i]), &right = b.record(b.stages()[i]);
        if (left.name != right.name || !(left.shape == right.shape) ||
            std::memcmp(left.value, right.value, left.shape.count() * sizeof(float)) != 0)
            return left.name;
    }
    return "";
}

void write_text(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }

const std::vector<std::string> switches{
    R"({"mask":{"kind":"none"}})",
    R"({"mask":{"kind":"causal"}})",
    R"({"mask":{"kind":"window","window":2}})",
    R"({"mask":{"kind":"strided","stride":2}})",
    R"({"mask":{"kind":"fixed","stride":2}})",
    R"({"mask":{"kind":"prefix","prefix":3}})",
    R"({"mask":{"kind":"segments","segment":2}})",
    R"({"attention_scale":"none"})",
    R"({"attention_scale":"qk_fourth_root"})",
    R"({"attention_temperature":0.5})",
    R"({"norm":"none"})",
    R"({"norm":"rmsnorm"})",
    R"({"norm_eps":0.3})",
    R"({"norm_eps_placement":"added_to_std","norm_eps":0.3})",
    R"({"norm_placement":"post"})",
    R"({"norm_placement":"post","final_norm":false})",
    R"({"final_norm":false})",
    R"({"activation":"relu"})",
    R"({"activation":"tanh"})",
    R"({"gated_mlp":false})",
    R"({"mlp":false})",
    R"({"residual":false})",
    R"({"positional":{"kind":"none","combine":null,"dims":null}})",
    R"({"positional":{"kind":"sinusoidal"}})",
    R"({"positional":{"kind":"rope","base":30,"combine":null,"dims":null}})",
    R"({"positional":{"kind":"rope","layout":"half","rotary_dims":2,"combine":null,"dims":null}})",
    R"({"positional":{"kind":"alibi","combine":null,"dims":null}})",
    R"({"positional":{"base":77}})",
    R"({"attention_bias":false})",
    R"({"mlp_bias":false})",
    R"({"head_bias":false})",
    R"({"scale_embeddings":true})",
    R"({"tie_embeddings":true})",
    R"({"shared_layers":true})",
    R"({"n_layers":1})",
    R"({"n_heads":1,"n_kv_heads":1,"d_head":12})",
    R"({"n_heads":6,"n_kv_heads":6,"d_head":2})",
    R"({"architecture":"encoder"})",
    R"({"max_seq_len":7})",
    R"({"lookup":{"hardness":0.25}})",
    R"({"convolution":{"causal":false}})",
    R"({"recurrent":{"attention":"none"}})",
};

}  // namespace

TEST_SUITE_BEGIN("architecture");

TEST_CASE("a changed architecture is the model with the config changed on disk") {
    const auto folders = test::folders(test::golden("models"));
    REQUIRE(folders.size() >= 50);
    std::set<std::string> worked;
    int compared = 0, refused = 0;
    for (const auto& folder : folders) {
        if (folder.filename().string().starts_with("torch-")) continue;
        const auto model = shared(folder);
        const json config = json::parse(config_json(model->config));
        for (const std::string& patch : switches) {
            INFO(folder.filename().string() << " " << patch);
            std::shared_ptr<const Model> patched;
            const std::string said = message_of([&] { patched = patched_model(model, patch); });
            if (!patched) {  // a sentence that names a key of the patch
                ++refused;
                const json keys = json::parse(patch);
                CHECK(std::any_of(keys.items().begin(), keys.items().end(),
                                  [&](const auto& key) { return contains(said, key.key()); }));
                continue;
            }
            if (patched == model) continue;
            for (const Parameter& parameter : patched->weights.parameters)
                REQUIRE(parameter.data == model->weights.find(parameter.name)->data);  // shared, not copied
            json changed = config;
            changed.merge_patch(json::parse(patch));
            TemporaryFolder on_disk;
            // The weights that the changed config asks for, written out beside it.
            Model pruned;
            pruned.config = parse_config(changed.dump(), "changed");
            for (const ParameterShape& needed : parameter_shapes(pruned.config)) {
                REQUIRE(model->weights.find(needed.name) != nullptr);
                pruned.weights.parameters.push_back(*model->weights.find(needed.name));
            }
            save_model(on_disk.path(), pruned);
            write_text(on_disk / "config.json", changed.dump());
            const auto loaded = shared(on_disk.path());
            REQUIRE(loaded->config == patched->config);
            CHECK(difference(evaluated(patched)->trace(), evaluated(loaded)->trace()) == "");
            worked.insert(patch);
            ++compared;
        }
    }
    for (const std::string& patch : switches) {
        CAPTURE(patch);
        CHECK(worked.contains(patch));
    }
    CHECK(compared > 900);
    CHECK(refused > 300);
}

TEST_CASE("weights that do not fit are named with the key that asks for them") {
    CHECK(complaint("decoder-nothing", R"({"positional":{"kind":"learned"}})") ==
          "positional.kind \"learned\" needs the parameter embed.positions.weight [pos 9, d_model 12], which the model "
          "does not have");
    CHECK(
        complaint("decoder-defaults", R"({"max_seq_len":5,"residual":false})") ==
        "max_seq_len 5 needs the parameter embed.positions.weight in the shape [pos 5, d_model 12], but the model has "
        "it as [pos 9, d_model 12]");
    CHECK(contains(complaint("decoder-defaults", R"({"gated_mlp":true,"mask":{"kind":"none"}})"),
                   "gated_mlp true needs the parameter blocks.0.mlp.gate.weight"));
    CHECK(contains(complaint("decoder-nothing", R"({"norm":"rmsnorm"})"), "norm \"rmsnorm\" needs the parameter"));
    CHECK(contains(complaint("decoder-defaults", R"({"n_layers":3})"), "n_layers 3 needs the parameter blocks.2."));
    CHECK(contains(complaint("decoder-defaults", R"({"vocab_size":12})"),
                   "vocab_size 12 needs the parameter embed.tokens"));
    // And what a config may not say, as the config says it.
    CHECK(contains(complaint("decoder-defaults", R"({"mask":{"kind":"window"}})"), "window"));
    CHECK(contains(complaint("decoder-defaults", R"({"residul":false})"), "residual"));
    CHECK(contains(complaint("decoder-defaults", R"({"tokenizer":{"lowercase":true}})"), "tokenizer"));
    CHECK(contains(complaint("decoder-defaults", "[1]"), "must be an object"));
    CHECK(contains(complaint("decoder-defaults", "{"), "the changed architecture"));
    CHECK(contains(complaint("decoder-defaults", R"({"attention_temperature":0})"), "attention_temperature"));
}

TEST_CASE("another number of heads alone cuts the same matrices, and the sizes that it says nothing of follow it") {
    struct Row {
        const char *model, *alone, *whole;
    };
    for (const Row& row :
         {Row{"decoder-defaults", R"({"n_heads":1})", R"({"n_heads":1,"n_kv_heads":1,"d_head":12})"},
          Row{"decoder-defaults", R"({"n_heads":6})", R"({"n_heads":6,"n_kv_heads":6,"d_head":2})"},
          Row{"decoder-defaults", R"({"n_heads":6,"mask":{"kind":"none"}})",
              R"({"n_heads":6,"n_kv_heads":6,"d_head":2,"mask":{"kind":"none"}})"}}) {
        CAPTURE(row.alone);
        const auto model = golden_model(row.model);
        const auto alone = patched_model(model, row.alone), whole = patched_model(model, row.whole);
        CHECK(alone->config == whole->config);
        CHECK(difference(evaluated(alone)->trace(), evaluated(whole)->trace()) == "");
    }
    // Keys and values that several queries share stay shared by as many; a rotation of the whole head stays whole.
    const ModelConfig grouped = parse_config(R"({"architecture":"decoder","vocab_size":20,"d_model":64,"n_heads":4,
        "n_kv_heads":2,"n_layers":1,"max_seq_len":8,"positional":{"kind":"rope"}})",
                                             "test");
    const ModelConfig cut = patched_config(grouped, R"({"n_heads":8})");
    CHECK(cut.n_kv_heads == 4);
    CHECK(cut.d_head == 8);
    CHECK(cut.positional.rotary_dims == 8);
    CHECK(patched_config(grouped, R"({"n_heads":2})").n_kv_heads == 1);
    CHECK(patched_config(grouped, R"({"n_heads":4})") == grouped);
    CHECK(patched_config(grouped, R"({"n_heads":8,"positional":{"rotary_dims":4}})").positional.rotary_dims == 4);
    // A single key and value of the whole width would be left over for no query.
    CHECK(contains(message_of([&] { patched_config(grouped, R"({"n_heads":1})"); }), "n_heads"));
    CHECK(contains(complaint("decoder-defaults", R"({"n_heads":5})"),
                   "\"n_heads\" 5 cannot cut queries of 12 columns"));
    CHECK(contains(complaint("decoder-defaults", R"({"n_heads":0})"), "n_heads"));
    CHECK(contains(complaint("decoder-defaults", R"({"n_heads":"two"})"), "n_heads"));
}

TEST_CASE("a patch that changes nothing is the model, and a temperature divides the scores") {
    const auto model = golden_model("decoder-defaults");
    CHECK(patched_model(model, "") == model);
    CHECK(patched_model(model, "{}") == model);
    CHECK(patched_model(model, R"({"residual":true,"norm_eps":null})") == model);
    const auto warm = patched_model(model, R"({"attention_temperature":4})");
    const auto plain = evaluated(model), cooler = evaluated(warm);
    const Trace &before = plain->trace(), &after = cooler->trace();
    const int scaled = after.find("blocks.0.attn.scores_scaled"), raw = after.find("blocks.0.attn.scores_raw");
    CHECK(contains(after.formula(scaled), "1/(τ \\sqrt{d_{head}})"));
    CHECK_FALSE(contains(before.formula(scaled), "τ"));
    const Cell cell{{1, 3, 2, 0}};
    CHECK(static_cast<double>(after.value(scaled, cell)) ==
          doctest::Approx(static_cast<double>(after.value(raw, cell)) / (std::sqrt(4.0) * 4)).epsilon(1e-6));
    const Derivation derivation = after.derive(scaled, cell);
    CHECK(derivation.steps.back().terms.front().factors.front().symbol == "1/(τ \\sqrt{d_{head}})");
    CHECK(derivation.value == doctest::Approx(static_cast<double>(after.value(scaled, cell))));
}

TEST_CASE("packings are shared, but not where heads of another width would read them") {
    Model model;
    model.name = "wide";
    model.config = parse_config(R"({"architecture":"decoder","vocab_size":20,"d_model":64,"n_heads":4,"n_layers":1,
                                    "max_seq_len":8})",
                                "test");
    model.weights = initial_weights(model.config, 3);
    model.preparation = std::make_shared<Preparation>(model.config, model.weights);
    model.preparation->wait();
    const auto prepared = std::make_shared<const Model>(model);
    const char* q = "blocks.0.attn.q.weight";
    REQUIRE(prepared->weights.find(q)->packing);
    CHECK(patched_model(prepared, R"({"residual":false})")->weights.find(q)->packing ==
          prepared->weights.find(q)->packing);
    const auto regrouped = patched_model(prepared, R"({"n_heads":2,"n_kv_heads":2,"d_head":32})");
    CHECK_FALSE(regrouped->weights.find(q)->packing);
    CHECK(regrouped->weights.find("blocks.0.mlp.in.weight")->packing);
    Model alone = model;
    alone.config = regrouped->config;
    for (Parameter& parameter : alone.weights.parameters) parameter.packing = nullptr;
    const auto with = evaluated(regrouped), without = evaluated(std::make_shared<const Model>(alone));
    const Record &left = with->trace().record(with->graph().logits.id), &right = without->trace().record(left.id);
    CHECK(test::relative_difference(left.value, right.value, left.shape.count()) < 1e-5);
}

TEST_CASE("the session's worker compares a changed architecture with the model as it is where the stages agree" *
          doctest::test_suite("threads")) {
    const auto load = [](const std::string& name) { return shared(test::source_dir() / "assets" / "models" / name); };
    Session session({.load = load, .wake = {}, .before_stage = {}, .pool = nullptr});
    Inputs inputs{.model = "sort", .text = "", .target = "", .edits = {}};
    inputs.text = load("sort")->card.examples.front();
    session.set(inputs);
    session.wait();
    const auto plain = session.shown();
    REQUIRE(plain.current);
    CHECK_FALSE(plain.unedited);

    session.set(with_key(with_key(inputs, "mask.kind", "\"window\""), "mask.window", "2"));
    session.wait();
    const auto window = session.shown();
    CHECK(window.error == "");
    CHECK(window.unedited == plain.current);  // not computed again
    CHECK(window.current->model().config.mask.number == 2);
    const int mask = window.current->trace().find("mask");
    CHECK(window.current->trace().value(mask, {{4, 1, 0, 0}}) == 0);
    CHECK(window.unedited->trace().value(mask, {{4, 1, 0, 0}}) == 1);

    Inputs both =
        head_off(session.inputs(), window.current->trace(), window.current->trace().find("blocks.0.attn.q"), 0);
    session.set(both);
    session.wait();
    CHECK(session.shown().unedited == plain.current);
    CHECK(session.shown().current->model_pointer() == window.current->model_pointer());  // patched once

    session.set(with_key(inputs, "norm", "\"none\""));  // other stages
    session.wait();
    const auto other = session.shown();
    CHECK(other.error == "");
    CHECK(other.current->trace().find("blocks.0.norm1") < 0);
    REQUIRE(other.unedited == plain.current);  // its stages are compared by name, and it cannot be shown in place
    CHECK_FALSE(other.unedited_is_alike);
    CHECK(window.unedited_is_alike);
    const Trace& was = other.unedited->trace();
    const Record& probs = other.current->trace().record(other.current->graph().probs.id);
    REQUIRE(was.same_stage(probs) != nullptr);
    CHECK(was.same_stage(probs)->id != probs.id);
    CHECK(other.current->trace().same_stage(was.record(was.find("blocks.0.norm1"))) == nullptr);

    session.set(with_key(inputs, "positional.kind", "\"t5\""));
    session.wait();
    CHECK(contains(session.shown().error, "positional.kind \"t5\" needs the parameter blocks.0.attn.relative_bias"));
    CHECK(session.shown().stale);

    while (session.inputs() != inputs) session.undo();
    session.wait();
    CHECK(session.shown().error == "");
    CHECK_FALSE(session.shown().unedited);
    const Record &now = session.shown().current->trace().record(plain.current->graph().logits.id),
                 &then = plain.current->trace().record(plain.current->graph().logits.id);
    CHECK(std::memcmp(now.value, then.value, now.shape.count() * sizeof(float)) == 0);

    const auto once = evaluate_once(load("sort"), window.current->inputs());
    CHECK(difference(once->trace(), window.current->trace()) == "");
}

TEST_SUITE_END();
