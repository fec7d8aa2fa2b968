// What the panel says about the page of a view, above the stage at the cursor: what is drawn there, as a formula and in
// a sentence, and what to look at. Every view keeps a table of such rows in its own room.
#pragma once

namespace glassformer {

struct PageText {
    const char* title;
    const char* formula;   // in the formulas' markup
    const char* sentence;  // what the page shows, and why
    const char* look;      // what to do or to look for
    bool alone = false;    // no cell of a stage is explained below it
};

}  // namespace glassformer
