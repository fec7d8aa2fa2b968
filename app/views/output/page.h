// A page of the Output view: one way of looking at the predictions. A page and its row stand in a file of their own
// beside this one; nothing else names them.
#pragma once

#include <cmath>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "app/views/explanation/page_text.h"
#include "app/views/output/state.h"
#include "app/views/shared/view_page.h"

namespace glassformer {

class OutputPage : public ViewPage {
public:
    virtual void draw(ViewContext& context, Rect area, OutputState& state) = 0;
    /// Height in pixels below which the page scrolls.
    virtual float least_height(ViewContext& context, float width, OutputState& state) const {
        return static_cast<void>(width), static_cast<void>(state), std::floor(27.0F * context.ui.em);
    }
    /// It lists what comes behind the last position, wherever the view is.
    virtual bool is_at_end() const { return false; }
    /// Something of it is computed that comes by itself soon.
    virtual bool settling() const { return false; }
    /// It does not show the text that is generated: why that ended is said in a notice.
    virtual bool notices_end() const { return false; }
    /// A text file was dropped on it; true where it has a use for it.
    virtual bool take_text(const std::filesystem::path& file) { return static_cast<void>(file), false; }
};

/// What the panel says about a page.
struct OutputPageText {
    bool (*fits)(const Evaluation& evaluation);  // null: always
    PageText text;
    bool greedy = false;  // of greedy decoding alone
};

struct OutputPageRow {
    std::string_view name;  // "lens": of --page, scripts and targets
    int place;              // among the tabs
    int mode;               // what a session keeps of it: of no other page, and it stays
    std::string_view (*title)(AnswerKind kind);
    const char* words;                           // of the command that opens it
    bool (*fits)(const Evaluation& evaluation);  // the model has this page
    /// The first one always fits; of those that fit the last one is said.
    std::span<const OutputPageText> texts;
    std::unique_ptr<OutputPage> (*make)();
    bool generates = false;  // it continues a text
};

/// All pages in the order of their tabs (cmake/rows.cmake). Every model has the first one.
std::span<const OutputPageRow> output_page_rows();

/// What the panel says about a page of the open model.
const PageText& page_text(const OutputPageRow& row, const Evaluation& evaluation, bool greedy = false);
/// The row that continues a text, where the model does that; else null.
const OutputPageRow* generating_page(const Evaluation& evaluation);

}  // namespace glassformer
