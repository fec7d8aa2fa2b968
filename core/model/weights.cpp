#include "core/model/weights.h"

#include <algorithm>
#include <cmath>

#include "core/model/config.h"
#include "core/positional.h"
#include "core/random.h"

namespace glassformer {

namespace {

enum class Initial { zero, one, normal, onto_residual };  // onto_residual: normal, divided by √(2L)

struct Row {
    std::string name;
    Shape shape;
    Initial initial;
    int n_layers;  // of the stack the parameter belongs to
};

/// The table of docs/formats.md, written down once: names, shapes and initial values come from the same walk.
class Walk {
public:
    explicit Walk(const ModelConfig& config) : config_(config) {}

    std::vector<Row> rows() {
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
    void add(std::string name, const Shape& shape, Initial initial) {
        rows_.push_back({std::move(name), shape, initial, layers_});
    }

    void stack(const std::string& prefix, int vocab_size, int n_layers, const std::string& attention, bool crossed) {
        layers_ = n_layers;
        add(prefix + "embed.tokens.weight", {{Axis::vocab, vocab_size}, d_model_}, Initial::normal);
        const PositionalKind& positional = *config_.positional.kind;
        if (positional.parameter_shape && !positional.parameter_in_block)
            add(prefix + positional.parameter, positional.parameter_shape(config_), Initial::normal);
        for (int l = 0; l < (config_.shared_layers ? 1 : n_layers); ++l) {
            const std::string block = prefix + "blocks." + std::to_string(l) + ".";
            norm(block + "norm1");
            self_attention(block + attention + ".");
            norm(block + "norm2", crossed || config_.mlp);
            if (crossed) {
                projections(block + "cross_attn.");
                norm(block + "norm3", config_.mlp);
            }
            if (config_.mlp) mlp(block + "mlp.");
        }
        norm(prefix + "final_norm", config_.final_norm);
    }

    void norm(const std::string& name, bool present = true) {
        if (!present || config_.norm == Norm::none) return;
        add(name + ".weight", {d_model_}, Initial::one);
        if (config_.norm == Norm::layernorm) add(name + ".bias", {d_model_}, Initial::zero);
    }

    void linear(const std::string& name, Dimension in, Dimension out, bool bias, Initial initial = Initial::normal) {
        add(name + ".weight", {in, out}, initial);
        if (bias) add(name + ".bias", {out}, Initial::zero);
    }

    void projections(const std::string& attention) {
        const Dimension queries{Axis::heads, config_.n_heads * config_.d_head};
        const Dimension keys{Axis::heads, config_.n_kv_heads * config_.d_head};
        linear(attention + "q", d_model_, queries, config_.attention_bias);
        linear(attention + "k", d_model_, keys, config_.attention_bias);
        linear(attention + "v", d_model_, keys, config_.attention_bias);
        linear(attention + "o", queries, d_model_, config_.attention_bias, Initial::onto_residual);
    }

    void self_attention(const std::string& attention) {
        projections(attention);
        const PositionalKind& positional = *config_.positional.kind;
        if (positional.parameter_shape && positional.parameter_in_block)
            add(attention + positional.parameter, positional.parameter_shape(config_), Initial::normal);
    }

    void mlp(const std::string& prefix) {
        const Dimension d_ff{Axis::d_ff, config_.d_ff};
        linear(prefix + "in", d_model_, d_ff, config_.mlp_bias);
        if (config_.gated_mlp) linear(prefix + "gate", d_model_, d_ff, config_.mlp_bias);
        linear(prefix + "out", d_ff, d_model_, config_.mlp_bias, Initial::onto_residual);
    }

    void head(const std::string& prefix) {
        const Dimension out = config_.head.classifier ? Dimension{Axis::classes, config_.head.n_classes}
                                                      : Dimension{Axis::vocab, config_.target_vocab_size};
        if (!config_.tie_embeddings) add(prefix + "head.weight", {d_model_, out}, Initial::normal);
        if (config_.head_bias) add(prefix + "head.bias", {out}, Initial::zero);
    }

    const ModelConfig& config_;
    const Dimension d_model_{Axis::d_model, config_.d_model};
    int layers_ = 0;
    std::vector<Row> rows_;
};

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
    for (Row& row : Walk(config).rows()) result.push_back({std::move(row.name), row.shape});
    return result;
}

Weights initial_weights(const ModelConfig& config, std::uint64_t seed, const InitOptions& options) {
    Random random(seed);  // drawn in the order of the parameters
    Weights weights;
    for (const Row& row : Walk(config).rows()) {
        const auto tensor = std::make_shared<Tensor>(row.shape);
        float std = options.std;
        if (row.initial == Initial::onto_residual && options.scale_residual)
            std /= std::sqrt(2.0F * static_cast<float>(row.n_layers));
        for (float& value : tensor->data) {
            if (row.initial == Initial::zero)
                value = 0;
            else if (row.initial == Initial::one)
                value = 1;
            else
                value = std * random.normal();
        }
        weights.parameters.push_back({row.name, row.shape, tensor->data.data(), tensor});
    }
    return weights;
}

}  // namespace glassformer
