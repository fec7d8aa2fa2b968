#include "core/session/labels.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "core/session/session.h"

namespace glassformer {

namespace {

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n'; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

std::optional<int> whole_number(std::string_view text) {
    text = trimmed(text);
    int number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::vector<std::string_view> split(std::string_view text, char between) {
    std::vector<std::string_view> found;
    while (true) {
        const std::size_t at = text.find(between);
        found.push_back(trimmed(text.substr(0, at)));
        if (at == std::string_view::npos) return found;
        text.remove_prefix(at + 1);
    }
}

/// What may stand as a label: 0 … count - 1.
float checked(int label, int count, const char* what) {
    if (label < -1 || label >= count)
        throw Error("label " + std::to_string(label) + " is not a " + what + ": the numbers run from 0 to " +
                    std::to_string(count - 1) + " (-1: the row is not counted)");
    return static_cast<float>(label);
}

class LabelReader {
public:
    LabelReader(const Model& model, std::size_t rows)
        : model_(model),
          pair_(has_target(model.config)),
          vocabulary_(pair_ ? model.config.target_vocab_size : model.config.vocab_size),
          labels_(rows, -1.0F) {}

    std::vector<float> read(const std::string& written) {
        const std::string_view text = trimmed(written);
        if (text.starts_with('#') && text.find(':') == std::string_view::npos)
            ids(text.substr(1));
        else if (whole_number(text.substr(0, text.find(':'))) && text.find(':') != std::string_view::npos)
            rows(text);
        else
            words(written);
        return labels_;
    }

private:
    void put(std::size_t row, float label) {
        if (row >= labels_.size())
            throw Error("there are " + std::to_string(labels_.size()) + " rows to label, and the labels name row " +
                        std::to_string(row));
        labels_[row] = label;
    }

    void ids(std::string_view list) {
        std::size_t row = 0;
        for (const std::string_view part : split(list, ',')) put(row++, id(part));
    }

    float id(std::string_view part) {
        const std::optional<int> number = whole_number(part);
        if (!number) throw Error(in_quotes(part) + " among the labels is not a token id");
        return checked(*number, vocabulary_, "token id");
    }

    void rows(std::string_view list) {
        for (const std::string_view part : split(list, ';')) {
            if (part.empty()) continue;
            const std::size_t colon = part.find(':');
            const std::optional<int> row = whole_number(part.substr(0, colon));
            if (colon == std::string_view::npos || !row || *row < 0)
                throw Error(in_quotes(part) + " among the labels is not written as position: token");
            const std::string_view token = trimmed(part.substr(colon + 1));
            put(static_cast<std::size_t>(*row), token.starts_with('#') ? id(token.substr(1)) : word(token));
        }
    }

    float word(std::string_view spelling) {
        const auto found = tokenized(std::string(spelling));
        if (found.size() != 1)
            throw Error(in_quotes(spelling) + " among the labels is " + std::to_string(found.size()) +
                        " tokens of this model, not one");
        return checked(found.front(), vocabulary_, "token id");
    }

    void words(const std::string& text) {
        std::size_t row = 0;
        for (const int token : tokenized(text)) put(row++, checked(token, vocabulary_, "token id"));
    }

    /// As they are written: neither closed nor opened as a source or a target is.
    std::vector<int> tokenized(const std::string& text) {
        const Tokenizer* tokenizer =
            pair_ && model_.target_tokenizer ? model_.target_tokenizer.get() : model_.tokenizer.get();
        if (tokenizer == nullptr)
            throw Error("the model \"" + model_.name + "\" has no vocabulary: write labels as ids, #1,2,3");
        std::vector<int> found;
        for (const EncodedToken& token : tokenizer->encode(text)) {
            if (token.unknown) throw Error(in_quotes(token.text) + " among the labels is not in the vocabulary");
            found.push_back(token.id);
        }
        return found;
    }

    const Model& model_;
    bool pair_;
    int vocabulary_;
    std::vector<float> labels_;
};

}  // namespace

std::vector<float> read_labels(const Model& model, const std::string& written, std::span<const TokenLabel> tokens,
                               std::span<const TokenLabel> target) {
    const ModelConfig& config = model.config;
    const std::string_view text = trimmed(written);
    const std::span<const TokenLabel> rows = has_target(config) ? target : tokens;
    if (config.head.classifier) {
        if (text.empty()) return {};
        const std::optional<int> number = whole_number(text.starts_with('#') ? text.substr(1) : text);
        const std::vector<std::string>& names = model.card.classes;
        if (const auto named = std::find(names.begin(), names.end(), text); named != names.end())
            return {static_cast<float>(named - names.begin())};
        std::string known;
        for (const std::string& name : names) known += (known.empty() ? " or its name (" : ", ") + name;
        if (!number)
            throw Error("a classifier's label is the number of a class" + known + (known.empty() ? "" : ")") +
                        ", got " + in_quotes(text));
        return {checked(*number, config.head.n_classes, "class")};
    }
    if (!text.empty()) return LabelReader(model, rows.size()).read(written);
    if (!predicts_next_token(model)) return {};
    std::vector<int> ids;
    for (const TokenLabel& token : rows) ids.push_back(token.id);
    return next_token_labels(ids);
}

std::vector<float> most_probable(const ConstView& logits) {
    std::vector<float> labels;
    const auto columns = static_cast<std::size_t>(logits.shape.cols());
    for (std::size_t r = 0; r < logits.shape.rows(); ++r) {
        const float* row = logits.row(r);
        labels.push_back(static_cast<float>(std::max_element(row, row + columns) - row));
    }
    return labels;
}

std::vector<double> loss_by_row(const ConstView& logits, std::span<const float> labels) {
    if (labels.size() != logits.shape.rows())
        throw Error("logits " + text(logits.shape) + " need " + std::to_string(logits.shape.rows()) + " labels, got " +
                    std::to_string(labels.size()));
    const auto columns = static_cast<std::size_t>(logits.shape.cols());
    std::vector<double> losses;
    for (std::size_t r = 0; r < labels.size(); ++r) {
        if (labels[r] < 0) {
            losses.push_back(std::numeric_limits<double>::quiet_NaN());
            continue;
        }
        if (!(labels[r] < static_cast<float>(columns)))
            throw Error("label " + std::to_string(labels[r]) + " of row " + std::to_string(r) + " is outside the " +
                        std::to_string(columns) + " answers");
        const float* row = logits.row(r);
        const auto peak = static_cast<double>(*std::max_element(row, row + columns));
        double sum = 0;
        for (std::size_t c = 0; c < columns; ++c) sum += std::exp(static_cast<double>(row[c]) - peak);
        losses.push_back(peak + std::log(sum) - static_cast<double>(row[static_cast<std::size_t>(labels[r])]));
    }
    return losses;
}

}  // namespace glassformer
