// The curriculum's scenes in the experiments view.
#include <atomic>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "core/experiments/architectures.h"
#include "core/experiments/batch_masks.h"
#include "core/experiments/cost_curves.h"
#include "core/experiments/depth.h"
#include "core/experiments/score_scale.h"
#include "core/experiments/who_sees_whom.h"
#include "core/io/model_folder.h"
#include "core/model/mask.h"
#include "core/model/published_models.h"
#include "core/train/memory.h"
#include "tests/support/curriculum_scenes.h"

namespace glassformer::test {

namespace {

constexpr const char* text_of_batch[] = {"<start> near the cats, an old wolf howls.", "<start> the bird sings.",
                                         "<start> the dogs beside the lion bark often.",
                                         "<start> these ducks quack in the park."};

std::vector<double> list_of(const Program& program, const std::string& state) {
    std::istringstream list(program.state(state));
    std::vector<double> all;
    for (double number = 0; list >> number;) all.push_back(number);
    return all;
}

DeepStack first_stack(const char* activation) {
    return {.layers = 12, .d_model = 32, .activation = activation};
}

const ModelConfig& gpt2_small() {
    for (const PublishedModel& model : published_models())
        if (model.name == "GPT-2 small") return model.config;
    throw Error("no GPT-2 small");
}

/// Softmax of the products of the points, by hand.
void check_from_nothing(const SettledProgram& program) {
    const std::vector<double> x = list_of(program, "from_nothing_x"), scores = list_of(program, "from_nothing_scores"),
                              weights = list_of(program, "from_nothing_weights");
    const std::size_t n = x.size() / 2;
    REQUIRE(n == 5);
    REQUIRE(scores.size() == n * n);
    for (std::size_t i = 0; i < n; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < n; ++j) {
            const double score = x[2 * i] * x[2 * j] + x[2 * i + 1] * x[2 * j + 1];
            CHECK(scores[n * i + j] == doctest::Approx(score).epsilon(1e-4));
            sum += std::exp(score);
        }
        CHECK(weights[n * i] == doctest::Approx(std::exp(x[2 * i] * x[0] + x[2 * i + 1] * x[1]) / sum).epsilon(1e-4));
    }
}

void check_batch(const SettledProgram& program) {
    BatchMasks setting{.model = std::make_shared<const Model>(load_model(
                           std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models" / "agreement-causal")),
                       .texts = {}};
    for (const char* text : text_of_batch) {
        setting.texts.emplace_back();
        for (const TokenLabel& token : tokenize(*setting.model, text)) setting.texts.back().push_back(token.id);
    }
    const std::atomic<bool> going{false};
    const BatchBothWays both = both_ways(setting, going);
    CHECK(state_number(program, "batch_loss") == doctest::Approx(both.loss));
    CHECK(state_number(program, "batch_flop") == doctest::Approx(both.flop));
    CHECK(state_number(program, "batch_flop_cache") == doctest::Approx(both.flop_of_cache));
    CHECK(state_number(program, "batch_difference_beginnings") < 1e-4);
    CHECK(state_number(program, "batch_labels") == 9 + 4 + 8 + 7);  // one less than tokens in each text
    CHECK(state_number(program, "batch_padding") == 5 + 1 + 2);
}

void check_first_gradients(const SettledProgram& program) {
    static constexpr const char* orders[] = {"none", "post", "pre"};
    const std::atomic<bool> going{false};
    std::vector<DepthDraw> draws;
    for (int draw = 0; draw < depth_draws; ++draw) draws.push_back(depth_draw(first_stack("gelu"), draw, going));
    for (int o = 0; o < block_orders; ++o) {
        const DepthGradients expected = mean_gradients(draws, static_cast<BlockOrder>(o));
        const std::string name = orders[o];
        CHECK(state_number(program, "depth_first_stream_" + name) == doctest::Approx(expected.stream.front()));
        CHECK(state_number(program, "depth_last_stream_" + name) == doctest::Approx(expected.stream.back()));
    }
}

}  // namespace

std::vector<CurriculumScene> experiment_scenes() {
    std::vector<CurriculumScene> scenes;
    const auto add = [&](std::vector<std::string> rows, const char* page, std::string open,
                         std::function<void(const SettledProgram&)> check, std::vector<CurriculumControl> controls) {
        scenes.push_back({.rows = std::move(rows),
                          .page = page,
                          .open = std::move(open),
                          .check = std::move(check),
                          .controls = std::move(controls)});
    };

    // Attention from nothing.
    add({"B1", "B2"}, "from-nothing", "", check_from_nothing,
        {{.target = "experiment tokens", .state = "from_nothing_x", .share = 0.3F},
         {.target = "experiment parameters W_Q, W_K, W_V", .state = "from_nothing_outputs", .share = 0.5F},
         {.target = "experiment seed", .state = "from_nothing_outputs"},
         {.target = "experiment matrices identity", .state = "from_nothing_weights", .share = 0.5F},
         {.target = "from_nothing weights", .state = "from_nothing_pair", .share = 0.1F}});
    add({"B3"}, "from-nothing", "",
        [](const SettledProgram& program) { CHECK(list_of(program, "from_nothing_moved").at(0) == 0); },
        {{.target = "experiment order", .state = "from_nothing_order", .share = 0.45F},
         {.target = "experiment positions", .state = "from_nothing_moved", .share = 0.5F},
         {.target = "experiment order", .state = "from_nothing_outputs", .share = 0.25F}});
    add({"A8", "B5"}, "from-nothing", "click @experiment parameters a single query\nwait-idle",
        [](const SettledProgram& program) {
            const std::vector<double> weights = list_of(program, "from_nothing_weights");
            REQUIRE(weights.size() == 15);
            for (std::size_t j = 0; j < 5; ++j) CHECK(weights[j] == doctest::Approx(0.2));  // the mean of five
            for (std::size_t row = 1; row < 3; ++row) {
                double sum = 0;
                for (std::size_t j = 0; j < 5; ++j) sum += weights[5 * row + j];
                CHECK(sum == doctest::Approx(1));
            }
        },
        {{.target = "experiment seed", .state = "from_nothing_weights"},
         {.target = "experiment tokens", .state = "from_nothing_x", .share = 0.3F},
         {.target = "experiment order", .state = "from_nothing_order", .share = 0.45F},
         {.target = "experiment positions", .state = "from_nothing_moved", .share = 0.5F}});

    // Three architectures.
    add({"A1", "A2", "A3"}, "architectures", "",
        [](const SettledProgram& program) {
            const double n = state_number(program, "architectures_tokens"),
                         layers = state_number(program, "architectures_layers");
            CHECK(state_number(program, "architectures_steps_recurrent") == n + layers - 1);
            CHECK(state_number(program, "architectures_steps_attention") == layers);
            CHECK(state_number(program, "architectures_path_recurrent") == 6);
            CHECK(state_number(program, "architectures_path_convolution") == 3);
            CHECK(state_number(program, "architectures_path_attention") == 1);
            CHECK(std::abs(state_number(program, "architectures_last_recurrent")) < 1);  // a tanh
        },
        {{.target = "experiment cell LSTM", .state = "architectures_last_recurrent", .share = 0.5F},
         {.target = "experiment width", .state = "architectures_path_convolution"},
         {.target = "experiment layers", .state = "architectures_steps_attention", .share = 0.1F},
         {.target = "experiment d", .state = "architectures_d"},
         {.target = "", .state = "architectures_step", .script = "click @architectures steps\nwait-idle"},
         {.target = "",
          .state = "architectures_path_recurrent",
          .script = "click @architectures 0 token 0\nwait-idle\nclick @architectures 2 token 8\nwait-idle"}});
    add({"A4"}, "architectures", "click @experiment show gradients\nwait-idle",
        [](const SettledProgram& program) {
            for (int m = 0; m < reach_models; ++m) {
                const std::vector<double> norms = untrained_reach({.length = 48}, m);
                const std::string number = std::to_string(m);
                CHECK(state_number(program, "architectures_first_gradient_" + number) == doctest::Approx(norms.front()));
                CHECK(state_number(program, "architectures_last_gradient_" + number) == doctest::Approx(norms.back()));
            }
        },
        {{.target = "experiment scale", .state = "architectures_first_gradient_0"},
         {.target = "experiment length", .state = "architectures_first_gradient_3", .share = 0.2F},
         {.target = "experiment seed", .state = "architectures_last_gradient_1"}});
    add({"B13"}, "architectures", "click @experiment show weights\nwait-idle",
        [](const SettledProgram& program) {
            const double weight = state_number(program, "architectures_weight_attention");
            CHECK(weight > 0);
            CHECK(weight < 1);
        },
        {{.target = "",
          .state = "architectures_weight_attention",
          .script = "click @experiment text\nkey Ctrl+A\ntype the cat sat on the mat because it is\nwait-idle"},
         {.target = "experiment seed", .state = "architectures_weight_convolution"},
         {.target = "experiment cell LSTM", .state = "architectures_weight_recurrent", .share = 0.5F}});

    // Why scores are divided.
    add({"B7"}, "score-scale", "",
        [](const SettledProgram& program) {
            const Tensor scores = random_scores({.d_k = 64, .keys = 16, .seed = 0});
            CHECK(state_number(program, "score_scale_variance") ==
                  doctest::Approx(score_measures(scores.view(), 1).variance));
            CHECK(state_number(program, "score_scale_variance_scaled") ==
                  doctest::Approx(state_number(program, "score_scale_variance") / 64));
        },
        {{.target = "experiment d_k", .state = "score_scale_variance"},
         {.target = "experiment keys", .state = "score_scale_entropy"},
         {.target = "experiment seed", .state = "score_scale_slope"},
         {.target = "experiment source open model", .state = "score_scale_record", .share = 0.5F}});

    // Depth.
    add({"E1", "E2"}, "depth", "",
        [](const SettledProgram& program) {
            const StreamDepth alone = stream_depth(first_stack("relu"), StackKind::attention),
                              both = stream_depth(first_stack("relu"), StackKind::with_both);
            CHECK(state_number(program, "depth_residual_attention") == doctest::Approx(alone.residual.back()));
            CHECK(state_number(program, "depth_similarity_attention") == doctest::Approx(alone.similarity.back()));
            CHECK(state_number(program, "depth_dead_both") == doctest::Approx(both.dead.back()));
        },
        {{.target = "experiment activation GELU", .state = "depth_dead_both", .share = 0.5F},
         {.target = "experiment width 64", .state = "depth_residual_attention", .share = 0.5F},
         {.target = "experiment layers", .state = "depth_blocks", .share = 0.3F},
         {.target = "experiment seed", .state = "depth_residual_both"}});
    add({"E3", "E6"}, "depth", "click @experiment show gradients\nwait-idle", check_first_gradients,
        {{.target = "experiment layers", .state = "depth_blocks", .share = 0.12F},
         {.target = "experiment width 16", .state = "depth_first_stream_none", .share = 0.5F},
         {.target = "experiment seed", .state = "depth_last_stream_post"}});

    // Cost and memory.
    add({"B12", "F8"}, "cost", "",
        [](const SettledProgram& program) {
            CHECK(state_number(program, "cost_total") ==
                  doctest::Approx(cost_at({.config = gpt2_small(), .n = 1024}).total));
            CHECK(state_number(program, "cost_parameters") == 124439808);
        },
        {{.target = "experiment n", .state = "cost_n"},
         {.target = "experiment count", .state = "cost_total", .share = 0.4F},
         {.target = "cost curves", .state = "cost_n", .share = 0.2F},
         {.target = "", .state = "cost_model", .script = "click @experiment model\nkey Down\nkey Enter\nwait-idle"}});
    add({"C2", "C3"}, "cost", "",
        [](const SettledProgram& program) {
            CHECK(state_number(program, "cost_heads") == 12);
            CHECK(state_number(program, "cost_d_head") == 64);
            CHECK(state_number(program, "cost_wide_flop") > state_number(program, "cost_narrow_flop"));
        },
        {{.target = "experiment heads", .state = "cost_d_head", .share = 0.99F},
         {.target = "experiment width", .state = "cost_of projections", .share = 0.97F}});
    add({"F11"}, "cost", "click @experiment count training step\nwait-idle",
        [](const SettledProgram& program) {
            CHECK(state_number(program, "cost_total") ==
                  training_memory(gpt2_small(), {.batch = 16, .seq_len = 1024}).total());
        },
        {{.target = "experiment batch", .state = "cost_total"},
         {.target = "experiment micro", .state = "cost_total"},
         {.target = "experiment precision", .state = "cost_total", .share = 0.9F},
         {.target = "experiment checkpoints", .state = "cost_total", .share = 0.5F}});

    // Who sees whom.
    add({"F9"}, "who-sees-whom", "",
        [](const SettledProgram& program) {
            const MaskConfig mask{.kind = find_mask("strided"), .number = 5};
            CHECK(state_number(program, "who_sees_whom_pairs") == static_cast<double>(mask_pairs(mask, 24, false)));
            CHECK(program.state("who_sees_whom_counts") == "1,9,24,24");
        },
        {{.target = "experiment stride", .state = "who_sees_whom_pairs"},
         {.target = "experiment tokens", .state = "who_sees_whom_tokens"},
         {.target = "experiment layers", .state = "who_sees_whom_layers"},
         {.target = "who_sees_whom map", .state = "who_sees_whom_token", .share = 0.1F}});
    add({"D10"}, "who-sees-whom", "?pattern who_sees_whom_mask=segments",
        [](const SettledProgram& program) {
            // One segment more with each layer.
            const std::vector<double> counts = [&] {
                std::string all = program.state("who_sees_whom_counts");
                for (char& c : all) c = c == ',' ? ' ' : c;
                std::istringstream list(all);
                std::vector<double> numbers;
                for (double number = 0; list >> number;) numbers.push_back(number);
                return numbers;
            }();
            const double segment = state_number(program, "who_sees_whom_number"),
                         tokens = state_number(program, "who_sees_whom_tokens");
            REQUIRE(counts.size() == 4);
            CHECK(counts[0] == 1);
            CHECK(counts[2] == std::min(tokens, counts[1] + segment));
        },
        {{.target = "experiment segment", .state = "who_sees_whom_pairs"},
         {.target = "experiment tokens", .state = "who_sees_whom_tokens"},
         {.target = "experiment layers", .state = "who_sees_whom_counts"},
         {.target = "who_sees_whom map", .state = "who_sees_whom_token", .share = 0.1F}});

    // A batch and its masks.
    add({"E8", "G3"}, "batch", "", check_batch,
        {{.target = "experiment extra", .state = "batch_length"},
         {.target = "experiment causal", .state = "batch_loss", .share = 0.5F},
         {.target = "experiment texts", .state = "batch_labels", .share = 0.02F},
         {.target = "batch cells", .state = "batch_chosen", .share = 0.3F}});
    add({"N21"}, "batch", "click @experiment way KV cache\nwait-idle",
        [](const SettledProgram& program) {
            const double query = std::stod(program.state("batch_chosen").substr(2));
            CHECK(state_number(program, "batch_rows_computed") == 1);
            CHECK(state_number(program, "batch_rows_kept") == query);
        },
        {{.target = "batch cells", .state = "batch_rows_kept", .share = 0.4F},
         {.target = "experiment way every prefix", .state = "batch_rows_computed", .share = 0.5F}});
    return scenes;
}

}  // namespace glassformer::test
