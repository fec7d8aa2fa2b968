#include "core/text/word_tokenizer.h"

#include <algorithm>

#include "core/base/utf8.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

constexpr std::string_view closing = ".,;:!?)]}%";
constexpr std::string_view opening = "([{";

}  // namespace

WordTokenizer::WordTokenizer(Vocabulary vocabulary, bool lowercase, const std::vector<std::string>& endings,
                             const std::vector<std::string>& beginnings)
    : vocabulary_(std::move(vocabulary)), lowercase_(lowercase) {
    for (const std::string& ending : endings) endings_.push_back(normal(ending));
    for (const std::string& beginning : beginnings) beginnings_.push_back(normal(beginning));
    for (std::vector<std::string>* parts : {&endings_, &beginnings_})
        std::ranges::stable_sort(*parts, std::greater{}, &std::string::size);
}

std::string WordTokenizer::normal(std::string_view word) const {
    std::string result;
    for (const CodePoint& c : code_points(word)) {
        if (is_apostrophe(c.value))
            result += '\'';
        else
            result += word.substr(c.begin, c.end - c.begin);
    }
    return lowercase_ ? lowercase(result) : result;
}

std::vector<WordTokenizer::Piece> WordTokenizer::split_word(std::string_view text, std::size_t begin,
                                                            std::size_t end) const {
    // Letters of the word in normal form: an ending may be shorter or longer in bytes as typed.
    struct Letter {
        std::size_t begin, end;
        std::string key;
    };
    std::vector<Letter> letters;
    const std::string_view word = text.substr(begin, end - begin);
    for (const CodePoint& c : code_points(word))
        letters.push_back({begin + c.begin, begin + c.end, normal(word.substr(c.begin, c.end - c.begin))});
    const auto spelling = [&](std::size_t from, std::size_t to) {
        std::string result;
        for (std::size_t i = from; i < to; ++i) result += letters[i].key;
        return result;
    };

    std::vector<Piece> front;
    std::size_t first = 0;  // letters that beginnings have taken
    for (bool found = true; found;) {
        found = false;
        for (const std::string& beginning : beginnings_) {
            const std::size_t length = code_points(beginning).size();
            if (first + length >= letters.size() || spelling(first, first + length) != beginning) continue;
            front.push_back({letters[first].begin, letters[first + length - 1].end, beginning});
            first += length;
            found = true;
            break;
        }
    }

    std::vector<Piece> pieces;
    std::size_t left = letters.size();  // letters before the endings that are cut off
    for (bool found = true; found;) {
        found = false;
        for (const std::string& ending : endings_) {
            const std::size_t length = code_points(ending).size();
            if (first + length >= left || spelling(left - length, left) != ending) continue;
            pieces.push_back({letters[left - length].begin, letters[left - 1].end, ending});
            left -= length;
            found = true;
            break;
        }
    }
    pieces.push_back({letters[first].begin, letters[left - 1].end, spelling(first, left)});
    front.insert(front.end(), pieces.rbegin(), pieces.rend());
    return front;
}

Encoding WordTokenizer::encode(std::string_view text) const {
    Encoding encoding;
    const std::vector<CodePoint> points = code_points(text);
    const auto in_word = [&](std::size_t i) {
        return i < points.size() && !is_space(points[i].value) && !is_punctuation(points[i].value);
    };
    for (std::size_t i = 0; i < points.size();) {
        const std::size_t begin = points[i].begin;
        if (is_space(points[i].value)) {
            ++i;
        } else if (const int special = vocabulary_.special_at(text.substr(begin)); special >= 0) {
            const std::string& spelling = vocabulary_.spelling(special);
            vocabulary_.append(encoding, text, begin, begin + spelling.size(), spelling);
            while (i < points.size() && points[i].begin < begin + spelling.size()) ++i;
        } else if (!in_word(i)) {
            vocabulary_.append(encoding, text, begin, points[i].end, normal(text.substr(begin, points[i].end - begin)));
            ++i;
        } else {
            while (in_word(i) || (i < points.size() && is_apostrophe(points[i].value) && in_word(i + 1))) ++i;
            const bool apostrophe = i < points.size() && is_apostrophe(points[i].value);  // "m' a" beside "m'a"
            if (apostrophe && std::ranges::count(beginnings_, normal(text.substr(begin, points[i].end - begin))) > 0)
                ++i;
            for (const Piece& piece : split_word(text, begin, points[i - 1].end))
                vocabulary_.append(encoding, text, piece.begin, piece.end, piece.key);
        }
    }
    return encoding;
}

std::string WordTokenizer::decode(std::span<const int> ids) const {
    std::string text;
    bool joined = true;  // to what stands before
    for (const int id : ids) {
        const std::string& spelling = vocabulary_.spelling(id);
        const bool attached = (spelling.size() == 1 && closing.find(spelling) != std::string_view::npos) ||
                              std::ranges::count(endings_, spelling) > 0;
        if (!joined && !attached) text += ' ';
        text += spelling;
        joined = (spelling.size() == 1 && opening.find(spelling) != std::string_view::npos) ||
                 std::ranges::count(beginnings_, spelling) > 0;
    }
    return text;
}

}  // namespace glassformer
