#include "core/lesson/read_glossary.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/words.h"
#include "core/lesson/key_lines.h"
#include "core/lesson/markdown.h"
#include "core/lesson/read_lesson.h"

namespace glassformer {

namespace {

const std::vector<std::string> keys_of_term{"also", "symbol", "source",      "see",      "stages",
                                            "page", "number", "number says", "number at"};

void require_short_lines(std::string_view text, const std::string& source) {
    if (text.size() > largest_glossary)
        throw lesson_error(source, {1, 1}, "a glossary is at most " + std::to_string(largest_glossary) + " bytes long");
    int line = 1;
    for (std::size_t at = 0; at < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (end - at > longest_glossary_line)
            throw lesson_error(
                source, {line, 1},
                "a line of a glossary is at most " + std::to_string(longest_glossary_line) + " bytes long");
        at = end + 1;
    }
}

class GlossaryReader {
public:
    explicit GlossaryReader(const std::string& source) : source_(source) {}

    WrittenGlossary read(std::string_view text) {
        note([&] {
            require_short_lines(text, source_);
            require_text(text, source_);
            for (const MarkdownPiece& piece : markdown_pieces(text, source_)) {
                if (begins_term(piece.block) && read_.terms.size() == most_terms)
                    throw lesson_error(source_, piece.block.place,
                                       "a glossary has at most " + std::to_string(most_terms) + " terms");
                note([&] { add(piece); });
            }
        });
        std::map<std::string, int> lines;  // of each name
        std::erase_if(read_.terms, [&](const WrittenTerm& term) { return !is_whole(term, lines); });
        return std::move(read_);
    }

private:
    static bool begins_term(const LessonBlock& block) {
        return block.kind == LessonBlock::Kind::heading && block.depth == 2;
    }

    /// Does it, or notes what is wrong with it.
    template <class Act>
    void note(const Act& act) {
        try {
            act();
        } catch (const Error& error) {
            read_.problems.emplace_back(error.what());
        }
    }

    Error refusal(const LessonPlace& place, const std::string& what) const {
        return lesson_error(source_, place, what);
    }

    void add(const MarkdownPiece& piece) {
        const LessonBlock& block = piece.block;
        if (block.kind == LessonBlock::Kind::heading && block.depth == 1) {
            inside_ = false;  // what follows it is for who reads the file
            return;
        }
        if (begins_term(block)) {
            inside_ = false;
            read_.terms.push_back({.name = words_of(block, "a term’s name has words only"), .place = block.place});
            inside_ = true;
            return;
        }
        if (!inside_) return;
        WrittenTerm& term = read_.terms.back();
        const bool fenced = block.kind == LessonBlock::Kind::code;
        if (block.kind == LessonBlock::Kind::paragraph)
            add_paragraph(term, block);
        else if (fenced && piece.info == "term")
            add_keys(term, block);
        else if (fenced && piece.info == "scene")
            add_scene(term, block);
        else
            throw refusal({std::max(1, block.place.line - (fenced ? 1 : 0)), 1},
                          "a term has a meaning, a formula, a block “term” and a block “scene”; this is none of them");
    }

    std::string words_of(const LessonBlock& block, const char* otherwise) const {
        std::string words;
        for (const LessonSpan& span : block.spans) {
            if (span.kind != LessonSpan::Kind::words || span.strong || span.emphasis || span.code || !span.link.empty())
                throw refusal(span.place, otherwise);
            words += span.text;
        }
        return words;
    }

    void add_paragraph(WrittenTerm& term, const LessonBlock& block) const {
        const bool formula = block.spans.size() == 1 && block.spans.front().kind == LessonSpan::Kind::formula;
        std::string& to = formula ? term.formula : term.text;
        if (!to.empty())
            throw refusal(block.place, formula ? "a term has one formula; this is its second"
                                               : "a term’s meaning is one paragraph; this is its second");
        if (formula) term.formula_place = block.spans.front().place;
        to = formula ? block.spans.front().text
                     : words_of(block, "a term’s meaning has words only; its formula is a paragraph of its own");
    }

    std::vector<SceneLine> lines_of(const LessonBlock& block, const char* of) const {
        std::vector<SceneLine> lines = key_lines(block.spans.front().text, source_, block.place.line, of);
        for (SceneLine& line : lines) std::ranges::replace(line.value, '\n', ' ');
        return lines;
    }

    void add_keys(WrittenTerm& term, const LessonBlock& block) {
        for (SceneLine& line : lines_of(block, "a term"))
            note([&] {
                if (std::ranges::find(keys_of_term, line.key) == keys_of_term.end())
                    unknown_key(line, source_, "a term", keys_of_term);
                if (line.value.empty()) throw refusal(line.place, in_quotes(line.key) + " has no value");
                if (term.line(line.key) != nullptr)
                    throw refusal({line.place.line, 1}, "the term has " + in_quotes(line.key) + " twice");
                term.keys.push_back(std::move(line));
            });
    }

    void add_scene(WrittenTerm& term, const LessonBlock& block) const {
        if (!term.scene.empty()) throw refusal(block.place, "a term has one scene; this is its second");
        term.scene = lines_of(block, "a scene");
    }

    /// It has a name and a meaning, and no term before it has the name.
    bool is_whole(const WrittenTerm& term, std::map<std::string, int>& lines) {
        const auto refuse = [&](const std::string& what) {
            read_.problems.emplace_back(refusal(term.place, what).what());
            return false;
        };
        if (term.name.empty()) return refuse("the term has no name");
        if (term.text.empty())
            return refuse("the term " + in_quotes(term.name) + " has no meaning: write a paragraph below its name");
        const auto [first, added] = lines.emplace(lower_case(term.name), term.place.line);
        return added || refuse("the term " + in_quotes(term.name) + " is here twice, first in line " +
                               std::to_string(first->second));
    }

    const std::string& source_;
    WrittenGlossary read_;
    bool inside_ = false;  // a term
};

}  // namespace

const SceneLine* WrittenTerm::line(std::string_view key) const {
    const auto found = std::ranges::find(keys, key, &SceneLine::key);
    return found == keys.end() ? nullptr : &*found;
}

std::string WrittenTerm::value(std::string_view key) const {
    const SceneLine* const found = line(key);
    return found == nullptr ? std::string() : found->value;
}

WrittenGlossary read_glossary(std::string_view text, const std::string& source) {
    return GlossaryReader(source).read(text);
}

std::vector<std::string> listed_names(std::string_view text) {
    std::vector<std::string> names;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(", ", at), text.size());
        names.emplace_back(text.substr(at, end - at));
        at = end + 2;
    }
    return names;
}

}  // namespace glassformer
