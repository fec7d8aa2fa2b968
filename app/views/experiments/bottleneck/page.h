// Translation by the length of the sentence: a decoder that knows the source by one vector, beside decoders that attend
// to it. Held-out sentences are translated while the chart is looked at; one of them is shown word by word.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/pictures/charts/line_chart.h"
#include "app/views/experiments/frame/page.h"
#include "core/experiments/bottleneck.h"
#include "core/experiments/sweep.h"

namespace glassformer {

inline constexpr std::size_t translators = 3;

/// Words of a source, of the sentences that there are.
struct SourceLengths {
    int shortest = 1, longest = 0;
    void include(int length) {
        shortest = longest == 0 ? length : std::min(shortest, length);
        longest = std::max(longest, length);
    }
};
/// Its controls, which go as far as the models' sentences: made before the page that they are given to.
struct BottleneckKnobs {
    SourceLengths lengths;
    std::vector<ExperimentKnob> knob_rows;
};

class BottleneckPage final : private BottleneckKnobs, public ExperimentPage {
public:
    explicit BottleneckPage(const ViewServices& services);
    void follow(ViewContext& context) override;
    std::string sentence() const override;
    void draw(ViewContext& context, const Rect& area) override;
    float least_height(float width) const override;
    bool settling() const override { return !sweep_.done() || result_ != sweep_.shown(); }
    void describe(State& state) const override;
    std::vector<NamedNumber> numbers() const override;
    std::string table_title() const override;
    void write_table(const std::function<void(const std::string& piece)>& write) const override;
    bool run(Command command, ViewContext& context) override;
    PageKeys keys() const override;
    std::optional<RunBehind> run_behind(const ViewContext& context) const override;
    ViewValues save() const override;
    void load(const ViewValues& from) override;

private:
    struct Drawn {  // what sentences are drawn from
        std::uint64_t seed = 0;
        bool operator==(const Drawn&) const = default;
    };
    struct Work;  // of the sweep's thread: models, sentences, rounds that were made
    using Rounds = Sweep<Drawn, TranslationRound>;

    bool ready() const { return result_ && !result_->points.empty(); }
    int wanted() const { return values().whole("count"); }  // sentences per length
    /// Sentences per length that are translated of those; all of them: what is shown counts all that it is to count.
    int translated_so_far() const;
    std::string progress_text() const;
    bool complete() const { return !settling() && translated_so_far() == wanted(); }
    TranslationMeasure measure() const {
        return values().on("measure") ? TranslationMeasure::words : TranslationMeasure::exact;
    }
    int length() const { return std::max(values().whole("length"), lengths.shortest); }
    int longest(std::size_t model) const;
    ShareEstimate share(std::size_t model, int of_length) const;
    /// Sentences of the chosen length, and which of them is shown: the last one where none was chosen.
    int sentences() const;
    int number() const;
    const Translated* translated(std::size_t model) const;  // of the sentence shown; null: there is none
    std::string share_text(std::size_t model) const;
    /// Words up to which at least half is right, at every length of the sample; 0: not at the shortest;
    /// −1: at no length.
    int fitting(std::size_t model) const;
    std::string half_text(std::size_t model) const;
    std::vector<std::string> words(std::size_t model, const std::vector<int>& ids, bool target) const;
    Inputs inputs() const;  // of the sentence with the model that is selected

    Colour model_colour(const Theme& theme, std::size_t model) const;
    float first_height() const;  // em, of the chart above the sentences
    void chart(ViewContext& context, const Rect& area);
    /// What the chart is of, below it; returns its height.
    float note(ViewContext& context, const Rect& area, bool draw) const;
    // sentences.cpp
    void sentence_panel(ViewContext& context, Rect area);
    void sentence_head(ViewContext& context, Rect line);
    void translation(ViewContext& context, Rect& area, std::size_t model);
    void source_lines(ViewContext& context, Rect& area, std::size_t model);
    void all_sentences(ViewContext& context, Rect area);
    void show_sentence(int number);

    std::shared_ptr<Work> work_;
    Rounds sweep_;
    std::shared_ptr<const Rounds::Series> result_;
    std::string error_;
    int number_ = -1;  // −1: the last one
    int model_ = 0;    // that is opened
    std::optional<double> hovered_;
};

}  // namespace glassformer
