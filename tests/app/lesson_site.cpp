// Lessons as a site: what its contents and its search have of them, that a lesson's text stays text in it, and the
// files that the program writes.
// ctest: alone 5 s
#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "app/handout/html_page.h"
#include "app/handout/site.h"
#include "core/base/json.h"
#include "core/base/json_text.h"
#include "core/lesson/read_lesson.h"
#include "core/lesson/reading_order.h"
#include "tests/support/program.h"
#include "tests/support/skipped.h"
#include "tests/support/support.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("lesson_site");

namespace {

std::vector<std::string> between(const std::string& text, const std::string& before, const std::string& after) {
    std::vector<std::string> found;
    for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at)) {
        at += before.size();
        found.push_back(text.substr(at, text.find(after, at) - at));
    }
    return found;
}

Json data_of(const std::string& page) {
    return parse_json(between(page, "id=\"data\">", "</script>").at(0), "what the page searches");
}

LessonSpan words(const std::string& text) { return {.text = text}; }
LessonBlock paragraph(std::vector<LessonSpan> spans) { return {.spans = std::move(spans)}; }

std::string lesson_text(const std::string& title, const std::string& more) {
    return "---\ntitle: " + title + "\nminutes: 7\nlecture: Its lecture\nabout: What it is about.\n" + more +
           "---\n## First of " + title +
           "\n\n```scene\nmodel: characters\nview: walk\nstage: blocks.0.attn.weights\n```\n\nIt has {{rows("
           "blocks.0.attn.weights) : 1}} rows, of $\\frac{a}{b}$.\n\n## Second of " +
           title +
           "\n\n```scene\nstage: blocks.0.attn.scores_raw\n```\n\nBefore the question.\n\n```ask\nchoice: Which?\n"
           "option: this one | 1 = 1\noption: that one | 1 = 2\nhint: A secret hint.\n```\n\nA secret explanation.\n";
}

/// The program's folder with these built-in lessons and all models.
std::filesystem::path assets_with(const std::vector<std::pair<std::string, std::string>>& lessons) {
    const std::filesystem::path folder = scratch() / "assets";
    std::filesystem::remove_all(folder);
    for (const auto& [name, text] : lessons) write(folder / "lessons" / (name + ".md"), text);
    std::filesystem::create_directory_symlink(source_dir() / "assets" / "models", folder / "models");
    return folder;
}

std::set<std::string> names_in(const std::filesystem::path& folder) {
    std::set<std::string> names;
    if (std::filesystem::exists(folder))
        for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename());
    return names;
}

/// The page without what only a page of a site has. Cairo counts its surfaces from the start of the program.
std::string alone(std::string page) {
    for (const auto& [begin, end] :
         {std::pair("<nav class=\"site\"", "</nav>\n"), {"<nav class=\"onwards\"", "</nav>\n"}})
        while (page.find(begin) != std::string::npos) {
            const std::size_t at = page.find(begin);
            page.erase(at, page.find(end, at) + std::string(end).size() - at);
        }
    return std::regex_replace(page, std::regex("(surface|image)[0-9]+"), "$1");
}

}  // namespace

TEST_CASE("a step is found by all that is written in it; what its answer shows is kept apart") {
    HandoutStep step{.title = "A title"};
    step.text.blocks = {
        paragraph({words("One\nline with "), {.kind = LessonSpan::Kind::live, .text = "0.25"}, words(" of ")}),
        paragraph({{.kind = LessonSpan::Kind::formula, .text = "\\frac{a}{b}"},
                   words(" and "),
                   {.kind = LessonSpan::Kind::formula, .text = "\\unknown{"}}),
        {.kind = LessonBlock::Kind::row, .cells = {{words("left")}, {words("right")}}}};
    step.figure.caption = "What is drawn.";
    step.notes = {paragraph({words("The speaker says.")})};
    CHECK(site_step(step).text ==
          "One line with 0.25 of · a / b and \\unknown{ · left · right · The speaker says. What is drawn.");
    CHECK(site_step(step).hidden.empty());
    step.question =
        HandoutQuestion{.question = {words("Which?")},
                        .options = {{words("this")}, {words("that")}},
                        .hints = {{words("Look.")}},
                        .answer = {words("that, of course")},
                        .text = {.blocks = {paragraph({words("Because.")})}},
                        .figure = HandoutFigure{.svg = {}, .caption = "Another picture.", .alternative = {}}};
    const SiteStep made = site_step(step);
    CHECK(made.title == "A title");
    CHECK(made.text.ends_with("left · right · Which? this · that · The speaker says. What is drawn."));
    CHECK(made.hidden == "Look. that, of course · Because. Another picture.");
}

TEST_CASE("lessons are in the order in which they are read") {
    const auto lesson = [](const std::string& name, std::vector<std::string> before, double minutes = 10,
                           const std::string& lecture = "") {
        return LessonInOrder{
            .name = name, .before = std::move(before), .whole_lecture = is_whole_lecture(lecture, minutes)};
    };
    const auto order = [](const std::vector<LessonInOrder>& lessons) {
        std::string names;
        for (const std::size_t each : reading_order(lessons)) names += lessons[each].name;
        return names;
    };
    CHECK(order({}).empty());
    CHECK(order({lesson("a", {}), lesson("b", {}), lesson("c", {})}) == "abc");
    CHECK(order({lesson("a", {"b"}), lesson("b", {"c"}), lesson("c", {}), lesson("d", {"elsewhere"})}) == "cbad");
    CHECK(order({lesson("a", {"b"}), lesson("b", {"a"}), lesson("c", {"c"})}) == "cab");  // two wait for each other
    // A whole lecture comes after short lessons, but before one that needs it.
    CHECK(order({lesson("a", {}, 75, "X"), lesson("b", {}), lesson("c", {}, 40, "X"), lesson("d", {"a"})}) == "bcad");
}

TEST_CASE("the contents have each step once, and each text stays text") {
    const std::string evil =
        "<script>alert(1)</script>\" onload=\"alert(2)' </title><!-- ]]> & <img src=x onerror=alert(3)>";
    std::vector<SiteLesson> lessons(3);
    lessons[0] = {.name = "javascript:alert(1)#?\"<b> é",
                  .title = evil,
                  .about = evil,
                  .lecture = evil,
                  .minutes = 1,
                  .before = {evil, "plain"},
                  .steps = {{evil, evil, evil}, {"Second", "Its text.", "An answer."}},
                  .pdf = true,
                  .film = true};
    lessons[1] = {
        .name = "plain", .title = "A plain lesson", .about = {}, .lecture = {}, .steps = {{"Only", "Words.", ""}}};
    lessons[2] = {.name = "empty", .title = "Nothing", .about = {}, .lecture = {}};
    const std::string page = site_page(lessons);
    // Two scripts, the data and what reads it; nothing else is a tag that was not meant, and no attribute begins.
    CHECK(between(page, "<script", ">").size() == 2);
    CHECK(between(page, "</script", ">").size() == 2);
    CHECK(between(page, "<title>", "</title>") == std::vector<std::string>{"Lessons"});
    const std::string shown = page.substr(0, page.find("id=\"data\">"));
    for (const char* never : {"<img", "<!--", "\" onload=", "javascript:", "href=\"http", "url(", "<link", "@import"})
        CHECK_MESSAGE(shown.find(never) == std::string::npos, never);
    for (const std::string& tag : between(shown, "<", ">")) {
        CHECK(tag.find("src=") == std::string::npos);
        CHECK(tag.find("onload") == std::string::npos);
    }
    CHECK(between(page, "&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;alert(2)&#39;", ";").size() == 5);
    const std::string address = "javascript%3Aalert%281%29%23%3F%22%3Cb%3E%20%C3%A9";
    CHECK(site_address(lessons[0].name) == address + ".html");
    for (const std::string& link : between(page, "href=\"", "\"")) {
        const std::string file = link.substr(0, link.find('#'));
        CHECK_MESSAGE((file == "plain.html" || file == "empty.html" || file == address + ".html" ||
                       file == address + ".pdf" || file == address + ".mp4"),
                      link);
    }
    for (const std::string& step :
         {std::string("plain.html#step-1"), address + ".html#step-1", address + ".html#step-2"})
        CHECK(between(page, "<li><a href=\"" + step + "\">", "<").size() == 1);
    CHECK(between(page, "<li>", "</li>").size() == 3);
    CHECK(page.find("Its lecture") == std::string::npos);
    CHECK(page.find(" · 1 minute · 2 steps") != std::string::npos);
    CHECK(page.find(">1 step<") != std::string::npos);
    CHECK(page.find("<a href=\"plain.html\">A plain lesson</a></p>") != std::string::npos);  // before the first
    CHECK(page.find("3 lessons, 3 steps.") != std::string::npos);
    // What is searched is what was given.
    const Json data = data_of(page);
    const Json& found = data.at("lessons");
    REQUIRE(found.size() == 3);
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        CHECK(found[i].at("title").text() == lessons[i].title);
        CHECK(found[i].at("page").text() == site_address(lessons[i].name));
        REQUIRE(found[i].at("steps").size() == lessons[i].steps.size());
        for (std::size_t s = 0; s < lessons[i].steps.size(); ++s) {
            const Json& step = found[i].at("steps")[s];
            CHECK(step[0].text() == lessons[i].steps[s].title);
            CHECK(step[1].text() == lessons[i].steps[s].text);
            CHECK(step[2].text() == lessons[i].steps[s].hidden);
        }
    }
    const SiteNeighbours beside{.previous = SiteNeighbour{lessons[0].name, evil}, .next = {}};
    const std::string lesson =
        html_page({.title = "One", .about = {}, .lecture = {}, .steps = {{.title = "A"}}}, &beside);
    CHECK(between(lesson, "<script", ">").size() == 2);
    CHECK(lesson.find("<a rel=\"prev\" href=\"" + address + ".html\">Previous lesson: &lt;script&gt;") !=
          std::string::npos);
    CHECK(lesson.find("rel=\"next\"") == std::string::npos);
    CHECK(lesson.find("<img") == std::string::npos);
}

TEST_CASE("--all exports the built-in lessons as a site, and further files with them") {
    const auto assets =
        assets_with({{"alpha", lesson_text("Alpha", "before: beta\n")}, {"beta", lesson_text("Beta", "")}});
    const auto own = scratch() / "my own.md", out = scratch() / "site", single = scratch() / "single";
    write(own, lesson_text("Mine", "before: alpha\n"));
    const std::string environment = "GLASSFORMER_ASSETS=" + assets.string();
    const Outcome made =
        run("lesson export --all --progress beta '" + own.string() + "' --out " + out.string(), environment);
    if (made.code != 0 && made.err.find("EGL") != std::string::npos) return skip(Needs::opengl, made.err);
    REQUIRE_MESSAGE(made.code == 0, made.err);
    std::string written;
    for (const char* name : {"index.html", "beta.html", "alpha.html", "my own.html"})
        written += (out / name).string() + "\n";
    CHECK(made.out == written);
    CHECK(names_in(out) == std::set<std::string>{"index.html", "beta.html", "alpha.html", "my own.html"});
    CHECK(made.err ==
          "beta (1 of 3): step 1 of 2\nbeta (1 of 3): step 2 of 2\nalpha (2 of 3): step 1 of 2\n"
          "alpha (2 of 3): step 2 of 2\nmy own (3 of 3): step 1 of 2\nmy own (3 of 3): step 2 of 2\n");
    // The page of a lesson that others were exported before is the one that it has alone.
    const Outcome one = run("lesson export '" + own.string() + "' --out " + single.string(), environment);
    REQUIRE_MESSAGE(one.code == 0, one.err);
    const std::string page = text_of(out / "my own.html");
    CHECK(alone(page) == alone(text_of(single / "my own.html")));
    CHECK(page.find("rel=\"prev\" href=\"alpha.html\"") != std::string::npos);
    CHECK(page.find("rel=\"next\"") == std::string::npos);
    CHECK(between(text_of(out / "alpha.html"), "rel=\"next\" href=\"", "\"") ==
          std::vector<std::string>(2, "my%20own.html"));
    const std::string contents = text_of(out / "index.html");
    const Json data = data_of(contents);
    std::string titles;
    for (const Json& lesson : data.at("lessons"))
        for (const Json& step : lesson.at("steps")) titles += step[0].text() + ". ";
    CHECK(titles == "First of Beta. Second of Beta. First of Alpha. Second of Alpha. First of Mine. Second of Mine. ");
    const Json& first = data.at("lessons")[0].at("steps")[0];
    CHECK(first[1].text().find("rows, of a / b.") != std::string::npos);
    CHECK(first[1].text().find("{{") == std::string::npos);  // the run's number is written out
    const Json& asked = data.at("lessons")[0].at("steps")[1];
    CHECK(asked[1].text().find("Before the question. Which? this one · that one") != std::string::npos);
    CHECK(asked[1].text().find("secret") == std::string::npos);
    CHECK(asked[2].text().find("A secret hint. this one · A secret explanation.") != std::string::npos);
}

TEST_CASE("a site that cannot be whole leaves nothing") {
    const auto assets = assets_with({{"alpha", lesson_text("Alpha", "")}});
    const auto other = scratch() / "other" / "alpha.md", index = scratch() / "index.md", broken = scratch() / "late.md",
               out = scratch() / "none";
    write(other, lesson_text("Another", ""));
    write(index, lesson_text("Index", ""));
    write(broken, lesson_text("Late", "") + "\n{{blocks.7.attn.weights[0, 0, 0]}}\n");
    const auto refused = [&](const std::string& arguments, const std::string& sentence) {
        CAPTURE(arguments);
        const Outcome outcome = run("lesson export " + arguments, "GLASSFORMER_ASSETS=" + assets.string());
        if (outcome.err.find("EGL") != std::string::npos) return skip(Needs::opengl, outcome.err);
        CHECK(outcome.code == 2);
        CHECK_MESSAGE(outcome.err.find(sentence) != std::string::npos, outcome.err);
        CHECK(std::ranges::count(outcome.err, '\n') == 1);
        CHECK(names_in(out).empty());
    };
    refused("--out " + out.string(), "name the lessons to export, or add --all");
    refused("--all " + other.string() + " --out " + out.string(), "two of these lessons are named alpha");
    refused("--all " + index.string() + " --out " + out.string(), "index.html lists the lessons there");
    refused("--all nowhere --out " + out.string(), "nowhere");
    refused("--all " + broken.string() + " --out " + out.string(), "late.md:");
    // A folder in the place of the contents.
    std::filesystem::create_directories(scratch() / "half" / "index.html");
    const Outcome half =
        run("lesson export --all --out " + (scratch() / "half").string(), "GLASSFORMER_ASSETS=" + assets.string());
    if (half.err.find("EGL") != std::string::npos) return skip(Needs::opengl, half.err);
    CHECK(half.code == 2);
    CHECK(names_in(scratch() / "half") == std::set<std::string>{"index.html"});
}

TEST_SUITE_END();
