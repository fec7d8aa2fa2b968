// Every sentence of the tab with the loss surface, in the order of the screen. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::train {

inline constexpr const char* tab_surface = "Loss surface";
// Controls
inline constexpr const char* surface_random = "Random plane";
inline constexpr const char* surface_run = "Plane of the run";
inline constexpr const char* surface_seed = "seed";
inline constexpr const char* surface_seed_hint =
    "Two random directions follow from the seed. Each filter of them is as long as the same filter of the weights (Li "
    "et al. 2018).";
inline constexpr const char* surface_extent = "extent";
inline constexpr const char* surface_extent_hint =
    "How far the axes reach from the center, in lengths of the directions.";
inline constexpr const char* surface_run_extent_hint =
    "The plane goes through the initial weights, a step between and the center. An extent of 1 holds the whole "
    "path, with a margin around it.";
inline constexpr const char* surface_points = "points";
inline constexpr const char* surface_points_hint = "Points per side. The loss is measured at every one of them.";
inline constexpr const char* surface_both = "Both";
inline constexpr const char* surface_contours = "Contours";
inline constexpr const char* surface_relief = "Relief";
inline constexpr const char* surface_compute = "Compute";
inline constexpr const char* surface_compute_hint = "Measure the loss at all points of the plane";
inline constexpr const char* surface_cancel = "Cancel";
inline constexpr const char* surface_percent = "{}%";
inline constexpr const char* surface_compare = "Compare without residual connections";
inline constexpr const char* surface_compare_hint =
    "Train the same model without residual connections to the same step, and show its surface too";
inline constexpr const char* surface_compare_close = "Close the comparison";
inline constexpr const char* surface_training = "Training without residual connections: step {} of {}";

// What is shown
inline constexpr const char* surface_waiting = "Preparing the texts and the initial weights…";
inline constexpr const char* surface_none =
    "Press Compute to measure the loss at {0} × {0} points of a plane through the weights of step {1}.";
inline constexpr const char* surface_none_time = " That takes about {}.";
inline constexpr const char* surface_asked = "Computing the loss surface…";
inline constexpr const char* surface_not_computed = "The loss surface has not been computed yet.";
inline constexpr const char* surface_computing = "Measuring the loss around the weights of step {}…";
inline constexpr const char* surface_says =
    "The loss is {0} nats in the center, at the weights of step {1}. Each of the {2} × {2} points is the mean over {3} "
    "held-out texts.";
inline constexpr const char* surface_says_briefly = "The loss at {0} × {0} points around the weights of step {1}.";
inline constexpr const char* surface_coarse = "This is a coarse grid. Compute gives {0} × {0} points.";
inline constexpr const char* surface_share =
    "The plane shows {} of the distance from the center to the initial weights.";
inline constexpr const char* surface_shares =
    "The plane shows {} to {} of the distances from the center to the other steps of the path.";
inline constexpr const char* surface_not_shown =
    "The plane shows {} of the distance from the center to the initial weights, too little to draw the path on it.";
inline constexpr const char* surface_trained_to =
    "Without residual connections it is trained to step {}. Compute trains it to the step looked at.";
inline constexpr const char* surface_not_finite_one =
    "The loss is not a finite number at 1 of {} points, which is hatched.";
inline constexpr const char* surface_not_finite =
    "The loss is not a finite number at {} of {} points, which are hatched.";
inline constexpr const char* surface_other = "This surface is of other settings or another step. Compute replaces it.";
inline constexpr const char* surface_diverged = "Without residual connections the training ended after step {}: {}";
inline constexpr const char* surface_same_scale = "Both surfaces share one scale.";

// Pictures
inline constexpr const char* surface_loss = "loss (nats, logarithmic)";
inline constexpr const char* surface_height = "loss";
inline constexpr const char* surface_first = "random direction 1";
inline constexpr const char* surface_second = "random direction 2";
inline constexpr const char* surface_to_start = "from step {} (0) to the initial weights (1)";
inline constexpr const char* surface_to_middle = "toward step {}";
inline constexpr const char* surface_initial = "initial";
inline constexpr const char* surface_step = "step {}";
inline constexpr const char* surface_with = "With residual, step {}: {} nats";
inline constexpr const char* surface_without = "Without residual, step {}: {} nats";
inline constexpr const char* surface_tip = "({}, {})\nloss {} nats";
inline constexpr const char* surface_tip_path =
    "step {}: loss {} nats\nat its projection onto the plane: {} nats\nthe plane shows {} of its distance from the "
    "center";
inline constexpr const char* surface_tip_center = "step {}, the center: loss {} nats";

}  // namespace glassformer::texts::train
