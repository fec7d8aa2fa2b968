// What the window shows, as names and values: for scripts, tests and bug reports. Every view adds its own.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glassformer {

struct State {
    std::vector<std::pair<std::string, std::string>> values;

    void add(std::string name, std::string value) { values.emplace_back(std::move(name), std::move(value)); }
    void add(std::string name, bool yes) { add(std::move(name), std::string(yes ? "yes" : "no")); }
    void add(std::string name, const char* value) { add(std::move(name), std::string(value)); }
    /// Throws Error listing the names where there is none of that name.
    std::string at(std::string_view name) const;
    std::string text() const;  // "stage=embed\nhead=1\n…"
};

}  // namespace glassformer
