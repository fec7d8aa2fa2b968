#include "app/handout/slide_pages.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/handout/handout_blocks.h"

namespace glassformer {

namespace {

// In points: a page as wide as the slides of other programs.
constexpr Rect slide_page{0, 0, 960, 540};
constexpr float slide_side = 36, slide_top = 24, slide_bottom = 30, title_room = 46, between = 24;
constexpr float slide_body = 18;
constexpr float words_share = 0.36F;                                 // of the width
constexpr float sizes[] = {1.6F, 1.4F, 1.2F, 1, 0.9F, 0.8F, 0.72F};  // of the body: no words are smaller

}  // namespace

SlidePages::SlidePages(const std::filesystem::path& file, const Theme& theme, const std::string& name)
    : painter_(file, theme, slide_body, slide_page), name_(name) {
    painter_.set_title(name);
}

/// A page with its title and number.
void SlidePages::begin(const std::string& title) {
    if (page_++ > 0) painter_.next_page();
    const Theme& theme = painter_.theme();
    float size = em::title;
    const float wide = slide_page.w - 2 * slide_side;
    if (const float needed = painter_.measure(title, size, Face::bold).width; needed > wide) size *= wide / needed;
    text_in(painter_, {slide_side, slide_top, wide, title_room - 10}, title,
            {.colour = theme.text, .size = size, .face = Face::bold});
    const TextStyle muted{.colour = theme.muted, .size = 0.6F};
    const Rect foot{slide_side, slide_page.h - 24, wide, 14};
    text_in(painter_, foot, name_, muted);
    TextStyle right = muted;
    right.align = Align::right;
    text_in(painter_, foot, std::to_string(page_), right);
}

void SlidePages::lesson(const Handout& handout) {
    begin("");
    const Theme& theme = painter_.theme();
    const float wide = slide_page.w - 4 * slide_side;
    const TextStyle title{.colour = theme.text, .size = 2.2F, .face = Face::bold};
    float y = 0.36F * slide_page.h;
    y += paragraph(painter_, {2 * slide_side, y, wide, 1e4F}, handout.title, title) + 12;
    std::string about = handout.about;
    if (!handout.lecture.empty()) about += (about.empty() ? "" : " ") + handout.lecture;
    if (about.empty()) return;
    static_cast<void>(
        paragraph(painter_, {2 * slide_side, y, wide, 1e4F}, about, {.colour = theme.muted, .size = em::body}));
}

void SlidePages::draw_picture(const Picture& picture, const Rect& area) {
    const TextStyle style{.colour = painter_.theme().muted, .size = 0.6F};
    const float under = paragraph(painter_, {0, 0, area.w, 1e4F}, picture.caption, style, false) + 4;
    const float scale = std::min(area.w / picture.width, (area.h - under) / picture.height);
    const Rect to{area.right() - scale * picture.width, area.y, scale * picture.width, scale * picture.height};
    painter_.push_place({0, 0, picture.width, picture.height}, to, picture.em);
    picture.draw(painter_, {0, 0, picture.width, picture.height});
    painter_.pop_place();
    painter_.stroke(to, painter_.theme().border, 0.5F, 0);
    static_cast<void>(paragraph(painter_, {to.x, to.bottom() + 4, to.w, 1e4F}, picture.caption, style));
}

void SlidePages::slide(const std::string& title, const Picture& picture, std::span<const LessonBlock> blocks,
                       const RichWords& words) {
    Rect body{slide_side, slide_top + title_room, slide_page.w - 2 * slide_side,
              slide_page.h - slide_top - title_room - slide_bottom};
    Rect beside = body;
    Rect column = picture.draw ? beside.take_left(words_share * body.w) : body;
    if (picture.draw) beside.take_left(between);
    RichStyle style{.colour = painter_.theme().text};
    const auto height = [&](std::size_t count) {
        return rich_text(painter_, column, blocks.first(count), words, style, nullptr, false);
    };
    for (const float size : sizes) {
        if (size > 1 && picture.draw) continue;  // words alone are large
        style.size = size;
        if (height(blocks.size()) <= column.h) break;
    }
    do {
        begin(title);
        if (picture.draw) draw_picture(picture, beside);
        std::size_t fits = 0;
        for (std::size_t next = 0; next < blocks.size(); fits = next) {
            next += group_of(blocks.subspan(next));
            if (fits > 0 && height(next) > column.h) break;
        }
        // What alone is taller than a page is set smaller.
        RichStyle smaller = style;
        while (smaller.size > 0.3F &&
               rich_text(painter_, column, blocks.first(fits), words, smaller, nullptr, false) > column.h)
            smaller.size *= 0.9F;
        static_cast<void>(rich_text(painter_, column, blocks.first(fits), words, smaller));
        blocks = blocks.subspan(fits);
    } while (!blocks.empty());
}

void SlidePages::finish() { painter_.finish(); }

}  // namespace glassformer
