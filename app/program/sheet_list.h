// The boxes over the window, in the order in which they are drawn.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/views/shared/context.h"

namespace glassformer {

class SheetList {
public:
    /// One that is opened where it stands.
    void add(std::function<bool()> is_open, std::function<void(ViewContext&)> draw) {
        sheets_.push_back({std::move(is_open), std::move(draw)});
    }
    /// One that is opened by its name.
    void add(const std::string& name, std::function<void(ViewContext&, bool& open)> draw) {
        bool& open = open_[name];
        add([&open] { return open; }, [&open, draw = std::move(draw)](ViewContext& context) { draw(context, open); });
    }
    void open(const std::string& name) { open_.at(name) = true; }
    bool is_open(const std::string& name) const { return open_.at(name); }

    bool any_open() const {
        return std::ranges::any_of(sheets_, [](const Sheet& sheet) { return sheet.is_open(); });
    }
    void draw(ViewContext& context) const {
        for (const Sheet& sheet : sheets_) sheet.draw(context);
    }

private:
    struct Sheet {
        std::function<bool()> is_open;
        std::function<void(ViewContext&)> draw;
    };
    std::vector<Sheet> sheets_;
    std::map<std::string, bool> open_;
};

}  // namespace glassformer
