// What the panel says about the page of a view, above the stage at the cursor: what is drawn there, as a formula and in
// a sentence, and what to look at. Every view keeps a table of such rows in its own room.
#pragma once

namespace glassformer {

/// What the panel says below of the stage at the cursor.
enum class PageStage {
    explained,  // its example, or the cell that is chosen
    looked_at,  // and on the page itself what to look at in this run
    none,       // nothing: the page is of something else
};

struct PageText {
    const char* title;
    const char* formula;   // in the formulas' markup
    const char* sentence;  // what the page shows, and why
    const char* look;      // what to do or to look for
    PageStage stage = PageStage::explained;
};

}  // namespace glassformer
