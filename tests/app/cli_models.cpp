// Models made on the command line: random ones, trained ones, and what is generated from them.
// ctest: alone 19 s, optimised instead
#include <algorithm>

#include "tests/support/program.h"
#include "tests/support/support.h"

using namespace glassformer::test;

TEST_SUITE_BEGIN("cli_models");

TEST_CASE("a folder of random weights can be made, traced and generated from") {
    const auto folder = scratch() / "made";
    write(scratch() / "config.json",
          R"({"architecture":"decoder","vocab_size":5,"d_model":8,"n_heads":2,"n_layers":1,"max_seq_len":9})");
    REQUIRE(run("init --config " + (scratch() / "config.json").string() + " --seed 3 --out " + folder.string()).code ==
            0);
    const Outcome generated = run("generate --model " + folder.string() + " --tokens 1,2 --steps 4 --seed 5");
    CHECK(generated.code == 0);
    CHECK(std::count(generated.out.begin(), generated.out.end(), ',') == 5);
    CHECK(run("generate --model " + folder.string() + " --tokens 1,2 --steps 4 --seed 5").out == generated.out);
}

TEST_CASE("a reference of weights that were replaced does not stay beside the new ones") {
    const auto folder = scratch() / "replaced";
    const std::string config = (scratch() / "config.json").string();
    write(config, R"({"architecture":"decoder","vocab_size":5,"d_model":8,"n_heads":2,"n_layers":1,"max_seq_len":9})");
    const std::string init = "init --config " + config + " --seed 3 --force --out " + folder.string();
    for (const std::string& command : {init, "train --task sort --steps 1 --batch 2 --out " + folder.string()}) {
        CAPTURE(command);
        std::filesystem::remove_all(folder);
        REQUIRE(run(init).code == 0);
        write(folder / "expected.safetensors", "of other weights");
        write(folder / "input.json", "{}");
        const Outcome replaced = run(command);
        CHECK(replaced.code == 0);
        CHECK(replaced.err.find("removed expected.safetensors from " + folder.string()) != std::string::npos);
        CHECK_FALSE(std::filesystem::exists(folder / "expected.safetensors"));
        CHECK_FALSE(std::filesystem::exists(folder / "input.json"));
        CHECK(run("check " + folder.string()).code == 0);
        CHECK(run(command).err.find("expected.safetensors") == std::string::npos);
    }
}

TEST_CASE("check says in words what fails, of one tensor and of numbers that are not finite") {
    const auto folder = scratch() / "odd";
    write(scratch() / "config.json",
          R"({"architecture":"decoder","vocab_size":4,"d_model":4,"n_heads":1,"n_layers":1,"max_seq_len":9})");
    REQUIRE(run("init --config " + (scratch() / "config.json").string() + " --seed 3 --force --out " + folder.string())
                .code == 0);
    write(folder / "input.json", R"({"tokens": [1]})");
    const auto compared_with = [&](const std::string& bytes) {
        const std::string header = R"({"logits":{"dtype":"F32","shape":[1,4],"data_offsets":[0,16]}})";
        std::string size(8, '\0');
        size[0] = static_cast<char>(header.size());
        write(folder / "expected.safetensors", size + header + bytes);
        return run("check " + folder.string());
    };
    const Outcome differs = compared_with(std::string(15, '\0') + "\x47");  // 0, 0, 0, 32768
    CHECK(differs.code == 1);
    CHECK(differs.out.find("\tdiffers\n") != std::string::npos);
    CHECK(differs.out.find("differs from the reference: 1 of 1 tensor, up to ") != std::string::npos);
    const Outcome odd = compared_with(std::string(16, '\xFF'));
    CHECK(odd.code == 1);
    CHECK(odd.out ==
          "logits\tlogits\tnot finite\tdiffers\ndiffers from the reference: 1 of 1 tensor; NaN or unequal "
          "infinities are among the numbers compared\n");

    std::filesystem::remove(folder / "expected.safetensors");
    const std::string weights = text_of(folder / "model.safetensors");
    write(folder / "model.safetensors", weights.substr(0, weights.size() - 4) + "\xFF\xFF\xFF\xFF");
    const Outcome fails = run("check " + folder.string());
    CHECK(fails.code == 1);
    CHECK(fails.out.find("\tfails\n") != std::string::npos);
    CHECK(fails.out.find("differs") == std::string::npos);
    CHECK(fails.out.find(" of 2 checks failed\n") != std::string::npos);
}

TEST_CASE("a cache of keys and values changes no text, and says what it saved") {
    const std::string sort = "generate --model sort --text 405313 --steps 6 --temperature 1 --seed 4";
    const Outcome plain = run(sort), cached = run(sort + " --cache"), counted = run(sort + " --cache --work");
    REQUIRE(plain.code == 0);
    CHECK(cached.out == plain.out);
    CHECK(counted.out.starts_with(plain.out));
    CHECK(counted.out.find("\nblocks.*.attn.q ") != std::string::npos);
    CHECK(counted.out.find("\nall stages ") != std::string::npos);
    CHECK(run(sort + " --work").code == 2);
    CHECK(run(sort + " --cache --backend gl").code == 2);
    CHECK(run("generate --model translate-fr-en --text 'il dort' --cache").code == 2);
    const Outcome empty = run("generate --model characters --text '' --steps 3");
    CHECK(empty.code == 2);
    CHECK(empty.err.find("the text is empty") != std::string::npos);
}

TEST_CASE("training with checkpoints writes the same weights, and the card says how memory was saved") {
    const std::string same = "train --task sort --steps 2 --batch 6 --out ";
    const auto plain = scratch() / "plain", thrifty = scratch() / "thrifty", split = scratch() / "split";
    REQUIRE(run(same + plain.string()).code == 0);
    REQUIRE(run(same + thrifty.string() + " --checkpoint").code == 0);
    REQUIRE(run(same + split.string() + " --accumulate 3").code == 0);
    CHECK(text_of(plain / "model.safetensors") == text_of(thrifty / "model.safetensors"));
    CHECK(text_of(thrifty / "card.json").find("\"checkpoint\": 1") != std::string::npos);
    CHECK(text_of(thrifty / "card.json").find(" --checkpoint ") != std::string::npos);
    CHECK(text_of(split / "card.json").find("\"accumulate\": 3") != std::string::npos);
    CHECK(text_of(split / "card.json").find(" --accumulate 3 ") != std::string::npos);
    CHECK(text_of(plain / "card.json").find("accumulate") == std::string::npos);
    for (const char* parts : {"7", "0", "x"}) {
        const Outcome refused = run(same + split.string() + " --accumulate " + parts);
        CHECK(refused.code == 2);
        CHECK(refused.err.find(parts) != std::string::npos);
    }
}

TEST_CASE("a training refuses what its model does not have, and an optimiser that there is not") {
    const std::string out = " --steps 2 --batch 4 --out " + (scratch() / "refused").string();
    for (const char* flags : {"recall-rnn --positional rope", "recall-lstm --heads 2", "translate-bottleneck --d-ff 8",
                              "soft-lookup --layers 2", "sort --optimizer adam"}) {
        CAPTURE(flags);
        const Outcome refused = run("train --task " + std::string(flags) + out);
        CHECK(refused.code == 2);
        CHECK_FALSE(std::filesystem::exists(scratch() / "refused"));
    }
    const auto folder = scratch() / "by-sgd";
    REQUIRE(run("train --task sort --optimizer sgd --steps 2 --batch 4 --out " + folder.string()).code == 0);
    CHECK(text_of(folder / "card.json").find(" --optimizer sgd ") != std::string::npos);
    CHECK(text_of(folder / "card.json").find("\"sgd\": 1") != std::string::npos);
}

TEST_CASE("a training of another architecture writes it and its command, and refuses what is none in one sentence") {
    const auto folder = scratch() / "other-architecture";
    const std::string same = "train --task sort --steps 2 --batch 4 --out " + folder.string() + " --architecture ";
    REQUIRE(run(same + R"('{"norm_placement": "post", "residual": false}')").code == 0);
    const std::string card = text_of(folder / "card.json");
    CHECK(card.find(R"(--architecture '{\"norm_placement\": \"post\", \"residual\": false}' --steps 2)") !=
          std::string::npos);
    CHECK(card.find("Sorting six digits (Norm placement: post-norm; Residual connections: off)") != std::string::npos);
    const std::string config = text_of(folder / "config.json");
    CHECK(config.find("\"norm_placement\": \"post\"") != std::string::npos);
    CHECK(config.find("\"residual\": false") != std::string::npos);
    CHECK(run("generate --model " + folder.string() + " --text 405313 --steps 2").code == 0);
    std::filesystem::remove_all(folder);
    for (const char* patch : {R"('{"norm": "batch"}')", "post", "'[1]'", R"('{"vocab_size": 3}')", "''",
                              R"('{"n_kv_heads": 3}')", R"('{"architecture": "encoder"}')"}) {
        CAPTURE(patch);
        const Outcome refused = run(same + patch);
        CHECK(refused.code == 2);
        CHECK(refused.err.starts_with("glassformer: the changed architecture"));
        CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
        CHECK_FALSE(std::filesystem::exists(folder));
    }
    const Outcome listed = run("train --list-shipped");
    CHECK(listed.out.find("coreference-full-post-norm --task coreference-full --architecture "
                          R"({"norm_placement":"post"} --seed 3)") != std::string::npos);
}

TEST_CASE("a short training writes a model folder that works") {
    const auto folder = scratch() / "trained";
    const Outcome trained = run("train --task sort --steps 3 --batch 8 --seed 1 --out " + folder.string());
    CAPTURE(trained.err);
    REQUIRE(trained.code == 0);
    CHECK(trained.err.find("step 3 of 3") != std::string::npos);
    CHECK(run("generate --model " + folder.string() + " --text 405313 --steps 2").code == 0);
}

TEST_CASE("the measurement of positional encodings writes its file, and refuses what there is not") {
    const auto file = scratch() / "measured" / "lengths.json";
    const std::string command = "measure positions --tasks running-majority --encodings none,learned --steps 2 ";
    const Outcome measured = run(command + "--seeds 0,3 --jobs 2 --out " + file.string());
    CAPTURE(measured.err);
    REQUIRE(measured.code == 0);
    CHECK(measured.err.find("4 of 4: running-majority, ") != std::string::npos);
    CHECK(measured.out.find("running-majority, learned: 16: ") != std::string::npos);
    CHECK(measured.out.find("running-majority, none: 16: ") != std::string::npos);
    CHECK(measured.out.find(" 128: ") != std::string::npos);
    CHECK(text_of(file).find(
              "--tasks running-majority --encodings none,learned --seeds 0,3 --steps 2 --out lengths.json") !=
          std::string::npos);
    for (const char* flags :
         {"--tasks sort", "--encodings rotary", "--seeds 1,1", "--seeds -1", "--seeds x", "--steps 0", "--jobs 0"}) {
        CAPTURE(flags);
        const Outcome refused = run("measure positions " + std::string(flags) + " --out " + file.string() + ".other");
        CHECK(refused.code == 2);
        CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
        CHECK_FALSE(std::filesystem::exists(file.string() + ".other"));
    }
    CHECK(run("measure positions --steps 2 --out " + scratch().string()).code == 2);
    CHECK(run("measure positions --steps 2").code == 2);
}

TEST_CASE("the loss surface is a table or JSON, around a model or from one to another, and refuses what it cannot be") {
    const std::string sort = "measure surface --model sort --texts 4 --points 3 ";
    const Outcome table = run(sort);
    CAPTURE(table.err);
    REQUIRE(table.code == 0);
    CHECK(std::count(table.out.begin(), table.out.end(), '\n') == 5);  // axis, three rows, the sentence
    const std::size_t row = table.out.find('\n');
    CHECK(table.out.find('\n', row + 1) == 2 * row + 1);  // aligned
    CHECK(table.out.find("loss at the model's own weights: ") != std::string::npos);
    CHECK(table.out.find(" nats, 4 held-out texts of sort\n") != std::string::npos);
    CHECK(table.err.find("9 of 9 points, 0:00 left") != std::string::npos);

    const Outcome json = run(sort + "--json --seed 3 --range 0.5"),
                  again = run(sort + "--json --seed 3 --range 0.5 --threads 3");
    REQUIRE(json.code == 0);
    CHECK(json.out == again.out);
    CHECK(json.out != run(sort + "--json --seed 4 --range 0.5").out);
    for (const char* part : {"\"model\":\"sort\"", "\"task\":\"sort\"", "\"seed\":3", "\"texts\":4", "\"points\":3",
                             "\"axes\":[[-0.5,0.0,0.5],[-0.5,0.0,0.5]]", "\"extents\":[[-0.5,0.5],[-0.5,0.5]]",
                             "\"center\":", "\"not_finite\":0", "\"losses\":[["})
        CHECK_MESSAGE(json.out.find(part) != std::string::npos, part);

    const auto other = scratch() / "other";
    REQUIRE(run("train --task sort --steps 1 --batch 4 --seed 9 --out " + other.string()).code == 0);
    const Outcome line = run(sort + "--json --other " + other.string());
    CHECK(line.code == 0);
    CHECK(line.out.find("\"extents\":[[0.0,1.0],[-1.0,1.0]]") != std::string::npos);

    const auto bare = scratch() / "bare";
    write(scratch() / "bare.json",
          R"({"architecture":"decoder","vocab_size":5,"d_model":8,"n_heads":2,"n_layers":1,"max_seq_len":9})");
    REQUIRE(run("init --config " + (scratch() / "bare.json").string() + " --seed 3 --out " + bare.string()).code == 0);
    const std::string of_bare = "measure surface --model " + bare.string();
    std::string config = text_of(other / "config.json");
    const std::string eps = "\"norm_eps\": 1e-05";
    REQUIRE(config.find(eps) != std::string::npos);
    write(other / "config.json", config.replace(config.find(eps), eps.size(), "\"norm_eps\": 1e-06"));
    for (const auto& [command, reason] : std::vector<std::pair<std::string, const char*>>{
             {of_bare, "has no task in its card: name one with --task"},
             {of_bare + " --task sort", "the texts of the task do not fit the model"},
             {of_bare + " --task sorting", "sorting"},
             {sort + "--other " + bare.string(),
              "is of another architecture than the model: embed.tokens.weight has the shape "},
             {sort + "--other coreference", "is of another architecture than the model: "},
             {sort + "--other sort sort sort", "--other takes one or two models, got 3"},
             {"measure surface --model sort --points 2", "--points must be from 3 to 201, got 2"},
             {"measure surface --model sort --points 202", "--points must be from 3 to 201, got 202"},
             {sort + "--other " + other.string() + " --task sort",
              "is of another architecture than the model: their config.json differ in \"norm_eps\""},
             {sort + "--range 0", "--range takes a number greater than 0 and at most 1000, got 0"},
             {sort + "--range 1e308", "--range takes a number greater than 0 and at most 1000, got 1e+308"},
             {sort + "--seed=-1", "--seed takes a whole number from 0 to "},
             {"measure surface --model characters", "has no held-out texts of its own"}}) {
        CAPTURE(command);
        const Outcome refused = run(command);
        CHECK(refused.code == 2);
        CHECK(refused.out.empty());
        CHECK_MESSAGE(refused.err.find(reason) != std::string::npos, refused.err);
        CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
    }
}

TEST_CASE("the command on a card gives the rate to its last digit") {
    const auto folder = scratch() / "rate";
    REQUIRE(run("train --task sort --steps 1 --batch 2 --lr 0.0012345678901234 --out " + folder.string()).code == 0);
    CHECK(text_of(folder / "card.json").find("--lr 0.0012345678901234 ") != std::string::npos);
}

TEST_CASE("convert writes a model with its tokenizer and its reference, and check compares it") {
    const auto copy = scratch() / "converted", assets = source_dir() / "assets" / "models" / "stories260k";
    const std::string convert = "convert stories260k --out " + copy.string();
    REQUIRE(run(convert).code == 0);
    for (const char* file : {"model.safetensors", "tokenizer.json", "expected.safetensors", "input.json"}) {
        CAPTURE(file);
        CHECK(text_of(copy / file).size() > 50);
        CHECK(text_of(copy / file) == text_of(assets / file));
    }
    CHECK(text_of(copy / "card.json").find("\"command\": \"glassformer convert stories260k --out converted\"") !=
          std::string::npos);
    const std::string tokenized = "tokenize --text 'Once upon a time' --model ";
    CHECK(run(tokenized + copy.string()).out == run(tokenized + "stories260k").out);
    const Outcome again = run(convert);
    CHECK(again.code == 2);
    CHECK(again.err.find("already holds a model; --force replaces it") != std::string::npos);

    const Outcome equal = run("check " + copy.string());
    CHECK(equal.code == 0);
    CHECK(equal.err == "tensor\tstage\tdifference\tresult\n");
    CHECK(equal.out.find("attentions.2\tblocks.2.attn.weights\t") != std::string::npos);
    CHECK(equal.out.find("\tdiffers\n") == std::string::npos);
    CHECK(equal.out.find("\nequal to the reference: ") != std::string::npos);

    // Rounded weights are other weights: there is nothing to compare with, and all is sound.
    const auto half = scratch() / "half";
    REQUIRE(run("convert " + copy.string() + " --half --out " + half.string()).code == 0);
    CHECK(std::filesystem::file_size(half / "model.safetensors") <
          std::filesystem::file_size(copy / "model.safetensors") * 6 / 10);
    CHECK_FALSE(std::filesystem::exists(half / "expected.safetensors"));
    const Outcome sound = run("check " + half.string());
    CHECK(sound.code == 0);
    CHECK(sound.out.find("has no expected.safetensors; 2 of 2 checks passed\n") != std::string::npos);
    for (const char* file : {"expected.safetensors", "input.json"})
        std::filesystem::copy_file(assets / file, half / file);
    const Outcome differs = run("check " + half.string());
    CHECK(differs.code == 1);
    CHECK(differs.err == equal.err);
    CHECK(differs.out.find("\tdiffers\n") != std::string::npos);
    CHECK(differs.out.find("\ndiffers from the reference: ") != std::string::npos);

    write(half / "input.json", "{\"tokens\": [1, 2]}");
    const Outcome other = run("check " + half.string());
    CHECK(other.code == 2);
    CHECK(other.out.empty());
    CHECK(other.err.find("should hold [") != std::string::npos);
    CHECK(run("check nowhere").code == 2);
    const Outcome card = run(convert + " --force --card " + (scratch() / "no-card.json").string());
    CHECK(card.code == 2);
    CHECK(card.err.find("--card must name a card.json") != std::string::npos);
}

TEST_CASE("the shipped stories are generated word for word on the command line") {
    const Outcome told = run(
        "generate --model stories260k --text 'Once upon a time, there was a little girl' --steps 36 --temperature 0");
    CHECK(told.code == 0);
    CHECK(told.out.find("named Lily. She loved to play outside in the park. One day, she saw a big, red ball. She "
                        "wanted to") != std::string::npos);
}

TEST_SUITE_END();
