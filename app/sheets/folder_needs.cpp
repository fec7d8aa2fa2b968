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
    std::string text;
    for (const auto& [folder, bytes] : known_)
        if (const std::string says = need(bytes, free_).text; !says.empty() && asked_.contains(folder))
            text += (text.empty() ? "" : "; ") + folder.filename().string() + ": " + says;
    return text;
}

FolderNeeds::Need FolderNeeds::of(Ui& ui, const std::filesystem::path& folder) {
    if (asked_.try_emplace(folder, true).second) waiting_.push_back(folder);
    const bool idle = looked_.idle();  // before: what it has found until then is taken over
    if (const auto found = looked_.shown())
        for (const auto& [looked, bytes] : found->result) known_[looked] = bytes;
    if (idle && !waiting_.empty()) {
        looked_.forget();  // the same folders may have changed
        looked_.follow(
            waiting_,
            [folders = waiting_](const auto& work) {
                Bytes bytes;
                for (const std::filesystem::path& one : folders) {
                    if (work.stopped) break;
                    bytes[one] = need_of(one);
                    work.show(bytes);
                }
                return bytes;
            },
            [] {});
        waiting_.clear();
    }
    const auto at = known_.find(folder);
    if (at == known_.end()) ui.keep_awake();
    const std::uint64_t bytes = at == known_.end() ? 0 : at->second;
    if (ui.now - free_at_ > asked_again) {
        free_ = free_memory();
        free_at_ = ui.now;
    }
    return need(bytes, free_);
}

}  // namespace glassformer
