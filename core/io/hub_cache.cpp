#include "core/io/hub_cache.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/folder.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view of_models = "models--", owner_mark = "--";
constexpr std::size_t most_models = 1000, longest_ref = 100;

const char* set_variable(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : nullptr;
}

bool is_whole(const fs::path& snapshot) {
    std::error_code unread;  // exists() follows links: one whose blob is missing does not count
    return fs::exists(snapshot / "config.json", unread) &&
           (fs::exists(snapshot / "model.safetensors", unread) ||
            fs::exists(snapshot / "model.safetensors.index.json", unread));
}

std::string commit_of_main(const fs::path& model) {
    try {
        std::string text = read_file(model / "refs" / "main", longest_ref);
        text.erase(text.find_last_not_of(" \r\n") + 1);
        return text.find_first_of("/\\") == std::string::npos && text != ".." ? text : std::string();
    } catch (const Error&) {
        return {};
    }
}

std::optional<fs::path> snapshot_of(const fs::path& model) {
    if (const std::string commit = commit_of_main(model); !commit.empty())
        if (fs::path snapshot = model / "snapshots" / commit; is_whole(snapshot)) return snapshot;
    std::optional<fs::path> newest;
    fs::file_time_type when{};
    std::error_code unread;
    for (const std::string& name : names_in(model / "snapshots", unread, most_models)) {
        fs::path snapshot = model / "snapshots" / name;
        if (!is_whole(snapshot)) continue;
        const fs::file_time_type changed = fs::last_write_time(snapshot, unread);
        if (newest && changed <= when) continue;
        newest = std::move(snapshot);
        when = changed;
    }
    return newest;
}

}  // namespace

fs::path hub_home() {
    if (const char* home = set_variable("HF_HOME")) return home;
    if (const char* caches = set_variable("XDG_CACHE_HOME")) return fs::path(caches) / "huggingface";
    if (const char* home = set_variable("HOME")) return fs::path(home) / ".cache" / "huggingface";
    return {};
}

fs::path hub_cache() {
    if (const char* hub = set_variable("HF_HUB_CACHE")) return hub;
    const fs::path home = hub_home();
    return home.empty() ? home : home / "hub";
}

std::string cache_folder(std::string_view name) {
    std::string folder(of_models);
    for (const char letter : name) folder += letter == '/' ? std::string(owner_mark) : std::string(1, letter);
    return folder;
}

std::vector<CachedModel> cached_models(const fs::path& cache) {
    std::vector<CachedModel> models;
    if (cache.empty()) return models;
    std::error_code unread;
    for (const std::string& folder : names_in(cache, unread, most_models)) {
        if (!folder.starts_with(of_models)) continue;
        std::string name = folder.substr(of_models.size());
        if (const std::size_t owner = name.find(owner_mark); owner != std::string::npos)
            name.replace(owner, owner_mark.size(), "/");
        if (name.empty()) continue;
        if (auto snapshot = snapshot_of(cache / folder)) models.push_back({std::move(name), *std::move(snapshot)});
    }
    std::ranges::sort(models, {}, &CachedModel::name);
    return models;
}

std::optional<fs::path> cached_model(std::string_view name, const fs::path& cache) {
    // Only what can be a folder of its own in the cache: no path that leads out of it.
    if (cache.empty() || name.empty() || name.front() == '/' || name.find('\\') != std::string_view::npos ||
        std::ranges::count(name, '/') > 1)
        return {};
    return snapshot_of(cache / cache_folder(name));
}

std::string cached_name(const fs::path& folder, const fs::path& cache) {
    for (CachedModel& model : cached_models(cache))
        if (model.path.lexically_normal() == folder.lexically_normal()) return std::move(model.name);
    return {};
}

}  // namespace glassformer
