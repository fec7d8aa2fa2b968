// The Open sheet lists the models of Hugging Face's cache and opens them by their names there.
#include <filesystem>
#include <string>

#include "core/io/hub_cache.h"
#include "tests/support/environment_variable.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr const char* commit = "0123456789abcdef0123456789abcdef01234567";

/// Six models as the libraries keep them.
void fill_cache(const TemporaryFolder& cache) {
    for (const char* name : {"a/one", "a/two", "b/three", "b/four", "five", "mine/six"})
        write_model_folder(cache.path() / cache_folder(name) / "snapshots" / commit);
}

}  // namespace

TEST_SUITE_BEGIN("opening");

TEST_CASE("models of the cache are listed by name, five until something is typed, and open under their name") {
    const TemporaryFolder cache;
    fill_cache(cache);
    const EnvironmentVariable there("HF_HUB_CACHE", cache.path().c_str());
    const Program program(shipped_options("sort"));
    if (!program) return;
    program.run("wait-idle\nkey Ctrl+O\nwait 2");
    CHECK(program.app->find_target("cached 5"));
    CHECK_FALSE(program.app->find_target("cached 6"));
    program.run("type mine/six\nwait 2");
    CHECK(program.app->find_target("cached 1"));
    CHECK_FALSE(program.app->find_target("cached 2"));
    program.run("click @cached 1\nwait-idle\nexpect error=\nexpect message=");
    CHECK(program.state("model") == "mine/six");
    // It is opened by that name again, from the list of what was opened lately too.
    program.run("key Ctrl+Z\nwait-idle\nexpect model=sort\nkey Ctrl+O\ntype six\nwait 2\nclick @recent 1\nwait-idle");
    CHECK(program.state("model") == "mine/six");
}

TEST_CASE("without a cache the Open sheet has no rows of it") {
    const EnvironmentVariable none("HF_HUB_CACHE", "/nowhere/at/all");
    const Program program(shipped_options("sort"));
    if (!program) return;
    program.run("wait-idle\nkey Ctrl+O\nwait 2");
    CHECK_FALSE(program.app->find_target("cached 1"));
}

TEST_SUITE_END();
