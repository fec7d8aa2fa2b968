// View of a model's predictions: all candidates at a position and how one is sampled, generated texts, translations,
// the logit lens and contributions. Each generated token becomes an input of the session, so every other view follows
// and undo removes it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/views/explanation/panel.h"
#include "app/views/output/page.h"
#include "app/views/output/texts.h"
#include "app/views/shared/view.h"

namespace glassformer {

extern const ViewRow output_row;

class OutputView final : public AppView {
public:
    OutputView();
    void draw(ViewContext& context, const Rect& area) override;
    static std::span<const ViewCommand> command_rows();
    static std::vector<ViewTab> tab_rows();
    void describe(State& state, const Session::Snapshot& shown) const override;
    const void* picture() const override { return &page_row(); }
    std::vector<NamedNumber> numbers() const override { return pages_[page_]->numbers(); }
    bool picture_to_come() const override { return settling_; }
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    void leave() override;
    /// A text dropped on the page Generate is measured there.
    bool take_text(const std::filesystem::path& file) override;

private:
    void open_text_menu(ViewContext& context, Vec2 at) const;
    void follow(ViewContext& context);
    void enter(ViewContext& context);
    const OutputPageRow& page_row() const { return output_page_rows()[page_]; }
    void show_page(const OutputPageRow& row);
    void keep_page(const Evaluation& evaluation);
    void header(ViewContext& context, Rect& area);
    void draw_page(ViewContext& context, Rect area);
    void generate(ViewContext& context);
    bool whole_without_run(const Evaluation& evaluation) const;
    void stop();
    bool ready(ViewContext& context) override;
    static std::vector<ViewCommand> tab_commands();
    void change_page(ViewContext& context, int by);
    /// The model continues a text; otherwise says why not.
    bool may_generate(ViewContext& context) const;
    void play(ViewContext& context, bool at_once);
    void start_again(ViewContext& context);
    void move_position(ViewContext& context, int by);
    void move_candidate(ViewContext& context, int by);

    OutputState state_;
    ExplanationPanel panel_;
    std::vector<std::unique_ptr<OutputPage>> pages_;  // as output_page_rows() has them
    std::size_t page_ = 0;
    bool settling_ = false;                  // the page, in the last frame
    std::optional<Inputs> position_inputs_;  // the inputs that state_.position belongs to
    bool entered_ = false, narrow_ = false;
};

}  // namespace glassformer
