// While the lecturer speaks, what later steps show is computed: runs of the next key and the one back, and what views
// take long for, of all steps that follow.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "app/lessons/player.h"
#include "app/workspace/workspace.h"

namespace glassformer {

class StepsAhead {
public:
    StepsAhead(const LessonPlayer& player, Workspace& workspace) : player_(player), workspace_(workspace) {}

    /// Once a frame while the step is shown; outside of a lecture nothing is computed ahead.
    void prepare(ViewContext& context, bool in_lecture);
    /// Another step is shown: what follows is another.
    void forget() { known_ = false; }
    void end();
    /// All of it is computed.
    bool prepared() const { return prepared_; }

private:
    void prepare_near_runs(bool in_lecture);
    void list_values();
    void prepare_views(ViewContext& context);

    const LessonPlayer& player_;
    Workspace& workspace_;
    std::map<std::string_view, std::vector<ViewValues>, std::less<>> values_;  // by view: shown by later steps
    bool known_ = false, prepared_ = false;
};

}  // namespace glassformer
