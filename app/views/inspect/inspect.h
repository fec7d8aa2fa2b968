// Inspector: any tensor of the pass, weights and inputs included, as a table of its numbers. Lays out list, table and
// panel and carries out commands; the parts are in files of their own.
#pragma once

#include <optional>
#include <string>

#include "app/views/inspect/state.h"
#include "app/views/inspect/texts.h"
#include "app/views/shared/view.h"

namespace glassformer {

extern const ViewRow inspect_row;

struct Table;

class InspectView final : public AppView {
public:
    InspectView() : AppView(inspect_row) {}
    void draw(ViewContext& context, const Rect& area) override;
    static std::span<const ViewCommand> command_rows();
    void describe(State& state, const Session::Snapshot& shown) const override;
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    void leave() override;

private:
    void follow(ViewContext& context);
    void header(ViewContext& context, Rect& area);
    void tools(ViewContext& context, Rect line);
    std::optional<bool> value_or_gradient(ViewContext& context, Rect& line);
    void toggle_backward(ViewContext& context, bool back);
    void table(ViewContext& context, const Rect& area);
    void move_cell(ViewContext& context, int rows, int columns);
    void page(ViewContext& context, int by);
    void go_to_written(ViewContext& context);
    void copy(ViewContext& context);

    InspectState state_;
    bool narrow_ = false;  // no room for table and panel side by side
    bool locked_ = false;  // a cell of the slice is selected
    std::string exact_, bits_;
};

}  // namespace glassformer
