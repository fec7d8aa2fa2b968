// A recurrent model's run as one story: the tokens are read one after another, and a state passes from each to the
// next; or a convolution's, whose layers read a window of each token's neighbours. What there is to be drawn, and the
// drawing of it; every number is of the record.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "app/pictures/story/story.h"

namespace glassformer {

/// The states of a recurrent layer, one row per token.
struct TimeLayer {
    int hidden = -1;             // record, [pos, d_hidden]
    std::vector<int> steps;      // records of the single states
    std::vector<float> lengths;  // ‖h‖ of each
    float largest = 1;           // magnitude of a number of the states
    // Of an LSTM; empty elsewhere
    std::vector<int> cells;           // records of the single cell states
    std::vector<float> cell_lengths;  // ‖c‖ of each
    std::vector<float> forget;        // mean of the forget gate at each step
    // Of a convolution, [pos, place in the window]: length of what the place adds; 0 beyond the text. Empty elsewhere
    std::vector<float> taps;
};

/// One text and the layers that read it.
struct TimeLane {
    std::vector<std::string> words;
    std::vector<bool> unknown;      // the model does not know the word; empty: knows all
    std::vector<TimeLayer> layers;  // the first one reads the tokens
};

struct TimeStory {
    std::optional<TimeLane> source;     // of an encoder–decoder
    TimeLane text;                      // of an encoder–decoder the target
    std::vector<std::string> predicts;  // at each token of the text; empty where one answer is read at the end
    int window = 0, window_before = 0;  // of a convolution: tokens in it, and those before its own; 0: recurrent
    int read = -1;                      // … record of the vectors that the first layer reads
    int start = -1;                     // record of the decoder's first state: the encoder's last one
    std::vector<int> alignment;         // records of the attention of each token of the target; empty: none
    std::vector<float> pooled;          // a classifier's share of each token; empty: no classifier
    int pooled_vector = -1, logits = -1, probs = -1;  // records; −1 where there are none
    int answer_row = 0;
    StoryRow chosen;
    float longest = 1, longest_cell = 1;  // of all lengths

    /// A layer has more to show than a ribbon and its numbers.
    bool tall() const { return window > 0 || has_cells(); }
    /// The token at a place of a token's window; −1 beyond the text.
    int in_window(int token, int place) const {
        const int at = token + place - window_before;
        return at >= 0 && at < static_cast<int>(text.words.size()) ? at : -1;
    }
    /// A cell state is carried beside the hidden state.
    bool has_cells() const { return !text.layers.front().cells.empty(); }

    /// What a token of the target attends to in the source.
    std::vector<float> weights(const Evaluation& evaluation, int token) const;
};

/// Each layer of a convolution and what its windows add; nothing where a stage is missing.
std::optional<TimeLane> window_lane(const Evaluation& evaluation, TimeStory& story);
/// The story of a recurrent run, or of a convolution; none of any other model.
std::optional<TimeStory> time_story_of(const Evaluation& evaluation);
bool has_room(const Painter& painter, const Rect& area, const TimeStory& story);

struct TimeScene {
    const Evaluation& evaluation;
    const TimeStory& story;
    float beside_title = 0;         // kept free at its right
    int token = -1;                 // of the text, that is looked at; −1: the one of the answer
    const StoryRow* row = nullptr;  // what is said of it; null: of the one of the answer
};

/// What the mouse is over, the sentence on it, and where a click leads.
struct TimeHit {
    Rect rect;
    int record = -1, row = 0, column = 0;
    int token = -1;  // of the text, where it is of one
    std::string said;
};

/// The title and both sentences are not cut.
bool says_all(Painter& painter, const Rect& area, const TimeScene& scene);
std::optional<TimeHit> draw_time_story(Painter& painter, const Rect& area, const TimeScene& scene, Vec2 mouse);

}  // namespace glassformer
