// Texts of the page on a batch and its masks.
#pragma once

namespace glassformer::texts::batch {

inline constexpr const char* title = "A batch and its masks";
inline constexpr const char* question = "Why is one pass enough for training?";

inline constexpr const char* model = "agreement-causal";
inline constexpr const char* of_batch[] = {"<start> near the cats, an old wolf howls.", "<start> the bird sings.",
                                           "<start> the dogs beside the lion bark often.",
                                           "<start> these ducks quack in the park.",
                                           "<start> some bees that the teachers follow buzz."};

// Sentences
inline constexpr const char* masked_sentence =
    "One pass predicts the next token at all {} positions with a label (color: loss; last tokens have none). Masking a "
    "key is the same as leaving it out. One query after the other, each with its own keys only, has the same logits: "
    "they differ by {} at most. Turn off “Causal mask”.";
inline constexpr const char* cache_sentence =
    "With a KV cache, each pass computes one row and reads the keys and values that earlier passes kept.{} All {} "
    "passes "
    "together have the logits of the one pass: they differ by {} at most. The one pass also computes padding, {} of {} "
    "positions. Click a token for its pass.";
inline constexpr const char* cheaper_sentence =
    " The cache is cheaper because no row is computed twice: {} MFLOP in all passes, against {} where each pass "
    "computes its whole prefix again.";
inline constexpr const char* open_sentence =
    "Without the causal mask, queries attend to later tokens, also to their label. The logits differ by up to {} from "
    "those of one query after the other. The model was trained with the mask; without it the loss is {}.";
inline constexpr const char* mask_again = " Turn on “Causal mask”.";
inline constexpr const char* computing = "Computing the batch, and each of its queries alone …";

// Controls
inline constexpr const char* texts = "Texts";
inline constexpr const char* texts_hint = "Texts in the batch, each of its own length";
inline constexpr const char* extra = "Extra padding";
inline constexpr const char* extra_hint =
    "Positions more than the longest text needs. They cost operations and change no logit";
inline constexpr const char* causal = "Causal mask";
inline constexpr const char* causal_hint =
    "Off: in the one pass every query attends to all tokens of its text. The model was trained with the mask";
inline constexpr const char* way = "One after the other";
inline constexpr const char* way_hint =
    "A pass over every prefix of the text computes all its rows again. With a KV cache a pass computes one row, and "
    "keeps the keys and values of the others";
inline constexpr const char* way_beginnings = "every prefix";
inline constexpr const char* way_cache = "KV cache";

// Pictures
inline constexpr const char* key_steps = "another query";
inline constexpr const char* batch_title =
    "The batch: each token with its label, the next token; {} of {} positions are padding";
inline constexpr const char* batch_title_brief = "Tokens and labels; {} of {} are padding";
inline constexpr const char* loss_key = "loss (nats), mean {}";
inline constexpr const char* one_pass = "pass for all queries, with masked pairs";
inline constexpr const char* passes_of_beginnings = "passes, one per prefix";
inline constexpr const char* passes_with_cache = "passes with a KV cache";
inline constexpr const char *one_pass_brief = "pass for all", *prefixes_brief = "prefix passes",
                            *cache_brief = "cached passes";
inline constexpr const char *one_pass_word = "for all", *prefixes_word = "prefixes", *cache_word = "cached";
inline constexpr const char* pass_work = "{} MFLOP";
inline constexpr const char* one_pass_hint =
    "All positions of the batch at once, padding and masked pairs included: {} MFLOP";
inline constexpr const char* passes_hint =
    "One pass for each token of each text, computed by the program: {} MFLOP. Click to see which rows each pass "
    "computes";
inline constexpr const char* label = "→ {}";
inline constexpr const char* no_label = "no label";
inline constexpr const char* padding = "padding";
inline constexpr const char* token_tip = "“{}” predicts “{}”: −log p = {} nats";
inline constexpr const char* last_tip = "“{}” is the last token: nothing follows, so it has no label";
inline constexpr const char* difference_tip =
    "largest difference of a logit: {} from the prefix alone, {} with the KV cache";
inline constexpr const char* padding_tip = "padding: a key that no query attends to, and a query without a label";
inline constexpr const char* mask_title = "One pass: mask of text {}";
inline constexpr const char* visible = "visible";
inline constexpr const char* later = "later";
inline constexpr const char* visible_tip = "“{}” attends to “{}”";
inline constexpr const char* later_tip = "“{}” cannot attend to “{}”, which comes later";
inline constexpr const char* key_padding_tip = "padding is masked for every query";
inline constexpr const char* query_padding_tip = "a query of the padding: computed, and ignored by the loss";
inline constexpr const char* passes_title = "Pass {}: {} rows computed";
inline constexpr const char* passes_title_one = "Pass {}: 1 row computed";
inline constexpr const char* passes_title_cached = "Pass {}: {} computed, {} cached";
inline constexpr const char* computed = "computed, with the number of rows";
inline constexpr const char* computed_brief = "computed";
inline constexpr const char* kept = "cached";
inline constexpr const char* pass_tip = "pass {}: {} rows computed, {} cached; {}";
inline constexpr const char* losses_title = "Loss by position (nats)";
inline constexpr const char* work_title = "Operations per pass, text {}";
inline constexpr const char* position_axis = "position";
inline constexpr const char* flop_axis = "MFLOP";
inline constexpr const char* text_name = "text {}";
inline constexpr const char* mean_name = "mean";
inline constexpr const char* table_title = "Losses and operations by position";

}  // namespace glassformer::texts::batch
