// The glossary's rows: their formulas, links and sources; their examples as runs of the shipped models; and their
// numbers, each against the config or the record read another way.
// ctest: alone 4 s
#include "app/views/shared/glossary.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "app/lessons/scene.h"
#include "app/sheets/glossary_number.h"
#include "app/views/shared/wording.h"
#include "core/base/words.h"
#include "core/generate/next_token.h"
#include "core/model/patched_model.h"
#include "core/model/published_models.h"
#include "core/tape/formula_text.h"
#include "tests/support/program.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

std::string folded(std::string_view text) {
    std::string made(text);
    for (char& c : made) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return made;
}

Inputs first_example(const std::string& model) {
    for (const auto& models : {shipped_options(model).models, shipped_options(model).lesson_models})
        for (const ModelChoice& choice : models)
            if (choice.name == model && !choice.examples.empty()) return choice.examples.front();
    return {};
}

/// The window's state that a term's example stands for. A page without a model keeps the one that is open.
LessonScene example_scene(const GlossaryTerm& term) {
    std::vector<SceneLine> lines;
    for (const std::string& line : split_lines(term.example)) {
        const std::size_t colon = line.find(": ");
        REQUIRE(colon != std::string::npos);
        lines.push_back({.key = line.substr(0, colon), .value = line.substr(colon + 2)});
    }
    LessonScene scene;
    scene.session.inputs = first_example("coreference-full");
    apply(scene, lines, term.name, [](const std::string& model) { return first_example(model); });
    return scene;
}

std::shared_ptr<const Evaluation> run_of_inputs(const Inputs& inputs) {
    static std::map<std::string, std::shared_ptr<const Evaluation>> runs;
    std::shared_ptr<const Evaluation>& run = runs[to_text(inputs)];
    if (!run) run = evaluate_once(shipped_options(inputs.model).load(inputs.model), inputs);
    return run;
}

// --- what a number must be, read off the record without the expressions of lessons

struct Seen {
    const Evaluation& run;
    Cursor cursor;

    const ModelConfig& config() const { return run.model().config; }
    const Record& record(const std::string& name) const {
        const int id = run.trace().find(name);
        REQUIRE_MESSAGE(id >= 0, name);
        return run.trace().record(id);
    }
    /// The row of the selected token, else of the answer, which a classifier's last token stands for here; of the
    /// cursor's head.
    std::vector<double> row(const std::string& name) const {
        const Record& of = record(name);
        const Grid grid = grid_of(run.trace(), of.id, cursor.head);
        const int last = grid.rows - 1, answer = config().head.classifier ? last : std::min(answer_row(run), last);
        const int at = cursor.locked ? cursor.row : answer;
        std::vector<double> numbers;
        for (int c = 0; c < grid.cols; ++c) numbers.push_back(static_cast<double>(of.at(grid.cell(at, c))));
        return numbers;
    }
    double largest(const std::string& name) const {
        const auto numbers = row(name);
        return *std::ranges::max_element(numbers);
    }
    double total(const std::string& name) const {
        double sum = 0;
        for (const double x : row(name)) sum += x;
        return sum;
    }
    double length(const std::string& name) const {
        double squares = 0;
        for (const double x : row(name)) squares += x * x;
        return std::sqrt(squares);
    }
    double middle(const std::string& name) const { return total(name) / static_cast<double>(row(name).size()); }
    double spread(const std::string& name) const {
        const double mean = middle(name);
        double squares = 0;
        for (const double x : row(name)) squares += (x - mean) * (x - mean);
        return std::sqrt(squares / static_cast<double>(row(name).size()));
    }
    double entropy(const std::string& name) const {
        double sum = 0;
        for (const double p : row(name)) sum -= p > 0 ? p * std::log(p) : 0;
        return sum;
    }
    double loss() const { return static_cast<double>(record("loss").entries(0, 1)[0]); }
};

const std::map<std::string, std::function<double(const Seen&)>>& oracles() {
    static const std::string weights = "blocks.1.attn.weights", stream = "blocks.0.resid_pre";
    static const std::map<std::string, std::function<double(const Seen&)>> all{
        {"attention head", [](const Seen& s) { return s.config().n_heads; }},
        {"attention weight", [](const Seen& s) { return s.largest(weights); }},
        {"block", [](const Seen& s) { return s.config().n_layers; }},
        {"concatenation", [](const Seen& s) { return s.config().n_heads * s.config().d_head; }},
        {"context window", [](const Seen& s) { return s.config().max_seq_len; }},
        {"cross-entropy", [](const Seen& s) { return s.loss(); }},
        {"d_ff", [](const Seen& s) { return s.config().d_ff; }},
        {"d_head", [](const Seen& s) { return s.config().d_head; }},
        {"d_model", [](const Seen& s) { return s.config().d_model; }},
        {"dot product", [](const Seen& s) { return s.largest("blocks.1.attn.scores_raw"); }},
        {"embedding", [](const Seen& s) { return s.length("embed.tokens"); }},
        {"entropy", [](const Seen& s) { return s.entropy(weights); }},
        {"epsilon ε", [](const Seen& s) { return static_cast<double>(s.config().norm_eps); }},
        {"forward pass", [](const Seen& s) { return static_cast<double>(s.run.trace().stages().size()); }},
        {"gradient",
         [](const Seen& s) {
             double squares = 0;
             const Record& of = s.record(weights);
             const ConstView view = of.gradient_view();
             for (std::size_t i = 0; i < of.shape.count(); ++i)
                 squares += static_cast<double>(view.data[i]) * static_cast<double>(view.data[i]);
             return std::sqrt(squares);
         }},
        {"grouped-query attention", [](const Seen& s) { return s.config().n_kv_heads; }},
        {"hidden state", [](const Seen& s) { return s.length("rnn.0.hidden"); }},
        {"key", [](const Seen& s) { return s.length("blocks.1.attn.k"); }},
        {"layer", [](const Seen& s) { return s.config().n_layers; }},
        {"LayerNorm", [](const Seen& s) { return s.spread(stream); }},
        {"logit", [](const Seen& s) { return s.largest("logits"); }},
        {"loss", [](const Seen& s) { return s.loss(); }},
        {"mean μ", [](const Seen& s) { return s.middle(stream); }},
        {"multi-head attention", [](const Seen& s) { return s.config().n_heads; }},
        {"neuron", [](const Seen& s) { return s.largest("blocks.0.mlp.act"); }},
        {"parameter",
         [](const Seen& s) {
             double count = 0;
             for (const Parameter& one : s.run.model().weights.parameters)
                 count += static_cast<double>(one.shape.count());
             return count;
         }},
        {"perplexity", [](const Seen& s) { return std::exp(s.loss()); }},
        {"position", [](const Seen& s) { return static_cast<double>(s.run.tokens().size()); }},
        {"probability", [](const Seen& s) { return s.largest("probs"); }},
        {"quadratic cost",
         [](const Seen& s) { return static_cast<double>(s.run.tokens().size() * s.run.tokens().size()); }},
        {"query", [](const Seen& s) { return s.length("blocks.1.attn.q"); }},
        {"residual stream", [](const Seen& s) { return s.length("blocks.1.resid_pre"); }},
        {"RMSNorm",
         [](const Seen& s) { return s.length(stream) / std::sqrt(static_cast<double>(s.config().d_model)); }},
        {"scaled dot-product attention", [](const Seen& s) { return std::sqrt(s.config().d_head); }},
        {"score", [](const Seen& s) { return s.largest("blocks.1.attn.scores_raw"); }},
        {"softmax", [](const Seen& s) { return s.total(weights); }},
        {"square root", [](const Seen& s) { return std::sqrt(s.config().d_head); }},
        {"stage", [](const Seen& s) { return static_cast<double>(s.run.trace().stages().size()); }},
        {"standard deviation σ", [](const Seen& s) { return s.spread(stream); }},
        {"sum", [](const Seen& s) { return s.total(weights); }},
        {"token", [](const Seen& s) { return static_cast<double>(s.run.tokens().size()); }},
        {"value", [](const Seen& s) { return s.length("blocks.1.attn.v"); }},
        {"vector", [](const Seen& s) { return s.config().d_model; }},
        {"vocabulary", [](const Seen& s) { return s.config().vocab_size; }},
    };
    return all;
}

/// The cursor once the example is shown: on its stage, on its cell where it selects one.
Cursor cursor_of(const LessonScene& scene, const Evaluation& run) {
    Cursor cursor = scene.session.cursor;
    if (!scene.cell.empty()) jump(run.trace(), cursor, selected_cell(scene, run));
    return cursor;
}

}  // namespace

TEST_SUITE_BEGIN("glossary");

TEST_CASE("80 terms or more, by name, each once, with an example, formulas that parse and links that lead somewhere") {
    CHECK(glossary().size() >= 80);
    std::set<std::string> names;
    std::string before;
    std::size_t formulas = 0, numbers = 0;
    for (const GlossaryTerm& term : glossary()) {
        CAPTURE(std::string(term.name));
        const std::string name = folded(term.name);
        CHECK(before < name);
        before = name;
        CHECK(names.insert(name).second);
        CHECK(find_term(term.name) == &term);
        CHECK_FALSE(std::string(term.words).empty());
        if (term.formula[0] != '\0') {
            ++formulas;
            CHECK_NOTHROW(parse_formula(term.formula));
            const std::string plain = plain_formula(term.formula);
            CHECK_FALSE(plain.empty());
            CHECK(plain.find('\\') == std::string::npos);
            CHECK(plain.find('{') == std::string::npos);
        }
        if (const std::string source = term.source; !source.empty()) {
            const std::string year = source.substr(source.rfind(' ') + 1);
            CHECK(year.size() == 4);
            CHECK(std::stoi(year) > 1900);
            CHECK(std::stoi(year) < 2030);
        }
        const std::vector<const GlossaryTerm*> others = see_also(term);
        CHECK_FALSE(others.empty());
        CHECK(static_cast<std::ptrdiff_t>(others.size()) ==
              1 + std::ranges::count(std::string_view(term.see), ','));  // none is unknown
        CHECK(std::set(others.begin(), others.end()).size() == others.size());
        CHECK(std::ranges::find(others, &term) == others.end());
        CHECK((term.number[0] != '\0') == (term.counted[0] != '\0'));
        numbers += term.number[0] != '\0' ? 1 : 0;
        const std::vector<std::string> words = [&] {
            std::vector<std::string> all;
            for (const GlossaryTerm* found : terms_for(term.name)) all.emplace_back(found->name);
            return all;
        }();
        REQUIRE_FALSE(words.empty());
        CHECK(words.front() == term.name);
    }
    CHECK(formulas >= 80);
    CHECK(numbers >= 40);
}

TEST_CASE(
    "each example is a scene of a view, a page and a model that there are; its stage and its cell are in the run") {
    std::set<std::string> views;
    for (const GlossaryTerm& term : glossary()) {
        CAPTURE(std::string(term.name));
        LessonScene scene;
        REQUIRE_NOTHROW(scene = example_scene(term));
        views.insert(scene.session.view);
        CHECK_FALSE(example_value(term, "view").empty());
        if (const std::string model = example_value(term, "model"); !model.empty())
            CHECK(scene.session.inputs.model == model);
        for (const std::string& line : split_lines(term.example))  // another setting would begin another training
            CHECK((!line.starts_with("train.") || line.starts_with("train.comparison: ")));
        const auto run = run_of_inputs(scene.session.inputs);
        if (const std::string& stage = scene.session.cursor.record; !stage.empty())
            CHECK_MESSAGE(run->trace().find(stage) >= 0, stage);
        if (!scene.cell.empty()) CHECK_NOTHROW(static_cast<void>(selected_cell(scene, *run)));
    }
    CHECK(views ==
          std::set<std::string>{"attention", "experiments", "inspect", "output", "positions", "train", "walk"});
}

TEST_CASE("each number is that of the config or of the record, in the term's own example") {
    std::set<std::string> checked;
    for (const GlossaryTerm& term : glossary()) {
        if (term.number[0] == '\0') continue;
        CAPTURE(std::string(term.name));
        const LessonScene scene = example_scene(term);
        const auto run = run_of_inputs(scene.session.inputs);
        const Seen seen{*run, cursor_of(scene, *run)};
        const auto number = number_of(term, *run, seen.cursor);
        REQUIRE(number);
        CHECK(number->what.find('{') == std::string::npos);
        checked.insert(term.name);
        if (std::string_view(term.name) == "greedy decoding") {  // a word
            const auto best = most_probable_answers(*run, 1, static_cast<int>(run->tokens().size()) - 1);
            CHECK(number->value == answer_word(run->model(), best.front().token));
            continue;
        }
        const auto oracle = oracles().find(term.name);
        REQUIRE(oracle != oracles().end());
        std::string digits = number->value;
        std::erase(digits, ',');
        float value = 0;
        CAPTURE(number->value);
        const double wanted = oracle->second(seen);
        CAPTURE(wanted);
        if (digits.starts_with('>')) {  // as the window writes a weight next to 1
            REQUIRE(parse_number(digits.substr(1), value));
            CHECK(wanted > static_cast<double>(value));
            CHECK(wanted <= 1);
            continue;
        }
        REQUIRE(parse_number(digits, value));
        if (wanted >= 1000) {
            CHECK(static_cast<double>(value) == wanted);
        } else if (digits.find("·10") != std::string::npos) {  // two digits
            CHECK(static_cast<double>(value) == doctest::Approx(wanted).epsilon(0.051));
        } else {  // half a unit of its last digit, and what a float is off
            const std::size_t point = digits.find('.');
            const auto decimals = point == std::string::npos ? 0 : static_cast<double>(digits.size() - point - 1);
            CHECK(std::abs(static_cast<double>(value) - wanted) <= 0.501 * std::pow(10, -decimals));
        }
    }
    for (const auto& [name, oracle] : oracles()) CHECK_MESSAGE(checked.contains(name), name);
}

TEST_CASE("a number follows the selected row and head; a run without the stage has none") {
    const GlossaryTerm& entropy = *find_term("entropy");
    const auto run = run_of_inputs(first_example("coreference-full"));
    std::set<std::string> values;
    for (const int head : {0, 1})
        for (const int row : {3, 8}) {
            Cursor cursor;
            cursor.record = "blocks.1.attn.weights";
            cursor.head = head;
            cursor.row = row;
            cursor.locked = true;
            const auto number = number_of(entropy, *run, cursor);
            REQUIRE(number);
            CHECK(number->what.find("head " + std::to_string(head + 1)) != std::string::npos);
            CHECK(number->what.find("“" + run->tokens()[static_cast<std::size_t>(row)].text + "”") !=
                  std::string::npos);
            CHECK(number->what.find("Block 2") != std::string::npos);
            values.insert(number->value);
        }
    CHECK(values.size() > 1);
    const auto recurrent = run_of_inputs(first_example("recall-rnn"));
    CHECK_FALSE(number_of(entropy, *recurrent, {}));
    CHECK_FALSE(number_of(*find_term("d_head"), *recurrent, {}));
    CHECK_FALSE(number_of(*find_term("loss"), *run, {}));  // without a backward pass
    CHECK_FALSE(number_of(*find_term("RoPE"), *run, {}));  // no number
}

TEST_CASE("the command prints a term by any of its names; an unknown one is refused with those that are near") {
    const Outcome all = run("glossary");
    CHECK(all.code == 0);
    CHECK(std::ranges::count(all.out, '\n') == static_cast<std::ptrdiff_t>(glossary().size()));
    const Outcome softmax = run("glossary SoftMax");
    CHECK(softmax.code == 0);
    CHECK(softmax.out.starts_with("softmax\n"));
    CHECK(softmax.out.find(find_term("softmax")->text) != std::string::npos);
    CHECK(softmax.out.find(plain_formula(find_term("softmax")->formula)) != std::string::npos);
    CHECK(softmax.out.find("1990") != std::string::npos);
    CHECK(run("glossary residual stream").out.starts_with("residual stream\n"));
    CHECK(run("glossary FFN").out.starts_with("MLP\n"));
    const Outcome unknown = run("glossary sofmax");
    CHECK(unknown.code == 2);
    CHECK(unknown.out.empty());
    CHECK(unknown.err.find("no term \"sofmax\"") != std::string::npos);
    CHECK(unknown.err.find("did you mean \"softmax\"?") != std::string::npos);
    CHECK(run("glossary zzzzzzzzzzzzzzzz").code == 2);
}

TEST_CASE("an example that shows a published model shows the one that its term names") {
    int looked_at = 0;
    for (const GlossaryTerm& term : glossary()) {
        const std::string example = term.example, key = "experiments.cost.model: ";
        const std::size_t at = example.find(key);
        if (at == std::string::npos) continue;
        ++looked_at;
        const auto number = static_cast<std::size_t>(std::stoi(example.substr(at + key.size())));
        CAPTURE(term.name);
        REQUIRE(number >= 1);  // 0 is the open one
        REQUIRE(number <= published_models().size());
        CHECK(published_models()[number - 1].name.find(std::string(term.name)) == 0);
    }
    CHECK(looked_at >= 2);
}

TEST_CASE("a size of a part that the run does not have is no number of it") {
    const auto number = [](const char* term, const std::string& model, const std::string& architecture = "") {
        Inputs inputs = first_example(model);
        inputs.architecture = architecture;
        const auto own = shipped_options(model).load(model);
        return number_of(*find_term(term), *evaluate_once(patched_model(own, architecture), inputs), {}).has_value();
    };
    CHECK(number("d_ff", "coreference-full"));
    CHECK_FALSE(number("d_ff", "coreference-full", R"({"mlp": false})"));
    CHECK(number("epsilon ε", "coreference-full"));
    CHECK_FALSE(number("epsilon ε", "coreference-full", R"({"norm": "none"})"));
    CHECK_FALSE(number("d_ff", "recall-rnn"));
    CHECK(number("layer", "recall-rnn"));
    CHECK_FALSE(number("block", "recall-rnn"));
}

TEST_SUITE_END();
