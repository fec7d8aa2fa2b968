// Texts of the page on what a model costs. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::cost {

inline constexpr const char* title = "Cost and memory";
inline constexpr const char* question = "Which costs grow as n, and which as n²?";
inline constexpr const char* computing = "Counting the operations …";
inline constexpr const char* no_model = "No model is open. Select a published model, or sizes of your own.";
inline constexpr const char* failed = "This cannot be counted: {}";

// Sentences
inline constexpr const char* flop_sentence =
    "{}: one forward pass over {} tokens takes {}. The largest part is “{}”, with {}.";
inline constexpr const char* bytes_sentence =
    "{}: one forward pass over {} tokens reads and writes {}, counted stage by stage. The largest part is “{}”, with "
    "{}.";
inline constexpr const char* pairs_sentence =
    "{}: scores and weights have one number per head, query and key. Kept all at once, for {} tokens and a batch of {} "
    "they take {}, in {} matrices of all heads.{} Twice the tokens take four times as much.";
inline constexpr const char* kinds_sentence =
    " This includes all {} stages with such a matrix: {}. A training step keeps only those that its gradients need.";
inline constexpr const char* no_pairs_sentence = "{} has no matrix with a number per query and key.";
inline constexpr const char* training_sentence =
    "{}: a training step with a batch of {} and {} tokens per text takes {}. The largest part is “{}”, with {}.";
inline constexpr const char* crossover_pairs = " From {} tokens on, the query–key pairs take more than the MLP.";
inline constexpr const char* crossover_always =
    " The query–key pairs take at least as many operations as the MLP at any length.";
inline constexpr const char* crossover_never = " Below a million tokens the query–key pairs never overtake the MLP.";
// Which part grows how
inline constexpr const char* growth_sentence = " In texts of about {} tokens, twice the tokens take {}.";
inline constexpr const char* four_times = "four times as much (n²) for {}";
inline constexpr const char* twice = "twice as much (n) for {}";
inline constexpr const char* as_much = "no more for {}";
inline constexpr const char* below_twice = "less than twice as much for {}";
inline constexpr const char* between = "more than twice, but less than four times as much for {}";
inline constexpr const char* above_four_times = "more than four times as much for {}";
inline constexpr const char* positions_grow = " Learned vectors of positions are weights, so these grow with n.";
inline constexpr const char* to_move = " Move “Tokens n”.";
inline constexpr const char* quoted = "“{}”";
inline constexpr const char* beyond_sentence = " The model itself reads {} tokens at most.";

// Controls
inline constexpr const char* model = "Sizes";
inline constexpr const char* model_hint =
    "The open model, a published one (its sizes only), or a decoder with sizes of your own";
inline constexpr const char* model_open = "open model";
inline constexpr const char* model_own = "your own";
inline constexpr const char* changed_name = "{} with {} heads of size {}";
inline constexpr const char* changed_name_one = "{} with 1 head of size {}";
inline constexpr const char* own_name = "A decoder with {} blocks and d_model = {}";
inline constexpr const char* own_name_one = "A decoder with 1 block and d_model = {}";
inline constexpr const char* layers = "Blocks";
inline constexpr const char* layers_hint = "Number of blocks, each with attention and an MLP of 4 d_model neurons";
inline constexpr const char* d_model = "d_model";
inline constexpr const char* d_model_hint = "Width of the residual stream";
inline constexpr const char* n = "Tokens n";
inline constexpr const char* n_hint =
    "Length of the text. Of a model with a target, the length of source and target each. Of models other than "
    "transformers at most 256 tokens are counted";
inline constexpr const char* counted = "Count";
inline constexpr const char* counted_hint =
    "Operations and memory traffic of one forward pass, memory of all scores and weights, or memory of a training step";
inline constexpr const char* counted_flop = "FLOP";
inline constexpr const char* counted_bytes = "bytes";
inline constexpr const char* counted_pairs = "pairs";
inline constexpr const char* counted_training = "training step";
inline constexpr const char* heads = "Heads h";
inline constexpr const char* heads_hint =
    "Number of heads, or the largest number below that divides d_model. “Own” leaves as many as the model has";
inline constexpr const char* heads_own = "own";
inline constexpr const char* width = "d_head";
inline constexpr const char* width_hint =
    "Narrow heads share the width d_model. Wide heads each have all of it, and need an output matrix from h · d_model";
inline constexpr const char* width_own = "own";
inline constexpr const char* width_narrow = "d / h";
inline constexpr const char* width_wide = "d";
inline constexpr const char* precision = "Number";
inline constexpr const char* precision_hint =
    "Bytes per value. Mixed precision also keeps a 32-bit master copy of the weights";
inline constexpr const char* precision_single = "32 bits";
inline constexpr const char* precision_half = "16 bits";
inline constexpr const char* batch = "Batch";
inline constexpr const char* batch_hint = "Texts that are computed together";
inline constexpr const char* micro = "Micro-batches";
inline constexpr const char* micro_hint =
    "Micro-batches per step (gradient accumulation)";
inline constexpr const char* checkpoints = "Checkpoints";
inline constexpr const char* checkpoints_hint =
    "Keeps only what enters each block and computes the rest again in the backward pass (Chen et al. 2016)";

// Bars
inline constexpr const char* bars_flop = "Operations at n = {}: {}";
inline constexpr const char* bars_bytes = "Read and written at n = {}: {}";
inline constexpr const char* bars_pairs = "Scores and weights at n = {}: {}";
inline constexpr const char* bars_training = "Memory of a training step at n = {}: {}";
inline constexpr const char* parameters = "Parameters by part: {}";
inline constexpr const char* stage_tip = "{} (stage “{}”)\n{}, {} of all";
inline constexpr const char* part_tip = "{}\n{}, {} of all";

// How a number is counted: the pieces of a product
inline constexpr const char* shape_numbers = "{} numbers";
inline constexpr const char* each_product = " × 2 · {} FLOP";
inline constexpr const char* each_product_bias = " × (2 · {} + 1) FLOP";
inline constexpr const char* each_flop = " × {} FLOP";
inline constexpr const char* each_bytes = " × {} bytes";
inline constexpr const char* read_numbers = "{} numbers read or written × {} bytes";
inline constexpr const char* for_texts = " × {} texts";
inline constexpr const char* for_stages = " × {} of these stages";
inline constexpr const char* sum_of_stages = "the sum of {} such stages of different sizes";
inline constexpr const char* product_note =
    "\nA product of two vectors takes one multiplication and one addition per entry.";
inline constexpr const char* bias_note = " The bias is one more addition.";
inline constexpr const char* bytes_of_parameters = "{} parameters × {} bytes";
inline constexpr const char* bytes_of_some_parameters = "{} × {} parameters × {} bytes";
inline constexpr const char* bytes_of_numbers = "{} numbers × {} bytes, counted from the shapes of all stages";

// The matrix of one head as squares
inline constexpr const char* squares_title = "One head’s matrix: n² numbers";
inline constexpr const char* square_tip = "{} queries × as many keys = {} numbers × {} bytes = {}";

// Parts of a pass
inline constexpr const char* embeddings = "Embeddings";
inline constexpr const char* embeddings_hint = "Vectors of tokens and positions";
inline constexpr const char* projections = "Projections";
inline constexpr const char* projections_hint = "Q, K, V and the output of attention: matrix products with weights";
inline constexpr const char* pairs = "Query–key pairs";
inline constexpr const char* pairs_hint = "Scores, softmax and weighted values: one number per head, query and key";
inline constexpr const char* attention = "Attention";
inline constexpr const char* attention_hint = "Matrices of queries, keys, values and outputs";
inline constexpr const char* mlp = "MLP";
inline constexpr const char* mlp_hint = "Two or three matrices and the activation function of each block";
inline constexpr const char* norms = "Norms";
inline constexpr const char* norms_hint = "LayerNorm or RMSNorm";
inline constexpr const char* residual = "Residual";
inline constexpr const char* residual_hint = "Sums of the residual connections";
inline constexpr const char* recurrent = "Recurrent";
inline constexpr const char* recurrent_hint = "Steps of the recurrent layers";
inline constexpr const char* convolution = "Convolution";
inline constexpr const char* convolution_hint = "Windows of the convolutions";
inline constexpr const char* lookup = "Lookup";
inline constexpr const char* lookup_hint = "The soft lookup table";
inline constexpr const char* head = "Output";
inline constexpr const char* head_hint = "Logits and probabilities";

// Curves
inline constexpr const char* curves_flop = "FLOP against sequence length";
inline constexpr const char* curves_bytes = "Bytes read and written against sequence length";
inline constexpr const char* curves_pairs = "Memory for attention scores and weights against sequence length";
inline constexpr const char* curves_training = "Memory of a training step against sequence length";
inline constexpr const char* grows = "{} ~ {}";  // "MLP ~ n"
inline constexpr const char* grows_hint =
    "~ n: in proportion to the length of the text; ~ n²: to its square. Both axes are logarithmic, so the exponent is "
    "the slope of the line. Exponents are the slopes at the right end, n = {}. Lines that coincide are drawn inside "
    "one another";
inline constexpr const char* constant = "constant";
inline constexpr const char* linear = "n";
inline constexpr const char* quadratic = "n²";
inline constexpr const char* power = "n";  // raised: the exponent
inline constexpr const char* n_axis = "tokens n";
inline constexpr const char* total = "all";
inline constexpr const char* mark_pairs = "query–key pairs = MLP";
inline constexpr const char* mark_whole = "projections + pairs = MLP";
inline constexpr const char* mark_n = "n = {}";
inline constexpr const char* mark_longest = "model's limit";
inline constexpr const char* card = "{} GB card";
inline constexpr const char* table_title = "Cost against the length of the text";

// Heads
inline constexpr const char* heads_title = "Heads are a view of the same memory";
inline constexpr const char* other_heads_title = "{} heads of {} make Q {} wide, not d = {}. Narrow heads are a view:";
inline constexpr const char* memory_line = "Q in memory, 4 tokens × d = {}: row by row";
inline constexpr const char* heads_line = "the same numbers, read as {} matrices of 4 × {}";
inline constexpr const char* memory_tip = "Token {}, columns of head {}: numbers {} to {} of the row";
inline constexpr const char* narrow = "narrow, h × d_head: {} × {}";
inline constexpr const char* wide = "wide, h × d_head: {} × {}";
inline constexpr const char* heads_numbers = "{} parameters, {}";
inline constexpr const char* narrow_hint =
    "One token's queries of all heads, h heads of d / h: as wide as one head of d.\nAttention: {} parameters; {} for "
    "the "
    "projections and {} for the pairs at n = {}";
inline constexpr const char* wide_hint =
    "One token's queries of all heads, h heads of d: h times as wide, and every product costs h times as much.\n"
    "Attention: {} parameters; {} for the projections and {} for the pairs at n = {}";
inline constexpr const char* not_possible = "wide heads: not without projections";

// The ways to compute a step
inline constexpr const char* equal_title = "The same gradients in less memory";
inline constexpr const char* equal_computing = "Computing one step of a tiny model in three ways …";
inline constexpr const char* equal_of =
    "First training step of a decoder with {} blocks and d_model = {}, computed now: {} texts of up to {} tokens, 32 "
    "bits";
inline constexpr const char* equal_plain = "All at once";
inline constexpr const char* equal_reference = "the reference";
inline constexpr const char* equal_micro = "{} micro-batches";
inline constexpr const char* equal_checkpoints = "Checkpoints";
inline constexpr const char* equal_saved = "{}, {} less";
inline constexpr const char* equal_difference = "largest difference {}";
inline constexpr const char* equal_tip =
    "{}: {}, {}\nMemory as the tape plans it; largest difference from the gradient of the whole batch\n"
    "Of the step: {}. Its first text opens\n{}";
inline constexpr const char* equal_run = "First step, {} blocks, d_model {}, {} texts";
inline constexpr const char* equal_bits = "equal bit for bit";
inline constexpr const char* equal_foot = "Gradients of all {} weights are compared; the largest is {}.";
inline constexpr const char* equal_rounding =
    " Micro-batches add the gradients in another order, which rounds differently.";
inline constexpr const char* equal_single = " A single text cannot be split into micro-batches.";

}  // namespace glassformer::texts::cost
