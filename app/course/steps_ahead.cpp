#include "app/course/steps_ahead.h"

#include "app/views/shared/prepares.h"

namespace glassformer {

void StepsAhead::prepare(ViewContext& context, bool in_lecture) {
    prepare_near_runs(in_lecture);
    if (in_lecture)
        prepare_views(context);
    else if (!values_.empty())
        end();
}

void StepsAhead::prepare_near_runs(bool in_lecture) {
    std::vector<Inputs> runs, others;
    if (in_lecture)
        for (const LessonScene* const scene : player_.near_scenes()) {
            runs.push_back(scene->session.inputs);
            if (const auto& other = scene->session.b.own) others.push_back(*other);
        }
    workspace_.session().prepare(std::move(runs));
    for (const std::unique_ptr<AppView>& view : workspace_.views()) view->prepare_other_runs(others);
}

void StepsAhead::list_values() {
    known_ = true;
    for (const std::unique_ptr<AppView>& view : workspace_.views())
        if (dynamic_cast<Prepares*>(view.get()) != nullptr) values_[view->row().name].clear();
    for (const LessonScene* const scene : player_.scenes_ahead()) {
        const std::string& name = scene->session.view;
        const AppView* const view = workspace_.find_view(name);
        const auto values = scene->session.views.find(name);
        const auto ahead = values_.find(name);
        if (view == nullptr || values == scene->session.views.end() || ahead == values_.end()) continue;
        ahead->second.push_back(workspace_.completed(*view, values->second));
    }
}

void StepsAhead::prepare_views(ViewContext& context) {
    if (!known_) list_values();
    prepared_ = false;
    if (workspace_.view().numbers_to_come()) return;  // what is shown comes first
    prepared_ = true;
    for (const std::unique_ptr<AppView>& view : workspace_.views())
        if (auto* const prepares = dynamic_cast<Prepares*>(view.get())) {
            const bool shown = view.get() == &workspace_.view();
            prepared_ = prepares->prepare(context, values_[view->row().name], shown) && prepared_;
        }
}

void StepsAhead::end() {
    workspace_.session().prepare({});
    values_.clear();
    known_ = prepared_ = false;
    for (const std::unique_ptr<AppView>& view : workspace_.views())
        if (auto* const prepares = dynamic_cast<Prepares*>(view.get())) prepares->end_preparing();
}

}  // namespace glassformer
