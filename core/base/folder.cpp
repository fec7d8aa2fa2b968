#include "core/base/folder.h"

#include <dirent.h>

#include <cerrno>
#include <memory>
#include <string_view>

namespace glassformer {

namespace {

struct CloseFolder {
    void operator()(DIR* open) const { ::closedir(open); }
};

}  // namespace

std::vector<std::string> names_in(const std::filesystem::path& folder, std::error_code& problem, std::size_t most) {
    problem.clear();
    std::vector<std::string> names;
    const std::unique_ptr<DIR, CloseFolder> open(::opendir(folder.c_str()));
    for (errno = open ? 0 : errno; open && names.size() < most; errno = 0) {
        const dirent* const entry = ::readdir(open.get());
        if (entry == nullptr) break;
        if (const std::string_view name = entry->d_name; name != "." && name != "..") names.emplace_back(name);
    }
    if (!open || errno != 0) problem.assign(errno, std::generic_category());
    return names;
}

}  // namespace glassformer
