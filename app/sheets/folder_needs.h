// What opening a model folder takes in memory, for the rows of the Open sheet: by its config.json, read beside the
// frames; no weight is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/widgets/ui.h"
#include "core/base/latest.h"

namespace glassformer {

class FolderNeeds {
public:
    struct Need {
        std::string text;  // "needs about 1.4 GB, 23 GB free"; "" until it is known, and where no config says it
        bool too_much = false;
    };
    /// Asks for it where it is not known; frames are drawn until it is.
    Need of(Ui& ui, const std::filesystem::path& folder);
    /// "a: needs about 1.2 MB; b: …": what was told of folders since they were looked at, by their names.
    std::string told() const;
    /// Folders change: all are looked at again, what is known of them is shown until then.
    void look_again() { asked_.clear(); }

    /// `bytes` 0: not known. Large models are told with what is free.
    static Need need(std::uint64_t bytes, std::uint64_t free);

private:
    using Bytes = std::map<std::filesystem::path, std::uint64_t>;  // 0: the config says nothing
    Bytes known_;
    std::map<std::filesystem::path, bool> asked_;
    std::vector<std::filesystem::path> waiting_;
    std::uint64_t free_ = 0;
    double free_at_ = -1e9;  // seconds: when it was asked for
    Latest<std::vector<std::filesystem::path>, Bytes> looked_;
};

}  // namespace glassformer
