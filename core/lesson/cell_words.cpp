#include "core/lesson/cell_words.h"

#include "core/base/json_text.h"
#include "core/model/model.h"

namespace glassformer {

bool of_tokens(Axis axis) { return axis == Axis::position || axis == Axis::query || axis == Axis::key; }

namespace {

/// A step of a recurrent layer has its own token only.
const TokenLabel* token_along(const Evaluation& run, const Record& record, Axis axis, int index) {
    const auto& tokens = run.tokens_along(record, axis);
    const int at = run.first_token_along(record, axis) + index;
    return at >= 0 && at < static_cast<int>(tokens.size()) ? &tokens[static_cast<std::size_t>(at)] : nullptr;
}

const Tokenizer* vocabulary_of(const Evaluation& run) {
    const Model& model = run.model();
    return model.target_tokenizer && !run.target_tokens().empty() ? model.target_tokenizer.get()
                                                                  : model.tokenizer.get();
}

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

/// The n-th token that is written so; in any case of its letters where none is written just so.
int nth_token(const Evaluation& run, const Record& record, Axis axis, int size, const CellIndex& index) {
    for (const bool exact : {true, false}) {
        int left = index.number;
        for (int i = 0; i < size; ++i) {
            const TokenLabel* token = token_along(run, record, axis, i);
            if (token == nullptr) continue;
            const bool same = exact ? token->text == index.word : lower(token->text) == lower(index.word);
            if (same && --left == 0) return i;
        }
    }
    return -1;
}

class Finder {
public:
    Finder(const Expression& reference, const Evaluation& run, const Record& record)
        : reference_(reference), run_(run), record_(record) {}

    int index(const CellIndex& written, int d) const {
        const Axis axis = record_.shape.axis(d);
        const int size = record_.shape.size(d);
        switch (written.kind) {
            case CellIndex::Kind::all: return Cell::all;
            case CellIndex::Kind::first: return 0;
            case CellIndex::Kind::last: return size - 1;
            case CellIndex::Kind::number: return within(written.number, size, d, 0);
            case CellIndex::Kind::token:
                if (!of_tokens(axis))
                    fail("the axis " + std::string(name(axis)) + " of " + record_.name + " is not of tokens");
                return within(written.number - 1, size, d, 1);
            case CellIndex::Kind::head:
                if (axis != Axis::head)
                    fail("the axis " + std::string(name(axis)) + " of " + record_.name + " is not of heads");
                return within(written.number - 1, size, d, 1);
            case CellIndex::Kind::word: return word(written, d);
        }
        return 0;
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw ExpressionError(reference_.column, what); }

    int within(int index, int size, int d, int from) const {
        if (index >= 0 && index < size) return index;
        fail(std::to_string(index + from) + " is outside " + record_.name + ": its axis " +
             std::string(name(record_.shape.axis(d))) + " goes from " + std::to_string(from) + " to " +
             std::to_string(size - 1 + from));
    }

    int word(const CellIndex& written, int d) const {
        const Axis axis = record_.shape.axis(d);
        const int size = record_.shape.size(d);
        if (of_tokens(axis)) {
            const int found = nth_token(run_, record_, axis, size, written);
            if (found >= 0) return found;
            fail(written.number == 1 ? "the text has no token " + in_quotes(written.word)
                                     : "the text does not have the token " + in_quotes(written.word) + " " +
                                           std::to_string(written.number) + " times");
        }
        if (axis == Axis::vocab && vocabulary_of(run_) != nullptr) {
            const int found = vocabulary_of(run_)->find(written.word);
            if (found >= 0 && found < size) return found;
            fail("the vocabulary has no word " + in_quotes(written.word));
        }
        if (axis == Axis::classes) {
            for (int i = 0; i < size; ++i)
                if (index_word(run_, record_, axis, i) == written.word) return i;
            fail("there is no class " + in_quotes(written.word));
        }
        fail("the axis " + std::string(name(axis)) + " of " + record_.name +
             " has no words; write a number from 0 to " + std::to_string(size - 1));
    }

    const Expression& reference_;
    const Evaluation& run_;
    const Record& record_;
};

}  // namespace

std::string index_word(const Evaluation& run, const Record& record, Axis axis, int index) {
    if (of_tokens(axis)) {
        const TokenLabel* token = token_along(run, record, axis, index);
        return token == nullptr ? std::string() : token->text;
    }
    if (axis == Axis::vocab && vocabulary_of(run) != nullptr && index < vocabulary_of(run)->size())
        return vocabulary_of(run)->token(index);
    if (axis == Axis::classes) {
        const auto& classes = run.model().card.classes;
        if (index < static_cast<int>(classes.size())) return classes[static_cast<std::size_t>(index)];
    }
    return {};
}

std::string written_cell(const Evaluation& run, const NamedCell& cell) {
    const Record& record = run.trace().record(cell.record);
    std::string text = record.name + "[";
    for (int d = 0; d < record.shape.rank(); ++d) {
        const Axis axis = record.shape.axis(d);
        const int index = cell.cell[d];
        std::string written = std::to_string(index);
        if (axis == Axis::head) {
            written = "head " + std::to_string(index + 1);
        } else if (const std::string word = index_word(run, record, axis, index); !word.empty()) {
            int same = 1;
            for (int i = 0; of_tokens(axis) && i < index; ++i) same += index_word(run, record, axis, i) == word ? 1 : 0;
            const bool letters =
                word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'") == std::string::npos;
            const bool reserved = word == "first" || word == "last" || word == "head" || word == "token";
            const bool quotable = word.find('"') == std::string::npos;
            if (quotable) written = letters && !reserved ? word : "\"" + word + "\"";
            if (quotable && same > 1) written += " " + std::to_string(same);
        }
        text += (d > 0 ? ", " : "") + written;
    }
    return text + "]";
}

NamedCell cells_of(const Expression& reference, const Evaluation& run) {
    const Trace& trace = run.trace();
    const int id = trace.find(reference.name);
    if (id < 0) {
        const std::string near = nearest_record(trace, reference.name);
        throw ExpressionError(reference.column, "this model has no stage " + in_quotes(reference.name) +
                                                    (near.empty() ? "; words are written in quotation marks"
                                                                  : "; did you mean " + in_quotes(near) + "?"));
    }
    const Record& record = trace.record(id);
    const int rank = record.shape.rank();
    if (static_cast<int>(reference.indices.size()) > rank)
        throw ExpressionError(reference.column, record.name + " has " + std::to_string(rank) + " axes " +
                                                    text(record.shape) + ", not " +
                                                    std::to_string(reference.indices.size()));
    NamedCell cells{.record = id, .cell = {}};
    const Finder finder(reference, run, record);
    for (int d = 0; d < rank; ++d)
        cells.cell[d] = static_cast<std::size_t>(d) < reference.indices.size()
                            ? finder.index(reference.indices[static_cast<std::size_t>(d)], d)
                            : Cell::all;
    return cells;
}

}  // namespace glassformer
