// The table of encodings: each is a file beside this one, named here twice.
#include <algorithm>
#include <array>

#include "core/model/positional.h"

namespace glassformer {

PositionalKind no_positions();
PositionalKind sinusoidal_encoding();
PositionalKind learned_encoding();
PositionalKind rope_encoding();
PositionalKind alibi_encoding();
PositionalKind t5_encoding();
PositionalKind shaw_encoding();
PositionalKind one_hot_encoding();
PositionalKind transformer_xl_encoding();
PositionalKind xpos_encoding();

std::span<const PositionalKind> all_positional_kinds() {
    static const std::array kinds{
        no_positions(), sinusoidal_encoding(), learned_encoding(), rope_encoding(),           alibi_encoding(),
        t5_encoding(),  shaw_encoding(),       one_hot_encoding(), transformer_xl_encoding(), xpos_encoding()};
    return kinds;
}

const PositionalKind* find_positional(std::string_view name) {
    const auto kinds = all_positional_kinds();
    const auto row = std::ranges::find(kinds, name, &PositionalKind::name);
    return row == kinds.end() ? nullptr : &*row;
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
