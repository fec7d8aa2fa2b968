#include "core/positions/learned.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/positions/random_tensor.h"

namespace glassformer::positions {

namespace {

Tensor copied(const ConstView& view) {
    Tensor tensor(view.shape);
    std::copy_n(view.data, view.shape.count(), tensor.data.data());
    return tensor;
}

const Parameter& parameter(const Model& model, const std::string& name) {
    const Parameter* found = model.weights.find(name);
    if (found == nullptr) throw Error("the model " + model.name + " has no parameter " + name);
    return *found;
}

/// Row of a [head, d_head] bias.
Tensor row_of_head(const ConstView& all, int head) {
    Tensor row(Shape{all.shape[1]});
    std::copy_n(all.row(static_cast<std::size_t>(head)), row.data.size(), row.data.data());
    return row;
}

}  // namespace

Learned random_learned(const Settings& settings) {
    const PositionalKind& kind = *settings.kind;
    const ModelConfig config = config_of(settings);
    Learned learned;
    learned.origin = "random, seed " + std::to_string(settings.seed);
    if (const int columns = appended_columns(config); columns > 0)
        learned.mix = drawn({{Axis::d_position, columns}, {Axis::d_model, settings.d_model}}, settings, Stream::mix);
    if (kind.parameter_shape != nullptr) {
        if (!kind.parameter_in_block)
            learned.positions = drawn(kind.parameter_shape(config), settings, Stream::positions);
        else if (kind.bias != nullptr)
            learned.bucket_bias =
                drawn({{Axis::bucket, settings.buckets}, {Axis::head, 1}}, settings, Stream::bucket_bias);
        else
            learned.relative_keys = drawn(kind.parameter_shape(config), settings, Stream::relative_keys);
    }
    if (kind.relative_terms) {
        const Dimension d_head{Axis::d_head, settings.d_head};
        learned.relative_weight = drawn({{Axis::d_model, settings.d_model}, d_head}, settings, Stream::relative_weight,
                                        1 / std::sqrt(settings.d_model));
        learned.content_bias = drawn({d_head}, settings, Stream::u);
        learned.position_bias = drawn({d_head}, settings, Stream::v);
    }
    return learned;
}

Tensor columns_of_head(const ConstView& all, int head, int d_head) {
    const bool matrix = all.shape.rank() == 2;
    Tensor part(matrix ? Shape{all.shape[0], {Axis::d_head, d_head}} : Shape{{Axis::d_head, d_head}});
    const std::size_t first = static_cast<std::size_t>(head) * static_cast<std::size_t>(d_head);
    for (std::size_t r = 0; r < part.shape.rows(); ++r)
        std::copy_n(all.row(r) + first, d_head, part.data.data() + r * static_cast<std::size_t>(d_head));
    return part;
}

std::string block_prefix(const ModelConfig& config, const Site& site) {
    Site stored = site;
    if (config.shared_layers) stored.block = 0;
    return prefix(stored) + std::string(name(site.attention)) + ".";
}

Learned learned_of(const Model& model, const HeadRef& place) {
    const ModelConfig& config = model.config;
    const Settings settings = settings_of(config, place.head);
    const PositionalKind& kind = *config.positional.kind;
    const std::string stack = prefix(Site{.stack = place.site.stack}), block = block_prefix(config, place.site);
    Learned learned;
    learned.origin = model.name;
    if (const int columns = appended_columns(config); columns > 0) {
        const ConstView all = parameter(model, stack + "embed.input.weight").view();  // [d_model + columns, d_model]
        learned.mix = Tensor(Shape{{Axis::d_position, columns}, all.shape[1]});
        std::copy_n(all.row(static_cast<std::size_t>(config.d_model)), learned.mix.data.size(),
                    learned.mix.data.data());
    }
    if (kind.parameter_shape != nullptr) {
        const ConstView table = parameter(model, (kind.parameter_in_block ? block : stack) + kind.parameter).view();
        if (!kind.parameter_in_block)
            learned.positions = copied(table);
        else if (kind.bias != nullptr) {  // [bucket, head]
            learned.bucket_bias = Tensor(Shape{table.shape[0], {Axis::head, 1}});
            for (std::size_t b = 0; b < table.shape.rows(); ++b) learned.bucket_bias.data[b] = table.row(b)[place.head];
        } else
            learned.relative_keys = copied(table);
    }
    if (kind.relative_terms) {
        learned.relative_weight =
            columns_of_head(parameter(model, block + "relative.weight").view(), place.head, settings.d_head);
        learned.content_bias = row_of_head(parameter(model, block + "relative.content_bias").view(), place.head);
        learned.position_bias = row_of_head(parameter(model, block + "relative.position_bias").view(), place.head);
    }
    return learned;
}

}  // namespace glassformer::positions
