#include "core/train/live/options_json.h"

#include <array>
#include <charconv>
#include <limits>

#include "core/base/error.h"
#include "core/model/untrained_model.h"

namespace glassformer {

namespace {

constexpr int largest_whole = std::numeric_limits<int>::max();
constexpr double largest_number = std::numeric_limits<double>::max();
constexpr double largest_float = std::numeric_limits<float>::max();

struct WholeRow {
    std::string_view key;
    int TrainOptions::*member;
};
constexpr std::array<WholeRow, 5> whole_rows{{{"steps", &TrainOptions::steps},
                                              {"batch", &TrainOptions::batch},
                                              {"accumulate", &TrainOptions::accumulate},
                                              {"warm_up", &TrainOptions::warm_up},
                                              {"threads", &TrainOptions::threads}}};

struct NumberRow {
    std::string_view key;
    double TrainOptions::*member;
};
constexpr std::array<NumberRow, 9> number_rows{{{"learning_rate", &TrainOptions::learning_rate},
                                                {"floor", &TrainOptions::floor},
                                                {"momentum", &TrainOptions::momentum},
                                                {"beta1", &TrainOptions::beta1},
                                                {"beta2", &TrainOptions::beta2},
                                                {"eps", &TrainOptions::eps},
                                                {"weight_decay", &TrainOptions::weight_decay},
                                                {"clip", &TrainOptions::clip},
                                                {"label_smoothing", &TrainOptions::label_smoothing}}};

struct InitRow {
    std::string_view key;
    float InitOptions::*member;
};
constexpr std::array<InitRow, 3> init_rows{{{"std", &InitOptions::std},
                                            {"embedding_std", &InitOptions::embedding_std},
                                            {"forget_bias", &InitOptions::forget_bias}}};

constexpr std::array<std::string_view, 2> schedules{"constant", "cosine"};  // as Schedule

double number(JsonObject& json, std::string_view key, double limit) {
    if (!json.has(key)) throw json.error(key, "is missing");
    return json.number(key, -limit, limit, 0);
}

bool flag(JsonObject& json, std::string_view key) {
    if (!json.has(key)) throw json.error(key, "is missing");
    return json.boolean(key, false);
}

}  // namespace

std::string bits_text(std::uint64_t bits) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text(16, '0');
    for (std::size_t i = text.size(); i-- > 0; bits >>= 4U) text[i] = digits[bits & 15U];
    return text;
}

std::uint64_t bits_of(JsonObject& json, std::string_view key) {
    const std::string text = json.string(key);
    std::uint64_t bits = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), bits, 16);
    if (text.size() != 16 || problem != std::errc() || end != text.data() + text.size())
        throw json.error(key, "must be 16 hexadecimal digits");
    return bits;
}

Json options_json(const TrainOptions& options) {
    Json json = Json::object();
    for (const WholeRow& row : whole_rows) json.add(std::string(row.key), options.*row.member);
    for (const NumberRow& row : number_rows) json.add(std::string(row.key), options.*row.member);
    json.add("checkpoint", options.checkpoint);
    json.add("schedule", schedules[static_cast<std::size_t>(options.schedule)]);
    json.add("smoothing_over", smoothing_names[static_cast<std::size_t>(options.smoothing)]);
    json.add("optimizer", options.optimiser->name);
    json.add("seed", bits_text(options.seed));
    Json init = Json::object();
    init.add("matrices", matrix_init_names[static_cast<std::size_t>(options.init.matrices)]);
    for (const InitRow& row : init_rows) init.add(std::string(row.key), options.init.*row.member);
    init.add("scale_residual", options.init.scale_residual);
    json.add("init", std::move(init));
    return json;
}

TrainOptions options_of(JsonObject& json) {
    TrainOptions options;
    for (const WholeRow& row : whole_rows)
        options.*row.member = static_cast<int>(json.integer(row.key, 0, largest_whole));
    for (const NumberRow& row : number_rows) options.*row.member = number(json, row.key, largest_number);
    options.checkpoint = flag(json, "checkpoint");
    options.schedule = static_cast<Schedule>(json.choice("schedule", schedules, -1));
    options.smoothing = static_cast<Smoothing>(json.choice("smoothing_over", smoothing_names, 0));  // older files: all
    const std::string optimiser = json.string("optimizer");
    options.optimiser = find_optimiser(optimiser);
    if (options.optimiser == nullptr) throw json.error("optimizer", "names none that there is");
    options.seed = bits_of(json, "seed");
    JsonObject init = json.object("init");
    options.init.matrices = static_cast<MatrixInit>(init.choice("matrices", matrix_init_names, -1));
    for (const InitRow& row : init_rows)
        options.init.*row.member = static_cast<float>(number(init, row.key, largest_float));
    options.init.scale_residual = flag(init, "scale_residual");
    init.finish();
    json.finish();
    return options;
}

}  // namespace glassformer
