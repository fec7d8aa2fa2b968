// The table of config.json's keys.
#include <array>
#include <stdexcept>
#include <string>

#include "core/base/json_text.h"
#include "core/model/config.h"
#include "core/model/config_key.h"
#include "core/model/config_key_rows.h"
#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/model/recurrent_cell.h"
#include "core/model/trained_sizes.h"
#include "core/ops/activation_table.h"

namespace glassformer {

namespace {

using namespace config_rows;

constexpr double max_vocabulary = 1 << 24, max_layers = 1024;
constexpr double min_temperature = 1e-6, max_hardness = 1e6, max_logit_scale = 1e6;

// --- the names that choices have, in the order of the enums of config.h

using Option = KeyOption;

constexpr std::array architecture_options{Option{"decoder", ""},
                                          Option{"encoder", ""},
                                          Option{"encoder_decoder", ""},
                                          Option{"recurrent", ""},
                                          Option{"recurrent_encoder_decoder", ""},
                                          Option{"convolution", ""},
                                          Option{"lookup", ""}};
constexpr std::array norm_options{Option{"layernorm", "Mean 0 and variance 1, then gain and bias.", "LayerNorm"},
                                  Option{"rmsnorm", "Root mean square 1, then gain.", "RMSNorm"},
                                  Option{"none", "No normalization."}};
constexpr std::array placement_options{
    Option{"pre", "Before each sublayer (pre-norm).", "pre-norm"},
    Option{"post", "After each sublayer and its residual connection (post-norm).", "post-norm"}};
constexpr std::array eps_placement_options{Option{"inside_sqrt", "ε is added to the variance.", "√(σ² + ε)"},
                                           Option{"added_to_std", "ε is added to the standard deviation.", "σ + ε"}};
constexpr std::array scale_options{
    Option{"sqrt_d_head", "Divide scores by √d_head.", "÷ √d_head"}, Option{"none", "Do not scale scores."},
    Option{"qk_fourth_root", "Divide queries and keys by the fourth root of d_head.", "Q and K ÷ ⁴√d_head"}};
constexpr std::array combine_options{Option{"add", ""}, Option{"append", ""}};
constexpr std::array head_options{Option{"lm", ""}, Option{"classifier", ""}, Option{"none", ""}};
constexpr std::array pooling_options{Option{"mean", ""}, Option{"cls", ""}, Option{"last", ""}, Option{"weighted", ""},
                                     Option{"query", ""}};
constexpr std::array recurrent_attention_options{Option{"none", ""}, Option{"additive", ""}, Option{"dot", ""},
                                                 Option{"general", ""}};

constexpr std::array wave_layout_options{Option{"interleaved", "Sines in even columns, cosines in odd ones."},
                                         Option{"half", "All sines, then all cosines."}};

template <const auto& options>
std::span<const KeyOption> given() {
    return options;
}

// --- which models have a key

bool is_pair(Config c) { return c.architecture == Architecture::encoder_decoder; }
bool is_convolution(Config c) { return c.architecture == Architecture::convolution; }
bool is_lookup(Config c) { return c.architecture == Architecture::lookup; }
bool is_recurrent(Config c) {
    return c.architecture == Architecture::recurrent || c.architecture == Architecture::recurrent_encoder_decoder;
}
bool is_recurrent_pair(Config c) { return c.architecture == Architecture::recurrent_encoder_decoder; }
bool has_depth(Config c) { return !is_lookup(c); }
bool has_activation(Config c) { return is_transformer(c) || is_convolution(c); }
bool is_classifier(Config c) { return c.head.classifier; }
bool has_transform(Config c) { return static_cast<bool>(c.head.transform); }
bool is_sinusoidal(Config c) { return is_transformer(c) && c.positional.kind == find_positional("sinusoidal"); }
bool has_shared_table(Config c) { return is_transformer(c) && c.positional.kind == find_positional("t5"); }

// --- and in which of them it changes something

bool with_norm(Config c) { return c.norm != Norm::none; }
bool one_stack(Config c) { return !is_pair(c); }
bool with_hidden_layer(Config c) { return c.mlp || is_convolution(c); }
bool with_layer_norm(Config c) { return c.norm == Norm::layernorm; }
bool with_mlp(Config c) { return c.mlp; }
bool with_projections(Config c) { return c.attention_projections; }
bool with_words(Config c) { return is_transformer(c) && !is_classifier(c) && !c.head.none; }
bool with_norm_place(Config c) { return with_norm(c) && !is_parallel(c); }

using M = ModelConfig;
using Type = KeyType;

constexpr std::array config_keys{
    ConfigKeyRow{choice<&M::architecture>("architecture", "Architecture", "Kind of model.", given<architecture_options>,
                                          nullptr),
                 nullptr, nullptr, false},
    ConfigKeyRow{up_to(whole<&M::vocab_size>("vocab_size", "Vocabulary size", "Number of tokens."), max_vocabulary),
                 nullptr, nullptr, false},
    ConfigKeyRow{up_to(whole<&M::target_vocab_size>("target_vocab_size", "Target vocabulary size",
                                                    "Number of tokens of the target text.",
                                                    [](Config c) { return static_cast<double>(c.vocab_size); }),
                       max_vocabulary),
                 has_target, nullptr, false},
    ConfigKeyRow{whole<&M::d_model>("d_model", "d_model", "Size of a token's vector."), nullptr, nullptr, false},
    ConfigKeyRow{
        from_zero(whole<&M::d_embed>(
            "d_embed", "d_embed", "Size of a token's embedding, before a matrix brings it to d_model.", constant<0>)),
        is_transformer, [](Config c) { return c.d_embed != 0; }, false},
    ConfigKeyRow{
        from_zero(whole<&M::token_types>("token_types", "Token types",
                                         "Number of kinds of segments, each with a learned vector.", constant<0>)),
        is_transformer, [](Config c) { return c.token_types != 0; }, false},
    switchable(ConfigKeyRow{up_to(whole<&M::n_layers>("n_layers", "Blocks", "Number of blocks or layers."), max_layers),
                            has_depth, nullptr, false},
               {.applies = is_transformer,
                .hint = "How many of the trained blocks are computed, from the first one on.",
                .values = block_counts}),
    switchable(ConfigKeyRow{up_to(whole<&M::n_decoder_layers>("n_decoder_layers", "Decoder blocks",
                                                              "Number of blocks of the decoder.",
                                                              [](Config c) { return static_cast<double>(c.n_layers); }),
                                  max_layers),
                            is_pair, nullptr, false},
               {.values = decoder_block_counts}),
    ConfigKeyRow{whole<&M::max_seq_len>("max_seq_len", "Maximum length", "Maximum number of tokens in a text."),
                 nullptr, nullptr, false},
    switchable(
        ConfigKeyRow{whole<&M::n_heads>("n_heads", "Heads", "Number of query heads."), is_transformer, nullptr, false},
        {.hint = "The trained matrices are cut into this many heads. More heads have fewer dimensions each.",
         .values = head_counts}),
    ConfigKeyRow{whole<&M::n_kv_heads>("n_kv_heads", "Key heads", "Number of heads with keys and values of their own.",
                                       [](Config c) { return static_cast<double>(c.n_heads); }),
                 is_transformer, nullptr, false},
    ConfigKeyRow{
        whole<&M::n_cross_heads>("n_cross_heads", "Cross-attention heads", "Number of heads of cross-attention.",
                                 [](Config c) { return static_cast<double>(c.n_heads); }),
        is_pair, [](Config c) { return c.n_cross_heads != c.n_heads; }, false},
    ConfigKeyRow{whole<&M::d_head>("d_head", "d_head", "Size of a query and a key.",
                                   [](Config c) {
                                       const int size = c.d_model / c.n_heads;
                                       return static_cast<double>(size);
                                   }),
                 is_transformer, nullptr, false},
    ConfigKeyRow{
        whole<&M::d_ff>("d_ff", "d_ff", "Number of neurons of the MLP.", [](Config c) { return 4.0 * c.d_model; }),
        is_transformer, nullptr, false},
    switchable(ConfigKeyRow{choice<&M::norm>("norm", "Norm", "Normalization.", given<norm_options>, constant<0>),
                            is_transformer}),
    switchable(ConfigKeyRow{choice<&M::norm_placement>("norm_placement", "Norm placement",
                                                       "Before (pre-norm) or after (post-norm) each sublayer.",
                                                       given<placement_options>, constant<0>),
                            is_transformer},
               {.applies = with_norm_place}),
    switchable(ConfigKeyRow{number<&M::norm_eps>("norm_eps", "Norm ε",
                                                 "Small constant that keeps the norm from dividing by zero.", 0, 1,
                                                 [](Config) { return 1e-5; }),
                            is_transformer},
               {.applies = with_norm, .low = 1e-8, .high = 1}),
    switchable(ConfigKeyRow{choice<&M::norm_eps_placement>("norm_eps_placement", "Placement of ε",
                                                           "Under the square root, or added to the standard deviation.",
                                                           given<eps_placement_options>, constant<0>),
                            is_transformer},
               {.applies = with_layer_norm}),
    switchable(
        ConfigKeyRow{flag<&M::final_norm>("final_norm", "Final norm", "The norm before the output.",
                                          [](Config c) { return c.norm_placement == NormPlacement::pre ? 1.0 : 0.0; }),
                     is_transformer},
        {.applies = with_norm}),
    ConfigKeyRow{flag<&M::embed_norm>("embed_norm", "Embedding norm",
                                      "A norm of the embedding, before the first block.", constant<0>),
                 is_transformer, [](Config c) { return c.embed_norm; }},
    switchable(ConfigKeyRow{row_choice<all_activations, &M::activation>(
                                "activation", "Activation", "Nonlinear function of the hidden layer.",
                                [](Config c) { return place(all_activations(), is_convolution(c) ? "relu" : "gelu"); }),
                            has_activation},
               {.applies = with_hidden_layer}),
    ConfigKeyRow{flag<&M::gated_mlp>("gated_mlp", "Gated MLP", "A second matrix gates the neurons.", constant<0>),
                 is_transformer},
    switchable(ConfigKeyRow{flag<&M::mlp>("mlp", "MLP", "Off: attention-only blocks.", constant<1>), is_transformer}),
    switchable(
        ConfigKeyRow{flag<&M::residual>(
                         "residual", "Residual connections",
                         "On: each sublayer or layer adds its output to its input. Off: the output replaces the input.",
                         constant<1>),
                     has_activation}),
    ConfigKeyRow{flag<&M::parallel_residual>("parallel_residual", "Parallel residual",
                                             "Attention and MLP of a block read the same input.", constant<0>),
                 is_transformer, [](Config c) { return c.parallel_residual; }, false},
    switchable(ConfigKeyRow{row_choice<all_positional_kinds, &M::positional, &PositionalConfig::kind>(
                                "positional.kind", "Positions", "Positional encoding.",
                                [](Config) { return place(all_positional_kinds(), "learned"); }),
                            is_transformer, nullptr, false}),
    ConfigKeyRow{choice<&M::positional, &PositionalConfig::combine>(
                     "positional.combine", "Combine", "Positions are added to the embedding, or appended to it.",
                     given<combine_options>, constant<0>),
                 is_transformer, [](Config c) { return c.positional.combine == Combine::append; }, false},
    ConfigKeyRow{whole<&M::positional, &PositionalConfig::dims>("positional.dims", "Appended columns",
                                                                "Number of columns that are appended to the embedding.",
                                                                constant<1>),
                 is_transformer, [](Config c) { return c.positional.combine == Combine::append; }, false},
    ConfigKeyRow{
        choice<&M::positional, &PositionalConfig::layout>(
            "positional.layout", "Columns", "Where sines and cosines stand.", given<wave_layout_options>, constant<0>),
        is_sinusoidal, [](Config c) { return c.positional.layout == RotaryLayout::half; }, false},
    ConfigKeyRow{flag<&M::positional, &PositionalConfig::shared>(
                     "positional.shared", "Shared biases", "The first block's biases serve every block of its stack.",
                     constant<0>),
                 has_shared_table, [](Config c) { return c.positional.shared; }, false},
    switchable(
        ConfigKeyRow{
            row_choice<all_masks, &M::mask, &MaskConfig::kind>("mask.kind", "Mask", "Which keys a query can attend to.",
                                                               [](Config c) {
                                                                   return place(all_masks(),
                                                                                c.architecture == Architecture::encoder
                                                                                    ? "none"
                                                                                    : "causal");
                                                               }),
            is_transformer, nullptr, false},
        {.applies = one_stack}),
    switchable(ConfigKeyRow{choice<&M::attention_scale>("attention_scale", "Scale", "What scores are divided by.",
                                                        given<scale_options>, constant<0>),
                            is_transformer}),
    switchable(ConfigKeyRow{number<&M::attention_temperature>(
                                "attention_temperature", "Temperature",
                                "Divides the scores: below 1, attention is sharper; above 1, flatter.", min_temperature,
                                1 / min_temperature, constant<1>),
                            is_transformer, [](Config c) { return c.attention_temperature != 1; }},
               {.low = 0.1, .high = 10}),
    ConfigKeyRow{flag<&M::attention_projections>("attention_projections", "Attention projections",
                                                 "Off: queries, keys and values are the input itself.", constant<1>),
                 is_transformer, [](Config c) { return !c.attention_projections; }},
    switchable(ConfigKeyRow{flag<&M::attention_bias>("attention_bias", "Attention bias",
                                                     "Biases of the attention's matrices.", constant<1>),
                            is_transformer},
               {.applies = with_projections}),
    ConfigKeyRow{flag<&M::attention_out_bias>("attention_out_bias", "Output projection bias",
                                              "A bias of the attention's output projection.",
                                              [](Config c) { return c.attention_bias ? 1.0 : 0.0; }),
                 is_transformer, [](Config c) { return c.attention_out_bias != c.attention_bias; }},
    switchable(ConfigKeyRow{flag<&M::mlp_bias>("mlp_bias", "MLP bias", "Biases of the MLP's matrices.", constant<1>),
                            is_transformer},
               {.applies = with_mlp}),
    ConfigKeyRow{flag<&M::scale_embeddings>("scale_embeddings", "Scaled embeddings",
                                            "Token embeddings are multiplied by √d_model.", constant<0>),
                 is_transformer},
    switchable(ConfigKeyRow{flag<&M::shared_layers>("shared_layers", "Shared layers",
                                                    "One block's weights at every depth.", constant<0>),
                            is_transformer},
               {.hint = "On: the first block is applied again and again, with the same weights."}),
    ConfigKeyRow{whole<&M::convolution, &ConvolutionConfig::width>("convolution.width", "Width",
                                                                   "Number of tokens in the window."),
                 is_convolution, nullptr, false},
    ConfigKeyRow{
        ConfigKey{.name = "convolution.causal",
                  .type = Type::flag,
                  .title = "Causal",
                  .hint = "The window ends at its token. Off: the token is in its middle.",
                  .get = [](Config c) { return c.convolution.window == Window::causal ? 1.0 : 0.0; },
                  .set = [](M& c, double on) { c.convolution.window = on != 0 ? Window::causal : Window::centred; },
                  .otherwise = constant<1>},
        is_convolution, nullptr, false},
    ConfigKeyRow{whole<&M::lookup, &LookupConfig::entries>("lookup.entries", "Entries",
                                                           "Number of keys and values of the table."),
                 is_lookup, nullptr, false},
    switchable(ConfigKeyRow{number<&M::lookup, &LookupConfig::hardness>("lookup.hardness", "Sharpness",
                                                                        "Factor applied to the lookup scores.", 0,
                                                                        max_hardness, constant<1>),
                            is_lookup, nullptr, false},
               {.low = 0.01, .high = 100}),
    ConfigKeyRow{row_choice<all_recurrent_cells, &M::recurrent, &RecurrentConfig::cell>(
                     "recurrent.cell", "Cell", "What computes the next state.", nullptr),
                 is_recurrent, nullptr, false},
    ConfigKeyRow{
        whole<&M::recurrent, &RecurrentConfig::d_hidden>("recurrent.d_hidden", "d_hidden", "Size of a hidden state."),
        is_recurrent, nullptr, false},
    ConfigKeyRow{choice<&M::recurrent, &RecurrentConfig::attention>("recurrent.attention", "Attention",
                                                                    "How the decoder attends to the source.",
                                                                    given<recurrent_attention_options>, constant<0>),
                 is_recurrent_pair, nullptr, false},
    ConfigKeyRow{flag<&M::head_bias>("head_bias", "Output bias", "A bias of the output matrix.", constant<0>)},
    switchable(
        ConfigKeyRow{flag<&M::tie_embeddings>("tie_embeddings", "Tied embeddings",
                                              "The output matrix is the transposed token embedding.", constant<0>)},
        {.applies = with_words}),
    ConfigKeyRow{flag<&M::shared_embeddings>("shared_embeddings", "Shared embeddings",
                                             "Source and target have one table of token embeddings.", constant<0>),
                 is_pair, [](Config c) { return c.shared_embeddings; }, false},
    ConfigKeyRow{number<&M::logit_scale>("logit_scale", "Logit scale", "Factor of what the output matrix reads.",
                                         1 / max_logit_scale, max_logit_scale, constant<1>),
                 is_transformer, [](Config c) { return c.logit_scale != 1; }, false},
    ConfigKeyRow{ConfigKey{.name = "head.kind",
                           .type = Type::choice,
                           .title = "Head",
                           .hint = "What the model predicts.",
                           .get = [](Config c) { return c.head.none         ? 2.0
                                                        : c.head.classifier ? 1.0
                                                                            : 0.0; },
                           .set =
                               [](M& c, double place) {
                                   c.head.classifier = place == 1;
                                   c.head.none = place == 2;
                               },
                           .otherwise = constant<0>,
                           .options = given<head_options>},
                 nullptr, nullptr, false},
    ConfigKeyRow{
        whole<&M::head, &HeadConfig::n_classes>("head.n_classes", "Classes", "Number of classes.", constant<0>),
        is_classifier, nullptr, false},
    ConfigKeyRow{flag<&M::head, &HeadConfig::softmax>("head.softmax", "One class is right",
                                                      "A softmax makes probabilities of the classes' logits.",
                                                      constant<1>),
                 is_classifier, [](Config c) { return !c.head.softmax; }, false},
    ConfigKeyRow{
        choice<&M::head, &HeadConfig::pooling>("head.pooling", "Pooling", "How the vectors of a text become one.",
                                               given<pooling_options>, constant<0>),
        pools, nullptr, false},
    ConfigKeyRow{
        row_choice<all_activations, &M::head, &HeadConfig::transform, &HeadTransform::activation>(
            "head.transform.activation", "Head activation", "Nonlinear function before the output matrix.", nullptr),
        has_transform, nullptr, false},
    ConfigKeyRow{flag<&M::head, &HeadConfig::transform, &HeadTransform::norm>(
                     "head.transform.norm", "Head norm", "A norm before the output matrix.", constant<0>),
                 has_transform, nullptr, false},
};

}  // namespace

double decimal_of(float value) { return shortest_decimal(value); }

std::span<const ConfigKeyRow> all_config_keys() { return config_keys; }

const ConfigKeyRow& config_key(std::string_view name) {
    for (const ConfigKeyRow& row : config_keys)
        if (row.key.name == name) return row;
    throw std::logic_error("no key " + std::string(name));
}

std::string_view name_in_object(std::string_view name) { return name.substr(name.rfind('.') + 1); }

std::string_view object_of(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
}

}  // namespace glassformer
