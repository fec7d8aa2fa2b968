#include "app/handout/pdf_pages.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/handout/texts.h"

namespace glassformer {

namespace {

// In points, 1/72 inch.
constexpr Rect sheet{0, 0, 595, 842};
constexpr float side = 52, top = 50, bottom = 58;
constexpr float body = 10.5F, wide = sheet.w - 2 * side, lowest = sheet.h - bottom;
constexpr float after_text = 9, after_step = 20, lines_with_figure = 60;
constexpr float overlap = 16;  // of a block that is taller than a page: no line of it is cut on both pages

/// Rows of a table belong to one another.
std::size_t group_of(std::span<const LessonBlock> blocks) {
    std::size_t count = 1;
    if (blocks.front().kind == LessonBlock::Kind::row)
        while (count < blocks.size() && blocks[count].kind == LessonBlock::Kind::row && !blocks[count].head) ++count;
    // A heading stays with what follows.
    if (blocks.front().kind == LessonBlock::Kind::heading && blocks.size() > 1) count += group_of(blocks.subspan(1));
    return count;
}

LessonBlock paragraph_of(const std::string& strong, const std::vector<LessonSpan>& words) {
    LessonBlock block{.spans = {{.text = strong + (words.empty() ? "" : ": "), .strong = true}}};
    block.spans.insert(block.spans.end(), words.begin(), words.end());
    return block;
}

}  // namespace

PdfPages::PdfPages(const std::filesystem::path& file, const Theme& theme, const std::string& name)
    : painter_(file, theme, body, sheet), name_(name), y_(top) {
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
    if (y_ > top) y_ += after_step;
    need(figure_height + lines_with_figure);
    heading(fmt::format("{}. {}", number, title), em::title);
}

void PdfPages::figure(float width, float height, float em, const std::string& caption,
                      const std::function<void(CairoPainter&, const Rect&)>& draw) {
    const TextStyle style{.colour = painter_.theme().muted, .size = em::small};
    const float high = wide * height / width;
    const float under = paragraph(painter_, {side, 0, wide, 1e4F}, caption, style, false);
    need(high + under + after_text);
    const Rect from{0, 0, width, height}, to{side, y_, wide, high};
    painter_.push_place(from, to, em);
    draw(painter_, from);
    painter_.pop_place();
    painter_.stroke(to, painter_.theme().border, 0.5F, 0);
    y_ += high + 4;
    y_ += paragraph(painter_, {side, y_, wide, 1e4F}, caption, style) + after_text;
}

void PdfPages::text(const HandoutText& text) { blocks(text.blocks, text.words(), painter_.theme().text); }

void PdfPages::question(const HandoutQuestion& question) {
    std::vector<LessonBlock> all{paragraph_of(texts::handout::question, question.question)};
    for (std::size_t i = 0; i < question.options.size(); ++i)
        all.push_back({.kind = LessonBlock::Kind::item,
                       .marker = std::string(1, static_cast<char>('A' + i)) + ".",
                       .spans = question.options[i]});
    for (const std::vector<LessonSpan>& hint : question.hints) all.push_back(paragraph_of(texts::handout::hint, hint));
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
