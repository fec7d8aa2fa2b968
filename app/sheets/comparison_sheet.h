// Sheet that compares CPU and OpenGL: the current forward pass is computed on both in the background, with differences
// and times per stage.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/backend/backend_comparison.h"
#include "app/views/shared/context.h"
#include "core/base/latest.h"

namespace glassformer {

class ComparisonSheet {
public:
    /// `device`: called in draw() when a comparison starts; may throw Error.
    explicit ComparisonSheet(std::function<std::shared_ptr<gl::Device>()> device) : device_(std::move(device)) {}

    void open() { open_ = true; }
    bool is_open() const { return open_; }
    void draw(ViewContext& context);

    bool running() const { return !compared_.idle(); }
    std::optional<BackendComparison> result() const;
    std::string error() const;
    ComparisonProgress progress() const;  // of the running comparison
    bool has_device() const { return open_device_ != nullptr; }

private:
    struct Compared {
        ComparisonProgress progress;
        std::optional<BackendComparison> result;
    };
    void follow(const ViewContext& context);

    std::function<std::shared_ptr<gl::Device>()> device_;
    bool open_ = false;
    std::shared_ptr<gl::Device> open_device_;          // until the sheet is closed: opening one takes long
    Latest<std::uint64_t, Compared> compared_{false};  // by the evaluation's generation; it measures times
};

}  // namespace glassformer
