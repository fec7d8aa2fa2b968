// How the table of config.json's keys is written: a function for each type of a key. Part of config_keys.cpp; nobody
// else includes it.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "core/model/config.h"
#include "core/model/config_key.h"

namespace glassformer::config_rows {

using Config = const ModelConfig&;
using Type = KeyType;

/// The rows of a table as options.
template <auto all>
std::span<const KeyOption> table() {
    static const std::vector<KeyOption> options = [] {
        std::vector<KeyOption> names;
        for (const auto& row : all()) {
            KeyOption option{row.name, ""};
            if constexpr (requires { row.sentence; }) option.sentence = row.sentence;
            if constexpr (requires { row.title; }) option.title = row.title;
            names.push_back(option);
        }
        return names;
    }();
    return options;
}
/// The place of the config's row in its table, and back.
template <auto all, auto... path>
double row_of(Config config) {
    return static_cast<double>((config.*....*path) - all().data());
}
template <auto all, auto... path>
void set_row(ModelConfig& config, double value) {
    (config.*....*path) = &all()[static_cast<std::size_t>(value)];
}
template <class Row>
double place(std::span<const Row> rows, std::string_view name) {
    return static_cast<double>(std::ranges::find(rows, name, &Row::name) - rows.begin());
}

template <int value>
double constant(Config) {
    return value;
}

template <auto... path>
constexpr ConfigKey whole(std::string_view name, const char* title, const char* hint,
                          double (*otherwise)(Config) = nullptr) {
    return {.name = name,
            .type = Type::whole,
            .title = title,
            .hint = hint,
            .get = member<path...>,
            .set = set_member<path...>,
            .otherwise = otherwise};
}
template <auto... path>
constexpr ConfigKey flag(std::string_view name, const char* title, const char* hint, double (*otherwise)(Config)) {
    ConfigKey key = whole<path...>(name, title, hint, otherwise);
    key.type = Type::flag;
    return key;
}
template <auto... path>
constexpr ConfigKey number(std::string_view name, const char* title, const char* hint, double min, double max,
                           double (*otherwise)(Config)) {
    ConfigKey key = whole<path...>(name, title, hint, otherwise);
    key.type = Type::number;
    key.min = min;
    key.max = max;
    return key;
}
template <auto... path>
constexpr ConfigKey choice(std::string_view name, const char* title, const char* hint,
                           std::span<const KeyOption> (*options)(), double (*otherwise)(Config)) {
    ConfigKey key = whole<path...>(name, title, hint, otherwise);
    key.type = Type::choice;
    key.options = options;
    return key;
}
template <auto all, auto... path>
constexpr ConfigKey row_choice(std::string_view name, const char* title, const char* hint,
                               double (*otherwise)(Config)) {
    return {.name = name,
            .type = Type::choice,
            .title = title,
            .hint = hint,
            .get = row_of<all, path...>,
            .set = set_row<all, path...>,
            .otherwise = otherwise,
            .options = table<all>};
}
constexpr ConfigKey from_zero(ConfigKey key) {
    key.min = 0;
    return key;
}
constexpr ConfigKey up_to(ConfigKey key, double max) {
    key.max = max;
    return key;
}

/// The row's key as a switch of the window.
constexpr ConfigKeyRow switchable(ConfigKeyRow row, ConfigSwitch how = {}) {
    row.offered = how;
    row.offered.on = true;
    return row;
}

}  // namespace glassformer::config_rows
