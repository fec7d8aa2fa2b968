#include "core/model/weights.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/model/config.h"
#include "core/model/positional.h"
#include "core/model/recurrent_cell.h"

namespace glassformer {

namespace {

struct Row {
    std::string name;
    Shape shape;
    std::string symbol;
    ModelPart part;
    Initial initial;
    int n_layers;           // of the stack the parameter belongs to
    int joint_width = 0;    // columns of the matrices that start as one with this one; 0: it stands alone
    float number = 0;       // of Initial::constant and uniform
    int forget_first = -1;  // where a forget gate's bias begins; -1: there is none
};

/// The table of docs/formats.md, written down once: names, shapes, symbols and initial values come from the same walk.
class Walk {
public:
    explicit Walk(const ModelConfig& config) : config_(config) {}

    std::vector<Row> rows() {
        if (!is_transformer(config_)) return others();
        if (config_.architecture != Architecture::encoder_decoder) {
            stack("", config_.vocab_size, config_.n_layers, "attn", false);
            head("");
            return std::move(rows_);
        }
        stack("encoder.", config_.vocab_size, config_.n_layers, "self_attn", false);
        stack("decoder.", config_.target_vocab_size, config_.n_decoder_layers, "self_attn", true);
        head("decoder.");
        return std::move(rows_);
    }

private:
    void add(std::string name, const Shape& shape, Initial initial, std::string symbol) {
        rows_.push_back({.name = std::move(name),
                         .shape = shape,
                         .symbol = std::move(symbol),
                         .part = part_,
                         .initial = initial,
                         .n_layers = layers_});
    }

    // --- recurrent and convolutional models, and a look-up table

    std::vector<Row> others() {
        const RecurrentConfig& recurrent = config_.recurrent;
        if (config_.architecture == Architecture::convolution) {
            embedding("", config_.vocab_size);
            for (int l = 0; l < config_.n_layers; ++l) convolution("conv." + std::to_string(l) + ".");
            head("");
            return std::move(rows_);
        }
        if (config_.architecture == Architecture::lookup) {
            const Dimension entries{Axis::entry, config_.lookup.entries};
            embedding("", config_.vocab_size);
            part_ = ModelPart::lookup;
            add("lookup.keys.weight", {entries, d_model_}, Initial::standard, "K");
            add("lookup.values.weight", {entries, d_model_}, Initial::standard, "V");
            head("");
            return std::move(rows_);
        }
        if (config_.architecture == Architecture::recurrent) {
            recurrent_stack("", config_.vocab_size);
            head("");
            return std::move(rows_);
        }
        recurrent_stack("encoder.", config_.vocab_size);
        recurrent_stack("decoder.", config_.target_vocab_size);
        if (recurrent.attention != RecurrentAttention::none) {
            const std::string attention = "decoder.cross_attn.";
            part_ = ModelPart::attention;
            const Dimension d_hidden{Axis::d_hidden, recurrent.d_hidden}, heads{Axis::heads, recurrent.d_hidden};
            if (recurrent.attention == RecurrentAttention::additive)
                uniform(attention + "q.weight", {d_hidden, heads}, recurrent.d_hidden, "W^{Q}");
            if (recurrent.attention != RecurrentAttention::dot)
                uniform(attention + "k.weight", {d_hidden, heads}, recurrent.d_hidden, "W^{K}");
            if (recurrent.attention == RecurrentAttention::additive)
                uniform(attention + "score.weight", {{Axis::d_head, recurrent.d_hidden}}, recurrent.d_hidden, "v");
            uniform(attention + "o.weight", {{Axis::d_hidden, 2 * recurrent.d_hidden}, d_hidden},
                    2 * recurrent.d_hidden, "W^{O}");
        }
        head("decoder.");
        return std::move(rows_);
    }

    /// Within ±1/√fan_in.
    void uniform(std::string name, const Shape& shape, double fan_in, std::string symbol) {
        add(std::move(name), shape, Initial::uniform, std::move(symbol));
        rows_.back().number = static_cast<float>(1 / std::sqrt(fan_in));
    }

    void embedding(const std::string& prefix, int vocab_size) {
        layers_ = config_.n_layers;
        part_ = ModelPart::embeddings;
        add(prefix + "embed.tokens.weight", {{Axis::vocab, vocab_size}, d_model_}, Initial::standard, "E");
    }

    void recurrent_stack(const std::string& prefix, int vocab_size) {
        embedding(prefix, vocab_size);
        part_ = ModelPart::recurrent;
        const int d = config_.recurrent.d_hidden;
        const RecurrentCell& cell = *config_.recurrent.cell;
        const Dimension d_hidden{Axis::d_hidden, d}, gates{Axis::gates, cell.gates * d};
        for (int l = 0; l < config_.n_layers; ++l) {
            const std::string layer = prefix + "rnn." + std::to_string(l) + ".";
            uniform(layer + "input.weight", {l == 0 ? d_model_ : d_hidden, gates}, d, "W^{x}");
            uniform(layer + "input.bias", {gates}, d, "b^{x}");
            if (cell.forget_gate >= 0) rows_.back().forget_first = cell.forget_gate * d;
            if (prefix == "decoder." && l == 0 && config_.recurrent.attention == RecurrentAttention::additive)
                uniform(layer + "context.weight", {d_hidden, gates}, d, "W^{c}");
            uniform(layer + "recurrent.weight", {d_hidden, gates}, d, "W^{h}");
            uniform(layer + "recurrent.bias", {gates}, d, "b^{h}");
        }
    }

    void convolution(const std::string& layer) {
        part_ = ModelPart::convolution;
        const double fan_in = static_cast<double>(config_.convolution.width) * config_.d_model;
        uniform(layer + "weight", {{Axis::offset, config_.convolution.width}, d_model_, d_model_}, fan_in, "W");
        uniform(layer + "bias", {d_model_}, fan_in, "b");
    }

    void stack(const std::string& prefix, int vocab_size, int n_layers, const std::string& attention, bool crossed) {
        layers_ = n_layers;
        part_ = ModelPart::embeddings;
        const bool own_table = !(config_.shared_embeddings && prefix == "decoder.");
        const Dimension d_embed{Axis::d_embed, config_.d_embed};
        if (own_table)
            add(prefix + "embed.tokens.weight", {{Axis::vocab, vocab_size}, config_.d_embed > 0 ? d_embed : d_model_},
                Initial::embedding, "E");
        if (config_.d_embed > 0) linear(prefix + "embed.project", d_embed, d_model_, false, Initial::matrix, "_{E}");
        positional(prefix, false);
        if (config_.token_types > 0)
            add(prefix + "embed.types.weight", {{Axis::token_type, config_.token_types}, d_model_}, Initial::embedding,
                "W_{T}");
        if (const int columns = appended_columns(config_); columns > 0)
            linear(prefix + "embed.input", {Axis::d_joined, config_.d_model + columns}, d_model_, false,
                   Initial::matrix, "_{X}");
        norm(prefix + "embed.norm", config_.embed_norm);
        for (int l = 0; l < (config_.shared_layers ? 1 : n_layers); ++l) {
            const std::string block = prefix + "blocks." + std::to_string(l) + ".";
            norm(block + "norm1");
            self_attention(block + attention + ".", l);
            norm(block + "norm2", crossed || config_.mlp);
            if (crossed) {
                projections(block + "cross_attn.", true);
                norm(block + "norm3", config_.mlp);
            }
            if (config_.mlp) mlp(block + "mlp.");
        }
        norm(prefix + "final_norm", config_.final_norm);
    }

    void norm(const std::string& name, bool present = true) {
        if (!present || config_.norm == Norm::none) return;
        part_ = ModelPart::norms;
        add(name + ".weight", {d_model_}, Initial::one, "γ");
        if (config_.norm == Norm::layernorm) add(name + ".bias", {d_model_}, Initial::zero, "β");
    }

    /// `index` completes the symbols of weight and bias: "^{Q}" makes W^{Q} and b^{Q}.
    void linear(const std::string& name, Dimension in, Dimension out, bool bias, Initial initial = Initial::matrix,
                const char* index = nullptr) {
        const auto symbol = [&](const char* letter) { return index == nullptr ? "" : std::string(letter) + index; };
        add(name + ".weight", {in, out}, initial, symbol("W"));
        if (bias) add(name + ".bias", {out}, Initial::zero, symbol("b"));
    }

    void projections(const std::string& attention, bool across = false) {
        part_ = ModelPart::attention;
        if (!config_.attention_projections) return;
        const Dimension queries{Axis::heads, config_.n_heads * config_.d_head};
        const Dimension keys{Axis::heads, config_.n_kv_heads * config_.d_head};
        const std::size_t first = rows_.size();
        linear(attention + "q", d_model_, queries, config_.attention_bias, Initial::matrix, "^{Q}");
        const std::size_t after_queries = rows_.size();
        linear(attention + "k", d_model_, keys, config_.attention_bias, Initial::matrix, "^{K}");
        linear(attention + "v", d_model_, keys, config_.attention_bias, Initial::matrix, "^{V}");
        const int queried = across ? 0 : queries.size;
        for (std::size_t row = across ? after_queries : first; row < rows_.size(); ++row)
            rows_[row].joint_width = queried + 2 * keys.size;
        linear(attention + "o", queries, d_model_, config_.attention_out_bias, Initial::onto_residual, "^{O}");
    }

    void self_attention(const std::string& attention, int layer) {
        projections(attention);
        if (layer == 0 || !config_.positional.shared) positional(attention, true);
    }

    /// What the encoding learns in a block, or in the model.
    void positional(const std::string& prefix, bool in_block) {
        for (const PositionalParameter& parameter : config_.positional.kind->parameters) {
            if (parameter.in_block != in_block) continue;
            add(prefix + parameter.name, parameter.shape(config_), parameter.initial, parameter.symbol);
            if (parameter.number != nullptr) rows_.back().number = static_cast<float>(parameter.number(config_));
        }
    }

    void mlp(const std::string& prefix) {
        part_ = ModelPart::mlp;
        const Dimension d_ff{Axis::d_ff, config_.d_ff};
        linear(prefix + "in", d_model_, d_ff, config_.mlp_bias, Initial::matrix, "_{in}");
        if (config_.gated_mlp) linear(prefix + "gate", d_model_, d_ff, config_.mlp_bias, Initial::matrix, "_{gate}");
        linear(prefix + "out", d_ff, d_model_, config_.mlp_bias, Initial::onto_residual, "_{out}");
    }

    void head(const std::string& prefix) {
        part_ = ModelPart::head;
        const bool recurrent = config_.recurrent.cell != nullptr;
        const Dimension hidden{recurrent ? Axis::d_hidden : Axis::d_model, hidden_width(config_)};
        if (pools(config_) && config_.head.pooling == Pooling::weighted)  // starts as the mean
            add("pool.weight", {{Axis::position, config_.max_seq_len}}, Initial::zero, "w");
        if (pools(config_) && config_.head.pooling == Pooling::query)
            add("pool.query", {hidden}, Initial::embedding, "q");
        if (config_.head.transform) {
            linear(prefix + "head.transform", hidden, hidden, true, Initial::matrix, "_{H}");
            norm(prefix + "head.transform.norm", config_.head.transform.norm);
            part_ = ModelPart::head;
        }
        const Dimension in = config_.d_embed > 0 ? Dimension{Axis::d_embed, config_.d_embed} : hidden;
        if (config_.d_embed > 0) linear(prefix + "head.project", hidden, in, false, Initial::matrix, "_{D}");
        if (!config_.head.none) unembedding(prefix, in);
    }

    /// The output matrix.
    void unembedding(const std::string& prefix, Dimension in) {
        const Dimension out = config_.head.classifier ? Dimension{Axis::classes, config_.head.n_classes}
                                                      : Dimension{Axis::vocab, config_.target_vocab_size};
        // U: unembedding. A classifier's matrix leads to no vocabulary.
        const char* const symbol = config_.head.classifier ? "W_{class}" : "W_{U}";
        const char* const bias_symbol = config_.head.classifier ? "b_{class}" : "b_{U}";
        const bool transformer = is_transformer(config_);
        if (!config_.tie_embeddings) {
            if (transformer)
                add(prefix + "head.weight", {in, out}, Initial::matrix, symbol);
            else
                uniform(prefix + "head.weight", {in, out}, in.size, symbol);
        }
        if (!config_.head_bias) return;
        if (transformer)
            add(prefix + "head.bias", {out}, Initial::zero, bias_symbol);
        else
            uniform(prefix + "head.bias", {out}, in.size, bias_symbol);
    }

    const ModelConfig& config_;
    const Dimension d_model_{Axis::d_model, config_.d_model};
    int layers_ = 0;                    // of the stack that the next parameters belong to
    ModelPart part_ = ModelPart::none;  // … and the part
    std::vector<Row> rows_;
};

float xavier_bound(const Row& row, bool joint) {
    const int width = joint && row.joint_width > 0 ? row.joint_width : row.shape.cols();
    return std::sqrt(6.0F / static_cast<float>(row.shape.size(0) + width));
}

}  // namespace

const Parameter* Weights::find(std::string_view name) const {
    const auto found = std::ranges::find(parameters, name, &Parameter::name);
    return found == parameters.end() ? nullptr : &*found;
}

std::size_t Weights::count() const {
    std::size_t sum = 0;
    for (const Parameter& parameter : parameters) sum += parameter.shape.count();
    return sum;
}

bool Weights::any_not_finite() const {
    return std::ranges::any_of(parameters, [](const Parameter& parameter) {
        const std::size_t count = parameter.shape.count();
        return !std::all_of(parameter.data, parameter.data + count, [](float value) { return std::isfinite(value); });
    });
}

std::vector<ParameterShape> parameter_shapes(const ModelConfig& config) {
    std::vector<ParameterShape> result;
    for (Row& row : Walk(config).rows())
        result.push_back({std::move(row.name), row.shape, std::move(row.symbol), row.part});
    return result;
}

Weights initial_weights(const ModelConfig& config, std::uint64_t seed, const InitOptions& options) {
    Random random(seed);  // drawn in the order of the parameters
    Weights weights;
    for (const Row& row : Walk(config).rows()) {
        const auto tensor = std::make_shared<Tensor>(row.shape);
        const bool embedding = row.initial == Initial::embedding;
        float std = embedding && options.embedding_std > 0 ? options.embedding_std : options.std;
        float bound = xavier_bound(row, options.matrices == MatrixInit::xavier_joint);
        if (row.initial == Initial::onto_residual && options.scale_residual) {
            const float divisor = std::sqrt(2.0F * static_cast<float>(row.n_layers));
            std /= divisor;
            bound /= divisor;
        }
        const bool uniform = !embedding && options.matrices != MatrixInit::normal;
        for (float& value : tensor->data) {
            if (row.initial == Initial::zero)
                value = 0;
            else if (row.initial == Initial::one)
                value = 1;
            else if (row.initial == Initial::constant)
                value = row.number;
            else if (row.initial == Initial::uniform)
                value = row.number * (2 * static_cast<float>(random.uniform()) - 1);
            else if (row.initial == Initial::standard)
                value = random.normal();
            else if (uniform)
                value = bound * static_cast<float>(2 * random.uniform() - 1);
            else
                value = std * random.normal();
        }
        if (row.forget_first >= 0)
            for (int c = 0; c < config.recurrent.d_hidden; ++c)
                tensor->data[static_cast<std::size_t>(row.forget_first + c)] += options.forget_bias;
        weights.parameters.push_back({row.name, row.shape, tensor->data.data(), tensor});
    }
    return weights;
}

}  // namespace glassformer
