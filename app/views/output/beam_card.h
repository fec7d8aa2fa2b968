// Card with the best translations of a beam search, each with its log-probability. The search runs on a thread of its
// own because it computes many targets. A click on a translation makes it the target.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/views/output/state.h"
#include "app/views/shared/background.h"
#include "core/generate/generation.h"

namespace glassformer {

class BeamCard {
public:
    void draw(ViewContext& context, const Rect& area);
    void stop();
    /// "done", "running", "" before the card was first shown, or the reason for a failure.
    std::string status() const;

private:
    void follow(ViewContext& context);

    std::shared_ptr<const Evaluation> of_;  // evaluation whose source is translated
    int searched_ = 0;                      // width of the beam that was or is searched; 0: none
    int width_ = 3;
    std::atomic<bool> ended_{true};
    mutable std::mutex mutex_;
    std::vector<Continuation> found_;
    std::string error_;
    Background work_;  // the last member: it ends first
};

}  // namespace glassformer
