// The third part of an explanation: what it says of a row holds for the numbers that the run recorded, computed here in
// another way, for every shipped model, its examples and random texts.
// ctest: alone 10 s, optimised too
#include "app/views/explanation/look_at.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <regex>
#include <string>
#include <vector>

#include "app/paint/visible_text.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/cursor.h"
#include "app/views/shared/wording.h"
#include "core/base/number_text.h"
#include "core/base/random.h"
#include "core/generate/next_token.h"
#include "core/text/tokenizer.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;

namespace {

namespace said = texts::explanation;

/// What a text was made of: by number of its {}, in the order of the call.
using Parts = std::vector<std::string>;

/// A format as a regular expression, and which {} each of its groups is.
struct Pattern {
    std::regex regex{};
    std::vector<std::size_t> numbers{};
    explicit Pattern(const std::string& format) {
        std::string pattern;
        for (std::size_t i = 0; i < format.size(); ++i) {
            if (format[i] == '{') {
                const std::size_t end = format.find('}', i);
                const std::string number = format.substr(i + 1, end - i - 1);
                numbers.push_back(number.empty() ? numbers.size() : std::stoul(number));
                pattern += "(.+?)";
                i = end;
            } else {
                if (std::string_view(".()").find(format[i]) != std::string_view::npos) pattern += '\\';
                pattern += format[i];
            }
        }
        regex = pattern;
    }
};

/// The parts of a text that was made by this format; empty where it was not.
Parts parts_of(const std::string& text, const char* format) {
    static std::map<const char*, Pattern> patterns;
    const Pattern& pattern = patterns.try_emplace(format, std::string(format)).first->second;
    std::smatch match;
    if (!std::regex_match(text, match, pattern.regex)) return {};
    Parts parts(pattern.numbers.size());
    for (std::size_t i = 0; i < parts.size(); ++i) parts[pattern.numbers[i]] = match[i + 1];
    return parts;
}

std::string share(double value) {
    const std::string text = percent_text(value);
    if (text[0] == '>') return "more than" + text.substr(1);
    return text[0] == '<' ? "less than" + text.substr(1) : text;
}

/// A matrix of doubles, cut out of the whole tensor.
struct Matrix {
    std::vector<std::vector<double>> rows;
    Matrix(const Record& record, int head) {
        const ConstView all = record.view();
        const int cols = all.shape.cols(), count = static_cast<int>(all.shape.count()) / cols;
        const int in_head = all.shape.rank() >= 3 ? all.shape.size(1) : count;
        for (int r = head * in_head; r < (head + 1) * in_head; ++r)
            rows.emplace_back(all.data + static_cast<std::ptrdiff_t>(r) * cols,
                              all.data + static_cast<std::ptrdiff_t>(r + 1) * cols);
    }
};

double length(const std::vector<double>& row) {
    return std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0));
}

/// One text and what it is said of.
struct Said {
    const Evaluation& evaluation;
    const Record& record;
    int head, row;
    Parts parts;

    std::vector<double> numbers() const { return Matrix(record, head).rows[static_cast<std::size_t>(row)]; }
    std::vector<double> before(std::size_t operand) const {
        const Record& read = evaluation.trace().record(record.operands[operand]);
        return Matrix(read, read.shape.rank() >= 3 ? head : 0).rows[static_cast<std::size_t>(row)];
    }
    bool names_row(const std::string& part, int which) const {
        const std::string name = line_name_of(evaluation, record, record.shape.rank() - 2, which);
        return part == "“" + name + "”" || (part == name && name.starts_with("“")) ||
               part == "position " + std::to_string(which + 1);
    }
    bool names_row(const std::string& part) const { return names_row(part, row); }
    /// A line of another record, by word or by position.
    bool names(const std::string& part, const Record& of, int from_end, std::size_t which) const {
        const std::string name = line_name_of(evaluation, of, of.shape.rank() - from_end, static_cast<int>(which));
        return part == "“" + name + "”" || (part == name && name.starts_with("“")) ||
               part == "position " + std::to_string(which + 1);
    }
    /// Another stage of the same attention.
    const Record& beside(const char* key) const {
        const std::string site = record.name.substr(0, record.name.rfind('.') + 1);
        return evaluation.trace().record(evaluation.trace().find(site + key));
    }
    /// "The key of {} gets its highest score, {}, with the query of {}": by column of that stage.
    bool column_is(const char* key) const {
        const Record& of = beside(key);
        const Matrix all(of, head);
        std::vector<double> column;
        for (const auto& line : all.rows) column.push_back(line[static_cast<std::size_t>(row)]);
        const double best = *std::ranges::max_element(column);
        for (std::size_t r = 0; r < column.size(); ++r)
            if (column[r] == best && names(parts[2], of, 2, r))
                return names_row(parts[0]) && parts[1] == number_text(best);
        return false;
    }
    /// Columns that are called so and hold that number.
    bool names_largest(const std::string& part, std::vector<double> among) const {
        const double most = *std::ranges::max_element(among);
        for (std::size_t c = 0; c < among.size(); ++c) {
            const std::string name = line_name_of(evaluation, record, record.shape.rank() - 1, static_cast<int>(c));
            if (among[c] == most && (part == "“" + name + "”" || part == name || part.ends_with(" " + name) ||
                                     part == "position " + std::to_string(c + 1)))
                return true;
        }
        return false;
    }
    /// The largest and the next, by name and number.
    bool two_largest(std::string (*write)(double)) const {
        std::vector<double> sorted = numbers(), rest = sorted;
        std::ranges::sort(sorted, std::greater{});
        *std::ranges::max_element(rest) = -INFINITY;
        return names_largest(parts[0], numbers()) && parts[1] == write(sorted[0]) && names_largest(parts[2], rest) &&
               parts[3] == write(sorted[1]);
    }
};

std::string plain(double value) { return number_text(value); }

struct Form {
    const char* format;
    std::function<bool(const Said&)> holds;
};

const std::vector<Form>& forms() {
    static const auto total = [](const std::vector<double>& row) {
        return std::accumulate(row.begin(), row.end(), 0.0);
    };
    static const auto most = [](const std::vector<double>& row) { return *std::ranges::max_element(row); };
    static const auto positive = [](const std::vector<double>& row) {
        return std::ranges::count_if(row, [](double x) { return x > 0; });
    };
    static const std::vector<Form> rows{
        {said::look_only_weight,
         [](const Said& s) {
             return s.names_row(s.parts[0]) && s.names_largest(s.parts[1], s.numbers()) &&
                    most(s.numbers()) == total(s.numbers());
         }},
        {said::look_even_weights,
         [](const Said& s) {
             return s.names_row(s.parts[0]) && s.names_largest(s.parts[1], s.numbers()) &&
                    s.parts[2] == share(most(s.numbers()) / total(s.numbers())) &&
                    std::ranges::none_of(s.numbers(), [&](double x) { return x > 0 && 2 * x <= most(s.numbers()); });
         }},
        {said::look_weights,
         [](const Said& s) {
             return s.names_row(s.parts[0]) && s.names_largest(s.parts[1], s.numbers()) &&
                    s.parts[2] == share(most(s.numbers()) / total(s.numbers()));
         }},
        {said::look_weight,
         [](const Said& s) {
             return s.names_largest(s.parts[0], s.numbers()) &&
                    s.parts[1] == share(most(s.numbers()) / total(s.numbers()));
         }},
        {said::look_scaled,
         [](const Said& s) {
             return s.names_row(s.parts[0]) && s.parts[1] == plain(most(s.before(0))) &&
                    s.parts[2] == plain(most(s.numbers())) && s.names_largest(s.parts[3], s.numbers());
         }},
        {said::look_scaled_score,
         [](const Said& s) {
             return s.parts[0] == plain(most(s.before(0))) && s.parts[1] == plain(most(s.numbers())) &&
                    s.names_largest(s.parts[2], s.numbers());
         }},
        {said::look_scores,
         [](const Said& s) {
             return s.names_row(s.parts[0]) && s.parts[1] == plain(most(s.numbers())) &&
                    s.names_largest(s.parts[2], s.numbers());
         }},
        {said::look_score,
         [](const Said& s) {
             return s.parts[0] == plain(most(s.numbers())) && s.names_largest(s.parts[1], s.numbers());
         }},
        {said::look_fewest_allowed,
         [](const Said& s) {
             const Matrix scores(s.record, s.head);
             std::vector<std::ptrdiff_t> open;
             for (const auto& row : scores.rows)
                 open.push_back(std::ranges::count_if(row, [](double x) { return std::isfinite(x); }));
             const auto fewest = std::ranges::min_element(open);
             return s.names_row(s.parts[0]) && s.parts[1] == std::to_string(s.numbers().size()) &&
                    open[static_cast<std::size_t>(s.row)] == static_cast<std::ptrdiff_t>(s.numbers().size()) &&
                    s.names_row(s.parts[2], static_cast<int>(fewest - open.begin())) &&
                    s.parts[3] == std::to_string(*fewest) && *fewest < open[static_cast<std::size_t>(s.row)];
         }},
        {said::look_one_allowed,
         [](const Said& s) {
             return s.names_row(s.parts[0]) && s.numbers().size() == 1 && std::isfinite(s.numbers().front());
         }},
        {said::look_all_allowed,
         [](const Said& s) {
             return s.names_row(s.parts[0]) && s.parts[1] == std::to_string(s.numbers().size()) &&
                    std::ranges::none_of(s.numbers(), [](double x) { return x == -INFINITY; });
         }},
        {said::look_allowed,
         [](const Said& s) {
             const auto barred = std::ranges::count(s.numbers(), -INFINITY);
             return s.names_row(s.parts[0]) && barred > 0 && s.parts[2] == std::to_string(s.numbers().size()) &&
                    s.parts[1] == std::to_string(static_cast<long>(s.numbers().size()) - barred);
         }},
        {said::look_norm,
         [](const Said& s) {
             const std::vector<double> x = s.before(0);
             const auto n = static_cast<double>(x.size());
             const double mean = total(x) / n, variance = length(x) * length(x) / n - mean * mean;
             return s.names_row(s.parts[0]) && s.parts[1] == plain(mean) && s.parts[2] == plain(std::sqrt(variance)) &&
                    s.record.operation->name() == "layer_norm";
         }},
        {said::look_rms,
         [](const Said& s) {
             const std::vector<double> x = s.before(0);
             return s.names_row(s.parts[0]) && s.record.operation->name() == "rms_norm" &&
                    s.parts[1] == plain(length(x) / std::sqrt(static_cast<double>(x.size())));
         }},
        {said::look_residual,
         [](const Said& s) {
             // The first operand is the stream: what the block, or the sublayer before, left there.
             const ModelPart part = s.evaluation.trace().record(s.record.operands[0]).stage->part;
             return s.names_row(s.parts[0]) && s.parts[1] == plain(length(s.before(0))) &&
                    s.parts[2] == plain(length(s.before(1))) &&
                    (part == ModelPart::residual || part == ModelPart::norms);
         }},
        {said::look_input,
         [](const Said& s) {
             return s.names_row(s.parts[0]) && s.parts[1] == plain(length(s.before(0))) &&
                    s.parts[2] == plain(length(s.before(1))) &&
                    s.evaluation.trace().record(s.record.operands[0]).stage == &stage::embed_tokens;
         }},
        {said::look_lengths,
         [](const Said& s) {
             const Matrix all(s.record, s.head);
             const auto called = [&](const std::string& name, const std::string& number) {
                 for (std::size_t r = 0; r < all.rows.size(); ++r)
                     if (s.names_row(name, static_cast<int>(r)) && plain(length(all.rows[r])) == number) return true;
                 return false;
             };
             std::vector<double> lengths;
             for (const auto& row : all.rows) lengths.push_back(length(row));
             std::ranges::sort(lengths);
             return called(s.parts[0], s.parts[1]) && called(s.parts[2], s.parts[3]) &&
                    s.parts[1] == plain(lengths.back()) && s.parts[3] == plain(lengths.front());
         }},
        {said::look_length,
         [](const Said& s) { return s.names_row(s.parts[0]) && s.parts[1] == plain(length(s.numbers())); }},
        {said::look_query,
         [](const Said& s) {
             const Record& scores = s.beside("scores_masked");
             const std::vector<double> own = Matrix(scores, s.head).rows[static_cast<std::size_t>(s.row)];
             for (std::size_t c = 0; c < own.size(); ++c)
                 if (own[c] == most(own) && s.names(s.parts[2], scores, 1, c))
                     return s.names_row(s.parts[0]) && s.parts[1] == plain(most(own));
             return false;
         }},
        {said::look_key, [](const Said& s) { return s.column_is("scores_masked"); }},
        {said::look_value, [](const Said& s) { return s.column_is("weights"); }},
        {said::look_unread_value,
         [](const Said& s) {
             const Matrix all(s.beside("weights"), s.head);
             double best = 0;
             for (const auto& line : all.rows) best = std::max(best, line[static_cast<std::size_t>(s.row)]);
             return s.names_row(s.parts[1]) && s.parts[0] == "less than 0.1%" && best < 0.001 && best > 0;
         }},
        {said::look_contribution,
         [](const Said& s) {
             const Record &weights = s.evaluation.trace().record(s.record.operands[0]),
                          &values = s.evaluation.trace().record(s.record.operands[1]);
             const int shared = values.shape.rank() >= 3 ? s.record.shape.size(0) / values.shape.size(0) : 1;
             const Matrix all(values, values.shape.rank() >= 3 ? s.head / shared : 0);
             const std::vector<double> share = Matrix(weights, s.head).rows[static_cast<std::size_t>(s.row)];
             std::vector<double> adds;
             for (std::size_t j = 0; j < share.size(); ++j) {
                 std::vector<double> added = all.rows[j];
                 for (double& number : added) number *= share[j];
                 adds.push_back(length(added));
             }
             for (std::size_t j = 0; j < adds.size(); ++j)
                 if (adds[j] > 0.9999999 * most(adds) && s.names(s.parts[1], weights, 1, j) &&
                     s.parts[2] == plain(share[j]) && s.parts[3] == plain(length(all.rows[j])))
                     return s.names_row(s.parts[0]);
             return false;
         }},
        {said::look_same_token,
         [](const Said& s) {
             const Matrix all(s.record, s.head);
             const auto row = [&](const std::string& number) { return all.rows.at(std::stoul(number) - 1); };
             const std::vector<TokenLabel>& tokens = s.evaluation.tokens_along(s.record, Axis::position);
             if (visible_text(tokens[std::stoul(s.parts[1]) - 1].text) != s.parts[2]) return false;
             return s.parts[0] != s.parts[1] && row(s.parts[0]) == row(s.parts[1]) &&
                    visible_text(
                        s.evaluation.tokens_along(s.record, Axis::position)[std::stoul(s.parts[0]) - 1].text) ==
                        s.parts[2];
         }},
        {said::look_same_id,
         [](const Said& s) {
             const Matrix all(s.record, s.head);
             const std::vector<TokenLabel>& tokens = s.evaluation.tokens_along(s.record, Axis::position);
             const std::size_t first = std::stoul(s.parts[1]) - 1, other = std::stoul(s.parts[3]) - 1;
             return s.parts[0] != s.parts[2] && visible_text(tokens.at(first).text) == s.parts[0] &&
                    visible_text(tokens.at(other).text) == s.parts[2] && all.rows.at(first) == all.rows.at(other);
         }},
        {said::look_head,
         [](const Said& s) {
             const Record& heads = s.evaluation.trace().record(s.record.operands[0]);
             std::vector<double> lengths;
             for (int head = 0; head < heads.shape.size(0); ++head)
                 lengths.push_back(length(Matrix(heads, head).rows[static_cast<std::size_t>(s.row)]));
             const auto best = std::ranges::max_element(lengths);
             return s.names_row(s.parts[0]) && s.parts[1] == std::to_string(best - lengths.begin() + 1) &&
                    s.parts[2] == plain(*best) && s.parts[3] == plain(length(s.numbers()));
         }},
        {said::look_neurons,
         [](const Said& s) {
             return s.names_row(s.parts[0]) && s.parts[1] == std::to_string(positive(s.numbers())) &&
                    s.parts[2] == std::to_string(s.numbers().size()) && s.names_largest(s.parts[3], s.numbers()) &&
                    s.parts[4] == plain(most(s.numbers()));
         }},
        {said::look_no_neuron, [](const Said& s) { return s.names_row(s.parts[0]) && positive(s.numbers()) == 0; }},
        {said::look_gate,
         [](const Said& s) {
             std::vector<double> row = s.numbers();
             std::ranges::sort(row);
             return s.names_row(s.parts[0]) && s.parts[1] == plain(total(row) / static_cast<double>(row.size())) &&
                    s.parts[2] == plain(row.front()) && s.parts[3] == plain(row.back());
         }},
        {said::look_logits, [](const Said& s) { return s.names_row(s.parts[4]) && s.two_largest(plain); }},
        {said::look_class_logits, [](const Said& s) { return s.two_largest(plain); }},
        {said::look_probabilities, [](const Said& s) { return s.names_row(s.parts[4]) && s.two_largest(share); }},
        {said::look_class_probabilities, [](const Said& s) { return s.two_largest(share); }},
    };
    return rows;
}

/// Every stage's text of an evaluation, of a few rows each, against the record; counts by form.
void check_texts(const Evaluation& evaluation, Random& random, std::map<const char*, int>& counted) {
    const Trace& trace = evaluation.trace();
    for (const Record& record : trace.records()) {
        if (record.kind != Record::Kind::computed) continue;
        const int rank = record.shape.rank();
        for (int trial = 0; trial < 2; ++trial) {
            const int head = rank >= 3 ? random.below(record.shape.size(0)) : 0;
            const int row = rank >= 2 ? random.below(record.shape.size(rank - 2)) : 0;
            const Cell cell = rank >= 3 ? Cell{{head, row, 0, 0}} : rank == 2 ? Cell{{row, 0, 0, 0}} : Cell{};
            const LookAt look = look_at(evaluation, {record.id, cell});
            if (look.text.empty()) continue;
            CAPTURE(record.name);
            CAPTURE(look.text);
            // A vector's size; a norm without more is a LayerNorm.
            for (std::size_t at = look.text.find(" norm"); at != std::string::npos;
                 at = look.text.find(" norm", at + 1))
                CHECK(look.text.substr(at < 2 ? 0 : at - 2, 7) == "L2 norm");
            const auto form = std::ranges::find_if(
                forms(), [&](const Form& one) { return !parts_of(look.text, one.format).empty(); });
            REQUIRE(form != forms().end());
            CHECK(form->holds({evaluation, record, head, row, parts_of(look.text, form->format)}));
            ++counted[form->format];
            if (look.cell) CHECK(look.cell.record == record.id);
        }
    }
}

/// Tokens of the vocabulary at random, written as the model reads them.
std::string random_text(const Model& model, Random& random, int most, bool target) {
    const Tokenizer& tokenizer = target ? *model.target_tokenizer : *model.tokenizer;
    std::string text;
    for (int n = 1 + random.below(most); n > 0 || text.empty(); --n)
        text = with_token(model, text, random.below(tokenizer.size()), target).value_or(text);
    return text;
}

}  // namespace

TEST_SUITE_BEGIN("look_at");

TEST_CASE("what to look at is so, in every shipped model, for its examples and for random texts") {
#ifdef __SANITIZE_ADDRESS__
    constexpr int few = 2;
#else
    constexpr int few = 10;  // random texts of each model
#endif
    Random random(3);
    std::map<const char*, int> counted;
    int texts = 0;
    for (const BuiltinModel& row : test::shipped_models()) {
        CAPTURE(row.name);
        const auto model = test::shipped_options(row.name).load(row.name);
        for (std::size_t i = 0; i < row.card.examples.size() + few; ++i) {
            Inputs inputs{.model = row.name, .text = "", .target = "", .edits = {}};
            if (i < row.card.examples.size()) {
                inputs.text = row.card.examples[i];
                if (i < row.card.targets.size()) inputs.target = row.card.targets[i];
            } else {
                const int most = std::min(12, model->config.max_seq_len - 2);
                inputs.text = random_text(*model, random, most, false);
                if (model->target_tokenizer) inputs.target = random_text(*model, random, most, true);
            }
            CAPTURE(inputs.text);
            check_texts(*evaluate_once(model, inputs), random, counted);
            ++texts;
        }
    }
    std::vector<test::PictureModel> all = test::picture_models();
    all.push_back({"classifier that asks with one learned query",
                   R"({"architecture": "encoder", "vocab_size": 30, "d_model": 16, "n_heads": 2, "n_layers": 1,
                      "max_seq_len": 16, "head": {"kind": "classifier", "n_classes": 2, "pooling": "query"}})",
                   "the cat sat on the mat", ""});
    for (const test::PictureModel& small : all) {
        CAPTURE(small.name);
        const Inputs inputs{.model = small.name, .text = small.text, .target = small.target, .edits = {}};
        const auto run = evaluate_once(test::make_model(small), inputs);
        for (int trial = 0; trial < 4; ++trial) check_texts(*run, random, counted);
    }
    CHECK(texts > 50 * few);
    for (const Form& form : forms()) {
        CAPTURE(std::string(form.format));
        const bool rare = form.format == said::look_no_neuron || form.format == said::look_length ||
                          form.format == said::look_one_allowed;
        CHECK((rare || counted[form.format] > 0));
    }
}

TEST_CASE("nothing is said of a row that an edit or a number that is not finite would make untrue") {
    const auto weights_of = [](const std::vector<Edit>& edits) {
        const auto run = test::run_of(test::decoder, test::model_named(test::decoder).text, edits);
        const int record = run->trace().find("blocks.0.attn.weights");
        return look_at(*run, {record, Cell{{0, 2, 0, 0}}}).text;
    };
    CHECK_FALSE(weights_of({}).empty());
    CHECK(weights_of({{"blocks.0.attn.weights", Cell{{0, 2, 1, 0}}, 5.0F}}).empty());
    CHECK(weights_of({{"blocks.0.attn.weights", Cell{{0, 2, 1, 0}}, NAN}}).empty());
    CHECK(weights_of({{"blocks.0.attn.q", Cell{{0, 2, 1, 0}}, INFINITY}}).empty());
    const auto run = test::run_of(test::decoder, test::model_named(test::decoder).text,
                                  {{"blocks.0.attn.scores_scaled", Cell{{0, 2, 1, 0}}, 9.5F}});
    CHECK(look_at(*run, {run->trace().find("blocks.0.attn.scores_scaled"), Cell{{0, 2, 0, 0}}}).text.empty());
}

TEST_CASE("what to look at and the number that is worked out are of the same cell") {
    AppOptions options = test::shipped_options("coreference-full", {1280, 1000});
    for (const char* stage : {"blocks.1.attn.scores_raw", "blocks.1.attn.weights", "blocks.0.mlp.act"}) {
        CAPTURE(stage);
        options.stage = stage;
        const test::SettledProgram program(options);
        if (!program) return;
        const Trace& trace = program.trace();
        const std::string explained = program.state("example");
        program.run("click @look at\nwait 2");
        CHECK(program.state("cell") == explained);
        CHECK(trace.find(stage) >= 0);
    }
}

TEST_CASE("what to look at stands below the sentence; a click on it chooses its cell, gradients take its place") {
    AppOptions options = test::shipped_options("coreference-full", {1280, 1000});
    options.stage = "blocks.1.attn.weights";
    const test::SettledProgram program(options);
    if (!program) return;
    CHECK(program.target("look at").y > program.target("stage heading").bottom());
    program.run("click @look at\nwait 2\nexpect cell=blocks.1.attn.weights[0,8,1]");
    program.run("key B\nwait-idle");
    CHECK_FALSE(program.app->find_target("look at"));
}

TEST_SUITE_END();
