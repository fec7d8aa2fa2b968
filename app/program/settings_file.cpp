#include "app/program/settings_file.h"

#include "app/platform/tell.h"
#include "app/workspace/texts.h"
#include "core/base/failure.h"

namespace glassformer {

void SettingsFile::save(const Settings& settings) const {
    if (path_.empty()) return;
    if (!problem_.empty()) {
        std::error_code gone;
        std::filesystem::rename(path_, path_.string() + ".unreadable", gone);
    }
    try {
        join_settings(path_, start_, settings);
    } catch (const std::exception& error) {
        tell(texts::window::settings_not_saved, sentence_of(error));
    }
}

}  // namespace glassformer
