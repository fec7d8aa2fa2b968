// One term of the glossary as it is read: words, formula, source, its number in the open run, ways on.
#pragma once

#include <optional>
#include <string>

#include "app/sheets/glossary_number.h"
#include "app/views/shared/context.h"
#include "app/views/shared/glossary.h"

namespace glassformer {

/// Where a term is in the open model.
struct TermPlace {
    std::string text;  // "Block 1 · Softmax", "Output view"
    int record = -1;
    std::optional<Command> command = {};
};
/// Empty where the open model has neither a stage nor a view of it.
std::optional<TermPlace> term_place(const ViewContext& context, const GlossaryTerm& term);

/// What was clicked in an entry.
struct EntryAction {
    bool go = false, example = false, back = false;
    const GlossaryTerm* other = nullptr;  // one of "See also"
};

struct EntryShown {
    const GlossaryTerm& term;
    const std::optional<TermPlace>& place;
    const std::optional<GlossaryNumber>& number;
    const std::string& example;  // on its button; "": none
    const std::string& before;   // the term that a link led here from; "": none
};

/// Draws it from the top of the rectangle on; returns the height used.
float draw_entry(ViewContext& context, const Rect& area, const EntryShown& shown, EntryAction& action);

}  // namespace glassformer
