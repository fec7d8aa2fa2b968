#include "app/handout/site.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/handout/html_script.h"
#include "app/handout/html_text.h"
#include "app/handout/texts.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/tape/formula_text.h"

namespace glassformer::page {

// cmake/embed.cmake
extern const char* const base_css;
extern const char* const site_css;
extern const char* const site_js;
extern const char* const site_js_sha256;

}  // namespace glassformer::page

namespace glassformer {

namespace {

namespace site_texts = texts::handout;

/// Adds a sentence, or what is not one and is set apart from what follows.
void add_words(std::string& text, std::string_view more) {
    const std::size_t begin = more.find_first_not_of(" \n\t");
    if (begin == std::string_view::npos) return;
    more = more.substr(begin, more.find_last_not_of(" \n\t") + 1 - begin);
    constexpr std::string_view ends = ".?!:";
    if (!text.empty()) text += ends.find(text.back()) == std::string_view::npos ? " · " : " ";
    for (const char c : more) text += c == '\n' || c == '\t' ? ' ' : c;
}

std::string words_of_formula(const std::string& markup) {
    try {
        return plain_formula(markup);
    } catch (const Error&) {
        return markup;  // as the page shows it
    }
}

void add_words(std::string& text, const std::vector<LessonSpan>& spans) {
    std::string line;
    for (const LessonSpan& span : spans) switch (span.kind) {
            case LessonSpan::Kind::newline: line += ' '; break;
            case LessonSpan::Kind::formula: line += words_of_formula(span.text); break;
            case LessonSpan::Kind::live:
            case LessonSpan::Kind::words: line += span.text; break;
        }
    add_words(text, line);
}

void add_words(std::string& text, const std::vector<LessonBlock>& blocks) {
    for (const LessonBlock& block : blocks) {
        add_words(text, block.spans);
        for (const auto& cell : block.cells) add_words(text, cell);
    }
}

std::string list_item(const SiteLesson& lesson, std::size_t step) {
    return fmt::format("<li><a href=\"{}#step-{}\">{}</a></li>\n", site_address(lesson.name), step + 1,
                       html_text(lesson.steps[step].title));
}

std::string steps_text(std::size_t steps) {
    return steps == 1 ? site_texts::one_step : fmt::format(site_texts::step_count, steps);
}

class SiteWriter {
public:
    explicit SiteWriter(std::span<const SiteLesson> lessons) : lessons_(lessons) {}

    std::string write() const {
        std::string list;
        for (std::size_t i = 0; i < lessons_.size(); ++i) list += lesson(lessons_[i], i + 1);
        return html_head(site_texts::lessons, page::site_js_sha256) +
               fmt::format("<style>\n{}{}</style>\n</head>\n<body>\n", page::base_css, page::site_css) + top() +
               "<main>\n" + list + "</main>\n" +
               fmt::format("<script type=\"application/json\" id=\"data\">{}</script>\n<script>{}</script>\n",
                           script_data(data()), page::site_js) +
               "</body>\n</html>\n";
    }

private:
    /// The search is shown by the script that does it.
    std::string top() const {
        std::size_t steps = 0;
        for (const SiteLesson& lesson : lessons_) steps += lesson.steps.size();
        const std::string count =
            lessons_.size() == 1 ? site_texts::one_lesson : fmt::format(site_texts::lesson_count, lessons_.size());
        return fmt::format(
            "<header>\n<h1>{}</h1>\n<p class=\"about\">{}</p>\n"
            "<div class=\"search\" role=\"search\" hidden><label for=\"words\">{}</label>"
            "<input type=\"search\" id=\"words\" autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\">"
            "<p id=\"found\" role=\"status\"></p><ol id=\"hits\"></ol></div>\n</header>\n",
            site_texts::lessons, fmt::format(site_texts::about_site, count, steps_text(steps)), site_texts::search);
    }

    std::string lesson(const SiteLesson& lesson, std::size_t number) const {
        std::string facts = html_text(lesson.lecture), more, list;
        for (const std::string& fact : {minutes_text(lesson.minutes), steps_text(lesson.steps.size())})
            if (!fact.empty()) facts += (facts.empty() ? "" : " · ") + fact;
        if (!lesson.about.empty()) more += "<p>" + html_text(lesson.about) + "</p>\n";
        if (!lesson.before.empty())
            more += fmt::format("<p class=\"before\">{} {}</p>\n", site_texts::before, before(lesson));
        std::string files;
        if (lesson.pdf) files += file(lesson, ".pdf", site_texts::pdf);
        if (lesson.film) files += file(lesson, ".mp4", site_texts::film);
        if (!files.empty()) more += "<p class=\"files\">" + files + "</p>\n";
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) list += list_item(lesson, i);
        return fmt::format(
            "<article class=\"lesson\" aria-labelledby=\"lesson-{0}\">\n"
            "<h2 id=\"lesson-{0}\"><a href=\"{1}\">{2}</a></h2>\n<p class=\"facts\">{3}</p>\n{4}"
            "<details><summary>{5}</summary>\n<ol>\n{6}</ol></details>\n</article>\n",
            number, site_address(lesson.name), html_text(lesson.title), facts, more, site_texts::steps, list);
    }

    std::string before(const SiteLesson& lesson) const {
        std::string all;
        for (const std::string& name : lesson.before) {
            const auto known = std::ranges::find(lessons_, name, &SiteLesson::name);
            all += (all.empty() ? "" : ", ") +
                   (known == lessons_.end()
                        ? html_text(name)
                        : fmt::format("<a href=\"{}\">{}</a>", site_address(name), html_text(known->title)));
        }
        return all;
    }

    static std::string file(const SiteLesson& lesson, std::string_view ending, const char* label) {
        return fmt::format("<a href=\"{}\">{}</a>", site_address(lesson.name, ending), label);
    }

    /// What the script searches and says.
    Json data() const {
        Json all = Json::array();
        for (const SiteLesson& lesson : lessons_) {
            Json steps = Json::array();
            for (const SiteStep& step : lesson.steps) {
                Json one = Json::array();
                for (const std::string& text : {step.title, step.text, step.hidden}) one.push_back(text);
                steps.push_back(std::move(one));
            }
            all.push_back({{"page", site_address(lesson.name)}, {"title", lesson.title}, {"steps", std::move(steps)}});
        }
        Json said{{"where", site_texts::hit_where}, {"hidden", site_texts::hit_hidden},
                  {"none", site_texts::hits_none},  {"one", site_texts::hits_one},
                  {"several", site_texts::hits},    {"many", site_texts::hits_many}};
        return Json{{"words", std::move(said)}, {"lessons", std::move(all)}};
    }

    std::span<const SiteLesson> lessons_;
};

}  // namespace

SiteStep site_step(const HandoutStep& step) {
    SiteStep made{.title = step.title, .text = {}, .hidden = {}};
    add_words(made.text, step.text.blocks);
    if (step.question) {
        const HandoutQuestion& question = *step.question;
        add_words(made.text, question.question);
        for (const auto& option : question.options) add_words(made.text, option);
        for (const auto& hint : question.hints) add_words(made.hidden, hint);
        add_words(made.hidden, question.answer);
        add_words(made.hidden, question.text.blocks);
        if (question.figure) add_words(made.hidden, question.figure->caption);
    }
    add_words(made.text, step.notes);
    add_words(made.text, step.figure.caption);
    return made;
}

std::string site_address(std::string_view name, std::string_view ending) {
    std::string address;
    for (const char c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                           c == '_' || c == '.';
        address += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return address.append(ending);
}

std::string site_page(std::span<const SiteLesson> lessons) { return SiteWriter(lessons).write(); }

}  // namespace glassformer
