#include "core/text/pretrained/added_token_files.h"

#include <charconv>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

namespace {

Json object_in(const AddedTokenFiles::File& file) {
    if (file.text.empty()) return Json::object();
    Json root = parse_json(file.text, file.source);
    if (!root.is_object()) throw Error(file.source + " must hold a JSON object, not " + with_type(root));
    return root;
}

/// A token stands there by its spelling, or as an object with flags.
void add_spellings(const Json& value, std::set<std::string, std::less<>>& spellings) {
    if (value.is_string()) spellings.insert(value.text());
    if (value.is_object())
        if (const Json* content = value.find("content"); content != nullptr && content->is_string())
            spellings.insert(content->text());
    if (value.is_array())
        for (const Json& each : value)
            if (!each.is_array()) add_spellings(each, spellings);
}

std::set<std::string, std::less<>> special_spellings(const AddedTokenFiles& files) {
    std::set<std::string, std::less<>> spellings;
    const Json roles = object_in(files.specials);
    for (const auto& [role, value] : roles.items()) add_spellings(value, spellings);
    return spellings;
}

int id_in(const std::string& key, const std::string& where) {
    int id = -1;
    const auto [end, failed] = std::from_chars(key.data(), key.data() + key.size(), id);
    if (failed != std::errc{} || end != key.data() + key.size() || id < 0)
        throw Error(where + ": " + in_quotes(key) + " is not a token ID");
    return id;
}

}  // namespace

Json added_token_list(const Json& known, const AddedTokenFiles& files) {
    std::map<std::string, Json, std::less<>> tokens;  // by their spelling
    for (const Json& token : known) tokens[token.at("content").text()] = token;
    const Json settings = object_in(files.settings);
    const Json* decoder = settings.find("added_tokens_decoder");
    if (decoder != nullptr && decoder->is_object()) {
        const std::string where = files.settings.source + ": \"added_tokens_decoder\"";
        for (const auto& [key, value] : decoder->items()) {
            const Json* content = value.is_object() ? value.find("content") : nullptr;
            if (content == nullptr || !content->is_string())
                throw Error(where + ": the token " + in_quotes(key) + " needs a \"content\"");
            Json token = value;
            token["id"] = id_in(key, where);
            tokens[content->text()] = std::move(token);
        }
    } else if (!files.added.text.empty()) {
        const std::set<std::string, std::less<>> specials = special_spellings(files);
        const Json added = object_in(files.added);
        for (const auto& [spelling, id] : added.items()) {
            if (!id.is_number_unsigned())
                throw Error(files.added.source + ": the token " + in_quotes(spelling) +
                            " needs a whole number as ID, not " + described(id));
            tokens[spelling] = Json{{"id", id}, {"content", spelling}, {"special", specials.contains(spelling)}};
        }
    }
    std::multimap<std::uint64_t, Json> by_id;
    for (auto& [spelling, token] : tokens) {
        const auto id = token.at("id").get<std::uint64_t>();
        by_id.emplace(id, std::move(token));
    }
    Json list = Json::array();
    for (auto& [id, token] : by_id) list.push_back(std::move(token));
    return list;
}

bool added_in_settings(const AddedTokenFiles& files) {
    return object_in(files.settings).contains("added_tokens_decoder");
}

std::vector<TokenizerFile> written_again(const AddedTokenFiles& files) {
    std::vector<TokenizerFile> result;
    for (const AddedTokenFiles::File* file : {&files.added, &files.specials, &files.settings})
        if (!file->text.empty()) result.push_back({file->name, file->text});
    return result;
}

}  // namespace glassformer
