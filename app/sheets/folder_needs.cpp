#include "app/sheets/folder_needs.h"

#include <fmt/core.h>

#include <exception>
#include <utility>

#include "app/sheets/texts.h"
#include "core/base/system_memory.h"
#include "core/io/model_folder.h"
#include "core/model/packed_weights.h"

namespace glassformer {

namespace {

constexpr std::uint64_t large = 100'000'000;  // bytes
constexpr double usable = 0.8;                // of what is free
constexpr double asked_again = 2;             // seconds

std::uint64_t need_of(const std::filesystem::path& folder) {
    try {
        return memory_of_weights(load_config(folder));
    } catch (const std::exception&) {
        return 0;  // opening it says what is wrong
    }
}

}  // namespace

FolderNeeds::Need FolderNeeds::need(std::uint64_t bytes, std::uint64_t free) {
    if (bytes == 0) return {};
    if (bytes < large && bytes < free / 2) return {fmt::format(texts::sheets::needs, bytes_text(bytes))};
    if (free == memory_unknown) return {fmt::format(texts::sheets::needs, bytes_text(bytes))};
    const bool too_much = static_cast<double>(bytes) > usable * static_cast<double>(free);
    return {too_much && bytes > free ? fmt::format(texts::sheets::needs_too_much, bytes_text(bytes), bytes_text(free))
                                     : fmt::format(texts::sheets::needs_of_free, bytes_text(bytes), bytes_text(free)),
            too_much};
}

std::string FolderNeeds::told() const {
    const std::lock_guard lock(found_->mutex);
    std::string text;
    for (const auto& [folder, bytes] : found_->bytes)
        if (const std::string says = need(bytes, free_).text; !says.empty() && asked_.contains(folder))
            text += (text.empty() ? "" : "; ") + folder.filename().string() + ": " + says;
    return text;
}

FolderNeeds::Need FolderNeeds::of(Ui& ui, const std::filesystem::path& folder) {
    if (asked_.try_emplace(folder, true).second) waiting_.push_back(folder);
    if (looking_.idle() && !waiting_.empty())
        looking_.start(
            [found = found_, folders = std::exchange(waiting_, {})](const std::atomic<bool>& stopped) {
                for (const std::filesystem::path& one : folders) {
                    if (stopped) return;
                    const std::uint64_t bytes = need_of(one);
                    const std::lock_guard lock(found->mutex);
                    found->bytes[one] = bytes;
                }
            },
            [] {});
    std::uint64_t bytes = 0;
    {
        const std::lock_guard lock(found_->mutex);
        const auto at = found_->bytes.find(folder);
        if (at == found_->bytes.end()) ui.keep_awake();
        if (at != found_->bytes.end()) bytes = at->second;
    }
    if (ui.now - free_at_ > asked_again) {
        free_ = free_memory();
        free_at_ = ui.now;
    }
    return need(bytes, free_);
}

}  // namespace glassformer
