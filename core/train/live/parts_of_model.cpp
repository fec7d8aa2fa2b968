#include "core/train/live/parts_of_model.h"

#include <algorithm>
#include <array>

namespace glassformer {

namespace {

/// Takes what stands before the next dot away and returns it; the rest where there is none.
std::string_view next_word(std::string_view& name) {
    const std::size_t dot = name.find('.');
    const std::string_view word = name.substr(0, dot);
    name.remove_prefix(dot == std::string_view::npos ? name.size() : dot + 1);
    return word;
}

bool is_projection(std::string_view word) {
    static constexpr std::array<std::string_view, 4> projections{"q", "k", "v", "o"};
    return std::ranges::find(projections, word) != projections.end();
}

}  // namespace

std::string part_of_model(std::string_view parameter) {
    std::string stack;
    for (const std::string_view prefix : {"encoder.", "decoder."})
        if (parameter.starts_with(prefix)) {
            stack = prefix;
            parameter.remove_prefix(prefix.size());
        }
    const std::string_view first = next_word(parameter);
    if (first == "embed") return stack + (next_word(parameter) == "tokens" ? "embeddings" : "positions");
    if (first == "rnn" || first == "conv") return stack + std::string(first) + "." + std::string(next_word(parameter));
    if (first == "cross_attn") return stack + "cross_attention";
    if (first == "head" || first == "pool") return "head";
    if (first != "blocks") return stack + std::string(first);  // final_norm, lookup

    const std::string block = stack + "blocks." + std::string(next_word(parameter)) + ".";
    const std::string_view what = next_word(parameter);
    if (what == "cross_attn") return block + "cross_attention";
    if (what == "attn" || what == "self_attn")
        return is_projection(next_word(parameter)) ? block + "attention" : stack + "positions";
    if (what.starts_with("norm")) return block + "norms";
    return block + std::string(what);  // mlp
}

PartsOfModel parts_of_model(const ModelConfig& config) {
    PartsOfModel parts;
    for (const ParameterShape& parameter : parameter_shapes(config)) {
        const std::string name = part_of_model(parameter.name);
        const auto found = std::ranges::find(parts.names, name);
        parts.of_parameter.push_back(static_cast<int>(found - parts.names.begin()));
        if (found == parts.names.end()) parts.names.push_back(name);
    }
    return parts;
}

}  // namespace glassformer
