// Help: what the open model does, the way to the keys, and a glossary that is searched by typing: the terms at the
// left, the selected one at the right with its formula, its number in the open run, and the ways to where it can be
// seen.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/sheets/glossary_entry.h"
#include "app/views/shared/context.h"
#include "app/views/shared/glossary.h"

namespace glassformer {

class HelpSheet {
public:
    /// Where a term or a button leads.
    struct Destination {
        int record = -1;                        // a stage of the open model …
        std::optional<Command> command = {};    // … a command …
        const GlossaryTerm* example = nullptr;  // … or the example of this term
    };

    /// `term`: the name of the one that is selected; "": what was selected last, at first the loaded model.
    void open(const std::string& term = {});
    bool is_open() const { return open_; }
    /// Name of the term that is selected, as last drawn; "" where none is.
    const std::string& marked() const { return marked_; }
    /// "Entropy …: 1.23": what the open run says of the selected term, as last drawn; "" where it says nothing.
    const std::string& number() const { return number_; }
    /// Draws the sheet while it is open; closes it and returns where the user goes. `example`: what an example is
    /// called on its button; "" where its model is not there.
    std::optional<Destination> draw(ViewContext& context,
                                    const std::function<std::string(const GlossaryTerm&)>& example);

private:
    std::optional<Destination> buttons(ViewContext& context, Rect& inner) const;
    void search(ViewContext& context, Rect& inner);
    void move(ViewContext& context, const std::vector<const GlossaryTerm*>& found);
    void list(ViewContext& context, const Rect& area, const std::vector<const GlossaryTerm*>& found);
    std::optional<Destination> about(ViewContext& context, const Rect& area, bool ways) const;
    void select(const std::string& name, bool from_link);
    std::optional<Destination> entry(ViewContext& context, const Rect& area, const GlossaryTerm& term,
                                     const std::string& example);

    bool open_ = false, moved_ = false, focus_ = false, cancelled_ = false;
    bool goes_ = false, shows_ = false;  // Enter, Shift+Enter
    std::string query_, marked_, number_;
    std::string selected_;              // name; "": the loaded model
    std::vector<std::string> history_;  // terms from which a link led on
};

}  // namespace glassformer
