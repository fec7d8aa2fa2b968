// Attention from vectors alone: points of a plane are the embeddings, and X, the scores, their softmax and the outputs
// follow while a point is dragged; with a single query, or with W_Q, W_K and W_V, and in another order of the tokens.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/views/experiments/frame/page.h"
#include "app/views/experiments/from_nothing/labels.h"
#include "app/views/experiments/from_nothing/matrices.h"
#include "core/experiments/from_nothing.h"

namespace glassformer {

class FromNothingPage final : public ExperimentPage {
public:
    FromNothingPage();
    void follow(ViewContext& context) override;
    std::string sentence() const override;
    void draw(ViewContext& context, const Rect& area) override;
    float least_height(float width) const override;
    void describe(State& state) const override;
    std::vector<NamedNumber> numbers() const override;
    std::string table_title() const override;
    void write_table(const std::function<void(const std::string& piece)>& write) const override;
    bool run(Command command, ViewContext& context) override;
    PageKeys keys() const override;
    ViewValues save() const override;
    void load(const ViewValues& values) override;

private:
    enum class Parameters : std::uint8_t { none, query, maps };
    Parameters parameters() const { return static_cast<Parameters>(values().whole("parameters")); }
    bool averages() const { return parameters() == Parameters::query; }
    bool random_maps() const;
    int tokens() const { return values().whole("tokens"); }
    FromNothing setting() const;
    void make(const FromNothing& now);
    /// Where the token is now.
    int position_of(int token) const;
    /// Positions of what is chosen.
    int query_at() const { return averages() ? ThreeAverages::of_query : position_of(query_); }
    int key_at() const { return position_of(key_); }
    std::vector<std::string> words() const;  // in their order
    const Tensor& scores() const { return averages() ? three_.scores : attention_.scores; }
    const Tensor& weights() const { return averages() ? three_.weights : attention_.weights; }
    const Tensor& outputs() const { return averages() ? three_.averages : attention_.y; }

    /// What was drawn in the plane: names are placed when all marks are known.
    struct PlaneMarks {
        std::vector<Rect> places;
        std::vector<PlaneLabel> labels;
        void add(Vec2 at, float half) { places.push_back({at.x - half, at.y - half, 2 * half, 2 * half}); }
    };
    /// A mark and what it stands for.
    struct LegendEntry {
        const char *mark, *text;
        Meaning meaning;
    };
    /// A square in the area; where it has a legend, in lines below.
    void plane(ViewContext& context, const Rect& area, bool with_legend = true);
    /// `draw` false: only its lines are counted.
    float legend(Painter& painter, const Rect& area, bool draw = true) const;
    void draw_axes(ViewContext& context, PlaneMarks& marks) const;
    std::vector<LegendEntry> legend_entries() const;
    void draw_lines_of_query(ViewContext& context, PlaneMarks& marks) const;
    void draw_projected(ViewContext& context, PlaneMarks& marks) const;
    void draw_outputs(ViewContext& context, PlaneMarks& marks) const;
    void draw_points(ViewContext& context, PlaneMarks& marks);
    bool drag(ViewContext& context, const std::string& name, TokenPoint& point);
    Vec2 at(const TokenPoint& point) const;
    /// That no point lies outside.
    float needed_reach() const;
    /// The plane beside the matrices: these need room for the numbers in their cells.
    bool side_by_side(float width) const { return width > (parameters() == Parameters::maps ? 56 : 47); }
    /// On hundredths, as far as a point can be moved.
    static TokenPoint on_plane(float x, float y);
    float roomy_height(float width) const;  // em
    float least_matrices() const;           // em, their height with rows as low as they can be
    float low_legend() const;               // em, of its lines at most
    // In a low window: the bars of a score have room below the matrices, or below a narrow plane.
    bool bars_beside() const;
    bool bars_below_plane(float width) const;
    /// The plane as high as what is in sight, legend and matrices beside it; what they leave no room for is below.
    void draw_low(ViewContext& context, Rect area);
    float matrices(ViewContext& context, const Rect& area);  // the height used
    std::vector<std::vector<LinkedMatrix>> lines() const;
    void pointed(ViewContext& context, const LinkedMatrix& matrix, const LinkedCell& cell);
    void features(ViewContext& context, Rect area) const;
    /// With the numbers that it is computed from; empty where it was chosen. (formulas.cpp)
    std::string formula_of(const std::string& matrix, int row, int col, double value) const;

    std::vector<TokenPoint> points_;  // of all words, in the first order
    TokenPoint query_point_;
    int query_ = 1, key_ = 4;  // tokens
    std::optional<FromNothing> result_;
    PlaneAttention attention_;
    ThreeAverages three_;
    Tensor first_;  // the outputs of the first order, put into this one
    double moved_ = 0;
    std::array<double, 3> moved_averages_{};
    bool stacked_ = false;  // the matrices of the page without parameters in two lines
    Rect plane_;
    float reach_ = 3;  // of its axes
};

}  // namespace glassformer
