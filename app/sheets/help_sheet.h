// Help: what the open model does, the way to the keys, and a glossary that is searched by typing. Each term leads to
// its stage or view in the open model.
#pragma once

#include <optional>
#include <string>

#include "app/views/shared/context.h"
#include "app/views/shared/glossary.h"

namespace glassformer {

class HelpSheet {
public:
    /// Where a term or a button leads.
    struct Destination {
        int record = -1;                      // a stage of the open model …
        std::optional<Command> command = {};  // … or a command
    };

    /// `query`: what is searched for at first: the name of a term, or "".
    void open(std::string query = {});
    bool is_open() const { return open_; }
    /// Name of the term that Enter follows, as last drawn; "" where no term is found.
    const std::string& marked() const { return marked_; }
    /// Draws the sheet while it is open; closes it and returns where the user goes.
    std::optional<Destination> draw(ViewContext& context);

private:
    float about(ViewContext& context, const Rect& content) const;
    std::optional<Destination> buttons(ViewContext& context, Rect& inner) const;
    std::optional<Destination> terms(ViewContext& context, const Rect& content, float& y, bool submitted);

    bool open_ = false, moved_ = false;
    std::string query_, marked_;
    int selected_ = 0;
};

}  // namespace glassformer
