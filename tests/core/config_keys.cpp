// The table of config.json's keys against docs/formats.md, which people read, and against the config that it makes.
#include "core/model/config_key.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "core/model/mask.h"
#include "core/model/positional.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

struct DocumentedKey {
    std::string values, standard;
};

struct Documentation {
    std::map<std::string, DocumentedKey> keys;
    std::string text;
};

std::vector<std::string> split(const std::string& text, const std::string& separators) {
    std::vector<std::string> parts{""};
    for (const char c : text)
        if (separators.find(c) != std::string::npos)
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

std::vector<std::string> in_backticks(const std::string& text) {
    static const std::regex quoted("`([^`]*)`");
    std::vector<std::string> names;
    for (std::sregex_iterator at(text.begin(), text.end(), quoted), end; at != end; ++at) names.push_back((*at)[1]);
    return names;
}

/// The table of section 1: a row may name several keys, and then has a default for each or one for all.
Documentation documentation() {
    Documentation found;
    std::ifstream file(test::source_dir() / "docs/formats.md");
    found.text.assign(std::istreambuf_iterator<char>(file), {});
    const std::size_t begin = found.text.find("| key | values | default |"), end = found.text.find("\n\n", begin);
    REQUIRE(begin != std::string::npos);
    std::string table = found.text.substr(begin, end - begin);
    for (std::size_t at = 0; (at = table.find("\\|", at)) != std::string::npos;) table.replace(at, 2, "/");
    for (const std::string& line : split(table, "\n")) {
        const std::vector<std::string> cells = split(line, "|");
        if (cells.size() != 5 || cells[1].find('`') == std::string::npos) continue;
        const std::vector<std::string> names = in_backticks(cells[1]), defaults = split(cells[3], ",;");
        for (std::size_t n = 0; n < names.size(); ++n)
            found.keys[names[n]] = {cells[2], defaults.size() == names.size() ? defaults[n] : cells[3]};
    }
    return found;
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Of a decoder that says nothing.
ModelConfig plain_decoder() {
    return parse_config(R"({"architecture": "decoder", "vocab_size": 5, "d_model": 8, "n_heads": 2, "n_layers": 2,
                            "max_seq_len": 6})",
                        "test");
}

}  // namespace

TEST_SUITE_BEGIN("config");

TEST_CASE("docs/formats.md names every key of the table, and no other") {
    const Documentation docs = documentation();
    std::set<std::string> known;
    for (const ConfigKeyRow& row : all_config_keys()) {
        const std::string_view object = object_of(row.key.name);
        known.insert(std::string(object.empty() ? row.key.name : object));
        CAPTURE(row.key.name);
        CHECK(holds(docs.text, name_in_object(row.key.name)));
    }
    for (const auto& [name, key] : docs.keys) CHECK_MESSAGE(known.contains(name), name);
    const ModelConfig decoder = plain_decoder();
    for (const ConfigKeyRow& row : all_config_keys())  // sections 5 and 6 have the objects of other models
        if (row.applies == nullptr || row.applies(decoder)) {
            const std::string_view object = object_of(row.key.name);
            CHECK_MESSAGE(docs.keys.contains(std::string(object.empty() ? row.key.name : object)), row.key.name);
        }
}

TEST_CASE("docs/formats.md gives the values and the default that a key of the table has") {
    const Documentation docs = documentation();
    const ModelConfig decoder = plain_decoder();
    int compared = 0;
    for (const ConfigKeyRow& row : all_config_keys()) {
        const std::string_view object = object_of(row.key.name);
        const bool nested = !object.empty();
        const auto found = docs.keys.find(std::string(nested ? object : row.key.name));
        if (found == docs.keys.end() || (nested && name_in_object(row.key.name) != "kind")) continue;
        CAPTURE(row.key.name);
        const auto& [values, standard] = found->second;
        CAPTURE(values);
        CAPTURE(standard);
        ++compared;
        if (row.key.type == KeyType::choice)
            for (const KeyOption& option : row.key.options())
                CHECK_MESSAGE(holds(object == "positional" ? docs.text : values, option.name), option.name);
        if (row.key.otherwise == nullptr) {
            CHECK(holds(standard, "required"));
            continue;
        }
        const double otherwise = row.key.otherwise(decoder);
        switch (row.key.type) {
            case KeyType::flag: CHECK(holds(standard, otherwise != 0 ? "true" : "false")); break;
            case KeyType::choice:
                CHECK(holds(standard, row.key.options()[static_cast<std::size_t>(otherwise)].name));
                break;
            case KeyType::number: CHECK(std::strtod(standard.c_str(), nullptr) == otherwise); break;
            case KeyType::whole: CHECK(holds(standard, otherwise == 0 ? "0" : "= `")); break;
        }
    }
    CHECK(compared > 30);
}

TEST_CASE("docs/formats.md explains the keys that kinds of positions and masks have of their own") {
    const Documentation docs = documentation();
    for_each_setting([&](const PositionalSetting& setting) {
        CHECK_MESSAGE(holds(docs.text, "`" + std::string(setting.key.name) + "`"), setting.key.name);
    });
    for (const PositionalKind& kind : all_positional_kinds())
        CHECK_MESSAGE(holds(docs.text, "`" + std::string(kind.name) + "`"), kind.name);
    for (const MaskKind& kind : all_masks()) {
        CAPTURE(kind.name);
        if (kind.number) CHECK(holds(docs.keys.at("mask").values, "\"" + std::string(kind.number->key) + "\""));
        if (kind.name != "none") CHECK(holds(docs.text, "`" + std::string(kind.name) + "` j ≤ i"));
    }
}

TEST_CASE("every key reads what it set, and names are not said twice") {
    std::set<std::string_view> names;
    for (const ConfigKeyRow& row : all_config_keys()) {
        CAPTURE(row.key.name);
        CHECK(names.insert(row.key.name).second);
        CHECK(&config_key(row.key.name) == &row);
        CHECK(*row.key.title != '\0');
        CHECK(*row.key.hint != '\0');
        ModelConfig config;
        const bool small = row.key.type == KeyType::flag || row.key.type == KeyType::choice;
        for (const double value : {1.0, small ? 0.0 : row.key.max}) {
            row.key.set(config, value);
            CHECK(row.key.get(config) == doctest::Approx(value));
        }
    }
}

TEST_SUITE_END();
