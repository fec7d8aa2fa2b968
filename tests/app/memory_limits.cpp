// The program under a limit of its addresses: a training ends right, or says in one sentence that there is not enough
// memory, wherever memory ends. Libraries that cannot cope with that are not used then (core/math/product.cpp).
// ctest: optimised only
#include <doctest/doctest.h>

#include "core/base/system_memory.h"
#include "tests/support/program.h"
#include "tests/support/sanitized.h"
#include "tests/support/skipped.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("memory_limits");

TEST_CASE("a training under a limit of addresses ends right or with one sentence") {
    // The address sanitizer's own memory takes more addresses than any limit gives.
    if (sanitized) return skip(Needs::plain_build, "addresses are limited in a build without sanitizers");
    const TemporaryFolder folder;
    const std::string out = (folder / "m").string();
    const std::string arguments = "train --task sort --steps 1 --batch 8 --d-model 256 --threads 2 --out " + out;
    int ended_right = 0, ended_with_a_sentence = 0;
    for (int megabytes = 80; megabytes <= 240; megabytes += 20) {
        const Outcome outcome = run(arguments, "ulimit -v " + std::to_string(megabytes * 1024) + ";");
        if (contains(outcome.err, "loading shared libraries")) continue;  // not even those
        CAPTURE(megabytes);
        CAPTURE(outcome.code);
        CAPTURE(outcome.err);
        ended_right += outcome.code == 0;
        const bool said = (outcome.code == 1 && contains(outcome.err, "there is not enough memory for this\n")) ||
                          (outcome.code == 2 && contains(outcome.err, "training needs at least "));
        ended_with_a_sentence += said;
        CHECK((outcome.code == 0 || said));
        CHECK(std::filesystem::exists(folder / "m/config.json") == (outcome.code == 0));
        CHECK(std::filesystem::exists(folder / "m/model.safetensors") == (outcome.code == 0));
        std::filesystem::remove_all(folder / "m");
    }
    CHECK(ended_right > 0);
    CHECK(ended_with_a_sentence > 1);
}

TEST_CASE("a model that cannot be had is refused before anything is trained") {
    if (sanitized) return skip(Needs::plain_build, "addresses are limited in a build without sanitizers");
    const TemporaryFolder folder;
    const Outcome outcome =
        run("train --task sort --steps 1 --d-model 30000 --d-ff 30000 --heads 1 --out " + (folder / "m").string(),
            "ulimit -v 4000000;");
    CAPTURE(outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.err.starts_with("glassformer: training needs at least "));
    CHECK(contains(outcome.err, "are free here: choose a smaller model\n"));
    CHECK_FALSE(std::filesystem::exists(folder / "m/model.safetensors"));
}

TEST_SUITE_END();
