// Blocks of lesson text for tests, and what their spans become.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/lessons/rich_text.h"

namespace glassformer::test {

inline LessonSpan words(std::string text) { return {.text = std::move(text)}; }
inline LessonSpan strong(std::string text) { return {.text = std::move(text), .strong = true}; }
inline LessonSpan stressed(std::string text) { return {.text = std::move(text), .emphasis = true}; }
inline LessonSpan code(std::string text) { return {.text = std::move(text), .code = true}; }
inline LessonSpan live(std::string text) { return {.kind = LessonSpan::Kind::live, .text = std::move(text)}; }
inline LessonSpan formula(std::string text) { return {.kind = LessonSpan::Kind::formula, .text = std::move(text)}; }
inline LessonSpan link_to(std::string text, std::string to) { return {.text = std::move(text), .link = std::move(to)}; }
inline LessonSpan new_line() { return {.kind = LessonSpan::Kind::newline, .text = {}}; }

inline LessonBlock block(LessonBlock::Kind kind, std::vector<LessonSpan> spans = {}) {
    return {.kind = kind, .spans = std::move(spans)};
}
inline LessonBlock paragraph_of(std::vector<LessonSpan> spans) {
    return block(LessonBlock::Kind::paragraph, std::move(spans));
}
inline LessonBlock paragraph_of(std::string text) { return paragraph_of({words(std::move(text))}); }
inline LessonBlock heading(std::string text, int depth = 3) {
    return {.kind = LessonBlock::Kind::heading, .depth = depth, .spans = {words(std::move(text))}};
}
inline LessonBlock item(std::string marker, std::vector<LessonSpan> spans, int depth = 0) {
    return {.kind = LessonBlock::Kind::item, .depth = depth, .marker = std::move(marker), .spans = std::move(spans)};
}
inline LessonBlock table_row(std::vector<std::vector<LessonSpan>> cells, bool head = false) {
    return {.kind = LessonBlock::Kind::row, .cells = std::move(cells), .head = head};
}

/// One of everything that a text can have.
inline std::vector<LessonBlock> one_of_everything() {
    using Kind = LessonBlock::Kind;
    return {
        paragraph_of({words("The row of the "), strong("attention weights"), words(" that belongs to “"),
                      link_to("it", "blocks.1.attn.weights[it]"), words("” has its largest entry at “"),
                      link_to("animal", "blocks.1.attn.weights[it, animal]"), words("”: the weight is "),
                      live("weights[it, animal]"), words(". It is "), stressed("not"),
                      words(" chosen by a rule. Every weight is computed from the "),
                      link_to("queries", "blocks.1.attn.q"), words(" and the "), link_to("keys", "blocks.1.attn.k"),
                      words(" of this run.")}),
        paragraph_of(
            {formula("\\meaning{weight}{A} = "
                     "\\text{softmax}(\\frac{\\meaning{query}{Q}\\meaning{key}{K}^{⊤}}{\\sqrt{d_{\\text{head}}}})")}),
        heading("What the scaling does"),
        paragraph_of({words("A score is divided by "), formula("\\sqrt{d_{\\text{head}}}"), words(" = "), live("root"),
                      words(", so that scores of "), formula("\\frac{q·k}{2}"),
                      words(" do not grow with the dimension. Press "), code("Ctrl+Z"), words(" to undo.")}),
        item("•",
             {words("Each "), strong("query"), words(" is compared with every key, and the result is one score.")}),
        item("•", {words("The softmax turns the scores of one row into weights that sum to 1.")}),
        item("1.", {words("first, and with words enough to need a second line in most widths")}, 1),
        item("10.", {words("tenth")}, 1),
        item("", {words("A further paragraph of the tenth.")}, 1),
        block(Kind::quote, {words("An attention function can be described as mapping a query and a set of key–value "
                                  "pairs to an output.")}),
        block(Kind::code, {code("x = x + attention(norm(x))\n    # a comment that is wider than the panel, by far\n")}),
        table_row({{words("token")}, {words("weight")}, {words("what it is")}}, true),
        table_row({{link_to("animal", "animal")}, {live("one")}, {words("the noun that “it” stands for")}}),
        table_row({{words("street")}, {words("0.003")}, {words("another noun")}}),
        block(Kind::pause),
        paragraph_of({words("An address outside, "),
                      link_to("arxiv.org/abs/1706.03762", "https://arxiv.org/abs/1706.03762"), words(", "),
                      strong("(bold)"), words("and"), new_line(), words("a new line.")}),
    };
}

/// Numbers and colours as a run would give them.
inline RichWords words_of_a_run() {
    return {.live = [](const LessonSpan&) { return std::string("0.997"); },
            .formula = [](const LessonSpan& span) { return span.text; },
            .meaning = [](std::string_view link) -> std::optional<Meaning> {
                if (link.starts_with("https")) return std::nullopt;
                if (link.ends_with(".q")) return Meaning::query;
                return link.ends_with(".k") ? Meaning::key : Meaning::weight;
            },
            .lit = {}};
}

}  // namespace glassformer::test
