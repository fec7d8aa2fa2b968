// While the lecturer speaks, what later steps show is computed: runs of the next key and the one back, and what views
// take long for, of all steps that follow.
#include <algorithm>

#include "app/program/app.h"
#include "app/views/shared/prepares.h"

namespace glassformer {

void App::prepare_steps() {
    prepare_near_runs();
    if (presenter_)
        prepare_views();
    else if (!lesson_ahead_.empty())
        end_preparing();
}

void App::prepare_near_runs() {
    std::vector<Inputs> runs, others;
    if (presenter_)
        for (const LessonScene* const scene : lesson_.near_scenes()) {
            runs.push_back(scene->session.inputs);
            if (const auto other = other_run_of(*scene)) others.push_back(*other);
        }
    session_.prepare(std::move(runs));
    for (const std::unique_ptr<AppView>& view : views_) view->prepare_other_runs(others);
}

void App::prepare_views() {
    if (!lesson_ahead_known_) {
        lesson_ahead_known_ = true;
        for (const std::unique_ptr<AppView>& view : views_)
            if (dynamic_cast<Prepares*>(view.get()) != nullptr) lesson_ahead_[view->row().name].clear();
        for (const LessonScene* const scene : lesson_.scenes_ahead()) {
            const std::string& name = scene->session.view;
            const auto view = std::ranges::find(views_, name, [](const auto& one) { return one->row().name; });
            const auto values = scene->session.views.find(name);
            const auto ahead = lesson_ahead_.find(name);
            if (view == views_.end() || values == scene->session.views.end() || ahead == lesson_ahead_.end()) continue;
            ahead->second.push_back((*view)->completed(values->second, initial_view_values_.at(name)));
        }
    }
    lesson_prepared_ = false;
    if (view().numbers_to_come()) return;  // what is shown comes first
    lesson_prepared_ = true;
    for (const std::unique_ptr<AppView>& view : views_)
        if (auto* const prepares = dynamic_cast<Prepares*>(view.get())) {
            const bool shown = view->row().name == preferences_.view;
            lesson_prepared_ = prepares->prepare(lesson_ahead_[view->row().name], shown) && lesson_prepared_;
        }
}

void App::end_preparing() {
    session_.prepare({});
    lesson_ahead_.clear();
    lesson_ahead_known_ = lesson_prepared_ = false;
    for (const std::unique_ptr<AppView>& view : views_)
        if (auto* const prepares = dynamic_cast<Prepares*>(view.get()))
            static_cast<void>(prepares->prepare({}, view->row().name == preferences_.view));
}

}  // namespace glassformer
