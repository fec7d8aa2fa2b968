// Why scores are divided by √d_k: scores and softmax of random queries and keys, or of a head of the open model, with
// and without the division, and what happens to them while d_k grows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/pictures/charts/line_chart.h"
#include "app/views/experiments/frame/page.h"
#include "core/experiments/score_scale.h"
#include "core/experiments/sweep.h"

namespace glassformer {

class ScoreScalePage final : public ExperimentPage {
public:
    explicit ScoreScalePage(const ViewServices& services);
    void follow(ViewContext& context) override;
    std::string sentence() const override;
    void draw(ViewContext& context, const Rect& area) override;
    float least_height(float width) const override {
        const float least = width > wide_enough ? 25 : 58;
        return is_low_for(least) ? low_rows(width) * (*in_sight() + low_gap) - low_gap : least;
    }
    bool settling() const override { return !sweep_.done() || swept_ != sweep_.shown(); }
    bool is_of_open_run() const override { return of_model(); }
    void describe(State& state) const override;
    std::vector<NamedNumber> numbers() const override;
    std::string table_title() const override;
    void write_table(const std::function<void(const std::string& piece)>& write) const override;
    std::optional<RunBehind> run_behind(const ViewContext& context) const override;
    bool run(Command command, ViewContext& context) override;
    PageKeys keys() const override;
    void complete(ViewValues& values) const override;

private:
    // In em: from that width on curves stand beside the rest; between rows of charts of a low window.
    static constexpr float wide_enough = 47, low_gap = 1.2F;
    /// Rows of charts, each as high as what is in sight.
    static float low_rows(float width) { return width > 44 ? 2 : 3; }
    void draw_low(ViewContext& context, Rect area);

    struct Point {
        int d_k = 1;
        std::shared_ptr<const Tensor> scores;  // [1, query, key], as they are
        ScoreMeasures raw, scaled;
    };
    static Point point_of(const RandomScores& setting);
    /// A head of the open model at the text that is shown.
    struct HeadScores {
        Point point;
        std::string record, model, block;
        int head = 0;
        int heads = 0;  // that it has the largest scores of; 0: it was selected
    };
    static std::string slope_sentence(const Point& point);
    void read_head(ViewContext& context);
    void limit_controls(const Evaluation& evaluation);
    bool of_model() const { return values().on("source"); }
    /// What the pictures at the left show; null: there is nothing yet.
    const Point* shown() const;
    std::string run_text(int d_k) const;
    void scores(ViewContext& context, const Rect& area, bool scaled) const;
    void weights(ViewContext& context, const Rect& area) const;
    /// Below each other, or `beside`.
    void curves(ViewContext& context, Rect area, bool beside = false);

    Sweep<RandomScores, Point> sweep_;
    std::shared_ptr<const Sweep<RandomScores, Point>::Series> swept_;
    std::optional<HeadScores> head_;
    std::uint64_t read_of_ = 0;             // generation of the evaluation
    int read_block_ = -2, read_head_ = -2;  // −1: those with the largest scores
    std::optional<double> hovered_;
};

}  // namespace glassformer
