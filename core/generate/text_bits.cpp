#include "core/generate/text_bits.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/model/model.h"
#include "core/session/labels.h"

namespace glassformer {

namespace {

/// Some token attends to a later one: by the model's mask, or by one that was edited.
bool sees_later(const Trace& trace) {
    for (const Record& record : trace.records()) {
        const Shape& shape = record.shape;
        if (record.kind == Record::Kind::computed || shape.rank() != 2 || shape.axis(0) != Axis::query ||
            shape.axis(1) != Axis::key)
            continue;
        for (int query = 0; query < shape.size(0); ++query)
            for (int key = query + 1; key < shape.size(1); ++key)
                if (record.at({{query, key, 0, 0}}) != 0) return true;
    }
    return false;
}

}  // namespace

TextBits written_size(std::string_view text, const Encoding& tokens) {
    TextBits size;
    if (tokens.size() < 2) return size;
    const std::string_view written = text.substr(tokens.front().end, tokens.back().end - tokens.front().end);
    size.tokens = static_cast<int>(tokens.size()) - 1;
    size.bytes = written.size();
    size.characters = static_cast<std::size_t>(std::count_if(written.begin(), written.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;  // the first byte of a code point
    }));
    return size;
}

std::optional<TextBits> text_bits(const Evaluation& evaluation) {
    const Model& model = evaluation.model();
    if (!evaluation.graph().logits || !predicts_next_token(model.config) || has_target(model.config) ||
        model.card.answers == AnswerPlace::here || model.tokenizer == nullptr)
        return {};
    const Record& logits = evaluation.trace().record(evaluation.graph().logits.id);
    const std::string& text = evaluation.inputs().text;
    const Encoding tokens = model.tokenizer->encode(text);
    if (tokens.size() < 2 || tokens.size() != logits.shape.rows()) return {};
    for (const EncodedToken& token : tokens)
        if (token.unknown) return {};
    TextBits found = written_size(text, tokens);
    if (found.characters == 0 || sees_later(evaluation.trace())) return {};
    std::vector<float> next(tokens.size(), -1.0F);
    for (std::size_t i = 1; i < tokens.size(); ++i) next[i - 1] = static_cast<float>(tokens[i].id);
    const std::vector<double> nats = loss_by_row(logits.view(), next);
    for (std::size_t i = 0; i + 1 < nats.size(); ++i) found.bits += nats[i] / std::numbers::ln2;
    if (!std::isfinite(found.bits)) return {};
    return found;
}

}  // namespace glassformer
