// Every sentence of the page of all settings. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::train {

inline constexpr const char* all_settings = "All settings";
inline constexpr const char* fewer_settings = "Close settings";
inline constexpr const char* all_settings_hint = "Architecture, optimizer, schedule and memory";
inline constexpr const char* setup_model = "Architecture";
inline constexpr const char* setup_training = "Optimization";
inline constexpr const char* setup_figures = "Before the first step";
inline constexpr const char* setup_restarts =
    "A change restarts the training; setting it back brings the earlier run back.";

inline constexpr const char* setting_on = "on";
inline constexpr const char* setting_off = "off";
inline constexpr const char* d_model = "d_model";
inline constexpr const char* d_model_hint =
    "Numbers per token in the residual stream; the MLP's width changes with it.";
inline constexpr const char* optimizer = "Optimizer";
inline constexpr const char* optimizer_hint = "What turns a gradient into an update of the weights.";
inline constexpr const char* adamw_title = "AdamW";
inline constexpr const char* sgd_title = "SGD with momentum";
inline constexpr const char* schedule = "Schedule";
inline constexpr const char* schedule_hint = "How the learning rate goes on after the warm-up.";
inline constexpr const char* warm_up = "Warm-up";
inline constexpr const char* warm_up_hint = "Steps in which the learning rate rises linearly to its peak.";
inline constexpr const char* weight_decay = "Weight decay";
inline constexpr const char* weight_decay_hint =
    "Share of each weight, times the learning rate, that a step takes away. Biases and norms do not decay.";
inline constexpr const char* smoothing = "Label smoothing";
inline constexpr const char* smoothing_hint =
    "ε, the share of the target probability that is taken from the label and spread evenly over classes.";
inline constexpr const char* smoothing_over = "Smoothing over";
inline constexpr const char* smoothing_over_hint =
    "All classes: each of V classes gets ε/V, and the label keeps 1 − ε + ε/V (Szegedy et al. 2016). Other classes: "
    "each of the others gets ε/(V − 1), and the label keeps 1 − ε.";
inline constexpr const char* accumulate = "Micro-batches";
inline constexpr const char* accumulate_hint =
    "Micro-batches per step (gradient accumulation): less memory, the same gradient up to rounding.";
inline constexpr const char* checkpoint = "Checkpoints";
inline constexpr const char* checkpoint_hint =
    "Keeps only what enters each block and computes the rest again on the way back (Chen et al. 2016).";

inline constexpr const char* parameters = "{} parameters";
inline constexpr const char* step_memory = "A step takes {} of memory";
inline constexpr const char* memory_others = "Memory of larger models…";
inline constexpr const char* memory_others_hint =
    "What a training step of GPT-2, BERT, LLaMA or the first Transformer takes";
inline constexpr const char* memory_weights = "weights";
inline constexpr const char* memory_gradients = "gradients";
inline constexpr const char* memory_gradient_sum = "sum of gradients";
inline constexpr const char* memory_optimizer = "optimizer";
inline constexpr const char* memory_activations = "activations";
inline constexpr const char* memory_activation_gradients = "activation gradients";
inline constexpr const char* memory_inputs = "inputs";

}  // namespace glassformer::texts::train
