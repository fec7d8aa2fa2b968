#include "app/handout/html_page.h"

#include <fmt/core.h>

#include <cmath>

#include "app/handout/figure_sheet.h"
#include "app/handout/html_script.h"
#include "app/handout/html_text.h"
#include "app/handout/site.h"
#include "app/handout/svg.h"
#include "app/handout/texts.h"
#include "core/base/json.h"

namespace glassformer::page {

// cmake/embed.cmake
extern const char* const base_css;
extern const char* const page_css;
extern const char* const page_js;
extern const char* const page_js_sha256;

}  // namespace glassformer::page

namespace glassformer {

namespace {

class PageWriter {
public:
    PageWriter(const Handout& handout, const SiteNeighbours* site)
        : handout_(handout), site_(site), light_(*find_theme("light")), dark_(*find_theme("dark")) {}

    std::string write() {
        std::string steps;
        for (std::size_t i = 0; i < handout_.steps.size(); ++i) steps += step(handout_.steps[i], i + 1);
        return head() + top() + "<main>\n" + steps + "</main>\n" + onwards() + sheet_.shared() + bottom();
    }

private:
    std::string head() const {
        return html_head(handout_.title, page::page_js_sha256) +
               fmt::format(
                   "<style>\n:root{{{}}}\n@media (prefers-color-scheme: dark){{:root{{{}}}}}\n{}{}</style>\n</head>\n"
                   "<body>\n",
                   html_meanings(light_), html_meanings(dark_), page::base_css, page::page_css);
    }

    std::string top() const {
        std::string about = html_text(handout_.about), facts = html_text(handout_.lecture);
        if (const std::string minutes = minutes_text(handout_.minutes); !minutes.empty())
            facts += (facts.empty() ? "" : " · ") + minutes;
        std::string list;
        for (std::size_t i = 0; i < handout_.steps.size(); ++i)
            list += fmt::format("<li><a href=\"#step-{}\">{}</a></li>\n", i + 1, html_text(handout_.steps[i].title));
        return fmt::format(
            "<header>\n{}<h1>{}</h1>\n<p class=\"about\">{}{}</p>\n"
            "<details class=\"contents\"><summary>{}</summary><nav aria-label=\"{}\"><ol>\n{}</ol></nav></details>\n"
            "</header>\n",
            site_links(), html_text(handout_.title), about,
            facts.empty() ? "" : (about.empty() ? "" : " ") + ("<span class=\"facts\">" + facts + "</span>"),
            texts::handout::steps, texts::handout::steps, list);
    }

    /// To the lessons beside this one.
    std::string site_links() const {
        if (site_ == nullptr) return {};
        const std::string contents = site_address(site_contents);
        std::string links = fmt::format("<a href=\"{0}\">{1}</a><a href=\"{0}#search=\">{2}</a>", contents,
                                        texts::handout::all_lessons, texts::handout::search);
        return fmt::format("<nav class=\"site\" aria-label=\"{}\">{}{}</nav>\n", texts::handout::lessons, links,
                           beside());
    }
    /// Once more at the end: a narrow page has them there alone, a wide one below its last step.
    std::string onwards() const {
        if (site_ == nullptr || !(site_->previous || site_->next)) return {};
        return fmt::format("<nav class=\"onwards\" aria-label=\"{}\">{}</nav>\n", texts::handout::beside, beside());
    }
    std::string beside() const {
        std::string links;
        if (site_->previous) links += lesson_link(*site_->previous, "prev", texts::handout::previous_lesson);
        if (site_->next) links += lesson_link(*site_->next, "next", texts::handout::next_lesson);
        return links;
    }
    static std::string lesson_link(const SiteNeighbour& lesson, const char* relation, const char* label) {
        return fmt::format("<a rel=\"{}\" href=\"{}\">{} {}</a>", relation, site_address(lesson.name), label,
                           html_text(lesson.title));
    }

    std::string step(const HandoutStep& step, std::size_t number) {
        std::string words = html_blocks(step.text, light_, dark_, names_);
        std::string figures;
        if (!step.figure.svg.empty())
            figures = figure(step.figure, step.question && step.question->figure ? "figure before" : "figure");
        if (step.question) {
            words += question(*step.question);
            if (step.question->figure) figures += figure(*step.question->figure, "figure after");
        }
        if (!step.notes.empty())
            words += fmt::format("<aside class=\"notes\"><h3>{}</h3>\n{}</aside>\n", texts::handout::notes,
                                 html_blocks({.blocks = step.notes}, light_, dark_, names_));
        return fmt::format(
            "<section class=\"{4}\" id=\"step-{0}\" aria-labelledby=\"title-{0}\">\n<div class=\"words\">\n"
            "<h2 id=\"title-{0}\"><a href=\"#step-{0}\">{1}</a></h2>\n{2}</div>\n<div class=\"figures\">\n{3}</div>\n"
            "</section>\n",
            number, html_text(step.title), words, figures, figures.empty() ? "step alone" : "step");
    }

    std::string line(const std::vector<LessonSpan>& spans) { return html_spans(spans, light_, dark_, names_); }
    std::string question(const HandoutQuestion& question) {
        std::string html = fmt::format("<div class=\"ask\">\n<p><strong>{}</strong> {}</p>\n", texts::handout::question,
                                       line(question.question));
        if (!question.options.empty()) {
            html += "<ol class=\"options\">";
            for (const std::vector<LessonSpan>& option : question.options) html += "<li>" + line(option) + "</li>";
            html += "</ol>\n";
        }
        for (const std::vector<LessonSpan>& hint : question.hints)
            html += fmt::format("<details class=\"hint\"><summary>{}</summary><p>{}</p></details>\n",
                                texts::handout::hint, line(hint));
        if (question.answer.empty()) return html + "</div>\n";
        html += fmt::format("<details class=\"answer\"><summary>{}</summary>\n<p><strong>{}</strong> {}</p>\n{}",
                            texts::handout::show_answer, texts::handout::answer, line(question.answer),
                            html_blocks(question.text, light_, dark_, names_));
        return html + "</details>\n</div>\n";
    }

    std::string figure(const HandoutFigure& figure, std::string_view style_class) {
        const std::string name = fmt::format("p{}", ++figures_);
        cells_.add(name, maps_of(figure));
        const std::string attributes =
            fmt::format("id=\"{}\" role=\"img\" aria-label=\"{}\"", name, html_text(figure.alternative));
        return fmt::format(
            "<figure class=\"{}\"><div class=\"plate\"><div class=\"sheet\">{}</div></div>"
            "<figcaption>{}</figcaption></figure>\n",
            style_class, sheet_.add(inline_svg(figure.svg, name + "-", attributes)), html_text(figure.caption));
    }

    static Json maps_of(const HandoutFigure& figure) {
        const auto rectangle = [](const Rect& rect) {
            Json all = Json::array();
            for (const float side : {rect.x, rect.y, rect.w, rect.h})
                all.push_back(std::round(static_cast<double>(side) * 10) / 10);
            return all;
        };
        const auto joined = [](const std::vector<std::string>& values) {
            std::string all;
            for (std::size_t i = 0; i < values.size(); ++i) all += (i > 0 ? " " : "") + values[i];
            return all;
        };
        Json maps = Json::array();
        for (const HandoutMap& map : figure.maps)
            maps.push_back({{"name", map.name},
                            {"rect", rectangle(map.rect)},
                            {"seen", rectangle(map.seen)},
                            {"rows", map.rows},
                            {"cols", map.cols},
                            {"row_names", Json(map.row_names)},
                            {"col_names", Json(map.col_names)},
                            {"values", joined(map.values)}});
        return Json{{"width", figure.width}, {"height", figure.height}, {"maps", std::move(maps)}};
    }

    std::string bottom() const {
        return fmt::format(
            "<footer><button type=\"button\" id=\"back\" aria-label=\"{}\">←</button><span id=\"place\" "
            "aria-live=\"polite\">{}</span><button type=\"button\" id=\"on\" aria-label=\"{}\">→</button>"
            "<p class=\"keys\">{}</p></footer>\n"
            "<div id=\"cell\" role=\"status\" hidden></div><div id=\"mark\" hidden></div>\n"
            "<script type=\"application/json\" id=\"cells\">{}</script>\n<script>{}</script>\n</body>\n</html>\n",
            texts::handout::previous, fmt::format(texts::handout::step_of, 1, handout_.steps.size()),
            texts::handout::next, texts::handout::keys, script_data(cells_), page::page_js);
    }

    const Handout& handout_;
    const SiteNeighbours* site_;
    const Theme &light_, &dark_;
    FigureSheet sheet_;
    HtmlNames names_{.formulas = 0, .sheet = &sheet_};
    int figures_ = 0;
    Json cells_ = Json::object();
};

}  // namespace

std::string html_page(const Handout& handout, const SiteNeighbours* site) { return PageWriter(handout, site).write(); }

}  // namespace glassformer
