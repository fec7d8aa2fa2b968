#include "app/files/folder_listing.h"

#include <algorithm>
#include <cstdlib>

#include "app/files/session_file.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/folder.h"

namespace glassformer {

namespace fs = std::filesystem;

namespace {

std::string home_folder() {
    const char* home = std::getenv("HOME");
    return home != nullptr && home[0] == '/' ? home : "";
}

constexpr std::size_t max_entries = 5000;  // of a folder: more cannot be looked through by eye

}  // namespace

bool is_model_folder(const fs::path& folder) {
    std::error_code unread;
    return fs::is_regular_file(folder / "config.json", unread);
}

std::vector<FolderEntry> list_folder(const fs::path& folder) {
    std::error_code problem;
    const fs::file_status status = fs::status(folder, problem);
    if (status.type() == fs::file_type::not_found) throw Error("There is no folder " + path_text(folder) + ".");
    if (!problem && status.type() != fs::file_type::directory)
        throw Error(path_text(folder) + " is a file, not a folder.");
    std::vector<FolderEntry> entries;
    const std::vector<std::string> names = names_in(folder, problem);
    if (problem) throw Error("The folder " + path_text(folder) + " cannot be read: " + problem.message() + ".");
    for (const std::string& name : names) {
        if (entries.size() == max_entries) break;
        if (name.starts_with('.')) continue;
        const fs::path path = folder / name;
        std::error_code unread;
        if (fs::is_directory(path, unread))
            entries.push_back({name, is_model_folder(path) ? EntryKind::model : EntryKind::folder, path});
        else if (name.ends_with(session_ending))
            entries.push_back({name, EntryKind::session, path});
    }
    std::sort(entries.begin(), entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
        const bool file_a = a.kind == EntryKind::session, file_b = b.kind == EntryKind::session;
        return file_a != file_b ? file_b : a.name < b.name;
    });
    if (folder.has_relative_path()) entries.insert(entries.begin(), {"..", EntryKind::parent, folder.parent_path()});
    return entries;
}

fs::path typed_path(const std::string& typed) {
    std::string path = typed;
    if (path == "~" || path.starts_with("~/")) path = home_folder() + path.substr(1);
    std::error_code unread;
    fs::path whole = path.empty() || path.front() != '/' ? fs::current_path(unread) / path : fs::path(path);
    whole = whole.lexically_normal();
    // "/models/" is the folder itself, as "/models".
    if (!whole.has_filename() && whole.has_relative_path()) whole = whole.parent_path();
    return whole;
}

std::string completed_path(const std::string& typed) {
    if (typed == "~") return "~/";
    const std::size_t slash = typed.rfind('/');
    const std::string before = slash == std::string::npos ? "" : typed.substr(0, slash + 1);
    const std::string begun = slash == std::string::npos ? typed : typed.substr(slash + 1);
    std::string common;
    int count = 0;
    bool folder = false;
    try {
        for (const FolderEntry& entry : list_folder(typed_path(before))) {
            if (entry.kind == EntryKind::parent || !entry.name.starts_with(begun)) continue;
            if (count++ == 0) {
                common = entry.name;
                folder = entry.kind != EntryKind::session;
                continue;
            }
            std::size_t same = 0;
            while (same < common.size() && same < entry.name.size() && common[same] == entry.name[same]) ++same;
            while (same > 0 && same < common.size() && (static_cast<unsigned char>(common[same]) & 0xC0U) == 0x80U)
                --same;
            common.resize(same);
        }
    } catch (const Error&) {
        return typed;  // the list says what is wrong with the folder
    }
    if (count == 0) return typed;
    return before + common + (count == 1 && folder ? "/" : "");
}

std::string shown_path(const fs::path& path) {
    const std::string whole = path.string(), home = home_folder();
    if (!home.empty() && whole.starts_with(home) && (whole.size() == home.size() || whole[home.size()] == '/'))
        return "~" + whole.substr(home.size());
    return whole;
}

}  // namespace glassformer
