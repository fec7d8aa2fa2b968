// A model as papers draw it (Vaswani et al. 2017, Figure 1): which boxes there are, in which order, and what each
// reads, all of it from the record of the run. Blocks that are built alike are one box with the stages of all of them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/session/evaluation.h"

namespace glassformer {

struct DiagramBox {
    enum class Kind : std::uint8_t {
        embedding,
        projection,  // of an embedding of another width than the residual stream
        positions,   // beside the column, into the sum
        segments,    // beside the column, into the sum
        sum,         // of the embedding, the positions and the segments
        stream,      // where a block's residual stream begins
        norm,
        attention,
        add,  // with the norm that follows it, in a post-norm block
        feed_forward,
        recurrent,
        convolution,
        lookup,
        pooling,
        before_linear,  // dense layer, projection and factor in front of the output matrix
        linear,
        softmax,
        loss  // beside the column
    };
    Kind kind = Kind::embedding;
    Stack stack = Stack::only;
    bool repeated = false;  // in every block
    Meaning meaning = Meaning::plain;
    std::string name, detail;                   // "Masked Multi-Head Attention", "h = 4"
    std::string brief = {};                     // "Masked Attention"; where there is room for no more
    std::string encoding, effect;               // of positions inside attention: "RoPE", "rotates Q and K"
    int encoding_of = -1;                       // … and the box's stage in the first block that they are
    std::vector<std::string> labels = {};       // of the stages that its chart shows
    float slots = 1;                            // its width, in stages
    int levels = 1;                             // its height
    std::vector<std::vector<int>> stages = {};  // of each block, else of the only one: in the order of the record

    const std::vector<int>& stages_of(int block) const;
    int first(int block) const { return stages_of(block).front(); }
    int last(int block) const { return stages_of(block).back(); }
    /// Drawn on the column's line, not beside it.
    bool on_line() const { return kind != Kind::positions && kind != Kind::segments && kind != Kind::loss; }
};

/// A box reads what another one computed.
struct DiagramArrow {
    int from = -1, to = -1;
};

/// A stack of boxes from below: the encoder, the decoder, or the only one.
struct DiagramColumn {
    Stack stack = Stack::only;
    int blocks = 0;                  // N; 0: nothing is repeated
    bool layers = false;             // they are layers of a recurrent or convolutional network
    std::vector<int> boxes;          // those on its line
    std::vector<std::string> words;  // of the tokens that go in
    std::vector<bool> unknown = {};  // the model does not know the word; empty: knows all

    /// Its own block whose numbers are shown while those of block `block` are: of a stack with fewer blocks its last.
    int shown(int block) const { return blocks > 0 ? std::clamp(block, 0, blocks - 1) : 0; }
    /// The block after that one; after the last the first.
    int after(int block) const { return blocks > 0 ? (shown(block) + 1) % blocks : 0; }
};

struct Diagram {
    std::string title, note;
    std::vector<DiagramBox> boxes;                       // a column after the other, each from below
    std::vector<DiagramArrow> arrows;                    // within a block and between what is not repeated
    std::vector<DiagramColumn> columns;                  // the encoder first
    std::vector<std::pair<std::string, float>> answers;  // the most probable ones with their probabilities
    bool certain = true;                                 // nothing speaks against them
    std::string answered;                                // the token at which they are; empty: of the whole text
    std::string outcome;                                 // of a model without probabilities: what comes out

    int column_of(int box) const;
    /// The box that stands for a stage; −1: none.
    int box_of(int record) const;
};

Diagram diagram_of(const Evaluation& evaluation);

/// What is said of a box, or of one stage, of a block: read once, when it is selected.
struct DiagramFacts {
    std::string heading;
    std::vector<std::string> lines;
};
DiagramFacts facts_of(const Evaluation& evaluation, const Diagram& of, int box, int block);
/// "Attention weights: 4 × 12 × 12."
std::string said_of_stage(const Evaluation& evaluation, int record);
/// "4 × 12 × 12"
std::string shape_sizes(const Shape& shape);

}  // namespace glassformer
