#include "core/session/expect_memory.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"

namespace glassformer {

namespace {

constexpr double usable = 0.8;  // the rest is for the window, the pictures and whatever else runs

/// A pass this small fits wherever the program itself does, and need not be recorded twice.
bool surely_small(const ModelConfig& config, const GraphSize& size) {
    const std::int64_t length = std::max(size.seq_len, size.target_len);
    const std::int64_t heads = std::max(config.n_heads, config.n_cross_heads);
    const std::int64_t widest =
        std::max<std::int64_t>({config.d_model, config.d_ff, config.vocab_size, config.target_vocab_size,
                                heads * static_cast<std::int64_t>(config.d_head)});
    return length <= 64 && widest <= 4096 && std::max(config.n_layers, config.n_decoder_layers) <= 8 && heads <= 16;
}

}  // namespace

std::uint64_t memory_of_pass(const ModelConfig& config, const GraphSize& size) {
    Tape tape;
    record_shapes(tape, config, size);
    const Tape::MemoryPlan plan = tape.memory_plan();
    std::uint64_t bytes = plan.inputs + plan.activations;
    if (size.loss) bytes += plan.activation_gradients + plan.parameter_gradients;  // it goes backwards too
    return bytes;
}

void expect_memory(const ModelConfig& config, const GraphSize& size, std::uint64_t free) {
    if (free == memory_unknown) return;
    const auto room = static_cast<std::uint64_t>(usable * static_cast<double>(free));
    constexpr std::uint64_t plenty = std::uint64_t{2} << 30U;
    if (room > plenty && surely_small(config, size)) return;
    const std::uint64_t needed = memory_of_pass(config, size);
    if (needed <= room) return;
    const int tokens = size.seq_len + size.target_len;
    throw Error("all stages of " + std::to_string(tokens) + (tokens == 1 ? " token" : " tokens") + " need " +
                bytes_text(needed) + " of memory, and of the " + bytes_text(free) + " that are free here " +
                bytes_text(room) + " may be used (80%): use a shorter text or a smaller model");
}

}  // namespace glassformer
