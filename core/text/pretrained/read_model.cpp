#include <array>
#include <cmath>

#include "core/base/error.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/text/pretrained/subword_model.h"
#include "core/text/pretrained/without_nulls.h"

namespace glassformer {

namespace {

struct ModelPart {
    const Json& vocabulary;
    const Json* merges;    // null where there are none
    JsonObject& settings;  // all other keys
    std::string source;    // "tokenizer.json: "

    std::string key(const std::string& name) const { return source + "\"model." + name + "\""; }
};

std::vector<BpeMerge> read_merges(const ModelPart& part) {
    const std::string source = part.key("merges");
    if (part.merges == nullptr) throw Error(source + " is missing");
    if (!part.merges->is_array()) throw Error(source + " must be a list, not " + described(*part.merges));
    if (part.merges->size() > most_ids) throw Error(source + " has too many entries");
    std::vector<BpeMerge> merges;
    merges.reserve(part.merges->size());
    for (const Json& entry : *part.merges) {
        const auto place = [&] { return source + ": merge " + std::to_string(merges.size()); };
        if (entry.is_array() && entry.size() == 2 && entry[0].is_string() && entry[1].is_string()) {
            merges.push_back({entry[0].text(), entry[1].text()});
            continue;
        }
        if (entry.is_array())
            throw Error(place() + " must be two pieces, " +
                        (entry.size() == 2 ? "both of them text" : "not " + std::to_string(entry.size())));
        if (!entry.is_string()) throw Error(place() + " must be two pieces, not " + described(entry));
        const std::string& written = entry.text();
        const std::size_t space = written.find(' ');
        if (space == std::string::npos || written.find(' ', space + 1) != std::string::npos)
            throw Error(place() + " must be two pieces with one space between them, not " + in_quotes(written));
        merges.push_back({written.substr(0, space), written.substr(space + 1)});
    }
    return merges;
}

std::unique_ptr<const SubwordModel> read_bpe(const ModelPart& part) {
    JsonObject& object = part.settings;
    BpeSettings settings;
    settings.unknown = object.string("unk_token", "");
    settings.prefix = object.string("continuing_subword_prefix", "");
    settings.suffix = object.string("end_of_word_suffix", "");
    settings.fuse_unknown = object.boolean("fuse_unk", false);
    settings.byte_fallback = object.boolean("byte_fallback", false);
    settings.ignore_merges = object.boolean("ignore_merges", false);
    return make_bpe(PieceVocabulary(part.vocabulary, part.key("vocab")), read_merges(part), settings,
                    part.key("merges"));
}

std::unique_ptr<const SubwordModel> read_word_piece(const ModelPart& part) {
    JsonObject& object = part.settings;
    WordPieceSettings settings;
    settings.unknown = object.string("unk_token", settings.unknown);
    settings.prefix = object.string("continuing_subword_prefix", settings.prefix);
    settings.longest_word = static_cast<std::size_t>(object.integer("max_input_chars_per_word", 0, 1'000'000, 100));
    return make_word_piece(PieceVocabulary(part.vocabulary, part.key("vocab")), settings, part.key("vocab"));
}

std::unique_ptr<const SubwordModel> read_unigram(const ModelPart& part) {
    const std::string source = part.key("vocab");
    if (!part.vocabulary.is_array())
        throw Error(source + " must be a list of pieces and scores, not " + described(part.vocabulary));
    if (part.vocabulary.empty()) throw Error(source + " is empty");
    if (part.vocabulary.size() > most_ids) throw Error(source + " has too many entries");
    std::vector<ScoredPiece> pieces;
    pieces.reserve(part.vocabulary.size());
    for (const Json& entry : part.vocabulary) {
        if (!entry.is_array() || entry.size() != 2 || !entry[0].is_string() || !entry[1].is_number())
            throw Error(source + ": entry " + std::to_string(pieces.size()) +
                        " must be a list of a piece and its score, a text and a number" +
                        (entry.is_array() ? "" : ", not " + described(entry)));
        const auto score = entry[1].get<double>();
        if (!std::isfinite(score))
            throw Error(source + ": the score of " + in_quotes(entry[0].text()) + " is not finite");
        pieces.push_back({entry[0].text(), score});
    }
    const auto last = static_cast<std::int64_t>(pieces.size()) - 1;
    const auto unknown = static_cast<int>(part.settings.integer("unk_id", 0, last, -1));
    return make_unigram(pieces, unknown, part.settings.boolean("byte_fallback", false), source);
}

std::unique_ptr<const SubwordModel> read_word_level(const ModelPart& part) {
    return make_word_level(PieceVocabulary(part.vocabulary, part.key("vocab")), part.settings.string("unk_token", ""));
}

struct ModelKind {
    std::string_view type;
    std::unique_ptr<const SubwordModel> (*read)(const ModelPart& part);
};
/// By the index that guessed_kind() gives.
constexpr std::array model_kinds{ModelKind{"BPE", read_bpe}, ModelKind{"Unigram", read_unigram},
                                 ModelKind{"WordPiece", read_word_piece}, ModelKind{"WordLevel", read_word_level}};

int guessed_kind(const Json& model) {
    const Json* vocabulary = model.find("vocab");
    return model.contains("merges")                          ? 0
           : vocabulary != nullptr && vocabulary->is_array() ? 1
           : model.contains("continuing_subword_prefix")     ? 2
                                                             : 3;
}

}  // namespace

std::unique_ptr<const SubwordModel> read_model(const Json& model, const std::string& source) {
    if (!model.is_object()) throw Error(source + ": \"model\" must be an object, not " + with_type(model));
    Json small = Json::object();  // the vocabulary and the merges are not copied
    for (const auto& [key, value] : model.items())
        if (key != "vocab" && key != "merges" && !value.is_null()) small.add(key, without_nulls(value));
    JsonObject settings(small, source, "model.");
    std::array<std::string_view, model_kinds.size()> types;
    for (std::size_t i = 0; i < types.size(); ++i) types[i] = model_kinds[i].type;
    const int kind = settings.choice("type", types, guessed_kind(model));
    const Json* vocabulary = model.find("vocab");
    if (vocabulary == nullptr) throw settings.error("vocab", "is missing");
    const Json* merges = model.find("merges");
    if (merges != nullptr && merges->is_null()) merges = nullptr;
    return model_kinds.at(static_cast<std::size_t>(kind)).read({*vocabulary, merges, settings, source + ": "});
}

}  // namespace glassformer
