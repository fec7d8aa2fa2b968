#include "core/model/config.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/io/json_object.h"
#include "core/io/json_text.h"
#include "core/mask.h"
#include "core/model/recurrent_cell.h"
#include "core/model/tokenizer_config.h"
#include "core/model/weights.h"
#include "core/ops/activation_table.h"
#include "core/positional.h"

namespace glassformer {

namespace {

// Bounds of sizes that a file may ask for. Beyond them lies no model that this program could show, only a typo or an
// attempt to exhaust the memory.
constexpr std::int64_t max_dimension = std::int64_t{1} << 20U;
constexpr std::int64_t max_layers = 1024;
constexpr std::int64_t max_vocab = std::int64_t{1} << 24U;
constexpr std::int64_t max_heads_width = std::int64_t{1} << 24U;  // n_heads * d_head
constexpr std::size_t max_parameters = std::size_t{1} << 33U;

// Spellings, in the order of the enums.
constexpr std::array<std::string_view, 6> architectures{
    "decoder", "encoder", "encoder_decoder", "recurrent", "recurrent_encoder_decoder", "convolution"};
constexpr std::array<std::string_view, 3> norms{"layernorm", "rmsnorm", "none"};
constexpr std::array<std::string_view, 2> placements{"pre", "post"};
constexpr std::array<std::string_view, 2> eps_placements{"inside_sqrt", "added_to_std"};
constexpr std::array<std::string_view, 2> attention_scales{"sqrt_d_head", "none"};
constexpr std::array<std::string_view, 3> poolings{"mean", "cls", "last"};
constexpr std::array<std::string_view, 4> recurrent_attentions{"none", "additive", "dot", "general"};
constexpr std::array<std::string_view, 2> heads{"lm", "classifier"};
constexpr std::array<std::string_view, 2> layouts{"interleaved", "half"};
constexpr std::array<std::string_view, 3> tokenizers{"automatic", "characters", "words"};

// Encodings that the file format names and the model cannot compute so far.
constexpr std::array<std::string_view, 2> planned_positional{"one_hot", "transformer_xl"};

// What the Hugging Face libraries write into a config without a meaning for the forward pass.
constexpr auto bookkeeping = std::to_array<std::string_view>({
    "model_type",        "architectures",        "torch_dtype",   "dtype",           "transformers_version",
    "use_cache",         "bos_token_id",         "eos_token_id",  "pad_token_id",    "unk_token_id",
    "cls_token_id",      "sep_token_id",         "mask_token_id", "is_decoder",      "decoder_start_token_id",
    "initializer_range", "is_encoder_decoder",   "id2label",      "label2id",        "task_specific_params",
    "auto_map",          "tokenizer_class",      "problem_type",  "finetuning_task", "output_attentions",
    "return_dict",       "output_hidden_states",
});

template <class Enum, std::size_t N>
Enum choose(JsonObject& object, std::string_view key, const std::array<std::string_view, N>& names, Enum otherwise) {
    return static_cast<Enum>(object.choice(key, names, static_cast<int>(otherwise)));
}

template <class Enum, std::size_t N>
std::string_view spelling(const std::array<std::string_view, N>& names, Enum value) {
    return names.at(static_cast<std::size_t>(value));
}

int dimension(JsonObject& object, std::string_view key) {
    return static_cast<int>(object.integer(key, 1, max_dimension));
}
int dimension(JsonObject& object, std::string_view key, int otherwise) {
    return static_cast<int>(object.integer(key, 1, max_dimension, otherwise));
}

/// A row of a table by the name under "kind"; the menu's names in the message where there is none.
template <class Row>
const Row* choose_row(JsonObject& object, std::string_view key, std::span<const Row> rows, std::string_view otherwise) {
    std::vector<std::string_view> names;
    for (const Row& row : rows) names.push_back(row.name);
    const auto standard = std::ranges::find(names, otherwise);
    return &rows[static_cast<std::size_t>(object.choice(key, names, static_cast<int>(standard - names.begin())))];
}

void read_positional(JsonObject object, ModelConfig& config) {
    PositionalConfig& p = config.positional;
    const std::string kind = object.string("kind", "learned");
    if (std::ranges::count(planned_positional, kind))
        throw Error(object.source() + ": positional kind \"" + kind + "\" is not supported yet");
    p.kind = choose_row(object, "kind", all_positional_kinds(), "learned");
    // A key of another kind is checked but not kept, so that equal models have equal configs.
    PositionalConfig given = p;
    given.base = object.number("base", 1, 1e12, p.base);
    given.rotary_dims = static_cast<int>(object.integer("rotary_dims", 2, max_dimension, config.d_head));
    given.layout = choose(object, "layout", layouts, p.layout);
    given.buckets = static_cast<int>(object.integer("buckets", 2, max_dimension, p.buckets));
    given.max_distance = dimension(object, "max_distance", p.max_distance);
    given.clip = dimension(object, "clip", 1);
    object.finish();

    const bool rope = kind == "rope", t5 = kind == "t5", shaw = kind == "shaw";
    if (rope || kind == "sinusoidal") p.base = given.base;
    if (rope) {
        p.rotary_dims = given.rotary_dims;
        p.layout = given.layout;
        if (p.rotary_dims % 2 != 0)
            throw object.error("rotary_dims", "must be even, got " + std::to_string(p.rotary_dims));
        if (p.rotary_dims > config.d_head)
            throw object.error("rotary_dims", "must be at most d_head " + std::to_string(config.d_head) + ", got " +
                                                  std::to_string(p.rotary_dims));
    }
    if (t5) {
        p.buckets = given.buckets;
        p.max_distance = given.max_distance;
        const bool two_sided = config.architecture != Architecture::decoder;
        if (two_sided && (p.buckets < 4 || p.buckets % 2 != 0))
            throw object.error("buckets", "must be even and at least 4 where keys may follow the query, got " +
                                              std::to_string(p.buckets));
        if (p.max_distance <= p.buckets / 2)
            throw object.error("max_distance", "must be more than half the " + std::to_string(p.buckets) +
                                                   " buckets, got " + std::to_string(p.max_distance));
    }
    if (shaw) {
        if (!object.has("clip")) throw object.error("clip", "is missing");
        p.clip = given.clip;
    }
}

void read_mask(JsonObject object, ModelConfig& config) {
    MaskConfig& mask = config.mask;
    mask.kind =
        choose_row(object, "kind", all_masks(), config.architecture == Architecture::encoder ? "none" : "causal");
    const auto size = [&](std::string_view key, bool needed) {
        if (!needed) {
            object.integer(key, 0, max_dimension, 0);  // a key of another kind: checked, not kept
            return 0;
        }
        return dimension(object, key);
    };
    mask.window = size("window", mask.kind->needs_window);
    mask.stride = size("stride", mask.kind->needs_stride);
    mask.prefix = size("prefix", mask.kind->needs_prefix);
    object.finish();
    if (config.architecture == Architecture::encoder_decoder && mask.kind->name != "causal")
        throw object.error("kind", "must be \"causal\" in an encoder_decoder, whose encoder has no mask; got \"" +
                                       std::string(mask.kind->name) + "\"");
}

void read_head(JsonObject object, ModelConfig& config) {
    config.head.classifier = object.choice("kind", heads, 0) == 1;
    const std::int64_t n_classes = object.integer("n_classes", config.head.classifier ? 1 : 0, max_dimension, 0);
    const Pooling pooling = choose(object, "pooling", poolings, config.head.pooling);
    object.finish();
    if (!config.head.classifier) return;
    if (!object.has("n_classes")) throw object.error("n_classes", "is missing");
    config.head.n_classes = static_cast<int>(n_classes);
    config.head.pooling = pooling;
    if (has_target(config)) throw object.error("kind", "must be \"lm\" in an encoder_decoder, got \"classifier\"");
    if (config.tie_embeddings)
        throw object.error("kind", "is \"classifier\", whose weight cannot be tied: set \"tie_embeddings\" to false");
}

/// Cross-attention is as wide as self-attention, in heads of its own number.
void read_cross_heads(JsonObject& object, ModelConfig& config) {
    config.n_cross_heads = config.n_heads;
    if (config.architecture != Architecture::encoder_decoder) return;
    config.n_cross_heads = dimension(object, "n_cross_heads", config.n_heads);
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
    const auto vocab = [&](std::string_view key) { return static_cast<int>(object.integer(key, 1, max_vocab)); };
    const auto layers = [&](std::string_view key) { return static_cast<int>(object.integer(key, 1, max_layers)); };
    const bool two_stacks = has_target(config);
    config.vocab_size = vocab("vocab_size");
    config.target_vocab_size = object.has("target_vocab_size") ? vocab("target_vocab_size") : config.vocab_size;
    config.n_layers = layers("n_layers");
    const bool own_depth = config.architecture == Architecture::encoder_decoder;
    config.n_decoder_layers =
        own_depth && object.has("n_decoder_layers") ? layers("n_decoder_layers") : config.n_layers;
    if (!two_stacks) {  // one stack has no target
        config.target_vocab_size = config.vocab_size;
        config.n_decoder_layers = config.n_layers;
    }
    config.max_seq_len = dimension(object, "max_seq_len");
    config.d_model = dimension(object, "d_model");
    if (!is_transformer(config)) {  // what these keys say is not asked of such a model
        config.n_heads = config.n_kv_heads = config.n_cross_heads = 1;
        config.d_head = config.d_model;
        config.d_ff = 4 * config.d_model;
        return;
    }
    config.n_heads = dimension(object, "n_heads");
    config.n_kv_heads = dimension(object, "n_kv_heads", config.n_heads);
    if (config.n_heads % config.n_kv_heads != 0)
        throw object.error("n_kv_heads", std::to_string(config.n_kv_heads) + " does not divide \"n_heads\" " +
                                             std::to_string(config.n_heads));
    if (!object.has("d_head") && config.d_model % config.n_heads != 0)
        throw object.error("d_model", std::to_string(config.d_model) + " is not divisible by \"n_heads\" " +
                                          std::to_string(config.n_heads) + "; choose others or give \"d_head\"");
    config.d_head = dimension(object, "d_head", config.d_model / config.n_heads);
    const std::int64_t width = std::int64_t{config.n_heads} * config.d_head;
    if (width > max_heads_width)
        throw object.error("d_head", std::to_string(config.d_head) + " times \"n_heads\" " +
                                         std::to_string(config.n_heads) + " must be at most " +
                                         std::to_string(max_heads_width));
    read_cross_heads(object, config);
    config.d_ff = object.has("d_ff") ? dimension(object, "d_ff") : 4 * config.d_model;
}

void read_recurrent(JsonObject object, ModelConfig& config) {
    RecurrentConfig& recurrent = config.recurrent;
    if (!object.has("cell")) throw object.error("cell", "is missing");
    recurrent.cell = choose_row(object, "cell", all_recurrent_cells(), "rnn");
    recurrent.d_hidden = dimension(object, "d_hidden");
    if (config.architecture == Architecture::recurrent_encoder_decoder)
        recurrent.attention = choose(object, "attention", recurrent_attentions, recurrent.attention);
    object.finish();
    const std::int64_t width = std::int64_t{recurrent.cell->gates} * recurrent.d_hidden;
    if (width > max_dimension)
        throw object.error("d_hidden", std::to_string(recurrent.d_hidden) + " times " +
                                           std::to_string(recurrent.cell->gates) + " gates must be at most " +
                                           std::to_string(max_dimension));
    if (config.tie_embeddings && recurrent.d_hidden != config.d_model)
        throw object.error("d_hidden", std::to_string(recurrent.d_hidden) + " must be \"d_model\" " +
                                           std::to_string(config.d_model) + " where \"tie_embeddings\" is true");
}

void read_convolution(JsonObject object, ModelConfig& config) {
    config.convolution.width = dimension(object, "width");
    if (config.convolution.width > config.max_seq_len)
        throw object.error("width", "must be at most max_seq_len (" + std::to_string(config.max_seq_len) + "), got " +
                                        std::to_string(config.convolution.width));
    config.convolution.window = object.boolean("causal", true) ? Window::causal : Window::centred;
    object.finish();
}

/// What a recurrent or convolutional model has of a transformer's keys; the others are unknown to it.
void read_other_than_transformer(JsonObject& object, ModelConfig& config) {
    config.activation = find_activation("relu");
    config.positional.kind = find_positional("none");
    config.mask.kind = find_mask("causal");
    config.norm = Norm::none;
    config.final_norm = false;
    config.head_bias = object.boolean("head_bias", config.head_bias);
    config.tie_embeddings = object.boolean("tie_embeddings", config.tie_embeddings);
    if (config.architecture == Architecture::convolution) {
        config.activation = choose_row(object, "activation", all_activations(), "relu");
        config.residual = object.boolean("residual", config.residual);
        read_convolution(object.object("convolution"), config);
        if (config.convolution.window == Window::centred) config.mask.kind = find_mask("none");
    } else {
        read_recurrent(object.object("recurrent"), config);
    }
}

void read_transformer(JsonObject& object, ModelConfig& config) {
    config.norm = choose(object, "norm", norms, config.norm);
    config.norm_placement = choose(object, "norm_placement", placements, config.norm_placement);
    config.norm_eps = static_cast<float>(object.number("norm_eps", 0, 1, shortest_decimal(config.norm_eps)));
    config.norm_eps_placement = choose(object, "norm_eps_placement", eps_placements, config.norm_eps_placement);
    config.final_norm = object.boolean("final_norm", config.norm_placement == NormPlacement::pre);
    config.activation = choose_row(object, "activation", all_activations(), "gelu");
    config.gated_mlp = object.boolean("gated_mlp", config.gated_mlp);
    config.mlp = object.boolean("mlp", config.mlp);
    config.residual = object.boolean("residual", config.residual);
    config.attention_scale = choose(object, "attention_scale", attention_scales, config.attention_scale);
    config.attention_bias = object.boolean("attention_bias", config.attention_bias);
    config.mlp_bias = object.boolean("mlp_bias", config.mlp_bias);
    config.head_bias = object.boolean("head_bias", config.head_bias);
    config.scale_embeddings = object.boolean("scale_embeddings", config.scale_embeddings);
    config.tie_embeddings = object.boolean("tie_embeddings", config.tie_embeddings);
    config.shared_layers = object.boolean("shared_layers", config.shared_layers);
    read_positional(object.object("positional"), config);
    read_mask(object.object("mask"), config);
}

void write_transformer(nlohmann::ordered_json& root, const ModelConfig& config) {
    using json = nlohmann::ordered_json;
    root["n_heads"] = config.n_heads;
    root["n_kv_heads"] = config.n_kv_heads;
    if (config.n_cross_heads != config.n_heads) root["n_cross_heads"] = config.n_cross_heads;
    root["d_head"] = config.d_head;
    root["d_ff"] = config.d_ff;
    root["norm"] = spelling(norms, config.norm);
    root["norm_placement"] = spelling(placements, config.norm_placement);
    root["norm_eps"] = shortest_decimal(config.norm_eps);
    root["norm_eps_placement"] = spelling(eps_placements, config.norm_eps_placement);
    root["final_norm"] = config.final_norm;
    root["activation"] = config.activation->name;
    root["gated_mlp"] = config.gated_mlp;
    root["mlp"] = config.mlp;
    root["residual"] = config.residual;

    const PositionalConfig& p = config.positional;
    json& positional = root["positional"];
    positional["kind"] = p.kind->name;
    if (p.kind->name == "sinusoidal" || p.kind->name == "rope") positional["base"] = p.base;
    if (p.kind->name == "rope") {
        positional["rotary_dims"] = p.rotary_dims;
        positional["layout"] = spelling(layouts, p.layout);
    }
    if (p.kind->name == "t5") {
        positional["buckets"] = p.buckets;
        positional["max_distance"] = p.max_distance;
    }
    if (p.kind->name == "shaw") positional["clip"] = p.clip;

    json& mask = root["mask"];
    mask["kind"] = config.mask.kind->name;
    if (config.mask.kind->needs_window) mask["window"] = config.mask.window;
    if (config.mask.kind->needs_stride) mask["stride"] = config.mask.stride;
    if (config.mask.kind->needs_prefix) mask["prefix"] = config.mask.prefix;

    root["attention_scale"] = spelling(attention_scales, config.attention_scale);
    root["attention_bias"] = config.attention_bias;
    root["mlp_bias"] = config.mlp_bias;
    root["scale_embeddings"] = config.scale_embeddings;
    root["shared_layers"] = config.shared_layers;
}

void write_other_than_transformer(nlohmann::ordered_json& root, const ModelConfig& config) {
    if (config.architecture == Architecture::convolution) {
        root["activation"] = config.activation->name;
        root["residual"] = config.residual;
        root["convolution"] = {{"width", config.convolution.width},
                               {"causal", config.convolution.window == Window::causal}};
        return;
    }
    nlohmann::ordered_json& recurrent = root["recurrent"];
    recurrent["cell"] = config.recurrent.cell->name;
    recurrent["d_hidden"] = config.recurrent.d_hidden;
    if (config.architecture == Architecture::recurrent_encoder_decoder)
        recurrent["attention"] = spelling(recurrent_attentions, config.recurrent.attention);
}

}  // namespace

TokenizerConfig read_tokenizer_config(JsonObject& config) {
    TokenizerConfig result;
    JsonObject object = config.object("tokenizer");
    result.kind = choose(object, "kind", tokenizers, result.kind);
    result.lowercase = object.boolean("lowercase", result.lowercase);
    result.split = object.strings("split");
    result.split_front = object.strings("split_front");
    for (const std::string& ending : result.split)
        if (ending.empty()) throw object.error("split", "must not hold an empty ending");
    for (const std::string& beginning : result.split_front)
        if (beginning.empty()) throw object.error("split_front", "must not hold an empty beginning");
    result.unknown = object.string("unknown", "");
    result.start = object.string("start", "");
    result.end = object.string("end", "");
    object.finish();
    return result;
}

bool has_target(const ModelConfig& config) {
    return config.architecture == Architecture::encoder_decoder ||
           config.architecture == Architecture::recurrent_encoder_decoder;
}

bool predicts_next_token(const ModelConfig& config) {
    const bool sees_all = config.architecture == Architecture::encoder ||
                          (config.architecture == Architecture::convolution &&
                           config.convolution.window == Window::centred && config.convolution.width > 1);
    return !sees_all && !config.head.classifier;
}

bool is_transformer(const ModelConfig& config) {
    return config.architecture == Architecture::decoder || config.architecture == Architecture::encoder ||
           config.architecture == Architecture::encoder_decoder;
}

int head_width(const ModelConfig& config) {
    return config.recurrent.cell != nullptr ? config.recurrent.d_hidden : config.d_model;
}

ModelConfig parse_config(const std::string& text, const std::string& source) {
    const nlohmann::json root = parse_json(text, source);
    JsonObject object(root, source);
    const std::string type = object.string("model_type", "glassformer");
    if (type != "glassformer") throw object.error("model_type", "must be \"glassformer\", not " + in_quotes(type));

    ModelConfig config;
    config.architecture = static_cast<Architecture>(object.choice("architecture", architectures, -1));
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

std::string config_json(const ModelConfig& config) {
    using json = nlohmann::ordered_json;
    json root;
    root["model_type"] = "glassformer";
    root["architecture"] = spelling(architectures, config.architecture);
    root["vocab_size"] = config.vocab_size;
    if (has_target(config)) root["target_vocab_size"] = config.target_vocab_size;
    root["d_model"] = config.d_model;
    root["n_layers"] = config.n_layers;
    if (config.architecture == Architecture::encoder_decoder) root["n_decoder_layers"] = config.n_decoder_layers;
    root["max_seq_len"] = config.max_seq_len;
    if (is_transformer(config))
        write_transformer(root, config);
    else
        write_other_than_transformer(root, config);
    root["head_bias"] = config.head_bias;
    root["tie_embeddings"] = config.tie_embeddings;

    json& head = root["head"];
    head["kind"] = spelling(heads, config.head.classifier ? 1 : 0);
    if (config.head.classifier) {
        head["n_classes"] = config.head.n_classes;
        head["pooling"] = spelling(poolings, config.head.pooling);
    }
    if (config.tokenizer != TokenizerConfig{}) {
        json& tokenizer = root["tokenizer"];
        if (config.tokenizer.kind != TokenizerConfig::Kind::automatic)
            tokenizer["kind"] = spelling(tokenizers, config.tokenizer.kind);
        if (config.tokenizer.lowercase) tokenizer["lowercase"] = true;
        if (!config.tokenizer.split.empty()) tokenizer["split"] = config.tokenizer.split;
        if (!config.tokenizer.split_front.empty()) tokenizer["split_front"] = config.tokenizer.split_front;
        if (!config.tokenizer.unknown.empty()) tokenizer["unknown"] = config.tokenizer.unknown;
        if (!config.tokenizer.start.empty()) tokenizer["start"] = config.tokenizer.start;
        if (!config.tokenizer.end.empty()) tokenizer["end"] = config.tokenizer.end;
    }
    return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace glassformer
