// The shipped text model. Its corpus is no part of the project: what it does is measured on a dialogue that stands
// here, and on the whole held-out tenth where GLASSFORMER_CORPUS names the file.
// ctest: optimised too
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "core/io/model_folder.h"
#include "core/train/perplexity.h"
#include "core/train/train_task.h"
#include "tests/support/skipped.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

constexpr std::uint64_t fresh_data = 20261121;

std::filesystem::path folder(const std::string& name) { return test::source_dir() / "assets" / "models" / name; }

// A dialogue of the corpus' last tenth (The Taming of the Shrew, act 4): no training has seen it.
constexpr std::string_view held_out_dialogue =
    "TRANIO:\n"
    "Is't possible, friend Licio, that Mistress Bianca\n"
    "Doth fancy any other but Lucentio?\n"
    "I tell you, sir, she bears me fair in hand.\n"
    "\n"
    "HORTENSIO:\n"
    "Sir, to satisfy you in what I have said,\n"
    "Stand by and mark the manner of his teaching.\n"
    "\n"
    "LUCENTIO:\n"
    "Now, mistress, profit you in what you read?\n"
    "\n"
    "BIANCA:\n"
    "What, master, read you? first resolve me that.\n"
    "\n"
    "LUCENTIO:\n"
    "I read that I profess, the Art to Love.\n"
    "\n"
    "BIANCA:\n"
    "And may you prove, sir, master of your art!\n"
    "\n"
    "LUCENTIO:\n"
    "While you, sweet dear, prove mistress of my heart!\n"
    "\n"
    "HORTENSIO:\n"
    "Quick proceeders, marry! Now, tell me, I pray,\n"
    "You that durst swear at your mistress Bianca\n"
    "Loved none in the world so well as Lucentio.\n"
    "\n"
    "TRANIO:\n"
    "O despiteful love! unconstant womankind!\n"
    "I tell thee, Licio, this is wonderful.\n"
    "\n"
    "HORTENSIO:\n"
    "Mistake no more: I am not Licio,\n"
    "Nor a musician, as I seem to be;\n"
    "But one that scorn to live in this disguise,\n"
    "For such a one as leaves a gentleman,\n"
    "And makes a god of such a cullion:\n"
    "Know, sir, that I am call'd Hortensio.\n"
    "\n"
    "TRANIO:\n"
    "Signior Hortensio, I have often heard\n"
    "Of your entire affection to Bianca;\n"
    "And since mine eyes are witness of her lightness,\n"
    "I will with you, if you be so contented,\n"
    "Forswear Bianca and her love for ever.\n"
    "\n"
    "HORTENSIO:\n"
    "See, how they kiss and court! Signior Lucentio,\n"
    "Here is my hand, and here I firmly vow\n"
    "Never to woo her no more, but do forswear her,\n"
    "As one unworthy all the former favours\n"
    "That I have fondly flatter'd her withal.\n"
    "\n"
    "TRANIO:\n"
    "And here I take the unfeigned oath,\n"
    "Never to marry with her though she would entreat:\n"
    "Fie on her! see, how beastly she doth court him!\n";

}  // namespace

TEST_SUITE_BEGIN("shipped_characters");

TEST_CASE("the shipped text model reads a dialogue that it has not seen in few bits per character") {
    const Model model = load_model(folder("characters"));
    const Task& task = require_task("characters");
    ModelConfig expected = task.config;
    expected.vocab_size = expected.target_vocab_size = 65;  // characters of the corpus
    CHECK(model.config == expected);
    CHECK(model.all_warnings().empty());
    CHECK(model.card.note.empty());
    CHECK(model.card.command.starts_with("glassformer train --task characters --seed "));
    CHECK(model.card.command.ends_with(" --out characters"));
    CHECK_FALSE(model.card.examples.empty());
    CHECK(std::filesystem::file_size(folder("characters") / "model.safetensors") < 2000000);
    const SafetensorsFile file = SafetensorsFile::open(folder("characters") / "model.safetensors");
    for (const StoredTensor& tensor : file.tensors()) CHECK(tensor.dtype == "F16");
    CHECK(metric(model.card.metrics, "bits_per_character") <= 2.2);
    CHECK(metric(model.card.metrics, "characters") == 111539);

    std::vector<int> ids;
    for (const EncodedToken& token : model.tokenizer->encode(held_out_dialogue)) ids.push_back(token.id);
    const double bits = surprise(model.config, model.weights, windows_of(ids, 64)).bits();
    CHECK(bits > 1.5);  // it has not learned it by heart
    CHECK(bits < 2.0);
}

TEST_CASE("the shipped text model's figure is that of its corpus' last tenth") {
    const char* corpus = std::getenv("GLASSFORMER_CORPUS");
    if (corpus == nullptr) {
        test::skip(test::Needs::optional, "set GLASSFORMER_CORPUS to the file that the characters were learned from");
        return;
    }
    TrainRequest request;
    request.task = "characters";
    request.corpus = corpus;
    const Task task = requested_task(request);
    const Model model = load_model(folder("characters"));
    const double bits = metric(task.measure(model.config, model.weights, fresh_data), "bits_per_character");
    CHECK(bits <= 2.2);
    CHECK(bits == doctest::Approx(metric(model.card.metrics, "bits_per_character")).epsilon(1e-4));
}

TEST_SUITE_END();
