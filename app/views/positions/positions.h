// The positions view: one to four encodings side by side, what each one is, what it does to the score of one query and
// one key, and what models learned with it. Every number is computed by core/positions or read from measurements; the
// parts are in files of their own.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/views/positions/commands.h"
#include "app/views/positions/joined.h"
#include "app/views/positions/model_line.h"
#include "app/views/positions/page.h"
#include "app/views/positions/start.h"
#include "app/views/shared/view.h"

namespace glassformer {

extern const ViewRow positions_row;

class PositionsView final : public AppView {
public:
    explicit PositionsView(const ViewServices& services);
    void draw(ViewContext& context, const Rect& area) override;
    static std::span<const ViewCommand> command_rows();
    static std::vector<ViewTab> tab_rows();
    bool run(Command command, ViewContext& context) override;
    void describe(State& state, const Session::Snapshot& shown) const override;
    ViewValues save() const override { return values_of(state_); }
    void load(const ViewValues& values) override { read_values(values, state_); }
    ViewValues completed(ViewValues values, const ViewValues& first) const override {
        return AppView::completed(with_first_model(std::move(values)), first);
    }
    void leave() override { pointed_query_ = pointed_key_ = -1; }
    const void* picture() const override { return state_.page; }
    std::vector<NamedNumber> numbers() const override;
    std::string table_title() const override;
    void write_table(const std::function<void(const std::string& piece)>& write) const override;

    // The pages about the text, whose rows call them.
    void draw_start(ViewContext& context, const Rect& area);
    void draw_joined(ViewContext& context, const Rect& area);
    void open_joined_model(ViewContext& context);

private:
    bool ready(ViewContext&) override { return true; }
    void change_page(int by);
    const PositionsOfText* text() const { return state_.page->text; }
    void choose_column(int by);
    void step_places(int query, int key);
    void step_along(int by);
    void move_both(int by);
    void step_pair(int by);
    void show_in_walk(ViewContext& context);
    void follow_open_model(const ViewContext& context);
    void show_open_model(ViewContext& context);
    void follow_trained(ViewContext& context);
    void carry_out(ViewContext& context, const ModelWish& wish);
    std::string sibling() const;
    void presented_pair(ViewContext& context, Rect& area) const;
    void presented_line(ViewContext& context, Rect& area) const;
    void tab_bar(ViewContext& context, Rect& area);
    /// What the page shows and what to look at.
    void sentence(ViewContext& context, Rect& area) const;
    void model_bar(ViewContext& context, Rect& area);
    void columns(ViewContext& context, const Rect& area);
    int rows_of(float width, float em) const;
    void column(ViewContext& context, const Rect& area, std::size_t index);
    /// True where another one was chosen.
    bool choose_encoding(ViewContext& context, const Rect& place, std::size_t index,
                         std::vector<const PositionalKind*>& kinds);
    void figures(ColumnScene& scene, Rect area);
    /// How high its lines are.
    float footer(ViewContext& context, const Rect& area, bool draw);
    void read_lengths();

    // The first page (start_page.cpp).
    struct StartHeights {
        float what = 0, look = 0, origin = 0;
    };
    void start_head(ViewContext& context, Rect& area, bool brief);
    bool start_token(ViewContext& context, Rect& line, const char* id, const char* label, int& token);
    StartHeights start_heights(ViewContext& context, float width, std::span<const StartColumn> columns) const;
    void start_column(ViewContext& context, const Rect& area, std::size_t index, const StartHeights& heights);
    void step_start(int query, int key);

    // The page of joined vectors (joined_page.cpp).
    void joined_head(ViewContext& context, Rect& area);
    void describe_joined(State& state) const;

    PositionsState state_ = first_positions();
    EncodingTables laboratory_;
    StartTables start_;
    float start_height_ = 0;  // that the first page needs, in the last frame
    JoinedTables joined_;
    float joined_controls_ = 0;  // height of what is above its matrices, in the last frame
    std::span<const ModelChoice> models_;
    TrainedModels trained_models_;
    /// Of each column on the page of trained models, and why there is none.
    std::vector<std::optional<TrainedHead>> trained_;
    std::vector<std::string> trained_notes_;
    std::uint64_t trained_generation_ = std::uint64_t{1} << 40;  // apart from the laboratory's
    std::filesystem::path lengths_file_;
    std::optional<PositionLengths> lengths_;
    bool lengths_read_ = false;
    std::string lengths_error_;
    std::string pointed_;  // what the mouse is over, with its number
    int pointed_query_ = -1, pointed_key_ = -1;
    int marked_query_ = 0, marked_key_ = 0;  // in this frame
    float controls_ = 0;                     // height of what stands above the columns, in the last frame
};

}  // namespace glassformer
