#include "core/session/edit_text.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "core/base/error.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

/// What may stand between two tokens, the best first.
using Choices = std::vector<std::string>;

class Text {
public:
    Text(const std::string& text, Encoding tokens) : text_(text), tokens_(std::move(tokens)) {}

    /// What stood behind a token; null behind the last.
    Choices between(std::size_t left, std::size_t right) const {
        if (left + 1 == right) return {gap(left)};
        Choices choices;
        const auto add = [&](const std::string& gap) {
            if (std::ranges::find(choices, gap) == choices.end()) choices.push_back(gap);
        };
        if (left + 1 < tokens_.size()) add(gap(left));
        if (right > 0) add(gap(right - 1));
        add(" ");
        add("");
        return choices;
    }

    std::string write(const std::vector<std::size_t>& order, const std::vector<std::string>& gaps) const {
        std::string result = text_.substr(0, tokens_.front().begin);
        for (std::size_t i = 0; i < order.size(); ++i) {
            const EncodedToken& token = tokens_[order[i]];
            result += text_.substr(token.begin, token.end - token.begin);
            if (i < gaps.size()) result += gaps[i];
        }
        return result + text_.substr(tokens_.back().end);
    }

    bool cut_into(const std::string& written, const std::vector<std::size_t>& order, const Tokenizer& tokenizer) const {
        try {
            const Encoding now = tokenizer.encode(written);
            return std::ranges::equal(now, order, [&](const EncodedToken& token, std::size_t from) {
                return token.id == tokens_[from].id && token.text == tokens_[from].text;
            });
        } catch (const Error&) {
            return false;  // joined to a word that the vocabulary lacks
        }
    }

private:
    std::string gap(std::size_t behind) const {
        const std::size_t end = tokens_[behind].end, next = tokens_[behind + 1].begin;
        return next > end ? text_.substr(end, next - end) : "";
    }

    const std::string& text_;
    Encoding tokens_;
};

}  // namespace

std::string move_token(const Tokenizer& tokenizer, const std::string& text, int from, int to) {
    const Encoding tokens = tokenizer.encode(text);
    const int count = static_cast<int>(tokens.size());
    for (const int token : {from, to})
        if (token < 0 || token >= count)
            throw Error("the text has " + std::to_string(count) + " tokens, so there is no token " +
                        std::to_string(token));
    if (from == to) return text;
    std::vector<std::size_t> order;
    for (int i = 0; i < count; ++i)
        if (i != from) order.push_back(static_cast<std::size_t>(i));
    order.insert(order.begin() + to, static_cast<std::size_t>(from));

    const Text old(text, tokens);
    std::vector<Choices> choices;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) choices.push_back(old.between(order[i], order[i + 1]));
    std::vector<std::size_t> chosen(choices.size());
    std::string first;
    while (true) {
        std::vector<std::string> gaps;
        for (std::size_t i = 0; i < choices.size(); ++i) gaps.push_back(choices[i][chosen[i]]);
        const std::string written = old.write(order, gaps);
        if (old.cut_into(written, order, tokenizer)) return written;
        if (first.empty()) first = written;
        // The next combination; at most three places have a choice.
        std::size_t place = 0;
        while (place < choices.size() && ++chosen[place] == choices[place].size()) chosen[place++] = 0;
        if (place == choices.size()) return first;
    }
}

namespace {

/// The text of an evaluation, and how many of its tokens the model writes before it.
struct Written {
    const Tokenizer& tokenizer;
    const std::string& text;
    int before = 0;
};

Written written(const Evaluation& evaluation, bool target, std::initializer_list<int> asked) {
    const Model& model = evaluation.model();
    const Tokenizer* tokenizer = target ? model.target_tokenizer.get() : model.tokenizer.get();
    if (tokenizer == nullptr) throw Error("the model \"" + model.name + "\" has no vocabulary, so it has no text");
    const std::string& text = target ? evaluation.inputs().target : evaluation.inputs().text;
    const std::vector<TokenLabel>& labels = target ? evaluation.target_tokens() : evaluation.tokens();
    const int count = static_cast<int>(tokenizer->encode(text).size());
    // An encoder–decoder opens its target and closes its source, where the text does not (tokenize()).
    int before = 0;
    if (target)
        before = static_cast<int>(labels.size()) - count;
    else  // what the tokenizer writes around a text
        for (const EncodedToken& token : tokenizer->encode_with_special(text)) {
            if (!token.added_around) break;
            ++before;
        }
    for (const int token : asked)
        if (token >= 0 && token < static_cast<int>(labels.size()) && (token < before || token >= before + count))
            throw Error("the token \"" + labels[static_cast<std::size_t>(token)].text +
                        "\" is added by the model and cannot be moved");
    return {*tokenizer, text, before};
}

}  // namespace

std::string move_token(const Evaluation& evaluation, int from, int to, bool target) {
    const Written of = written(evaluation, target, {from, to});
    return move_token(of.tokenizer, of.text, from - of.before, to - of.before);
}

std::string replace_token(const Tokenizer& tokenizer, const std::string& text, int token, const std::string& with) {
    const Encoding tokens = tokenizer.encode(text);
    const auto at = static_cast<std::size_t>(token);
    if (token < 0 || at >= tokens.size())
        throw Error("the text has " + std::to_string(tokens.size()) + " tokens, so there is no token " +
                    std::to_string(token));
    std::size_t begin = tokens[at].begin, end = tokens[at].end;
    if (with.empty() && at > 0)
        begin = std::min(begin, tokens[at - 1].end);
    else if (with.empty() && at + 1 < tokens.size())
        end = std::max(end, tokens[at + 1].begin);
    return text.substr(0, begin) + with + text.substr(end);
}

std::string replace_token(const Evaluation& evaluation, int token, const std::string& with, bool target) {
    const Written of = written(evaluation, target, {token});
    return replace_token(of.tokenizer, of.text, token - of.before, with);
}

}  // namespace glassformer
