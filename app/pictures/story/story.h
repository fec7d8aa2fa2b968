// The model as one story: the words go in, a ribbon per token runs through the blocks, the answer comes out. What there
// is to be drawn of a run, without a picture: every number is of the record.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/session/evaluation.h"

namespace glassformer {

/// The residual stream at one place: a record with one row per token, and the length ‖h‖ of each row (the Euclidean
/// norm).
struct StoryStream {
    int record = -1;
    std::vector<float> lengths;
};

/// A sublayer of a block: what it reads and adds. Cross-attention reads the encoder's output.
struct StorySublayer {
    enum class Kind : std::uint8_t { attention, cross_attention, mlp };
    Kind kind = Kind::attention;
    int weights = -1;                      // attention: [head, query, key]
    int heads = 1;                         // of the weights
    int query = -1, key = -1, value = -1;  // attention: [head, pos, d_head]
    StoryStream hidden;                    // MLP: after the activation, [pos, d_ff]
    StoryStream stream;                    // behind the sublayer; of parallel ones behind both
    int result = -1;                       // what it computes, before that is added to its input
    StoryStream added;                     // the same with its lengths
    std::vector<float> passed;             // attention: length of what a head hands on at a token, [head, pos]
    int sum = -1;                          // … and after
    int norm = -1;                         // before the sublayer, or behind the sum: Story::norm_behind
    bool residual = true;                  // its input is added to its result

    /// What the head hands on is zero at every token: it was turned off, or its cells were set to zero.
    bool head_off(int head) const;
    int heads_off() const;
    /// … at this one.
    bool head_silent(int head, int token) const;
    /// What it adds is zero, at this token or at all.
    bool adds_nothing(int token) const;
    bool off() const;
};

/// What contributes nothing in some blocks: sublayers that add zeros, and heads of others that hand on zeros.
struct StoryOff {
    int heads = 0, attentions = 0, mlps = 0;
    void count(const StorySublayer& sublayer);
    /// Heads that hand on zeros at this token, and not at all.
    void count_at(const StorySublayer& sublayer, int token);
    explicit operator bool() const { return heads + attentions + mlps > 0; }
    std::string text() const;  // "2 heads off, MLP off"
};

struct StoryBlock {
    int number = 0;  // counted from 1
    Site site;
    StoryStream in;
    std::vector<StorySublayer> sublayers;
};

/// What an encoder–decoder's encoder makes of the source text; or a table of learned keys and values.
struct StorySource {
    bool table = false;
    std::vector<std::string> words;  // one per token, or per entry
    std::vector<bool> unknown = {};  // the model does not know the word; empty: knows all
    int blocks = 0;
    StoryStream in, out;  // before its first block, and what the decoder's cross-attention reads; the keys, the values
    int embed_norm = -1;  // record of the norm of its embedding; −1: it has none
    StoryOff off;         // in its blocks
};

struct StoryAnswer {
    int token = -1;  // or class
    std::string word;
    float probability = 0;
};

/// A block and a head of its attention, counted from 0.
struct StoryHead {
    int block = 0, head = 0;
    bool operator==(const StoryHead&) const = default;
};

/// What is said of one token's row: what is asked there, and what the model answers.
struct StoryRow {
    std::string question;              // that the first answer answers, as a title
    std::string note;                  // on the answers, from the model's card
    std::vector<StoryAnswer> answers;  // the most probable ones, the first is the model's answer
    bool trained = true;               // the model was trained to answer there; else the note says so
    std::string unknown = {};          // what of the text the model does not know, unknown_words(); "": nothing
    /// Nothing speaks against the answer.
    bool certain() const { return trained && unknown.empty(); }
};

struct Story {
    std::vector<std::string> words;  // one per token; of an encoder–decoder those of the target
    std::vector<bool> unknown;       // the model does not know the word; empty: knows all
    std::vector<std::string> rows;   // names of the tokens' rows: "he → hit" where the row predicts what comes next
    std::optional<StorySource> source;  // of an encoder–decoder
    std::vector<StoryBlock> blocks;
    bool norm_behind = false;    // post-norm
    bool parallel = false;       // attention and MLP of a block both read its input, and one sum adds both outputs
    bool shared_layers = false;  // every block has the same weights
    bool residual = true;        // what a block gets is added to what it computes
    int embed_norm = -1, final_norm = -1, pooled_vector = -1, logits = -1;  // records; −1 where there are none
    std::vector<int> head;  // what stands between the last block, or the pooled vector, and the output matrix: records
    int answer_row = 0;     // the token whose answer is shown; the first of the text for a classifier
    std::vector<float> pooled;  // a classifier's share of each token in the pooled vector; empty: no classifier
    int probs = -1;             // record of the answers' probabilities
    StoryRow chosen;            // of that token
    float longest = 1;          // of all lengths of the stream
    float longest_hidden = 1;
    StoryHead telling;  // the head whose weights in the row of the answer lie nearest to one token: the least entropy

    bool table() const { return source && source->table; }
    /// The tokens that the keys of attention_of() are of.
    const std::vector<std::string>& keys() const { return source ? source->words : words; }
    static bool unknown_at(const std::vector<bool>& unknown, int token) {
        return token < static_cast<int>(unknown.size()) && unknown[static_cast<std::size_t>(token)];
    }
    bool unknown_word(int token) const { return unknown_at(unknown, token); }
    bool unknown_key(int key) const { return unknown_at(source ? source->unknown : unknown, key); }
    /// Weight of a key for a query in the attention of a block; 0 where it is masked.
    static float weight(const Evaluation& evaluation, const StoryBlock& block, int head, int query, int key);
};

inline constexpr int story_answers = 5;

/// Where a cell of the run is in its story: the token's row, the block, the head and the key, counted from 0; −1: none.
struct StoryPlace {
    int row = -1, block = -1, head = -1, key = -1;
};
/// The row is one of the story's own tokens, not of an encoder's. The key is of a weight in the attention that a block
/// shows open (attention_of()). `record` −1: no cell.
StoryPlace place_in_story(const Story& story, const Trace& trace, int record, const Cell& cell);

/// A record's rows and their lengths; of no record where it is −1.
StoryStream stream_of(const Trace& trace, int record);
/// Of a soft lookup: its table, and what each token takes from it as the only block. False where a stage is missing.
bool read_table(const Evaluation& evaluation, Story& story);

/// Whether there can be a story: of a transformer or a soft lookup that answers to a text.
bool may_have_story(const Evaluation& evaluation);
/// … or of a recurrent or convolutional model (time_story.h).
bool may_have_time_story(const Evaluation& evaluation);
/// Each token's share of a classifier's pooled vector.
std::vector<float> pooled_shares(const Evaluation& evaluation, std::size_t tokens);
/// The story of a run; none where there cannot be one.
std::optional<Story> story_of(const Evaluation& evaluation);
/// The row that a story is told of first: the one of the answer; of an encoder–decoder whose answer there only ends the
/// text the one whose answer is the least certain of those that do not.
int story_row(const Evaluation& evaluation);
/// What is said of a token's row; a classifier says the same of all.
StoryRow row_of(const Evaluation& evaluation, int row);

/// The attention of a block that is shown open: the one between encoder and decoder where there is one.
const StorySublayer* attention_of(const StoryBlock& block);
/// The attention of the decoder to its own tokens, ahead of the cross-attention; null in a single stack.
const StorySublayer* attention_before(const StoryBlock& block);
/// Null where the block has none.
const StorySublayer* mlp_of(const StoryBlock& block);
/// The stream that the MLP of a block reads, before its norm: the block's input where the sublayers are parallel, else
/// what attention leaves. The block has an MLP and an attention.
const StoryStream& read_by_mlp(const Story& story, const StoryBlock& block);

}  // namespace glassformer
