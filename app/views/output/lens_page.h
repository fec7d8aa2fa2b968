// Page of the logit lens: the prediction at every position if the model stopped after each layer. Computed on a thread
// of its own because a large vocabulary takes long.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "app/views/output/page.h"
#include "app/views/shared/background.h"
#include "core/analysis/logit_lens.h"

namespace glassformer {

class LensPage final : public OutputPage {
public:
    void draw(ViewContext& context, Rect area, OutputState& state) override;
    void leave() override;
    void describe(State& state) const override { state.add("lens", status()); }

private:
    /// "done", "running", or the reason for a failure.
    std::string status() const;
    void follow(ViewContext& context);

    std::uint64_t generation_ = 0;
    std::atomic<bool> found_{true};
    mutable std::mutex mutex_;
    std::vector<LensLayer> layers_;
    std::string error_;
    Background work_;  // the last member: it ends first
};

}  // namespace glassformer
