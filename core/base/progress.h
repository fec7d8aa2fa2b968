// How far the reading of a model is: written where it is read, looked at and ended from another thread. And what reads
// a model by its name.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "core/base/error.h"

namespace glassformer {

struct Model;

class Loading {
public:
    /// The bytes that there are; 0 while that is not known.
    void expect(std::uint64_t bytes) { total_ = bytes; }
    /// So many of them are done. Throws Error where the reading is to end.
    void reach(std::uint64_t bytes) {
        done_ = bytes;
        if (stopped_) throw Error("loading was cancelled");
    }
    std::uint64_t done() const { return done_; }
    std::uint64_t total() const { return total_; }
    void stop() { stopped_ = true; }

private:
    std::atomic<std::uint64_t> done_{0}, total_{0};
    std::atomic<bool> stopped_{false};
};

/// Reads a model by its name; made of a function that says how far it is, or of one that takes the name alone.
class ModelLoader {
public:
    ModelLoader() = default;
    template <class Function>
    requires(!std::is_same_v<std::decay_t<Function>, ModelLoader>)
        ModelLoader(Function load) {  // NOLINT(google-explicit-constructor): it stands where a function did
        if constexpr (std::is_invocable_v<Function&, const std::string&, Loading&>)
            load_ = std::move(load);
        else
            load_ = [load = std::move(load)](const std::string& name, Loading&) { return load(name); };
    }
    std::shared_ptr<const Model> operator()(const std::string& name, Loading& loading) const {
        return load_(name, loading);
    }
    std::shared_ptr<const Model> operator()(const std::string& name) const {
        Loading unseen;
        return load_(name, unseen);
    }

private:
    std::function<std::shared_ptr<const Model>(const std::string& name, Loading& loading)> load_;
};

}  // namespace glassformer
