// Files whose values have other types than they should: every value of every kind of file is replaced by each other
// type, and the message is our own sentence that names the file, the key and both types.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/files/session_file.h"
#include "app/workspace/settings.h"
#include "core/analysis/watch.h"
#include "core/base/json_text.h"
#include "core/base/utf8.h"
#include "core/generate/sampling.h"
#include "core/generate/token_run.h"
#include "core/io/model_folder.h"
#include "core/model/config.h"
#include "core/text/tokenizer.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using nlohmann::json;

namespace {

/// The text read: what its Error says, "" where there is none.
using Reading = std::function<std::string(const std::string& text)>;

/// Whether the types differ for a reader: an integer is a number too.
bool other_type(const json& a, const json& b) { return a.is_number() ? !b.is_number() : a.type() != b.type(); }

std::vector<json::json_pointer> places(const json& at, const json::json_pointer& path = json::json_pointer()) {
    std::vector<json::json_pointer> found{path};
    if (at.is_object() || at.is_array())
        for (const auto& [key, value] : at.items())
            for (const auto& inner :
                 places(value, at.is_array() ? path / static_cast<std::size_t>(std::stoi(key)) : path / key))
                found.push_back(inner);
    return found;
}

/// The nearest key above a place of a list.
std::string key_of_place(json::json_pointer at) {
    while (!at.empty() && std::isdigit(static_cast<unsigned char>(at.back().front())) != 0) at.pop_back();
    return at.empty() ? "" : at.back();
}

/// Puts each other type in each place; `free` may hold anything below it. Returns the number of files that were read.
int check_types(const json& sound, const std::string& source, const Reading& reading,
                const std::vector<std::string>& free = {}) {
    REQUIRE(reading(sound.dump()) == "");
    int read = 0;
    for (const json::json_pointer& place : places(sound)) {
        const std::string path = place.to_string();
        if (std::ranges::any_of(free, [&](const std::string& prefix) { return path.starts_with(prefix); })) continue;
        for (const json& wrong : {json(12), json("no"), json(true), json(nullptr), json(json::array({1})),
                                  json(json::object({{"a", 1}}))}) {
            if (!other_type(sound.at(place), wrong)) continue;
            json changed = sound;
            changed.at(place) = wrong;
            const std::string message = reading(changed.dump());
            CAPTURE(source);
            CAPTURE(path);
            CAPTURE(wrong.dump());
            CAPTURE(message);
            CHECK(contains(message, source));
            CHECK(contains(message, key_of_place(place)));
            CHECK_FALSE(contains(message, "exception"));
            CHECK_FALSE(contains(message, "type_error"));
            ++read;
        }
    }
    return read;
}

const json sound_inputs = {{"model", "sort"},
                           {"text", "3 1 2"},
                           {"target", "1"},
                           {"gradients", true},
                           {"labels", "#1"},
                           {"edits", json::array({{{"stage", "logits"}, {"cell", {0, 1, -1, 0}}, {"value", 0.5}}})},
                           {"architecture", {{"residual", false}}}};
const json sound_cursor = {{"record", "logits"}, {"head", 0},      {"row", 1},
                           {"column", 2},        {"locked", true}, {"limit", -1}};

}  // namespace

TEST_SUITE_BEGIN("wrong_types");

TEST_CASE("a session with a value of another type names the file, the key and both types") {
    const json session = {{"format", "glassformer session"},
                          {"version", 1},
                          {"inputs", sound_inputs},
                          {"cursor", sound_cursor},
                          {"view", "walk"},
                          {"theme", "dark"},
                          {"palette", "meaning"},
                          {"text_scale", 1.5},
                          {"panel", true},
                          {"panel_width", 25},
                          {"panel_instead", false},
                          {"scrolled", {{"list", 12.5}}},
                          {"views", {{"walk", {{"by", 1}}}}}};
    const auto reading = [](const std::string& text) {
        return message_of([&] { session_from_text(text, "talk.glassformer"); });
    };
    // What a view keeps is the view's affair, and so is what the changes of the architecture say.
    CHECK(check_types(session, "talk.glassformer", reading, {"/views/walk/", "/inputs/architecture/"}) > 150);
    json wrong = session;
    wrong["theme"] = 12;
    CHECK(reading(wrong.dump()) == R"(talk.glassformer: "theme" must be text, not the number 12)");
    wrong = session;
    wrong["inputs"]["edits"][0]["stage"] = true;
    CHECK(reading(wrong.dump()) == R"(talk.glassformer: "inputs.edits[0].stage" must be text, not true)");
    wrong = session;
    wrong["cursor"]["row"] = "two";
    CHECK(reading(wrong.dump()) == R"(talk.glassformer: "cursor.row" must be a whole number, not the text "two")");
    // A number of any size is a number.
    wrong = session;
    wrong["cursor"]["row"] = 9e18;
    wrong["cursor"]["head"] = std::uint64_t{1} << 63U;
    wrong["scrolled"]["list"] = 1e300;
    wrong["text_scale"] = -1e300;
    wrong["cursor"]["row"] = INT64_MAX;
    CHECK(reading(wrong.dump()) == "");
}

TEST_CASE("settings with a value of another type are the defaults, and the message names file and key") {
    const TemporaryFolder folder;
    const json settings = {{"width", 1280},
                           {"height", 720},
                           {"x", 1},
                           {"y", 2},
                           {"fullscreen", true},
                           {"theme", "dark"},
                           {"text_scale", 1.0},
                           {"panel_width", 25},
                           {"panel", true},
                           {"view", "walk"},
                           {"palette", "meaning"},
                           {"motion", true},
                           {"begun", {"sort"}},
                           {"recent", {"/tmp"}},
                           {"inputs", sound_inputs},
                           {"cursor", sound_cursor},
                           {"measure",
                            {{"renderer", "x"},
                             {"cpu", {{"stage_ms", 1}, {"flop_per_ms", 2}}},
                             {"gl", {{"stage_ms", 1}, {"flop_per_ms", 2}}}}}};
    const auto reading = [&](const std::string& text) {
        test::write(folder / "settings.json", text);
        std::string message;
        const Settings read = load_settings(folder / "settings.json", message);
        CHECK((message.empty() || (read.inputs.model.empty() && read.recent.empty())));
        return message;
    };
    CHECK(check_types(settings, "settings.json", reading, {"/inputs/architecture/"}) > 150);
    CHECK(contains(reading("{\"theme\": 3}"), "\"theme\" must be text, not the number 3"));
    CHECK(contains(reading("{\n\"theme\": }"), "line 2, column 10"));
}

TEST_CASE("a model folder with a value of another type names the file and the key") {
    const TemporaryFolder folder;
    const json card = {{"title", "t"},
                       {"try", "t"},
                       {"answer_note", "n"},
                       {"task", "sort"},
                       {"examples", {"a"}},
                       {"targets", {"a"}},
                       {"classes", {"a"}},
                       {"answers", "next"},
                       {"answer_at", "a"},
                       {"command", "c"},
                       {"seed", 1},
                       {"figures", {{"accuracy", 0.5}}},
                       {"metrics", json::array({{{"name", "a"}, {"words", "b"}, {"kind", "share"}, {"unit", "c"}}})},
                       {"training", {{"steps", 1}}},
                       {"note", "n"}};
    CHECK(check_types(card, "card.json", [&](const std::string& text) {
              test::write(folder / "card.json", text);
              return message_of([&] { load_card(folder.path()); });
          }) > 80);
    const json config = {{"architecture", "decoder"},
                         {"vocab_size", 10},
                         {"d_model", 8},
                         {"n_heads", 2},
                         {"n_layers", 1},
                         {"max_seq_len", 12},
                         {"norm_eps", 1e-5},
                         {"activation", "relu"},
                         {"gated_mlp", false},
                         {"residual", true},
                         {"positional", {{"kind", "rope"}, {"base", 100}, {"layout", "half"}}},
                         {"mask", {{"kind", "window"}, {"window", 3}}},
                         {"head", {{"kind", "classifier"}, {"n_classes", 2}, {"pooling", "mean"}}},
                         {"tokenizer", {{"kind", "words"}, {"split", {"-"}}}}};
    CHECK(check_types(config, "config.json", [](const std::string& text) {
              return message_of([&] { parse_config(text, "config.json"); });
          }) > 80);
    CHECK(check_types({{"a", 0}, {"b", 1}}, "vocab.json", [](const std::string& text) {
              return message_of([&] { make_tokenizer(text, "vocab.json", {}, 8); });
          }) > 10);
}

TEST_CASE("what a view keeps in a session and cannot read is refused with a sentence of ours") {
    const json watch = {{"cells", {"logits[0]"}}, {"breakpoints", {"logits"}}};
    CHECK(check_types(watch, "watched cells",
                      [](const std::string& text) { return message_of([&] { watch_from_text(text); }); }) > 10);
    const json sampling = {{"temperature", 1}, {"top_k", 0}, {"top_p", 1}, {"greedy", false}, {"seed", 1}};
    CHECK(check_types(sampling, "sampling",
                      [](const std::string& text) { return message_of([&] { sampling_from_text(text); }); }) > 20);
    const json run = {
        {"model", "m"},
        {"architecture", ""},
        {"texts", json::array({json::array({"a", ""}), json::array({"a b", ""})})},
        {"steps",
         json::array({{{"token", 1}, {"log_probability", -1.5}, {"number", 0.25}, {"greedy", false}, {"end", false}}})},
        {"stopped", ""}};
    CHECK(check_types(run, "run of tokens", [](const std::string& text) {
              if (text == "null") return std::string("run of tokens");  // there is none
              TokenRun read;
              return message_of([&] { read.read(text); });
          }) > 40);
}

TEST_CASE("a message holds no control characters and no broken UTF-8, whatever it quotes") {
    const std::string rude = "a\x1b[31m\x07\r\nb\x7f\xc2\x9b\xe2\x80\xae\xff\xc3";
    const std::string said = Error("no file " + rude).what();
    CHECK(said == "no file a\\u001b[31m\\u0007\\u000d\\u000ab\\u007f\\u009b\\u202e\xef\xbf\xbd\xef\xbf\xbd");
    CHECK(Error("Größe – “x” ≥ 0 …").what() == std::string("Größe – “x” ≥ 0 …"));
    const TemporaryFolder folder;
    test::write(folder / "m/config.json", "{}");
    test::write(folder / "m/card.json", json{{"title", json::array()}, {rude.substr(0, 9), 1}}.dump());
    for (const std::string& message :
         {message_of([&] { load_card(folder / "m"); }), message_of([&] { load_config(folder / ("m" + rude)); }),
          message_of([&] { parse_json("{\"\x1b[1m\": 1, \"\x1b[1m\": 1}", "f\x1b"); }),
          message_of([&] { parse_json(R"({"\u001b[1m": 1, "\u001b[1m": 2})", "f.json"); })}) {
        CAPTURE(message);
        CHECK(message != "");
        CHECK(std::ranges::none_of(message, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }));
        CHECK_NOTHROW(code_points(message));
    }
    // A whole command line, with a name that would colour the terminal.
    const test::Outcome outcome = test::run("trace --model \"$(printf 'no\\033[31m\\377')\" --out /dev/null");
    CHECK(outcome.code == 2);
    CHECK(contains(outcome.err, "\\u001b[31m"));
    CHECK_NOTHROW(code_points(outcome.err));
}

TEST_SUITE_END();
