#include "core/lesson/expression.h"

#include <charconv>

#include "core/base/json_text.h"

namespace glassformer {

namespace {

constexpr int deepest = 64;
constexpr std::size_t longest = 2000;  // bytes of an expression

struct Operator {
    std::string_view written, name;
};
// Longer ones first.
constexpr Operator comparisons[] = {{"<=", "<="}, {"≤", "<="}, {">=", ">="}, {"≥", ">="}, {"!=", "!="}, {"≠", "!="},
                                    {"==", "="},  {"=", "="},  {"<", "<"},   {">", ">"},  {"≈", "≈"}};
constexpr Operator sums[] = {{"+", "+"}, {"-", "-"}, {"−", "-"}};
constexpr Operator products[] = {{"*", "*"}, {"·", "*"}, {"×", "*"}, {"/", "/"}};

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool digit(char c) { return c >= '0' && c <= '9'; }

class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {
        if (text.size() > longest) fail("the expression is too long");
    }

    ExpressionPtr whole() {
        ExpressionPtr result = condition();
        space();
        if (at_ < text_.size())
            fail("here the expression should end, but it goes on with " + in_quotes(text_.substr(at_)));
        return result;
    }

    ExpressionPtr whole_reference() {
        space();
        if (at_ >= text_.size() || !letter(text_[at_])) fail("a stage is expected here");
        ExpressionPtr result = named();
        space();
        if (at_ < text_.size() || result->kind != Expression::Kind::reference)
            fail("only a stage or a cell is expected here, such as blocks.0.attn.weights[head 1, it]");
        return result;
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw ExpressionError(static_cast<int>(at_) + 1, what); }

    void space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
    }
    bool take(std::string_view what) {
        space();
        if (!text_.substr(at_).starts_with(what)) return false;
        at_ += what.size();
        return true;
    }
    bool take_word(std::string_view what) {
        space();
        if (!text_.substr(at_).starts_with(what)) return false;
        const std::size_t end = at_ + what.size();
        if (end < text_.size() && (letter(text_[end]) || digit(text_[end]) || text_[end] == '.')) return false;
        at_ = end;
        return true;
    }
    template <std::size_t Count>
    std::string_view take_one(const Operator (&operators)[Count]) {
        for (const Operator& one : operators)
            if (take(one.written)) return one.name;
        return {};
    }

    ExpressionPtr make(Expression::Kind kind, std::string name, std::vector<ExpressionPtr> operands, int column) const {
        auto made = std::make_shared<Expression>();
        made->kind = kind;
        made->name = std::move(name);
        made->operands = std::move(operands);
        made->column = column;
        return made;
    }
    int column() {
        space();
        return static_cast<int>(at_) + 1;
    }

    struct Deeper {
        explicit Deeper(Parser& parser) : parser_(parser) {
            if (++parser_.depth_ > deepest) parser_.fail("the expression is nested too deeply");
        }
        ~Deeper() { --parser_.depth_; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;
        Parser& parser_;
    };

    ExpressionPtr condition() {
        const Deeper deeper(*this);
        ExpressionPtr left = conjunction();
        for (int at = column(); take_word("or"); at = column())
            left = make(Expression::Kind::binary, "or", {left, conjunction()}, at);
        return left;
    }
    ExpressionPtr conjunction() {
        ExpressionPtr left = comparison();
        for (int at = column(); take_word("and"); at = column())
            left = make(Expression::Kind::binary, "and", {left, comparison()}, at);
        return left;
    }
    ExpressionPtr comparison() {
        const Deeper deeper(*this);
        const int begin = column();
        if (take_word("not")) return make(Expression::Kind::negation, "not", {comparison()}, begin);
        ExpressionPtr left = sum();
        const int at = column();
        if (const std::string_view name = take_one(comparisons); !name.empty())
            return make(Expression::Kind::binary, std::string(name), {left, sum()}, at);
        return left;
    }
    ExpressionPtr sum() {
        ExpressionPtr left = product();
        while (true) {
            const int at = column();
            const std::string_view name = take_one(sums);
            if (name.empty()) return left;
            left = make(Expression::Kind::binary, std::string(name), {left, product()}, at);
        }
    }
    ExpressionPtr product() {
        ExpressionPtr left = signed_power();
        while (true) {
            const int at = column();
            const std::string_view name = take_one(products);
            if (name.empty()) return left;
            left = make(Expression::Kind::binary, std::string(name), {left, signed_power()}, at);
        }
    }
    ExpressionPtr signed_power() {
        const Deeper deeper(*this);
        const int at = column();
        if (take("-") || take("−")) return make(Expression::Kind::sign, "-", {signed_power()}, at);
        ExpressionPtr base = primary();
        const int power = column();
        if (take("^")) return make(Expression::Kind::binary, "^", {base, signed_power()}, power);
        return base;
    }

    ExpressionPtr primary() {
        const int begin = column();
        if (at_ >= text_.size()) fail("the expression ends where a number, a stage or a function is expected");
        const char c = text_[at_];
        if (take("(")) {
            ExpressionPtr inside = condition();
            if (!take(")")) fail("a “)” is missing");
            return inside;
        }
        if (digit(c) || c == '.') return constant();
        if (c == '"' || text_.substr(at_).starts_with("“")) return make(Expression::Kind::words, quoted(), {}, begin);
        if (letter(c)) return named();
        fail("a number, a stage or a function is expected here");
    }

    ExpressionPtr constant() {
        const int begin = column();
        auto made = std::make_shared<Expression>();
        const char *const first = text_.data() + at_, *const last = text_.data() + text_.size();
        const auto read = std::from_chars(first, last, made->number);
        if (read.ec != std::errc{}) fail("this is not a number");
        at_ += static_cast<std::size_t>(read.ptr - first);
        made->column = begin;
        if (at_ < text_.size() && text_[at_] == '%') {
            ++at_;
            made->number /= 100;
        }
        return made;
    }

    std::string quoted() {
        const bool curly = text_[at_] != '"';
        const std::string_view open = curly ? "“" : "\"", close = curly ? "”" : "\"";
        const std::size_t begin = at_ + open.size(), end = text_.find(close, begin);
        if (end == std::string_view::npos) fail("the quotation mark is not closed");
        at_ = end + close.size();
        return std::string(text_.substr(begin, end - begin));
    }

    std::string name() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (letter(text_[at_]) || digit(text_[at_]) || text_[at_] == '.')) ++at_;
        return std::string(text_.substr(begin, at_ - begin));
    }

    ExpressionPtr named() {
        const int begin = column();
        auto made = std::make_shared<Expression>();
        made->name = name();
        made->column = begin;
        if (take("(")) {
            made->kind = Expression::Kind::call;
            if (take(")")) return made;
            do made->operands.push_back(condition());
            while (take(","));
            if (!take(")")) fail("a “)” is missing");
            return made;
        }
        made->kind = Expression::Kind::reference;
        if (take("[")) {
            made->indexed = true;
            do made->indices.push_back(index());
            while (take(","));
            if (!take("]")) fail("a “]” is missing");
            if (made->indices.size() > 4) fail("a stage has at most four indices");
        }
        return made;
    }

    CellIndex index() {
        space();
        if (at_ >= text_.size()) fail("an index is expected here");
        if (take("*")) return {};
        if (digit(text_[at_])) return {.kind = CellIndex::Kind::number, .number = whole(0)};
        if (take_word("first")) return {.kind = CellIndex::Kind::first};
        if (take_word("last")) return {.kind = CellIndex::Kind::last};
        for (const auto& [word, kind] :
             {std::pair{"head", CellIndex::Kind::head}, std::pair{"token", CellIndex::Kind::token}}) {
            const std::size_t before = at_;
            if (!take_word(word)) continue;
            space();
            if (at_ < text_.size() && digit(text_[at_])) return {.kind = kind, .number = whole(1)};
            at_ = before;  // the word itself
        }
        CellIndex found{.kind = CellIndex::Kind::word, .number = 1};
        if (text_[at_] == '"' || text_.substr(at_).starts_with("“")) {
            found.word = quoted();
        } else {
            const std::size_t begin = at_;
            while (at_ < text_.size() && std::string_view(",] \t\"").find(text_[at_]) == std::string_view::npos) ++at_;
            found.word = text_.substr(begin, at_ - begin);
        }
        if (found.word.empty()) fail("an index is expected here: a number, a word of the text, “head 1” or *");
        space();
        if (at_ < text_.size() && digit(text_[at_])) found.number = whole(1);
        return found;
    }

    int whole(int least) {
        int value = 0;
        const char *const first = text_.data() + at_, *const last = text_.data() + text_.size();
        const auto read = std::from_chars(first, last, value);
        if (read.ec != std::errc{} || value < least)
            fail(least == 0 ? "this is not an index" : "heads, tokens and words are counted from 1");
        at_ += static_cast<std::size_t>(read.ptr - first);
        return value;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

ExpressionPtr parse_expression(std::string_view text) { return Parser(text).whole(); }

ExpressionPtr parse_reference(std::string_view text) { return Parser(text).whole_reference(); }

FormattedExpression parse_formatted(std::string_view text) {
    FormattedExpression result;
    // No expression has a colon but in quotation marks, and a format has none of these.
    const std::size_t colon = text.rfind(':');
    const bool formatted =
        colon != std::string_view::npos && text.find_first_of("\"]”)", colon) == std::string_view::npos;
    result.text = formatted ? text.substr(0, colon) : text;
    result.text.erase(result.text.find_last_not_of(' ') + 1);
    result.expression = parse_expression(result.text);
    if (!formatted) return result;
    std::string_view format = text.substr(colon + 1);
    while (!format.empty() && format.front() == ' ') format.remove_prefix(1);
    while (!format.empty() && format.back() == ' ') format.remove_suffix(1);
    result.percent = format.ends_with('%');
    if (result.percent) format.remove_suffix(1);
    const auto read = std::from_chars(format.data(), format.data() + format.size(), result.decimals);
    if (read.ec != std::errc{} || read.ptr != format.data() + format.size() || result.decimals < 0 ||
        result.decimals > 9)
        throw ExpressionError(static_cast<int>(colon) + 2,
                              "behind the colon stands the number of decimals, 0 to 9, with % for percent");
    return result;
}

}  // namespace glassformer
