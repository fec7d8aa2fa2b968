// The runs behind the page: each network with its random weights on these words, and the first text of the gradients.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <span>

#include "app/views/experiments/architectures/page.h"
#include "app/views/experiments/architectures/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/experiments/runs.h"

namespace glassformer {

namespace {

namespace strings = texts::architectures;

}  // namespace

void ArchitecturesPage::panel_head(ViewContext& context, Rect head, Mixer mixer) {
    Ui& ui = context.ui;
    const auto index = static_cast<std::size_t>(mixer);
    const ButtonStyle style{.size = em::small, .hint = strings::open_hint};
    struct Said {
        const char* open;
        std::span<const char* const> names;
    };
    const std::array<Said, 4> longest_first{
        Said{strings::open, strings::names}, Said{strings::open_brief, strings::names},
        Said{strings::open_word, strings::names}, Said{strings::open_word, strings::brief_names}};
    const auto label_of = [&](const Said& said, std::size_t m) {
        const char* const recurrent = values().on("cell") ? "LSTM" : "RNN";
        return fmt::format(fmt::runtime(said.open),
                           static_cast<Mixer>(m) == Mixer::recurrent ? recurrent : strings::open_names.at(m));
    };
    // The same words in all three panels; the first is wider by the names of its rows where only it has them.
    const bool names_alone = low_ && mixer == Mixer::recurrent;
    const float rows = !names_alone            ? 0.0F
                       : show() == Show::steps ? layer_names_width(ui.painter, mixer)
                                               : row_names_width(ui.painter);
    const auto fits = [&](const Said& said) {
        for (std::size_t m = 0; m < said.names.size(); ++m) {
            const float name = ui.painter.measure(said.names[m], em::body, Face::bold).width;
            if (button_width(ui, label_of(said, m), style) + name + 0.4F * ui.em > head.w - rows) return false;
        }
        return true;
    };
    const auto* const said = std::ranges::find_if(longest_first, fits);
    const bool has_button = said != longest_first.end();
    if (has_button) {
        const std::string label = label_of(*said, index), id = "architectures " + std::to_string(index) + " open";
        const Rect place = head.take_right(button_width(ui, label, style));
        head.take_right(0.4F * ui.em);
        context.targets.put(id, place);
        if (button(ui, id, place, label, style)) open(run_of(mixer));
    }
    text_in(ui.painter, head, (has_button ? said->names : std::span<const char* const>(strings::names))[index],
            {.colour = ui.theme.text, .face = Face::bold});
}

RunBehind ArchitecturesPage::run_of(Mixer mixer) const {
    const MixedTokens setting = wanted();
    const bool weights = show() == Show::weights && mixer == Mixer::attention;
    const char* const name = strings::names.at(static_cast<std::size_t>(mixer));
    return {
        .inputs = run_of_mixer(setting, mixer, words_, fmt::format(strings::run_title, name, setting.d, setting.seed)),
        .record = weights ? "blocks.0.attn.weights" : mixer_record(mixer, setting.layers),
        .row = setting.count() - 1};
}

std::string ArchitecturesPage::reach_says(const LineChart& chart, const ChartRun& run) const {
    const ChartPoint& point = chart.series[run.series].points[run.point];
    return fmt::format(strings::reach_point, strings::reach_names.at(run.series), run.point + 1, number_text(point.y),
                       reached_->setting.length, number_text(reached_->setting.recurrent_scale),
                       reached_->setting.seed);
}

/// Of the gradients; each of the three networks has a button of its own.
std::optional<RunBehind> ArchitecturesPage::run_behind(const ViewContext& context) const {
    static_cast<void>(context);
    if (show() != Show::reach || !reached_ || !reached_->error.empty()) return {};
    const std::size_t last = reach_models - 1;
    const std::size_t model = runs_.chosen() ? std::min(runs_.chosen()->series, last) : last;
    return RunBehind{.inputs = run_of_reach(
                         reached_->setting, static_cast<int>(model),
                         fmt::format(strings::reach_run_title, strings::reach_names.at(model), reached_->setting.seed)),
                     .record = "embed",
                     .row = runs_.chosen() ? static_cast<int>(runs_.chosen()->point) : 0};
}

}  // namespace glassformer
