// Whether all that a lesson says is true of the runs that it shows.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/lessons/scene.h"
#include "core/lesson/value.h"

namespace glassformer {

struct Model;
class KeptValues;

struct LessonTools {
    ExampleOf example_of;
    std::function<std::shared_ptr<const Model>(const std::string& model)> load;  // throws Error
    WriteNumber write;
    /// The numbers of the page that a scene shows, once all of them are computed; empty: no page can be shown.
    std::function<std::vector<NamedNumber>(const LessonScene& scene)> page = {};
    /// The marks of a scene whose cells are not on its picture, by their places in it; empty: no picture can be drawn.
    std::function<std::vector<std::size_t>(const LessonScene& scene)> unseen_marks = {};
    const KeptValues* kept = nullptr;  // null: any value of a view is accepted
};

struct LessonReport {
    std::vector<std::string> problems;  // "FILE:LINE:COLUMN: …"
    std::vector<std::string> warnings;  // the same, of what is not wrong, but surely not meant
    std::size_t steps = 0, numbers = 0, conditions = 0, questions = 0;
};

/// Computes every step and evaluates all that is written about it. A problem does not hide those after it.
LessonReport check_lesson(const Lesson& lesson, const LessonTools& tools);

/// Throws Error with the place of the first formula that cannot be read: of the step's text, its question and, with
/// `notes`, its notes. `trace`: of its run, whose stages formulas may name.
void require_formulas(const LessonStep& step, bool notes, const Trace& trace);

/// The runs of a step's scene, as expressions read them.
struct StepRuns {
    std::shared_ptr<const Evaluation> shown, original, other;
    std::shared_ptr<const std::vector<NamedNumber>> page;  // null where the step reads none of them
    LessonRuns runs() const {
        return {.shown = shown.get(), .original = original.get(), .other = other.get(), .page = page.get()};
    }
};
/// Computes them, without the page's numbers; throws Error where the scene's inputs cannot be evaluated.
StepRuns runs_of(const LessonScene& scene, const LessonTools& tools);

/// Minutes that a text takes to be read aloud and looked at, at 110 words a minute.
double minutes_of(const LessonStep& step);

}  // namespace glassformer
