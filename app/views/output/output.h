// View of a model's predictions: all candidates at a position and how one is sampled, generated texts, translations,
// the logit lens and contributions. Each generated token becomes an input of the session, so every other view follows
// and undo removes it.
#pragma once

#include <optional>

#include "app/views/explanation/panel.h"
#include "app/views/output/choice_page.h"
#include "app/views/output/contributions_page.h"
#include "app/views/output/generation_page.h"
#include "app/views/output/lens_page.h"
#include "app/views/output/texts.h"
#include "app/views/shared/view.h"

namespace glassformer {

extern const ViewRow output_row;

class OutputView final : public AppView {
public:
    OutputView() : AppView(output_row) {}
    void draw(ViewContext& context, const Rect& area) override;
    static std::span<const ViewCommand> command_rows();
    static std::vector<ViewPage> page_rows();
    void describe(State& state, const Session::Snapshot& shown) const override;
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    void leave() override;
    /// A text dropped on the page Generate is measured there.
    bool take_text(const std::filesystem::path& file) override;

private:
    void open_text_menu(ViewContext& context, Vec2 at) const;
    void follow(ViewContext& context);
    void enter(ViewContext& context);
    void keep_mode(const Evaluation& evaluation);
    void header(ViewContext& context, Rect& area);
    void page(ViewContext& context, Rect area);
    void generate(ViewContext& context);
    bool whole_without_run(const Evaluation& evaluation) const;
    void stop();
    bool ready(ViewContext& context) override;
    static std::vector<ViewCommand> tab_rows();
    void change_mode(ViewContext& context, int by);
    /// The model continues a text; otherwise says why not.
    bool may_generate(ViewContext& context) const;
    void play(ViewContext& context, bool at_once);
    void start_again(ViewContext& context);
    void move_position(ViewContext& context, int by);
    void move_candidate(ViewContext& context, int by);

    OutputState state_;
    ExplanationPanel panel_;
    ChoicePage choice_;
    GenerationPage generation_;
    LensPage lens_;
    ContributionsPage contributions_;
    std::optional<Inputs> of_;  // the inputs that state_.position belongs to
    bool entered_ = false, narrow_ = false;
};

/// Tabs that this model has, from left to right.
std::vector<OutputMode> output_modes(const Evaluation& evaluation);
/// The mode in which the text is continued, where the model does that.
std::optional<OutputMode> generating_mode(const Evaluation& evaluation);

}  // namespace glassformer
