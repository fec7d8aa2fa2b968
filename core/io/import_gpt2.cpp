#include "core/io/import_gpt2.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/base/error.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/model/tokenizer_config_read.h"
#include "core/ops/activation_table.h"

namespace glassformer {

namespace {

struct ActivationName {
    std::string_view theirs, ours;
};
constexpr std::array activation_names{
    ActivationName{"gelu_new", "gelu_tanh"}, ActivationName{"gelu_pytorch_tanh", "gelu_tanh"},
    ActivationName{"gelu", "gelu"},          ActivationName{"relu", "relu"},
    ActivationName{"silu", "silu"},          ActivationName{"swish", "silu"},
};

/// Their tensors on the way to our parameters.
class Import {
public:
    Import(const SafetensorsFile& file, int d_model) : file_(file), d_model_(d_model) {
        const auto prefixed = [](const StoredTensor& tensor) { return tensor.name.starts_with("transformer."); };
        prefix_ = std::ranges::any_of(file.tensors(), prefixed) ? "transformer." : "";
    }

    void copy(const std::string& theirs, const Parameter& ours) { keep(ours, take(prefix_ + theirs, ours.shape)); }

    // Columns first … first+count of their matrix (or entries of their bias): q, k and v lie beside each other.
    void columns(const std::string& theirs, const Parameter& ours, int part) {
        Shape whole = ours.shape;
        const int last = whole.rank() - 1;
        const Dimension columns = whole[last];
        whole = whole.with(last, {columns.axis, 3 * columns.size});
        const StoredTensor& source = take(prefix_ + theirs, whole);
        const auto tensor = std::make_shared<Tensor>(ours.shape);
        const auto width = static_cast<std::size_t>(columns.size);
        for (std::size_t row = 0; row < ours.shape.rows(); ++row)
            std::copy_n(source.data + (3 * row + static_cast<std::size_t>(part)) * width, width,
                        tensor->data.begin() + static_cast<std::ptrdiff_t>(row * width));
        keep(ours, tensor);
    }

    void head(const Parameter& ours) {
        const Dimension vocab = ours.shape[1];
        const StoredTensor& source = take("lm_head.weight", Shape{vocab, {Axis::d_model, d_model_}});
        const auto tensor = std::make_shared<Tensor>(ours.shape);
        const auto n = static_cast<std::size_t>(vocab.size), d = static_cast<std::size_t>(d_model_);
        for (std::size_t token = 0; token < n; ++token)
            for (std::size_t c = 0; c < d; ++c) tensor->data[c * n + token] = source.data[token * d + c];
        keep(ours, tensor);
    }

    Weights weights() { return std::move(weights_); }

    /// Names of tensors that nobody took, but for the masks and the tied head that these files carry along.
    std::vector<std::string> unused() const {
        std::vector<std::string> names;
        for (const StoredTensor& tensor : file_.tensors())
            if (!taken_.contains(tensor.name) && !tensor.name.ends_with(".attn.bias") &&
                !tensor.name.ends_with(".attn.masked_bias") && tensor.name != "lm_head.weight")
                names.push_back(tensor.name);
        return names;
    }

private:
    const StoredTensor& take(const std::string& name, const Shape& shape) {
        taken_.insert(name);
        return file_.floats(name, shape);
    }
    void keep(const Parameter& ours, const StoredTensor& tensor) {
        weights_.parameters.push_back({ours.name, ours.shape, tensor.data, tensor.owner});
    }
    void keep(const Parameter& ours, const std::shared_ptr<Tensor>& tensor) {
        weights_.parameters.push_back({ours.name, ours.shape, tensor->data.data(), tensor});
    }

    const SafetensorsFile& file_;
    int d_model_;
    std::string prefix_;
    std::set<std::string, std::less<>> taken_;
    Weights weights_;
};

// How they call what follows "blocks.{l}." in our name; part: which third of the columns, -1 for all.
struct BlockName {
    std::string_view ours, theirs;
    int part = -1;
};
constexpr std::array block_names{
    BlockName{"norm1.", "ln_1."},
    BlockName{"attn.q.", "attn.c_attn.", 0},
    BlockName{"attn.k.", "attn.c_attn.", 1},
    BlockName{"attn.v.", "attn.c_attn.", 2},
    BlockName{"attn.o.", "attn.c_proj."},
    BlockName{"norm2.", "ln_2."},
    BlockName{"mlp.in.", "mlp.c_fc."},
    BlockName{"mlp.out.", "mlp.c_proj."},
};

}  // namespace

ModelConfig gpt2_config(const std::string& text, const std::string& source) {
    constexpr std::int64_t most = std::int64_t{1} << 20U;
    Json root = parse_json(text, source);
    if (const Json* inner = root.find("n_inner"); inner != nullptr && inner->is_null()) root.erase("n_inner");
    JsonObject object(root, source);
    const auto size = [&](std::string_view key) { return static_cast<int>(object.integer(key, 1, most)); };

    ModelConfig config;
    config.architecture = Architecture::decoder;
    config.vocab_size = static_cast<int>(object.integer("vocab_size", 1, std::int64_t{1} << 24U));
    config.target_vocab_size = config.vocab_size;
    config.max_seq_len = size("n_positions");
    config.n_layers = static_cast<int>(object.integer("n_layer", 1, 1024));
    config.n_decoder_layers = config.n_layers;
    config.d_model = size("n_embd");
    config.n_heads = size("n_head");
    if (config.d_model % config.n_heads != 0)
        throw object.error("n_embd", std::to_string(config.d_model) + " is not divisible by \"n_head\" " +
                                         std::to_string(config.n_heads));
    config.n_kv_heads = config.n_cross_heads = config.n_heads;
    config.d_head = config.d_model / config.n_heads;
    config.d_ff = object.has("n_inner") ? size("n_inner") : 4 * config.d_model;
    config.norm_eps = static_cast<float>(object.number("layer_norm_epsilon", 0, 1, 1e-5));

    std::vector<std::string_view> names;
    names.reserve(activation_names.size());
    for (const ActivationName& name : activation_names) names.push_back(name.theirs);
    const int activation = object.choice("activation_function", names, 0);
    config.activation = find_activation(activation_names.at(static_cast<std::size_t>(activation)).ours);

    config.positional.kind = find_positional("learned");
    config.mask.kind = find_mask("causal");
    config.tie_embeddings = object.boolean("tie_word_embeddings", true);
    if (!object.boolean("scale_attn_weights", true)) config.attention_scale = AttentionScale::none;
    for (const std::string_view key : {"scale_attn_by_inverse_layer_idx", "add_cross_attention"})
        if (object.boolean(key, false)) throw object.error(key, "is not supported");
    config.tokenizer = read_tokenizer_config(object);
    return config;
}

Weights gpt2_weights(const ModelConfig& config, const SafetensorsFile& file, std::vector<std::string>& warnings) {
    Import import(file, config.d_model);
    for (const ParameterShape& parameter : parameter_shapes(config)) {
        const Parameter ours{parameter.name, parameter.shape, nullptr, nullptr};
        const std::string& name = ours.name;
        if (name == "embed.tokens.weight")
            import.copy("wte.weight", ours);
        else if (name == "embed.positions.weight")
            import.copy("wpe.weight", ours);
        else if (name.starts_with("final_norm."))
            import.copy("ln_f." + name.substr(11), ours);
        else if (name == "head.weight")
            import.head(ours);
        else {
            const std::size_t layer_end = name.find('.', 7) + 1;  // "blocks.12."
            const std::string rest = name.substr(layer_end);
            const auto row =
                std::ranges::find_if(block_names, [&](const BlockName& b) { return rest.starts_with(b.ours); });
            if (row == block_names.end()) throw Error("GPT-2 has no parameter " + in_quotes(name));
            const std::string theirs =
                "h." + name.substr(7, layer_end - 7) + std::string(row->theirs) + rest.substr(row->ours.size());
            if (row->part < 0)
                import.copy(theirs, ours);
            else
                import.columns(theirs, ours, row->part);
        }
    }
    for (const std::string& name : import.unused())
        warnings.push_back(file.path() + ": the tensor " + in_quotes(name) + " is not part of GPT-2 and is not used");
    return import.weights();
}

}  // namespace glassformer
