// Where one number came from, as data: a few steps, each a sum (or a maximum) of terms, each a product of factors
// that name their source cells. Hover, the arithmetic panel, `explain` and the tests read this one answer.
//
// A step's value is   after( combine over terms of each( product of the term's factors ) ).
// Softmax, for example: m = max x_j;  Z = sum of exp(x_j - m);  p = exp(x_i - m) / Z  in three steps.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/tensor/tensor.h"

namespace glassformer {

/// A function of one number, with the name that a formula prints.
struct Function {
    const char* name;  // "exp"; printed as name(x)
    double (*apply)(double);
    double (*slope)(double);  // its derivative
};
namespace function {
extern const Function exp, sqrt, tanh, erf, sigmoid, sin, cos, log;
}

struct Factor {
    enum class Kind { operand, constant, step };
    Kind kind = Kind::constant;
    int operand = -1;      // which operand of the operation, for Kind::operand
    Cell cell;             // its cell, for Kind::operand
    int step = -1;         // an earlier step, for Kind::step
    std::string symbol;    // how a constant is written: "1/d_model"; empty: the number itself
    double value = 0;      // value of the operand's cell, of the constant or of the step
    int minus_step = -1;   // subtract an earlier step first: (x - μ)
    bool divides = false;  // the term is divided by this factor
};

struct Term {
    std::vector<Factor> factors = {};
    double value = 0;  // each(product of the factors)
};

struct Step {
    enum class Combine { sum, maximum };
    std::string symbol = {};   // formula markup, "μ"; the last step's symbol is the cell itself and stays empty
    std::string meaning = {};  // "mean of the row"
    Combine combine = Combine::sum;
    const Function* each = nullptr;   // applied to each term
    const Function* after = nullptr;  // applied to the combined terms
    std::vector<Term> terms = {};
    double value = 0;
};

struct Derivation {
    std::vector<Step> steps;  // in order; the last one is the cell
    std::string note;         // "" or why there is nothing to compute: "masked", "every key is masked"
    double value = 0;         // in double precision, from the operands' float values
};

/// Computes the value again from the factors alone (operands and constants), step by step.
double evaluate(const Derivation& derivation);

/// Writes a derivation: values are read and computed as the steps are added.
class DerivationBuilder {
public:
    /// Reads one cell of operand `i` as a double.
    using Read = std::function<double(int operand, const Cell& cell)>;
    explicit DerivationBuilder(Read read) : read_(std::move(read)) {}

    /// Starts with the first `count` steps of another cell of the row, without their terms: for derivatives alone,
    /// which then cost only the later steps.
    void take_steps(const Derivation& row, int count);

    /// A step whose terms do not matter to what is asked: its value alone. For derivatives too.
    int add_value(std::string symbol, double value);

    double read(int operand, const Cell& cell) const { return read_(operand, cell); }
    Factor operand(int index, const Cell& cell) const;  // the value of a cell
    static Factor constant(double value, std::string symbol = "");
    Factor step(int index) const;                  // the value of an earlier step
    static Factor minus(Factor factor, int step);  // (factor - step)
    static Factor divide(Factor factor);           // … / factor

    /// Adds a step and returns its index; terms' and steps' values are computed here.
    int add(Step step);
    /// Adds the last step and returns the whole.
    Derivation finish(Step step);
    /// A cell with nothing to compute: `value` and why.
    static Derivation fixed(double value, std::string note);

private:
    Read read_;
    Derivation derivation_;
};

}  // namespace glassformer
