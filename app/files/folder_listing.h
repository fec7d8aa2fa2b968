// What a user can open in a folder: folders, model folders (those with a config.json) and session files. Knows nothing
// of the window.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace glassformer {

enum class EntryKind : std::uint8_t { parent, folder, model, session };

struct FolderEntry {
    std::string name;  // "my-model"; ".." of the parent
    EntryKind kind = EntryKind::folder;
    std::filesystem::path path;
};

/// The parent first, then folders and model folders, then session files, each by name; hidden ones are left out.
/// Throws Error with one sentence where the folder is missing or cannot be read.
std::vector<FolderEntry> list_folder(const std::filesystem::path& folder);

bool is_model_folder(const std::filesystem::path& folder);

/// A path as somebody types it: "~" is the home folder, and what is not absolute lies in the current one.
std::filesystem::path typed_path(const std::string& typed);
/// The typed path with as much more as all that begins so have in common, and "/" behind a single folder.
std::string completed_path(const std::string& typed);
/// "~/models/" for paths below the home folder.
std::string shown_path(const std::filesystem::path& path);

}  // namespace glassformer
