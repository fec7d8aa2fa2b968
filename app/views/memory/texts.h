// Every sentence of the panel of a step's memory. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::memory {

inline constexpr const char* title = "Memory of a training step";
inline constexpr const char* close = "Close (Esc)";

// What is planned
inline constexpr const char* model = "Model";
inline constexpr const char* model_own = "This run: {}";
inline constexpr const char* model_published = "{} ({})";
inline constexpr const char* batch = "Batch size";
inline constexpr const char* batch_hint = "Texts per step.";
inline constexpr const char* length = "Text length";
inline constexpr const char* length_hint = "Tokens per text, up to the longest text that the model reads.";
inline constexpr const char* length_both_hint =
    "Tokens per source text and per target text, up to the longest text that the model reads.";
inline constexpr const char* micro_batches = "Micro-batches";
inline constexpr const char* micro_batches_hint =
    "Micro-batches per step (gradient accumulation).";
inline constexpr const char* checkpoints = "Checkpoints";
inline constexpr const char* checkpoints_on = "on";
inline constexpr const char* checkpoints_off = "off";
inline constexpr const char* checkpoints_hint =
    "Keeps only what enters each block and computes the rest again in the backward pass (Chen et al. 2016).";
inline constexpr const char* precision = "Precision";
inline constexpr const char* precision_single = "Single";
inline constexpr const char* precision_mixed = "Mixed";
inline constexpr const char* precision_hint =
    "Single: 4 bytes per number. Mixed: 2 bytes per weight, activation and gradient; AdamW, the sum of the gradients "
    "and a second copy of the weights keep 4 (Micikevicius et al. 2018).";

// Parameters
inline constexpr const char* parameters_own = "{} parameters.";
inline constexpr const char* parameters_exact = "{} parameters, as many as in the published checkpoint ({}).";
inline constexpr const char* parameters_checkpoint =
    "{} parameters; the encoder of the published checkpoint ({}) has {}.";
inline constexpr const char* parameters_formulas = "{} parameters; the formulas of the paper ({}) give {}.";
inline constexpr const char* paper_says = "The paper says {}.";

// Parts
inline constexpr const char* weights = "Weights";
inline constexpr const char* weights_hint = "One number per parameter.";
inline constexpr const char* weights_largest = "The weights are the largest part";
inline constexpr const char* master = "Weights in 4 bytes";
inline constexpr const char* master_hint =
    "A second copy of the weights, which the updates are added to: many updates are too small to change a 16-bit "
    "number.";
inline constexpr const char* master_largest = "The weights in 4 bytes are the largest part";
inline constexpr const char* gradients = "Gradients";
inline constexpr const char* gradients_hint = "Of the parameters, as one backward pass leaves them.";
inline constexpr const char* gradients_largest = "The gradients are the largest part";
inline constexpr const char* sum = "Sum of gradients";
inline constexpr const char* sum_hint = "Of all micro-batches and of the parts that threads compute.";
inline constexpr const char* sum_largest = "The sum of the gradients is the largest part";
inline constexpr const char* optimizer = "Optimizer (AdamW)";
inline constexpr const char* optimizer_hint = "Two running means per parameter: of the gradient and of its square.";
inline constexpr const char* optimizer_largest = "AdamW’s running means are the largest part";
inline constexpr const char* activations = "Activations";
inline constexpr const char* activations_hint =
    "What the forward pass keeps for the backward pass. Grows with the texts and their length.";
inline constexpr const char* activations_largest = "The activations are the largest part";
inline constexpr const char* activation_gradients = "Activation gradients";
inline constexpr const char* activation_gradients_hint =
    "Gradients of the activations. Their memory is reused during the backward pass.";
inline constexpr const char* activation_gradients_largest = "The gradients of the activations are the largest part";
inline constexpr const char* inputs = "Inputs";
inline constexpr const char* inputs_hint = "Tokens, masks, padding and labels.";
inline constexpr const char* inputs_largest = "The inputs are the largest part";
inline constexpr const char* total = "Total";
inline constexpr const char* card = "{} GB";

// What follows
inline constexpr const char* largest = "{}: {} of {}.";
inline constexpr const char* fits = "The step fits on a card with {} GB, but not on one with {} GB.";
inline constexpr const char* fits_all = "The step fits on a card with {} GB.";
inline constexpr const char* fits_none = "The step does not fit on a card with {} GB.";
inline constexpr const char* note_attention =
    "Attention keeps its weights for every pair of tokens: the full matrix is counted, as without FlashAttention.";
inline constexpr const char* note_checkpoint =
    "With checkpoints, the activations of one block at a time are held beside the blocks’ inputs.";
inline constexpr const char* note_half =
    "Mixed precision is planned only: training in this program computes in single precision.";
inline constexpr const char* note_counted = "Counted from the shapes of one step.";
inline constexpr const char* note_cards = "Dashed lines mark the memory of graphics cards; 1 GB is 10⁹ bytes.";

}  // namespace glassformer::texts::memory
