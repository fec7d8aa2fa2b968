// Writes config.json: every key that the model's architecture has, with its value.
#include "core/base/json.h"
#include "core/model/config.h"
#include "core/model/config_key.h"
#include "core/model/config_names.h"
#include "core/model/mask.h"
#include "core/model/positional.h"

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
    if (kind == "mask.kind" && config.mask.kind->number) object[config.mask.kind->number->key] = config.mask.number;
}

}  // namespace

std::string config_json(const ModelConfig& config) {
    Json root;
    root["model_type"] = "glassformer";
    for (const ConfigKeyRow& row : all_config_keys()) {
        if ((row.applies != nullptr && !row.applies(config)) || (row.written != nullptr && !row.written(config)))
            continue;
        const std::string_view name = row.key.name, in = object_of(name);
        Json& object = in.empty() ? root : root[in];
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
