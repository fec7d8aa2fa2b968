// The steps of lessons that show a stage, or lead to it by a link: a list to choose from.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/lessons/lesson_library.h"
#include "app/sheets/chooser.h"

namespace glassformer {

class StageLessonsSheet {
public:
    void open(std::vector<LessonStepPlace> places);
    bool is_open() const { return chooser_.is_open(); }
    const std::string& marked() const { return chooser_.marked(); }
    std::optional<LessonStepPlace> draw(ViewContext& context);

private:
    std::vector<LessonStepPlace> places_;
    Chooser chooser_;
};

}  // namespace glassformer
