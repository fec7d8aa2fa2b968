#include "core/model/mask.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/error.h"
#include "core/model/config.h"

namespace glassformer {

namespace {

int third(int n_tokens) { return std::max(2, n_tokens / 3); }
int square_root(int n_tokens) {
    return std::max(2, static_cast<int>(std::lround(std::sqrt(static_cast<double>(n_tokens)))));
}

constexpr MaskKind none_mask{
    .name = "none",
    .sentence = "Every query can attend to every key.",
    .sees = [](int, int, int) { return true; },
};

constexpr MaskKind causal_mask{
    .name = "causal",
    .sentence = "A query can attend to itself and to every earlier key.",
    .sees = [](int query, int key, int) { return key <= query; },
};

constexpr MaskKind window_mask{
    .name = "window",
    .sentence = "Causal, limited to the last few keys (sliding window).",
    .sees = [](int query, int key, int window) { return key <= query && query - key < window; },
    .number = MaskNumber{"window", "Window", "Number of keys that each query can attend to, including its own.", third},
};

// Beltagy, Peters, Cohan 2020: a sliding window with gaps. Its dilation of 2 never joins tokens at odd distances, which
// is why they give it to a few heads only.
constexpr MaskKind dilated_mask{
    .name = "dilated",
    .sentence = "Causal: every second key of the last few (dilated sliding window).",
    .sees = [](int query, int key,
               int window) { return key <= query && query - key < window && (query - key) % 2 == 0; },
    .number = MaskNumber{"window", "Window", "Number of positions in the window. Every second one is visible.", third},
};

// Child, Gray, Radford, Sutskever 2019: the two patterns of the sparse transformer, `fixed` with c = 1.
constexpr MaskKind strided_mask{
    .name = "strided",
    .sentence = "Causal: with stride s, the last s keys and, before them, every s-th key.",
    .sees = [](int query, int key,
               int stride) { return key <= query && (query - key < stride || (query - key) % stride == 0); },
    .number = MaskNumber{"stride", "Stride", "Size s of the window. Before the window, every s-th key is visible.",
                         square_root},
};

constexpr MaskKind fixed_mask{
    .name = "fixed",
    .sentence = "Causal: the keys of the query's own segment, and the last key of each segment.",
    .sees = [](int query, int key,
               int stride) { return key <= query && (key / stride == query / stride || key % stride == stride - 1); },
    .number = MaskNumber{"stride", "Stride", "Tokens per segment.", square_root},
};

constexpr MaskKind prefix_mask{
    .name = "prefix",
    .sentence = "Causal, but the prefix is visible to every query (prefix LM).",
    .sees = [](int query, int key, int prefix) { return key <= query || key < prefix; },
    .number = MaskNumber{"prefix", "Prefix", "Number of initial tokens that every query can attend to.", third},
};

// Dai et al. 2019: a segment sees itself and the states of the one before, which are kept. The state of an earlier
// token depends on no later one, so that this mask over the whole text computes what the segments one after the other
// do.
constexpr MaskKind segments_mask{
    .name = "segments",
    .sentence = "Causal: the keys of the query's own segment and of the previous one.",
    .sees = [](int query, int key, int segment) { return key <= query && key / segment >= query / segment - 1; },
    .number = MaskNumber{"segment", "Segment", "Tokens per segment.", third},
};

constexpr std::array masks{none_mask,    causal_mask, window_mask, dilated_mask,
                           strided_mask, fixed_mask,  prefix_mask, segments_mask};

}  // namespace

std::span<const MaskKind> all_masks() { return masks; }

const MaskKind* find_mask(std::string_view name) {
    const auto row = std::ranges::find(masks, name, &MaskKind::name);
    return row == masks.end() ? nullptr : &*row;
}

bool sees_later(const MaskConfig& config) { return config.kind->sees(0, 1, config.number); }

void fill_mask(const MaskConfig& config, View mask, int first) {
    if (mask.shape.rank() != 2) throw Error("a mask is [query, key], not " + text(mask.shape));
    for (int query = 0; query < mask.shape.size(0); ++query)
        for (int key = 0; key < mask.shape.size(1); ++key)
            mask.row(static_cast<std::size_t>(query))[key] =
                config.kind->sees(first + query, key, config.number) ? 1.0F : 0.0F;
}

}  // namespace glassformer
