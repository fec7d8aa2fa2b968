// A page of the Attention view: one way of looking at the heads of a layer. A page and its row stand in a file beside
// this one; commands of the view open some of them by name.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/attention/figures.h"
#include "app/views/attention/modes.h"
#include "app/views/attention/thumbnails.h"
#include "app/views/explanation/page_text.h"
#include "app/views/shared/view_page.h"
#include "app/widgets/interaction.h"

namespace glassformer {

/// What a page is drawn with.
struct AttentionScene {
    ViewContext& context;
    AttentionState& state;
    AttentionFigures& figures;
    PictureMemory& memory;
    const std::vector<AttentionLayer>& layers;
    int index;          // of the layer that is shown
    float common = 0;   // end of the color scale that all heads share; 0: each has its own
    std::string& pair;  // under the mouse in a map over all heads: "“it” attends to “animal”: 0.41"
    const Evaluation& evaluation() const { return *context.shown.current; }
    const AttentionLayer& layer() const { return layers[static_cast<std::size_t>(index)]; }
    int head() const { return own_head(evaluation().trace(), layer(), context.cursor.head); }
    HeadAt chosen() const { return {index, head()}; }
};

class AttentionPage : public ViewPage {
public:
    /// All heads of all layers, in the whole area; none where the page shows one, or a layer.
    virtual std::optional<HeadTouch> draw_all(AttentionScene& scene, Rect area) {
        return static_cast<void>(scene), static_cast<void>(area), std::nullopt;
    }
    /// Its own controls, at the lower end of the area.
    virtual void draw_bar(AttentionScene& scene, Rect& area) { static_cast<void>(scene), static_cast<void>(area); }
    virtual void draw(AttentionScene& scene, Page& page, const AttentionShow& show, const Region& touched) {
        static_cast<void>(scene), static_cast<void>(page), static_cast<void>(show), static_cast<void>(touched);
    }
    /// The keys [ and ]: false where it has nothing to step through, and the steps of the weights are shown.
    virtual bool step(int by, AttentionState& state) { return static_cast<void>(by), static_cast<void>(state), false; }
};

/// What the panel says about a page.
struct AttentionPageText {
    bool (*fits)(const Evaluation& evaluation, const AttentionLayer& layer);  // null: always
    PageText text;
};

struct AttentionPageRow {
    std::string_view name;   // "steps": of --page, scripts and targets
    std::string_view label;  // "Steps": its tab
    int place;               // among the tabs
    int mode;                // what a session keeps of it: of no other page, and it stays
    /// The first one always fits; of those that fit the last one is said.
    std::span<const AttentionPageText> texts;
    std::unique_ptr<AttentionPage> (*make)();
    bool one_head = true;            // it shows the chosen one, which the title names
    bool cells = true;               // its picture is of cells, which can be pointed at
    bool fades = false;              // what does not belong to the pair that is pointed at
    bool overlays = false;           // it draws the chosen heads over one another: a click on one adds it
    bool fills = false;              // all heads, wherever one is enlarged
    float beside = 30;               // em: wider, it has all heads beside its picture
    std::string_view opens_in = {};  // the page where a head is enlarged; empty: this one
};

/// All pages in the order of their tabs (cmake/rows.cmake).
std::span<const AttentionPageRow> attention_page_rows();

/// What the panel says about a page for the attention that is selected.
const PageText& page_text(const AttentionPageRow& row, const Evaluation& evaluation, const AttentionLayer& layer);

/// The heads whose lines a page draws: the chosen one, or those that are laid over one another.
std::vector<int> heads_drawn(const AttentionScene& scene);

/// The cell under the mouse, named, with its number.
std::string cell_text(const Evaluation& evaluation, const CellRef& cell);
/// A line of controls at the lower end of the area; notices stand above it.
Rect take_bar(ViewContext& context, Rect& area);

/// Queries of one text, keys of another: an encoder and a decoder.
bool is_of_two_texts(const Evaluation& evaluation, const AttentionLayer& layer);
/// Weights of a recurrent decoder, one row for each of its steps.
bool is_of_steps(const Evaluation& evaluation, const AttentionLayer& layer);
bool has_one_head(const Evaluation& evaluation, const AttentionLayer& layer);

}  // namespace glassformer
