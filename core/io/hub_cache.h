// The folder in which Hugging Face's libraries, and `glassformer fetch`, keep the models that they got:
//   models--OWNER--NAME/blobs/CHECKSUM              a file's bytes
//   models--OWNER--NAME/snapshots/COMMIT/FILE       a link to them, by name
//   models--OWNER--NAME/refs/REVISION               the commit that a branch or a tag stood for
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

/// The folder of Hugging Face's libraries: $HF_HOME, else huggingface in $XDG_CACHE_HOME or ~/.cache; "" where none is
/// set.
std::filesystem::path hub_home();

/// $HF_HUB_CACHE, else hub in hub_home(). The folder need not exist.
std::filesystem::path hub_cache();

struct CachedModel {
    std::string name;            // "OWNER/NAME", or "NAME" for the few models that have no owner
    std::filesystem::path path;  // its snapshot: a model folder
};

/// "models--OWNER--NAME", the folder of a model in the cache.
std::string cache_folder(std::string_view name);

/// Models of the cache with a config.json and safetensors, by name. Of several snapshots the one that the branch "main"
/// stands for; where that is not there, the one that was changed last. Looks at names of files only.
std::vector<CachedModel> cached_models(const std::filesystem::path& cache);

/// The snapshot of that model; nothing where the cache has none.
std::optional<std::filesystem::path> cached_model(std::string_view name, const std::filesystem::path& cache);

/// The name of the model whose snapshot cached_model() gives as that folder; "" where it is none of the cache.
std::string cached_name(const std::filesystem::path& folder, const std::filesystem::path& cache);

}  // namespace glassformer
