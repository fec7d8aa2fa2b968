#include "app/views/experiments/architectures/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/views/experiments/architectures/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::architectures;

constexpr std::size_t most_words = 20, longest_word = 24, longest_typed = 400;
constexpr int word_ids = 4096;
constexpr float panel_gap = 1.6F;  // em

std::string counted(double number) { return std::to_string(std::lround(number)); }

std::span<const ExperimentKnob> architecture_knobs() {
    static const auto steps = [](const KnobValues& values) { return values.whole("show") == 0; };
    static const auto reach = [](const KnobValues& values) { return values.whole("show") == 2; };
    static const auto text = [](const KnobValues& values) { return values.whole("show") < 2; };
    static const std::vector<ExperimentKnob> knobs{
        {.id = "show",
         .label = strings::show,
         .hint = strings::show_hint,
         .choices = {strings::show_steps, strings::show_weights, strings::show_reach}},
        {.id = "cell", .label = strings::cell, .hint = strings::cell_hint, .choices = {"RNN", "LSTM"}, .shows = text},
        {.id = "width",
         .label = strings::width,
         .hint = strings::width_hint,
         .low = 2,
         .high = 7,
         .first = 3,
         .text = counted,
         .shows = text},
        {.id = "layers",
         .label = strings::layers,
         .hint = strings::layers_hint,
         .low = 1,
         .high = 4,
         .first = 3,
         .text = counted,
         .shows = steps},
        {.id = "d",
         .label = strings::d,
         .hint = strings::d_hint,
         .low = 2,
         .high = 16,
         .first = 8,
         .step = 2,
         .text = counted,
         .shows = text},
        {.id = "scale",
         .label = strings::scale,
         .hint = strings::scale_hint,
         .low = 0.25,
         .high = 4,
         .first = 1,
         .step = 0,
         .shows = reach},
        {.id = "length",
         .label = strings::length,
         .hint = strings::length_hint,
         .low = 8,
         .high = 128,
         .first = 48,
         .step = 8,
         .text = counted,
         .shows = reach},
        {.id = "seed",
         .label = strings::seed,
         .hint = strings::seed_hint,
         .high = 99,
         .text = counted,
         .shows = [](const KnobValues& values) { return values.whole("show") > 0; }},
    };
    return knobs;
}

/// A word's id, the same in every text but where two words of one text would share it (FNV-1a, Fowler, Noll and Vo).
std::vector<int> ids_of(const std::vector<std::string>& words) {
    std::vector<int> ids;
    for (std::size_t w = 0; w < words.size(); ++w) {
        std::uint32_t hash = 2166136261U;
        for (const char letter : words[w]) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
        auto id = static_cast<int>(hash % word_ids);
        const auto taken = [&] {
            for (std::size_t other = 0; other < w; ++other)
                if (ids[other] == id && words[other] != words[w]) return true;
            return false;
        };
        while (taken()) id = (id + 1) % word_ids;
        const auto same = std::find(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(w), words[w]);
        ids.push_back(same - words.begin() < static_cast<std::ptrdiff_t>(w)
                          ? ids[static_cast<std::size_t>(same - words.begin())]
                          : id);
    }
    return ids;
}

/// Cut at blanks; a very long word is shortened.
std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    for (const char letter : text + " ") {
        if (letter != ' ' && letter != '\t' && letter != '\n') {
            if (word.size() < longest_word || (static_cast<unsigned char>(letter) & 0xC0U) == 0x80U) word += letter;
        } else if (!word.empty()) {
            words.push_back(std::exchange(word, {}));
        }
    }
    return words;
}

/// The words that are read: at least one.
std::vector<std::string> words_read(const std::string& text) {
    std::vector<std::string> words = words_of(text);
    if (words.size() > most_words) words.resize(most_words);
    if (words.empty()) words = {"…"};
    return words;
}

/// The beginning of a text, for a sentence.
std::string beginning(const std::string& text) {
    constexpr std::size_t most = 48;
    std::string start;
    for (const std::string& word : words_of(text)) {
        if (start.size() + word.size() > most) return start + " …";
        start += (start.empty() ? "" : " ") + word;
    }
    return start;
}

}  // namespace

extern const ExperimentRow architectures_experiment{
    .name = "architectures",
    .place = 20,
    .title = strings::title,
    .question = strings::question,
    .words = strings::search_words,
    .make = [](const ViewServices& services) -> std::unique_ptr<ExperimentPage> {
        return std::make_unique<ArchitecturesPage>(services);
    }};

ArchitecturesPage::ArchitecturesPage(const ViewServices& services)
    : ExperimentPage(architecture_knobs()),
      numbers_(services.session_options().wake),
      compared_(services.session_options().wake),
      reach_(services.session_options().wake) {
    set_words(strings::first_text);
    picked_ = {1, static_cast<int>(words_.size()) - 2};
}

void ArchitecturesPage::set_words(std::string text) {
    if (text.size() > longest_typed) return;
    text_ = std::move(text);
    words_ = words_read(text_);
    words_typed_ = words_of(text_).size();
    for (int& token : picked_) token = std::clamp(token, 0, static_cast<int>(words_.size()) - 1);
}

MixedTokens ArchitecturesPage::wanted(const std::vector<std::string>& words) const {
    return {.tokens = ids_of(words),
            .lstm = values().on("cell"),
            .width = values().whole("width"),
            .layers = values().whole("layers"),
            .d = values().whole("d"),
            .seed = static_cast<std::uint64_t>(values().whole("seed"))};
}

void ArchitecturesPage::follow(ViewContext& context) {
    animate(context);
    if (show() == Show::reach) {
        const UntrainedReach setting{.length = values().whole("length"),
                                     .recurrent_scale = values().at("scale"),
                                     .seed = static_cast<std::uint64_t>(values().whole("seed"))};
        reach_.follow(setting, reach_models,
                      [](const UntrainedReach& wanted, std::size_t model, const std::atomic<bool>&) {
                          return untrained_reach(wanted, static_cast<int>(model));
                      });
        if (const auto now = reach_.shown(); now && now->done()) reached_ = now;
        return;
    }
    const auto compute = [](const MixedTokens& setting, std::size_t mixer, const std::atomic<bool>&) {
        return mixed_numbers(setting, static_cast<Mixer>(mixer));
    };
    numbers_.follow(wanted(), mixer_count, compute);
    if (const auto now = numbers_.shown(); now && now->done()) result_ = now;
    before_ = nullptr;
    if (!compares()) return;
    const MixedTokens other = wanted(words_read(compared_text_));
    compared_.follow(other, mixer_count, compute);
    if (const auto now = compared_.shown(); now && now->done() && now->setting == other) before_ = now;
}

bool ArchitecturesPage::settling() const {
    // What has ended since follow() is not shown yet.
    if (show() == Show::reach) return !reach_.done() || reached_ != reach_.shown();
    if (!numbers_.done() || result_ != numbers_.shown()) return true;
    return compares() && (!compared_.done() || before_ != compared_.shown());
}

int ArchitecturesPage::last_step() const {
    int last = 0;
    for (int m = 0; m < mixer_count; ++m) last = std::max(last, time_steps(wanted(), static_cast<Mixer>(m)));
    return last;
}

MixPath ArchitecturesPage::path(Mixer mixer) const {
    return mix_path(wanted(), mixer, std::min(picked_[0], picked_[1]), std::max(picked_[0], picked_[1]));
}

std::string ArchitecturesPage::path_text(Mixer mixer) const {
    const MixPath found = path(mixer);
    if (!found.reached)
        return fmt::format(strings::no_path, layers_needed(std::abs(picked_[0] - picked_[1]), values().whole("width")));
    return found.moves == 1 ? strings::one_move : fmt::format(strings::moves_text, found.moves);
}

const MixNumbers* ArchitecturesPage::numbers(Mixer mixer) const {
    const auto index = static_cast<std::size_t>(mixer);
    if (!result_ || result_->setting != wanted() || index >= result_->points.size()) return nullptr;
    return &result_->points[index];
}

std::optional<WeightsChanged> ArchitecturesPage::changed(Mixer mixer) const {
    const auto index = static_cast<std::size_t>(mixer);
    const MixNumbers* now = numbers(mixer);
    if (now == nullptr || !before_ || index >= before_->points.size()) return {};
    return weights_changed(before_->points[index].weights, now->weights);
}

std::string ArchitecturesPage::change_text() const {
    if (!compares()) return strings::no_change;
    const auto recurrent = changed(Mixer::recurrent), convolution = changed(Mixer::convolution),
               attention = changed(Mixer::attention);
    if (!recurrent || !convolution || !attention) return "";
    return fmt::format(strings::change, beginning(compared_text_), recurrent->changed, recurrent->weights,
                       convolution->changed, convolution->weights, attention->changed, attention->weights,
                       number_text(attention->largest));
}

double ArchitecturesPage::factor_of_a_step() const {
    if (!reached_ || reached_->points.empty()) return std::numeric_limits<double>::quiet_NaN();
    const std::vector<double>& norms = reached_->points.front();
    const auto first = std::ranges::find_if(norms, [](double norm) { return norm > 1e-35; });
    const auto steps = static_cast<double>(norms.end() - first) - 1;
    if (steps < 1 || !(norms.back() > 0)) return std::numeric_limits<double>::quiet_NaN();
    return std::pow(*first / norms.back(), 1 / steps);
}

std::string ArchitecturesPage::sentence() const {
    if (show() == Show::reach) {
        if (!reached_ || !reached_->error.empty()) return reached_ ? reached_->error : strings::computing;
        const double factor = factor_of_a_step();
        return fmt::format(strings::reach_sentence, reached_->setting.length,
                           number_text(reached_->setting.recurrent_scale),
                           std::isfinite(factor) ? fmt::format(strings::reach_factor, number_text(factor)) : "");
    }
    if (show() == Show::weights) return fmt::format(strings::weights_sentence, change_text());
    const MixedTokens setting = wanted();
    return fmt::format(strings::steps_sentence, word(std::min(picked_[0], picked_[1])),
                       word(std::max(picked_[0], picked_[1])), path_text(Mixer::recurrent),
                       path_text(Mixer::convolution), path_text(Mixer::attention), setting.count(),
                       setting.layers == 1 ? strings::one_layer : fmt::format(strings::layers_text, setting.layers),
                       time_steps(setting, Mixer::recurrent));
}

// --- the frame

float ArchitecturesPage::least_height(float width) const {
    const float least = roomy_height(width);
    return is_low_for(least) ? low_height() : least;
}

float ArchitecturesPage::roomy_height(float width) const {
    if (show() == Show::reach) return 14;
    const auto across = static_cast<float>(columns(width)), down = std::ceil(static_cast<float>(mixer_count) / across);
    if (show() == Show::steps) return down > 1 ? 46 : 20;
    // A square of the words beside and below it, its title, what changed and a legend.
    const auto n = static_cast<float>(words_.size());
    const float pitch = std::min(1.3F, (width / across - 7.5F) / n);
    return down * std::max(19.0F, 12.5F + n * pitch) + (down - 1) * panel_gap;
}

int ArchitecturesPage::columns(float width) const {
    if (width > 58) return mixer_count;
    return show() == Show::weights && width > 38 ? 2 : 1;
}

std::string ArchitecturesPage::figures_text(Mixer mixer) const {
    const int steps = time_steps(wanted(), mixer);
    return fmt::format(strings::figures, std::min(step(), steps), steps, path_text(mixer));
}

void ArchitecturesPage::caption(Ui& ui, Rect& area, Mixer mixer) {
    const bool counts = show() == Show::steps;
    const TextStyle style{.colour = ui.theme.muted, .size = em::small};
    const auto text = [&](int m) {
        if (counts) return figures_text(static_cast<Mixer>(m));
        const bool lstm = static_cast<Mixer>(m) == Mixer::recurrent && values().on("cell");
        return std::string(lstm ? strings::lstm_caption : strings::weights_captions.at(static_cast<std::size_t>(m)));
    };
    float high = 0;
    for (int m = 0; m < mixer_count; ++m) high = std::max(high, paragraph(ui.painter, area, text(m), style, false));
    const Rect place = area.take_top(std::ceil(high));
    paragraph(ui.painter, place, text(static_cast<int>(mixer)), style);
    const std::string id = "architectures figures " + std::to_string(static_cast<int>(mixer));
    if (counts && region(ui, id, place).hovered) tooltip(ui, place, strings::figures_hint);
}

void ArchitecturesPage::draw_controls(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    ExperimentPage::draw_controls(context, area);
    if (show() == Show::reach) return;
    Rect line = area.take_top(2 * ui.em);
    area.take_top(0.3F * ui.em);
    const Rect name = line.take_left(ui.painter.measure(strings::text, em::small).width + 0.6F * ui.em);
    text_in(ui.painter, name, strings::text, {.colour = ui.theme.muted, .size = em::small});
    if (region(ui, "name of experiment text", name).hovered)
        tooltip(ui, name, fmt::format(strings::text_hint, most_words));
    const Rect field = line.take_left(std::min(0.66F * line.w, 40 * ui.em));
    context.targets.put("experiment text", field.intersect(ui.painter.clip()));
    std::string typed = text_;
    const bool is_typed = text_field(ui, "experiment text", field, typed) == TextEvent::changed;
    const bool types = text_field_focused(ui, "experiment text");
    if (!typing_ && (types || is_typed)) text_before_typing_ = text_;
    typing_ = types;
    if (is_typed && typed != text_) {
        compared_text_ = text_before_typing_;
        set_words(typed);
        ui.keep_awake();
    }
    line.take_left(0.8F * ui.em);
    if (words_typed_ > words_.size() && line.w > 4 * ui.em)
        text_in(ui.painter, line, fmt::format(strings::words_read, words_.size(), words_typed_),
                {.colour = ui.theme.warning, .size = em::small});
}

void ArchitecturesPage::draw(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    if (show() == Show::reach) return reach_chart(context, area);
    low_ = is_low_for(roomy_height(area.w / ui.em));
    if (low_) return draw_low(context, area);
    Rect rest = area;
    if (show() == Show::steps) {
        timeline(context, rest.take_bottom(2 * ui.em));
        rest.take_bottom(0.5F * ui.em);
    }
    const auto before = pointed_;
    pointed_.reset();
    const int across = columns(area.w / ui.em), down = (mixer_count + across - 1) / across;
    const float gap = panel_gap * ui.em;
    const float wide = std::floor((rest.w - static_cast<float>(across - 1) * gap) / static_cast<float>(across)),
                high = std::floor((rest.h - static_cast<float>(down - 1) * gap) / static_cast<float>(down));
    for (int m = 0; m < mixer_count; ++m) {
        const int below = m / across;
        const auto column = static_cast<float>(m % across), row = static_cast<float>(below);
        const Rect place{rest.x + column * (wide + gap), rest.y + row * (high + gap), wide, high};
        if (m == 0) context.targets.put(first_picture, place);
        if (show() == Show::steps)
            steps_panel(context, place, static_cast<Mixer>(m));
        else
            weights_panel(context, place, static_cast<Mixer>(m));
    }
    if (pointed_ != before) ui.keep_awake();
}

}  // namespace glassformer
