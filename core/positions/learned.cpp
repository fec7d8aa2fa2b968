#include "core/positions/learned.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/positions/random_tensor.h"

namespace glassformer::positions {

namespace {

const Parameter& parameter(const Model& model, const std::string& name) {
    const Parameter* found = model.weights.find(name);
    if (found == nullptr) throw Error("the model " + model.name + " has no parameter " + name);
    return *found;
}

/// The numbers of one head, of a matrix or a vector.
Tensor numbers_of_head(const ConstView& all, int head, int d_head) {
    Tensor part(of_head(all.shape, d_head));
    const auto at = static_cast<std::size_t>(head);
    if (all.shape.axis(0) == Axis::head) {
        std::copy_n(all.data + at * part.data.size(), part.data.size(), part.data.data());
        return part;
    }
    const Axis last = all.shape.axis(all.shape.rank() - 1);
    const std::size_t columns = static_cast<std::size_t>(part.shape.cols());
    const std::size_t first = last == Axis::head ? at : last == Axis::heads ? at * columns : 0;
    for (std::size_t r = 0; r < part.shape.rows(); ++r)
        std::copy_n(all.row(r) + first, columns, part.data.data() + r * columns);
    return part;
}

}  // namespace

Shape of_head(const Shape& all, int d_head) {
    if (all.axis(0) == Axis::head) return all.rank() == 1 ? Shape{{Axis::head, 1}} : Shape{all[1]};
    const int last = all.rank() - 1;
    if (all.axis(last) == Axis::head) return all.with(last, {Axis::head, 1});
    if (all.axis(last) == Axis::heads) return all.with(last, {Axis::d_head, d_head});
    return all;
}

Learned random_learned(const Settings& settings) {
    const ModelConfig config = config_of(settings);
    Learned learned;
    learned.origin = "random, seed " + std::to_string(settings.seed);
    if (const int columns = appended_columns(config); columns > 0)
        learned.mix = drawn({{Axis::d_position, columns}, {Axis::d_model, settings.d_model}}, settings, mix_stream);
    for (const PositionalParameter& parameter : settings.kind->parameters) {
        const Shape shape = of_head(parameter.shape(config), settings.d_head);
        const double number = parameter.number != nullptr ? parameter.number(config) : 1;
        if (parameter.initial == Initial::one || parameter.initial == Initial::constant) {
            std::ranges::fill(learned.parameters.emplace_back(shape).data, static_cast<float>(number));
            continue;
        }
        const double deviation = parameter.initial == Initial::matrix ? 1 / std::sqrt(shape.size(0)) : number;
        learned.parameters.push_back(drawn(shape, settings, parameter.stream, deviation));
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
    const std::string stack = prefix(Site{.stack = place.site.stack}), block = block_prefix(config, place.site);
    Learned learned;
    learned.origin = model.name;
    if (const int columns = appended_columns(config); columns > 0) {
        const ConstView all = parameter(model, stack + "embed.input.weight").view();  // [d_model + columns, d_model]
        learned.mix = Tensor(Shape{{Axis::d_position, columns}, all.shape[1]});
        std::copy_n(all.row(static_cast<std::size_t>(config.d_model)), learned.mix.data.size(),
                    learned.mix.data.data());
    }
    for (const PositionalParameter& one : config.positional.kind->parameters) {
        const ConstView all = parameter(model, (one.in_block ? block : stack) + one.name).view();
        learned.parameters.push_back(numbers_of_head(all, place.head, settings.d_head));
    }
    return learned;
}

}  // namespace glassformer::positions
