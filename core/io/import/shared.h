// What rows of several architectures share. For the files of this folder.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "core/io/importer.h"

namespace glassformer {

constexpr ImportKey import_whole(std::string_view theirs, std::string_view ours, std::string_view otherwise) {
    return {theirs, ours, ImportType::whole, otherwise};
}
constexpr ImportKey import_vocabulary(std::string_view theirs, std::string_view ours, std::string_view otherwise) {
    return {theirs, ours, ImportType::whole, otherwise, 1, 1 << 24};
}
constexpr ImportKey import_epsilon(std::string_view theirs, std::string_view otherwise) {
    return {theirs, "norm_eps", ImportType::number, otherwise, 1e-20, 1};
}
constexpr ImportKey import_flag(std::string_view theirs, std::string_view ours, std::string_view otherwise) {
    return {theirs, ours, ImportType::flag, otherwise, 0, 1};
}
/// `otherwise` as JSON: "\"gelu\"".
constexpr ImportKey import_activation(std::string_view theirs, std::string_view otherwise) {
    return {theirs, "activation", ImportType::activation, otherwise, 0, 0};
}

template <std::size_t a, std::size_t b>
constexpr std::array<ImportKey, a + b> joined_keys(const std::array<ImportKey, a>& first,
                                                   const std::array<ImportKey, b>& second) {
    std::array<ImportKey, a + b> all{};
    for (std::size_t i = 0; i < a; ++i) all[i] = first[i];
    for (std::size_t i = 0; i < b; ++i) all[a + i] = second[i];
    return all;
}

/// Head of a decoder's classifier: of the last token's row, without a bias.
inline constexpr std::string_view last_token_classifier =
    R"({"head": {"kind": "classifier", "pooling": "last"}, "tie_embeddings": false})";
inline constexpr std::array score_tensors{ImportTensor{"head", "score"}};
inline constexpr std::string_view no_output_matrix = R"({"head": {"kind": "none"}, "tie_embeddings": false})";

/// Of Llama, Mistral and Qwen2, which differ in biases and masks.
std::span<const ImportTensor> llama_tensors();
std::span<const ImportHead> llama_heads();
inline constexpr std::array llama_keys{import_vocabulary("vocab_size", "vocab_size", "32000"),
                                       import_whole("hidden_size", "d_model", "4096"),
                                       import_whole("num_hidden_layers", "n_layers", "32"),
                                       import_whole("num_attention_heads", "n_heads", "32"),
                                       import_whole("num_key_value_heads", "n_kv_heads", ""),
                                       import_whole("head_dim", "d_head", ""),
                                       import_whole("intermediate_size", "d_ff", "11008"),
                                       import_whole("max_position_embeddings", "max_seq_len", "2048"),
                                       import_epsilon("rms_norm_eps", "1e-6"),
                                       import_activation("hidden_act", "\"silu\""),
                                       import_flag("tie_word_embeddings", "tie_embeddings", "false")};

/// "positional" of a model with rotary positions: base and share of the dimensions under the names of all versions of
/// the library, and how frequencies are scaled. Older names are `base_key` and `share_key`, beside
/// "partial_rotary_factor"; `share` is what a missing key stands for.
void settle_rotary(ImportedConfig& config, std::string_view base_key = "rope_theta",
                   std::string_view share_key = "partial_rotary_factor", double share = 1);

/// "mask": a window of so many tokens, or none where no text is longer.
void settle_window(ImportedConfig& config, int window);

/// Of "layer_types": true where all layers have a window, false where none has one; `otherwise` where the key is
/// missing. Throws Error where they differ.
bool all_layers_slide(ImportedConfig& config, bool otherwise);

/// Of BERT and RoBERTa: the pooler of a model without a head, where its file has one.
void settle_pooler(ImportedConfig& config, std::string_view prefix);
std::span<const ImportTensor> bert_tensors();

/// Throws Error where the encoder's key and the decoder's differ.
void require_equal_sides(ImportedConfig& config, std::string_view encoder_key, std::string_view decoder_key);
/// Of BART and Marian.
std::span<const ImportTensor> two_stack_tensors();
std::span<const ImportHead> two_stack_heads();
/// Of both: what must not differ between encoder and decoder, and whether there is a bias of the logits.
void settle_two_stacks(ImportedConfig& config);

}  // namespace glassformer
