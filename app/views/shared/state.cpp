#include "app/views/shared/state.h"

#include "core/base/error.h"

namespace glassformer {

std::string State::at(std::string_view name) const {
    std::string known;
    for (const auto& [key, value] : values) {
        if (key == name) return value;
        known += (known.empty() ? "" : ", ") + key;
    }
    throw Error("there is no state \"" + std::string(name) + "\"; there are " + known);
}

std::string State::text() const {
    std::string all;
    for (const auto& [key, value] : values) all.append(key).append("=").append(value).append("\n");
    return all;
}

}  // namespace glassformer
