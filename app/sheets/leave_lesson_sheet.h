// A box that asks before another lesson takes the place of the open one: Enter or Y opens it, Esc or N stays.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "app/views/shared/context.h"

namespace glassformer {

class LeaveLessonSheet {
public:
    struct Place {
        std::filesystem::path file;
        int step = 0;  // from 0
    };
    /// `question`: names both lessons.
    void ask(std::string question, Place to) {
        question_ = std::move(question);
        to_ = std::move(to);
        open_ = true;
    }
    bool is_open() const { return open_; }
    /// Where to go, once the answer is yes.
    std::optional<Place> draw(ViewContext& context);

private:
    bool open_ = false;
    std::string question_;
    Place to_;
};

}  // namespace glassformer
