#include "app/views/experiments/score_scale/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/experiments/score_scale/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/analysis/measures.h"

namespace glassformer {

namespace {

namespace strings = texts::score_scale;

constexpr int most_doublings = 10;  // d_k = 1 … 1024
constexpr double most_blocks = 12, most_heads = 16;

std::string doublings_text(double doublings) { return std::to_string(1 << std::lround(doublings)); }
std::string counted(double number) { return std::to_string(std::lround(number)); }
std::string counted_from_one(double number) { return std::to_string(std::lround(number) + 1); }

std::span<const ExperimentKnob> score_scale_knobs() {
    static const auto random = [](const KnobValues& values) { return !values.on("source"); };
    static const auto model = [](const KnobValues& values) { return values.on("source"); };
    static const auto selected = [](const KnobValues& values) { return values.on("source") && values.on("pick"); };
    static const std::vector<ExperimentKnob> knobs{
        {.id = "source",
         .label = strings::source,
         .hint = strings::source_hint,
         .choices = {strings::source_random, strings::source_model}},
        {.id = "d_k",
         .label = strings::d_k,
         .hint = strings::d_k_hint,
         .high = most_doublings,
         .first = 6,
         .text = doublings_text,
         .shows = random},
        {.id = "keys",
         .label = strings::keys,
         .hint = strings::keys_hint,
         .low = 2,
         .high = 64,
         .first = 16,
         .text = counted,
         .shows = random},
        {.id = "seed",
         .label = strings::seed,
         .hint = strings::seed_hint,
         .high = 99,
         .text = counted,
         .shows = random},
        {.id = "pick",
         .label = strings::pick,
         .hint = strings::pick_hint,
         .choices = {strings::pick_largest, strings::pick_selected},
         .shows = model},
        {.id = "block",
         .label = strings::block,
         .hint = strings::block_hint,
         .high = most_blocks - 1,
         .text = counted_from_one,
         .shows = selected},
        {.id = "head",
         .label = strings::head,
         .hint = strings::head_hint,
         .high = most_heads - 1,
         .text = counted_from_one,
         .shows = selected},
    };
    return knobs;
}

/// Whether the scores of a record can be read: [head, query, key], and kept.
bool has_scores(const Record& record) {
    return record.shape.rank() == 3 && !record.operands.empty() && record.value_kept;
}

std::vector<int> blocks_of(const Trace& trace) {
    std::vector<int> records;
    for (const int id : trace.stages())
        if (trace.record(id).stage == &stage::scores_raw) records.push_back(id);
    return records;
}

double scale_of(int d_k) { return 1 / std::sqrt(static_cast<double>(d_k)); }

/// With what `raw` has to be divided out of the record, which a model may have divided before.
double root_in(const Model& model, int d_head) {
    return model.config.attention_scale == AttentionScale::qk_fourth_root ? std::sqrt(static_cast<double>(d_head)) : 1;
}

/// The head with the largest variance of q · k: its place in blocks_of(), the head, and how many there are.
struct LargestScores {
    int block = 0, head = 0, heads = 0;
};
LargestScores largest_scores(const Evaluation& evaluation) {
    const std::vector<int> blocks = blocks_of(evaluation.trace());
    LargestScores largest;
    double most = -1;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        const Record& record = evaluation.trace().record(blocks[b]);
        if (!has_scores(record)) continue;
        const double root =
            root_in(evaluation.model(), evaluation.trace().record(record.operands.front()).shape.cols());
        const std::vector<double> variances = score_variance(record.view());
        for (std::size_t h = 0; h < variances.size(); ++h, ++largest.heads)
            if (root * root * variances[h] > most) {
                most = root * root * variances[h];
                largest.block = static_cast<int>(b), largest.head = static_cast<int>(h);
            }
    }
    return largest;
}

}  // namespace

extern const ExperimentRow score_scale_experiment{
    .name = "score-scale",
    .place = 30,
    .title = strings::title,
    .question = strings::question,
    .words = strings::search_words,
    .make = [](const ViewServices& services) -> std::unique_ptr<ExperimentPage> {
        return std::make_unique<ScoreScalePage>(services);
    }};

ScoreScalePage::ScoreScalePage(const ViewServices& services)
    : ExperimentPage(score_scale_knobs(), "d_k"), sweep_(services.session_options().wake) {}

ScoreScalePage::Point ScoreScalePage::point_of(const RandomScores& setting) {
    const auto scores = std::make_shared<const Tensor>(random_scores(setting));
    return {.d_k = setting.d_k,
            .scores = scores,
            .raw = score_measures(scores->view(), 1),
            .scaled = score_measures(scores->view(), scale_of(setting.d_k))};
}

void ScoreScalePage::follow(ViewContext& context) {
    read_head(context);
    // Beside a head, random numbers of as many keys as it has.
    const RandomScores wanted{.keys = of_model() && head_ ? head_->point.scores->shape.cols() : values().whole("keys"),
                              .seed = static_cast<std::uint64_t>(values().whole("seed"))};
    sweep_.follow(wanted, most_doublings + 1, [](RandomScores setting, std::size_t i, const std::atomic<bool>&) {
        setting.d_k = 1 << i;
        return point_of(setting);
    });
    if (const auto now = sweep_.shown(); now && now->done()) swept_ = now;  // all of one setting, never a part
}

/// The controls go as far as the model does.
void ScoreScalePage::limit_controls(const Evaluation& evaluation) {
    const std::vector<int> blocks = blocks_of(evaluation.trace());
    values().limit("block", std::max(0.0, static_cast<double>(blocks.size()) - 1));
    int heads = 1;
    for (const int id : blocks) heads = std::max(heads, evaluation.trace().record(id).shape.size(0));
    values().limit("head", heads - 1);
}

/// Where the block has fewer heads than another one, its last one is shown.
void ScoreScalePage::read_head(ViewContext& context) {
    const Evaluation* current = context.shown.current.get();
    if (!of_model() || current == nullptr) {
        if (current == nullptr) head_.reset();
        return;
    }
    if (read_of_ != current->generation()) limit_controls(*current);
    const bool of_largest = !values().on("pick");
    const int block = of_largest ? -1 : values().whole("block"), head = of_largest ? -1 : values().whole("head");
    if (read_of_ == current->generation() && read_block_ == block && read_head_ == head) return;
    read_of_ = current->generation();
    read_block_ = block;
    read_head_ = head;
    head_.reset();
    const std::vector<int> blocks = blocks_of(current->trace());
    if (blocks.empty()) return;
    const LargestScores largest = of_largest ? largest_scores(*current) : LargestScores{};
    const int shown_block = of_largest ? largest.block : std::min(block, static_cast<int>(blocks.size()) - 1);
    const Record& record = current->trace().record(blocks[static_cast<std::size_t>(shown_block)]);
    if (!has_scores(record)) return;
    const int chosen = std::min(of_largest ? largest.head : head, record.shape.size(0) - 1);
    const int d_head = current->trace().record(record.operands.front()).shape.cols();
    const double root = root_in(current->model(), d_head);
    Tensor scores(Shape{{Axis::head, 1}, record.shape[1], record.shape[2]});
    const ConstView all = record.view();
    const std::size_t first = static_cast<std::size_t>(chosen) * scores.shape.count();
    for (std::size_t i = 0; i < scores.shape.count(); ++i)
        scores.data[i] = static_cast<float>(root * static_cast<double>(all.data[first + i]));
    Point point{.d_k = d_head, .scores = std::make_shared<const Tensor>(std::move(scores)), .raw = {}, .scaled = {}};
    point.raw = score_measures(point.scores->view(), 1);
    point.scaled = score_measures(point.scores->view(), scale_of(d_head));
    head_ =
        HeadScores{.point = std::move(point),
                   .record = record.name,
                   .model = current->model().card.title.empty() ? current->model().name : current->model().card.title,
                   .block = block_text(record.site) + (part_of(record).empty() ? "" : ", " + part_of(record)),
                   .head = chosen,
                   .heads = largest.heads};
}

const ScoreScalePage::Point* ScoreScalePage::shown() const {
    if (of_model()) return head_ ? &head_->point : nullptr;
    if (!swept_) return nullptr;
    return &swept_->points[static_cast<std::size_t>(
        std::clamp(values().whole("d_k"), 0, static_cast<int>(swept_->points.size()) - 1))];
}

std::string ScoreScalePage::sentence() const {
    const Point* point = shown();
    if (point == nullptr) return of_model() ? strings::no_model : strings::computing;
    const std::string variance = number_text(point->raw.variance), scaled = number_text(point->scaled.variance),
                      peak = number_text(point->raw.peak), scaled_peak = number_text(point->scaled.peak);
    const int queries = point->scores->shape.size(1), keys = point->scores->shape.size(2);
    std::string text;
    if (of_model() && head_->heads > 1)
        text = fmt::format(strings::largest_sentence, head_->model, head_->heads, head_->block, head_->head + 1,
                           variance, scaled, point->d_k, peak, scaled_peak);
    else if (of_model())
        text = fmt::format(strings::model_sentence, head_->model, head_->block, head_->head + 1, point->d_k, queries,
                           keys, variance, scaled);
    else
        text = fmt::format(strings::random_sentence, point->d_k, peak, scaled_peak, queries, keys, variance);
    return text + slope_sentence(*point) + (of_model() ? strings::to_random : strings::to_move);
}

/// As it is printed: equal numbers are no difference.
std::string ScoreScalePage::slope_sentence(const Point& point) {
    const std::string raw = number_text(point.raw.slope), scaled = number_text(point.scaled.slope);
    return fmt::format(strings::slope_sentence, raw, scaled,
                       raw == scaled                          ? strings::slope_same
                       : point.scaled.slope > point.raw.slope ? strings::slope_larger
                                                              : strings::slope_smaller);
}

bool ScoreScalePage::run(Command command, ViewContext& context) {
    static_cast<void>(context);
    if (command != Command::again) return false;
    values().set("seed", (values().whole("seed") + 1) % 100);
    return true;
}

PageKeys ScoreScalePage::keys() const { return {.again = of_model() ? nullptr : strings::key_again}; }

std::optional<RunBehind> ScoreScalePage::run_behind(const ViewContext& context) const {
    if (!of_model() || !head_) return {};
    return RunBehind{.inputs = context.session.inputs(), .record = head_->record, .head = head_->head};
}

/// Who names a block or a head means that one, also where nothing says how it is picked.
/// A block or a head is of the one that is selected by number.
void ScoreScalePage::complete(ViewValues& values) const {
    if (!values.contains("pick") && (values.contains("block") || values.contains("head"))) values["pick"] = "1";
}

// --- the numbers, for scripts and files

void ScoreScalePage::describe(State& state) const {
    const Point* point = shown();
    const auto add = [&](const char* name, double number) {
        state.add(std::string("score_scale_") + name, fmt::format("{}", number));
    };
    state.add("score_scale_d_k", std::to_string(point ? point->d_k : 0));
    if (point == nullptr) return;
    add("variance", point->raw.variance), add("variance_scaled", point->scaled.variance);
    add("entropy", point->raw.entropy), add("entropy_scaled", point->scaled.entropy);
    add("slope", point->raw.slope), add("slope_scaled", point->scaled.slope);
    state.add("score_scale_sentence", sentence());
    state.add("score_scale_record", head_ && of_model() ? head_->record : "");
    state.add("score_scale_head", head_ && of_model() ? std::to_string(head_->head) : "");
}

std::string ScoreScalePage::table_title() const { return swept_ ? strings::table_title : ""; }

void ScoreScalePage::write_table(const std::function<void(const std::string& piece)>& write) const {
    write("d_k,variance,entropy,slope,variance_scaled,entropy_scaled,slope_scaled\n");
    if (!swept_) return;
    for (const Point& point : swept_->points)
        write(fmt::format("{},{},{},{},{},{},{}\n", point.d_k, point.raw.variance, point.raw.entropy, point.raw.slope,
                          point.scaled.variance, point.scaled.entropy, point.scaled.slope));
}

}  // namespace glassformer
