#include "app/views/walk/known_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/paint/visible_text.h"
#include "app/views/walk/texts.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"
#include "core/base/utf8.h"

namespace glassformer {

namespace {

constexpr int most_words = 4000, most_rows = 8;
constexpr float word_row = 1.5F;  // em

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

}  // namespace

std::vector<std::string> words_known(const Tokenizer& tokenizer) {
    std::vector<std::string> words;
    if (tokenizer.size() > most_words) return words;
    bool longer = false;
    for (int id = 0; id < tokenizer.size(); ++id) try {
            const std::string word = tokenizer.token(id);
            const Encoding read = tokenizer.encode(word);
            if (read.size() != 1 || read[0].id != id || read[0].unknown) continue;
            longer = longer || decode_utf8(word).size() > 1;
            words.push_back(word);
        } catch (const Error&) {
            // No text gives this token.
        }
    if (!longer) words.clear();
    std::ranges::sort(words, {}, lower);
    return words;
}

std::vector<std::string> words_matching(const std::vector<std::string>& words, const std::string& typed) {
    const std::string wanted = lower(typed);
    std::vector<std::string> found;
    for (const std::string& word : words)
        if (lower(word).starts_with(wanted)) found.push_back(word);
    for (const std::string& word : words)
        if (const std::size_t at = lower(word).find(wanted); at != 0 && at != std::string::npos) found.push_back(word);
    return found;
}

void KnownWords::open(std::shared_ptr<const Tokenizer> tokenizer, std::string original) {
    if (tokenizer_ != tokenizer) words_ = tokenizer ? words_known(*tokenizer) : std::vector<std::string>{};
    tokenizer_ = std::move(tokenizer);
    original_ = typed_ = std::move(original);
    found_ = words_;
    marked_ = -1;
    place_ = {};
}

bool KnownWords::readable(const std::string& typed) const {
    try {
        return std::ranges::none_of(tokenizer_->encode(typed), &EncodedToken::unknown);
    } catch (const Error&) {
        return false;
    }
}

std::optional<std::string> KnownWords::chosen(const std::string& typed) const {
    if (marked_ >= 0 && marked_ < static_cast<int>(found_.size())) return found_[static_cast<std::size_t>(marked_)];
    // A model with a token for unknown words reads any.
    if (words_.empty() || typed.empty() || tokenizer_->unknown_id() >= 0 || readable(typed)) return typed;
    return {};
}

std::optional<std::string> KnownWords::draw(ViewContext& context, const Rect& field, const std::string& typed) {
    if (words_.empty()) return {};
    Ui& ui = context.ui;
    const float em = ui.em, high = std::round(word_row * em);
    if (typed != typed_) {
        typed_ = typed;
        found_ = words_matching(words_, typed);
        // Enter takes the first word where what is typed is none.
        marked_ = found_.empty() || typed.empty() || typed == original_ || readable(typed) ? -1 : 0;
    }
    const int count = static_cast<int>(found_.size());
    if (ui.input.pressed_even_typing(Key::down)) marked_ = std::min(marked_ + 1, count - 1);
    if (ui.input.pressed_even_typing(Key::up)) marked_ = std::max(marked_ - 1, -1);
    const int rows = std::min(count, most_rows), first = std::clamp(marked_ - most_rows + 1, 0, count - rows);
    const std::string head =
        count == 0 && !typed.empty() ? fmt::format(texts::walk::word_unknown, visible_text(typed), words_.size())
        : count == static_cast<int>(words_.size()) ? fmt::format(texts::walk::words_all, words_.size())
                                                   : fmt::format(texts::walk::words_found, count, words_.size());
    float wide = ui.painter.measure(head, em::small).width + 1;
    for (int i = first; i < first + rows; ++i)
        wide = std::max(wide, ui.painter.measure(found_[static_cast<std::size_t>(i)], em::small).width + em);
    std::optional<std::string> clicked;
    tooltip(ui, field, {wide, static_cast<float>(rows + 1) * high}, [&](Painter& painter, const Rect& inside) {
        Rect rest = inside;
        text_in(painter, rest.take_top(high), head, {.colour = ui.theme.muted, .size = em::small});
        place_ = {rest.x, rest.y, rest.w, static_cast<float>(rows) * high};
        for (int i = first; i < first + rows; ++i) {
            const Rect line = rest.take_top(high);
            const std::string& word = found_[static_cast<std::size_t>(i)];
            context.targets.put("word " + std::to_string(i), line);
            const bool over = line.contains(ui.input.mouse);
            if (over || i == marked_)
                painter.fill(line, i == marked_ ? ui.theme.accent.faded(0.35F) : ui.theme.control_hot, 0.2F * em);
            if (over && ui.input.pressed(Button::left)) clicked = word;
            text_in(painter, line.inset(0.4F * em, 0), visible_text(word),
                    {.colour = ui.theme.text, .size = em::small});
        }
    });
    return clicked;
}

}  // namespace glassformer
