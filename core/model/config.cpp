#include "core/model/config.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/model/config_parts.h"
#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/model/recurrent_cell.h"
#include "core/model/tokenizer_config_read.h"
#include "core/model/weights.h"
#include "core/ops/activation_table.h"

namespace glassformer {

double OwnNumbers::operator[](const OwnNumber& number) const {
    for (const auto& [key, value] : values_)
        if (key == number.key) return value;
    return number.otherwise;
}

void OwnNumbers::set(const OwnNumber& number, double value) {
    const auto at = std::ranges::lower_bound(values_, number.key, {}, &std::pair<std::string_view, double>::first);
    const bool there = at != values_.end() && at->first == number.key;
    if (there && value == number.otherwise)
        values_.erase(at);
    else if (there)
        at->second = value;
    else if (value != number.otherwise)
        values_.emplace(at, number.key, value);
}

namespace {

// Further bounds of what a file may ask for.
constexpr std::int64_t max_heads_width = std::int64_t{1} << 24U;  // n_heads * d_head
constexpr std::size_t max_parameters = std::size_t{1} << 33U;

// What the Hugging Face libraries write into a config without a meaning for the forward pass, and the last two, which are
// ours: where a folder is opened (core/io/model_folder.h) they are read.
constexpr auto bookkeeping = std::to_array<std::string_view>({
    "model_type",        "architectures",        "torch_dtype",   "dtype",           "transformers_version",
    "use_cache",         "bos_token_id",         "eos_token_id",  "pad_token_id",    "unk_token_id",
    "cls_token_id",      "sep_token_id",         "mask_token_id", "is_decoder",      "decoder_start_token_id",
    "initializer_range", "is_encoder_decoder",   "id2label",      "label2id",        "task_specific_params",
    "auto_map",          "tokenizer_class",      "problem_type",  "finetuning_task", "output_attentions",
    "return_dict",       "output_hidden_states", "format",        "glassformer_version",
});

/// Cross-attention is as wide as self-attention, in heads of its own number.
void read_cross_heads(JsonObject& object, ModelConfig& config) {
    config.n_cross_heads = config.n_heads;
    if (config.architecture != Architecture::encoder_decoder) return;
    read_into(object, "n_cross_heads", config);
    if (config.n_cross_heads == config.n_heads) return;
    const int width = config.n_heads * config.d_head;
    if (width % config.n_cross_heads != 0)
        throw object.error("n_cross_heads", std::to_string(config.n_cross_heads) + " does not divide \"n_heads\" · " +
                                                "\"d_head\", which is " + std::to_string(width));
    if (config.n_kv_heads != config.n_heads)
        throw object.error("n_cross_heads", "must be \"n_heads\" " + std::to_string(config.n_heads) +
                                                " where heads share keys (\"n_kv_heads\" " +
                                                std::to_string(config.n_kv_heads) + "), got " +
                                                std::to_string(config.n_cross_heads));
}

void read_sizes(JsonObject& object, ModelConfig& config) {
    const bool two_stacks = has_target(config);
    read_into(object, "vocab_size", config);
    read_into(object, "target_vocab_size", config);
    if (config.architecture == Architecture::lookup)
        config.n_layers = 1;
    else
        read_into(object, "n_layers", config);
    config.n_decoder_layers = config.n_layers;
    if (config.architecture == Architecture::encoder_decoder) read_into(object, "n_decoder_layers", config);
    if (!two_stacks) config.target_vocab_size = config.vocab_size;  // one stack has no target
    read_into(object, "max_seq_len", config);
    read_into(object, "d_model", config);
    if (!is_transformer(config)) {  // what these keys say is not asked of such a model
        config.n_heads = config.n_kv_heads = config.n_cross_heads = 1;
        config.d_head = config.d_model;
        config.d_ff = 4 * config.d_model;
        return;
    }
    read_into(object, "n_heads", config);
    read_into(object, "n_kv_heads", config);
    if (config.n_heads % config.n_kv_heads != 0)
        throw object.error("n_kv_heads", std::to_string(config.n_kv_heads) + " does not divide \"n_heads\" " +
                                             std::to_string(config.n_heads));
    if (!object.has("d_head") && config.d_model % config.n_heads != 0)
        throw object.error("d_model", std::to_string(config.d_model) + " is not divisible by \"n_heads\" " +
                                          std::to_string(config.n_heads) + "; choose others or give \"d_head\"");
    read_into(object, "d_head", config);
    const std::int64_t width = std::int64_t{config.n_heads} * config.d_head;
    if (width > max_heads_width)
        throw object.error("d_head", std::to_string(config.d_head) + " times \"n_heads\" " +
                                         std::to_string(config.n_heads) + " must be at most " +
                                         std::to_string(max_heads_width));
    read_cross_heads(object, config);
    read_into(object, "d_ff", config);
}

/// The keys that no rule ties to others, in the order of the table.
void read_plain(JsonObject& object, ModelConfig& config) {
    for (const ConfigKeyRow& row : all_config_keys())
        if (row.plain && (row.applies == nullptr || row.applies(config))) read_into(object, row.key.name, config);
}

/// What another model than a transformer has of a transformer's keys; the others are unknown to it.
void read_other_than_transformer(JsonObject& object, ModelConfig& config) {
    config.activation = find_activation("relu");
    config.positional.kind = find_positional("none");
    config.mask.kind = find_mask("causal");
    config.norm = Norm::none;
    config.final_norm = false;
    read_plain(object, config);
    if (config.architecture == Architecture::convolution) {
        read_convolution(object.object("convolution"), config);
        if (config.convolution.window == Window::centred) config.mask.kind = find_mask("none");
    } else if (config.architecture == Architecture::lookup) {
        read_lookup(object.object("lookup"), config);
    } else {
        read_recurrent(object.object("recurrent"), config);
    }
}

/// Rules between the keys of attention.
void check_attention(JsonObject& object, const ModelConfig& config) {
    const auto number = [](int n) { return std::to_string(n); };
    if (!config.attention_projections && config.n_heads * config.d_head != config.d_model)
        throw object.error("attention_projections", "is false, so \"n_heads\" times \"d_head\" must be \"d_model\" " +
                                                        number(config.d_model) + ", not " + number(config.n_heads) +
                                                        " times " + number(config.d_head));
    if (!config.attention_projections && config.n_kv_heads != config.n_heads)
        throw object.error("attention_projections", "is false, so \"n_kv_heads\" must be \"n_heads\" " +
                                                        number(config.n_heads) + ", not " + number(config.n_kv_heads));
    const PositionalKind& positional = *config.positional.kind;
    if (config.attention_scale == AttentionScale::qk_fourth_root &&
        (positional.scores != nullptr || positional.distances != nullptr))
        throw object.error("attention_scale",
                           "\"qk_fourth_root\" scales queries and keys alone, and with positional kind \"" +
                               std::string(positional.name) + "\" a score is more than their product");
}

/// Keys that other models than decoders and encoders lack, or that ask something of others.
void read_ties(JsonObject& object, ModelConfig& config) {
    const bool pair = has_target(config);
    for (const char* const key : {"d_embed", "token_types", "parallel_residual", "logit_scale"})
        read_into(object, key, config);
    if (pair) read_into(object, "shared_embeddings", config);
    if (config.token_types > 0 && pair)
        throw object.error("token_types", "is of decoders and encoders: an encoder_decoder has no token types");
    if (config.token_types > 0 && appended_columns(config) > 0)
        throw object.error("token_types", "needs positions that are not appended to the embedding");
    if (config.parallel_residual && pair)
        throw object.error("parallel_residual", "is of decoders and encoders; set it to false in an encoder_decoder");
    if (config.parallel_residual && config.norm != Norm::none && config.norm_placement == NormPlacement::post)
        throw object.error("parallel_residual", "is true, so \"norm_placement\" must be \"pre\"");
    if (config.shared_embeddings && config.vocab_size != config.target_vocab_size)
        throw object.error("shared_embeddings", "is true, so \"target_vocab_size\" must be \"vocab_size\" " +
                                                    std::to_string(config.vocab_size) + ", not " +
                                                    std::to_string(config.target_vocab_size));
}

void read_transformer(JsonObject& object, ModelConfig& config) {
    read_plain(object, config);
    read_positional(object.object("positional"), config);
    read_mask(object.object("mask"), config);
    check_attention(object, config);
    read_ties(object, config);
}

}  // namespace

bool has_target(const ModelConfig& config) {
    return config.architecture == Architecture::encoder_decoder ||
           config.architecture == Architecture::recurrent_encoder_decoder;
}

bool predicts_next_token(const ModelConfig& config) {
    const bool sees_all = config.architecture == Architecture::encoder ||
                          (config.architecture == Architecture::convolution &&
                           config.convolution.window == Window::centred && config.convolution.width > 1);
    return !sees_all && !config.head.classifier && !config.head.none;
}

bool is_transformer(const ModelConfig& config) {
    return config.architecture == Architecture::decoder || config.architecture == Architecture::encoder ||
           config.architecture == Architecture::encoder_decoder;
}

int answer_count(const ModelConfig& config) {
    if (config.head.classifier) return config.head.n_classes;
    if (config.head.none) return 0;
    return has_target(config) ? config.target_vocab_size : config.vocab_size;
}

int hidden_width(const ModelConfig& config) {
    return config.recurrent.cell != nullptr ? config.recurrent.d_hidden : config.d_model;
}

bool pools(const ModelConfig& config) {
    return config.head.classifier || (config.head.none && static_cast<bool>(config.head.transform));
}

bool is_parallel(const ModelConfig& config) { return config.parallel_residual && config.mlp; }

std::string no_logits(const ModelConfig& config) {
    if (!config.head.none) return "";
    return "this model has no output matrix (\"head\" is \"none\"), so there are no logits, no probabilities and no "
           "loss";
}

bool has_probabilities(const ModelConfig& config) { return !config.head.none && config.head.softmax; }

std::string no_loss(const ModelConfig& config) {
    if (has_probabilities(config) || config.head.none) return no_logits(config);
    return "this model's outputs are not classes of which one is right (\"softmax\" of its \"head\" is false), so there "
           "are no probabilities and no loss";
}

ModelConfig parse_config(const std::string& text, const std::string& source) {
    const Json root = parse_json(text, source);
    JsonObject object(root, source);
    const std::string type = object.string("model_type", "glassformer");
    if (type != "glassformer") throw object.error("model_type", "must be \"glassformer\", not " + in_quotes(type));

    ModelConfig config;
    read_into(object, "architecture", config);
    read_sizes(object, config);
    if (is_transformer(config))
        read_transformer(object, config);
    else
        read_other_than_transformer(object, config);
    read_head(object.object("head"), config);
    config.tokenizer = read_tokenizer_config(object);
    object.finish(bookkeeping);

    std::size_t parameters = 0;
    for (const ParameterShape& parameter : parameter_shapes(config)) {
        // Each count is below 2^63, the sum of all of them need not be.
        parameters += parameter.shape.count();
        if (parameters > max_parameters)
            throw Error(source + ": with " + parameter.name + " the model would have " + std::to_string(parameters) +
                        " parameters; at most " + std::to_string(max_parameters) + " are allowed");
    }
    return config;
}

}  // namespace glassformer
