// A view: one way of looking at what is shown, chosen in the rail. It fills the window beside the rail, carries out its
// own commands and says its state. Views never include one another; list.cpp lists them.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "app/views/commands.h"
#include "app/views/context.h"
#include "app/views/state.h"
#include "app/widgets/controls.h"

namespace glassformer {

struct ViewRow {
    std::string_view name;   // "walk": of settings, scripts and render --view
    std::string_view title;  // "Walk", in the rail
    std::string_view hint;   // "step through the model": its tooltip
    Icon icon;
    Command command;  // that opens it
};

class AppView {
public:
    explicit AppView(const ViewRow& row) : row_(row) {}
    virtual ~AppView() = default;
    AppView(const AppView&) = delete;
    AppView& operator=(const AppView&) = delete;

    const ViewRow& row() const { return row_; }

    virtual void draw(ViewContext& context, const Rect& area) = 0;
    /// Carries a command out; false where it is not one of this view's.
    virtual bool run(Command command, ViewContext& context) = 0;
    /// Adds what a script or a bug report would ask about.
    virtual void describe(State& state, const Session::Shown& shown) const = 0;
    /// Called when the user leaves it: what plays, stops.
    virtual void leave() {}

private:
    ViewRow row_;
};

/// What a view may use beside what a frame hands it. Outlives the views.
struct ViewServices {
    /// For a session of the view's own: the same models, backends and wake-up as the window's, without a pool.
    std::function<Session::Options()> session_options;
    std::span<const ModelChoice> models = {};  // of the picker
};

/// In the order of the rail; the first one is what is shown at first.
std::vector<std::unique_ptr<AppView>> all_views(const ViewServices& services);
/// Rows of all_views(), for the command line.
std::vector<ViewRow> view_rows();

}  // namespace glassformer
