// The experiments view: pages that each answer one question of the lectures with a small instrument. The frame is here:
// tabs, question, sentence, controls, undo; the pages are in folders of their own (frame/page.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/views/experiments/frame/page.h"
#include "app/views/shared/view.h"

namespace glassformer {

extern const ViewRow experiments_row;

inline constexpr Command experiments_reset = command_named("experiments.reset"),
                         experiments_walk = command_named("experiments.walk");

class ExperimentsView final : public AppView {
public:
    explicit ExperimentsView(const ViewServices& services);
    void draw(ViewContext& context, const Rect& area) override;
    static std::span<const ViewCommand> command_rows();
    static std::vector<ViewPage> page_rows();
    bool run(Command command, ViewContext& context) override;
    void describe(State& state, const Session::Snapshot& shown) const override;
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    bool can_undo(const Session& session) const override;
    bool can_redo(const Session& session) const override;
    std::string table_title() const override { return page().table_title(); }
    void write_table(const std::function<void(const std::string& piece)>& write) const override {
        page().write_table(write);
    }

protected:
    bool ready(ViewContext&) override { return true; }  // a page says itself what it needs

private:
    struct Place {
        std::unique_ptr<ExperimentPage> page;
        ViewValues first;                              // of a new page
        ViewValues settled;                            // as of the last frame in which nothing was held
        std::vector<ViewValues> undone_to, redone_to;  // earlier states, the newest last; those that undo left
    };
    ExperimentPage& page() const { return *pages_[page_].page; }
    void show_page(std::size_t index);
    void change_page(int by);
    void tabs(ViewContext& context, Rect& area);
    void head(ViewContext& context, Rect& area);
    void remember(bool held);
    void take_back(bool redo);
    void reset(ViewContext& context);
    void open_in_walk(ViewContext& context);
    void draw_again(ViewContext& context);
    void play(ViewContext& context);
    /// What the page steps through; else the chosen control.
    void step(int by, ViewContext& context);
    void choose_knob(int by, ViewContext& context);

    std::vector<Place> pages_;
    std::size_t page_ = 0;
    float head_ = 0;  // height of what stands above the picture, in the last frame
};

}  // namespace glassformer
