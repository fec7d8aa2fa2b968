#include "app/handout/worksheet_pages.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/handout/texts.h"
#include "app/handout/worksheet_parts.h"
#include "app/render/cairo_painter.h"

namespace glassformer {

namespace {

constexpr Rect sheet_of_paper{0, 0, 595, 842};  // in points
constexpr Rect whole_page{0, 0, sheet_of_paper.w* paper_point, sheet_of_paper.h* paper_point};
constexpr float margin = 52 * paper_point, below_head = 78 * paper_point, last_line = (842 - 58) * paper_point;
constexpr float text_width = whole_page.w - 2 * margin, after_heading = 4 * paper_point;
constexpr float after_exercise = 16 * paper_point, head_line = 52 * paper_point, thin_line = 0.8F * paper_point;
constexpr float writing_line = 12 * paper_point, most_stretch = 2.2F, rule_height = 18 * paper_point;

/// Ink on the white of the paper.
Theme printed(Theme theme) {
    theme.background = hex(0xffffff);
    return theme;
}

class WorksheetWriter {
public:
    WorksheetWriter(const Worksheet& worksheet, const Theme& theme)
        : sheet_(worksheet),
          theme_(printed(theme)),
          painter_("worksheet.pdf", theme_, paper_body, sheet_of_paper),
          parts_(painter_, margin, text_width) {
        painter_.set_title(worksheet.title);
        painter_.push_place(whole_page, sheet_of_paper, paper_body);
        head();
    }

    WorksheetFile write() {
        y_ += title(true);
        if (sheet_.solutions)
            solutions();
        else
            exercises();
        foot();
        painter_.pop_place();
        const std::string missing = painter_.missing();
        return {.bytes = painter_.bytes(), .missing = missing};
    }

private:
    TextStyle style(Colour colour, float size, Face face = Face::sans) const {
        return {.colour = colour, .size = size, .face = face, .anchor = Anchor::baseline};
    }

    /// Who writes, of which lesson and seed: pages may be taken apart.
    void head() {
        const Colour ink = painter_.theme().text, muted = painter_.theme().muted;
        const std::string seed = sheet_.solutions ? fmt::format(texts::handout::solutions_with_seed, sheet_.seed)
                                                  : fmt::format(texts::handout::worksheet_with_seed, sheet_.seed);
        const float seed_width = painter_.measure(seed, em::body, Face::bold).width;
        painter_.text({margin + text_width - seed_width, head_line}, seed, style(ink, em::body, Face::bold));
        if (sheet_.solutions) return;
        painter_.text({margin, head_line}, texts::handout::name_line, style(muted, em::body));
        const float from = margin + painter_.measure(texts::handout::name_line, em::body, Face::sans).width + 8;
        painter_.line({from, head_line + 2}, {margin + 0.62F * text_width, head_line + 2}, muted, thin_line);
    }
    void foot() {
        const std::string words = fmt::format(texts::handout::page_of, sheet_.title, page_);
        text_in(painter_, {margin, whole_page.h - 40 * paper_point, text_width, 14 * paper_point}, words,
                style(painter_.theme().muted, em::small));
    }
    void new_page() {
        foot();
        painter_.pop_place();
        painter_.next_page();
        painter_.push_place(whole_page, sheet_of_paper, paper_body);
        ++page_;
        head();
        y_ = below_head;
    }

    /// What the sheet is about, and how results are written.
    float title(bool draw) {
        float y = y_;
        y += paragraph(painter_, {margin, y, text_width, 1e4F}, sheet_.title,
                       {.colour = painter_.theme().text, .size = 1.8F, .face = Face::bold}, draw) +
             6 * paper_point;
        y += paragraph(painter_, {margin, y, text_width, 1e4F},
                       sheet_.solutions ? texts::handout::how_solved : texts::handout::how_written,
                       {.colour = painter_.theme().muted, .size = em::body}, draw) +
             after_exercise;
        return y - y_;
    }

    float heading(std::size_t number, float y, bool draw) {
        const std::string words = fmt::format("{}. {}", number + 1, sheet_.exercises[number].title);
        return paragraph(painter_, {margin, y, text_width, 1e4F}, words,
                         {.colour = painter_.theme().text, .size = em::large, .face = Face::bold}, draw) +
               after_heading;
    }

    /// All but the room to write.
    float height_of(std::size_t number) {
        const Exercise& exercise = sheet_.exercises[number];
        return heading(number, 0, false) + parts_.parts(0, exercise.question, false) +
               parts_.answers(0, exercise.answers, false, false) + after_exercise;
    }
    float room_of(std::size_t number) const {
        return writing_line * static_cast<float>(sheet_.exercises[number].lines);
    }

    /// As many on a page as fit; what is left of it is room to write.
    void exercises() {
        for (std::size_t next = 0; next < sheet_.exercises.size();) {
            if (next > 0) new_page();
            std::size_t end = next;
            float used = 0, room = 0;
            while (end < sheet_.exercises.size()) {
                const float more = height_of(end) + room_of(end);
                if (end > next && y_ + used + more > last_line) break;
                used += more;
                room += room_of(end++);
            }
            const float left = std::max(0.0F, last_line - y_ - used);
            const float stretch = room > 0 ? std::min(most_stretch, 1 + left / room) : 1;
            for (; next < end; ++next) exercise(next, stretch * room_of(next));
        }
    }
    void exercise(std::size_t number, float room) {
        const Exercise& of = sheet_.exercises[number];
        y_ += heading(number, y_, true);
        y_ += parts_.parts(y_, of.question, true);
        parts_.room(y_, room);
        y_ += room;
        y_ += parts_.answers(y_, of.answers, false, true) + after_exercise;
    }

    /// A page ends between two steps; a text stays with what follows it.
    void solutions() {
        for (std::size_t number = 0; number < sheet_.exercises.size(); ++number) {
            const Exercise& of = sheet_.exercises[number];
            const float question = heading(number, 0, false) + parts_.parts(0, of.question, false);
            need(question + 3 * writing_line);
            y_ += heading(number, y_, true);
            y_ += parts_.parts(y_, of.question, true);
            std::span<const ExercisePart> steps = of.solution;
            const float results = parts_.answers(0, of.answers, true, false);
            // The results stay with the last steps.
            const auto height = [&](std::size_t count) {
                return parts_.parts(0, steps.first(count), false) + (count == steps.size() ? results : 0);
            };
            if (!steps.empty()) need(rule_height + height(group(steps)));
            rule(texts::handout::solution);
            while (!steps.empty()) {
                const std::size_t count = group(steps);
                need(height(count));
                y_ += parts_.parts(y_, steps.first(count), true);
                steps = steps.subspan(count);
            }
            y_ += parts_.answers(y_, of.answers, true, true) + after_exercise;
        }
    }
    /// A text with the formulas or tables up to the next text.
    static std::size_t group(std::span<const ExercisePart> steps) {
        std::size_t count = 1;
        while (count < steps.size() && steps[count].text.empty()) ++count;
        return count;
    }
    void rule(const char* words) {
        const Colour muted = painter_.theme().muted;
        painter_.text({margin, y_ + 10 * paper_point}, words, style(muted, em::body, Face::bold));
        const float from = margin + painter_.measure(words, em::body, Face::bold).width + 10;
        const float level = y_ + 7 * paper_point;
        painter_.line({from, level}, {margin + text_width, level}, painter_.theme().faint, thin_line);
        y_ += rule_height;
    }
    void need(float height) {
        if (y_ > below_head && y_ + height > last_line) new_page();
    }

    const Worksheet& sheet_;
    const Theme theme_;
    CairoPainter painter_;
    WorksheetParts parts_;
    float y_ = below_head;
    int page_ = 1;
};

}  // namespace

WorksheetFile worksheet_pdf(const Worksheet& sheet, const Theme& theme) {
    return WorksheetWriter(sheet, theme).write();
}

}  // namespace glassformer
