// Where the story of a run stands on its page: words at the left, the folded blocks, one block open, the answers at the
// right; one line per token through all of it.
#pragma once

#include <string_view>
#include <vector>

#include "app/paint/painter.h"
#include "app/pictures/story/story.h"

namespace glassformer {

/// Blocks that are drawn as one closed box: first … last, counted from 0.
struct StoryFold {
    int first = 0, last = 0;
    Rect box;
};

/// What a sublayer has of each token's line: its middle from the line's, downward, and its height; both of the line's.
struct StoryLane {
    float middle = 0, share = 1;
};

inline constexpr float widest_key_word = 4.4F;  // em
inline constexpr float key_word_degrees = 50;   // their slant

struct StoryLayout {
    Rect page, heading, footer;
    Rect words;                    // column of the tokens
    Rect stage;                    // from the words to the answers, all rows high
    Rect source;                   // of an encoder–decoder: the source's rows, from its words to the encoder's output
    Rect encoder;                  // box of all its blocks; both empty elsewhere
    Rect before;                   // box of the decoder's own attention in the open block; empty elsewhere
    Rect intake;                   // above the ribbons, before the first block: what they are; empty without room
    float branch = 0;              // x where the residual connection of the open block's attention leaves the stream
    float norm = 0;                // x of the norm before attention; 0 where none stands there
    float port = 0;                // x where queries, keys and values leave the stream in the open block
    Rect answers;                  // column of the answers
    Rect open;                     // frame of the open block
    Rect card;                     // the head's weights: rows and columns of the matrix alone
    float keys_top = 0;            // the keys' words stand between this and the card's upper edge
    float values_bottom = 0;       // the values' lines go down to this, below the card
    Rect mlp;                      // the MLP; empty where the block has none
    Rect caption;                  // below the card: the strongest weight in words; empty without room
    float joined = 0;              // x of the sum behind attention; where the MLP's part begins if there is none
    float norm_behind = 0;         // x of the norm between that and the MLP; 0 where none stands there
    float branch_behind = 0;       // x where the MLP's residual connection leaves the stream; of parallel sublayers
                                   // where the block's input arrives at the MLP
    StoryLane attention_lane;      // of attention's output beside the MLP, where they are parallel
    StoryLane mlp_lane;            // of the MLP: all of the line, or what that leaves
    float out = 0;                 // x of the sum behind the MLP: the right end of the open block
    float norm_out = 0;            // x of the norm behind it; 0 where none stands there
    float norm_final = 0;          // x of the norm before the answers; 0 where there is none
    float norm_embed = 0;          // x of the norm of the embedding; 0 where there is none
    std::vector<float> head;       // x of what stands between the last block and the output matrix; of tokens' rows
    std::vector<StoryFold> folds;  // from left to right
    int open_block = 0;
    float lead = 0;             // from the rows to the list of the answers
    float beside = 0;           // room for the names of the card's rows at its left
    float row = 0;              // height of a token's line
    float scale = 0;            // width of a ribbon for each unit of its vector's length
    float column = 0;           // width of a key's column
    float overhang = 0;         // by which the keys' slanted words reach beyond the last column
    bool tight = false;         // no room for the sentences around the picture
    bool labels = true;         // each token's word has room
    bool words_beside = false;  // … and beside the card, too, instead of the longer names of its rows
    bool hall = false;          // from the last row weights are to be seen: norms and repeated words go
    bool dots = true;           // each weight is a dot; else the matrix is drawn as cells
    float y(int token) const { return stage.y + (static_cast<float>(token) + 0.5F) * row; }
    float source_y(int token) const { return source.y + (static_cast<float>(token) + 0.5F) * row; }
    float lane_y(const StoryLane& lane, int token) const { return y(token) + lane.middle * row; }
    Rect lane_row(const StoryLane& lane, float left, float right, int token) const {
        return {left, lane_y(lane, token) - lane.share * row / 2, right - left, lane.share * row};
    }
    float key_x(int key) const { return card.x + (static_cast<float>(key) + 0.5F) * column; }
};

/// The area is large enough for the story to be read.
bool has_room(const Painter& painter, const Rect& area, const Story& story);

/// Width of the longest word of a text.
float longest_word(Painter& painter, std::string_view text, float size);

/// Lays the story out in an area, with one of its blocks open.
StoryLayout lay_out(Painter& painter, const Rect& area, const Story& story, int open_block);

}  // namespace glassformer
