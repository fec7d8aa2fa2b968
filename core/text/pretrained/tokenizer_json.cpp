#include "core/text/pretrained/tokenizer_json.h"

#include "core/base/error.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/text/pretrained/without_nulls.h"

namespace glassformer {

namespace {

constexpr std::size_t most_values = std::size_t{1} << 23U;  // of all lists and objects; each takes 40 bytes and more

/// Before parsing: what the values would take.
void check_values(std::string_view json, const std::string& source) {
    std::size_t values = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == ',' || c == '[' || c == '{') {
            ++values;
        }
    }
    if (values > most_values)
        throw Error(source + " holds more than " + std::to_string(most_values) + " values, too many for a tokenizer");
}

template <class Part>
std::unique_ptr<const Part> read_optional(const Json& root, const std::string& key, const std::string& source,
                                          std::unique_ptr<const Part> (*read)(JsonObject&)) {
    const Json* value = root.find(key);
    if (value == nullptr || value->is_null()) return nullptr;
    const Json plain = without_nulls(*value);
    JsonObject object(plain, source, key + ".");
    return read(object);
}

}  // namespace

std::shared_ptr<const PretrainedTokenizer> tokenizer_from_json(std::string_view json, const std::string& source,
                                                               int rows) {
    check_values(json, source);
    const Json root = parse_json(json, source, KeyOrder::as_written);
    if (!root.is_object()) throw Error(source + " must hold a JSON object, not " + with_type(root));
    const Json* model = root.find("model");
    if (model == nullptr) throw Error(source + ": \"model\" is missing");
    TokenizerParts parts;
    parts.normalizer = read_optional<Normalizer>(root, "normalizer", source, read_normalizer);
    parts.pre_tokenizer = read_optional<PreTokenizer>(root, "pre_tokenizer", source, read_pre_tokenizer);
    parts.decoder = read_optional<Decoder>(root, "decoder", source, read_decoder);
    parts.model = read_model(*model, source);
    parts.added = AddedTokens(root.find("added_tokens"), parts.model->vocabulary(), parts.normalizer.get(), source);
    parts.around = read_post_processor(root.find("post_processor"), parts.added.size(), source);
    parts.files.push_back({"tokenizer.json", std::string(json)});
    return std::make_shared<PretrainedTokenizer>(std::move(parts), rows, source);
}

}  // namespace glassformer
