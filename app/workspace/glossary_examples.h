// Examples of the glossary: one opens as a scene does, and undo brings back what was shown before, as one step.
#pragma once

#include <optional>
#include <string>

#include "app/views/shared/glossary.h"
#include "app/workspace/arrival.h"

namespace glassformer {

class GlossaryExamples {
public:
    GlossaryExamples(Workspace& workspace, Arrival& arrival, WindowMessages& messages)
        : workspace_(workspace), arrival_(arrival), messages_(messages) {}

    /// "Walk · Coreference: full transformer"; "" where the window does not know the example's model.
    std::string title(const GlossaryTerm& term) const;
    /// False where it cannot be shown, with a message that says why.
    bool show(const GlossaryTerm& term);

    /// The example is the last thing that was done: neither the inputs nor what its view can undo changed since.
    bool can_undo() const;
    bool can_redo() const;
    bool undo();
    bool redo();

private:
    struct Place {
        std::string view;  // that is shown
        Destination to;    // with the values of the example's view
    };
    struct Step {
        Place before, after;
    };
    Place place_now(const std::string& view) const;
    void go_to(const Place& place);
    bool shows(const Place& place) const;

    Workspace& workspace_;
    Arrival& arrival_;
    WindowMessages& messages_;
    std::optional<Step> done_, undone_;
};

}  // namespace glassformer
