// Which number of a file becomes which parameter: decoders of other libraries, in folders that the tests write.
// ctest: optimised too
#include <doctest/doctest.h>

#include <string>

#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/ops/activation_table.h"
#include "tests/support/import_folder.h"

using namespace glassformer;
using test::ImportedNumbers;
using test::ImportFolder;

namespace {

/// The body of a Llama with 2 layers, d_model 8, 4 heads of 2, 2 of keys, d_ff 6 and 5 words.
ImportFolder llama_folder(const std::string& prefix, bool qkv_bias = false) {
    ImportFolder folder;
    folder.add(prefix + "embed_tokens.weight", {5, 8});
    for (const char* const layer : {"layers.0.", "layers.1."}) {
        const std::string block = prefix + layer;
        folder.linear(block + "self_attn.q_proj", 8, 8, qkv_bias);
        folder.linear(block + "self_attn.k_proj", 4, 8, qkv_bias);
        folder.linear(block + "self_attn.v_proj", 4, 8, qkv_bias);
        folder.linear(block + "self_attn.o_proj", 8, 8, false);
        folder.linear(block + "mlp.gate_proj", 6, 8, false);
        folder.linear(block + "mlp.up_proj", 6, 8, false);
        folder.linear(block + "mlp.down_proj", 8, 6, false);
        folder.norm(block + "input_layernorm", 8, false);
        folder.norm(block + "post_attention_layernorm", 8, false);
        folder.add(block + "self_attn.rotary_emb.inv_freq", {1});
    }
    folder.norm(prefix + "norm", 8, false);
    return folder;
}

std::string llama_config(const std::string& more, const std::string& type = "llama") {
    return R"({"model_type":")" + type +
           R"(","vocab_size":5,"hidden_size":8,"num_hidden_layers":2,"num_attention_heads":4,"num_key_value_heads":2,)"
           R"("intermediate_size":6,"max_position_embeddings":16,"rms_norm_eps":1e-5,"rope_theta":500.0)" +
           more + "}";
}

void check_llama_blocks(ImportedNumbers& numbers, const std::string& prefix, bool qkv_bias = false) {
    numbers.same("embed.tokens.weight", prefix + "embed_tokens.weight");
    for (const char* const l : {"0", "1"}) {
        const std::string ours = std::string("blocks.") + l + ".", theirs = prefix + "layers." + l + ".";
        for (const char* const name : {"q", "k", "v"})
            numbers.layer(ours + "attn." + name, theirs + "self_attn." + name + "_proj", qkv_bias);
        numbers.layer(ours + "attn.o", theirs + "self_attn.o_proj", false);
        numbers.layer(ours + "mlp.gate", theirs + "mlp.gate_proj", false);
        numbers.layer(ours + "mlp.in", theirs + "mlp.up_proj", false);
        numbers.layer(ours + "mlp.out", theirs + "mlp.down_proj", false);
        numbers.layer(ours + "norm1", theirs + "input_layernorm", false);
        numbers.layer(ours + "norm2", theirs + "post_attention_layernorm", false);
    }
    numbers.layer("final_norm", prefix + "norm", false);
}

}  // namespace

TEST_SUITE_BEGIN("import_decoders");

TEST_CASE(
    "Llama: every number is where it belongs, with a head of its own or without one, with the prefix or without") {
    for (const std::string prefix : {"model.", ""}) {
        CAPTURE(prefix);
        ImportFolder folder = llama_folder(prefix);
        folder.linear("lm_head", 5, 8, false);
        const Model model = folder.load(llama_config(R"(,"architectures":["LlamaForCausalLM"])"));
        const ModelConfig& config = model.config;
        CHECK(config.norm == Norm::rmsnorm);
        CHECK(config.norm_placement == NormPlacement::pre);
        CHECK(config.norm_eps == 1e-5F);
        CHECK(config.gated_mlp);
        CHECK(config.activation->name == "silu");
        CHECK(config.n_kv_heads == 2);
        CHECK(config.positional.kind->name == "rope");
        CHECK(config.positional.layout == RotaryLayout::half);
        CHECK(config.positional.base == 500);
        CHECK(config.positional.rotary_dims == 2);
        CHECK(config.mask.kind->name == "causal");
        CHECK_FALSE(config.attention_bias);
        CHECK_FALSE(config.mlp_bias);
        CHECK_FALSE(config.tie_embeddings);
        ImportedNumbers numbers(folder, model);
        check_llama_blocks(numbers, prefix);
        numbers.layer("head", "lm_head", false);
        numbers.all();
    }
    // Tied, with the copy that some files carry; as the config says, and where it leaves "architectures" out.
    ImportFolder folder = llama_folder("model.");
    folder.linear("lm_head", 5, 8, false);
    for (const char* const more :
         {R"(,"tie_word_embeddings":true,"architectures":["LlamaForCausalLM"])", R"(,"tie_word_embeddings":true)"}) {
        const Model model = folder.load(llama_config(more));
        CHECK(model.config.tie_embeddings);
        ImportedNumbers numbers(folder, model);
        check_llama_blocks(numbers, "model.");
        numbers.all();
    }
    folder.remove("lm_head.weight");
    CHECK(folder.load(llama_config(R"(,"tie_word_embeddings":true)")).config.tie_embeddings);
    CHECK(folder.load(llama_config("")).config.head.none);  // no head is stored, and none is tied
    CHECK(contains(message_of([&] { folder.load(llama_config(R"(,"architectures":["LlamaForCausalLM"])")); }),
                   "has no tensor \"lm_head.weight\""));
}

TEST_CASE("a bare decoder has no logits, and a classifier reads the last token") {
    ImportFolder folder = llama_folder("");
    const Model bare = folder.load(llama_config(R"(,"architectures":["LlamaModel"])"));
    CHECK(bare.config.head.none);
    ImportedNumbers bare_numbers(folder, bare);
    check_llama_blocks(bare_numbers, "");
    bare_numbers.all();

    ImportFolder classifier = llama_folder("model.");
    classifier.linear("score", 3, 8, false);
    const Model model = classifier.load(llama_config(
        R"(,"architectures":["LlamaForSequenceClassification"],"id2label":{"0":"bad","2":"good","1":"fair"})"));
    CHECK(model.config.head.classifier);
    CHECK(model.config.head.n_classes == 3);
    CHECK(model.config.head.pooling == Pooling::last);
    CHECK(model.card.classes == std::vector<std::string>{"bad", "fair", "good"});
    ImportedNumbers numbers(classifier, model);
    check_llama_blocks(numbers, "model.");
    numbers.layer("head", "score", false);
    numbers.all();
    // Without names the tensor says how many classes there are.
    const Model unnamed = classifier.load(llama_config(""));
    CHECK(unnamed.config.head.n_classes == 3);
    CHECK(unnamed.card.classes.empty());
}

TEST_CASE("rotary positions are scaled as the config says, in the keys of all versions of the library") {
    ImportFolder folder = llama_folder("model.");
    const auto positional = [&](const std::string& more) {
        return folder.load(llama_config(R"(,"tie_word_embeddings":true)" + more)).config.positional;
    };
    CHECK(positional(R"(,"rope_scaling":null)").scaling == RopeScaling{});
    CHECK(positional(R"(,"rope_scaling":{"rope_type":"default"})").scaling == RopeScaling{});
    const RopeScaling linear = positional(R"(,"rope_scaling":{"type":"linear","factor":2.5})").scaling;
    CHECK(linear.kind == RopeScalingKind::linear);
    CHECK(linear.factor == 2.5);
    const PositionalConfig llama3 =
        positional(R"(,"rope_parameters":{"rope_type":"llama3","rope_theta":7000.0,"factor":4.0,"low_freq_factor":1.5,)"
                   R"("high_freq_factor":3.0,"original_max_position_embeddings":8})");
    CHECK(llama3.base == 7000);
    CHECK(llama3.scaling.kind == RopeScalingKind::llama3);
    CHECK(llama3.scaling.factor == 4);
    CHECK(llama3.scaling.low_freq_factor == 1.5);
    CHECK(llama3.scaling.high_freq_factor == 3);
    CHECK(llama3.scaling.original_max_seq_len == 8);
    const RopeScaling yarn =
        positional(R"(,"rope_scaling":{"rope_type":"yarn","factor":2,"beta_fast":16,"attention_factor":1.25,)"
                   R"("truncate":false})")
            .scaling;
    CHECK(yarn.kind == RopeScalingKind::yarn);
    CHECK(yarn.beta_fast == 16);
    CHECK(yarn.beta_slow == 1);
    CHECK(yarn.attention_factor == 1.25);
    CHECK_FALSE(yarn.truncate);

    const auto refused = [&](const std::string& more) { return message_of([&] { positional(more); }); };
    CHECK(
        contains(refused(R"(,"rope_scaling":{"type":"longrope","factor":2})"),
                 R"(config.json: "rope_scaling.type" must be one of "default", "linear", "dynamic", "llama3", "yarn", )"
                 R"(not "longrope")"));
    CHECK(contains(refused(R"(,"rope_scaling":{"type":"linear"})"), R"("rope_scaling.factor" is missing)"));
    CHECK(contains(refused(R"(,"rope_scaling":{"type":"linear","factor":0.5})"), R"("rope_scaling.factor" must be)"));
    CHECK(contains(refused(R"(,"rope_parameters":{"full_attention":{},"sliding_attention":{}})"),
                   R"("rope_parameters.full_attention" is not supported)"));
    CHECK(contains(refused(R"(,"rope_scaling":{"type":"default","mrope_section":[1,1]})"), "mrope_section"));
    CHECK(
        contains(refused(R"(,"rope_parameters":{"rope_theta":0})"), R"("rope_parameters.rope_theta" must be between)"));
}

TEST_CASE("Mistral's window is a mask where texts may be longer than it") {
    ImportFolder folder = llama_folder("model.");
    folder.linear("lm_head", 5, 8, false);
    const auto mask = [&](const std::string& more) { return folder.load(llama_config(more, "mistral")).config.mask; };
    CHECK(mask(R"(,"sliding_window":4)").kind->name == "window");
    CHECK(mask(R"(,"sliding_window":4)").number == 4);
    CHECK(mask(R"(,"sliding_window":16)").kind->name == "causal");
    CHECK(mask(R"(,"sliding_window":null)").kind->name == "causal");
    CHECK(mask("").kind->name == "causal");  // 4096
    CHECK(mask(R"(,"sliding_window":4,"layer_types":["full_attention","full_attention"])").kind->name == "causal");
    CHECK(contains(
        message_of([&] { mask(R"(,"sliding_window":4,"layer_types":["full_attention","sliding_attention"])"); }),
        "\"layer_types\" mixes"));
    CHECK(contains(message_of([&] { mask(R"(,"sliding_window":0)"); }), "\"sliding_window\" must be between 1 and"));
    const Model model = folder.load(llama_config("", "mistral"));
    ImportedNumbers numbers(folder, model);
    check_llama_blocks(numbers, "model.");
    numbers.layer("head", "lm_head", false);
    numbers.all();
}

TEST_CASE("Qwen2 has biases of queries, keys and values, and a window only where it is switched on") {
    ImportFolder folder = llama_folder("model.", true);
    const auto config = [](const std::string& more) {
        return llama_config(R"(,"tie_word_embeddings":true)" + more, "qwen2");
    };
    const Model model = folder.load(config(R"(,"use_sliding_window":false,"sliding_window":4)"));
    CHECK(model.config.attention_bias);
    CHECK_FALSE(model.config.attention_out_bias);
    CHECK(model.config.mask.kind->name == "causal");
    ImportedNumbers numbers(folder, model);
    check_llama_blocks(numbers, "model.", true);
    numbers.all();
    const auto mask = [&](const std::string& more) { return folder.load(config(more)).config.mask; };
    CHECK(mask(R"(,"use_sliding_window":true,"sliding_window":4,"max_window_layers":0)").number == 4);
    CHECK(mask(R"(,"use_sliding_window":true,"sliding_window":4,"max_window_layers":2)").kind->name == "causal");
    CHECK(mask(R"(,"use_sliding_window":true,"sliding_window":4)").kind->name == "causal");  // from layer 28 on
    CHECK(mask(R"(,"sliding_window":4,"layer_types":["sliding_attention","sliding_attention"])").number == 4);
    CHECK(contains(message_of([&] { mask(R"(,"use_sliding_window":true,"max_window_layers":1)"); }),
                   "\"max_window_layers\" 1 of 2 layers have no window"));
}

TEST_CASE("GPT-NeoX: the rows of a head's query, key and value lie together") {
    for (const std::string prefix : {"gpt_neox.", ""}) {
        ImportFolder folder;
        folder.add(prefix + "embed_in.weight", {5, 8});
        const std::string block = prefix + "layers.0.";
        folder.linear(block + "attention.query_key_value", 24, 8);
        folder.linear(block + "attention.dense", 8, 8);
        folder.linear(block + "mlp.dense_h_to_4h", 6, 8);
        folder.linear(block + "mlp.dense_4h_to_h", 8, 6);
        folder.norm(block + "input_layernorm", 8);
        folder.norm(block + "post_attention_layernorm", 8);
        folder.add(block + "attention.bias", {1, 1, 4, 4});
        folder.add(block + "attention.masked_bias", {});
        folder.norm(prefix + "final_layer_norm", 8);
        folder.add("embed_out.weight", {5, 8});
        const Model model = folder.load(
            R"({"model_type":"gpt_neox","vocab_size":5,"hidden_size":8,"num_hidden_layers":1,"num_attention_heads":2,)"
            R"("intermediate_size":6,"max_position_embeddings":16,"rotary_pct":0.5,"rotary_emb_base":300})");
        CHECK(model.config.parallel_residual);
        CHECK(model.config.positional.rotary_dims == 2);
        CHECK(model.config.positional.base == 300);
        CHECK(model.config.norm_eps == 1e-5F);
        ImportedNumbers numbers(folder, model);
        const std::string fused = block + "attention.query_key_value";
        const char* const parts[] = {"q", "k", "v"};
        for (std::size_t part = 0; part < 3; ++part) {
            // Of 2 heads of width 4: column c of ours is row 12 (c / 4) + 4 part + c % 4 of theirs.
            const auto row = [&](std::size_t c) { return 12 * (c / 4) + 4 * part + c % 4; };
            numbers.every(std::string("blocks.0.attn.") + parts[part] + ".weight", fused + ".weight",
                          [&](std::size_t i) { return row(i % 8) * 8 + i / 8; });
            numbers.every(std::string("blocks.0.attn.") + parts[part] + ".bias", fused + ".bias", row);
        }
        numbers.same("embed.tokens.weight", prefix + "embed_in.weight");
        numbers.layer("blocks.0.attn.o", block + "attention.dense");
        numbers.layer("blocks.0.mlp.in", block + "mlp.dense_h_to_4h");
        numbers.layer("blocks.0.mlp.out", block + "mlp.dense_4h_to_h");
        numbers.layer("blocks.0.norm1", block + "input_layernorm");
        numbers.layer("blocks.0.norm2", block + "post_attention_layernorm");
        numbers.layer("final_norm", prefix + "final_layer_norm");
        numbers.layer("head", "embed_out", false);
        numbers.all();
        folder.write(
            R"({"model_type":"gpt_neox","vocab_size":5,"hidden_size":8,"num_hidden_layers":1,"num_attention_heads":2,)"
            R"("intermediate_size":6,"rotary_pct":0.3,"use_parallel_residual":false})");
        CHECK(contains(message_of([&] { load_model(folder.path()); }), "must be"));  // one rotary dimension
    }
}

TEST_CASE("OPT: positions begin in row 2, and one size is post-norm with narrower embeddings") {
    for (const bool narrow : {false, true}) {
        CAPTURE(narrow);
        ImportFolder folder;
        const std::string body = "model.decoder.", block = body + "layers.0.";
        folder.add(body + "embed_tokens.weight", {5, narrow ? 4 : 8});
        folder.add(body + "embed_positions.weight", {12, 8});
        if (narrow) folder.linear(body + "project_in", 8, 4, false);
        if (narrow) folder.linear(body + "project_out", 4, 8, false);
        for (const char* const name : {"q_proj", "k_proj", "v_proj", "out_proj"})
            folder.linear(block + "self_attn." + name, 8, 8);
        folder.linear(block + "fc1", 6, 8);
        folder.linear(block + "fc2", 8, 6);
        folder.norm(block + "self_attn_layer_norm", 8);
        folder.norm(block + "final_layer_norm", 8);
        if (!narrow) folder.norm(body + "final_layer_norm", 8);
        folder.add("lm_head.weight", {5, narrow ? 4 : 8});  // the tied copy
        const std::string config =
            R"({"model_type":"opt","vocab_size":5,"hidden_size":8,"num_hidden_layers":1,"num_attention_heads":2,)"
            R"("ffn_dim":6,"max_position_embeddings":10)" +
            std::string(narrow ? R"(,"do_layer_norm_before":false,"word_embed_proj_dim":4)" : "");
        const Model model = folder.load(config + "}");
        CHECK(model.config.max_seq_len == 10);
        CHECK(model.config.norm_placement == (narrow ? NormPlacement::post : NormPlacement::pre));
        CHECK(model.config.final_norm == !narrow);
        CHECK(model.config.d_embed == (narrow ? 4 : 0));
        CHECK(model.config.activation->name == "relu");
        ImportedNumbers numbers(folder, model);
        numbers.same("embed.tokens.weight", body + "embed_tokens.weight");
        numbers.same("embed.positions.weight", body + "embed_positions.weight", 16);
        if (narrow) numbers.layer("embed.project", body + "project_in", false);
        if (narrow) numbers.layer("head.project", body + "project_out", false);
        for (const char* const name : {"q", "k", "v"})
            numbers.layer(std::string("blocks.0.attn.") + name, block + "self_attn." + name + "_proj");
        numbers.layer("blocks.0.attn.o", block + "self_attn.out_proj");
        numbers.layer("blocks.0.mlp.in", block + "fc1");
        numbers.layer("blocks.0.mlp.out", block + "fc2");
        numbers.layer("blocks.0.norm1", block + "self_attn_layer_norm");
        numbers.layer("blocks.0.norm2", block + "final_layer_norm");
        if (!narrow) numbers.layer("final_norm", body + "final_layer_norm");
        numbers.all();
        CHECK(contains(message_of([&] { folder.load(config + R"(,"enable_bias":false})"); }),
                       "\"enable_bias\" must be true to be supported, not false"));
    }
}

TEST_SUITE_END();
