// The tokenizer of a published model on the command line: ids, spellings, the parts of the text, and the text back.
#include "tests/support/program.h"

using namespace glassformer::test;

TEST_SUITE_BEGIN("cli_tokenize");

TEST_CASE("a tokenizer.json alone tokenizes a text, with special tokens where they are asked for") {
    const auto folder = scratch() / "tokenizer-alone";
    write(folder / "tokenizer.json",
          R"({"model": {"type": "WordPiece", "vocab": {"[UNK]":0,"[CLS]":1,"un":2,"##do":3}, "unk_token": "[UNK]"},
              "pre_tokenizer": {"type": "BertPreTokenizer"}, "decoder": {"type": "WordPiece"},
              "added_tokens": [{"id": 1, "content": "[CLS]", "special": true}],
              "post_processor": {"type": "BertProcessing", "cls": ["[CLS]", 1], "sep": ["[CLS]", 1]}})");
    const std::string lines = "\"un\"\t0\t2\t\"un\"\n\"##do\"\t2\t4\t\"do\"\n\"[UNK]\"\t5\t6\t\"x\" (unknown)\n";
    for (const auto& path : {folder, folder / "tokenizer.json"}) {
        const Outcome plain = run("tokenize --model " + path.string() + " --text 'undo x'");
        CHECK(plain.code == 0);
        CHECK(plain.out == "2,3,0\n" + lines + "decoded\t\"undo [UNK]\"\n");
        const Outcome whole = run("tokenize --model " + path.string() + " --text 'undo x' --special");
        CHECK(whole.out ==
              "1,2,3,0,1\n\"[CLS]\"\t0\t0\t(added)\n" + lines + "\"[CLS]\"\t6\t6\t(added)\ndecoded\t\"undo [UNK]\"\n");
    }
    const Outcome none = run("tokenize --model " + folder.string() + " --text ''");
    CHECK(none.code == 0);
    CHECK(none.out == "\ndecoded\t\"\"\n");
    write(folder / "tokenizer.json", R"({"model": {"type": "BPE", "vocab": {"a":0}, "merges": ["a b"]}})");
    const Outcome wrong = run("tokenize --model " + folder.string() + " --text a");
    CHECK(wrong.code == 2);
    CHECK(wrong.err.find("merge 0 joins \"b\", which the vocabulary does not have") != std::string::npos);
}

TEST_SUITE_END();
