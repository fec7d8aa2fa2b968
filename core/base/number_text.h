// How numbers are written.
#pragma once

#include <string>

namespace glassformer {

/// All with the same digits: "0.431", "<0.001", ">0.999"; "0.000" and "1.000" are exact.
std::string probability_text(double probability, int digits = 3);
/// As a percentage: "43.1%", "< 0.1%", "> 99.9%"; "0.0%" and "100.0%" are exact.
std::string percent_text(double share);

/// Four decimals; where they would say nothing, six digits: "2.3026", "1.5e+30", "NaN".
std::string loss_text(double loss);

/// "%.9g" and the like, but NaN has no sign: "NaN", "inf", "-inf".
std::string digits_text(double value, int digits);

/// For sentences: "0.1", "1e+06".
std::string six_digits(double value);

/// The shortest decimal that reads back as this number: "-1", "0.1".
std::string shortest_digits(float value);

}  // namespace glassformer
