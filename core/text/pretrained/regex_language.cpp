#include "core/text/pretrained/regex_language.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/utf8.h"

namespace glassformer {

namespace {

// As entries of a class. White space is Unicode's White_Space; a word character is alphabetic, a mark, a decimal digit
// or a connector, and in Oniguruma also the six other numbers of Latin-1.
constexpr std::string_view space_entries =
    R"(\x{9}-\x{d}\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000})";
constexpr std::string_view not_space_entries =
    R"(\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{84}\x{86}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027})"
    R"(\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{10ffff})";
constexpr std::string_view word_entries =
    R"(\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{b2}\x{b3}\x{b9}\x{bc}-\x{be})"
    R"(\x{24b6}-\x{24e9}\x{1f130}-\x{1f149}\x{1f150}-\x{1f169}\x{1f170}-\x{1f189})";

struct Property {
    std::string_view name;     // lower case, without "_", "-" and spaces
    std::string_view entries;  // of a class
};
/// General categories by their long names, and POSIX's classes.
constexpr std::array property_table{
    Property{"letter", R"(\p{L})"},
    Property{"uppercaseletter", R"(\p{Lu})"},
    Property{"lowercaseletter", R"(\p{Ll})"},
    Property{"titlecaseletter", R"(\p{Lt})"},
    Property{"modifierletter", R"(\p{Lm})"},
    Property{"otherletter", R"(\p{Lo})"},
    Property{"mark", R"(\p{M})"},
    Property{"nonspacingmark", R"(\p{Mn})"},
    Property{"spacingmark", R"(\p{Mc})"},
    Property{"enclosingmark", R"(\p{Me})"},
    Property{"number", R"(\p{N})"},
    Property{"decimalnumber", R"(\p{Nd})"},
    Property{"letternumber", R"(\p{Nl})"},
    Property{"othernumber", R"(\p{No})"},
    Property{"punctuation", R"(\p{P})"},
    Property{"connectorpunctuation", R"(\p{Pc})"},
    Property{"dashpunctuation", R"(\p{Pd})"},
    Property{"openpunctuation", R"(\p{Ps})"},
    Property{"closepunctuation", R"(\p{Pe})"},
    Property{"initialpunctuation", R"(\p{Pi})"},
    Property{"finalpunctuation", R"(\p{Pf})"},
    Property{"otherpunctuation", R"(\p{Po})"},
    Property{"symbol", R"(\p{S})"},
    Property{"mathsymbol", R"(\p{Sm})"},
    Property{"currencysymbol", R"(\p{Sc})"},
    Property{"modifiersymbol", R"(\p{Sk})"},
    Property{"othersymbol", R"(\p{So})"},
    Property{"separator", R"(\p{Z})"},
    Property{"spaceseparator", R"(\p{Zs})"},
    Property{"lineseparator", R"(\p{Zl})"},
    Property{"paragraphseparator", R"(\p{Zp})"},
    Property{"other", R"(\p{C})"},
    Property{"control", R"(\p{Cc})"},
    Property{"format", R"(\p{Cf})"},
    Property{"privateuse", R"(\p{Co})"},
    Property{"unassigned", R"(\p{Cn})"},
    Property{"any", R"(\x{0}-\x{10ffff})"},
    Property{"space", space_entries},
    Property{"whitespace", space_entries},
    Property{"word", word_entries},
    Property{"digit", R"(\p{Nd})"},
    Property{"punct", R"(\p{P}\p{S})"},
    Property{"alpha", R"(\p{Alphabetic})"},
    Property{"alphabetic", R"(\p{Alphabetic})"},
    Property{"upper", R"(\p{Uppercase})"},
    Property{"uppercase", R"(\p{Uppercase})"},
    Property{"lower", R"(\p{Lowercase})"},
    Property{"lowercase", R"(\p{Lowercase})"},
    Property{"alnum", R"(\p{Alphabetic}\p{Nd})"},
    Property{"cntrl", R"(\p{Cc})"},
    Property{"xdigit", "0-9A-Fa-f"},
};

/// The entries of a class as PCRE2 writes them, and what the class has besides: complements, which cannot stand in it.
struct ClassEntries {
    std::string entries;
    std::vector<std::string> complements;  // entries of classes of which everything else belongs to this one

    std::string written(bool negated) const {
        if (complements.empty()) return entries.empty() ? (negated ? "(?s:.)" : "(?!)") : braced(entries, negated);
        std::string any = entries.empty() ? "" : braced(entries, false);
        for (const std::string& complement : complements) any += (any.empty() ? "" : "|") + braced(complement, true);
        return negated ? "(?:(?!" + any + ")(?s:.))" : "(?:" + any + ")";
    }
    static std::string braced(const std::string& entries, bool negated) {
        return std::string(negated ? "[^" : "[") + entries + "]";
    }
};

std::string code_point_escape(char32_t c) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "\\x{%x}", static_cast<unsigned>(c));
    return text.data();
}

class Translation {
public:
    Translation(const std::string& expression, const std::string& source) : text_(expression), source_(source) {}

    std::string run() {
        if (take("(?i)")) out_ += "(?i)";
        while (at_ < text_.size()) step();
        return std::move(out_);
    }

private:
    [[noreturn]] void refuse(std::string_view what) const {
        throw Error(source_ + " has the regular expression " + in_quotes(text_) + ", with " + in_quotes(what) +
                    ", which is not supported");
    }
    bool take(std::string_view what) {
        if (!std::string_view(text_).substr(at_).starts_with(what)) return false;
        at_ += what.size();
        return true;
    }
    char32_t next() { return next_code_point(text_, at_); }

    void step() {
        const char c = text_[at_];
        switch (c) {
            case '\\': out_ += outside(); return;
            case '[':
                ++at_;
                out_ += klass();
                return;
            case '(': group(); return;
            case '{': braces(); return;
            case '^':
                ++at_;
                out_ += "(?m:^)";
                return;
            case '$':
                ++at_;
                out_ += "(?m:$)";
                return;
            case '*':
            case '+':
            case '?':
                ++at_;
                out_ += c;
                greed(true);
                return;
            case '.':
            case '|':
            case ')':
                ++at_;
                out_ += c;
                return;
            default: out_ += code_point_escape(next());
        }
    }

    /// What may follow a quantifier: lazy, or possessive.
    void greed(bool possessive) {
        if (take("?"))
            out_ += '?';
        else if (at_ < text_.size() && text_[at_] == '+') {
            if (!possessive) refuse("}+");
            ++at_;
            out_ += '+';
        }
    }

    /// {m}, {m,}, {,n}, {m,n}; anything else is a brace itself.
    void braces() {
        const std::size_t close = text_.find('}', at_);
        const std::string inside = close == std::string::npos ? "" : text_.substr(at_ + 1, close - at_ - 1);
        const std::size_t comma = inside.find(',');
        const auto digits = [](std::string_view s) {
            return s.size() <= 5 && std::ranges::all_of(s, [](char d) { return d >= '0' && d <= '9'; });
        };
        const std::string least = inside.substr(0, comma),
                          most = comma == std::string::npos ? least : inside.substr(comma + 1);
        if (inside.empty() || !digits(least) || !digits(most) || (least.empty() && most.empty())) {
            ++at_;
            out_ += "\\{";
            return;
        }
        at_ = close + 1;
        out_ += "{" + (least.empty() ? "0" : least) + (comma == std::string::npos ? "" : ",") +
                (comma == std::string::npos ? "" : most) + "}";
        greed(false);
    }

    void group() {
        ++at_;
        if (!take("?")) {
            out_ += "(?:";
            return;
        }
        for (const std::string_view kind : {":", "=", "!", "<=", "<!", ">", "i:", "-i:"})
            if (take(kind)) {
                out_ += "(?" + std::string(kind);
                return;
            }
        refuse("(?" + text_.substr(at_, 1));
    }

    std::string outside() {
        if (take("\\b")) return "(?:(?<=" + word() + ")(?!" + word() + ")|(?<!" + word() + ")(?=" + word() + "))";
        if (take("\\B")) return "(?:(?<=" + word() + ")(?=" + word() + ")|(?<!" + word() + ")(?!" + word() + "))";
        for (const std::string_view border : {"\\A", "\\z", "\\Z"})
            if (take(border)) return std::string(border);
        ClassEntries entries;
        escape(entries);
        return entries.written(false);
    }
    static std::string word() { return "[" + std::string(word_entries) + "]"; }

    /// A class after its "[".
    std::string klass() {
        const bool negated = take("^");
        ClassEntries entries;
        bool first = true;
        while (true) {
            if (at_ >= text_.size()) refuse("[ without ]");
            if (take("[:")) {
                const std::size_t close = text_.find(":]", at_);
                if (close == std::string::npos) refuse("[:");
                std::string name = text_.substr(at_, close - at_);
                at_ = close + 2;
                property(entries, name);
            } else if (text_[at_] == '[') {
                refuse("[ within [");
            } else if (take("&&")) {
                refuse("&&");
            } else if (text_[at_] == ']' && !first) {
                ++at_;
                return entries.written(negated);
            } else {
                entry(entries);
            }
            first = false;
        }
    }

    /// One code point, a range, or an escape for several.
    void entry(ClassEntries& entries) {
        const char32_t from = one_code_point(entries);
        if (from == several) return;
        const bool range = at_ + 1 < text_.size() && text_[at_] == '-' && text_[at_ + 1] != ']';
        if (!range) {
            entries.entries += code_point_escape(from);
            return;
        }
        const std::size_t dash = at_++;
        const char32_t to = one_code_point(entries);
        if (to == several || to < from) refuse(text_.substr(dash, at_ - dash));
        entries.entries += code_point_escape(from) + "-" + code_point_escape(to);
    }

    static constexpr char32_t several = 0xFFFFFFFF;

    char32_t one_code_point(ClassEntries& entries) { return text_[at_] == '\\' ? escaped(entries) : next(); }

    void escape(ClassEntries& entries) {
        const char32_t c = escaped(entries);
        if (c != several) entries.entries += code_point_escape(c);
    }

    /// The code point that an escape stands for, or `several` where it is a class, which is added.
    char32_t escaped(ClassEntries& entries) {
        const std::size_t begin = at_++;
        if (at_ >= text_.size()) refuse("\\");
        const char32_t c = next();
        switch (c) {
            case 'n': return '\n';
            case 'r': return '\r';
            case 't': return '\t';
            case 'f': return '\f';
            case 'v': return '\v';
            case 'a': return '\a';
            case 'e': return 0x1B;
            case 'x': return hexadecimal(2);
            case 'u': return hexadecimal(4);
            case 's': entries.entries += space_entries; return several;
            case 'S': entries.entries += not_space_entries; return several;
            case 'd': entries.entries += "\\p{Nd}"; return several;
            case 'D': entries.entries += "\\P{Nd}"; return several;
            case 'w': entries.entries += word_entries; return several;
            case 'W': entries.complements.emplace_back(word_entries); return several;
            case 'h': entries.entries += "0-9A-Fa-f"; return several;
            case 'p':
            case 'P': {
                const std::size_t close = text_.find('}', at_);
                if (!take("{") || close == std::string::npos) refuse(text_.substr(begin, 2));
                std::string name = text_.substr(at_, close - at_);
                at_ = close + 1;
                property(entries, (c == 'P' ? "^" : "") + name);
                return several;
            }
            default: break;
        }
        if (c < 0x80 && (std::isalnum(static_cast<int>(c)) != 0)) refuse(text_.substr(begin, at_ - begin));
        return c;
    }

    char32_t hexadecimal(std::size_t digits) {
        const std::size_t begin = at_;
        const bool braced = digits == 2 && take("{");
        char32_t value = 0;
        std::size_t read = 0;
        for (; read < (braced ? 6U : digits) && at_ < text_.size() &&
               std::isxdigit(static_cast<unsigned char>(text_[at_])) != 0;
             ++at_, ++read) {
            const char d = text_[at_];
            value = value * 16 + static_cast<char32_t>(d <= '9' ? d - '0' : (d | 32) - 'a' + 10);
        }
        if (read == 0 || (!braced && digits == 4 && read < 4) || (braced && !take("}")) || value > 0x10FFFF ||
            (value >= 0xD800 && value < 0xE000))
            refuse("\\" + std::string(digits == 2 ? "x" : "u") + text_.substr(begin, at_ - begin));
        return value;
    }

    /// A property by its name, "^" before it for its complement.
    void property(ClassEntries& entries, std::string name) {
        bool negated = false;
        while (name.starts_with('^')) {
            negated = !negated;
            name.erase(0, 1);
        }
        std::string plain;
        for (const char c : name)
            if (c != '_' && c != '-' && c != ' ')
                plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        const bool letters = !plain.empty() && std::ranges::all_of(plain, [](char c) { return c >= 'a' && c <= 'z'; });
        if (!letters) refuse("\\p{" + name + "}");
        const auto row = std::ranges::find(property_table, std::string_view(plain), &Property::name);
        if (row != property_table.end()) {
            if (negated)
                entries.complements.emplace_back(row->entries);
            else
                entries.entries += row->entries;
            return;
        }
        // Two letters at most are a general category; the others are scripts, and the script itself is meant.
        const std::string library_name = plain.size() <= 2 ? capitalized(plain) : "sc:" + name;
        entries.entries += (negated ? "\\P{" : "\\p{") + library_name + "}";
    }
    static std::string capitalized(std::string name) {
        name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
        return name;
    }

    const std::string& text_;
    const std::string& source_;
    std::size_t at_ = 0;
    std::string out_;
};

}  // namespace

std::string library_regex(const std::string& expression, const std::string& source) {
    return Translation(expression, source).run();
}

}  // namespace glassformer
