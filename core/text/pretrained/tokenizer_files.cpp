#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>

#include "core/base/error.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/text/pretrained/tokenizer_json.h"
#include "core/text/pretrained/without_nulls.h"

namespace glassformer {

namespace {

/// What a model with vocab.json and merges.txt expects around a text, and its special tokens; spellings that its
/// vocabulary lacks are left out.
struct MergesModel {
    std::string_view model_type, before, after;
    std::array<std::string_view, 5> specials;
};
constexpr std::array merges_models{
    MergesModel{"gpt2", "", "", {"<|endoftext|>"}},
    MergesModel{"roberta", "<s>", "</s>", {"<s>", "<pad>", "</s>", "<unk>", "<mask>"}},
    MergesModel{"bart", "<s>", "</s>", {"<s>", "<pad>", "</s>", "<unk>", "<mask>"}},
    MergesModel{"opt", "</s>", "", {"</s>", "<pad>", "<s>", "<unk>"}},
};

/// The lines without their ends, CR LF or LF; the last one may have none.
std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.emplace_back(line);
        at = end + 1;
    }
    return lines;
}

void check_utf8(const std::vector<std::string>& lines, const std::string& source) {
    for (const std::string& line : lines)
        if (repaired_utf8(line) != line)
            throw Error(source + ": line " + std::to_string(&line - lines.data() + 1) + " has invalid UTF-8");
}

/// As "added_tokens" lists them: those that the vocabulary has.
Json special_tokens(const PieceVocabulary& vocabulary, std::initializer_list<std::string_view> or_these,
                    const MergesModel* row) {
    Json list = Json::array();
    const auto add = [&](std::string_view content) {
        const int id = content.empty() ? -1 : vocabulary.find(content);
        if (id < 0) return;
        Json token{{"id", id}, {"content", content}, {"special", true}, {"normalized", false}};
        if (content == "<mask>") token["lstrip"] = true;
        list.push_back(std::move(token));
    };
    if (row != nullptr)
        for (const std::string_view content : row->specials) add(content);
    else
        for (const std::string_view content : or_these) add(content);
    return list;
}

void add_place(TokenTemplate& places, const PieceVocabulary& vocabulary, std::string_view spelling) {
    if (const int id = spelling.empty() ? -1 : vocabulary.find(spelling); id >= 0) places.push_back({.ids = {id}});
}

/// The part that this JSON describes.
template <class Part>
std::unique_ptr<const Part> part_from(const Json& json, std::unique_ptr<const Part> (*read)(JsonObject&),
                                      const std::string& source) {
    JsonObject object(json, source);
    return read(object);
}

}  // namespace

std::shared_ptr<const PretrainedTokenizer> tokenizer_from_merges(const VocabularyAndMerges& files, int rows) {
    std::vector<BpeMerge> merges;
    const std::vector<std::string> lines = lines_of(files.merges);
    check_utf8(lines, files.merges_source);
    for (const std::string& line : lines) {
        if (line.empty() || (&line == lines.data() && line.starts_with("#version"))) continue;
        const std::size_t space = line.find(' ');
        if (space == std::string::npos || line.find(' ', space + 1) != std::string::npos)
            throw Error(files.merges_source + ": line " + std::to_string(&line - lines.data() + 1) +
                        " must be two pieces with one space between them, not " + in_quotes(line));
        merges.push_back({line.substr(0, space), line.substr(space + 1)});
    }
    TokenizerParts parts;
    parts.model = make_bpe(PieceVocabulary(parse_json(files.vocabulary, files.vocabulary_source, KeyOrder::as_written),
                                           files.vocabulary_source),
                           merges, {}, files.merges_source);
    const auto row = std::ranges::find(merges_models, std::string_view(files.model_type), &MergesModel::model_type);
    const MergesModel& around = row == merges_models.end() ? merges_models.front() : *row;
    const PieceVocabulary& vocabulary = parts.model->vocabulary();
    const Json added = added_token_list(special_tokens(vocabulary, {}, &around), files.added);
    parts.added = AddedTokens(&added, vocabulary, nullptr, files.vocabulary_source);
    const Json byte_level{{"type", "ByteLevel"}, {"add_prefix_space", false}};
    parts.pre_tokenizer = part_from<PreTokenizer>(byte_level, read_pre_tokenizer, files.merges_source);
    parts.decoder = part_from<Decoder>(byte_level, read_decoder, files.merges_source);
    add_place(parts.around, vocabulary, around.before);
    parts.around.push_back({.text = true});
    add_place(parts.around, vocabulary, around.after);
    parts.files = {{"vocab.json", std::string(files.vocabulary)}, {"merges.txt", std::string(files.merges)}};
    AddedTokenFiles again = files.added;
    if (!added_in_settings(files.added)) again.settings = {};
    if (&around != &merges_models.front()) {  // config.json of our own format does not say it
        Json settings =
            again.settings.text.empty() ? Json::object() : parse_json(again.settings.text, again.settings.source);
        settings["model_type"] = std::string(around.model_type);
        again.settings = {.name = "tokenizer_config.json", .text = settings.dump(2) + "\n", .source = {}};
    }
    std::ranges::move(written_again(again), std::back_inserter(parts.files));
    return std::make_shared<PretrainedTokenizer>(std::move(parts), rows, files.vocabulary_source);
}

std::shared_ptr<const PretrainedTokenizer> tokenizer_from_lines(const VocabularyLines& files, int rows) {
    std::vector<std::string> lines = lines_of(files.lines);
    check_utf8(lines, files.source);
    const AddedTokenFiles::File& told = files.added.settings;
    const Json settings = without_nulls(told.text.empty() ? Json::object() : parse_json(told.text, told.source));
    JsonObject object(settings, told.source);
    Json bert{{"type", "BertNormalizer"},
              {"lowercase", object.boolean("do_lower_case", true)},
              {"handle_chinese_chars", object.boolean("tokenize_chinese_chars", true)}};
    if (object.has("strip_accents")) bert["strip_accents"] = object.boolean("strip_accents", false);
    TokenizerParts parts;
    parts.normalizer = part_from<Normalizer>(bert, read_normalizer, told.source);
    parts.pre_tokenizer = part_from<PreTokenizer>(Json{{"type", "BertPreTokenizer"}}, read_pre_tokenizer, files.source);
    parts.decoder = part_from<Decoder>(Json{{"type", "WordPiece"}}, read_decoder, files.source);
    parts.model = make_word_piece(PieceVocabulary(std::move(lines), files.source), {}, files.source);
    const PieceVocabulary& vocabulary = parts.model->vocabulary();
    const Json added = added_token_list(
        special_tokens(vocabulary, {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}, nullptr), files.added);
    parts.added = AddedTokens(&added, vocabulary, parts.normalizer.get(), files.source);
    add_place(parts.around, vocabulary, "[CLS]");
    parts.around.push_back({.text = true});
    add_place(parts.around, vocabulary, "[SEP]");
    parts.files.push_back({"vocab.txt", std::string(files.lines)});
    std::ranges::move(written_again(files.added), std::back_inserter(parts.files));
    return std::make_shared<PretrainedTokenizer>(std::move(parts), rows, files.source);
}

}  // namespace glassformer
