// What the page on tokens says of a step: in a low window with large text a short sentence that is read whole, in a
// tall one the long form.
#include <doctest/doctest.h>

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/skipped.h"
#include "tests/support/texts_on_wall.h"
#include "tests/support/tokenizer_fixtures.h"
#include "tests/support/tokens_page.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr PixelSize low{1280, 720}, tall{1920, 1080};

/// Byte-pair encoding that spells a letter outside its vocabulary in bytes; a space is “▁”, and one is put in.
std::string fallback_tokenizer() {
    std::string vocabulary = R"({"<unk>":0,"▁":1,"n":2,"a":3,"v":4,"e":5,"na":6,"ve":7)";
    for (int byte = 0; byte < 256; ++byte) vocabulary += fmt::format(R"(,"<0x{:02X}>":{})", byte, 8 + byte);
    return R"({"model": {"type": "BPE", "vocab": )" + vocabulary +
           R"(}, "merges": ["n a", "v e"], "unk_token": "<unk>", "byte_fallback": true},
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"},
        {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]}})";
}

/// Unigram that does.
std::string unigram_fallback_tokenizer() {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte) bytes += fmt::format(R"(, ["<0x{:02X}>", -9])", byte);
    std::string json = unigram_tokenizer;
    json.insert(json.find("]]}") + 1, bytes);
    json.insert(json.find(R"("unk_id")"), R"("byte_fallback": true, )");
    return json;
}

/// What a kind of tokenizer says at the last step of the piece that is shown first.
struct Said {
    const char* kind;
    std::string tokenizer;
    const char* text;
    const char* brief;  // in a low window
    const char* whole;  // in a tall one
};

std::vector<Said> all_said() {
    return {
        {"bpe", byte_pair_tokenizer, "lower low", "The pair of lowest rank is joined.",
         "Byte-pair encoding (Sennrich et al. 2016) joins the neighbors with the lowest rank, the pair learned first. "
         "No pair of neighbors has a rank, so the symbols are tokens."},
        {"word-piece", word_piece_tokenizer, "undone",
         "“##ne”: the longest prefix in the vocabulary. “##” marks a piece that goes on inside a word.",
         "WordPiece (Schuster & Nakajima 2012, Devlin et al. 2019) takes the longest prefix in the vocabulary. “##ne” "
         "is in the vocabulary, so it is a token. “##” marks a piece that goes on inside a word."},
        {"unigram", unigram_tokenizer, "ab",
         "Greatest sum of log-probabilities: −4.00. “▁” is put before the piece, for a space (␣).",
         "Unigram (Kudo 2018) takes the path with the greatest sum of log-probabilities, by Viterbi’s algorithm. Best "
         "segmentation: total log-probability −4.00."},
        {"bpe-bytes", fallback_tokenizer(), "naïve",
         "The pair of lowest rank is joined. “ï” is not in the vocabulary, so it becomes its bytes: C3 AF. “▁” is put "
         "before the piece, for a space (␣).",
         "The characters of the piece, with their bytes in UTF-8. “ï” is not in the vocabulary, so its bytes are "
         "tokens."},
        {"unigram-bytes", unigram_fallback_tokenizer(), "aïb",
         "Greatest sum of log-probabilities: −24.50. “ï” is not in the vocabulary, so it becomes its bytes: C3 AF. “▁” "
         "is put before the piece, for a space (␣).",
         "“ï” is not in the vocabulary, so it counts as unknown, with a score below all others. Its bytes are tokens."},
    };
}

/// The texts of the next frame in the order in which they are drawn, lines of a paragraph after one another; what is
/// not wholly in sight is left out.
std::string read_in(App& app, PixelSize window) {
    std::string words;
    for (const WallText& text : texts_on_wall(app)) {
        const Rect& seen = text.seen;
        const bool whole = text.box.x >= seen.x - 0.5F && text.box.right() <= seen.right() + 0.5F &&
                           text.box.y >= seen.y - 0.5F && text.box.bottom() <= seen.bottom() + 0.5F &&
                           text.box.right() <= static_cast<float>(window.width) &&
                           text.box.bottom() <= static_cast<float>(window.height);
        words += (words.empty() ? "" : " ") + (whole ? text.words : std::string("[cut]"));
    }
    return words;
}

std::string page_of(const std::string& model, const char* text, PixelSize window, float scale) {
    AppOptions options = tokens_options(model, text, window);
    options.text_scale = scale;
    const SettledProgram program(options);
    if (!program) return {};
    finish_tokens(program);
    return read_in(*program.app, window);
}

}  // namespace

TEST_SUITE_BEGIN("experiments_tokens_brief");

TEST_CASE("with large text each tokenizer's short sentence is read whole, in a tall window the long form") {
    for (const Said& said : all_said()) {
        CAPTURE(said.kind);
        const std::string model = tokens_folder(std::string("brief-") + said.kind, said.tokenizer);
        const std::string large = page_of(model, said.text, low, 2);
        if (large.empty()) return;
        CAPTURE(large);
        CHECK(large.find(said.brief) != std::string::npos);
        CHECK(large.find(said.whole) == std::string::npos);
        const std::string usual = page_of(model, said.text, tall, 1);
        CAPTURE(usual);
        CHECK(usual.find(said.whole) != std::string::npos);
        CHECK(usual.find(said.brief) == std::string::npos);
    }
}

TEST_CASE(
    "the sentence of bytes is that of the selected token, and where the vocabulary has all letters there is none") {
    const std::string model = tokens_folder("brief-bytes", fallback_tokenizer());
    AppOptions options = tokens_options(model, "naïßve", low);
    options.text_scale = 2;
    const SettledProgram program(options);
    if (!program) return;
    finish_tokens(program);
    CHECK(program.state("tokens_says").find("“ï” is not in the vocabulary, so it becomes its bytes: C3 AF.") !=
          std::string::npos);
    CHECK(program.state("tokens_bytes_say").find("“ï” is not in the vocabulary") != std::string::npos);
    run_settled(program, "click @tokens stretches 6\nwait-idle");  // ▁, na, C3, AF, C3, 9F
    CHECK(program.state("tokens_says").find("“ß” is not in the vocabulary, so it becomes its bytes: C3 9F.") !=
          std::string::npos);
    CHECK(program.state("tokens_bytes_say").find("“ß” is not in the vocabulary") != std::string::npos);
    run_settled(program, "key Home\nwait-idle");  // the bytes are there from the first step on
    CHECK(program.state("tokens_says").find("becomes its bytes: C3 9F.") != std::string::npos);
    Inputs inputs = program.app->session().inputs();
    inputs.text = "nave";
    program.app->session().set(inputs);
    finish_tokens(program);
    CHECK(program.state("tokens_says").find("bytes") == std::string::npos);
}

TEST_CASE("in a lattice the selected token is the character whose byte it is, and all of several unknown ones") {
    const auto marked = [](const std::string& json, const std::string& name, const char* text, int token) {
        const SettledProgram program(tokens_options(tokens_folder(name, json), text, tall));
        if (!program) return std::string("not drawn");
        finish_tokens(program);
        run_settled(program, fmt::format("click @tokens ids {}\nwait-idle", token));
        return program.state("tokens_marked");
    };
    const std::string bytes = unigram_fallback_tokenizer();
    const std::string first = marked(bytes, "marked-bytes", "aïb", 1);
    if (first == "not drawn") return;
    CHECK(first == "▁");
    for (const int byte : {3, 4}) CHECK(marked(bytes, "marked-bytes", "aïb", byte) == "ï");  // ▁, a, C3, AF, b
    CHECK(marked(bytes, "marked-bytes", "aïb", 5) == "b");
    CHECK(marked(bytes, "marked-bytes", "aïßb", 6) == "ß");
    CHECK(marked(unigram_tokenizer, "marked-unknown", "aïßb", 3) == "ïß");  // ▁, a, one unknown, b
    CHECK(marked(unigram_tokenizer, "marked-unknown", "aïßb", 4) == "b");
}

TEST_CASE("what ends a piece is told, in a low window too") {
    const std::string json = R"({"model": {"type": "BPE", "end_of_word_suffix": "</w>",
        "vocab": {"l":0,"o":1,"w":2,"w</w>":3,"lo":4,"low</w>":5,"o</w>":6}, "merges": ["l o", "lo w</w>"]},
        "pre_tokenizer": {"type": "Whitespace"}})";
    const std::string model = tokens_folder("brief-suffix", json);
    const std::string large = page_of(model, "low lo", low, 2);
    if (large.empty()) return;
    CAPTURE(large);
    CHECK(large.find("The pair of lowest rank is joined. “</w>” marks the end of a piece.") != std::string::npos);
    CHECK(page_of(model, "low lo", tall, 1).find("so it is the token. “</w>” marks the end of a piece.") !=
          std::string::npos);
    CHECK(page_of(tokens_folder("brief-bpe", byte_pair_tokenizer), "lower", tall, 1).find("marks the end") ==
          std::string::npos);
}

TEST_CASE("long sums below a lattice are apart") {
    const SettledProgram program(
        tokens_options(tokens_folder("brief-unigram-bytes", unigram_fallback_tokenizer()), "aïßïßïßïß", tall));
    if (!program) return;
    finish_tokens(program);
    std::vector<WallText> sums = texts_on_wall(*program.app);
    const auto whole = std::ranges::find(sums, "−155.00", &WallText::words);  // −1 − 2 − 8 · 19
    REQUIRE(whole != sums.end());
    const float line = whole->box.y;
    std::erase_if(sums, [&](const WallText& text) { return text.box.y != line || !text.words.starts_with("−"); });
    REQUIRE(sums.size() == 10);
    std::ranges::sort(sums, {}, [](const WallText& text) { return text.box.x; });
    for (std::size_t i = 1; i < sums.size(); ++i) {
        CAPTURE(sums[i].words);
        CHECK(sums[i].box.x > sums[i - 1].box.right());
    }
}

TEST_CASE("with large text the short sentences of published tokenizers are read whole") {
    const struct {
        const char *tokenizer, *brief;
    } all[] = {{"gpt2", "The pair of lowest rank is joined."},
               {"bert-uncased", ": the longest prefix in the vocabulary."},
               {"t5-small", "Greatest sum of log-probabilities: −"},
               {"stories260k", "“ï” is not in the vocabulary, so it becomes its bytes: C3 AF."}};
    for (const auto& one : all) {
        const std::string json = plain_text_of(tokenizer_fixtures() / one.tokenizer / "tokenizer.json");
        if (json.empty()) {
            skip(Needs::fixtures, "the fixtures have no tokenizer " + std::string(one.tokenizer));
            continue;
        }
        const std::string read = page_of(tokens_folder(std::string("brief-") + one.tokenizer, json), "naïve", low, 2);
        if (read.empty()) return;
        CAPTURE(read);
        CHECK(read.find(one.brief) != std::string::npos);
    }
}

TEST_SUITE_END();
