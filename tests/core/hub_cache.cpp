// The cache of Hugging Face's libraries: which models lie in it, and that no name leads out of it.
#include "core/io/hub_cache.h"

#include <doctest/doctest.h>

#include <string>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/io/assets.h"
#include "tests/support/environment_variable.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
namespace fs = std::filesystem;

namespace {

constexpr const char *first = "1111111111111111111111111111111111111111",
                     *second = "2222222222222222222222222222222222222222";

/// A snapshot as the libraries make it: links to blobs.
fs::path put_snapshot(const fs::path& cache, const std::string& model, const std::string& commit,
                      const std::string& weights = "model.safetensors") {
    const fs::path folder = cache / model, snapshot = folder / "snapshots" / commit;
    fs::create_directories(snapshot);
    for (const std::string& name : {std::string("config.json"), weights}) {
        write_file(folder / "blobs" / (commit + name), "{}");
        fs::create_symlink(fs::path("..") / ".." / "blobs" / (commit + name), snapshot / name);
    }
    return snapshot;
}

}  // namespace

TEST_SUITE_BEGIN("hub_cache");

TEST_CASE("models of the cache are those with a config and weights, at the commit of their branch") {
    const TemporaryFolder temporary;
    const fs::path& cache = temporary.path();
    put_snapshot(cache, "models--owner--model", first);
    const fs::path current = put_snapshot(cache, "models--owner--model", second);
    write_file(cache / "models--owner--model" / "refs" / "main", std::string(second) + "\n");
    const fs::path old = put_snapshot(cache, "models--old", first);
    const fs::path shards = put_snapshot(cache, "models--o--two--parts", first, "model.safetensors.index.json");
    put_snapshot(cache, "models--owner--pickle", first, "pytorch_model.bin");
    put_snapshot(cache, "datasets--owner--data", first);
    // Interrupted: the link is there, what it names is not.
    const fs::path half = put_snapshot(cache, "models--owner--half", first);
    fs::remove(cache / "models--owner--half" / "blobs" / (std::string(first) + "model.safetensors"));
    fs::create_directories(cache / "models--owner--empty");

    const std::vector<CachedModel> models = cached_models(cache);
    REQUIRE(models.size() == 3);
    CHECK(models[0].name == "o/two--parts");
    CHECK(models[1].name == "old");
    CHECK(models[1].path == old);
    CHECK(models[2].name == "owner/model");
    CHECK(models[2].path == current);
    CHECK(cached_model("owner/model", cache) == current);
    CHECK(cached_model("o/two--parts", cache) == shards);
    CHECK_FALSE(cached_model("owner/pickle", cache));
    CHECK_FALSE(cached_model("owner/half", cache));
    CHECK(cached_name(current, cache) == "owner/model");
    CHECK(cached_name(half, cache).empty());
    CHECK(cached_models(cache / "none").empty());
}

TEST_CASE("neither a name nor a branch leads out of the cache") {
    const TemporaryFolder temporary;
    const fs::path& folder = temporary.path();
    const fs::path cache = folder / "cache";
    put_snapshot(folder, "models--outside", first);
    put_snapshot(cache, "models--owner--model", first);
    for (const char* name :
         {"", "/", "../models--outside", "..", "a/../../models--outside", "/etc", "owner/model/..", "\\"})
        CHECK_FALSE(cached_model(name, cache));
    for (const char* commit :
         {"../../../models--outside/snapshots/1111111111111111111111111111111111111111", "..", "/etc", ""}) {
        write_file(cache / "models--owner--model" / "refs" / "main", commit);
        CHECK(cached_model("owner/model", cache) == cache / "models--owner--model" / "snapshots" / first);
    }
}

TEST_CASE("the cache is where the libraries look for it") {
    const EnvironmentVariable hub("HF_HUB_CACHE", "/a"), home("HF_HOME", "/b"), caches("XDG_CACHE_HOME", "/c"),
        user("HOME", "/d");
    CHECK(hub_cache() == "/a");
    const EnvironmentVariable no_hub("HF_HUB_CACHE", nullptr);
    CHECK(hub_cache() == "/b/hub");
    const EnvironmentVariable no_home("HF_HOME", "");
    CHECK(hub_cache() == "/c/huggingface/hub");
    const EnvironmentVariable no_caches("XDG_CACHE_HOME", nullptr);
    CHECK(hub_cache() == "/d/.cache/huggingface/hub");
}

TEST_CASE("a model opens by its name in the cache, unless a built-in one has that name") {
    const TemporaryFolder temporary;
    const fs::path& cache = temporary.path();
    const fs::path snapshot = put_snapshot(cache, "models--owner--model", first);
    put_snapshot(cache, "models--sort", first);
    const EnvironmentVariable hub("HF_HUB_CACHE", cache.c_str());
    const fs::path assets = fs::path(GLASSFORMER_SOURCE_DIR) / "assets";
    CHECK(find_model("owner/model", assets) == snapshot);
    CHECK(find_model("sort", assets) == assets / "models" / "sort");
    CHECK_THROWS_AS(find_model("owner/other", assets), Error);
}

TEST_SUITE_END();
