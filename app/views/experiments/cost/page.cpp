#include "app/views/experiments/cost/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/experiments/cost/texts.h"
#include "app/views/memory/plan.h"
#include "app/views/memory/texts.h"
#include "app/views/shared/wording.h"
#include "core/base/system_memory.h"
#include "core/model/published_models.h"

namespace glassformer {

namespace {

namespace strings = texts::cost;
namespace memory = texts::memory;

constexpr std::array<int, 7> head_numbers{0, 1, 2, 4, 8, 16, 32};  // 0: the model's own
constexpr int first_published = 1;

std::string doublings_text(double doublings) { return std::to_string(1 << std::lround(doublings)); }
std::string whole_text(double number) { return std::to_string(std::lround(number)); }

std::vector<std::string> model_names() {
    std::vector<std::string> names{strings::model_open};
    for (const PublishedModel& model : published_models()) names.emplace_back(model.name);
    names.emplace_back(strings::model_own);
    return names;
}

int own_sizes() { return first_published + static_cast<int>(published_models().size()); }

double place_of_gpt2() {
    const auto found = std::ranges::find(published_models(), "GPT-2 small", &PublishedModel::name);
    return first_published + static_cast<double>(found - published_models().begin());
}

std::span<const ExperimentKnob> cost_knobs() {
    static const auto own = [](const KnobValues& values) { return values.whole("model") == own_sizes(); };
    static const auto is = [](const KnobValues& values, Counted counted) {
        return values.whole("count") == static_cast<int>(counted);
    };
    static const auto training = [](const KnobValues& values) { return is(values, Counted::training); };
    static const std::vector<ExperimentKnob> knobs{
        {.id = "model",
         .label = strings::model,
         .hint = strings::model_hint,
         .first = place_of_gpt2(),
         .choices = model_names()},
        {.id = "layers",
         .label = strings::layers,
         .hint = strings::layers_hint,
         .low = 1,
         .high = 96,
         .first = 12,
         .text = whole_text,
         .shows = own},
        {.id = "d_model",
         .label = strings::d_model,
         .hint = strings::d_model_hint,
         .low = 64,
         .high = 8192,
         .first = 768,
         .step = 64,
         .text = whole_text,
         .shows = own},
        {.id = "n",
         .label = strings::n,
         .hint = strings::n_hint,
         .low = least_token_doublings,
         .high = most_token_doublings,
         .first = 10,
         .text = doublings_text},
        {.id = "count",
         .label = strings::counted,
         .hint = strings::counted_hint,
         .choices = {strings::counted_flop, strings::counted_bytes, strings::counted_pairs, strings::counted_training}},
        {.id = "heads",
         .label = strings::heads,
         .hint = strings::heads_hint,
         .choices = {strings::heads_own, "1", "2", "4", "8", "16", "32"}},
        {.id = "width",
         .label = strings::width,
         .hint = strings::width_hint,
         .choices = {strings::width_own, strings::width_narrow, strings::width_wide}},
        {.id = "precision",
         .label = strings::precision,
         .hint = strings::precision_hint,
         .choices = {strings::precision_single, strings::precision_half},
         .shows = [](const KnobValues& values) { return !is(values, Counted::flop); }},
        {.id = "batch",
         .label = strings::batch,
         .hint = strings::batch_hint,
         .high = 10,
         .first = 4,
         .text = doublings_text,
         .shows = [](const KnobValues& values) { return is(values, Counted::pairs) || training(values); }},
        {.id = "micro",
         .label = strings::micro,
         .hint = strings::micro_hint,
         .high = 6,
         .text = doublings_text,
         .shows = training},
        {.id = "checkpoints",
         .label = strings::checkpoints,
         .hint = strings::checkpoints_hint,
         .is_switch = true,
         .shows = training},
    };
    return knobs;
}

ModelConfig config_of_sizes(int layers, int d_model) {
    return parse_config(fmt::format(R"({{"architecture": "decoder", "vocab_size": 50257, "max_seq_len": {},
                                        "n_layers": {}, "d_model": {}, "n_heads": {}, "activation": "gelu_tanh",
                                        "positional": {{"kind": "rope"}}, "tie_embeddings": true}})",
                                    1 << most_token_doublings, layers, d_model, d_model / 64),
                        strings::model_own);
}

std::string share_text(double part, double whole) {
    const double percent = whole > 0 ? 100 * part / whole : 0;
    return percent > 0 && percent < 0.1 ? "< 0.1%" : fmt::format("{:.{}f}%", percent, percent < 9.95 ? 1 : 0);
}

const PartAmount* largest(const CostAt& at) {
    const auto found = std::ranges::max_element(at.parts, {}, &PartAmount::amount);
    return found == at.parts.end() ? nullptr : &*found;
}

}  // namespace

const CostPartText& cost_part_text(std::string_view part) {
    using M = Meaning;
    static const std::array all{
        CostPartText{"embeddings", strings::embeddings, strings::embeddings_hint, M::position},
        CostPartText{"projections", strings::projections, strings::projections_hint, M::query},
        CostPartText{"pairs", strings::pairs, strings::pairs_hint, M::weight},
        CostPartText{"attention", strings::attention, strings::attention_hint, M::query},
        CostPartText{"mlp", strings::mlp, strings::mlp_hint, M::mlp},
        CostPartText{"norms", strings::norms, strings::norms_hint, M::norm},
        CostPartText{"residual", strings::residual, strings::residual_hint, M::residual},
        CostPartText{"recurrent", strings::recurrent, strings::recurrent_hint, M::value},
        CostPartText{"convolution", strings::convolution, strings::convolution_hint, M::key},
        CostPartText{"lookup", strings::lookup, strings::lookup_hint, M::score},
        CostPartText{"head", strings::head, strings::head_hint, M::output},
        CostPartText{"weights", memory::weights, memory::weights_hint, M::parameter},
        CostPartText{"master weights", memory::master, memory::master_hint, M::value},
        CostPartText{"gradients", memory::gradients, memory::gradients_hint, M::gradient},
        CostPartText{"sum of gradients", memory::sum, memory::sum_hint, M::score},
        CostPartText{"optimizer", memory::optimiser, memory::optimiser_hint, M::position},
        CostPartText{"activations", memory::activations, memory::activations_hint, M::mlp},
        CostPartText{"activation gradients", memory::activation_gradients, memory::activation_gradients_hint, M::key},
        CostPartText{"inputs", memory::inputs, memory::inputs_hint, M::residual},
    };
    const auto* const found = std::ranges::find(all, part, &CostPartText::part);
    static constexpr CostPartText other{"", "", "", M::plain};
    return found == all.end() ? other : *found;
}

std::string flop_text(double flop) {
    constexpr std::array<const char*, 7> units{"FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP"};
    std::size_t unit = 0;
    while (flop >= 999.5 && unit + 1 < units.size()) flop /= 1000, ++unit;
    return fmt::format("{:.{}f} {}", flop, flop < 9.95 && unit > 0 ? 1 : 0, units.at(unit));
}

extern const ExperimentRow cost_experiment{.name = "cost",
                                           .place = 50,
                                           .title = strings::title,
                                           .question = strings::question,
                                           .words = strings::search_words,
                                           .make = [](const ViewServices& services) -> std::unique_ptr<ExperimentPage> {
                                               return std::make_unique<CostPage>(services);
                                           }};

CostPage::CostPage(const ViewServices& services)
    : ExperimentPage(cost_knobs(), "n"),
      at_(services.session_options().wake),
      curves_(services.session_options().wake),
      equal_(services.session_options().wake) {}

std::optional<CostPage::Counting> CostPage::wanted(const ViewContext& context) const {
    Counting wanted;
    const int model = values().whole("model");
    if (model == 0) {
        if (!context.shown.current) return {};
        wanted.cost.config = context.shown.current->model().config;
        const Model& open = context.shown.current->model();
        wanted.name = open.card.title.empty() ? open.name : open.card.title;
    } else if (model == own_sizes()) {
        const int layers = values().whole("layers"), d_model = values().whole("d_model");
        wanted.cost.config = config_of_sizes(layers, d_model);
        wanted.name =
            layers == 1 ? fmt::format(strings::own_name_one, d_model) : fmt::format(strings::own_name, layers, d_model);
    } else {
        wanted.published = model - first_published;
        const PublishedModel& row = published_models()[static_cast<std::size_t>(wanted.published)];
        wanted.cost.config = row.config;
        wanted.name = row.name;
    }
    const ModelConfig before = wanted.cost.config;
    wanted.cost.config = with_heads(before, head_numbers.at(static_cast<std::size_t>(values().whole("heads"))),
                                    static_cast<HeadWidth>(values().whole("width")));
    if (wanted.cost.config != before) {
        wanted.published = -1;
        const ModelConfig& now = wanted.cost.config;
        wanted.name = now.n_heads == 1 ? fmt::format(strings::changed_name_one, wanted.name, now.d_head)
                                       : fmt::format(strings::changed_name, wanted.name, now.n_heads, now.d_head);
    }
    wanted.cost.counted = static_cast<Counted>(values().whole("count"));
    const bool training = wanted.cost.counted == Counted::training;
    if (training || wanted.cost.counted == Counted::pairs) wanted.cost.step.batch = 1 << values().whole("batch");
    if (training) {
        wanted.cost.step.accumulate = std::min(1 << values().whole("micro"), wanted.cost.step.batch);
        wanted.cost.step.checkpoint = values().on("checkpoints");
    }
    if (wanted.cost.counted != Counted::flop && values().on("precision")) wanted.cost.step.precision = Precision::half;
    wanted.cost.n = std::min(1 << values().whole("n"), most_tokens(wanted.cost.config));
    return wanted;
}

void CostPage::follow(ViewContext& context) {
    request_ = wanted(context);
    if (!request_) {
        at_shown_.reset(), curves_shown_.reset();
        return;
    }
    at_.follow(*request_, 1, [](const Counting& setting, std::size_t, const std::atomic<bool>&) {
        Amounts made{.now = cost_at(setting.cost)};
        if (setting.cost.counted != Counted::training) return made;
        CostSetting half = setting.cost;
        half.step.precision = Precision::half;
        made.in_half_precision = cost_at(half).total;
        return made;
    });
    Counting all = *request_;
    all.cost.n = 0;
    curves_.follow(all, 1, [](const Counting& setting, std::size_t, const std::atomic<bool>& stopped) {
        Curves made{.cost = cost_curves(setting.cost, stopped), .about = {}};
        if (setting.published >= 0 && !stopped) {
            const int target = has_target(setting.cost.config) ? 1 : 0;
            made.about =
                planned_step({.model = setting.published + 1, .shape = {.seq_len = 1, .target_len = target}}, {})
                    .about_parameters;
        }
        return made;
    });
    at_shown_ = at_.shown();
    curves_shown_ = curves_.shown();
    if (!trains()) return;
    const TrainingShape& step = request_->cost.step;
    equal_.follow({.batch = std::min(step.batch, tiny_batch_most), .micro = step.accumulate}, 1,
                  [](const TinyStep& setting, std::size_t, const std::atomic<bool>& stopped) {
                      return equal_gradients(setting, stopped);
                  });
    equal_shown_ = equal_.shown();
}

const CostAt* CostPage::at() const {
    return at_shown_ && !at_shown_->points.empty() ? &at_shown_->points.front().now : nullptr;
}

double CostPage::in_half_precision() const { return at() != nullptr ? at_shown_->points.front().in_half_precision : 0; }

const CostPage::Curves* CostPage::curves() const {
    return curves_shown_ && !curves_shown_->points.empty() ? &curves_shown_->points.front() : nullptr;
}

bool CostPage::curves_fit() const {
    return at() != nullptr && curves() != nullptr &&
           at_shown_->setting.cost.config == curves_shown_->setting.cost.config;
}

std::string CostPage::amount_text(Counted counted, double amount) const {
    return counted == Counted::flop ? flop_text(amount) : bytes_text(static_cast<std::uint64_t>(amount));
}

std::string CostPage::sentence() const {
    if (!request_) return strings::no_model;
    if (at_shown_ && !at_shown_->error.empty()) return fmt::format(strings::failed, at_shown_->error);
    if (at() == nullptr) return strings::computing;
    const Counting& of = at_shown_->setting;
    const PartAmount* most = largest(*at());
    if (most == nullptr) return fmt::format(strings::no_pairs_sentence, of.name);
    const std::string total = amount_text(of.cost.counted, at()->total), share = share_text(most->amount, at()->total);
    const std::string part = cost_part_text(most->part).title;
    std::string text;
    if (of.cost.counted == Counted::flop) {
        text = fmt::format(strings::flop_sentence, of.name, at()->n, total, part, share);
        const bool has_mlp = at()->of("mlp") > 0, has_pairs = at()->of("pairs") > 0;
        if (curves_fit() && has_mlp && has_pairs && is_transformer(of.cost.config)) {
            const int crossover = curves()->cost.crossover_pairs;
            text += crossover == 0   ? strings::crossover_never
                    : crossover == 1 ? strings::crossover_always
                                     : fmt::format(strings::crossover_pairs, crossover);
        }
    } else if (of.cost.counted == Counted::bytes) {
        text = fmt::format(strings::bytes_sentence, of.name, at()->n, total, part, share);
    } else if (of.cost.counted == Counted::pairs) {
        int matrices = 0;
        std::vector<std::string> kinds;
        for (const PartAmount& of_part : at()->parts)
            for (const StageAmount& stage : of_part.stages) {
                matrices += stage.records;
                kinds.push_back(fmt::format(strings::quoted, stage.stage->label));
            }
        text = fmt::format(
            strings::pairs_sentence, of.name, at()->n, of.cost.step.batch, total, matrices,
            kinds.size() > 1 ? fmt::format(strings::kinds_sentence, kinds.size(), joined_with_and(kinds)) : "");
    } else {
        text = fmt::format(strings::training_sentence, of.name, of.cost.step.batch, at()->n, total, part, share);
    }
    if (of.cost.counted != Counted::pairs) text += growth_sentence();
    if (at()->n > of.cost.config.max_seq_len) text += fmt::format(strings::beyond_sentence, of.cost.config.max_seq_len);
    return text + strings::to_move;
}

// --- the numbers, for scripts and files

void CostPage::describe(State& state) const {
    state.add("cost_model", request_ ? request_->name : "");
    state.add("cost_done", !settling());
    state.add("cost_sentence", sentence());
    if (at() == nullptr) return;
    const auto add = [&](const std::string& name, double number) {
        state.add("cost_" + name, fmt::format("{}", number));
    };
    const ModelConfig& config = at_shown_->setting.cost.config;
    state.add("cost_n", std::to_string(at()->n));
    state.add("cost_heads", std::to_string(config.n_heads));
    state.add("cost_d_head", std::to_string(config.d_head));
    add("total", at()->total);
    for (const PartAmount& part : at()->parts) add("of " + part.part, part.amount);
    add("narrow_flop", at()->narrow.projections + at()->narrow.pairs);
    add("wide_flop", at()->wide.projections + at()->wide.pairs);
    if (const PartAmount* most = largest(*at())) {
        const bool of_stages = !most->stages.empty();
        state.add("cost_formula", of_stages ? stage_formula(most->stages.front()) : part_formula(*most));
        if (curves_fit()) {
            const CostGrowth growth = growth_of(most->part);
            state.add("cost_growth", growth.base + (growth.exponent.empty() ? "" : "^" + growth.exponent));
        }
    }
    if (trains() && equal_shown_ && !equal_shown_->points.empty()) {
        const EqualGradients& equal = equal_shown_->points.front();
        state.add("cost_equal_micro", std::to_string(equal.accumulation.micro_batches));
        add("equal_plain_bytes", equal.checkpoints.bytes_plain);
        add("equal_micro_bytes", equal.accumulation.bytes_thrifty);
        add("equal_micro_difference", equal.accumulation.difference);
        add("equal_checkpoints_bytes", equal.checkpoints.bytes_thrifty);
        add("equal_checkpoints_difference", equal.checkpoints.difference);
    }
    if (!curves_fit()) return;
    double parameters = 0;
    for (const ParameterPart& part : curves()->cost.parameters) parameters += static_cast<double>(part.count);
    add("parameters", parameters);
    state.add("cost_crossover_pairs", std::to_string(curves()->cost.crossover_pairs));
    state.add("cost_crossover_whole", std::to_string(curves()->cost.crossover_whole));
    state.add("cost_about", curves()->about);
}

std::string CostPage::table_title() const { return curves() != nullptr ? strings::table_title : ""; }

void CostPage::write_table(const std::function<void(const std::string& piece)>& write) const {
    if (curves() == nullptr || curves()->cost.lengths.empty()) return;
    std::vector<std::string> parts;
    for (const PartAmount& part : curves()->cost.lengths.back().parts) parts.push_back(part.part);
    std::string line = "n";
    for (const std::string& part : parts) line += "," + part;
    write(line + ",all\n");
    for (const CostAt& length : curves()->cost.lengths) {
        line = std::to_string(length.n);
        for (const std::string& part : parts) line += fmt::format(",{}", length.of(part));
        write(line + fmt::format(",{}\n", length.total));
    }
}

}  // namespace glassformer
