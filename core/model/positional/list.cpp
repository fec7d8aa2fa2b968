// What is asked of the table of encodings. Each is a file beside this one; cmake/rows.cmake makes the list of them.
#include <algorithm>

#include "core/model/positional.h"

namespace glassformer {

const PositionalKind* find_positional(std::string_view name) {
    const auto kinds = all_positional_kinds();
    const auto row = std::ranges::find(kinds, name, &PositionalKind::name);
    return row == kinds.end() ? nullptr : &*row;
}

const PositionalKind& positional_that_scales() {
    return *std::ranges::find_if(all_positional_kinds(), &PositionalKind::scales);
}

int appended_columns(const ModelConfig& config) {
    const PositionalConfig& p = config.positional;
    if (p.kind->appended_always) return config.max_seq_len;
    return p.combine == Combine::append ? p.dims : 0;
}

PositionalConfig default_positional(const PositionalKind& kind, const ModelConfig& config) {
    PositionalConfig positional;
    positional.kind = &kind;
    for (const PositionalSetting& setting : kind.settings)
        if (setting.key.otherwise != nullptr) setting.key.set(positional, setting.key.otherwise(config));
    return positional;
}

const PositionalSetting* find_setting(const PositionalKind& kind, std::string_view key) {
    for (const PositionalSetting& setting : kind.settings)
        if (setting.key.name == key) return &setting;
    return nullptr;
}

}  // namespace glassformer
