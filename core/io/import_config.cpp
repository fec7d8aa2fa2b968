#include "core/io/import_config.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/ops/activation_table.h"

namespace glassformer {

namespace {

struct ActivationAlias {
    std::string_view theirs, ours;
};
constexpr std::array activation_aliases{
    ActivationAlias{"gelu", "gelu"},           ActivationAlias{"gelu_python", "gelu"},
    ActivationAlias{"gelu_new", "gelu_tanh"},  ActivationAlias{"gelu_pytorch_tanh", "gelu_tanh"},
    ActivationAlias{"gelu_fast", "gelu_tanh"}, ActivationAlias{"gelu_accurate", "gelu_tanh"},
    ActivationAlias{"relu", "relu"},           ActivationAlias{"silu", "silu"},
    ActivationAlias{"swish", "silu"},          ActivationAlias{"tanh", "tanh"},
    ActivationAlias{"sigmoid", "sigmoid"},     ActivationAlias{"quick_gelu", "quick_gelu"},
    ActivationAlias{"relu2", "relu2"},
};

/// Of every importer: what no model that we compute has.
constexpr std::array common_rules{
    ImportRule{"quantization_config", ""},
    ImportRule{"text_config", ""},
    ImportRule{"pruned_heads", "{}"},
};

constexpr int default_classes = 2;  // of transformers

/// The object without its keys that are null, in all depths.
Json without_nulls(const Json& value) {
    if (!value.is_object()) return value;
    Json result = Json::object();
    for (const auto& [key, entry] : value.items())
        if (!entry.is_null()) result.add(key, without_nulls(entry));
    return result;
}

Json literal(std::string_view json) { return parse_json(json, "an importer"); }

bool names_one(std::string_view alternatives, std::string_view name, std::size_t& longest) {
    bool found = false;
    while (!alternatives.empty()) {
        const std::size_t bar = std::min(alternatives.find('|'), alternatives.size());
        const std::string_view ending = alternatives.substr(0, bar);
        if (name.ends_with(ending) && ending.size() > longest) {
            longest = ending.size();
            found = true;
        }
        alternatives.remove_prefix(std::min(bar + 1, alternatives.size()));
    }
    return found;
}

/// A key's value as our config spells it; null where nothing is to be written.
Json key_value(JsonObject& theirs, const ImportKey& key) {
    if (!theirs.has(key.theirs)) {
        if (key.otherwise.empty()) return nullptr;
        return literal(key.otherwise);
    }
    switch (key.type) {
        case ImportType::whole:
            return theirs.integer(key.theirs, static_cast<std::int64_t>(key.min), static_cast<std::int64_t>(key.max));
        case ImportType::number: return theirs.number(key.theirs, key.min, key.max, 0);
        case ImportType::flag: return theirs.boolean(key.theirs, false);
        case ImportType::text:
        case ImportType::activation: break;
    }
    return theirs.string(key.theirs);
}

void check_rule(JsonObject& theirs, const ImportRule& rule) {
    if (!theirs.has(rule.key)) return;
    const Json& value = theirs.value(rule.key);
    if (rule.only.empty()) throw theirs.error(rule.key, "is not supported");
    const Json only = literal(rule.only);
    if (value == only) return;
    if (only.is_object() && value.is_object()) throw theirs.error(rule.key, "must be empty to be supported");
    throw theirs.error(rule.key, "must be " + std::string(rule.only) + " to be supported, not " + described(value));
}

/// The head that the config names, else the one whose tensors there are.
const ImportHead& head_of(const Importer& importer, JsonObject& theirs, const WeightFiles* files, bool tied) {
    if (const std::vector<std::string> names = theirs.strings("architectures"); !names.empty()) {
        const ImportHead* found = nullptr;
        std::size_t longest = 0;
        std::string known;
        for (const ImportHead& head : importer.heads) {
            if (names_one(head.classes, names.front(), longest)) found = &head;
            known += (known.empty() ? "" : ", ") + std::string(head.classes);
        }
        if (found != nullptr) return *found;
        std::ranges::replace(known, '|', ' ');
        throw theirs.error("architectures", in_quotes(names.front()) + " is not supported; of " + importer.title +
                                                " these are: " + known);
    }
    const auto stored = [&](const ImportHead& head) {
        return files != nullptr && !head.tensor.empty() && files->has(head.tensor);
    };
    if (const auto there = std::ranges::find_if(importer.heads, stored); there != importer.heads.end()) return *there;
    const auto alone = [&](const ImportHead& head) { return head.in_embedding && tied; };
    const auto found = std::ranges::find_if(importer.heads, alone);
    return found != importer.heads.end() ? *found : importer.heads.back();
}

/// The names of the classes by their numbers; empty where the config has none, or not one for each.
std::vector<std::string> class_names(JsonObject& theirs) {
    std::vector<std::string> names;
    if (!theirs.has("id2label")) return names;
    const Json& labels = theirs.value("id2label");
    static_cast<void>(theirs.object("id2label"));  // complains where it is none
    names.resize(labels.size());
    for (const auto& [number, label] : labels.items()) {
        std::size_t id = 0;
        const bool digits = !number.empty() && number.size() < 7 &&
                            std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
        if (digits) id = std::stoul(number);
        if (!digits || id >= names.size())
            throw theirs.error("id2label", "must have the keys \"0\" to \"" + std::to_string(labels.size() - 1) +
                                               "\", not " + in_quotes(number));
        if (!label.is_string()) throw theirs.error("id2label", "must hold texts only, not " + with_type(label));
        names[id] = label.text();
    }
    return names;
}

void read_classes(ImportedConfig& config, ConfigImport& result) {
    result.classes = class_names(config.theirs);
    std::size_t count = result.classes.size();
    if (count == 0) {
        const MappedTensor* matrix = config.files != nullptr ? config.files->find(config.head.tensor) : nullptr;
        count = static_cast<std::size_t>(config.theirs.integer(
            "num_labels", 1, 1 << 20,
            matrix != nullptr && !matrix->sizes.empty() && matrix->sizes.front() > 0 ? matrix->sizes.front()
                                                                                     : default_classes));
    }
    config.set("head.n_classes", count);
    const std::string problem = config.theirs.string("problem_type", "");
    const bool numbers = count == 1 || problem == "regression", several = problem == "multi_label_classification";
    if (numbers || several) config.set("head.softmax", false);
    if (numbers)
        result.warnings.push_back(config.source + ": the model computes " + (count == 1 ? "a number" : "numbers") +
                                  " and no probabilities (regression): read the logits");
    else if (several)
        result.warnings.push_back(config.source +
                                  ": several classes may be right at once: read the logits; the probability of a class "
                                  "is the sigmoid of its own");
}

/// Our keys in a message become those of the file; advice to give one that the file cannot have is left out.
std::string in_their_words(std::string message, const Importer& importer) {
    constexpr std::string_view advice = " or give \"";
    if (const std::size_t at = message.find(advice); at != std::string::npos) {
        const std::size_t name = at + advice.size(), end = std::min(message.find('"', name), message.size());
        if (std::ranges::find(importer.keys, std::string_view(message).substr(name, end - name), &ImportKey::ours) ==
            importer.keys.end())
            message.erase(at, end + 1 - at);
    }
    for (const ImportKey& key : importer.keys) {
        if (key.ours.empty()) continue;
        const std::string ours = "\"" + std::string(key.ours) + "\"", theirs = "\"" + std::string(key.theirs) + "\"";
        for (std::size_t at = 0; (at = message.find(ours, at)) != std::string::npos; at += theirs.size())
            message.replace(at, ours.size(), theirs);
    }
    return message;
}

}  // namespace

const Importer* find_importer(std::string_view model_type) {
    for (const Importer& importer : all_importers())
        if (std::ranges::find(importer.types, model_type, &ImportedType::name) != importer.types.end())
            return &importer;
    return nullptr;
}

std::string_view our_activation(const JsonObject& theirs, std::string_view key, const std::string& name) {
    const auto* const alias = std::ranges::find(activation_aliases, name, &ActivationAlias::theirs);
    if (alias != activation_aliases.end() && find_activation(alias->ours) != nullptr) return alias->ours;
    std::string all;
    for (const ActivationAlias& known : activation_aliases)
        if (find_activation(known.ours) != nullptr)
            all += (all.empty() ? "\"" : ", \"") + std::string(known.theirs) + "\"";
    throw theirs.error(key, "must be one of " + all + ", not " + in_quotes(name));
}

void ImportedConfig::set(std::string_view ours_key, Json value) {
    const std::size_t dot = ours_key.find('.');
    if (dot == std::string_view::npos) {
        ours[ours_key] = std::move(value);
        return;
    }
    Json* object = &ours;
    for (std::size_t end = dot; end != std::string_view::npos; end = ours_key.find('.')) {
        object = &(*object)[ours_key.substr(0, end)];
        ours_key.remove_prefix(end + 1);
    }
    (*object)[ours_key] = std::move(value);
}

int ImportedConfig::whole(std::string_view ours_key) const { return ours.at(ours_key).get<int>(); }

bool ImportedConfig::flag(std::string_view ours_key) const {
    const Json* value = ours.find(ours_key);
    return value != nullptr && value->is_boolean() && value->get<bool>();
}

ConfigImport import_config(const Importer& importer, const std::string& text, const std::string& source,
                           const WeightFiles* files) {
    const Json root = parse_json(text, source);
    static_cast<void>(JsonObject(root, source));  // complains where it is none
    const Json* const type_name = root.find("model_type");
    Json known = Json::object();
    for (const ImportedType& type : importer.types)
        if (type_name != nullptr && type_name->is_string() && type_name->text() == type.name)
            known = literal(type.defaults);
    for (const auto& [key, value] : root.items())
        if (value.is_null())
            known.erase(key);  // says "none" where there is a default
        else
            known[key] = without_nulls(value);

    JsonObject theirs(known, source);
    for (const ImportRule& rule : common_rules) check_rule(theirs, rule);
    for (const ImportRule& rule : importer.rules) check_rule(theirs, rule);

    Json ours = literal(importer.always);
    Json tied = true;
    for (const ImportKey& key : importer.keys)
        if (key.ours == "tie_embeddings") tied = key_value(theirs, key);
    const ImportHead& head = head_of(importer, theirs, files, tied.get<bool>());
    ImportedConfig config{.theirs = theirs, .ours = std::move(ours), .head = head, .files = files, .source = source};
    for (const ImportKey& key : importer.keys) {
        Json value = key_value(config.theirs, key);
        if (key.ours.empty() || value.is_null()) continue;
        if (key.type == ImportType::activation) value = our_activation(theirs, key.theirs, value.text());
        config.set(key.ours, std::move(value));
    }
    config.ours.merge_patch(literal(head.ours));
    ConfigImport result;
    result.head = &head;
    if (head.kind == ImportHeadKind::classes) read_classes(config, result);
    if (importer.settle != nullptr) importer.settle(config);
    if (known.contains("tokenizer")) config.set("tokenizer", known.at("tokenizer"));
    result.first_position = config.first_position;
    try {
        result.config = parse_config(config.ours.dump(), source);
    } catch (const Error& error) {
        throw Error(in_their_words(error.what(), importer));
    }
    return result;
}

}  // namespace glassformer
