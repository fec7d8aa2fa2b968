#include "app/views/experiments/batch/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

namespace strings = texts::batch;

constexpr int most_texts = static_cast<int>(std::size(strings::of_batch)), most_extra = 6, most_positions = 64;
constexpr float wide_from = 56, middling_from = 42;  // em
constexpr float counts_height = 3, line_of_counts = 1.7F, title_height = 1.6F, least_grid = 12;
constexpr float usual_batch = 22;  // of five texts with the counts below them

std::string counted(double number) { return std::to_string(std::lround(number)); }
std::string difference(double number) {
    if (number == 0) return "0";
    return number < 1e-3 ? power_number(fmt::format("{:.1e}", number)) : number_text(number);
}

std::span<const ExperimentKnob> batch_knobs() {
    static const std::vector<ExperimentKnob> knobs{
        {.id = "texts",
         .label = strings::texts,
         .hint = strings::texts_hint,
         .low = 1,
         .high = most_texts,
         .first = 4,
         .text = counted},
        {.id = "extra", .label = strings::extra, .hint = strings::extra_hint, .high = most_extra, .text = counted},
        {.id = "causal", .label = strings::causal, .hint = strings::causal_hint, .first = 1, .is_switch = true},
        {.id = "way",
         .label = strings::way,
         .hint = strings::way_hint,
         .choices = {strings::way_beginnings, strings::way_cache}},
    };
    return knobs;
}

BatchMade made_of(const BatchChoice& choice, const std::shared_ptr<const Model>& model,
                  const std::atomic<bool>& stopped) {
    BatchMade made{.setting = {.model = model, .texts = {}, .causal = choice.causal}, .words = {}, .both = {}};
    int longest = 0;
    for (int t = 0; t < choice.texts; ++t) {
        std::vector<int> ids;
        std::vector<std::string> words;
        for (const TokenLabel& token : tokenize(*model, strings::of_batch[t])) {
            ids.push_back(token.id);
            words.push_back(token.text);
        }
        longest = std::max(longest, static_cast<int>(ids.size()));
        made.setting.texts.push_back(std::move(ids));
        made.words.push_back(std::move(words));
    }
    made.setting.length = std::min(longest + choice.extra, model->config.max_seq_len);
    made.both = both_ways(made.setting, stopped);
    return made;
}

}  // namespace

extern const ExperimentRow batch_experiment{
    .name = "batch",
    .place = 80,
    .title = strings::title,
    .question = strings::question,
    .words = strings::search_words,
    .make = [](const ViewServices& services) -> std::unique_ptr<ExperimentPage> {
        return std::make_unique<BatchPage>(services);
    }};

BatchPage::BatchPage(const ViewServices& services)
    : ExperimentPage(batch_knobs(), "causal"),
      model_(std::make_shared<std::shared_ptr<const Model>>()),
      sweep_(services.session_options().wake) {
    load_ = [load = services.session_options().load](const std::string& name) { return load(name); };
}

// --- what is computed

void BatchPage::follow(ViewContext& context) {
    static_cast<void>(context);
    const BatchChoice wanted{
        .texts = values().whole("texts"), .extra = values().whole("extra"), .causal = values().on("causal")};
    sweep_.follow(
        wanted, 1,
        [model = model_, load = load_](const BatchChoice& choice, std::size_t, const std::atomic<bool>& stopped) {
            if (*model == nullptr) *model = load(strings::model);
            return made_of(choice, *model, stopped);
        });
    const auto now = sweep_.shown();
    error_ = now ? now->error : "";
    if (now && !now->points.empty()) result_ = now;
    keep_chosen_valid();
}

void BatchPage::keep_chosen_valid() {
    const BatchMade* now = made();
    if (now == nullptr) return;
    text_ = std::clamp(text_, 0, static_cast<int>(now->words.size()) - 1);
    query_ = std::clamp(query_, 0, static_cast<int>(words().size()) - 1);
}

const std::vector<PositionInBatch>& BatchPage::chosen() const {
    return made()->both.texts[static_cast<std::size_t>(text_)];
}
const std::vector<std::string>& BatchPage::words() const { return made()->words[static_cast<std::size_t>(text_)]; }

std::string BatchPage::sentence() const {
    const BatchMade* now = made();
    if (now == nullptr) return error_.empty() ? strings::computing : error_;
    const BatchBothWays& both = now->both;
    const double apart = std::max(both.by_beginnings, both.by_cache);
    const std::string cheaper = with_cache()
                                    ? fmt::format(strings::cheaper_sentence, number_text(both.flop_of_cache / 1e6),
                                                  number_text(both.flop_of_beginnings / 1e6))
                                    : std::string();
    if (!now->setting.causal)
        return fmt::format(strings::open_sentence, difference(apart), number_text(both.loss)) + cheaper +
               strings::mask_again;
    if (!with_cache()) return fmt::format(strings::masked_sentence, both.labels, difference(apart));
    return fmt::format(strings::cache_sentence, cheaper, both.passes, difference(both.by_cache), both.padding,
                       static_cast<int>(both.texts.size()) * both.length);
}

/// The next or previous query, text after text.
bool BatchPage::run(Command command, ViewContext& context) {
    static_cast<void>(context);
    const BatchMade* now = made();
    if (now == nullptr || (command != Command::step_forward && command != Command::step_back)) return false;
    const auto texts = static_cast<int>(now->words.size());
    query_ += command == Command::step_forward ? 1 : -1;
    if (query_ < 0) {
        text_ = (text_ + texts - 1) % texts;
        query_ = static_cast<int>(words().size()) - 1;
    } else if (query_ >= static_cast<int>(words().size())) {
        text_ = (text_ + 1) % texts;
        query_ = 0;
    }
    return true;
}

std::optional<RunBehind> BatchPage::run_behind(const ViewContext& context) const {
    static_cast<void>(context);
    if (made() == nullptr) return {};
    Inputs inputs;
    inputs.model = strings::model;
    inputs.text = strings::of_batch[static_cast<std::size_t>(text_)];
    return RunBehind{.inputs = std::move(inputs), .record = "blocks.0.attn.scores_masked"};
}

// --- where things lie

float BatchPage::least_height(float width) const {
    const float below = width > wide_from ? 18 : width > middling_from ? 34 : 54;  // of the batch
    return is_low_for(usual_batch) ? *in_sight() + title_height + 0.7F + below : counts_height + 10.7F + below;
}

void BatchPage::draw(ViewContext& context, const Rect& area) {
    const BatchMade* now = made();
    if (now == nullptr) return;
    const float em = context.ui.em;
    Rect rest = area;
    const auto texts = static_cast<float>(now->words.size());
    const bool is_wide = area.w > wide_from * em;
    hovered_before_ = std::exchange(hovered_, std::nullopt);
    if (is_low_for(usual_batch)) {
        Rect first = rest.take_top(std::min(*in_sight(), line_of_counts + 0.3F + 3.4F * texts) * em);
        draw_counts_line(context, first.take_top(line_of_counts * em));
        first.take_top(0.3F * em);
        draw_cells(context, first);
        draw_batch_title(context, rest.take_top(title_height * em));
        rest.take_top(0.7F * em);
    } else {
        const float most = std::min(1.8F + 3.4F * texts, in_sight().value_or(rest.h / em));
        Rect first = rest.take_top(
            std::clamp(0.4F * rest.h, (1.8F + 2.1F * texts) * em, std::max(1.8F + 2.1F * texts, most) * em));
        draw_batch_title(context, first.take_top(title_height * em));
        draw_cells(context, first);
        rest.take_top(0.7F * em);
        draw_counts(context, rest.take_top(counts_height * em));
        rest.take_top(0.7F * em);
    }
    if (is_wide) {
        // The grids are square; the words above and below them may be wider.
        const float side = std::max(std::min(rest.h - 3.2F * em, 0.26F * rest.w), least_grid * em);
        draw_mask(context, rest.take_left(side));
        rest.take_left(1.5F * em);
        draw_passes(context, rest.take_left(side));
        rest.take_left(1.5F * em);
        draw_losses(context, rest.take_left(std::floor(0.5F * rest.w - 0.5F * em)));
        rest.take_left(em);
        draw_work(context, rest);
    } else if (area.w > middling_from * em) {
        Rect above = rest.take_top(std::min(0.5F * rest.w, 0.55F * rest.h));
        draw_mask(context, above.take_left(std::floor(0.5F * above.w - 0.6F * em)));
        above.take_left(1.2F * em);
        draw_passes(context, above);
        draw_losses(context, rest.take_left(std::floor(0.5F * rest.w - 0.5F * em)));
        rest.take_left(em);
        draw_work(context, rest);
    } else {
        float side = std::min(0.5F * rest.w, 0.4F * rest.h);
        // Smaller, so that the whole mask is in sight below the batch, unless its cells would be too small.
        const float room = in_sight().value_or(0) * em - (rest.y - area.y) - 3.2F * em;
        if (room >= 0.7F * least_grid * em) side = std::min(side, room);
        Rect above = rest.take_top(side + 3.2F * em);
        draw_mask(context, above.take_left(std::floor(0.5F * above.w - 0.6F * em)));
        above.take_left(1.2F * em);
        draw_passes(context, above);
        draw_losses(context, rest.take_top(std::floor(0.5F * rest.h)));
        draw_work(context, rest);
    }
    if (hovered_ != hovered_before_) context.ui.keep_awake();
}

// --- what is kept

ViewValues BatchPage::save() const {
    ViewValues values = ExperimentPage::save();
    values["text"] = value_text(text_);
    values["query"] = value_text(query_);
    return values;
}

void BatchPage::load(const ViewValues& from) {
    ExperimentPage::load(from);
    const ViewReader read(from);
    text_ = read.whole("text", text_, 0, most_texts - 1);
    query_ = read.whole("query", query_, 0, most_positions - 1);
}

void BatchPage::describe(State& state) const {
    const BatchMade* now = made();
    if (now == nullptr) return;
    const BatchBothWays& both = now->both;
    const auto add = [&](const char* name, double number) {
        state.add(std::string("batch_") + name, fmt::format("{}", number));
    };
    add("texts", static_cast<double>(now->words.size())), add("length", both.length), add("padding", both.padding);
    add("labels", both.labels), add("loss", both.loss);
    add("difference_beginnings", both.by_beginnings), add("difference_cache", both.by_cache);
    add("flop", both.flop), add("flop_beginnings", both.flop_of_beginnings), add("flop_cache", both.flop_of_cache);
    state.add("batch_sentence", sentence());
    state.add("batch_chosen", fmt::format("{} {}", text_, query_));
    const PositionInBatch& at = chosen()[static_cast<std::size_t>(query_)];
    add("rows_kept", with_cache() ? at.kept : 0);
    add("rows_computed", with_cache() ? 1 : query_ + 1);
}

std::string BatchPage::table_title() const { return made() ? strings::table_title : ""; }

void BatchPage::write_table(const std::function<void(const std::string& piece)>& write) const {
    write("text,position,loss,difference,difference_cache,flop,flop_cache,kept\n");
    if (made() == nullptr) return;
    for (std::size_t t = 0; t < made()->both.texts.size(); ++t)
        for (std::size_t i = 0; i < made()->both.texts[t].size(); ++i) {
            const PositionInBatch& at = made()->both.texts[t][i];
            write(fmt::format("{},{},{},{},{},{},{},{}\n", t + 1, i, at.loss, at.by_beginnings, at.by_cache, at.flop,
                              at.cached, at.kept));
        }
}

}  // namespace glassformer
