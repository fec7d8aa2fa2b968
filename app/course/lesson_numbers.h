// The numbers in a lesson's text: read off the run and the page that are shown.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/lessons/player.h"
#include "app/workspace/arrival.h"
#include "core/lesson/marking.h"

namespace glassformer {

class LessonNumbers {
public:
    LessonNumbers(const LessonPlayer& player, Workspace& workspace, const Arrival& arrival)
        : player_(player), workspace_(workspace), arrival_(arrival) {}

    /// Once a frame, before numbers are read: the view's page and the second run that the text speaks of.
    void follow(Ui& ui);
    /// What an expression may read.
    LessonRuns runs(const Session::Snapshot& shown) const;
    /// What an expression says: "–" where it has no value in what is shown, "…" where it has none yet.
    std::string number(const LessonSpan& span, const Session::Snapshot& shown);
    /// The same in a step's text. What stands before a question, and the question, is about the run that was asked
    /// about: once it is answered, its numbers are those that were read before. Those of a goal follow what is done to
    /// reach it.
    std::string number_of_step(const LessonSpan& span, const Session::Snapshot& shown);
    /// The answer of the step's question is computed from numbers of the page that are not there yet. `page_shown`: of
    /// the step.
    bool answer_to_come(bool page_shown) const;
    /// The run of the step is not there yet: another one is shown until then.
    bool step_to_come() const;
    /// The second run that the text speaks of is not there yet.
    bool other_to_come() const { return other_to_come_; }
    void forget_numbers() { written_.clear(); }
    /// Questions are asked anew.
    void forget_questions() { asked_.clear(); }

private:
    const LessonPlayer& player_;
    Workspace& workspace_;
    const Arrival& arrival_;
    std::shared_ptr<const Evaluation> other_;                  // run B of Compare
    bool other_to_come_ = false;
    std::vector<NamedNumber> page_;                            // of the page that is shown beside the lesson
    std::map<std::string, std::string> written_;               // numbers of the run, by their expressions
    std::uint64_t written_of_ = 0;                             // its generation
    std::map<int, std::map<std::string, std::string>> asked_;  // by step: numbers before its question
};

}  // namespace glassformer
