// Carries the chosen cell from one text to the next: it stays with its tokens where they move, and in its place where
// they are replaced; the last one stays the last. While a text is typed, each run is held against the one before the
// typing: the short texts on the way take nothing from the place.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/views/shared/cursor.h"
#include "core/session/evaluation.h"

namespace glassformer {

/// For every token of a text its index in the next one, from 0 on: tokens before and behind what changed keep their
/// distance to the text's ends, one token that moved is followed, and a replaced one stays in its place. `after` is not
/// empty.
std::vector<int> carried_tokens(std::span<const std::string> before, std::span<const std::string> after);

/// The tokens of a run, without its numbers.
struct RunTokens {
    std::string model;
    std::vector<std::string> text, target;
    bool answers_last = false;  // the answer is read at the last token
};
RunTokens tokens_of_run(const Evaluation& evaluation);

/// Moves row and column along the axes that count tokens. Runs of different models leave the cursor as it is.
void carry_cursor(const RunTokens& before, const Evaluation& after, Cursor& cursor);

/// The cursor over the runs that are shown one after the other.
class CarriedCursor {
public:
    /// Takes the cursor along to another run: true once for each run. `typing`: a text field has the keyboard;
    /// `pending`: what was typed last is not computed yet.
    bool carry_to(const Evaluation& run, Cursor& cursor, bool typing, bool pending);

private:
    struct Start {
        RunTokens tokens;
        Cursor chosen, carried;  // then, and where that is in the run shown last
    };
    RunTokens tokens_;             // of the run shown last
    std::uint64_t tokens_of_ = 0;  // its generation
    std::optional<Start> start_;   // of the typing
};

}  // namespace glassformer
