// A batch and its masks: texts of different lengths in one pass with the labels of all positions, beside the same
// predictions one query after the other, with all rows computed again or with a KV cache.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/pictures/board/labelled_matrix.h"
#include "app/views/experiments/batch/texts.h"
#include "app/views/experiments/frame/page.h"
#include "core/experiments/batch_masks.h"
#include "core/experiments/sweep.h"

namespace glassformer {

/// What the controls ask for.
struct BatchChoice {
    int texts = 1, extra = 0;
    bool causal = true;
    bool operator==(const BatchChoice&) const = default;
};
struct BatchMade {
    BatchMasks setting;
    std::vector<std::vector<std::string>> words;  // of the tokens
    BatchBothWays both;
};

class BatchPage final : public ExperimentPage {
public:
    explicit BatchPage(const ViewServices& services);
    void follow(ViewContext& context) override;
    std::string sentence() const override;
    void draw(ViewContext& context, const Rect& area) override;
    float least_height(float width) const override;
    // What is computed must also have been fetched, or the last frame shows what was there before.
    bool settling() const override {
        if (!sweep_.done()) return true;
        const auto now = sweep_.shown();
        return !now->points.empty() && result_ != now;
    }
    void describe(State& state) const override;
    std::vector<NamedNumber> numbers() const override;
    std::string table_title() const override;
    void write_table(const std::function<void(const std::string& piece)>& write) const override;
    bool run(Command command, ViewContext& context) override;
    PageKeys keys() const override { return {.steps = texts::batch::key_steps}; }
    std::optional<RunBehind> run_behind(const ViewContext& context) const override;
    ViewValues save() const override;
    void load(const ViewValues& values) override;

private:
    bool with_cache() const { return values().on("way"); }
    const BatchMade* made() const { return result_ ? result_->points.data() : nullptr; }
    const std::vector<PositionInBatch>& chosen() const;  // positions of the chosen text
    const std::vector<std::string>& words() const;
    void keep_chosen_valid();

    HeatStyle loss_style() const;
    /// What the cells are, and the scale of their colours.
    void draw_batch_title(ViewContext& context, Rect line) const;
    void draw_cells(ViewContext& context, const Rect& area);
    /// One pass, and the passes that give the same logits; `way`: of the control, −1: none.
    struct PassesWay {
        const char *target, *words, *brief, *word;  // the last three: the longest first
        int passes;
        double flop;
        int way;
    };
    std::array<PassesWay, 3> ways() const;
    void draw_counts(ViewContext& context, Rect area);
    void draw_counts_line(ViewContext& context, Rect line);
    /// Its ground, tooltip and click.
    bool way_touched(ViewContext& context, const PassesWay& way, const Rect& place);
    void draw_mask(ViewContext& context, const Rect& area);
    void draw_passes(ViewContext& context, const Rect& area);
    /// The grid of queries and keys below a title and above a line of words; marks the chosen query.
    MatrixPlace grid(ViewContext& context, const Rect& area, const std::string& title) const;
    void draw_losses(ViewContext& context, const Rect& area);
    void draw_work(ViewContext& context, const Rect& area);

    std::shared_ptr<std::shared_ptr<const Model>> model_;  // loaded by the first sweep
    std::function<std::shared_ptr<const Model>(const std::string&)> load_;
    Sweep<BatchChoice, BatchMade> sweep_;
    std::shared_ptr<const Sweep<BatchChoice, BatchMade>::Series> result_;
    std::string error_;
    int text_ = 2, query_ = 5;
    std::optional<double> hovered_, hovered_before_;  // position in the charts
};

}  // namespace glassformer
