// Every printed calculation is right as printed: read like a pocket calculator reads it, each line gives its result.
// ctest: alone 3 s
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "app/paint/subscripts.h"
#include "app/views/explanation/arithmetic.h"
#include "app/views/explanation/backward.h"
#include "app/views/explanation/example_cell.h"
#include "core/session/evaluation.h"
#include "core/tape/formula_text.h"
#include "tests/support/printed_numbers.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

using Names = std::map<std::string, double, std::greater<>>;  // longer ones before their beginnings

/// With a hyphen for the minus sign, and powers of ten as they are typed.
std::string ascii(std::string text) {
    text = typed_powers(std::move(text));
    for (std::size_t at; (at = text.find("−")) != std::string::npos;) text.replace(at, std::string("−").size(), "-");
    return text;
}

/// "exp(1.21 - 4.33) · (0.5 - 0.1)² / d_model", as printed.
class Calculator {
public:
    Calculator(std::string text, const Names& names) : text_(ascii(std::move(text))), names_(names) {}
    double read() {
        const double value = sum();
        return at_ == text_.size() ? value : std::nan("");
    }

private:
    bool take(const std::string& word) {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }
    double sum() {
        double value = product();
        for (;;) {
            if (take("- "))
                value -= product();
            else if (take("+ "))
                value += product();
            else
                return value;
        }
    }
    double product() {
        double value = factor();
        for (;;) {
            if (take("· "))
                value *= factor();
            else if (take("/ "))
                value /= factor();
            else
                return value;
        }
    }
    double factor() {
        double value = atom();
        if (take("²")) value *= value;
        take("");
        return value;
    }
    /// "0" is the name of a position; "0.12" is not.
    bool longer_number(const std::string& name) const {
        const char next = at_ + name.size() < text_.size() ? text_[at_ + name.size()] : ' ';
        return next == '.' || (next >= '0' && next <= '9');
    }
    double atom() {
        for (const Function* f : {&function::exp, &function::sqrt, &function::tanh, &function::erf, &function::sigmoid,
                                  &function::sin, &function::cos, &function::log})
            if (take(std::string(f->name) + "(")) {
                const double inside = sum();
                return take(")") ? f->apply(inside) : std::nan("");
            }
        take("");
        for (const auto& [name, value] : names_)
            if (text_.substr(at_).starts_with(name) && !longer_number(name)) {
                at_ += name.size();
                return value;
            }
        if (take("(")) {
            const double inside = sum();
            return take(")") ? inside : std::nan("");
        }
        if (take("-∞")) return -INFINITY;
        if (take("∞")) return INFINITY;
        char* end = nullptr;
        const double value = std::strtod(text_.c_str() + at_, &end);
        const auto length = static_cast<std::size_t>(end - text_.c_str()) - at_;
        at_ += length;
        return length > 0 ? value : std::nan("");
    }

    std::string text_;
    const Names& names_;
    std::size_t at_ = 0;
};

Names names_of(const Derivation& derivation) {
    Names names;
    for (const Step& step : derivation.steps)
        for (const Term& term : step.terms)
            for (const Factor& factor : term.factors)
                if (factor.kind == Factor::Kind::constant && !factor.symbol.empty())
                    names[ascii(with_subscripts(plain_formula(factor.symbol)))] = factor.value;
    return names;
}

/// 0.01 of "4.33", 1e-5 of "1.0·10⁻⁴".
double last_digit_of(const std::string& number) {
    const std::string text = ascii(number);
    const std::size_t power = text.find('e'), point = text.find('.');
    const std::string digits = text.substr(0, power);
    const auto decimals = point == std::string::npos ? 0 : static_cast<double>(digits.size() - point - 1);
    return std::pow(10.0, (power == std::string::npos ? 0 : std::stod(text.substr(power + 1))) - decimals);
}

std::string trimmed(std::string text) {
    while (text.starts_with(' ')) text.erase(0, 1);
    while (text.ends_with(' ')) text.pop_back();
    return text;
}

/// The words of a row; a formula stands for a name.
std::string words(const ArithmeticRow& row) {
    std::string text;
    for (const ArithmeticPiece& piece : row.pieces) text += piece.markup ? "" : piece.text;
    return text;
}

struct Checked {
    int lines = 0, sums = 0;
    std::size_t longest = 0;
    std::vector<std::string> wrong;
};

void compare(double computed, const std::string& result, const std::string& line, const std::string& where,
             Checked& checked) {
    const double printed = Calculator(result, {}).read();
    if (!std::isfinite(printed) && !std::isnan(printed)) return;  // masked: −∞
    if (!(std::abs(computed - printed) <= 0.61 * last_digit_of(result)))
        checked.wrong.push_back(where + ": " + line + " (" + std::to_string(computed) + ")");
}

/// `maximum`: steps whose lines are not added up.
void check(const Arithmetic& arithmetic, const Names& names, const std::vector<bool>& maximum, const std::string& where,
           Checked& checked) {
    std::string heading, after;
    std::vector<double> terms;
    const auto end_of_step = [&](const std::string& result, int step) {
        const bool sums = step >= static_cast<int>(maximum.size()) || !maximum[static_cast<std::size_t>(step)];
        if (!result.empty() && !terms.empty() && sums) {
            double sum = 0;
            for (const double term : terms) sum += term;
            for (const Function* f :
                 {&function::exp, &function::sqrt, &function::tanh, &function::erf, &function::sigmoid, &function::log})
                if (after.find(" " + std::string(f->name) + "(sum)") != std::string::npos) sum = f->apply(sum);
            ++checked.sums;
            compare(sum, result, after + result, where, checked);
        }
        terms.clear();
    };
    int step = 0;
    std::string result;  // of the step whose lines are being read, where its heading has it
    for (const ArithmeticRow& row : arithmetic.rows) {
        const std::string text = words(row);
        checked.longest = std::max(checked.longest, text.size());
        const std::size_t equals = text.rfind("= ");
        const std::string right = equals == std::string::npos ? "" : trimmed(text.substr(equals + 2));
        switch (row.kind) {
            case ArithmeticRow::Kind::heading:
                end_of_step(result, step);
                step = row.step;
                result = &row == &arithmetic.rows.front() ? "" : right;
                after = text.substr(0, equals == std::string::npos ? 0 : equals);
                break;
            case ArithmeticRow::Kind::term: {
                if (row.step != step) {
                    end_of_step(result, step);
                    result.clear();
                    step = row.step;
                }
                std::string left = text.starts_with("+ ") ? text.substr(2) : text;
                if (equals == std::string::npos) {
                    terms.push_back(Calculator(trimmed(left), names).read());
                    break;
                }
                left = trimmed(left.substr(0, left.rfind("= ")));
                ++checked.lines;
                compare(Calculator(left, names).read(), right, text, where, checked);
                terms.push_back(Calculator(right, {}).read());
                break;
            }
            case ArithmeticRow::Kind::rest:
                if (!right.empty()) terms.push_back(Calculator(right, {}).read());
                break;
            case ArithmeticRow::Kind::total:
                after = text.substr(0, equals);
                end_of_step(right, row.step);
                result.clear();
                break;
            case ArithmeticRow::Kind::note: break;
        }
    }
    end_of_step(result, step);
}

}  // namespace

TEST_CASE("every printed line gives its printed result, at every stage of every shipped model") {
    Checked checked, backward;
    for (const BuiltinModel& row : shipped_models()) {
        const auto model = std::make_shared<const Model>(load_model(row.path));
        Inputs inputs{.model = row.name, .text = row.card.examples.front(), .target = {}, .edits = {}};
        if (!row.card.targets.empty()) inputs.target = row.card.targets.front();
        inputs.gradients = true;
        const auto evaluation = evaluate_once(model, inputs);
        const Trace& trace = evaluation->trace();
        for (const int stage : trace.stages()) {
            const CellRef cell = example_cell(*evaluation, stage, 0);
            if (!cell) continue;
            const Derivation derivation = trace.derive(cell.record, cell.cell);
            std::vector<bool> maximum;
            for (const Step& step : derivation.steps) maximum.push_back(step.combine == Step::Combine::maximum);
            check(arithmetic_of(*evaluation, cell), names_of(derivation), maximum,
                  row.name + " " + trace.record(stage).name, checked);
            check(chain_rule_of(*evaluation, cell, 6), {}, {},
                  "gradient of " + row.name + " " + trace.record(stage).name, backward);
        }
    }
    for (const Checked* all : {&checked, &backward}) {
        for (const std::string& wrong : all->wrong) MESSAGE(wrong);
        CHECK(all->wrong.empty());
        CHECK(all->lines > 3000);
        CHECK(all->sums > 500);
    }
}
