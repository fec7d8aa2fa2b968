// What lessons and the glossary are checked with: the models that their scenes name, and views that nobody looks at.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "app/commands/commands.h"
#include "app/commands/view_options.h"
#include "app/lessons/check_lesson.h"
#include "app/lessons/kept_values.h"

namespace glassformer {

/// Options of a window that is never shown.
AppOptions hidden_options(const CommandContext& context, ViewOptions view);

/// Models are read once, when a scene first names them.
class LessonChecking {
public:
    explicit LessonChecking(const CommandContext& context);
    LessonChecking(const LessonChecking&) = delete;
    LessonChecking& operator=(const LessonChecking&) = delete;

    /// Without the numbers of pages. They are of this object.
    LessonTools tools();

private:
    Inputs example_of(const std::string& name) const;
    std::shared_ptr<const Model> load(const std::string& name);

    CommandContext context_;
    std::filesystem::path assets_;
    std::map<std::string, std::shared_ptr<const Model>> models_;
    AppOptions options_;
    KeptValues kept_;  // last: its views load models, and read the options
};

}  // namespace glassformer
