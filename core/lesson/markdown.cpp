#include "core/lesson/markdown.h"

#include <md4c.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <utility>

namespace glassformer {

Error lesson_error(const std::string& source, const LessonPlace& place, const std::string& what) {
    return Error(source + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + what);
}

namespace {

constexpr std::size_t deepest_list = 4;
constexpr std::string_view opens = "{{", closes = "}}";

/// Byte offsets to lines and columns.
class Places {
public:
    Places(std::string_view text, int first_line) : first_line_(first_line) {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\n') starts_.push_back(i + 1);
    }
    LessonPlace at(std::size_t offset) const {
        const auto next = std::ranges::upper_bound(starts_, offset);
        const auto line = static_cast<std::size_t>(next - starts_.begin()) - 1;
        return {first_line_ + static_cast<int>(line), static_cast<int>(offset - starts_[line]) + 1};
    }

private:
    int first_line_;
    std::vector<std::size_t> starts_{0};
};

bool opens_fence(std::string_view line) {
    const std::size_t first = line.find_first_not_of(' ');
    return first != std::string_view::npos && first < 4 &&
           (line.substr(first).starts_with("```") || line.substr(first).starts_with("~~~"));
}

/// The text with the insides of {{…}} and of link targets replaced by letters of the same length, so that Markdown
/// reads nothing into their stars, underscores, spaces and brackets.
std::string masked(std::string_view text, const std::string& source, const Places& places) {
    std::string result(text);
    bool fenced = false;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        if (opens_fence(line)) {
            fenced = !fenced;
        } else if (!fenced) {
            const auto hide = [&](std::size_t from, std::size_t to) {
                for (std::size_t i = from; i < to; ++i) result[begin + i] = 'x';
            };
            for (std::size_t at = line.find(opens); at != std::string_view::npos; at = line.find(opens, at)) {
                const std::size_t close = line.find(closes, at);
                if (close == std::string_view::npos)
                    throw lesson_error(source, places.at(begin + at), "“{{” is not closed with “}}” on its line");
                if (close == at + opens.size())
                    throw lesson_error(source, places.at(begin + at), "“{{}}” is empty: write an expression into it");
                hide(at + opens.size(), close);
                at = close + closes.size();
            }
            for (std::size_t at = line.find("]("); at != std::string_view::npos; at = line.find("](", at + 1)) {
                const std::size_t close = line.find(')', at);
                if (close != std::string_view::npos && close > at + 2) hide(at + 2, close);
            }
        }
        begin = end + 1;
    }
    return result;
}

class Reader {
public:
    Reader(std::string_view text, const std::string& source, int first_line)
        : text_(text), source_(source), places_(text, first_line), masked_(masked(text, source, places_)) {}

    std::vector<MarkdownPiece> read() {
        MD_PARSER parser{};
        parser.flags = MD_FLAG_TABLES | MD_FLAG_LATEXMATHSPANS | MD_FLAG_NOHTML;
        parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
            return guarded(self, [&](Reader& reader) { reader.enter(type, detail); });
        };
        parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
            return guarded(self, [&](Reader& reader) { reader.leave(type); });
        };
        parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
            return guarded(self, [&](Reader& reader) { reader.span(type, detail, true); });
        };
        parser.leave_span = [](MD_SPANTYPE type, void* detail, void* self) {
            return guarded(self, [&](Reader& reader) { reader.span(type, detail, false); });
        };
        parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
            return guarded(self, [&](Reader& reader) { reader.words(type, text, size); });
        };
        const int failed = md_parse(masked_.data(), static_cast<MD_SIZE>(masked_.size()), &parser, this);
        if (problem_) std::rethrow_exception(problem_);
        if (failed != 0) throw std::bad_alloc();
        return std::move(pieces_);
    }

private:
    struct List {
        bool numbered = false;
        unsigned next = 1;
        bool marked = false;  // the item's marker is on a block
        unsigned first = 1;   // number of its first item
        char mark = '.';      // behind it
        int items = 0;
        std::size_t begin = 0;  // of its blocks
    };

    /// md4c is C: what is thrown waits until it has returned.
    template <class Act>
    static int guarded(void* self, const Act& act) {
        Reader& reader = *static_cast<Reader*>(self);
        try {
            act(reader);
            return 0;
        } catch (...) {
            reader.problem_ = std::current_exception();
            return 1;
        }
    }

    [[noreturn]] void refuse(const std::string& what) const { throw lesson_error(source_, places_.at(last_), what); }

    bool inside(const char* pointer) const {
        return !std::less<>()(pointer, masked_.data()) && std::less<>()(pointer, masked_.data() + masked_.size());
    }
    /// What is written there in the file.
    std::string_view written(const char* pointer, std::size_t size) {
        if (!inside(pointer)) return {pointer, size};
        last_ = static_cast<std::size_t>(pointer - masked_.data());
        return text_.substr(last_, size);
    }
    std::string attribute(const MD_ATTRIBUTE& of) {
        return of.size == 0 ? std::string() : std::string(written(of.text, of.size));
    }

    LessonBlock& begin(LessonBlock::Kind kind) {
        pieces_.push_back({});
        LessonBlock& block = pieces_.back().block;
        block.kind = kind;
        fresh_ = open_ = true;
        return block;
    }

    void enter(MD_BLOCKTYPE type, void* detail) {
        switch (type) {
            case MD_BLOCK_QUOTE: ++quotes_; break;
            case MD_BLOCK_UL:
            case MD_BLOCK_OL: {
                if (lists_.size() >= deepest_list) refuse("a list cannot be inside so many others");
                List list{.numbered = type == MD_BLOCK_OL};
                if (list.numbered) {
                    list.next = list.first = static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start;
                    list.mark = static_cast<MD_BLOCK_OL_DETAIL*>(detail)->mark_delimiter;
                }
                list.begin = pieces_.size();
                lists_.push_back(list);
                open_ = false;
                break;
            }
            case MD_BLOCK_LI:
                lists_.back().marked = open_ = false;
                ++lists_.back().items;
                break;
            case MD_BLOCK_HR: begin(LessonBlock::Kind::pause); break;
            case MD_BLOCK_H:
                begin(LessonBlock::Kind::heading).depth =
                    static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
                goes_on_ = 0;
                break;
            case MD_BLOCK_CODE:
                begin(LessonBlock::Kind::code).spans.push_back({.text = {}, .code = true});
                pieces_.back().info = attribute(static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->info);
                break;
            case MD_BLOCK_P: paragraph(); break;
            case MD_BLOCK_THEAD: head_ = true; break;
            case MD_BLOCK_TBODY: head_ = false; break;
            case MD_BLOCK_TR: begin(LessonBlock::Kind::row).head = head_; break;
            case MD_BLOCK_TH:
            case MD_BLOCK_TD: pieces_.back().block.cells.emplace_back(); break;
            default: break;
        }
    }

    void paragraph() {
        if (!lists_.empty()) {
            item();
        } else {
            begin(quotes_ > 0 ? LessonBlock::Kind::quote : LessonBlock::Kind::paragraph);
        }
    }

    void item() {
        LessonBlock& block = begin(LessonBlock::Kind::item);
        List& list = lists_.back();
        block.depth = static_cast<int>(lists_.size()) - 1;
        if (!list.marked) block.marker = list.numbered ? std::to_string(list.next++) + "." : "•";
        list.marked = true;
    }

    void leave(MD_BLOCKTYPE type) {
        switch (type) {
            case MD_BLOCK_QUOTE: --quotes_; break;
            case MD_BLOCK_UL:
            case MD_BLOCK_OL:
                if (is_sentence(lists_.back()))
                    as_sentence(lists_.back());
                else if (lists_.size() == 1 && lists_.back().numbered)
                    goes_on_ = lists_.back().next;
                lists_.pop_back();
                open_ = false;
                break;
            case MD_BLOCK_LI:
            case MD_BLOCK_P:
            case MD_BLOCK_H:
            case MD_BLOCK_CODE:
            case MD_BLOCK_TR: open_ = false; break;
            default: break;
        }
    }

    /// "64. Then …": CommonMark takes a number at the beginning of a paragraph for a list. A single item whose number
    /// goes on with no list before it is none.
    bool is_sentence(const List& list) const {
        return lists_.size() == 1 && list.numbered && list.items == 1 && list.first > 1 && list.first != goes_on_;
    }
    void as_sentence(const List& list) {
        for (std::size_t i = list.begin; i < pieces_.size(); ++i) {
            LessonBlock& block = pieces_[i].block;
            if (block.kind != LessonBlock::Kind::item || block.depth > 0) continue;
            block.kind = quotes_ > 0 ? LessonBlock::Kind::quote : LessonBlock::Kind::paragraph;
            if (std::exchange(block.marker, {}).empty()) continue;
            const std::string number = std::to_string(list.first) + list.mark;
            if (block.spans.empty() || block.spans.front().kind != LessonSpan::Kind::words ||
                block.spans.front().strong || block.spans.front().emphasis || block.spans.front().code ||
                !block.spans.front().link.empty())
                block.spans.insert(block.spans.begin(), {.text = number + " ", .place = block.place});
            else
                block.spans.front().text = number + " " + block.spans.front().text;
        }
    }

    void span(MD_SPANTYPE type, void* detail, bool enter) {
        switch (type) {
            case MD_SPAN_EM: style_.emphasis = enter; break;
            case MD_SPAN_STRONG: style_.strong = enter; break;
            case MD_SPAN_CODE: style_.code = enter; break;
            case MD_SPAN_A:
                style_.link = enter ? attribute(static_cast<MD_SPAN_A_DETAIL*>(detail)->href) : std::string();
                break;
            case MD_SPAN_IMG: refuse("a lesson's pictures are those of the run; image files are not shown");
            case MD_SPAN_LATEXMATH:
            case MD_SPAN_LATEXMATH_DISPLAY:
                if (enter) {
                    spans().push_back(style_);
                    spans().back().kind = LessonSpan::Kind::formula;
                    spans().back().text.clear();
                }
                formula_ = enter;
                break;
            default: break;
        }
    }

    /// Where words go now: the block's, or those of a row's last cell.
    std::vector<LessonSpan>& spans() {
        if (!open_) item();  // items of a tight list have words without a paragraph
        LessonBlock& block = pieces_.back().block;
        return block.kind == LessonBlock::Kind::row && !block.cells.empty() ? block.cells.back() : block.spans;
    }

    void words(MD_TEXTTYPE type, const char* pointer, std::size_t size) {
        const std::string_view text = written(pointer, size);
        if (type == MD_TEXT_HTML) refuse("HTML is not read; Markdown is");
        std::vector<LessonSpan>& to = spans();
        LessonBlock& block = pieces_.back().block;
        if (fresh_) block.place = places_.at(last_);
        length_ = size + (std::exchange(fresh_, false) ? 0 : length_);
        if (length_ > longest_block)
            refuse("a paragraph, list item, row or piece of code is at most " + std::to_string(longest_block) +
                   " bytes long");
        if (block.kind == LessonBlock::Kind::code) {
            if (to.front().text.empty() && inside(pointer)) to.front().place = places_.at(last_);
            to.front().text += text;
        } else if (formula_) {
            if (to.back().text.empty()) to.back().place = places_.at(last_);
            to.back().text += type == MD_TEXT_SOFTBR || type == MD_TEXT_BR ? std::string_view(" ") : text;
        } else if (type == MD_TEXT_SOFTBR) {
            plain(to, " ");
        } else if (type == MD_TEXT_BR) {
            to.push_back({.kind = LessonSpan::Kind::newline, .text = {}, .place = places_.at(last_)});
        } else if (type == MD_TEXT_ENTITY) {
            plain(to, entity(text));
        } else if (type == MD_TEXT_CODE) {
            plain(to, text);
        } else {
            with_live_numbers(to, text);
        }
    }

    std::string_view entity(std::string_view text) const {
        if (text == "&amp;") return "&";
        if (text == "&lt;") return "<";
        if (text == "&gt;") return ">";
        if (text == "&quot;") return "\"";
        if (text == "&nbsp;") return "\u00a0";
        refuse("“" + std::string(text) + "” is not read; write the character itself");
    }

    void plain(std::vector<LessonSpan>& to, std::string_view text) {
        LessonSpan next = style_;
        next.text = text;
        next.place = places_.at(last_);
        const bool joins = !to.empty() && to.back().kind == LessonSpan::Kind::words && to.back().link == next.link &&
                           to.back().code == next.code && to.back().strong == next.strong &&
                           to.back().emphasis == next.emphasis;
        if (joins)
            to.back().text += next.text;
        else
            to.push_back(std::move(next));
    }

    void with_live_numbers(std::vector<LessonSpan>& to, std::string_view text) {
        const std::size_t begin = last_;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t open = std::min(text.find(opens, at), text.size());
            last_ = begin + at;
            if (open > at) plain(to, text.substr(at, open - at));
            if (open == text.size()) break;
            const std::size_t close = text.find(closes, open);
            if (close == std::string_view::npos) refuse("“{{” is not closed with “}}” on its line");
            LessonSpan live = style_;
            live.kind = LessonSpan::Kind::live;
            live.text = text.substr(open + opens.size(), close - open - opens.size());
            live.place = places_.at(begin + open + opens.size());
            to.push_back(std::move(live));
            at = close + closes.size();
        }
    }

    std::string_view text_;
    const std::string& source_;
    Places places_;
    std::string masked_;
    std::vector<MarkdownPiece> pieces_;
    std::vector<List> lists_;
    LessonSpan style_;
    int quotes_ = 0;
    unsigned goes_on_ = 0;  // number that the last numbered list would go on with
    bool head_ = false, formula_ = false, fresh_ = false, open_ = false;
    std::size_t length_ = 0;  // bytes of the block so far
    std::size_t last_ = 0;    // offset of what md4c handed over last
    std::exception_ptr problem_;
};

}  // namespace

std::vector<MarkdownPiece> markdown_pieces(std::string_view text, const std::string& source, int first_line) {
    return Reader(text, source, first_line).read();
}

std::vector<LessonSpan> words_and_formulas(std::string_view line) {
    std::vector<LessonSpan> spans;
    const Places places(line, 1);
    const auto add = [&](LessonSpan::Kind kind, std::size_t begin, std::size_t end) {
        if (end > begin)
            spans.push_back(
                {.kind = kind, .text = std::string(line.substr(begin, end - begin)), .place = places.at(begin)});
    };
    std::size_t from = 0;  // of the words that are not added yet
    for (std::size_t at = 0; at < line.size();) {
        const bool live = line.substr(at).starts_with(opens);
        if (!live && line[at] != '$') {
            ++at;
            continue;
        }
        const std::string_view mark = live ? closes : std::string_view("$");
        const std::size_t first = at + mark.size(), close = line.find(mark, first);
        const std::string_view inside =
            close == std::string_view::npos ? std::string_view() : line.substr(first, close - first);
        if (inside.empty() || (!live && (inside.front() == ' ' || inside.back() == ' '))) {
            ++at;
            continue;
        }
        add(LessonSpan::Kind::words, from, at);
        add(live ? LessonSpan::Kind::live : LessonSpan::Kind::formula, first, close);
        from = at = close + mark.size();
    }
    add(LessonSpan::Kind::words, from, line.size());
    return spans;
}

}  // namespace glassformer
