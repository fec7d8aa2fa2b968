// What is odd about the open model and its run: warnings of the model, numbers that are not finite, a start token that
// is there twice, and weights that were changed on disk.
#pragma once

#include <memory>
#include <string>

#include "app/workspace/window_messages.h"

namespace glassformer {

class RunWarnings {
public:
    explicit RunWarnings(WindowMessages& messages) : messages_(messages) {}

    /// Once a frame: says what is odd about a model that was opened, and about its files.
    void follow(const Session::Snapshot& shown, Gui& gui, double now);
    /// Once for each run: says what is odd about it, where that was not said of the run before.
    void warn_of(const Evaluation& run);

private:
    void list_warnings(const Session::Snapshot& shown, Gui& gui);
    void look_at_weights(const Session::Snapshot& shown, double now);

    WindowMessages& messages_;
    std::weak_ptr<const Model> listed_;           // the model whose warnings are in the list
    std::weak_ptr<const Model> changed_weights_;  // the model whose files are known to have changed
    std::string changed_sentence_;                // of it, or of the one before
    double looked_at_ = 0;                        // seconds, when its files were
    std::string run_sentence_;                    // of the newest run with something odd, or of the one before
};

}  // namespace glassformer
