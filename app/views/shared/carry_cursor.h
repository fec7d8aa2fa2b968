// Carries the chosen cell from one text to the next: it stays with its tokens where they move, and in its place where
// they are replaced.
#pragma once

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
};
RunTokens tokens_of_run(const Evaluation& evaluation);

/// Moves row and column along the axes that count tokens. Runs of different models leave the cursor as it is.
void carry_cursor(const RunTokens& before, const Evaluation& after, Cursor& cursor);

}  // namespace glassformer
