// The commands of the positions view, and what a script may ask about it.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/positions/knobs.h"
#include "app/views/positions/positions.h"
#include "app/views/shared/wording.h"
#include "core/model/positional.h"

namespace glassformer {

bool PositionsView::run(Command command, ViewContext& context) {
    const auto set_mode = [&](int by) {
        const int count = static_cast<int>(positions_modes.size());
        state_.mode = positions_modes[static_cast<std::size_t>((mode_index(state_.mode) + by + count) % count)].mode;
    };
    const auto choose = [&](int by) {
        const int count = static_cast<int>(state_.kinds.size());
        state_.chosen = (state_.chosen + by + count) % count;
    };
    switch (command) {
        case Command::next_mode: set_mode(1); break;
        case Command::previous_mode: set_mode(-1); break;
        case Command::head_next: choose(1); break;
        case Command::head_previous: choose(-1); break;
        case Command::positions_add:
            if (!add_column(state_)) context.notice = "There are four columns at most";
            break;
        case Command::positions_remove:
            if (!remove_column(state_)) context.notice = "Two columns are the least that can be compared";
            break;
        case Command::positions_next: change_kind(state_, 1); break;
        case Command::positions_previous: change_kind(state_, -1); break;
        case Command::row_up: --state_.query; break;
        case Command::row_down: ++state_.query; break;
        case Command::column_left: --state_.key; break;
        case Command::column_right: ++state_.key; break;
        case Command::step_forward: ++state_.settings.first; break;
        case Command::step_back: state_.settings.first = std::max(0, state_.settings.first - 1); break;
        case Command::first_stage: state_.settings.first = 0; break;
        case Command::positions_slower: ++state_.pair; break;
        case Command::positions_faster: --state_.pair; break;
        case Command::positions_model: show_open_model(context); break;
        case Command::positions_walk: {
            if (!context.shown.current || !state_.open.problem.empty()) break;
            const std::vector<int> touched = touched_records(*context.shown.current, state_.block);
            if (touched.empty())
                context.notice = "The open model's encoding acts nowhere";
            else
                carry_out(context, {.record = touched.front()});
            break;
        }
        case Command::positions_switch: carry_out(context, {.encode = true}); break;
        case Command::positions_sibling: carry_out(context, {.sibling = true}); break;
        case Command::again: state_.settings.seed = (state_.settings.seed + 1) % 100; break;
        default: return false;
    }
    state_.settings.first = std::min(state_.settings.first, 512);
    keep_valid(state_);
    return true;
}

void PositionsView::describe(State& state, const Session::Snapshot& shown) const {
    static_cast<void>(shown);
    state.add("positions_mode", std::string(positions_modes[static_cast<std::size_t>(mode_index(state_.mode))].name));
    std::string names;
    for (const PositionalKind* kind : state_.kinds) names += (names.empty() ? "" : ",") + std::string(kind->name);
    state.add("positions_columns", names);
    state.add("positions_chosen", std::to_string(state_.chosen + 1));
    state.add("positions_query", std::to_string(state_.query));
    state.add("positions_key", std::to_string(state_.key));
    state.add("positions_pair", std::to_string(state_.pair));
    for (const Knob& knob : all_knobs())
        if (std::string_view(knob.id) != "query")
            state.add("positions_" + std::string(knob.id), exact_text(static_cast<float>(knob.get(state_))));
    for (const Choice& choice : all_choices())
        state.add("positions_" + std::string(choice.id), choice.labels[static_cast<std::size_t>(choice.get(state_))]);
    state.add("positions_pointed", pointed_);
    state.add("positions_computed", std::to_string(laboratory_.computed()));
    state.add("positions_content", laboratory_.content().origin);
    state.add("positions_model", state_.open.name);
    state.add("positions_model_kind",
              state_.open.kind != nullptr ? std::string(state_.open.kind->name) : std::string());
    state.add("positions_not_trained", state_.open.switched);
    state.add("positions_sibling", sibling());
    const auto columns = laboratory_.columns();
    for (std::size_t c = 0; c < max_columns; ++c) {
        const bool there = c < columns.size() && columns[c].settings.kind != nullptr;
        const bool good = there && columns[c].shown();
        const std::string number = std::to_string(c + 1);
        const bool in_range =
            good && state_.query < columns[c].settings.n_positions && state_.key < columns[c].settings.n_positions;
        state.add("positions_score_" + number, in_range ? exact_text(columns[c].score(state_.query, state_.key)) : "");
        state.add("positions_spread_" + number, good ? exact_text(static_cast<float>(columns[c].spread)) : "");
        state.add("positions_widest_" + number,
                  good ? exact_text(static_cast<float>(columns[c].column.widest.largest)) : "");
        state.add("positions_map_error_" + number, good && !columns[c].shift_map.data.empty()
                                                       ? exact_text(static_cast<float>(columns[c].shift_map_error))
                                                       : "");
        state.add("positions_learned_" + number, good ? columns[c].learned.origin : "");
        const bool of_head = c < trained_.size() && trained_[c];
        state.add("positions_trained_" + number, of_head                     ? trained_[c]->model->name
                                                 : c < trained_notes_.size() ? trained_notes_[c]
                                                                             : std::string());
        state.add("positions_beyond_" + number, of_head ? trained_[c]->model->readings.back().error : "");
        state.add("positions_shifted_" + number,
                  good ? exact_text(static_cast<float>(columns[c].changed_by_shift)) : "");
        state.add("positions_error_" + number, there ? columns[c].error : "");
        state.add("positions_accuracy_" + number,
                  there ? accuracy_text(lengths_ ? &*lengths_ : nullptr, state_.task, *columns[c].settings.kind) : "");
    }
}

}  // namespace glassformer
