// Every text of the story, in the order of the screen, to be proof-read or translated in one go. {} stands for a value.
#pragma once

namespace glassformer::texts::story {

// Title, by what the model answers, and the sentence below it
inline constexpr const char* asks_here = "What does the model predict at “{}”?";
inline constexpr const char* asks_next = "What comes after “{}”?";
inline constexpr const char* asks_masked = "Which word belongs at “{}”?";
inline constexpr const char* asks_class = "Which class is this text?";
inline constexpr const char* one_block =
    "The tokens go in on the left, one block lets them exchange information, and the prediction comes out on the right.";
inline constexpr const char* many_blocks =
    "The tokens go in on the left, {} blocks let them exchange information, and the prediction comes out on the right.";

inline constexpr const char* two_stacks =
    "The encoder reads the source text. The decoder continues the target text and attends to the source at each token.";

// In the picture
inline constexpr const char* source = "source";
inline constexpr const char* target = "target";
inline constexpr const char* encoder_one = "Encoder: one block";
inline constexpr const char* encoder = "Encoder: {} blocks";
inline constexpr const char* decoder_block = "Decoder block {}";
inline constexpr const char* cross_attention = "Cross-attention: target tokens read the source";
inline constexpr const char* cross_attention_short = "Cross-attention";
inline constexpr const char* words = "tokens";
inline constexpr const char* block = "Block {}";
inline constexpr const char* blocks = "Blocks {}–{}";
inline constexpr const char* same_structure = "same structure, different weights";
inline constexpr const char* attention = "Self-attention: tokens exchange information";
inline constexpr const char* attention_short = "Self-attention";
inline constexpr const char* mlp = "MLP: each token on its own";
inline constexpr const char* mlp_short = "MLP";
inline constexpr const char* keys = "key";
inline constexpr const char* queries = "query";
inline constexpr const char* values = "value";
inline constexpr const char* head = "Head {} of {} ›";
inline constexpr const char* one_head = "One head";
inline constexpr const char* residual = "residual connection";
inline constexpr const char* sizes = "{} → {} → {}";  // d_model → d_ff → d_model
inline constexpr const char* answer_at = "answer at “{}”";
inline constexpr const char* next_after = "next token after “{}”";
inline constexpr const char* class_of = "class of the text";
inline constexpr const char* attends = "“{}” attends to “{}”: {}";

// Below the picture: what the marks mean
inline constexpr const char* meaning =
    "Ribbon width: norm ‖h‖ of the token's vector. Dots and lines: attention weights; lines only for “{}”.";

}  // namespace glassformer::texts::story
