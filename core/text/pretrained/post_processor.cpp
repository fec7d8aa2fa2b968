#include "core/text/pretrained/post_processor.h"

#include <array>

#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/text/pretrained/part_reader.h"
#include "core/text/pretrained/without_nulls.h"

namespace glassformer {

namespace {

constexpr std::int64_t most_types = 1 << 16;
constexpr std::size_t most_places = 1024;

TokenTemplate read_processor(JsonObject& object, int size);

int checked_id(JsonObject& object, std::string_view key, const Json& id, int size) {
    if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= static_cast<std::uint64_t>(size))
        throw object.error(
            key, "names the ID " + described(id) + ", which is not in the vocabulary of " + std::to_string(size));
    return id.get<int>();
}

TemplatePlace read_place(JsonObject& place, JsonObject& specials, int size) {
    const auto type_of = [](JsonObject& object) {
        return static_cast<int>(object.integer("type_id", 0, most_types, 0));
    };
    if (place.has("Sequence")) {
        JsonObject sequence = place.object("Sequence");
        constexpr std::array<std::string_view, 1> first{"A"};
        sequence.choice("id", first, -1);
        return {.text = true, .type = type_of(sequence)};
    }
    if (!place.has("SpecialToken")) throw place.error("SpecialToken", "is missing, and so is \"Sequence\"");
    JsonObject token = place.object("SpecialToken");
    const std::string name = token.string("id");
    if (!specials.has(name)) throw token.error("id", "is " + in_quotes(name) + ", which \"special_tokens\" lacks");
    JsonObject special = specials.object(name);
    TemplatePlace result{.type = type_of(token)};
    for (const Json& id : special.list("ids")) result.ids.push_back(checked_id(special, "ids", id, size));
    if (result.ids.empty()) throw special.error("ids", "must not be empty");
    return result;
}

TokenTemplate read_template(JsonObject& object, int size) {
    JsonObject specials = object.object("special_tokens");
    if (object.list("single").size() > most_places)
        throw object.error("single", "has more than " + std::to_string(most_places) + " entries");
    TokenTemplate places;
    int texts = 0;
    for (JsonObject& place : object.objects("single")) {
        places.push_back(read_place(place, specials, size));
        texts += places.back().text ? 1 : 0;
    }
    if (texts != 1)
        throw object.error("single", "must have \"Sequence\" once, not " + std::to_string(texts) + " times");
    return places;
}

/// cls A sep; each of the two is written as [spelling, id].
TokenTemplate read_cls_and_sep(JsonObject& object, int size) {
    const auto one = [&](std::string_view key) {
        const Json& pair = object.list(key);
        if (pair.size() != 2) throw object.error(key, "must be a token and its ID");
        return TemplatePlace{.ids = {checked_id(object, key, pair[1], size)}};
    };
    return {one("cls"), {.text = true}, one("sep")};
}

TokenTemplate read_nothing(JsonObject&, int) { return {}; }

/// Each goes around what the one before it made.
TokenTemplate read_processors(JsonObject& object, int size) {
    TokenTemplate whole;
    const auto parts =
        read_parts(object, "processors", [size](JsonObject& part) { return read_processor(part, size); });
    for (const TokenTemplate& part : parts) {
        if (part.empty()) continue;
        if (whole.empty()) {
            whole = part;
            continue;
        }
        TokenTemplate around;
        for (const TemplatePlace& place : part) {
            if (!place.text) {
                around.push_back(place);
                continue;
            }
            for (TemplatePlace inner : whole) {
                inner.type = place.type;
                around.push_back(std::move(inner));
            }
        }
        whole = std::move(around);
    }
    return whole;
}

struct ProcessorKind {
    std::string_view type;
    TokenTemplate (*read)(JsonObject& object, int size);
};
constexpr std::array processor_kinds{
    ProcessorKind{"TemplateProcessing", read_template}, ProcessorKind{"BertProcessing", read_cls_and_sep},
    ProcessorKind{"RobertaProcessing", read_cls_and_sep}, ProcessorKind{"ByteLevel", read_nothing},
    ProcessorKind{"Sequence", read_processors}};

TokenTemplate read_processor(JsonObject& object, int size) {
    std::array<std::string_view, processor_kinds.size()> types;
    for (std::size_t i = 0; i < types.size(); ++i) types[i] = processor_kinds[i].type;
    return processor_kinds.at(static_cast<std::size_t>(object.choice("type", types, -1))).read(object, size);
}

}  // namespace

TokenTemplate read_post_processor(const Json* value, int size, const std::string& source) {
    if (value == nullptr || value->is_null()) return {};
    const Json plain = without_nulls(*value);
    JsonObject object(plain, source, "post_processor.");
    return read_processor(object, size);
}

}  // namespace glassformer
