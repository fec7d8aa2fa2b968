// View of two runs side by side with one cursor: where they diverge, and the stage at the cursor as A, B and A − B.
// Layout is here; commands are in commands.cpp, run B is in other_run.h, the maps in maps.h, the strip in strip.h.
#pragma once

#include <optional>

#include "app/views/compare/maps.h"
#include "app/views/compare/other_run.h"
#include "app/views/compare/strip.h"
#include "app/views/compare/texts.h"
#include "app/views/explanation/panel.h"
#include "app/views/shared/input_field.h"
#include "app/views/shared/view.h"

namespace glassformer {

extern const ViewRow compare_row;

/// Commands that buttons of the view carry out too.
inline constexpr Command compare_swap = command_named("compare.swap"), compare_keep = command_named("compare.keep"),
                         compare_without = command_named("compare.without"),
                         compare_largest = command_named("compare.largest"),
                         compare_words = command_named("compare.words"), compare_all = command_named("compare.all");

/// Id of the scroll area that the page is in a low window.
inline constexpr const char* compare_page = "compare page";

class CompareView final : public AppView {
public:
    explicit CompareView(const ViewServices& services);
    void draw(ViewContext& context, const Rect& area) override;
    static std::span<const ViewCommand> command_rows();
    bool run(Command command, ViewContext& context) override;
    void describe(State& state, const Session::Snapshot& shown) const override;
    std::shared_ptr<const Evaluation> other_run() const override;
    bool follow_other_run(const Inputs& inputs) override;
    bool picture_to_come() const override;
    void prepare_other_runs(const std::vector<Inputs>& likely) override { other_.prepare(likely); }
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    static std::span<const ViewKey> scene_keys();
    RunB run_b() const override;
    void set_run_b(const RunB& b) override;
    void leave() override;
    bool can_undo(const Session& session) const override { return other_.can_undo(session); }
    bool can_redo(const Session& session) const override { return other_.can_redo(session); }

private:
    void compare(ViewContext& context);
    void compare_record(const Trace& a, const Trace& b, const RecordDifference& stage);
    const RecordDifference* stage_at(int record) const;
    /// Whether both runs are there and the records at the cursor have no common part.
    bool alone() const { return b_ != nullptr && (apart_of_ != record_ || apart_.shape.rank() == 0); }

    void bar(ViewContext& context, Rect& area);
    void brief_bar(ViewContext& context, Rect& area);
    void answers_line(ViewContext& context, Rect& area);
    bool before_and_after() const { return before_and_after_.value_or(false); }
    void text_input(ViewContext& context, const char* id, const Rect& rect, InputField& field,
                    std::string Inputs::*text, std::string_view placeholder);
    void model_choice(ViewContext& context, const Rect& rect);
    void heading(ViewContext& context, Rect& area);
    void page(ViewContext& context, Rect area);
    void maps(ViewContext& context, const Rect& area);
    void figures(ViewContext& context, const Rect& area);
    void value_card(ViewContext& context, const Rect& area);
    float card_height(const Ui& ui) const;
    static void open_runs_menu(ViewContext& context, Vec2 at);
    void swap(ViewContext& context);
    void keep(ViewContext& context);
    void match_rows(ViewContext& context, bool by_word);
    void copy(ViewContext& context) const;
    void go_to_largest(ViewContext& context);

    /// Values of the explained cell, as last drawn.
    struct Values {
        bool a = false, b = false, difference = false;  // which of the three exist
        float in_a = 0, in_b = 0, apart = 0;
        std::string cell, cell_b;  // "S[it, animal]"; cell_b: B's name if its labels differ
        /// Both names: "S[it, animal] | S[he, cat]"
        std::string both() const { return cell_b.empty() ? cell : cell + " | " + cell_b; }
    };
    Values values(const ViewContext& context) const;
    Values values_at(const Evaluation& a, const CellRef& cell) const;
    std::string note(const ViewContext& context) const;

    std::span<const ModelChoice> models_;
    OtherRun other_;
    Focus focus_;
    ExplanationPanel panel_;
    RunMaps maps_;
    PictureMemory memory_a_, memory_b_;
    InputField text_, target_;
    InputField::Typing typing_;
    bool narrow_ = false, scrolls_ = false;
    std::optional<bool>
        before_and_after_;  // B, what was before, and A, with their answers alone; empty: nothing was chosen

    // Compared runs, kept alive while they are shown so that their memory is not reused.
    std::shared_ptr<const Evaluation> a_, b_;
    std::unique_ptr<RunDifference> difference_;
    Tensor apart_;    // A − B of the record at the cursor
    Tensor matched_;  // B's numbers at the places of A's, where rows are matched by word
    int apart_of_ = -1;
    std::uint64_t apart_generation_ = 1ULL << 61;  // above every evaluation's
    CellAt pointed_;                               // line of the grid under the mouse
    int pointed_in_ = 0;                           // … and its map
    std::optional<CellRef> last_shown_;            // in the last frame of a page that scrolls

    // For describe().
    Values seen_;
    std::string note_, answers_;
    int record_ = -1;
};

}  // namespace glassformer
