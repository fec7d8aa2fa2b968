#include "core/model/patched_model.h"

#include <algorithm>
#include <vector>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/model/config_key.h"
#include "core/model/model.h"
#include "core/model/parameters_by_name.h"
#include "core/model/preparation.h"

namespace glassformer {

namespace {

using Path = std::vector<std::string>;  // of keys, from the outermost inwards

constexpr const char* patch_name = "the changed architecture";

/// The keys that the patch sets, each by its whole path.
void leaves(const Json& patch, const Path& at, std::vector<Path>& result) {
    for (const auto& [key, value] : patch.items()) {
        Path path = at;
        path.push_back(key);
        if (value.is_object() && !value.empty())
            leaves(value, path, result);
        else
            result.push_back(std::move(path));
    }
}

/// "positional.kind"
std::string dotted(const Path& path) {
    std::string text;
    for (const std::string& key : path) text += (text.empty() ? "" : ".") + key;
    return text;
}

/// The object that holds the last key of the path.
Json& holder(Json& patch, const Path& path) {
    Json* at = &patch;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) at = &(*at)[path[i]];
    return *at;
}

/// Without the keys that only the former architecture has, where the patch names another.
Json with_keys_of(const Json& base, const Json& patch) {
    const Json *const from = base.find("architecture"), *const to = patch.find("architecture");
    if (from == nullptr || to == nullptr || !to->is_string() || *from == *to) return base;
    const auto options = config_key("architecture").key.options();
    const auto named = std::ranges::find(options, std::string_view(to->text()), &KeyOption::name);
    if (named == options.end()) return base;  // the parser says so
    ModelConfig other;
    other.architecture = static_cast<Architecture>(named - options.begin());
    Json kept = base;
    for (const ConfigKeyRow& row : all_config_keys()) {
        const std::string_view object = object_of(row.key.name), key = object.empty() ? row.key.name : object;
        if (object != "head" && row.applies != nullptr && !row.applies(other)) kept.erase(key);
    }
    return kept;
}

/// Another number of heads alone cuts the same matrices into other heads: what is written of their sizes follows it.
void cut_heads(Json& base, const Json& patch) {
    const Json *const wanted = patch.find("n_heads"), *const now = base.find("n_heads");
    if (wanted == nullptr || now == nullptr || !wanted->is_number_unsigned()) return;
    if (patch.contains("d_head") || patch.contains("n_kv_heads")) return;
    const auto heads = wanted->get<std::uint64_t>(), size = base.at("d_head").get<std::uint64_t>(),
               width = now->get<std::uint64_t>() * size, of_keys = base.at("n_kv_heads").get<std::uint64_t>() * size;
    if (heads < 1 || heads == now->get<std::uint64_t>()) return;  // the parser says what a number must be
    if (width % heads != 0 || of_keys % (width / heads) != 0)
        throw Error(std::string(patch_name) + ": \"n_heads\" " + std::to_string(heads) + " cannot cut queries of " +
                    std::to_string(width) + " columns and keys of " + std::to_string(of_keys) +
                    " into heads of one size");
    base["d_head"] = width / heads;
    base["n_kv_heads"] = of_keys / (width / heads);
    // All dimensions of a head are rotated, as before.
    const Json *const positional = base.find("positional"), *const patched = patch.find("positional");
    const Json* const rotated = positional == nullptr ? nullptr : positional->find("rotary_dims");
    if (rotated != nullptr && rotated->get<std::uint64_t>() == size &&
        !(patched != nullptr && patched->contains("rotary_dims")))
        base["positional"].erase("rotary_dims");
}

ModelConfig merged(const Json& base, const Json& patch) {
    Json changed = with_keys_of(base, patch);
    cut_heads(changed, patch);
    changed.merge_patch(patch);
    return parse_config(changed.dump(), patch_name);
}

bool same_sizes(const Shape& a, const Shape& b) {
    if (a.rank() != b.rank()) return false;
    for (int d = 0; d < a.rank(); ++d)
        if (a.size(d) != b.size(d)) return false;
    return true;
}

/// Why the weights do not hold the parameter; "" where they do.
std::string lack(const ParametersByName& weights, const ParameterShape& needed) {
    const Parameter* found = weights.find(needed.name);
    if (found == nullptr)
        return "the parameter " + needed.name + " " + text(needed.shape) + ", which the model does not have";
    if (same_sizes(found->shape, needed.shape)) return "";
    return "the parameter " + needed.name + " in the shape " + text(needed.shape) + ", but the model has it as " +
           text(found->shape);
}

/// The keys without which the parameter would not be asked for.
std::string blamed(const Json& base, const Json& patch, const ParametersByName& weights, const ParameterShape& needed) {
    std::vector<Path> keys;
    leaves(patch, {}, keys);
    std::string all, guilty;
    for (const Path& key : keys) {
        Json others = patch;
        Json& object = holder(others, key);
        const Json& value = object.at(key.back());
        const bool plain = !value.is_object() && !value.is_array() && !value.is_null();
        const std::string said = dotted(key) + (plain ? " " + value.dump() : "");
        all += (all.empty() ? "" : ", ") + said;
        object.erase(key.back());
        try {
            const auto shapes = parameter_shapes(merged(base, others));
            const auto still = std::ranges::find(shapes, needed.name, &ParameterShape::name);
            if (still == shapes.end() || lack(weights, *still).empty()) guilty += (guilty.empty() ? "" : ", ") + said;
        } catch (const Error&) {
            continue;  // the other keys make no model without this one
        }
    }
    return guilty.empty() ? all : guilty;
}

Json difference(const Json& before, const Json& after) {
    Json patch = Json::object();
    for (const auto& [key, value] : before.items())
        if (!after.contains(key)) patch[key] = nullptr;
    for (const auto& [key, value] : after.items()) {
        const Json* const was = before.find(key);
        if (was == nullptr || !was->is_object() || !value.is_object()) {
            if (was == nullptr || was->dump() != value.dump()) patch[key] = value;
        } else if (Json inner = difference(*was, value); !inner.empty()) {
            patch[key] = std::move(inner);
        }
    }
    return patch;
}

}  // namespace

std::string patch_between(const ModelConfig& first, const ModelConfig& second) {
    const Json patch =
        difference(parse_json(config_json(first), patch_name), parse_json(config_json(second), patch_name));
    return patch.empty() ? std::string() : patch.dump();
}

ModelConfig patched_config(const ModelConfig& config, const std::string& patch) {
    return merged(parse_json(config_json(config), patch_name), parse_json(patch, patch_name));
}

std::shared_ptr<const Model> patched_model(const std::shared_ptr<const Model>& model, const std::string& patch_text) {
    if (patch_text.empty()) return model;
    const Json patch = parse_json(patch_text, patch_name);
    if (!patch.is_object())
        throw Error(std::string(patch_name) + " must be an object of keys, not " + described(patch));
    if (patch.contains("tokenizer")) throw Error(std::string(patch_name) + ": the tokenizer cannot be changed");
    const Json base = parse_json(config_json(model->config), patch_name);
    const ModelConfig config = merged(base, patch);
    if (config == model->config) return model;

    Weights weights;
    const ParametersByName own(model->weights);
    for (const ParameterShape& needed : parameter_shapes(config)) {
        if (const std::string complaint = lack(own, needed); !complaint.empty())
            throw Error(blamed(base, patch, own, needed) + " needs " + complaint);
        Parameter parameter = *own.find(needed.name);
        if (!packed_alike(model->config, config, parameter)) parameter.packing = nullptr;
        parameter.shape = needed.shape;
        weights.parameters.push_back(std::move(parameter));
    }
    const auto patched = std::make_shared<Model>(*model);
    patched->config = config;
    patched->weights = std::move(weights);
    return patched;
}

std::optional<MissingParameter> missing_parameter(const Model& model, const std::string& patch_text) try {
    const Json base = parse_json(config_json(model.config), patch_name);
    const ParametersByName own(model.weights);
    for (const ParameterShape& needed : parameter_shapes(merged(base, parse_json(patch_text, patch_name)))) {
        const Parameter* found = own.find(needed.name);
        if (found == nullptr || !same_sizes(found->shape, needed.shape))
            return MissingParameter{needed, found != nullptr};
    }
    return {};
} catch (const Error&) {
    return {};  // what a config may not say
}

bool same_records(const ModelConfig& a, const ModelConfig& b, const GraphSize& size) {
    Tape left, right;
    record_shapes(left, a, size);
    record_shapes(right, b, size);
    return std::ranges::equal(left.trace().records(), right.trace().records(),
                              [](const Record& l, const Record& r) { return l.name == r.name && l.shape == r.shape; });
}

}  // namespace glassformer
