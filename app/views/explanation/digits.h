// Digits of the numbers of one calculation. About three are enough to read a number; a printed line also has to be
// right: computed with the numbers as they are printed, it gives the printed result.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace glassformer {

/// A printed line of a calculation: "1.00 / 7.60 = 0.13", or the sum of the lines above it.
struct CalculationLine {
    std::vector<double> operands;
    std::function<double(std::span<const double> operands)> compute;
    double result = 0;
    bool sum = false;  // of all operands: computing it with each of them changed is not needed
};

class CalculationDigits {
public:
    void add(CalculationLine line) { lines_.push_back(std::move(line)); }
    /// Gives numbers more digits until every line is right, one number the same digits in all lines. True where the
    /// lines must be written again.
    bool settle();
    /// Forgets the lines, not the digits.
    void clear_lines() { lines_.clear(); }

    std::string text(double value) const;

private:
    int more(double value) const;
    double printed(double value) const;
    bool raise(const CalculationLine& line);

    std::vector<CalculationLine> lines_;
    std::map<double, int> more_;  // digits beyond those of number_text(), by magnitude
};

}  // namespace glassformer
