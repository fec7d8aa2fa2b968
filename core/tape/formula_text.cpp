#include "core/tape/formula_text.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/utf8.h"

namespace glassformer {

namespace {

using Kind = FormulaNode::Kind;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_placeholder(std::string_view s) {
    if (s == "out") return true;
    for (const char c : s)
        if (!is_digit(c)) return false;
    return !s.empty();
}

/// A markup as a message quotes it, cut after 60 bytes; without the marks of JSON, which would double each backslash.
std::string quoted(std::string_view markup) {
    std::size_t end = std::min<std::size_t>(markup.size(), 60);
    while (end < markup.size() && end > 0 && (static_cast<unsigned char>(markup[end]) & 0xC0U) == 0x80U) --end;
    return "'" + std::string(markup.substr(0, end)) + (end < markup.size() ? "…'" : "'");
}

/// Reads one markup; `depth`: of what stands around it.
class Parser {
public:
    explicit Parser(std::string_view markup, int depth = 0) : text_(markup), depth_(depth) {}

    FormulaNode parse() {
        FormulaNode row = parse_row();
        if (at_ < text_.size()) fail("a '}' without its '{'");
        return row;
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Error("formula " + quoted(text_) + ", byte " + std::to_string(at_) + ": " + what);
    }
    bool more() const { return at_ < text_.size(); }
    char peek() const { return text_[at_]; }

    FormulaNode parse_row() {
        FormulaNode row;
        while (more() && peek() != '}') row.children.push_back(parse_one());
        return row;
    }

    /// The raw text between braces; nesting counts.
    std::string_view parse_braces(const char* owner) {
        if (!more() || peek() != '{') fail(std::string("expected '{' after ") + owner);
        const std::size_t begin = ++at_;
        for (int depth = 1; more(); ++at_) {
            if (peek() == '{') ++depth;
            if (peek() == '}' && --depth == 0) return text_.substr(begin, at_++ - begin);
        }
        fail(std::string("the '}' that ends ") + owner + " is missing");
    }

    FormulaNode parse_group(const char* owner) {
        if (!more() || peek() != '{') fail(std::string("expected '{' after ") + owner);
        ++at_;
        FormulaNode row = parse_row();
        if (!more()) fail(std::string("the '}' that ends ") + owner + " is missing");
        ++at_;
        return row;
    }

    bool parse_placeholder(FormulaNode& node) {
        const std::size_t end = text_.find_first_of("{}", at_ + 1);
        if (end == std::string_view::npos || text_[end] != '}') return false;
        const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
        if (!is_placeholder(name)) return false;
        node = {.kind = Kind::placeholder, .text = std::string(name)};
        at_ = end + 1;
        return true;
    }

    /// Whatever is inside of something else comes by parse_one(), so its levels are those of the tree.
    struct Level {
        explicit Level(Parser& parser) : parser_(parser) {
            if (++parser_.depth_ > deepest_formula)
                parser_.fail("it is nested more than " + std::to_string(deepest_formula) + " deep");
        }
        ~Level() { --parser_.depth_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;
        Parser& parser_;
    };

    FormulaNode parse_one() {
        const Level level(*this);
        const char c = peek();
        if (c == '\\') return parse_command();
        if (c == '{') {
            // Braces with a number are a placeholder, unless they are the argument of a command or a script.
            if (FormulaNode node; parse_placeholder(node)) return node;
            return parse_group("a group");
        }
        if (c == '_' || c == '^') {
            ++at_;
            FormulaNode script{.kind = c == '_' ? Kind::subscript : Kind::superscript};
            if (!more()) fail(std::string("nothing follows '") + c + "'");
            script.children.push_back(peek() == '{' ? parse_group("a script") : parse_one());
            return script;
        }
        if (c == ' ') return ++at_, FormulaNode{.kind = Kind::space};
        if (is_digit(c)) {
            FormulaNode number{.kind = Kind::upright};
            while (more() &&
                   (is_digit(peek()) || (peek() == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))))
                number.text += text_[at_++];
            return number;
        }
        // Three small letters and more are a word: head, model, max.
        std::size_t end = at_;
        while (end < text_.size() && text_[end] >= 'a' && text_[end] <= 'z') ++end;
        if (end - at_ >= 3) {
            FormulaNode word{.kind = Kind::upright, .text = std::string(text_.substr(at_, end - at_))};
            at_ = end;
            return word;
        }
        FormulaNode symbol{.kind = Kind::symbol};
        append_utf8(symbol.text, next_code_point(text_, at_));
        return symbol;
    }

    FormulaNode parse_command() {
        const std::size_t begin = ++at_;
        while (more() && is_letter(peek())) ++at_;
        const std::string_view name = text_.substr(begin, at_ - begin);
        if (name == "frac") {
            FormulaNode fraction{.kind = Kind::fraction};
            fraction.children.push_back(parse_group("\\frac"));
            fraction.children.push_back(parse_group("\\frac{…}"));
            return fraction;
        }
        if (name == "sqrt") {
            FormulaNode root{.kind = Kind::root};
            root.children.push_back(parse_group("\\sqrt"));
            return root;
        }
        if (name == "text") return {.kind = Kind::upright, .text = std::string(parse_braces("\\text"))};
        if (name == "meaning") {
            const std::string_view wanted = parse_braces("\\meaning");
            const auto meaning = find_meaning(wanted);
            if (!meaning) fail("there is no meaning named '" + std::string(wanted) + "'");
            FormulaNode node{.kind = Kind::coloured, .meaning = *meaning};
            const std::string_view inside = parse_braces("\\meaning{…}");
            node.children.push_back(Parser(inside, depth_).parse());
            return node;
        }
        at_ = begin - 1;
        fail("unknown command '\\" + std::string(name) + "'");
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_;
};

/// A fraction's or a root's part needs parentheses on one line unless it is one symbol with its scripts.
bool is_single(const std::string& plain) {
    int depth = 0;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if (plain[i] == '(' || plain[i] == '[') ++depth;
        if (plain[i] == ')' || plain[i] == ']') --depth;
        if (depth == 0 && i > 0 && std::string_view(" +-*/=,").find(plain[i]) != std::string_view::npos) return false;
    }
    return plain.find("·") == std::string::npos;
}
std::string in_parentheses(const std::string& plain) { return is_single(plain) ? plain : "(" + plain + ")"; }

std::string script(const char* mark, const std::string& plain) {
    if (mark[0] == '^' && plain == "2") return "²";
    if (mark[0] == '^' && plain == "3") return "³";
    return mark + in_parentheses(plain);
}

}  // namespace

FormulaNode parse_formula(std::string_view markup) {
    if (markup.size() > longest_formula)
        throw Error("formula " + quoted(markup) + ": it has " + std::to_string(markup.size()) +
                    " bytes, more than the " + std::to_string(longest_formula) + " that are read");
    return Parser(markup).parse();
}

std::string plain_formula(std::string_view markup) { return plain_formula(parse_formula(markup)); }

std::string plain_formula(const FormulaNode& node) {
    switch (node.kind) {
        case Kind::row:
        case Kind::coloured: {
            std::string result;
            for (const FormulaNode& child : node.children) result += plain_formula(child);
            return result;
        }
        case Kind::symbol:
        case Kind::upright: return node.text;
        case Kind::space: return " ";
        case Kind::fraction:
            return in_parentheses(plain_formula(node.children[0])) + " / " +
                   in_parentheses(plain_formula(node.children[1]));
        case Kind::root: return "√" + in_parentheses(plain_formula(node.children[0]));
        case Kind::subscript: return script("_", plain_formula(node.children[0]));
        case Kind::superscript: return script("^", plain_formula(node.children[0]));
        case Kind::placeholder: return "{" + node.text + "}";
    }
    return {};
}

std::string with_symbols(std::string_view markup, const FormulaSymbol& out, std::span<const FormulaSymbol> operands) {
    // The text between the braces that start at `at`, which moves behind them; unfinished ones reach to the end.
    const auto inside = [&](std::size_t& at) {
        const std::size_t begin = ++at;
        for (int depth = 1; at < markup.size(); ++at) {
            if (markup[at] == '{') ++depth;
            if (markup[at] == '}' && --depth == 0) return markup.substr(begin, at++ - begin);
        }
        return markup.substr(begin);
    };
    const auto symbol = [&](std::string_view name) -> const FormulaSymbol* {
        if (name == "out") return &out;
        const std::size_t index = name.size() < 4 ? std::stoul(std::string(name)) : operands.size();
        return index < operands.size() ? &operands[index] : nullptr;
    };
    std::string result;
    for (std::size_t at = 0; at < markup.size();) {
        const char c = markup[at];
        if (c == '{') {
            const std::string_view content = inside(at);
            const FormulaSymbol* found = is_placeholder(content) ? symbol(content) : nullptr;
            if (found)
                result += "\\meaning{" + std::string(name(found->meaning)) + "}{" + found->markup + "}";
            else
                result +=
                    "{" + (is_placeholder(content) ? std::string(content) : with_symbols(content, out, operands)) + "}";
            continue;
        }
        result += c;
        ++at;
        if (c != '\\' && c != '_' && c != '^') continue;
        // Braces of a command or a script are its arguments: \frac{1}{2} and x_{0} hold numbers, not placeholders.
        const std::size_t begin = at;
        while (c == '\\' && at < markup.size() && is_letter(markup[at])) ++at;
        const std::string_view command = markup.substr(begin, at - begin);
        result += command;
        const int arguments = command == "frac" || command == "meaning" ? 2 : 1;
        for (int i = 0; i < arguments && at < markup.size() && markup[at] == '{'; ++i) {
            const std::string_view content = inside(at);
            const bool raw = command == "text" || (command == "meaning" && i == 0);
            result += "{" + (raw ? std::string(content) : with_symbols(content, out, operands)) + "}";
        }
    }
    return result;
}

}  // namespace glassformer
