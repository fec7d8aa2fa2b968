// What a model is, as config.json says it (docs/formats.md): plain values, read and checked by parse_config.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ops/ops.h"
#include "core/text/tokenizer_config.h"

namespace glassformer {

enum class Architecture {
    decoder,
    encoder,
    encoder_decoder,
    recurrent,
    recurrent_encoder_decoder,
    convolution,
    lookup
};
enum class Norm { layernorm, rmsnorm, none };
enum class NormPlacement { pre, post };
enum class AttentionScale { sqrt_d_head, none, qk_fourth_root };
enum class Pooling { mean, cls, last, weighted, query };
enum class Combine { add, append };  // how positions meet the embedding
enum class RecurrentAttention { none, additive, dot, general };

struct PositionalKind;  // positional.h: a row of the table of encodings
struct MaskKind;        // mask.h: a row of the table of masks
struct Activation;      // ops/activation_table.h
struct RecurrentCell;   // model/recurrent_cell.h: a row of the table of cells

/// A number of one encoding alone, by its key of config.json, and what it is where nothing says it.
struct OwnNumber {
    std::string_view key;
    double otherwise;
};

/// The numbers that one encoding alone has: each is named in the encoding's file and nowhere else.
class OwnNumbers {
public:
    double operator[](const OwnNumber& number) const;
    void set(const OwnNumber& number, double value);
    bool operator==(const OwnNumbers&) const = default;

private:
    std::vector<std::pair<std::string_view, double>> values_;  // sorted by key; none that is as it is otherwise
};

struct PositionalConfig {
    const PositionalKind* kind = nullptr;             // never null in a parsed config
    double base = 10000;                              // sinusoidal, rope, xpos, transformer_xl
    double xpos_scale = 512;                          // xpos
    int rotary_dims = 0;                              // rope, xpos; even, at most d_head
    RotaryLayout layout = RotaryLayout::interleaved;  // sinusoidal, rope, xpos
    int buckets = 32;                                 // t5
    int max_distance = 128;                           // t5
    int clip = 8;                                     // shaw; a file must say it
    Combine combine = Combine::add;                   // sinusoidal, learned; one_hot is always appended
    int dims = 0;                                     // columns of an appended sinusoidal or learned position
    bool shared = false;                              // t5: the first block's table serves every block of its stack
    RopeScaling scaling;                              // rope
    OwnNumbers own;                                   // of a single encoding
    bool operator==(const PositionalConfig&) const = default;
};

struct MaskConfig {
    const MaskKind* kind = nullptr;  // never null in a parsed config
    int number = 0;                  // what kind->number means: a window, a stride …; 0: the kind has none
    bool operator==(const MaskConfig&) const = default;
};

/// What stands between the last block and the output matrix: act(x W + b), and a norm of the model's kind behind it.
struct HeadTransform {
    const Activation* activation = nullptr;  // null: there is no transform
    bool norm = false;
    explicit operator bool() const { return activation != nullptr; }
    bool operator==(const HeadTransform&) const = default;
};

struct HeadConfig {
    bool classifier = false;
    bool none = false;  // no output matrix: the model has neither logits nor probabilities nor a loss
    int n_classes = 0;  // classifier only
    /// classifier only: one of the classes is right. False: its outputs are numbers (regression), or scores of labels of
    /// which several can be right, so that no softmax makes probabilities of them and there is no cross-entropy.
    bool softmax = true;
    Pooling pooling = Pooling::mean;
    HeadTransform transform;
    bool operator==(const HeadConfig&) const = default;
};

struct RecurrentConfig {
    const RecurrentCell* cell = nullptr;  // never null in a parsed config of a recurrent architecture
    int d_hidden = 0;
    RecurrentAttention attention = RecurrentAttention::none;  // recurrent_encoder_decoder only
    bool operator==(const RecurrentConfig&) const = default;
};

struct ConvolutionConfig {
    int width = 0;  // tokens in a window
    Window window = Window::causal;
    bool operator==(const ConvolutionConfig&) const = default;
};

struct LookupConfig {
    int entries = 0;     // keys and values of the table
    float hardness = 1;  // what a score is multiplied by before the softmax
    bool operator==(const LookupConfig&) const = default;
};

struct ModelConfig {
    Architecture architecture = Architecture::decoder;
    int vocab_size = 0;
    int target_vocab_size = 0;
    int d_model = 0;
    int d_embed = 0;      // of token embeddings that a matrix brings to d_model; 0: they have d_model themselves
    int token_types = 0;  // rows of the table of segments, one of which each token adds; 0: there is none
    int n_heads = 0;
    int n_kv_heads = 0;
    int n_cross_heads = 0;  // of cross-attention, which is as wide as self-attention
    int d_head = 0;
    int d_ff = 0;
    int n_layers = 0;
    int n_decoder_layers = 0;
    int max_seq_len = 0;
    Norm norm = Norm::layernorm;
    NormPlacement norm_placement = NormPlacement::pre;
    float norm_eps = 1e-5F;
    NormEpsPlacement norm_eps_placement = NormEpsPlacement::inside_sqrt;
    bool final_norm = true;
    bool embed_norm = false;                 // of the embedding, before the first block
    const Activation* activation = nullptr;  // never null in a parsed config
    bool gated_mlp = false;
    bool mlp = true;
    bool residual = true;
    bool parallel_residual = false;  // attention and MLP of a block read the same input, each behind its own norm
    PositionalConfig positional;
    MaskConfig mask;
    AttentionScale attention_scale = AttentionScale::sqrt_d_head;
    float attention_temperature = 1;    // scores are divided by it, with their scale
    bool attention_projections = true;  // false: queries, keys and values are the input itself, cut into heads
    bool attention_bias = true;
    bool attention_out_bias = true;  // of the output projection; as attention_bias where a file does not say it
    bool mlp_bias = true;
    bool head_bias = false;
    bool scale_embeddings = false;
    bool tie_embeddings = false;
    bool shared_embeddings = false;  // encoder_decoder: the encoder's table of tokens is the decoder's too
    float logit_scale = 1;           // what the output matrix reads is multiplied by it
    bool shared_layers = false;
    HeadConfig head;
    RecurrentConfig recurrent;      // of the recurrent architectures
    ConvolutionConfig convolution;  // of convolution
    LookupConfig lookup;            // of lookup
    TokenizerConfig tokenizer;
    bool operator==(const ModelConfig&) const = default;
};

/// What a row of logits is about: "usual": as predicts_next_token() says; else as the model's card says, the token
/// behind its own ("next") or its own place ("here").
enum class AnswerPlace : std::uint8_t { usual, next, here };

/// There is a target text beside the source: an encoder–decoder of any kind.
bool has_target(const ModelConfig& config);
/// Each position's logits are of the token behind it, so that the model can continue a text.
bool predicts_next_token(const ModelConfig& config);
/// Neither attention nor positions nor norms: what only a transformer has is not read from its config.
bool is_transformer(const ModelConfig& config);
/// Outputs that the head chooses among: classes, or the words of the vocabulary, which is the target's where there is
/// one; 0 of a model without a head.
int answer_count(const ModelConfig& config);
/// Width of the rows that come out of the model, which pooling and the head's transform keep.
int hidden_width(const ModelConfig& config);
/// The rows of a text become one before the head: of classifiers, and of a head "none" with a transform.
bool pools(const ModelConfig& config);
/// attention and MLP stand side by side: parallel_residual, in a model that has an MLP.
bool is_parallel(const ModelConfig& config);
/// A sentence on why there are no logits; "" where there are.
std::string no_logits(const ModelConfig& config);
/// A softmax makes probabilities of the logits, and a cross-entropy can be taken of them.
bool has_probabilities(const ModelConfig& config);
/// A sentence on why there is no loss; "" where there can be one.
std::string no_loss(const ModelConfig& config);

/// Reads config.json's text with model_type "glassformer"; `source` names the file in messages. Missing keys take the
/// defaults of docs/formats.md. Throws Error for wrong types, absurd sizes, unknown values and unknown keys that look
/// like ours.
ModelConfig parse_config(const std::string& json, const std::string& source);

/// config.json's text for the config; parse_config reads it back to an equal value.
std::string config_json(const ModelConfig& config);

}  // namespace glassformer
