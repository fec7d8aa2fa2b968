// Charts of sampling one token: the candidates as a table with bars, the sorted curve with the top-k and top-p limits,
// and the line from 0 to 1 on which the random draw falls. They draw the results of core/generate/candidates.h.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "app/pictures/board/texts.h"
#include "core/generate/candidates.h"

namespace glassformer {

/// Text of a token on the screen.
using TokenWord = std::function<std::string(int token)>;

struct CandidateTable {
    const Candidates& candidates;
    TokenWord word;
    bool cut = false;   // with a second bar: what is left after temperature, top-k and top-p
    int selected = -1;  // a token, framed
    int hovered = -1;   // a token
    const char* what = texts::pictures::token;
    bool grey = false;  // no training asked for this answer
};

/// Places of one line of a drawn table.
struct CandidateLine {
    int token = -1;
    Rect line, logit;  // the line without its logit explains the probability
};

int candidate_lines_that_fit(float em, float height);
/// Draws the most likely candidates, as many as fit, below a line of captions.
std::vector<CandidateLine> draw_candidates(Painter& painter, const Rect& rect, const CandidateTable& table);

struct RankCurve {
    const Candidates& candidates;
    DecodeOptions options;
    bool cut = false;          // with the distribution after the cut and the lines where it cuts
    bool logarithmic = false;  // probabilities from 1e-6 on
    int selected = -1;         // a token, marked
    TokenWord word{};
};
/// Draws probability by rank over the whole vocabulary, with a logarithmic axis for many ranks. Up to ten candidates
/// are bars with their names.
void draw_rank_curve(Painter& painter, const Rect& rect, const RankCurve& curve);

/// Draws the tokens kept as segments of a line from 0 to 1, and the random draw on it, if any. `chosen` is highlighted.
void draw_number_line(Painter& painter, const Rect& rect, const std::vector<Segment>& segments, const TokenWord& word,
                      std::optional<double> number, int chosen);

}  // namespace glassformer
