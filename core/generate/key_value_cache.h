// Generating with a cache: the keys and values of the tokens that were read are kept, and a pass computes the rows of
// the new tokens only. The numbers are those of the whole text computed anew; what the cache saves is counted by stage.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/aligned.h"
#include "core/model/config.h"
#include "core/model/weights.h"
#include "core/ops/operation.h"

namespace glassformer {

class ThreadPool;
class Tape;
class Trace;
struct Record;

/// What one stage had to do in all calls so far, with the cache and without.
struct CacheWork {
    std::string stage;  // "blocks.0.attn.q"
    Cost with, without;
};

/// What attention in this block of a decoder reads as its keys or its values, all of them: [kv head, pos, d_head].
/// Throws Error where the block has none.
const Record& keys_of(const Trace& trace, int block);
const Record& values_of(const Trace& trace, int block);

/// The first `rows` of each head's `of` rows, of numbers [head, of, d_head].
std::vector<float> first_rows(std::span<const float> all, int heads, int of, int rows, int d_head);

/// How many of these first tokens need not be computed again for a text of `length`: all if none of them attends to a
/// token after them, else none.
int reusable_tokens(const ModelConfig& config, int first, int length);

class KeyValueCache {
public:
    enum class Count : bool { no, yes };  // the work of every stage, with the cache and without

    /// Refers to config and weights. Throws Error for a model that is no decoder of next tokens, or whose mask lets
    /// every token see the later ones: what was kept of it would be wrong as soon as a token is added.
    KeyValueCache(const ModelConfig& config, const Weights& weights, ThreadPool* pool = nullptr,
                  Count count = Count::no);

    /// Logits of the token behind these, [vocab_size]. Computes the tokens behind the longest beginning that it shares
    /// with the last call's text; a shorter or another text costs no more than it must. Throws Error as record_model.
    std::vector<float> next_logits(std::span<const int> tokens);

    int reused() const { return reused_; }                      // tokens that the last call did not compute
    const std::vector<int>& tokens() const { return tokens_; }  // whose keys and values are kept
    std::size_t bytes() const;                                  // that they take
    const std::vector<CacheWork>& work() const { return work_; }

private:
    struct Kept {
        AlignedFloats keys, values;  // [kv head, pos, d_head]
    };

    int usable(std::span<const int> tokens) const;
    void put_past(Tape& tape, int past) const;
    void keep(const Tape& tape, std::span<const int> tokens, int past);
    void count(const Tape& tape, int length);

    const ModelConfig& config_;
    const Weights& weights_;
    ThreadPool* pool_;
    Count count_;
    std::vector<int> tokens_;
    std::vector<Kept> blocks_;
    std::vector<CacheWork> work_;
    int reused_ = 0;
};

}  // namespace glassformer
