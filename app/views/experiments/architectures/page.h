// Recurrence, convolution and self-attention on the same tokens: when each vector can be computed, how far two tokens
// are apart, which weights follow from the text, and how far a gradient reaches.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/pictures/board/labelled_matrix.h"
#include "app/pictures/charts/line_chart.h"
#include "app/views/experiments/frame/chart_runs.h"
#include "app/views/experiments/frame/page.h"
#include "core/experiments/architectures.h"
#include "core/experiments/sweep.h"

namespace glassformer {

class ArchitecturesPage final : public ExperimentPage {
public:
    explicit ArchitecturesPage(const ViewServices& services);
    void follow(ViewContext& context) override;
    std::string sentence() const override;
    void draw_controls(ViewContext& context, Rect& area) override;
    void draw(ViewContext& context, const Rect& area) override;
    float least_height(float width) const override;
    bool settling() const override;
    void describe(State& state) const override;
    std::vector<NamedNumber> numbers() const override;
    std::string table_title() const override;
    void write_table(const std::function<void(const std::string& piece)>& write) const override;
    bool run(Command command, ViewContext& context) override;
    PageKeys keys() const override;
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    std::optional<RunBehind> run_behind(const ViewContext& context) const override;

private:
    enum class Show : std::uint8_t { steps, weights, reach };
    using Numbers = Sweep<MixedTokens, MixNumbers>;
    using Reach = Sweep<UntrainedReach, std::vector<double>>;

    Show show() const { return static_cast<Show>(values().whole("show")); }
    MixedTokens wanted() const { return wanted(words_); }
    MixedTokens wanted(const std::vector<std::string>& words) const;
    void set_words(std::string text);
    const std::string& word(int position) const { return words_[static_cast<std::size_t>(position)]; }
    /// Time steps of the slowest of the three.
    int last_step() const;
    int step() const { return step_ < 0 ? last_step() : std::min(step_, last_step()); }
    MixPath path(Mixer mixer) const;
    std::string path_text(Mixer mixer) const;
    /// Numbers of the words that are shown; null while they are computed.
    const MixNumbers* numbers(Mixer mixer) const;
    /// There is a text that the weights are compared with: the one that was there before the last typing.
    bool compares() const { return !compared_text_.empty() && compared_text_ != text_; }
    /// What has changed since that text; empty where there is none or it is still computed.
    std::optional<WeightsChanged> changed(Mixer mixer) const;
    std::string change_text() const;
    double factor_of_a_step() const;  // NaN: there is none

    /// Panels side by side, in a picture so many em wide.
    int columns(float width) const;
    float roomy_height(float width) const;  // em
    /// The three beside each other in sight, their rows named once at the left; what explains them below (low.cpp).
    void draw_low(ViewContext& context, Rect area);
    float low_height() const;  // em
    bool timeline_in_sight() const;
    bool names_rows(Mixer mixer) const { return !low_ || mixer == Mixer::recurrent; }
    std::string figures_text(Mixer mixer) const;
    /// The line below a panel's title, as high as the highest of the three.
    void caption(Ui& ui, Rect& area, Mixer mixer);

    // runs.cpp
    /// A panel's title; at its right end a button: its network's run opens in the Walk.
    void panel_head(ViewContext& context, Rect head, Mixer mixer);
    RunBehind run_of(Mixer mixer) const;
    std::string reach_says(const LineChart& chart, const ChartRun& run) const;

    // playing.cpp
    void animate(ViewContext& context);
    void timeline(ViewContext& context, Rect line);
    // steps.cpp
    float layer_limit(int layer, Mixer mixer) const;  // largest magnitude of its vectors
    float layer_names_width(Painter& painter, Mixer mixer) const;
    void steps_panel(ViewContext& context, Rect area, Mixer mixer);
    // weights.cpp
    void weights_panel(ViewContext& context, Rect area, Mixer mixer);
    float row_names_width(Painter& painter) const;
    void changes_line(Painter& painter, const Rect& line, Mixer mixer) const;
    void weights_legend(ViewContext& context, Rect line, Mixer mixer) const;
    void weights_map(ViewContext& context, LabelledMatrix map, const MatrixPlace& place, Mixer mixer);
    void matrices_legend(ViewContext& context, Rect line, Mixer mixer) const;
    void reach_chart(ViewContext& context, const Rect& area);

    Numbers numbers_, compared_;
    Reach reach_;
    std::shared_ptr<const Numbers::Series> result_, before_;  // before_: of the text that is compared
    std::shared_ptr<const Reach::Series> reached_;
    std::string text_, text_before_typing_, compared_text_;  // text_before_typing_: as the field got the keyboard
    bool typing_ = false;
    bool low_ = false;  // laid out for a low window
    std::vector<std::string> words_;
    std::size_t words_typed_ = 0;      // those that are not read too
    std::array<int, 2> picked_{0, 0};  // the tokens that were clicked, the last one behind
    int step_ = -1;                    // −1: all is computed
    std::optional<double> playing_since_;
    int playing_from_ = 0, step_before_ = -1;
    std::optional<double> hovered_;
    std::optional<std::pair<Mixer, MixNode>> pointed_;
    ChartRuns runs_;
};

}  // namespace glassformer
