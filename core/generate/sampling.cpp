// The text form of the sampling settings.
#include "core/generate/sampling.h"

#include <limits>

#include "core/base/json_object.h"
#include "core/base/json_text.h"

namespace glassformer {

std::string to_text(const Sampling& sampling) {
    Json json;
    json["temperature"] = shortest_decimal(sampling.temperature);
    json["top_k"] = sampling.top_k;
    json["top_p"] = shortest_decimal(sampling.top_p);
    json["greedy"] = sampling.greedy;
    json["seed"] = sampling.seed;
    return json.dump();
}

Sampling sampling_from_text(const std::string& line) {
    const Json json = parse_json(line, "sampling");
    JsonObject object(json, "sampling");
    constexpr double most = std::numeric_limits<float>::max();
    Sampling sampling;
    sampling.temperature = static_cast<float>(object.number("temperature", 0, most, 1));
    sampling.top_k = static_cast<int>(object.integer("top_k", 0, std::numeric_limits<int>::max(), 0));
    sampling.top_p = static_cast<float>(object.number("top_p", 0, 1, 1));
    sampling.greedy = object.boolean("greedy", false);
    sampling.seed = static_cast<std::uint64_t>(object.integer("seed", 0, std::numeric_limits<std::int64_t>::max(), 0));
    object.finish();
    check(sampling.decode());
    return sampling;
}

}  // namespace glassformer
