// A lesson as slides: pages of 16:9 with a step's picture and its words beside it.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/handout/handout.h"
#include "app/render/cairo_painter.h"

namespace glassformer {

class SlidePages {
public:
    SlidePages(const std::filesystem::path& file, const Theme& theme, const std::string& name);

    /// The lesson's title and what is said of it, on a page of its own.
    void lesson(const Handout& handout);

    /// A step's picture, as PdfPages::figure() is given it.
    struct Picture {
        float width = 0, height = 0, em = 0;
        std::string caption = {};
        std::function<void(CairoPainter&, const Rect&)> draw = {};  // empty: there is none
    };
    /// A page; where its words have no room, several with the same picture.
    void slide(const std::string& title, const Picture& picture, std::span<const LessonBlock> blocks,
               const RichWords& words);

    /// Writes the file; throws Error that names it.
    void finish();

private:
    void begin(const std::string& title);
    void draw_picture(const Picture& picture, const Rect& area);

    CairoPainter painter_;
    std::string name_;
    int page_ = 0;
};

}  // namespace glassformer
