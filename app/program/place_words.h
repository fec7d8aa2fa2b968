// Where the window is, in words: the page of the view, and the stage at the cursor.
#pragma once

#include <string>

#include "app/views/shared/view.h"

namespace glassformer {

/// "Attention weights (block 2, head 1)"; "" where the run has no such stage.
std::string stage_in_words(const Trace& trace, const Cursor& cursor);

/// What fills the view where that is not the picture of one stage: "Attention: Heads"; "" where it is.
std::string page_in_words(const AppView& view, const Session::Snapshot& shown);

}  // namespace glassformer
