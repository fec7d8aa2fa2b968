// What a step is called that the window writes: by the page that it shows, unlike all other steps of its lesson.
#pragma once

#include <string>

#include "app/views/shared/view.h"
#include "core/lesson/lesson.h"
#include "core/tape/trace.h"

namespace glassformer {

/// "Attention: heads", "Data flow", a stage’s title; where the lesson has a step of that title, with what tells it
/// apart: "…, block 2", "Attention: heads (2)". `view` and its values: what the window shows; `record`: the stage at
/// its cursor, or −1.
std::string step_title(const std::string& view, const ViewValues& values, const Trace& trace, int record,
                       const Lesson& lesson);

}  // namespace glassformer
