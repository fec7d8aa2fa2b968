#include "core/text/pretrained/matcher.h"

#include "core/text/pretrained/aligned_text.h"
#include "core/text/pretrained/code_point_classes.h"

namespace glassformer {

namespace {

class FixedText final : public Matcher {
public:
    explicit FixedText(std::string text) : text_(std::move(text)) {}
    void find(std::string_view text, std::vector<TextMatch>& matches, MatchBudget&) const override {
        for (std::size_t at = text.find(text_); at != std::string_view::npos; at = text.find(text_, at + text_.size()))
            matches.push_back({at, at + text_.size()});
    }

private:
    std::string text_;
};

class ClassMembers final : public Matcher {
public:
    explicit ClassMembers(bool (*belongs)(char32_t)) : belongs_(belongs) {}
    void find(std::string_view text, std::vector<TextMatch>& matches, MatchBudget&) const override {
        each_code_point(text, [&](char32_t c, std::size_t begin, std::size_t end) {
            if (belongs_(c)) matches.push_back({begin, end});
        });
    }

private:
    bool (*belongs_)(char32_t);
};

class WordsAndSigns final : public Matcher {
public:
    void find(std::string_view text, std::vector<TextMatch>& matches, MatchBudget&) const override {
        enum class Kind { space, word, sign };
        Kind before = Kind::space;
        each_code_point(text, [&](char32_t c, std::size_t begin, std::size_t end) {
            const Kind kind = is_word_character(c) ? Kind::word : is_white_space(c) ? Kind::space : Kind::sign;
            if (kind == before && kind != Kind::space)
                matches.back().end = end;
            else if (kind != Kind::space)
                matches.push_back({begin, end});
            before = kind;
        });
    }
};

}  // namespace

std::unique_ptr<const Matcher> match_text(std::string text) { return std::make_unique<FixedText>(std::move(text)); }
std::unique_ptr<const Matcher> match_class(bool (*belongs)(char32_t)) {
    return std::make_unique<ClassMembers>(belongs);
}
std::unique_ptr<const Matcher> match_words_and_signs() { return std::make_unique<WordsAndSigns>(); }

}  // namespace glassformer
