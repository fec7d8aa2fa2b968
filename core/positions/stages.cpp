#include "core/positions/stages.h"

#include <algorithm>
#include <array>

#include "core/model/positional.h"

namespace glassformer::positions {

std::span<const Stage* const> stages_of(const PositionalKind& kind) {
    static constexpr std::array added{&stage::embed_positions, &stage::embed_joined, &stage::embed};
    static constexpr std::array turned{&stage::q_rot, &stage::k_rot};
    static constexpr std::array biased{&stage::position_bias, &stage::scores_biased};
    static constexpr std::array inside{&stage::scores_raw};
    static constexpr std::array terms{&stage::relative_positions, &stage::relative,       &stage::q_content,
                                      &stage::q_position,         &stage::scores_content, &stage::scores_position,
                                      &stage::scores_raw};
    if (kind.added != nullptr) return added;
    if (kind.rotation != nullptr) return turned;
    if (kind.bias != nullptr) return biased;
    if (kind.scores != nullptr) return inside;
    if (kind.distances != nullptr) return terms;
    return {};
}

bool touches(const PositionalKind& kind, const Record& record) {
    if (record.kind != Record::Kind::computed || record.site.attention == AttentionKind::cross) return false;
    return std::ranges::find(stages_of(kind), record.stage) != stages_of(kind).end();
}

}  // namespace glassformer::positions
