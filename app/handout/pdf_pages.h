// A lesson as a document to print: A4 pages, filled one after another.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "app/handout/handout.h"
#include "app/render/cairo_painter.h"

namespace glassformer {

class PdfPages {
public:
    /// `name`: stands below each page, before its number. `compact`: steps stand close to one another.
    PdfPages(const std::filesystem::path& file, const Theme& theme, const std::string& name, bool compact = false);

    /// The lesson's title and what is said of it, on the first page.
    void lesson(const Handout& handout);
    /// Begins a step: on a new page where this one has no room for its title, its picture and a few lines.
    void step(int number, const std::string& title);
    /// `draw`: draws the picture on the painter, in a rectangle of this size and with this body size.
    void figure(float width, float height, float em, const std::string& caption,
                const std::function<void(CairoPainter&, const Rect&)>& draw);
    /// The picture in a column of its own, with the text and the question beside it; text that has no room there
    /// follows below. `question`: null where the step has none.
    void figure_beside(float width, float height, float em, const std::string& caption,
                       const std::function<void(CairoPainter&, const Rect&)>& draw, const HandoutText& text,
                       const HandoutQuestion* question);
    /// What comes at the end: begins with this heading.
    void part(const std::string& title);
    /// A step's title over its answer there.
    void answer_of(int number, const std::string& title);
    void text(const HandoutText& text);
    /// What is asked, with its options, in a box of its own.
    void question(const HandoutQuestion& question);
    void answer(const HandoutQuestion& question);
    void notes(const std::vector<LessonBlock>& notes);

    /// Writes the file; throws Error that names it.
    void finish();
    std::string missing() const { return painter_.missing(); }

private:
    void number_page();
    void new_page();
    void need(float height);
    void heading(const std::string& words, float size);
    /// As many blocks on this page as it has room for, then the others on the next ones.
    void blocks(std::span<const LessonBlock> all, const RichWords& words, Colour colour);
    void slice(const LessonBlock& block, const RichWords& words, Colour colour, float height);

    CairoPainter painter_;
    void draw_figure(const Rect& to, float width, float height, float em, const std::string& caption,
                     const std::function<void(CairoPainter&, const Rect&)>& draw);

    std::string name_;
    bool compact_;
    float y_;
    int page_ = 1;
};

}  // namespace glassformer
