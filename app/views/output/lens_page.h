// The logit lens over the residual stream: what the model would answer if it stopped at a layer, for every position.
// The answers are found on a thread of the page's own, for a large vocabulary takes its time.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "app/views/output/state.h"
#include "app/views/shared/background.h"
#include "core/analysis/logit_lens.h"

namespace glassformer {

class LensPage {
public:
    void draw(ViewContext& context, Rect area, OutputState& state);
    void stop();
    /// "done", "running", or why there is none.
    std::string status() const;

private:
    void follow(ViewContext& context);

    std::uint64_t generation_ = 0;
    std::atomic<bool> found_{true};
    mutable std::mutex mutex_;
    std::vector<LensLayer> layers_;
    std::string error_;
    Background work_;  // the last member: it ends first
};

}  // namespace glassformer
