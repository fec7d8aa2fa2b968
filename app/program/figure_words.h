// A picture in words, for its caption and for who does not see it: what is drawn, of which run, and what to look at.
#pragma once

#include "app/course/course.h"
#include "app/export/exports.h"

namespace glassformer {

/// Of the view as it is shown, or of what the lesson shows in its place or beside it. `tells`: with what to look at,
/// which may be what a question asks for.
FigureWords figure_words(const Workspace& workspace, const Course& course, bool tells);
/// Of the stage at the cursor, alone on its page.
FigureWords figure_words(const Evaluation& run, const Cursor& cursor);

}  // namespace glassformer
