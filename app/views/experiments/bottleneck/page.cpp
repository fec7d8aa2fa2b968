#include "app/views/experiments/bottleneck/page.h"

#include <fmt/core.h>

#include <cmath>

#include "app/views/experiments/bottleneck/texts.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::bottleneck;

constexpr int most_sentences = 100, first_length = 10, unknown_longest = 32;
constexpr float mark_apart = 0.3F;   // em between marks of models at one length
constexpr double beside_ends = 0.5;  // words, for the marks at the ends of the axis
constexpr float wide_bottleneck = 60, usual_chart = 14, most_chart = 22, least_panel = 27, least_note = 5;  // em

std::string counted(double number) { return std::to_string(std::lround(number)); }
std::string whole_per_cent(double share) { return std::to_string(std::lround(100 * share)); }

/// The lengths that the models' cards have measures of, as far as one of them has.
SourceLengths lengths_of_cards(std::span<const ModelChoice> models) {
    SourceLengths all;
    for (const char* name : strings::models) {
        const auto found = std::ranges::find(models, name, &ModelChoice::name);
        if (found == models.end()) continue;
        for (const int length : measured_lengths(found->metrics)) all.include(length);
    }
    if (all.longest == 0) all.longest = unknown_longest;
    return all;
}

/// A circle, a square or a triangle: told apart without their colors.
void draw_mark(Ui& ui, Vec2 at, std::size_t model, Colour ink) {
    const float half = 0.24F * ui.em;
    if (model == 0)
        ui.painter.circle(at, half, ink);
    else if (model == 1)
        ui.painter.fill({at.x - half, at.y - half, 2 * half, 2 * half}, ink);
    else
        ui.painter.triangle({at.x, at.y - 1.2F * half}, {at.x - 1.2F * half, at.y + half},
                            {at.x + 1.2F * half, at.y + half}, ink);
}

std::vector<ExperimentKnob> bottleneck_knobs(const SourceLengths& lengths) {
    return {
        {.id = "measure",
         .label = strings::measure,
         .hint = strings::measure_hint,
         .choices = {strings::measure_exact, strings::measure_words}},
        {.id = "count",
         .label = strings::count,
         .hint = strings::count_hint,
         .low = 5,
         .high = most_sentences,
         .first = 20,
         .step = 5,
         .text = counted},
        {.id = "length",
         .label = strings::length,
         .hint = strings::length_hint,
         .low = static_cast<double>(lengths.shortest),
         .high = static_cast<double>(lengths.longest),
         .first = static_cast<double>(std::clamp(first_length, lengths.shortest, lengths.longest)),
         .text = counted},
        {.id = "seed", .label = strings::seed, .hint = strings::seed_hint, .high = 99, .text = counted},
    };
}

}  // namespace

/// Rounds stay as long as the seed does, so that a change of their number computes none again.
struct BottleneckPage::Work {
    std::function<std::shared_ptr<const Model>(const std::string&)> load;
    std::optional<Drawn> drawn;
    std::vector<Translator> translators;
    std::vector<TranslationRound> rounds;

    TranslationRound round(const Drawn& wanted, std::size_t index, const std::atomic<bool>& stopped) {
        if (drawn != wanted) {
            rounds.clear();
            std::vector<Translator> fresh;
            for (const char* name : strings::models) {
                Translator& translator = fresh.emplace_back();
                translator.model =
                    fresh.size() <= translators.size() ? translators[fresh.size() - 1].model : load(name);
                translator.sentences =
                    std::make_shared<HeldOutSentences>(require_task(name), wanted.seed, most_sentences);
                translator.lengths = measured_lengths(*translator.model);
            }
            translators = std::move(fresh);
            drawn = wanted;
        }
        if (index < rounds.size()) return rounds[index];
        TranslationRound made = translation_round(translators, index, stopped);
        if (!stopped && index == rounds.size()) rounds.push_back(made);
        return made;
    }
};

extern const ExperimentRow bottleneck_experiment{
    .name = "bottleneck",
    .place = 25,
    .title = strings::title,
    .question = strings::question,
    .words = strings::search_words,
    .make = [](const ViewServices& services) -> std::unique_ptr<ExperimentPage> {
        return std::make_unique<BottleneckPage>(services);
    }};

BottleneckPage::BottleneckPage(const ViewServices& services)
    : BottleneckKnobs{.lengths = lengths_of_cards(services.models),
                      .knob_rows = bottleneck_knobs(lengths_of_cards(services.models))},
      ExperimentPage(knob_rows),
      work_(std::make_shared<Work>()),
      sweep_(services.session_options().wake) {
    work_->load = [load = services.session_options().load](const std::string& name) { return load(name); };
}

// --- what is computed

void BottleneckPage::follow(ViewContext& context) {
    static_cast<void>(context);
    sweep_.follow({.seed = static_cast<std::uint64_t>(values().whole("seed"))},
                  static_cast<std::size_t>(values().whole("count")),
                  [work = work_](const Drawn& drawn, std::size_t index, const std::atomic<bool>& stopped) {
                      return work->round(drawn, index, stopped);
                  });
    result_ = sweep_.shown();
    error_ = result_ ? result_->error : "";
    if (!ready()) return;
    // As far as the models that translate were measured, where their cards were not known before.
    SourceLengths there;
    for (const std::map<int, Translated>& by_length : result_->points.front().by_model)
        for (const auto& [words, made] : by_length) there.include(words);
    if (there.longest == 0) return;
    lengths = there;
    values().limit("length", there.longest);
}

int BottleneckPage::translated_so_far() const {
    const bool of_seed = ready() && result_->setting.seed == static_cast<std::uint64_t>(values().whole("seed"));
    return of_seed ? std::min(static_cast<int>(result_->points.size()), wanted()) : 0;
}

int BottleneckPage::longest(std::size_t model) const {
    const std::map<int, Translated>& first = result_->points.front().by_model[model];
    return first.empty() ? 0 : first.rbegin()->first;
}

ShareEstimate BottleneckPage::share(std::size_t model, int of_length) const {
    return share_right(result_->points, model, of_length, measure());
}

int BottleneckPage::sentences() const { return ready() ? share(0, length()).count : 0; }
int BottleneckPage::number() const { return number_ < 0 || number_ >= sentences() ? sentences() - 1 : number_; }

const Translated* BottleneckPage::translated(std::size_t model) const {
    if (!ready() || number() < 0) return nullptr;
    const std::map<int, Translated>& made = result_->points[static_cast<std::size_t>(number())].by_model[model];
    const auto found = made.find(length());
    return found == made.end() ? nullptr : &found->second;
}

std::vector<std::string> BottleneckPage::words(std::size_t model, const std::vector<int>& ids, bool target) const {
    const Model& of = *result_->points.front().models[model];
    const Tokenizer& tokenizer = target ? *of.target_tokenizer : *of.tokenizer;
    std::vector<std::string> words;
    words.reserve(ids.size());
    for (const int id : ids) words.push_back(tokenizer.token(id));
    return words;
}

std::string BottleneckPage::share_text(std::size_t model) const {
    const ShareEstimate right = share(model, length());
    if (right.count == 0) return "–";
    return fmt::format(strings::share_of_many, whole_per_cent(right.mean), whole_per_cent(right.low),
                       whole_per_cent(right.high));
}

int BottleneckPage::fitting(std::size_t model) const {
    int fitting = 0;
    bool any = false;
    for (int l = lengths.shortest; l <= longest(model); ++l) any = any || share(model, l).mean >= 0.5;
    if (!any) return -1;
    for (int l = lengths.shortest; l <= longest(model); ++l) {
        const ShareEstimate right = share(model, l);
        if (right.count == 0) continue;
        if (right.mean < 0.5) break;
        fitting = l;
    }
    return fitting;
}

std::string BottleneckPage::half_text(std::size_t model) const {
    const int fits = fitting(model);
    if (fits < 0) return strings::half_never;
    if (fits == 0) return fmt::format(strings::half_not_at, lengths.shortest);
    return fmt::format(fmt::runtime(fits == longest(model) ? strings::half_always : strings::half_up_to), fits);
}

/// Behind a claim or a title, while more is to come.
std::string BottleneckPage::progress_text() const {
    const bool comes = settling() && translated_so_far() < wanted();
    return comes ? fmt::format(strings::so_far, translated_so_far(), wanted()) : "";
}

std::string BottleneckPage::sentence() const {
    if (!ready()) return error_.empty() ? strings::computing : error_;
    const bool transformer = share(2, length()).count > 0;
    const std::string progress = progress_text();
    const std::size_t of = values().on("measure") ? 1 : 0;
    std::string said = fmt::format(strings::sentence, progress, strings::half.at(of), half_text(0), half_text(1),
                                   strings::measures_begin.at(of), length(), share_text(0), share_text(1),
                                   transformer ? fmt::format(strings::of_transformer, share_text(2))
                                               : fmt::format(strings::transformer_ends, longest(2)),
                                   result_->points.front().models.front()->config.recurrent.d_hidden);
    if (!error_.empty()) said += " " + error_;
    return said;
}

bool BottleneckPage::run(Command command, ViewContext& context) {
    static_cast<void>(context);
    if (command == Command::again) {
        values().set("seed", (values().whole("seed") + 1) % 100);
        return true;
    }
    if (command != Command::step_forward && command != Command::step_back) return false;
    const int next = length() + (command == Command::step_forward ? 1 : -1);
    values().set("length", std::clamp(next, lengths.shortest, lengths.longest));
    return true;
}

PageKeys BottleneckPage::keys() const { return {.steps = strings::key_steps, .again = strings::key_again}; }

// --- the picture

float BottleneckPage::first_height() const { return std::min(in_sight().value_or(usual_chart), most_chart); }

float BottleneckPage::least_height(float width) const {
    return width > wide_bottleneck ? least_panel : first_height() + 1.2F + least_panel + least_note;
}

void BottleneckPage::draw(ViewContext& context, const Rect& area) {
    if (!ready()) return;
    const float em = context.ui.em;
    Rect rest = area;
    const std::optional<double> before = hovered_;
    if (area.w > wide_bottleneck * em) {
        Rect left = rest.take_left(std::round(0.52F * rest.w));
        const float high = note(context, left, false);
        note(context, left.take_bottom(high), true);
        left.take_bottom(0.3F * em);
        chart(context, in_sight() ? left.take_top(std::min(left.h, *in_sight() * em)) : left);
        rest.take_left(2 * em);
    } else {
        chart(context, rest.take_top(first_height() * em));
        rest.take_top(note(context, rest, true) + 1.2F * em);
    }
    sentence_panel(context, rest);
    if (hovered_ != before) context.ui.keep_awake();
}

Colour BottleneckPage::model_colour(const Theme& theme, std::size_t model) const {
    static constexpr std::array meanings{Meaning::gradient, Meaning::weight, Meaning::residual};
    return colour(theme, meanings.at(model));
}

float BottleneckPage::note(ViewContext& context, const Rect& area, bool draw) const {
    const std::string have =
        sentences() == 1 ? strings::one_sentence_has : fmt::format(strings::sentences_have, sentences());
    std::string text = fmt::format(strings::progress, result_->points.size(), result_->count, have, length());
    if (longest(2) < std::max(longest(0), longest(1))) text += fmt::format(strings::curve_ends, longest(2));
    return paragraph(context.ui.painter, area, text, {.colour = context.ui.theme.muted, .size = em::small}, draw);
}

void BottleneckPage::chart(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    context.targets.put(first_picture, area);
    std::array<std::vector<ChartPoint>, translators> lines;
    std::array<std::vector<ShareEstimate>, translators> estimates;
    const int last = std::max({longest(0), longest(1), longest(2)});
    std::string title = strings::chart_titles.at(values().on("measure") ? 1 : 0);
    title += progress_text();
    LineChart drawn{
        .title = title,
        .across = {.title = strings::across, .low = lengths.shortest - beside_ends, .high = last + beside_ends},
        .up = {.low = 0, .high = 100, .unit = "%"},
        .marks = {{.x = static_cast<double>(length()),
                   .name = fmt::format(strings::of_length, length()),
                   .colour = ui.theme.accent_text}},
        .hovered = hovered_};
    // A model's line, its marks and their intervals beside those of the others, so that equal shares are seen to be so.
    const auto aside = [&](std::size_t m) {
        return (static_cast<float>(m) - 0.5F * (translators - 1)) * mark_apart * ui.em;
    };
    for (std::size_t m = 0; m < translators; ++m) {
        for (int l = lengths.shortest; l <= last; ++l) {
            const ShareEstimate right = share(m, l);
            if (right.count == 0) continue;
            lines.at(m).push_back({static_cast<double>(l), 100 * right.mean});
            estimates.at(m).push_back(right);
            drawn.intervals.push_back({static_cast<double>(l), 100 * right.low, 100 * right.high, aside(m)});
        }
        drawn.series.push_back({.name = strings::names.at(m),
                                .points = lines.at(m),
                                .colour = model_colour(ui.theme, m),
                                .width = 2.4F,
                                .dashed = m > 0,
                                .dash = m == 2 ? 2.0F : 1.0F,
                                .aside = aside(m)});
    }
    const LineChartDrawn placed = place_line_chart(ui.painter, area, drawn);
    context.targets.put("bottleneck chart", placed.plot);
    for (int l = lengths.shortest; l <= last; ++l) {
        const float x = placed.at(l, 0).x;
        context.targets.put("bottleneck length " + std::to_string(l),
                            {x - 0.2F * ui.em, placed.plot.y, 0.4F * ui.em, placed.plot.h});
    }
    hovered_.reset();
    const Region touched = region(ui, "bottleneck chart", placed.plot.inset(-0.6F * ui.em, 0));
    if (touched.hovered) {
        *ui.cursor = CursorShape::hand;
        hovered_ = std::clamp(std::round(placed.x_of(ui.input.mouse.x)), lengths.shortest + 0.0, last + 0.0);
        if (touched.clicked) {
            values().set("length", std::clamp(*hovered_, lengths.shortest + 0.0, lengths.longest + 0.0));
            ui.keep_awake();
        }
    }
    drawn.under = [&](const LineChartDrawn& at) {
        for (std::size_t m = 0; m < translators; ++m)
            for (std::size_t i = 0; i < lines.at(m).size(); ++i) {
                const ShareEstimate& right = estimates.at(m)[i];
                const double x = lines.at(m)[i].x;
                const Vec2 by{drawn.series[m].aside, 0}, middle = at.at(x, lines.at(m)[i].y) + by,
                                                         top = at.at(x, 100 * right.high) + by,
                                                         bottom = at.at(x, 100 * right.low) + by;
                const Colour ink = model_colour(ui.theme, m);
                ui.painter.line(top, bottom, ink.faded(0.55F), 2);
                draw_mark(ui, middle, m, ink);
                context.targets.put(fmt::format("bottleneck mark {} {}", m, std::lround(x)),
                                    {middle.x - 1, middle.y - 1, 2, 2});
            }
    };
    draw_line_chart(ui.painter, area, drawn);
}

// --- what is kept

ViewValues BottleneckPage::save() const {
    ViewValues kept = ExperimentPage::save();
    kept["number"] = value_text(number_);
    kept["model"] = value_text(model_);
    return kept;
}

void BottleneckPage::load(const ViewValues& from) {
    ExperimentPage::load(from);
    const ViewReader read(from);
    number_ = read.whole("number", number_, -1, most_sentences - 1);
    model_ = read.whole("model", model_, 0, static_cast<int>(translators) - 1);
}

void BottleneckPage::describe(State& state) const {
    state.add("bottleneck_rounds", std::to_string(result_ ? result_->points.size() : 0));
    if (!ready()) return;
    state.add("bottleneck_sentence", sentence());
    state.add("bottleneck_complete", complete());
    const auto add = [&](const std::string& name, double number) {
        state.add("bottleneck_" + name, fmt::format("{}", number));
    };
    add("seed", static_cast<double>(result_->setting.seed)), add("length", length()), add("number", number());
    add("sentences", sentences());
    for (std::size_t m = 0; m < translators; ++m) {
        const ShareEstimate right = share(m, length());
        const std::string of = "_" + std::to_string(m);
        add("fitting" + of, std::max(0, fitting(m)));
        add("count" + of, right.count), add("share" + of, right.mean), add("error" + of, right.error);
        const Translated* made = translated(m);
        state.add("bottleneck_exact" + of, made != nullptr && made->exact());
    }
    if (translated(0) == nullptr) return;
    const Inputs opened = inputs();
    state.add("bottleneck_model", opened.model);
    state.add("bottleneck_text", opened.text);
    state.add("bottleneck_translation", opened.target);
}

std::string BottleneckPage::table_title() const { return ready() ? strings::table_title : ""; }

void BottleneckPage::write_table(const std::function<void(const std::string& piece)>& write) const {
    write("words,model,sentences,exact,exact_error,words_right,words_right_error\n");
    if (!ready()) return;
    for (std::size_t m = 0; m < translators; ++m)
        for (int l = lengths.shortest; l <= longest(m); ++l) {
            const ShareEstimate exact = share_right(result_->points, m, l, TranslationMeasure::exact),
                                right = share_right(result_->points, m, l, TranslationMeasure::words);
            write(fmt::format("{},{},{},{},{},{},{}\n", l, strings::models.at(m), exact.count, exact.mean, exact.error,
                              right.mean, right.error));
        }
}

}  // namespace glassformer
