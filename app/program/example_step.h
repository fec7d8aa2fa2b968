// Where the window was and where it is when an example of the glossary was opened, for undo.
#pragma once

#include <string>

#include "app/views/shared/cursor.h"
#include "app/views/shared/view.h"
#include "core/session/inputs.h"

namespace glassformer {

struct ExamplePlace {
    Inputs inputs;
    std::string view;
    Cursor cursor;
    std::string cell = {};  // that is selected in its run; "": the cursor's
    std::string of_view;    // the view that has these values
    ViewValues values = {};
};
struct ExampleStep {
    ExamplePlace before, after;
};

}  // namespace glassformer
