// Biases that a small network reads from the distance (Li et al. 2023, "Functional Interpolation for Relative Position
// Encoding").
#include <algorithm>
#include <array>
#include <cmath>

#include "core/model/positional/shared.h"

namespace glassformer {

namespace {

constexpr OwnNumber fire_hidden{"hidden", 32};
constexpr OwnNumber fire_threshold{"threshold", 32};

Dimension fire_units(const ModelConfig& config) {
    return {Axis::d_hidden, static_cast<int>(config.positional.own[fire_hidden])};
}
Shape one_a_fire_unit(const ModelConfig& config) { return {fire_units(config)}; }
Shape one_fire_number(const ModelConfig&) { return {{Axis::scalar, 1}}; }
double fire_one(const ModelConfig&) { return 1; }
double fire_bound(const ModelConfig& config) { return 1 / std::sqrt(config.positional.own[fire_hidden]); }

}  // namespace

PositionalKind fire_encoding() {
    // Linear layers start as PyTorch has them, c and λ as published.
    static constexpr std::array parameters{
        PositionalParameter{.name = "fire.in.weight",
                            .symbol = "w",
                            .shape = one_a_fire_unit,
                            .initial = Initial::uniform,
                            .stream = 8,
                            .number = fire_one},
        PositionalParameter{.name = "fire.in.bias",
                            .symbol = "a",
                            .shape = one_a_fire_unit,
                            .initial = Initial::uniform,
                            .stream = 9,
                            .number = fire_one},
        PositionalParameter{.name = "fire.out.weight",
                            .symbol = "W^{F}",
                            .shape = [](const ModelConfig& config) -> Shape {
                                return {fire_units(config), {Axis::head, config.n_heads}};
                            },
                            .initial = Initial::uniform,
                            .stream = 10,
                            .number = fire_bound},
        PositionalParameter{.name = "fire.out.bias",
                            .symbol = "b^{F}",
                            .shape = [](const ModelConfig& config) -> Shape {
                                return {{Axis::head, config.n_heads}};
                            },
                            .initial = Initial::uniform,
                            .stream = 11,
                            .number = fire_bound},
        PositionalParameter{.name = "fire.scale",
                            .symbol = "c",
                            .shape = one_fire_number,
                            .initial = Initial::constant,
                            .stream = 12,
                            .number = [](const ModelConfig&) { return 0.1; }},
        PositionalParameter{
            .name = "fire.threshold", .symbol = "λ", .shape = one_fire_number, .initial = Initial::one, .stream = 13}};
    static constexpr std::array settings{
        PositionalSetting{.key = {.name = fire_hidden.key,
                                  .title = "Hidden units",
                                  .hint = "Units in the hidden layer of the network that computes the bias.",
                                  .get = own<fire_hidden>,
                                  .set = set_own<fire_hidden>,
                                  .max = 4096,
                                  .otherwise = [](const ModelConfig&) { return fire_hidden.otherwise; }},
                          .id = "hidden",
                          .label = "hidden units",
                          .subject = "the number of hidden units",
                          .range = {.min = 1, .max = 512, .low = 1, .high = 64, .step = 1}},
        PositionalSetting{.key = {.name = fire_threshold.key,
                                  .title = "Threshold",
                                  .hint = "Distances are taken relative to the query's position or, if larger, to this number of "
                                          "tokens. Training multiplies it by a learned factor.",
                                  .get = own<fire_threshold>,
                                  .set = set_own<fire_threshold>,
                                  .otherwise =
                                      [](const ModelConfig& config) {
                                          return static_cast<double>(std::max(1, config.max_seq_len / 4));
                                      }},
                          .id = "threshold",
                          .label = "threshold",
                          .subject = "the threshold",
                          .range = {.min = 1, .max = 8192, .low = 1, .high = 128, .step = 1},
                          .switchable = true}};
    return {
        .name = "fire",
        .place = 110,
        .title = "Interpolated biases (FIRE)",
        .sentence =
            "A small learned network computes the bias of each head from the distance between query and key, taken "
            "as a share of the query's position on a logarithmic scale. For an earlier key the share is at most 1, "
            "however long the text is.",
        .bias =
            [](const ModelConfig& config, bool, FirstPositions first) {
                return op::fire_bias(config.positional.own[fire_threshold], first.query, first.key);
            },
        .parameters = parameters,
        .trained = "a small trained network that makes the biases",
        .settings = settings,
        .formulas = {"s_{ij} = q · k + f_{h}(x_{ij})\nx_{ij} = ψ(|i − j|) / ψ(\\text{max}(L, i))\n"
                     "ψ(t) = \\text{log}(c t + 1)",
                     "s_{ij} = q · k + f_{h}(x_{ij})\nx_{ij} = ψ(|i − j|) / ψ(\\text{max}(L, i − 1))\n"
                     "ψ(t) = \\text{log}(c t + 1)",
                     "The same: distances do not change, and the query's position is counted from 0 in both."},
    };
}

}  // namespace glassformer
