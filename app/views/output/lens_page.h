// Page of the logit lens: the prediction at every position if the model stopped after each layer. Computed on a thread
// of its own because a large vocabulary takes long.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/views/output/page.h"
#include "core/analysis/logit_lens.h"
#include "core/base/latest.h"

namespace glassformer {

class LensPage final : public OutputPage {
public:
    void draw(ViewContext& context, Rect area, OutputState& state) override;
    void leave() override { lens_.stop(); }
    void describe(State& state) const override { state.add("lens", status()); }

private:
    bool settling() const override { return !lens_.done(); }
    /// "done", "running", or the reason for a failure.
    std::string status() const;
    void follow(ViewContext& context);

    Latest<std::uint64_t, std::vector<LensLayer>> lens_;  // by the generation of the run
};

}  // namespace glassformer
