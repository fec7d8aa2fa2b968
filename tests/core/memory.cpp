// What a pass takes, known before it is computed, and what is said where it has no room.
// ctest: alone 1 s, optimised too
#include "core/session/expect_memory.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <vector>

#include "core/io/model_folder.h"
#include "core/model/packed_weights.h"
#include "core/session/session.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

TEST_SUITE_BEGIN("memory");

TEST_CASE("the memory of a pass is what its tape takes") {
    const auto model = std::make_shared<const Model>(load_model(test::source_dir() / "assets/models/coreference-full"));
    const Inputs inputs{
        .model = "coreference-full", .text = "The animal didn't cross the street", .target = "", .edits = {}};
    const auto evaluation = evaluate_once(model, inputs);
    GraphSize size;
    size.seq_len = static_cast<int>(evaluation->tokens().size());
    CHECK(memory_of_pass(model->config, size) == evaluation->tape().bytes());
    size.seq_len *= 2;
    CHECK(memory_of_pass(model->config, size) > evaluation->tape().bytes());
}

TEST_CASE("a pass without room is refused with what it needs and what is free") {
    const ModelConfig config = load_config(test::source_dir() / "assets/models/coreference-full");
    GraphSize size;
    size.seq_len = 12;
    const std::uint64_t needed = memory_of_pass(config, size);
    CHECK_NOTHROW(expect_memory(config, size, memory_unknown));
    CHECK_NOTHROW(expect_memory(config, size, needed * 5 / 4 + 2));
    const std::string said = message_of([&] { expect_memory(config, size, needed); });
    CHECK(said.find("12 tokens need " + bytes_text(needed)) != std::string::npos);
    CHECK(said.find("of the " + bytes_text(needed) + " that are free") != std::string::npos);
    CHECK(said.find(bytes_text(needed * 4 / 5)) != std::string::npos);
    CHECK(free_memory() > 1 << 20);
}

TEST_CASE("what a model takes by its config alone is its weights, and once more those that are laid out for products") {
    for (const char* const name : {"coreference-full", "sort", "translate-fr-en", "tagger-lstm"}) {
        const auto folder = test::source_dir() / "assets/models" / name;
        if (!std::filesystem::exists(folder)) continue;
        CAPTURE(name);
        const Model model = load_model(folder);
        std::uint64_t bytes = 0;
        for (const Parameter& parameter : model.weights.parameters)
            bytes += parameter.shape.count() * sizeof(float) * (parameter.packing ? 2 : 1);
        CHECK(memory_of_weights(load_config(folder)) == bytes);
        CHECK(bytes > model.weights.count() * sizeof(float));
    }
}

// Sanitizers allocate on their own.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {
std::size_t resident() {
    std::ifstream file("/proc/self/statm");
    std::size_t all = 0, here = 0;
    file >> all >> here;
    return here * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}
}  // namespace

TEST_CASE("large blocks go back to the system as they are freed, also after a larger one was") {
    return_large_blocks();
    // Alone in its process: malloc takes a block from what others have freed before it asks the system.
    constexpr std::size_t large = 4 << 20, small = 1000, count = 32;
    static_cast<void>(std::make_unique<char[]>(6 * large));
    std::vector<std::unique_ptr<char[]>> blocks(count), between(count);
    for (std::size_t i = 0; i < count; ++i) {
        blocks[i] = std::make_unique<char[]>(large);
        between[i] = std::make_unique<char[]>(small);
    }
    const std::size_t before = resident();
    blocks.clear();
    CHECK(resident() + large * count / 2 < before);
}

TEST_CASE("freed memory between what is in use goes back to the system") {
    constexpr std::size_t size = 20000, count = 4000;
    std::vector<std::unique_ptr<char[]>> blocks(count);
    for (auto& block : blocks) block = std::make_unique<char[]>(size);
    for (std::size_t i = 0; i < count; ++i)
        if (i % 8 != 0) blocks[i] = nullptr;
    const std::size_t before = resident();
    give_back_free_memory();
    CHECK(resident() + size * count / 2 < before);
}

#endif

TEST_CASE("bytes are written with the unit that leaves one to three digits") {
    CHECK(bytes_text(0) == "0 bytes");
    CHECK(bytes_text(999) == "999 bytes");
    CHECK(bytes_text(1000) == "1.0 kB");
    CHECK(bytes_text(999'600) == "1.0 MB");
    CHECK(bytes_text(45'200'000'000) == "45 GB");
    CHECK(bytes_text(3'240'000'000) == "3.2 GB");
}

TEST_SUITE_END();
