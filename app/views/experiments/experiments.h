// The experiments view: pages that each answer one question of the lectures with a small instrument. The frame is here:
// tabs, question, sentence, controls, undo; the pages are in folders of their own (frame/page.h). Where the window is
// low or its text is large, the head is folded (folded.cpp): everything can be changed while the picture stays in
// sight.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/views/experiments/frame/chart_runs.h"
#include "app/views/experiments/frame/page.h"
#include "app/views/shared/empty_state.h"
#include "app/views/shared/prepares.h"
#include "app/views/shared/view.h"
#include "core/base/destroy_in_background.h"

namespace glassformer {

extern const ViewRow experiments_row;

inline constexpr Command experiments_reset = command_named("experiments.reset");

class ExperimentsView final : public AppView, public Prepares {
public:
    explicit ExperimentsView(const ViewServices& services);
    void draw(ViewContext& context, const Rect& area) override;
    static std::span<const ViewCommand> command_rows();
    static std::vector<ViewTab> tab_rows();
    bool run(Command command, ViewContext& context) override;
    void describe(State& state, const Session::Snapshot& shown) const override;
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    bool prepare(ViewContext& context, std::span<const ViewValues> likely, bool shown) override;
    void end_preparing() override { keep_ahead({}); }
    ViewValues completed(ViewValues values, const ViewValues& first) const override;
    /// Who goes elsewhere while a run is computed is not taken to it later.
    void leave() override {
        opening_.reset();
        card_open_ = false;
    }
    bool close_over_picture() override { return std::exchange(card_open_, false); }
    bool can_undo(const Session& session) const override;
    bool can_redo(const Session& session) const override;
    const void* picture() const override { return &page(); }
    std::vector<NamedNumber> numbers() const override { return page().numbers(); }
    bool numbers_to_come() const override { return page().settling(); }
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
    /// A page with what a later step of a lesson shows in it, computed beside the one that is shown.
    struct PageAhead {
        std::size_t index = 0;  // of its place
        ViewValues values;
        std::unique_ptr<ExperimentPage> page;
    };
    PageAhead* ahead(std::size_t index, const ViewValues& values);
    /// The others end on a thread of their own.
    void keep_ahead(std::vector<PageAhead> kept);
    ExperimentPage& page() const { return *pages_[page_].page; }
    void show_page(std::size_t index);
    void show_page(std::string_view name, ViewContext& context);
    void change_page(int by);
    float full_head(Ui& ui, float width) const;
    float sentence(Ui& ui, const Rect& area, bool draw, float size = em::body) const;  // its height
    void draw_whole(ViewContext& context, Rect rest);
    void draw_tight(ViewContext& context, Rect rest);
    // folded.cpp
    /// By the window's size and whether it is presented, never by what is on the page.
    static bool is_folded(const ViewContext& context, const Rect& area);
    void draw_folded(ViewContext& context, Rect rest);
    void asks(ViewContext& context, Rect& rest);
    /// What the page says, as much of it as is left beside the picture; all of it is in the card.
    void says(ViewContext& context, Rect& rest);
    void controls_line(ViewContext& context, Rect line);
    void picture_in_sight(ViewContext& context, const Rect& rest, float top);
    void card_of_controls(ViewContext& context);
    void tabs(ViewContext& context, Rect& line, bool as_list = false);
    void actions(ViewContext& context, Rect& line);
    void question(ViewContext& context, const Rect& line, float size);
    void controls(ViewContext& context, Rect& area);
    void picture(ViewContext& context, const Rect& area);
    void keys(ViewContext& context, const Rect& area);
    void remember(bool held);
    void take_back(bool redo);
    void reset(ViewContext& context);
    void open_in_walk(ViewContext& context);
    void open(ViewContext& context, RunBehind run);
    /// Goes to the view as soon as the run that was asked for is there: before, it has no such stage.
    void go_to_opened(ViewContext& context);
    void draw_again(ViewContext& context);
    void play(ViewContext& context);
    /// What the page steps through; else the chosen control.
    void step(int by, ViewContext& context);
    void step_to_end(Command end, ViewContext& context);
    void choose_knob(int by, ViewContext& context);

    ViewServices services_;  // pages are made later, too
    DestroyInBackground destroy_in_background_;
    std::vector<Place> pages_;
    std::vector<PageAhead> ahead_;
    std::size_t page_ = 0;
    std::optional<RunBehind> opening_;
    float controls_ = 0;                       // height of the controls, last drawn
    bool folded_ = false, card_open_ = false;  // the card of a folded head's controls, over the picture
    std::string said_of_page() const { return covers_sentence_ ? covered_words() : page().sentence(); }
    bool covers_sentence_ = false;             // until a lesson's question is answered
    bool cut_ = false;                         // … which does not say all that the page says
    Rect card_;
    float card_height_ = 0;  // that all in it takes, last drawn
};

}  // namespace glassformer
