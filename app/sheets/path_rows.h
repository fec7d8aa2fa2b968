// Rows of the Open sheet above the cards: files and folders that were opened lately, and models of the cache.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "app/sheets/folder_needs.h"
#include "app/views/shared/context.h"
#include "core/io/hub_cache.h"

namespace glassformer {

struct PathRow {
    std::filesystem::path path;  // what it opens
    std::string name, where;
    std::string target;   // "recent 1", "cached 2"
    std::string heading;  // above it; "": none
};

/// Those that match what was typed; at most five of each kind where nothing was.
std::vector<PathRow> path_rows(std::span<const std::string> recent, std::span<const CachedModel> cached,
                               const std::string& typed);

/// Height in pixels of a row with its heading.
float path_row_height(Ui& ui, const PathRow& row);
/// Draws the row, and its heading above it; true where it was clicked.
bool draw_path_row(ViewContext& context, const Rect& area, const PathRow& row, bool marked, FolderNeeds& needs);

}  // namespace glassformer
