// The text of a lesson: every word is drawn, inside its width, and what can be pointed at is where it was drawn.
// Where EGL surfaceless is missing, the tests that draw are skipped.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "app/widgets/gui.h"
#include "tests/support/drawing.h"
#include "tests/support/lesson_blocks.h"
#include "tests/support/notes_painter.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// What a surface drew, as rectangles.
struct Drawn {
    std::string text;
    Rect rect;
};
std::vector<Drawn> texts_of(Notes& notes) {
    std::vector<Drawn> all;
    for (const Notes::Label& label : notes.labels) {
        const TextSize size = notes.measure(label.text, label.style.size, label.style.face);
        const float x = label.at.x - (label.style.align == Align::right ? size.width : 0);
        const float y = label.at.y - (label.style.anchor == Anchor::baseline ? size.ascent : 0);
        all.push_back({label.text, {x, y, size.width, size.height}});
    }
    return all;
}

/// The letters of a text without its blanks.
std::string letters(const std::string& text) {
    std::string made;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == ' ' || text[at] == '\n') continue;
        if (text.compare(at, 2, "\u00A0") == 0) {
            ++at;
            continue;
        }
        made += text[at];
    }
    return made;
}

std::string letters_of(const std::vector<Drawn>& all) {
    std::string made;
    for (const Drawn& one : all) made += letters(one.text);
    return made;
}

float write(Painter& painter, float width, const std::vector<LessonBlock>& blocks,
            std::vector<RichPlace>* places = nullptr, bool draw = true) {
    return rich_text(painter, {20, 10, width, 0}, blocks, words_of_a_run(), {}, places, draw);
}

}  // namespace

TEST_SUITE_BEGIN("lesson text");

TEST_CASE("in every width no word is lost, none overlaps another, and all are inside") {
    const std::vector<LessonBlock> blocks = one_of_everything();
    Notes widest;
    write(widest, 4000, blocks);
    std::string all = letters_of(texts_of(widest));
    std::ranges::sort(all);
    float last_height = 0;
    for (const float width : {1600.0F, 700.0F, 420.0F, 300.0F, 200.0F, 120.0F}) {
        CAPTURE(width);
        Notes notes;
        const float height = write(notes, width, blocks);
        const std::vector<Drawn> drawn_texts = texts_of(notes);
        std::string here = letters_of(drawn_texts);
        std::ranges::sort(here);
        CHECK(here == all);
        for (std::size_t i = 0; i < drawn_texts.size(); ++i) {
            const Rect& a = drawn_texts[i].rect;
            CAPTURE(drawn_texts[i].text);
            CHECK(a.x >= 19.5F);
            CHECK(a.right() <= 20 + width + 1);
            CHECK(a.bottom() <= 10 + height + 1);
            for (std::size_t j = 0; j < i; ++j) {
                // Scripts of a formula stand within its height; words of two lines share the space of their descents.
                const Rect shared = a.inset(0.5F, 4).intersect(drawn_texts[j].rect.inset(0.5F, 4));
                CAPTURE(drawn_texts[j].text);
                CHECK((shared.w <= 0 || shared.h <= 0));
            }
        }
        CHECK(height > last_height);
        last_height = height;
        CHECK(write(notes, width, blocks, nullptr, false) == height);
    }
}

TEST_CASE("a word wider than the line is broken between letters, marks included") {
    Notes notes;
    std::string word;
    for (int i = 0; i < 40; ++i) word += "é世e\u0301";
    write(notes, 100, {paragraph_of({words("a "), strong(word), words(".")})});
    std::string all;
    for (const Drawn& one : texts_of(notes)) {
        CHECK(one.rect.right() <= 121);
        CHECK((static_cast<unsigned char>(one.text.front()) & 0xC0U) != 0x80U);
        CHECK_FALSE(one.text.starts_with("\u0301"));
        all += one.text;
    }
    CHECK(all == "a" + word + ".");
}

TEST_CASE("no space is made or lost between spans, and punctuation stays with its word") {
    Notes notes;
    write(notes, 4000, {paragraph_of({words("see "), link_to("here", "x"), words(", "), strong("now"), words("!")})});
    std::string line;
    float right = 20;
    for (const Drawn& one : texts_of(notes)) {
        if (one.rect.x > right + 1) line += ' ';
        line += one.text;
        right = one.rect.right();
    }
    CHECK(line == "see here, now!");
    // "here" and its comma go to the next line together.
    Notes narrow;
    const float both = narrow.measure("see here", em::large, Face::sans).width;
    write(narrow, both + 2, {paragraph_of({words("see "), link_to("here", "x"), words(", now")})});
    const std::vector<Drawn> lines = texts_of(narrow);
    REQUIRE(lines.size() >= 3);
    CHECK(lines[1].text == "here");
    CHECK(lines[1].rect.y > lines[0].rect.y + 5);
    CHECK(lines[2].rect.y == lines[1].rect.y);
}

TEST_CASE("links, numbers and formulas are where they were drawn, line by line") {
    const std::vector<LessonBlock> blocks = one_of_everything();
    Notes notes;
    std::vector<RichPlace> places, measured;
    write(notes, 300, blocks, &places);
    write(notes, 300, blocks, &measured, false);
    REQUIRE(places.size() == measured.size());
    int links = 0, numbers = 0, formulas = 0;
    const std::vector<Drawn> all = texts_of(notes);
    for (const RichPlace& place : places) {
        const LessonSpan& span = span_of(std::span(blocks), place);
        CAPTURE(span.text);
        if (place.kind == RichPlace::Kind::formula) {
            ++formulas;
            CHECK(span.kind == LessonSpan::Kind::formula);
            CHECK(place.rect.h > 10);
            continue;
        }
        const std::string text = place.kind == RichPlace::Kind::live ? "0.997" : span.text;
        links += place.kind == RichPlace::Kind::link;
        numbers += place.kind == RichPlace::Kind::live;
        const bool found = std::ranges::any_of(all, [&](const Drawn& one) {
            return text.find(one.text) != std::string::npos && std::abs(one.rect.x - place.rect.x) < 1 &&
                   std::abs(one.rect.y - place.rect.y) < 1 && std::abs(one.rect.w - place.rect.w) < 1;
        });
        CHECK(found);
    }
    CHECK(links >= 6);
    CHECK(numbers == 3);
    CHECK(formulas == 3);
}

TEST_CASE("a link has the colour of what it names, a number of the run is underlined, pointing lights them") {
    const auto platform = headless({300, 120});
    if (!platform) return;
    Gui gui(*platform, {.theme = find_theme("dark")});
    RichWords run = words_of_a_run();
    const std::vector<LessonBlock> blocks{
        paragraph_of({link_to("queries", "blocks.1.attn.q"), words(" and "), live("x")})};
    const auto picture = [&](std::vector<RichPlace>& places) {
        return drawn(*platform, gui, [&](Ui& ui) {
            places.clear();
            rich_text(ui.painter, {10, 10, 280, 0}, blocks, run, {}, &places);
        });
    };
    const auto near = [](const Image& image, const Rect& rect, Colour of) {
        int count = 0;
        for (float x = rect.x; x < rect.right(); ++x)
            for (float y = rect.y; y < rect.bottom() + 3; ++y) count += difference(pixel(image, x, y), bytes(of)) < 24;
        return count;
    };
    std::vector<RichPlace> places;
    const Image plain = picture(places);
    REQUIRE(places.size() == 2);
    const Colour query = colour(gui.theme(), Meaning::query);
    CHECK(near(plain, places[0].rect, query) > 40);
    CHECK(near(plain, places[1].rect, query) == 0);
    CHECK(near(plain, places[1].rect, gui.theme().muted) > static_cast<int>(places[1].rect.w) - 8);
    run.lit = [](const LessonSpan& span) { return span.link == "blocks.1.attn.q"; };
    const Image lit = picture(places);
    CHECK(difference(pixel(lit, places[0].rect.x + 1, places[0].rect.y + 1),
                     pixel(plain, places[0].rect.x + 1, places[0].rect.y + 1)) > 10);
}

TEST_CASE("a formula alone is centred; one among words makes its line taller, not the others") {
    Notes notes;
    std::vector<RichPlace> places;
    const LessonSpan tall = formula("\\frac{\\frac{a}{b}}{\\frac{c}{d}}");
    write(notes, 600, {paragraph_of({words(" "), tall, words("\n")})}, &places);
    REQUIRE(places.size() == 1);
    CHECK(places[0].rect.centre().x == doctest::Approx(320));
    // Among options it begins where their words do.
    std::vector<RichPlace> beside;
    const LessonBlock option = paragraph_of({tall});
    static_cast<void>(
        rich_text(notes, {20, 10, 600, 0}, std::span(&option, 1), words_of_a_run(), {.displays = false}, &beside));
    REQUIRE(beside.size() == 1);
    CHECK(beside[0].rect.x == doctest::Approx(20));
    const float one = write(notes, 600, {paragraph_of("words")}, nullptr, false);
    const float with = write(notes, 600, {paragraph_of({words("words "), tall})}, nullptr, false);
    CHECK(with > 1.3F * one);
    const float three =
        write(notes, 600, {paragraph_of({words("a"), new_line(), words("b "), tall, new_line(), words("c")})}, nullptr,
              false);
    CHECK(three == doctest::Approx(with + 2 * one));
    // Markup that cannot be read is shown as it was written.
    Notes broken;
    write(broken, 600, {paragraph_of({formula("\\frac{a")})});
    CHECK(letters_of(texts_of(broken)) == "\\frac{a");
}

TEST_CASE("columns of numbers are flush right, other columns flush left") {
    Notes notes;
    write(notes, 600,
          {table_row({{words("token")}, {words("weight")}}, true), table_row({{words("a")}, {words("0.25")}}),
           table_row({{words("street")}, {words("−12.5")}})});
    const std::vector<Drawn> all = texts_of(notes);
    REQUIRE(all.size() == 6);
    CHECK(all[0].rect.x == all[2].rect.x);
    CHECK(all[3].rect.right() == doctest::Approx(all[5].rect.right()));
    CHECK(all[1].rect.right() == doctest::Approx(all[5].rect.right()));
    CHECK(all[3].rect.x > all[5].rect.x);
}

TEST_CASE("two hundred words are laid out within a part of a frame") {
    const auto platform = headless({900, 700});
    if (!platform) return;
    Gui gui(*platform, {});
    std::vector<LessonSpan> spans;
    for (int i = 0; i < 200; ++i) spans.push_back(i % 7 == 0 ? link_to("weights ", "w") : words("some words "));
    const std::vector<LessonBlock> blocks{paragraph_of(spans)};
    double best = 1;
    drawn(*platform, gui, [&](Ui& ui) {
        const auto begun = std::chrono::steady_clock::now();
        rich_text(ui.painter, {10, 10, 500, 0}, blocks, words_of_a_run());
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
    });
    MESSAGE("400 words in ", best * 1e3, " ms");
    CHECK(best < 0.01);  // unoptimised and beside other work; far less in a release build
}

TEST_SUITE_END();
