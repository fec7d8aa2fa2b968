// Sheet that compares CPU and OpenGL: the current forward pass is computed on both in the background, with differences
// and times per stage.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/backend/backend_comparison.h"
#include "app/views/shared/context.h"

namespace glassformer {

class ComparisonSheet {
public:
    /// `device`: called in draw() when a comparison starts; may throw Error.
    explicit ComparisonSheet(std::function<std::shared_ptr<gl::Device>()> device) : device_(std::move(device)) {}
    ~ComparisonSheet();
    ComparisonSheet(const ComparisonSheet&) = delete;
    ComparisonSheet& operator=(const ComparisonSheet&) = delete;

    void open() { open_ = true; }
    bool is_open() const { return open_; }
    void draw(ViewContext& context);

    bool running() const { return worker_.joinable() && !ended_; }
    std::optional<BackendComparison> result() const;
    std::string error() const;
    ComparisonProgress progress() const;  // of the running comparison

private:
    void follow(const ViewContext& context);
    void start(const std::shared_ptr<const Evaluation>& evaluation, Platform& platform);
    void stop();

    std::function<std::shared_ptr<gl::Device>()> device_;
    bool open_ = false;
    std::uint64_t generation_ = 0;  // of the evaluation compared last
    std::atomic<bool> stop_{false}, ended_{false};
    mutable std::mutex mutex_;
    std::optional<BackendComparison> result_;
    std::string error_;
    ComparisonProgress progress_;
    std::thread worker_;
};

}  // namespace glassformer
