// Changes of a run, over everything: the switches of the shown model's architecture, and the list of all that was
// changed, each with a button that takes it back. Writes nothing but the session's inputs.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/views/shared/architecture_switches.h"
#include "app/views/shared/context.h"
#include "core/session/intervention.h"

namespace glassformer {

struct Model;

/// A change as the screen says it: heads and places count from 1 there, and tokens have their words.
std::string change_sentence(const Evaluation& evaluation, const Inputs& inputs, const Intervention& change);
/// How many changes there are.
int change_count(const Evaluation& evaluation, const Inputs& inputs);

class ChangesSheet {
public:
    void draw(ViewContext& context, bool& open);

    const std::string& refusal() const { return refusal_; }  // why the last switch changed nothing; "" otherwise

private:
    void follow(const ViewContext& context);
    void set(ViewContext& context, const ArchitectureSwitch& what, const std::string& value);
    const std::string& refused(const ViewContext& context, const ArchitectureSwitch& what, const std::string& value);
    float draw_switches(ViewContext& context, Rect area);
    float draw_choice(ViewContext& context, const Rect& area, const ArchitectureSwitch& what);
    float draw_number(ViewContext& context, const Rect& area, const ArchitectureSwitch& what);
    float draw_list(ViewContext& context, Rect area);

    std::shared_ptr<const Model> original_, changed_;  // the model as it is, and as the inputs change it
    std::string architecture_;                         // of the latter
    std::map<std::string, std::string> refused_;       // "positional.kind shaw": why; "" where it is allowed
    std::string refusal_;
    std::string moved_;  // the slider that was moved last
    double moved_at_ = -1e9;  // seconds
};

}  // namespace glassformer
