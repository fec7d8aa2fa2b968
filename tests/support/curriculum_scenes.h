// The rows of the lectures' curriculum that have a scene of their own: how each is opened, what changes in it, and a
// number of it. tests/app/curriculum.cpp goes through them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/view.h"
#include "tests/support/train_program.h"

namespace glassformer::test {

/// A control and the state that follows it: a click at a share of the width of `target`, or a script. A state
/// "kept:NAME" is what a session file keeps of the view.
struct CurriculumControl {
    std::string target;
    std::string state;
    float share = 0.55F;
    std::string script = {};
};

struct CurriculumScene {
    std::vector<std::string> rows;  // "A1": one scene may stand for several
    std::string view = "experiments";
    std::string page = {};  // of the experiments view; the scenes of one model and view share a window
    std::string model = "sort";
    std::string cell = {};  // of the Walk: "blocks.0.attn.weights[0,4,1]"
    std::string text = {};   // empty: the model's example
    ViewValues values = {};  // of another view than the experiments
    /// From the page as it is at first to the scene: a script, or "?CONTROL STATE=VALUE": the control is stepped until then.
    std::string open = {};
    /// A number of the scene as it was opened, against the core or by hand.
    std::function<void(const SettledProgram& program)> check;
    std::vector<CurriculumControl> controls = {};
};

/// Of the experiments view, and of all others.
std::vector<CurriculumScene> experiment_scenes();
std::vector<CurriculumScene> other_scenes();

inline double state_number(const Program& program, const std::string& name) { return std::stod(program.state(name)); }

}  // namespace glassformer::test
