// A small file browser: the typed path above, what lies there below; folders with a config.json are marked as models.
// Opens and saves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/files/folder_listing.h"
#include "app/views/shared/context.h"

namespace glassformer {

class FileList {
public:
    /// Something like a path: what a field that also finds models by name hands to the browser.
    static bool is_path(const std::string& typed) {
        return typed.starts_with('/') || typed.starts_with('~') || typed.starts_with("./") || typed.starts_with("../");
    }

    /// What the user chose: a folder to look into, or something to open.
    struct Taken {
        EntryKind kind;
        std::filesystem::path path;
    };
    /// The list for what is typed so far; whole where the name behind the folder is one to be `named`, for saving.
    /// `submitted`: Enter in the field takes the marked row.
    std::optional<Taken> draw(ViewContext& context, const Rect& area, const std::string& typed, bool submitted,
                              bool named = false);
    /// Forgets what is marked: another path is typed.
    void reset() {
        marked_ = -1;
        moved_ = false;
    }
    bool moved() const { return moved_; }  // with the arrow keys, since the last reset()
    const std::string& problem() const { return problem_; }
    std::size_t count() const { return rows_; }

private:
    void read(const std::filesystem::path& folder);

    std::filesystem::path folder_;
    std::vector<FolderEntry> entries_;
    std::string problem_;
    double read_at_ = -1e9;  // seconds
    int marked_ = -1;        // −1: the first that is not the parent
    bool moved_ = false, reveal_ = false;
    std::size_t rows_ = 0;
};

}  // namespace glassformer
