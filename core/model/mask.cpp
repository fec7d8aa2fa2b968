#include "core/model/mask.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/model/config.h"

namespace glassformer {

namespace {

constexpr MaskKind none_mask{
    .name = "none",
    .sentence = "A query sees every key.",
    .sees = [](int, int, const MaskConfig&) { return true; },
};

constexpr MaskKind causal_mask{
    .name = "causal",
    .sentence = "A query sees itself and every earlier key.",
    .sees = [](int query, int key, const MaskConfig&) { return key <= query; },
};

constexpr MaskKind window_mask{
    .name = "window",
    .sentence = "Causal, but only the last few keys.",
    .sees = [](int query, int key, const MaskConfig& c) { return key <= query && query - key < c.window; },
    .needs_window = true,
};

// Child, Gray, Radford, Sutskever 2019: the two patterns of the sparse transformer, `fixed` with c = 1.
constexpr MaskKind strided_mask{
    .name = "strided",
    .sentence = "Causal: the last few keys, and beyond them every stride-th.",
    .sees =
        [](int query, int key, const MaskConfig& c) {
            return key <= query && (query - key < c.stride || (query - key) % c.stride == 0);
        },
    .needs_stride = true,
};

constexpr MaskKind fixed_mask{
    .name = "fixed",
    .sentence = "Causal: the keys of the query's own block, and the last key of each block.",
    .sees =
        [](int query, int key, const MaskConfig& c) {
            return key <= query && (key / c.stride == query / c.stride || key % c.stride == c.stride - 1);
        },
    .needs_stride = true,
};

constexpr MaskKind prefix_mask{
    .name = "prefix",
    .sentence = "Causal, but every query sees the whole prefix.",
    .sees = [](int query, int key, const MaskConfig& c) { return key <= query || key < c.prefix; },
    .needs_prefix = true,
};

// Dai et al. 2019: a segment sees itself and the states of the one before, which are kept. The state of an earlier
// token depends on no later one, so that this mask over the whole text computes what the segments one after the other
// do.
constexpr MaskKind segments_mask{
    .name = "segments",
    .sentence = "Causal: the keys of the query's own segment and of the one before.",
    .sees = [](int query, int key,
               const MaskConfig& c) { return key <= query && key / c.segment >= query / c.segment - 1; },
    .needs_segment = true,
};

constexpr std::array masks{none_mask, causal_mask, window_mask, strided_mask, fixed_mask, prefix_mask, segments_mask};

}  // namespace

std::span<const MaskKind> all_masks() { return masks; }

const MaskKind* find_mask(std::string_view name) {
    const auto row = std::ranges::find(masks, name, &MaskKind::name);
    return row == masks.end() ? nullptr : &*row;
}

// What is near is seen first: a mask that closes the next key closes all later ones.
bool sees_later(const MaskConfig& config) { return config.kind->sees(0, 1, config); }

void fill_mask(const MaskConfig& config, View mask, int first) {
    if (mask.shape.rank() != 2) throw Error("a mask is [query, key], not " + text(mask.shape));
    for (int query = 0; query < mask.shape.size(0); ++query)
        for (int key = 0; key < mask.shape.size(1); ++key)
            mask.row(static_cast<std::size_t>(query))[key] =
                config.kind->sees(first + query, key, config) ? 1.0F : 0.0F;
}

}  // namespace glassformer
