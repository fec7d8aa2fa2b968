// Short texts that several parts of the window share: numbers, times, shapes, levels of the model.
#pragma once

#include <string>
#include <vector>

#include "app/paint/printed_number.h"
#include "core/model/model.h"
#include "core/session/session.h"

namespace glassformer {

/// All digits that a float has, for copying and for the edit field: "-0.663412", "-inf".
std::string exact_text(float value);
/// Reads a typed number, also "0,7", "6.7·10⁻⁶", "-inf" and "−∞"; false for any other text.
bool parse_number(const std::string& typed, float& value);
/// "84 µs", "1.2 ms", "3.4 s"
std::string time_text(double milliseconds);
/// Axes of the slice shown, without the head axis: "query 12 × key 12".
std::string shape_text(const Record& record);
/// "head 2" where the record has heads, "" otherwise.
std::string head_text(const Trace& trace, const Record& record, int head);

/// One link of "Model › Block 1 › Self-attention › Head 2 › Scores" and the record it leads to.
struct Crumb {
    std::string text;
    int record = -1;
    bool head = false;  // names the head
};
std::vector<Crumb> breadcrumb(const Trace& trace, int record, int head);

/// Sublayer of a block that a record belongs to: "Self-attention", "Cross-attention", "MLP" or "".
std::string part_of(const Record& record);
/// Unit that the site's number counts: "Block", or "Layer" in a recurrent or convolutional model.
std::string level_text(const Site& site);
/// "Block 1", "Encoder block 1", "Decoder layer 1", "" outside the blocks.
std::string block_text(const Site& site);
/// "Step 4" of a recurrent layer, "" elsewhere.
std::string step_text(const Site& site);

/// Where the model's answer is read, as its card says: "Its answer is read at “it”."; "" where every position has one.
std::string answers_at(const Card& card);
/// The same as a small line: "answers at “it”".
std::string answers_at_short(const Card& card);

/// Number of code points.
int length_of(const std::string& utf8);
/// Spaces in front, up to `width` code points.
std::string padded(const std::string& utf8, int width);

/// "13,824"
std::string thousands(std::size_t number);
/// "a", "a and b", "a, b and c".
std::string joined_with_and(const std::vector<std::string>& words);

}  // namespace glassformer
