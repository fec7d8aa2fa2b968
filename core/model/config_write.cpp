// Writes config.json: every key that the model's architecture has, with its value.
#include "core/base/json.h"
#include "core/model/config.h"
#include "core/model/config_key.h"
#include "core/model/config_names.h"
#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/model/rope_scaling_keys.h"

namespace glassformer {

namespace {

template <class Owner>
Json value_of(const KeyOf<Owner>& key, const Owner& owner) {
    const double value = key.get(owner);
    switch (key.type) {
        case KeyType::flag: return value != 0;
        case KeyType::whole: return static_cast<std::int64_t>(value);
        case KeyType::choice: return key.options()[static_cast<std::size_t>(value)].name;
        case KeyType::number: break;
    }
    return value;
}

/// What a kind of positions or masks has of its own stands behind its name.
void write_settings(Json& object, std::string_view kind, const ModelConfig& config) {
    if (kind == "positional.kind")
        for (const PositionalSetting& setting : config.positional.kind->settings)
            object[setting.key.name] = value_of(setting.key, config.positional);
    if (kind == "positional.kind" && config.positional.scaling.kind != RopeScalingKind::plain)
        for (const ScalingKey& row : all_scaling_keys())
            if (const RopeScaling& scaling = config.positional.scaling;
                row.applies(scaling) && (row.written == nullptr || row.written(scaling)))
                object["scaling"][row.key.name] = value_of(row.key, scaling);
    if (kind == "mask.kind" && config.mask.kind->number) object[config.mask.kind->number->key] = config.mask.number;
}

/// "head.transform": the object "transform" in the object "head"; "": the root.
Json& object_in(Json& root, std::string_view path) {
    Json* at = &root;
    while (!path.empty()) {
        const std::size_t dot = path.find('.');
        at = &(*at)[path.substr(0, dot)];
        path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
    return *at;
}

}  // namespace

std::string config_json(const ModelConfig& config) {
    Json root;
    root["model_type"] = "glassformer";
    for (const ConfigKeyRow& row : all_config_keys()) {
        if ((row.applies != nullptr && !row.applies(config)) || (row.written != nullptr && !row.written(config)))
            continue;
        const std::string_view name = row.key.name;
        Json& object = object_in(root, object_of(name));
        object[name_in_object(name)] = value_of(row.key, config);
        write_settings(object, name, config);
    }
    if (config.tokenizer != TokenizerConfig{}) {
        Json& tokenizer = root["tokenizer"];
        if (config.tokenizer.kind != TokenizerConfig::Kind::automatic)
            tokenizer["kind"] = spelling(tokenizers, config.tokenizer.kind);
        if (config.tokenizer.lowercase) tokenizer["lowercase"] = true;
        if (!config.tokenizer.split.empty()) tokenizer["split"] = config.tokenizer.split;
        if (!config.tokenizer.split_front.empty()) tokenizer["split_front"] = config.tokenizer.split_front;
        if (!config.tokenizer.unknown.empty()) tokenizer["unknown"] = config.tokenizer.unknown;
        if (!config.tokenizer.start.empty()) tokenizer["start"] = config.tokenizer.start;
        if (!config.tokenizer.end.empty()) tokenizer["end"] = config.tokenizer.end;
    }
    return root.dump(2) + "\n";
}

}  // namespace glassformer
