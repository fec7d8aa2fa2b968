#include "app/handout/pdf_pages.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/handout/handout_blocks.h"
#include "app/handout/texts.h"

namespace glassformer {

namespace {

// In points, 1/72 inch.
constexpr Rect sheet{0, 0, 595, 842};
constexpr float side = 52, top = 50, bottom = 58;
constexpr float body = 10.5F, wide = sheet.w - 2 * side, lowest = sheet.h - bottom;
constexpr float compact_body = 8.5F, compact_figure = 0.47F, compact_gap = 12;  // the figure: of the width
constexpr float after_text = 9, after_step = 20, lines_with_figure = 60;
constexpr float overlap = 16;  // of a block that is taller than a page: no line of it is cut on both pages

}  // namespace

PdfPages::PdfPages(const std::filesystem::path& file, const Theme& theme, const std::string& name, bool compact)
    : painter_(file, theme, compact ? compact_body : body, sheet), name_(name), compact_(compact), y_(top) {
    painter_.set_title(name);
}

void PdfPages::number_page() {
    const TextStyle style{.colour = painter_.theme().muted, .size = em::small, .anchor = Anchor::baseline};
    const std::string number = fmt::format(texts::handout::page_of, name_, page_);
    text_in(painter_, {side, sheet.h - 40, wide, 14}, number, style);
}

void PdfPages::new_page() {
    number_page();
    painter_.next_page();
    ++page_;
    y_ = top;
}

void PdfPages::need(float height) {
    if (y_ > top && y_ + height > lowest) new_page();
}

void PdfPages::heading(const std::string& words, float size) {
    const TextStyle style{.colour = painter_.theme().text, .size = size, .face = Face::bold};
    y_ += paragraph(painter_, {side, y_, wide, 1e4F}, words, style) + after_text;
}

void PdfPages::lesson(const Handout& handout) {
    heading(handout.title, 2);
    std::string about = handout.about;
    if (!handout.lecture.empty()) about += (about.empty() ? "" : " ") + handout.lecture;
    if (about.empty()) return;
    const TextStyle style{.colour = painter_.theme().muted, .size = em::body};
    y_ += paragraph(painter_, {side, y_, wide, 1e4F}, about, style) + after_step;
}

void PdfPages::step(int number, const std::string& title) {
    constexpr float figure_height = 0.64F * wide;
    if (y_ > top) y_ += compact_ ? after_text : after_step;
    need((compact_ ? compact_figure : 1) * figure_height + lines_with_figure);
    heading(fmt::format("{}. {}", number, title), compact_ ? em::large : em::title);
}

/// Draws the picture with its frame.
void PdfPages::draw_figure(const Rect& to, float width, float height, float em, const std::string& caption,
                           const std::function<void(CairoPainter&, const Rect&)>& draw) {
    const Rect from{0, 0, width, height};
    painter_.push_place(from, to, em);
    draw(painter_, from);
    painter_.pop_place();
    painter_.stroke(to, painter_.theme().border, 0.5F, 0);
    const TextStyle style{.colour = painter_.theme().muted, .size = em::small};
    static_cast<void>(paragraph(painter_, {to.x, to.bottom() + 4, to.w, 1e4F}, caption, style));
}

void PdfPages::figure(float width, float height, float em, const std::string& caption,
                      const std::function<void(CairoPainter&, const Rect&)>& draw) {
    const TextStyle style{.colour = painter_.theme().muted, .size = em::small};
    const float high = wide * height / width;
    const float under = paragraph(painter_, {side, 0, wide, 1e4F}, caption, style, false);
    need(high + under + after_text);
    draw_figure({side, y_, wide, high}, width, height, em, caption, draw);
    y_ += high + 4 + under + after_text;
}

void PdfPages::figure_beside(float width, float height, float em, const std::string& caption,
                             const std::function<void(CairoPainter&, const Rect&)>& draw, const HandoutText& text,
                             const HandoutQuestion* question) {
    const TextStyle style{.colour = painter_.theme().muted, .size = em::small};
    const float column = compact_figure * wide, high = column * height / width;
    const float under = paragraph(painter_, {side, 0, column, 1e4F}, caption, style, false) + 4;
    need(high + under);
    const Rect beside{side + column + compact_gap, y_, wide - column - compact_gap, lowest - y_};
    std::vector<LessonBlock> all = text.blocks;
    if (question != nullptr)
        for (LessonBlock& block : question_blocks(*question)) all.push_back(std::move(block));
    const RichStyle rich{.size = em::body, .colour = painter_.theme().text};
    const RichWords words = text.words();
    const auto measured = [&](std::size_t count) {
        return rich_text(painter_, beside, std::span(all).first(count), words, rich, nullptr, false);
    };
    // What is much taller than the picture goes on below both.
    const float room = std::min(high + under + 8 * em::body * compact_body, lowest - y_);
    std::size_t fits = 0;
    for (std::size_t next = 0; next < all.size();) {
        next += group_of(std::span<const LessonBlock>(all).subspan(next));
        if (measured(next) > room) break;
        fits = next;
    }
    draw_figure({side, y_, column, high}, width, height, em, caption, draw);
    const float words_high = rich_text(painter_, beside, std::span<const LessonBlock>(all).first(fits), words, rich);
    y_ += std::max(high + under, words_high) + after_text;
    blocks(std::span<const LessonBlock>(all).subspan(fits), words, painter_.theme().text);
}

void PdfPages::part(const std::string& title) {
    if (y_ > top) new_page();
    heading(title, em::title);
}

void PdfPages::answer_of(int number, const std::string& title) {
    if (y_ > top) y_ += after_text;
    need(lines_with_figure);
    heading(fmt::format("{}. {}", number, title), em::large);
}

void PdfPages::text(const HandoutText& text) { blocks(text.blocks, text.words(), painter_.theme().text); }

void PdfPages::question(const HandoutQuestion& question) {
    const std::vector<LessonBlock> all = question_blocks(question);
    blocks(all, question.text.words(), painter_.theme().text);
}

void PdfPages::answer(const HandoutQuestion& question) {
    const std::vector<LessonBlock> all{paragraph_of(texts::handout::answer, question.answer)};
    blocks(all, question.text.words(), painter_.theme().text);
    text(question.text);
}

void PdfPages::notes(const std::vector<LessonBlock>& notes) {
    std::vector<LessonBlock> all{paragraph_of(texts::handout::notes, {})};
    all.insert(all.end(), notes.begin(), notes.end());
    blocks(all, HandoutText().words(), painter_.theme().muted);
}

void PdfPages::blocks(std::span<const LessonBlock> all, const RichWords& words, Colour colour) {
    const RichStyle style{.size = em::body, .colour = colour};
    const auto measured = [&](std::size_t count) {
        return rich_text(painter_, {side, 0, wide, 0}, all.first(count), words, style, nullptr, false);
    };
    while (!all.empty()) {
        std::size_t fits = 0;
        for (std::size_t next = 0; next < all.size();) {
            next += group_of(all.subspan(next));
            if (y_ + measured(next) > lowest) break;
            fits = next;
        }
        if (fits == 0 && y_ > top) {
            new_page();
            continue;
        }
        if (fits == 0) {
            fits = 1;
            slice(all.front(), words, colour, measured(1));
        } else {
            y_ += rich_text(painter_, {side, y_, wide, lowest - y_}, all.first(fits), words, style) + after_text;
        }
        all = all.subspan(fits);
    }
}

/// A block that no page has room for goes on over several of them.
void PdfPages::slice(const LessonBlock& block, const RichWords& words, Colour colour, float height) {
    constexpr float room = lowest - top;
    for (float from = 0;; from += room - overlap) {
        painter_.push_clip({side, top, wide, room});
        static_cast<void>(rich_text(painter_, {side, top - from, wide, height}, std::span(&block, 1), words,
                                    {.size = em::body, .colour = colour}));
        painter_.pop_clip();
        y_ = top + std::min(room, height - from) + after_text;
        if (from + room >= height) return;
        new_page();
    }
}

void PdfPages::finish() {
    number_page();
    painter_.finish();
}

}  // namespace glassformer
