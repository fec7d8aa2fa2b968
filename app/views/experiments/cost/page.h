// What a model costs: operations, bytes and memory by part and stage at one length, as curves over the length, its
// parameters, and heads as a view of one memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/experiments/frame/page.h"
#include "core/experiments/cost_curves.h"
#include "core/experiments/equal_gradients.h"
#include "core/experiments/sweep.h"

namespace glassformer {

struct LineChartDrawn;

/// "n²", "constant", or "n" with the exponent "1.20" over it; of a part that has none, nothing.
struct CostGrowth {
    std::string base, exponent;
};

/// A bar of the page with its pieces.
struct CostBar {
    std::string name, hint;
    double amount = 0;
    Meaning meaning = Meaning::plain;
    Colour colour{};
    std::vector<StageAmount> stages{};
    std::string formula{};  // of a bar without stages; empty: none
};

/// Of part_of() of analysis/cost.h, of parameters_by_part() and of a training step.
struct CostPartText {
    std::string_view part;
    const char *title, *hint;
    Meaning meaning;
};
const CostPartText& cost_part_text(std::string_view part);

class CostPage final : public ExperimentPage {
public:
    explicit CostPage(const ViewServices& services);
    void follow(ViewContext& context) override;
    std::string sentence() const override;
    void draw(ViewContext& context, const Rect& area) override;
    float least_height(float width) const override;
    /// What is computed must also have been fetched, or the last frame shows what was there before.
    bool settling() const override {
        return request_ &&
               !(at_.done() && curves_.done() && at_shown_ == at_.shown() && curves_shown_ == curves_.shown() &&
                 (!trains() || (equal_.done() && equal_shown_ == equal_.shown())));
    }
    bool is_of_open_run() const override { return values().whole("model") == 0; }
    void describe(State& state) const override;
    std::vector<NamedNumber> numbers() const override;
    std::string table_title() const override;
    std::optional<RunBehind> run_behind(const ViewContext& context) const override;
    void write_table(const std::function<void(const std::string& piece)>& write) const override;

private:
    struct Counting {
        CostSetting cost;
        std::string name;    // of the model
        int published = -1;  // row of published_models() whose sizes are unchanged
        bool operator==(const Counting&) const = default;
    };
    struct Curves {
        CostCurves cost;
        std::string about;  // its parameters and those that were published
    };
    struct Amounts {
        CostAt now;
        double in_half_precision = 0;  // all of a training step, the rest of the setting as it is
    };
    using AtSweep = Sweep<Counting, Amounts>;
    using CurvesSweep = Sweep<Counting, Curves>;
    using EqualSweep = Sweep<TinyStep, EqualGradients>;

    std::optional<Counting> wanted(const ViewContext& context) const;
    /// The only point; null before it is there.
    const CostAt* at() const;
    double in_half_precision() const;
    const Curves* curves() const;
    bool curves_fit() const;  // they are of the same model as at()
    std::string amount_text(Counted counted, double amount) const;
    void bars(ViewContext& context, Rect area);
    float bar_rows(ViewContext& context, Rect area, const std::string& title, const std::vector<CostBar>& rows,
                   const std::function<std::string(double)>& text, std::string_view id, float high) const;
    std::vector<CostBar> bars_of_parts() const;
    float bars_height() const;
    float first_height() const;  // em, of the curves where they come first
    void squares(ViewContext& context, Rect area);
    // formulas.cpp
    std::string stage_formula(const StageAmount& stage) const;
    std::string part_formula(const PartAmount& part) const;
    std::string parameters_formula(const std::string& part) const;
    // growth.cpp
    CostGrowth growth_of(std::string_view part) const;  // empty: of all
    std::string growth_sentence() const;                // of the parts of the chart; "" before there are curves
    // curves.cpp
    void chart(ViewContext& context, Rect area);
    std::vector<std::string> parts_of_chart() const;
    /// "MLP ~ n", and the exponent that is raised behind it.
    CostGrowth name_of_line(std::string_view part) const;
    float names_width(Painter& painter, const std::vector<std::string>& parts) const;
    void draw_names(ViewContext& context, const LineChartDrawn& on, const Rect& margin,
                    const std::vector<std::string>& parts) const;
    bool trains() const { return request_ && request_->cost.counted == Counted::training; }
    /// What is below the curves: heads, or of a training step the ways to compute it.
    bool has_lower() const;
    void lower(ViewContext& context, const Rect& area) const;
    // equal.cpp
    static std::string equal_title(const EqualGradients& equal);
    void equal_ways(ViewContext& context, Rect area) const;
    void heads(ViewContext& context, Rect area) const;
    float memory_of_heads(ViewContext& context, Rect area) const;
    void width_of_heads(ViewContext& context, Rect area, const HeadsCost& cost, bool wide, double widest) const;

    AtSweep at_;
    CurvesSweep curves_;
    EqualSweep equal_;
    std::optional<Counting> request_;
    std::shared_ptr<const AtSweep::Series> at_shown_;
    std::shared_ptr<const CurvesSweep::Series> curves_shown_;
    std::shared_ptr<const EqualSweep::Series> equal_shown_;
    std::optional<double> hovered_;
};

/// "292 GFLOP"
std::string flop_text(double flop);

}  // namespace glassformer
