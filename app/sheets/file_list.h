// Small file browser below a field with a typed path: lists the folder and marks folders with a config.json as models.
// Used for opening and saving.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/files/folder_listing.h"
#include "app/sheets/folder_needs.h"
#include "app/views/shared/context.h"

namespace glassformer {

class FileList {
public:
    /// Whether typed text is a path rather than the name of a model.
    static bool is_path(const std::string& typed) {
        return typed.starts_with('/') || typed.starts_with('~') || typed.starts_with("./") || typed.starts_with("../");
    }

    /// Entry that the user accepted: a folder to list, or a model or session to open.
    struct Taken {
        EntryKind kind;
        std::filesystem::path path;
    };
    /// Draws the entries that start with the typed name, or all if it names a new file (`named`, for saving).
    /// `submitted`: Enter in the field accepts the marked row.
    std::optional<Taken> draw(ViewContext& context, const Rect& area, const std::string& typed, bool submitted,
                              FolderNeeds& needs, bool named = false);
    /// Clears the marked row after another path was typed.
    void reset() {
        marked_ = -1;
        moved_ = false;
    }
    bool moved() const { return moved_; }  // row moved by the arrow keys since the last reset()
    const std::string& problem() const { return problem_; }
    std::size_t count() const { return rows_; }

private:
    void read(const std::filesystem::path& folder);

    std::filesystem::path folder_;
    std::vector<FolderEntry> entries_;
    std::string problem_;
    double read_at_ = -1e9;  // seconds
    int marked_ = -1;        // −1: first entry that is not the parent folder
    bool moved_ = false, reveal_ = false;
    std::size_t rows_ = 0;
};

}  // namespace glassformer
