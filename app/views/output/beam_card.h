// Card with the best translations of a beam search, each with its log-probability. The search runs on a thread of its
// own because it computes many targets. A click on a translation makes it the target.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/views/output/state.h"
#include "core/base/latest.h"
#include "core/generate/generation.h"

namespace glassformer {

class BeamCard {
public:
    void draw(ViewContext& context, const Rect& area);
    void stop() { searches_.stop(); }
    /// "done", "running", "" before the card was first shown, or the reason for a failure.
    std::string status() const;

private:
    /// What is translated.
    struct Source {
        std::shared_ptr<const Model> model;
        std::string text;
        int width = 0;  // of the beam
        bool operator==(const Source&) const = default;
    };
    void follow(ViewContext& context);

    int width_ = 3;
    Latest<Source, std::vector<Continuation>> searches_;
};

}  // namespace glassformer
