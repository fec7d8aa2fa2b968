// Which number of a file becomes which parameter: encoder–decoders of other libraries, in folders that the tests write.
// ctest: optimised too
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "core/model/positional.h"
#include "core/ops/activation_table.h"
#include "tests/support/import_folder.h"

using namespace glassformer;
using test::ImportedNumbers;
using test::ImportFolder;

namespace {

/// One layer a stack, d_model 8, 2 heads of 3, d_ff 6, 5 words, 4 buckets.
ImportFolder t5_folder(bool gated) {
    ImportFolder folder;
    folder.add("shared.weight", {5, 8});
    for (const std::string stack : {"encoder.", "decoder."}) {
        const std::string block = stack + "block.0.layer.";
        const bool decoder = stack == "decoder.";
        folder.add(block + "0.SelfAttention.relative_attention_bias.weight", {4, 2});
        for (const std::string attention : {"0.SelfAttention.", "1.EncDecAttention."}) {
            if (attention.front() == '1' && !decoder) continue;
            for (const char* const name : {"q", "k", "v"}) folder.linear(block + attention + name, 6, 8, false);
            folder.linear(block + attention + "o", 8, 6, false);
        }
        const std::string last = decoder ? "2." : "1.";
        for (const char* const name : {"wi_0", "wi_1", "wi"})
            if (gated == (std::string(name) != "wi"))
                folder.linear(block + last + "DenseReluDense." + name, 6, 8, false);
        folder.linear(block + last + "DenseReluDense.wo", 8, 6, false);
        for (const std::string norm : {"0", "1", "2"})
            if (norm != "2" || decoder) folder.norm(block + norm + ".layer_norm", 8, false);
        folder.norm(stack + "final_layer_norm", 8, false);
        folder.add(stack + "embed_tokens.weight", {5, 8});  // the tied copy
    }
    folder.add("decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight", {4, 2});  // of the first T5
    return folder;
}

std::string t5_config(const std::string& more) {
    return R"({"model_type":"t5","architectures":["T5ForConditionalGeneration"],"vocab_size":5,"d_model":8,"d_kv":3,)"
           R"("num_heads":2,"d_ff":6,"num_layers":1,"relative_attention_num_buckets":4,)"
           R"("relative_attention_max_distance":9)" +
           more + "}";
}

void check_t5(ImportedNumbers& numbers, bool gated) {
    numbers.same("encoder.embed.tokens.weight", "shared.weight");
    for (const std::string stack : {"encoder.", "decoder."}) {
        const std::string ours = stack + "blocks.0.", theirs = stack + "block.0.layer.";
        const bool decoder = stack == "decoder.";
        numbers.same(ours + "self_attn.relative_bias", theirs + "0.SelfAttention.relative_attention_bias.weight");
        for (const char* const name : {"q", "k", "v", "o"}) {
            numbers.layer(ours + "self_attn." + name, theirs + "0.SelfAttention." + name, false);
            if (decoder) numbers.layer(ours + "cross_attn." + name, theirs + "1.EncDecAttention." + name, false);
        }
        const std::string last = theirs + (decoder ? "2." : "1.");
        if (gated) numbers.layer(ours + "mlp.gate", last + "DenseReluDense.wi_0", false);
        numbers.layer(ours + "mlp.in", last + (gated ? "DenseReluDense.wi_1" : "DenseReluDense.wi"), false);
        numbers.layer(ours + "mlp.out", last + "DenseReluDense.wo", false);
        numbers.layer(ours + "norm1", theirs + "0.layer_norm", false);
        numbers.layer(ours + "norm2", theirs + "1.layer_norm", false);
        if (decoder) numbers.layer(ours + "norm3", theirs + "2.layer_norm", false);
        numbers.layer(stack + "final_norm", stack + "final_layer_norm", false);
    }
}

/// One layer a stack, d_model 8, 2 heads, d_ff 6, 5 words; of BART, or of Marian with one vocabulary or two.
ImportFolder two_stack_folder(const std::string& prefix, bool bart, bool shared = true) {
    ImportFolder folder;
    if (shared) folder.add(prefix + "shared.weight", {5, 8});
    for (const std::string stack : {"encoder.", "decoder."}) {
        const bool decoder = stack == "decoder.";
        const std::string body = prefix + stack, block = body + "layers.0.";
        if (!shared) folder.add(body + "embed_tokens.weight", {decoder ? 4 : 5, 8});
        folder.add(body + "embed_positions.weight", {bart ? 9 : 7, 8});
        if (bart) folder.norm(body + "layernorm_embedding", 8);
        for (const std::string attention : {"self_attn", "encoder_attn"}) {
            if (attention == "encoder_attn" && !decoder) continue;
            for (const char* const name : {"q_proj", "k_proj", "v_proj", "out_proj"})
                folder.linear(block + attention + "." + name, 8, 8);
            folder.norm(block + attention + "_layer_norm", 8);
        }
        folder.linear(block + "fc1", 6, 8);
        folder.linear(block + "fc2", 8, 6);
        folder.norm(block + "final_layer_norm", 8);
    }
    folder.add("final_logits_bias", {1, shared ? 5 : 4});
    return folder;
}

std::string two_stack_config(const std::string& type, const std::string& more) {
    return R"({"model_type":")" + type +
           R"(","vocab_size":5,"d_model":8,"encoder_layers":1,"decoder_layers":1,"encoder_attention_heads":2,)"
           R"("decoder_attention_heads":2,"encoder_ffn_dim":6,"decoder_ffn_dim":6,"max_position_embeddings":7)" +
           more + "}";
}

void check_two_stacks(ImportedNumbers& numbers, const std::string& prefix, bool bart) {
    for (const std::string stack : {"encoder.", "decoder."}) {
        const bool decoder = stack == "decoder.";
        const std::string body = prefix + stack, theirs = body + "layers.0.", ours = stack + "blocks.0.";
        if (bart) numbers.same(stack + "embed.positions.weight", body + "embed_positions.weight", 16);
        if (bart) numbers.layer(stack + "embed.norm", body + "layernorm_embedding");
        for (const char* const name : {"q", "k", "v", "o"}) {
            const std::string last = name == std::string("o") ? "out_proj" : name + std::string("_proj");
            numbers.layer(ours + "self_attn." + name, theirs + "self_attn." + last);
            if (decoder) numbers.layer(ours + "cross_attn." + name, theirs + "encoder_attn." + last);
        }
        numbers.layer(ours + "norm1", theirs + "self_attn_layer_norm");
        if (decoder) numbers.layer(ours + "norm2", theirs + "encoder_attn_layer_norm");
        numbers.layer(ours + (decoder ? "norm3" : "norm2"), theirs + "final_layer_norm");
        numbers.layer(ours + "mlp.in", theirs + "fc1");
        numbers.layer(ours + "mlp.out", theirs + "fc2");
    }
}

}  // namespace

TEST_SUITE_BEGIN("import_pairs");

TEST_CASE("T5: one table of biases a stack, one table of words, and logits that are scaled where the head is tied") {
    const ImportFolder folder = t5_folder(false);
    const Model model = folder.load(t5_config(""));
    const ModelConfig& config = model.config;
    CHECK(config.architecture == Architecture::encoder_decoder);
    CHECK(config.norm == Norm::rmsnorm);
    CHECK(config.norm_eps == 1e-6F);
    CHECK(config.final_norm);
    CHECK(config.attention_scale == AttentionScale::none);
    CHECK(config.d_head == 3);
    CHECK(config.max_seq_len == 512);
    CHECK(config.activation->name == "relu");
    CHECK_FALSE(config.gated_mlp);
    CHECK(config.positional.kind->name == "t5");
    CHECK(config.positional.buckets == 4);
    CHECK(config.positional.max_distance == 9);
    CHECK(config.positional.shared);
    CHECK(config.shared_embeddings);
    CHECK(config.tie_embeddings);
    CHECK(config.logit_scale == doctest::Approx(1 / std::sqrt(8.0)));
    ImportedNumbers numbers(folder, model);
    check_t5(numbers, false);
    numbers.all();
}

TEST_CASE("T5 1.1 is gated and has a head of its own, whose logits are not scaled") {
    ImportFolder folder = t5_folder(true);
    folder.add("lm_head.weight", {5, 8});
    for (const char* const more : {R"(,"feed_forward_proj":"gated-gelu","tie_word_embeddings":false)",
                                   // The library's version 5 may call the head tied although another one is stored.
                                   R"(,"feed_forward_proj":"gated-gelu","tie_word_embeddings":true)"}) {
        const Model model = folder.load(t5_config(more));
        CHECK(model.config.activation->name == "gelu_tanh");
        CHECK(model.config.gated_mlp);
        CHECK_FALSE(model.config.tie_embeddings);
        CHECK(model.config.logit_scale == 1);
        ImportedNumbers numbers(folder, model);
        check_t5(numbers, true);
        numbers.layer("decoder.head", "lm_head", false);
        numbers.all();
    }
    const std::string scaled =
        R"(,"feed_forward_proj":"gated-silu","tie_word_embeddings":false,"scale_decoder_outputs":true)";
    CHECK(folder.load(t5_config(scaled)).config.logit_scale < 1);
    CHECK(folder.load(t5_config(scaled)).config.activation->name == "silu");
    // The same head stored again is the tied one.
    folder.numbers["lm_head.weight"] = folder.numbers["shared.weight"];
    CHECK(folder.load(t5_config(R"(,"feed_forward_proj":"gated-gelu")")).config.tie_embeddings);
    CHECK(contains(message_of([&] { folder.load(t5_config(R"(,"feed_forward_proj":"gated-gelu_10")")); }),
                   "\"feed_forward_proj\" must be one of"));
    CHECK(contains(message_of([&] { folder.load(R"({"model_type":"t5","architectures":["T5EncoderModel"]})"); }),
                   "\"architectures\" \"T5EncoderModel\" is not supported"));
}

TEST_CASE("BART: positions begin in row 2, the embedding is normed, and the logits have a bias") {
    for (const std::string prefix : {"model.", ""}) {
        ImportFolder folder = two_stack_folder(prefix, true);
        const Model model = folder.load(
            two_stack_config("bart", R"(,"architectures":["BartForConditionalGeneration"],"normalize_before":false)"));
        CHECK(model.config.norm_placement == NormPlacement::post);
        CHECK_FALSE(model.config.final_norm);
        CHECK(model.config.max_seq_len == 7);
        CHECK(model.config.embed_norm);
        CHECK(model.config.head_bias);
        CHECK_FALSE(model.config.scale_embeddings);
        ImportedNumbers numbers(folder, model);
        check_two_stacks(numbers, prefix, true);
        numbers.same("encoder.embed.tokens.weight", prefix + "shared.weight");
        numbers.same("decoder.head.bias", "final_logits_bias");
        numbers.all();
    }
    ImportFolder folder = two_stack_folder("", true);
    folder.remove("final_logits_bias");
    CHECK(folder.load(two_stack_config("bart", R"(,"architectures":["BartModel"])")).config.head.none);
    CHECK_FALSE(folder.load(two_stack_config("bart", "")).config.head_bias);
    CHECK(
        contains(message_of([&] { folder.load(two_stack_config("bart", R"(,"architectures":["BartForCausalLM"])")); }),
                 "\"architectures\" \"BartForCausalLM\" is not supported; of BART these are: "));
    std::string other = two_stack_config("bart", "");
    other.replace(other.find("\"decoder_ffn_dim\":6"), 19, "\"decoder_ffn_dim\":7");
    CHECK(contains(
        message_of([&] { folder.load(other); }),
        "\"decoder_ffn_dim\" 7 must be \"encoder_ffn_dim\" 6: other sizes on the two sides are not supported"));
}

TEST_CASE("Marian computes its positions, and may have a vocabulary a side") {
    const ImportFolder folder = two_stack_folder("model.", false);
    const Model model =
        folder.load(two_stack_config("marian", R"(,"architectures":["MarianMTModel"],"activation_function":"swish",)"
                                               R"("scale_embedding":true,"decoder_vocab_size":5)"));
    CHECK(model.config.positional.kind->name == "sinusoidal");
    CHECK(model.config.positional.layout == RotaryLayout::half);
    CHECK_FALSE(model.config.embed_norm);
    CHECK(model.config.scale_embeddings);
    CHECK(model.config.activation->name == "silu");
    ImportedNumbers numbers(folder, model);
    check_two_stacks(numbers, "model.", false);
    numbers.same("encoder.embed.tokens.weight", "model.shared.weight");
    numbers.same("decoder.head.bias", "final_logits_bias");
    numbers.all();

    const ImportFolder two = two_stack_folder("model.", false, false);
    const Model apart =
        two.load(two_stack_config("marian", R"(,"share_encoder_decoder_embeddings":false,"decoder_vocab_size":4)"));
    CHECK_FALSE(apart.config.shared_embeddings);
    CHECK(apart.config.target_vocab_size == 4);
    ImportedNumbers others(two, apart);
    check_two_stacks(others, "model.", false);
    others.same("encoder.embed.tokens.weight", "model.encoder.embed_tokens.weight");
    others.same("decoder.embed.tokens.weight", "model.decoder.embed_tokens.weight");
    others.same("decoder.head.bias", "final_logits_bias");
    others.all();
}

TEST_SUITE_END();
