// The logit lens (nostalgebraist 2020): what the model would answer if it stopped at a layer. The residual stream of
// each layer is sent through the model's own last operations (final norm, pooling, unembedding), as they were recorded.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/tape/trace.h"

namespace glassformer {

class ThreadPool;

struct LensWord {
    int token = 0;  // of the vocabulary, or a class
    float logit = 0;
    float probability = 0;
};

struct LensRow {
    int position = 0;             // of the logits; 0 where there is one row for the whole text
    std::vector<LensWord> words;  // the most probable first
    int rank_of_answer = 0;       // where the model's final first word stands here, counted from 0
};

struct LensLayer {
    int record = -1;  // the stream that was read: "embed", "blocks.0.resid_post"
    std::vector<LensRow> rows;
};

struct LensOptions {
    int words = 5;
    int position = -1;  // one row of the logits, which is faster; -1: all
    ThreadPool* pool = nullptr;
    std::function<bool(int done, int layers)> progress = {};  // called before each layer; false stops
};

/// The embedding and the stream behind each block, the last of which gives the model's own logits, less what was set
/// by hand behind the stream. Empty when stopped.
/// Throws Error for a model without a residual stream of blocks (recurrent, convolution, look-up table), one that was
/// not evaluated, and a position that does not exist.
std::vector<LensLayer> logit_lens(const Trace& trace, const LensOptions& options = {});

}  // namespace glassformer
