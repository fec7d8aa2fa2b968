// Evaluates an expression in the runs of a step. value.cpp has references, numbers and comparisons, functions.cpp what an
// expression can call; other files evaluate by value.h.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/lesson/value.h"

namespace glassformer {

class Evaluator {
public:
    Evaluator(const LessonRuns& runs, const Evaluation* run) : runs_(runs), run_(run) {}

    LessonValue value(const Expression& of) const;
    bool truth(const Expression& of) const;
    LessonValue reference(const Expression& of, bool gradient) const;
    static std::vector<std::string> names();

private:
    using ValueKind = LessonValue::Kind;

    static LessonValue of_number(double number) { return {.number = number}; }
    static LessonValue of_count(double number) { return {.number = number, .whole = number == std::floor(number)}; }
    static LessonValue of_truth(bool truth) { return {.kind = ValueKind::truth, .number = truth ? 1.0 : 0.0}; }
    static LessonValue of_words(std::string words) { return {.kind = ValueKind::words, .words = std::move(words)}; }
    /// "a number", "several numbers": for messages.
    static const char* described(const LessonValue& value);

    LessonValue config(const Expression& of) const;
    /// Of no run: original() and b() leave it as it is.
    LessonValue page_number(const Expression& of, bool gradient) const;
    template <class Of>
    static LessonValue each(const Expression& at, LessonValue of, const Of& function) {
        if (of.kind == ValueKind::number) {
            of.number = function(of.number);
        } else if (of.kind == ValueKind::array) {
            for (double& entry : of.entries) entry = function(entry);
        } else {
            throw ExpressionError(at.column, std::string("a number is expected here; this is ") + described(of));
        }
        of.record = -1;
        of.probability = of.whole = false;
        return of;
    }
    LessonValue binary(const Expression& of) const;
    static double computed(char name, double a, double b);
    static LessonValue arithmetic(const Expression& of, const LessonValue& left, const LessonValue& right);
    static LessonValue comparison(const Expression& of, const LessonValue& left, const LessonValue& right);
    static std::string shape_text(const LessonValue& value);

    struct Function {
        const char* name;
        std::size_t operands;
        LessonValue (Evaluator::*compute)(const Expression&) const;
    };
    static const std::vector<Function>& functions();

    LessonValue call(const Expression& of) const;
    LessonValue array(const Expression& of) const;
    LessonValue array_of(const Expression& of) const;
    std::size_t largest_at(const Expression& of, double sign) const;
    LessonValue largest(const Expression& of) const;
    LessonValue smallest(const Expression& of) const;
    static LessonValue of_entry(const LessonValue& array, std::size_t i);
    LessonValue argmax(const Expression& of) const;
    LessonValue argmin(const Expression& of) const;
    /// The word of the entry along the last axis; its index where that axis has no words.
    LessonValue name_at(const Expression& of, std::size_t entry) const;
    LessonValue sum(const Expression& of) const;
    LessonValue mean(const Expression& of) const;
    LessonValue variance(const Expression& of) const;
    LessonValue norm(const Expression& of) const;
    /// In nats, of one row of probabilities; of several the mean over those that have any weight.
    LessonValue entropy(const Expression& of) const;
    LessonValue rows(const Expression& of) const;
    LessonValue cols(const Expression& of) const;
    LessonValue count(const Expression& of) const;
    LessonValue shape(const Expression& of) const;
    LessonValue absolute(const Expression& of) const;
    LessonValue root(const Expression& of) const;
    LessonValue exponential(const Expression& of) const;
    LessonValue logarithm(const Expression& of) const;
    LessonValue sine(const Expression& of) const;
    LessonValue cosine(const Expression& of) const;
    LessonValue hyperbolic_tangent(const Expression& of) const;
    LessonValue floor_of(const Expression& of) const;
    /// To the nearest whole number, a half away from zero.
    LessonValue rounded(const Expression& of) const;
    LessonValue dot(const Expression& of) const;
    LessonValue gradient(const Expression& of) const;
    LessonValue tokens(const Expression&) const;
    LessonValue token(const Expression& of) const;
    LessonValue position(const Expression& of) const;
    LessonValue original(const Expression& of) const;
    LessonValue other(const Expression& of) const;

    const LessonRuns& runs_;
    const Evaluation* run_;
};

}  // namespace glassformer
