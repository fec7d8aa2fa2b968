// Texts of the page on tokens.
#pragma once

namespace glassformer::texts::tokens_page {

inline constexpr const char* title = "Tokens";
inline constexpr const char* question = "How does a text become token ids?";
inline constexpr const char* token = "Token";
inline constexpr const char* token_hint = "The selected token, counted from 1";
inline constexpr const char* step = "Step";
inline constexpr const char* step_hint = "How many steps of the tokenizer are carried out on the piece of that token";
inline constexpr const char* key_steps = "one step of the tokenizer";
inline constexpr const char* key_plays = "play the steps";

inline constexpr const char* waiting = "The text is being tokenized.";
inline constexpr const char* no_model = "No model is open yet.";
inline constexpr const char* no_tokenizer = "This model has no tokenizer, so its token ids are entered by number.";
inline constexpr const char* sentence = "{}: {} → {}{}.";
inline constexpr const char* around = ", {} of them added {}";
inline constexpr const char* around_before = "before the text";
inline constexpr const char* around_after = "after the text";
inline constexpr const char* around_both = "around the text";
inline constexpr const char* cut_short = " Only the first {} bytes of {} are shown.";
inline constexpr const char* no_text = "No tokens come from this text.";

inline constexpr const char* text_row = "Text";
inline constexpr const char* text_says = "Each tinted stretch is one token: click one. {}";
inline constexpr const char* text_spaces = "Each tinted stretch is one token: click one. “␣” is a space. {}";
inline constexpr const char* from_characters = "Token {} of {} comes from “{}”, characters {} to {}.";
inline constexpr const char* from_character = "Token {} of {} comes from “{}”, character {}.";
inline constexpr const char* from_bytes = "Token {} of {} comes from bytes {} to {}, a part of a character.";
inline constexpr const char* from_byte = "Token {} of {} comes from byte {}, a part of a character.";
inline constexpr const char* from_nothing = "Token {} of {} comes from no character of the text.";
inline constexpr const char* normalized_row = "Normalized";
inline constexpr const char* normalized_says = "The normalizer changed or inserted the underlined characters.";
inline constexpr const char* normalized_shorter = "The normalizer removed characters and changed none of the others.";
inline constexpr const char* normalized_same = "Normalization left this text as it is.";
inline constexpr const char* pieces_row = "Pieces";
inline constexpr const char* pieces_says = "The text is first cut into {} pieces. No token crosses their borders.";
inline constexpr const char* piece_one = "The text stays in one piece.";
inline constexpr const char* pieces_without_spaces = " Spaces are dropped.";
inline constexpr const char* marker_spaces = " “▁” stands for a space.";
inline constexpr const char* marker_first = " “▁” stands for a space; the first one is put before the text.";
inline constexpr const char* marker_some = " “▁” stands for a space, also where one is put before a word.";
inline constexpr const char* marker_put = " “▁” is put before the text, as if a space came first.";
inline constexpr const char* marker_each = " Spaces are cut away, and “▁” is put before each piece.";
inline constexpr const char* marker_words = " “▁” is put where a word begins.";
inline constexpr const char* brief_space = "“▁” is a space (␣).";
inline constexpr const char* brief_put = "“▁” is put before the piece, for a space (␣).";
inline constexpr const char* brief_both = "“▁” is a space (␣), typed or put in.";
inline constexpr const char* bytes_row = "Bytes";
inline constexpr const char* bytes_level =
    "Each byte of the piece is written as one character (Radford et al. 2019), so 256 symbols can spell every text.";
inline constexpr const char* bytes_spelled =
    "Each byte of the piece is written as one character (Radford et al. 2019): {}.";
inline constexpr const char* byte_space = "“Ġ” is the space (␣)";
inline constexpr const char* byte_character = "“{}” are the {} bytes of “{}”";
inline constexpr const char* bytes_plain = "The characters of the selected piece, with their bytes in UTF-8.";
inline constexpr const char* bytes_fallback =
    "The piece in UTF-8. Byte fallback: a character outside the vocabulary becomes its bytes, as “{}” to “{}”.";
inline constexpr const char* bytes_fallback_try = " Type “{}” to see it.";
inline constexpr const char* bytes_tokens =
    "The characters of the piece, with their bytes in UTF-8. “{}” is not in the vocabulary, so its bytes are tokens.";
inline constexpr const char* brief_bytes = "“{}” is not in the vocabulary, so it becomes its bytes: {}.";

inline constexpr const char* merges_row = "Merges";
inline constexpr const char* merges_says =
    "Byte-pair encoding (Sennrich et al. 2016) joins the neighbors with the lowest rank, the pair learned first. {}";
inline constexpr const char* merge_next = "Next: “{}” + “{}”, rank {}.";
inline constexpr const char* merge_done = "No pair of neighbors has a rank, so the symbols are tokens.";
inline constexpr const char* merge_one = "One symbol is left, so it is the token.";
inline constexpr const char* merge_single = "The piece is one symbol, so it is one token.";
inline constexpr const char* merge_whole = "The whole piece is in the vocabulary, so it is one token without merges.";
inline constexpr const char* merge_end = "Tokens";
inline constexpr const char* merge_label = "Merge {} · rank {}";
inline constexpr const char* merges_brief = "The pair of lowest rank is joined.";
inline constexpr const char* merge_suffix = " “{}” marks the end of a piece.";
inline constexpr const char* merge_ranks = "Ranks of pairs";
inline constexpr const char* merge_tint = "the pair that the merge joins";
inline constexpr const char* merge_hidden = "beside “…”: a symbol of the pair is hidden";
inline constexpr const char* merges_shown = "{} of {} merges";
inline constexpr const char* merge_tint_rank = "the pair that is merged next, rank {}";
inline constexpr const char* selected_token = "the selected token";
inline constexpr const char* merge_coming = "not merged yet";
inline constexpr const char* end_below = "tokens";
inline constexpr const char* one_merge_above = "↑ 1 merge";
inline constexpr const char* merges_above = "↑ {} merges";
inline constexpr const char* one_merge_below = "↓ 1 merge";
inline constexpr const char* merges_below = "↓ {} merges";
inline constexpr const char* above_too = "↑ {}, ";
inline constexpr const char* above = "{} above";
inline constexpr const char* below = "{} below";
inline constexpr const char* tries_row = "Longest match";
inline constexpr const char* tries_says =
    "WordPiece (Schuster & Nakajima 2012, Devlin et al. 2019) takes the longest prefix in the vocabulary. {}";
inline constexpr const char* try_prefix = " “{}” marks a piece that goes on inside a word.";
inline constexpr const char* try_missing = "“{}” is not in the vocabulary, so it is tried without its last character.";
inline constexpr const char* try_found = "“{}” is in the vocabulary, so it is a token.";
inline constexpr const char* try_found_brief = "“{}”: the longest prefix in the vocabulary.";
inline constexpr const char* try_nothing = "Step to try the first prefix.";
inline constexpr const char* try_too_long = "The word is longer than the tokenizer tries, so it is unknown.";
inline constexpr const char* try_unknown = "No prefix of the rest is in the vocabulary, so the whole word is unknown.";
inline constexpr const char* missing = "not in the vocabulary";
inline constexpr const char* missing_brief = "not found";
inline constexpr const char* found = "id {}";
inline constexpr const char* try_in = "in the vocabulary";
inline constexpr const char* try_now = "tried now";
inline constexpr const char* try_coming = "not tried yet";
inline constexpr const char* try_label = "Try {}";
inline constexpr const char* try_all_whole =
    " All pieces of this text are in the vocabulary; a rare word takes more tries.";
inline constexpr const char* one_try_above = "↑ 1 try";
inline constexpr const char* tries_above = "↑ {} tries";
inline constexpr const char* one_try_below = "↓ 1 try";
inline constexpr const char* tries_below = "↓ {} tries";
inline constexpr const char* lattice_row = "Lattice";
inline constexpr const char* lattice_says =
    "Unigram (Kudo 2018) takes the path with the greatest sum of log-probabilities, by Viterbi’s algorithm. {}";
inline constexpr const char* lattice_step = "Best segmentation up to character {}: total log-probability {}.";
inline constexpr const char* lattice_done = "Best segmentation: total log-probability {}.";
inline constexpr const char* lattice_done_brief = "Greatest sum of log-probabilities: {}.";
inline constexpr const char* lattice_unknown =
    " “{}” is not in the vocabulary, so it counts as unknown, with a score below all others.";
inline constexpr const char* lattice_unknown_brief = " “{}” is unknown.";
inline constexpr const char* lattice_bytes = " Its bytes are tokens.";
inline constexpr const char* lattice_characters = "characters";
inline constexpr const char* lattice_sums = "best sum so far";
inline constexpr const char* lattice_piece = "piece of the vocabulary, log-probability (rounded)";
inline constexpr const char* lattice_best = "last piece of the best path to its right edge";
inline constexpr const char* lattice_piece_brief = "piece";
inline constexpr const char* lattice_best_brief = "best to its right edge";
inline constexpr const char* lattice_path = "the best path";
inline constexpr const char* lattice_unknown_piece = "unknown";
inline constexpr const char* one_piece_above = "↑ 1 more piece";
inline constexpr const char* pieces_above = "↑ {} more pieces";
inline constexpr const char* lattice_coming = "not reached yet";
inline constexpr const char* lattice_nothing = "Step to reach the first character.";
inline constexpr const char* first_step = "First step of this piece";
inline constexpr const char* step_back = "One step back";
inline constexpr const char* step_on = "One step forward";
inline constexpr const char* last_step = "Last step of this piece";
inline constexpr const char* play = "Play the steps";
inline constexpr const char* pause = "Pause";

inline constexpr const char* plain_row = "Lookup";
inline constexpr const char* lookup_typed = "typed";
inline constexpr const char* lookup_spelled = "in the vocabulary";
inline constexpr const char* lookup_unknown = "the unknown token";
inline constexpr const char* lookup_id = "id";
inline constexpr const char* lookup_row = "row {} of the embedding, {} numbers";
inline constexpr const char* word_says = "This piece is looked up as a whole. It is one token, or the unknown token.";
inline constexpr const char* added_says =
    "This token was added to the vocabulary and is cut out before the text is cut into pieces.";
inline constexpr const char* around_says = "This token is not in the text. The model expects it around every text.";
inline constexpr const char* character_says = "Each character of the text is one token.";
inline constexpr const char* words_says = "Words, parts with an apostrophe and punctuation marks: each is one token.";

inline constexpr const char* tokens_row = "Tokens and ids";
inline constexpr const char* tokens_says =
    "The model reads only the ids. Each id selects one row of the embedding. Change the text to compare.";
inline constexpr const char* tokens_segments =
    "Each id selects one row of the embedding. After the dot: the token’s segment. Change the text to compare.";
inline constexpr const char* short_text = "Text";
inline constexpr const char* short_ids = "Ids";
inline constexpr const char* more_after = "… {} more";
inline constexpr const char* more_before = "{} more …";
inline constexpr const char* before_row = "Before";
inline constexpr const char* before_says =
    "The previous text had {}, this one has {}. Tokens that differ are underlined.";

inline constexpr const char* one_token = "1 token";
inline constexpr const char* more_tokens = "{} tokens";
inline constexpr const char* one_character = "1 character";
inline constexpr const char* more_characters = "{} characters";

inline constexpr const char* vocabulary = "Vocabulary";
inline constexpr const char* vocabulary_size = "{} tokens";
inline constexpr const char* id_column = "id";
inline constexpr const char* id_says = "An id is the token’s place in the vocabulary, counted from 0.";
inline constexpr const char* search = "Search a token or an id";
inline constexpr const char* matches = "{} of {} tokens";
inline constexpr const char* searching = "Searching…";
inline constexpr const char* token_bytes = "Bytes: {}";
inline constexpr const char* score = "log-probability {}";
inline constexpr const char* rank = "made by the merge of rank {}";
inline constexpr const char* nearest = "Nearest embeddings (cosine)";
inline constexpr const char* comparing = "Comparing embeddings…";
inline constexpr const char* no_nearest = "No embedding can be compared with this one.";

inline constexpr const char* kind_bytes = "Byte-level BPE";
inline constexpr const char* kind_fallback = "{} with byte fallback";
inline constexpr const char* kind_character = "Characters";
inline constexpr const char* kind_words = "Whole words";

}  // namespace glassformer::texts::tokens_page
