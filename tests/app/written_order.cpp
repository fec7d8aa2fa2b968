// Text from right to left: the order in which it is drawn, where its letters stand in a field, what is drawn of it.
// Where EGL surfaceless is missing, the tests that draw are skipped.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/lessons/rich_lines.h"
#include "app/paint/visible_text.h"
#include "app/paint/written_order.h"
#include "app/render/cairo_painter.h"
#include "app/widgets/controls.h"
#include "app/widgets/field_line.h"
#include "tests/support/drawing.h"
#include "tests/support/notes_painter.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

std::string ordered(std::string_view text, WritingDirection direction = WritingDirection::of_first_letter) {
    std::string made;
    return std::string(written_order(text, made, direction));
}

/// Ink of a picture left and right of x.
struct Ink {
    int left = 0, right = 0;
};
Ink ink_beside(const Image& image, float x) {
    Ink ink;
    const Rgb empty = pixel(image, 0, 0);
    for (float at = 0; at < static_cast<float>(image.width); ++at)
        for (float y = 0; y < static_cast<float>(image.height); ++y)
            (at < x ? ink.left : ink.right) += difference(pixel(image, at, y), empty) > 60;
    return ink;
}

}  // namespace

TEST_SUITE_BEGIN("written order");

TEST_CASE("Hebrew and Arabic are drawn from right to left, numbers and Latin words among them from left to right") {
    CHECK(ordered("שלום") == "םולש");
    CHECK(ordered("the שלום was") == "the םולש was");
    CHECK(ordered("שלום 123 abc") == "abc 123 םולש");
    CHECK(ordered("שלום 123 abc", WritingDirection::left_to_right) == "123 םולש abc");
    CHECK(ordered("(שלום).") == ".(םולש)");  // brackets are turned
    CHECK(ordered("##לום") == "םול##");      // the rest of a word: the signs say that it goes on from the right
    CHECK(ordered("שלום\nabc אב") == "םולש\nabc בא");
    // Letters are joined (presentation forms), lam and alef to one sign; a point comes before its letter.
    CHECK(ordered("سلام") == "\uFEE1\uFEFC\uFEB3");
    CHECK(ordered("ب") == "\uFE8F");
    CHECK(ordered("\u05E9\u05B8\u05D1") == "\u05D1\u05B8\u05E9");
    CHECK(ordered("ها\u200Cها").find("\u200C") == std::string::npos);
}

TEST_CASE("a text without letters from right to left is not touched") {
    std::string made = "kept";
    for (const std::string text :
         {"", "The animal", "naïve “∑ ↵ … −3” 中文 Ω Б ֈ", "\xEA\xB9\xD6", "𝐀 U+202E", "ﬁ", "\uFB13", "\uFEFF", "𐀀"}) {
        CAPTURE(text);
        CHECK_FALSE(has_right_to_left(text));
        const std::string_view same = written_order(text, made);
        CHECK(same.data() == text.data());
        CHECK(same.size() == text.size());
        CHECK(isolated(text) == text);
    }
    CHECK(made == "kept");
    for (const std::string text : {"א", "ت", "ܐ", "ߊ", "ࠀ", "יִ", "ﷲ", "ﻼ", "𐤀", "𞤀", "\u202E", "\u2068", "\u200F"})
        CHECK(has_right_to_left(text));
}

TEST_CASE("marks of direction are shown and turn nothing around") {
    CHECK(ordered("a\u202Etxt.exe") == "aU+202Etxt.exe");
    CHECK(ordered("a\u2067b") == "aU+2067b");
    CHECK(ordered("a\u200Fb") == "aU+200Fb");
    CHECK(ordered("a\u2068b, c") == "ab, c");  // not closed: isolates nothing
    CHECK(ordered("a\u2069b, c") == "ab, c");
    CHECK(visible_text("a\u202Eb\u2068c\u2069") == "aU+202EbU+2068cU+2069");
    CHECK(visible_text("\u200D") == "U+200D");
}

TEST_CASE("a token in a sentence has its own direction, and the words around it keep theirs") {
    const std::string first = visible_text("שלום."), second = visible_text("בית");
    CHECK(ordered(first) == ".םולש");
    CHECK(ordered("“" + first + "” attends to “" + second + "”") == "“.םולש” attends to “תיב”");
    CHECK(ordered(first + ", " + second) == ".םולש, תיב");
    CHECK(direction_of(first + " is read") == WritingDirection::left_to_right);
    // A sentence that begins with a word of the user's, as it is, and a text that is the user's.
    CHECK(ordered("“שלום” is not a word", WritingDirection::of_most_letters) == "“םולש” is not a word");
    CHECK(ordered("שלום is read") == "is read םולש");
    CHECK(direction_of("שלום GPT", WritingDirection::of_most_letters) == WritingDirection::right_to_left);
    // Cut into lines, what is isolated stays so.
    std::string line = "“" + visible_text("שלום עולם");
    line.resize(line.find(' '));
    CHECK(close_isolated(line));
    CHECK(ordered(line) == "“םולש");
    std::string whole = "a " + first;
    CHECK_FALSE(close_isolated(whole));
    Notes notes;
    const std::string two = "the " + visible_text("שלום עולם") + " attends to it";
    paragraph(notes, {0, 0, notes.measure("the \u2068שלום", em::body, Face::sans).width + 1, 0}, two, {});
    REQUIRE(notes.texts.size() > 2);
    CHECK(ordered(notes.texts[0], notes.labels[0].style.direction) == "the םולש");
    CHECK(ordered(notes.texts[1], notes.labels[1].style.direction).starts_with("םלוע"));
    for (const Notes::Label& label : notes.labels) CHECK(label.style.direction == WritingDirection::left_to_right);
}

TEST_CASE("the caret, the mouse and the marks of a field stand at the letters that are drawn") {
    Notes notes;  // each letter is as wide as any other
    const float one = notes.measure("a", em::body, Face::sans).width;
    const std::string text = "ab שלום";  // drawn: ab םולש
    const FieldLine line(notes, text, em::body);
    CHECK(line.width() == doctest::Approx(7 * one));
    CHECK(line.caret(0) == 0);
    CHECK(line.caret(3) == doctest::Approx(3 * one));   // behind the space
    CHECK(line.caret(5) == doctest::Approx(6 * one));   // behind ש, left of it
    CHECK(line.caret(11) == doctest::Approx(3 * one));  // behind all
    CHECK(line.byte_at(0.2F * one) == 0);
    CHECK(line.byte_at(6.8F * one) == 3);  // the right half of ש: before it
    CHECK(line.byte_at(6.2F * one) == 5);  // its left half: behind it
    CHECK(line.byte_at(3.2F * one) == 11);
    const auto spans = line.spans(1, 7);  // "b של"
    REQUIRE(spans.size() == 2);
    CHECK(spans[0].left == doctest::Approx(one));
    CHECK(spans[0].right == doctest::Approx(3 * one));
    CHECK(spans[1].left == doctest::Approx(5 * one));
    CHECK(spans[1].right == doctest::Approx(7 * one));
    const FieldLine hebrew(notes, "שב", em::body);
    CHECK(hebrew.caret(0) == doctest::Approx(2 * one));
    CHECK(hebrew.caret(4) == 0);
    // Lam and alef are one sign: between the two the caret stands in its middle.
    const FieldLine joined(notes, "لا", em::body);
    CHECK(joined.caret(2) == doctest::Approx(0.5F * one));
    CHECK(joined.byte_at(0.5F * one) == 2);
}

TEST_CASE("in a field, what is typed, clicked and moved by arrows follows the letters that are seen") {
    const auto platform = headless({400, 100});
    if (!platform) return;
    Gui gui(*platform, {});
    std::string text = "שלום";
    float width = 0;
    const auto draw = [&](Ui& ui) {
        text_field(ui, "field", {20, 20, 300, 30}, text);
        width = ui.painter.measure(text).width;
    };
    EventQueue& events = platform->events();
    gui.settle(draw, 60);
    const float left = 20 + 0.7F * 15;
    const auto click_and_type = [&](float x, const char* typed) {
        events.click({x, 35});
        gui.settle(draw, 60);
        events.type(typed);
        gui.settle(draw, 60);
    };
    click_and_type(left + width - 1, "א");  // the right end is the beginning
    CHECK(text == "אשלום");
    click_and_type(left + 1, "ת");
    CHECK(text == "אשלוםת");
    events.key(Key::right);  // towards the beginning
    events.key(Key::backspace);
    gui.settle(draw, 60);
    CHECK(text == "אשלות");
    events.key(Key::left);
    events.type("b");
    gui.settle(draw, 60);
    CHECK(text == "אשלותb");
    // A drag over the rightmost letter marks it.
    events.drag({left + width + 2, 35}, {left + width - 6, 35});
    gui.settle(draw, 60);
    events.type("x");
    gui.settle(draw, 60);
    CHECK(text == "xשלותb");
}

TEST_CASE("window and files draw the first letter of a Hebrew text at the right, and no letter as a code point") {
    const std::string text = "ש''''''''''''";  // much ink, then little
    {
        const TemporaryFolder folder;
        CairoPainter painter(folder / "a.png", PixelSize{200, 40}, **all_themes().begin());
        painter.text({10, 10}, text, {.colour = painter.theme().text, .size = em::title});
        const float width = painter.measure(text, em::title, Face::sans).width;
        const Image image = painter.image();
        const Ink half = ink_beside(image, 10 + 0.75F * width);
        CHECK(half.right > half.left / 2);
        CHECK(ink_beside(image, 10 + width + 3).right == 0);
        CHECK(painter.measure("سلام", em::body, Face::sans).width < 4 * painter.em());
        CHECK(painter.missing().empty());
    }
    const auto platform = headless({300, 60});
    if (!platform) return;
    Gui gui(*platform, {});
    float width = 0, arabic = 0;
    const Image image = drawn(*platform, gui, [&](Ui& ui) {
        ui.painter.text({10, 10}, text, {.colour = ui.theme.text, .size = em::title});
        width = ui.painter.measure(text, em::title).width;
        arabic = ui.painter.measure("سلام").width / ui.em;
    });
    const Ink half = ink_beside(image, 10 + 0.75F * width);
    CHECK(half.right > half.left / 2);
    CHECK(arabic < 4);
}

TEST_CASE("a lesson's line with faces, numbers and both directions is drawn in its order") {
    Notes notes;
    const std::vector<LessonSpan> spans{{.kind = LessonSpan::Kind::words, .text = "שלום "},
                                        {.kind = LessonSpan::Kind::words, .text = "big עולם", .strong = true},
                                        {.kind = LessonSpan::Kind::words, .text = " אב"}};
    const RichLook look{.size = em::body, .colour = {}};
    const RichLines lines = lay_out(notes, spans, 1e4F, {}, look);
    REQUIRE(lines.lines.size() == 1);
    CHECK(lines.right_to_left);
    draw_lines(notes, lines, spans, {0, 0}, 2000, Align::left, {}, look, {}, nullptr, true);
    std::string seen;
    float right = 0;
    for (const Notes::Label& label : notes.labels) {
        CHECK(label.at.x >= right);
        right = label.at.x;
        if (!seen.empty()) seen += '|';
        seen += ordered(label.text, label.style.direction);
    }
    CHECK(seen == "בא|םלוע |big|םולש");
    CHECK(right > 1500);  // at the right end
}

TEST_SUITE_END();
