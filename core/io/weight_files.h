// The weights of a model folder: model.safetensors, or the shards that model.safetensors.index.json names. A folder may
// come from anywhere: every name in its index is held against what lies in the folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/safetensors_map.h"

namespace glassformer {

class WeightFiles {
public:
    /// Maps and checks the files; no number is read. Where all names begin with "_orig_mod." or "module.", as a model
    /// that torch.compile() or DataParallel has wrapped is saved, the tensors are found without it. Throws Error naming
    /// file, tensor and what is wrong; where the folder holds weights of another format only, it says how to convert
    /// them. `copied`: as MappedFile::open() has it.
    static WeightFiles open(const std::filesystem::path& folder, std::size_t copied = MappedFile::copied_up_to);

    const MappedTensor* find(std::string_view name) const;  // null where there is none
    /// Throws Error where the tensor is missing or not of a float type.
    const MappedTensor& floats(std::string_view name) const;
    bool has(std::string_view name) const { return find(name) != nullptr; }
    std::vector<std::string_view> names() const;  // sorted

    /// "FILE: tensor "NAME"", for messages about a tensor that there is.
    std::string where(std::string_view name) const;
    std::string missing(std::string_view name) const;       // "FILE has no tensor "NAME""
    const std::string& path() const { return listed_in_; }  // of the file that says which tensors there are
    std::uint64_t data_size() const;                        // bytes of all tensors
    std::vector<std::shared_ptr<const MappedFile>> files() const;

private:
    void add_all(const std::filesystem::path& file, std::size_t copied);
    void unwrap();
    void add_shards(const std::filesystem::path& folder, const std::filesystem::path& index, std::size_t copied);

    struct Place {
        std::size_t file = 0, tensor = 0;
    };
    std::string listed_in_;  // the file that says which tensors there are
    std::vector<SafetensorsMap> files_;
    std::map<std::string, Place, std::less<>> places_;
};

/// Throws Error where the file is a symbolic link that leads out of its folder. In a snapshot of the Hugging Face cache
/// (models--OWNER--NAME/snapshots/REVISION) links to the blobs beside the snapshots are what all files are.
void require_inside(const std::filesystem::path& folder, const std::filesystem::path& file);

}  // namespace glassformer
