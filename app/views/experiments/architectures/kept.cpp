// What the page keeps in a session file, and its numbers for scripts and files.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "app/views/experiments/architectures/page.h"
#include "app/views/experiments/architectures/texts.h"
#include "app/views/shared/view_values.h"

namespace glassformer {

ViewValues ArchitecturesPage::save() const {
    ViewValues kept = ExperimentPage::save();
    kept["text"] = value_text(text_);
    kept["compared"] = value_text(compared_text_);
    kept["picked"] = value_text(std::vector<int>{picked_[0], picked_[1]});
    kept["step"] = value_text(playing_since_ ? step_before_ : step_);
    return kept;
}

void ArchitecturesPage::load(const ViewValues& values) {
    ExperimentPage::load(values);
    const ViewReader read(values);
    set_words(read.text("text", text_));
    compared_text_ = read.text("compared", compared_text_);
    if (const std::vector<int> picked = read.wholes("picked", {}); picked.size() == 2)
        for (std::size_t i = 0; i < 2; ++i) picked_[i] = std::clamp(picked[i], 0, static_cast<int>(words_.size()) - 1);
    step_ = read.whole("step", step_, -1, 1000);
    playing_since_.reset();
}

void ArchitecturesPage::describe(State& state) const {
    const auto add = [&](const std::string& name, double number) {
        state.add("architectures_" + name, fmt::format("{}", number));
    };
    static constexpr std::array names{"recurrent", "convolution", "attention"};
    add("seed", values().whole("seed"));
    if (show() == Show::reach) {
        add("length", values().whole("length"));
        add("scale", values().at("scale"));
        for (std::size_t m = 0; reached_ && m < reached_->points.size(); ++m) {
            add("first_gradient_" + std::to_string(m), reached_->points[m].front());
            add("last_gradient_" + std::to_string(m), reached_->points[m].back());
        }
        return;
    }
    add("tokens", static_cast<double>(words_.size()));
    add("width", values().whole("width")), add("layers", values().whole("layers")), add("d", values().whole("d"));
    state.add("architectures_cell", values().on("cell") ? "lstm" : "rnn");
    add("step", step()), add("typed", static_cast<double>(words_typed_));
    state.add("architectures_compared", compares() ? compared_text_ : "");
    for (int m = 0; m < mixer_count; ++m) {
        const auto mixer = static_cast<Mixer>(m);
        const std::string name = names.at(static_cast<std::size_t>(m));
        const MixPath found = path(mixer);
        add("path_" + name, found.reached ? found.moves : -1);
        add("steps_" + name, time_steps(wanted(), mixer));
        if (const MixNumbers* of = numbers(mixer)) {
            add("last_" + name, static_cast<double>(of->rows.back().data.back()));
            add("weight_" + name, static_cast<double>(of->weights.data.back()));
        }
        if (const auto change = changed(mixer)) {
            add("change_" + name, change->largest);
            add("changed_" + name, change->changed), add("compared_" + name, change->weights);
        }
    }
}

std::string ArchitecturesPage::table_title() const {
    return show() == Show::reach ? texts::architectures::table_reach : texts::architectures::table_paths;
}

void ArchitecturesPage::write_table(const std::function<void(const std::string& piece)>& write) const {
    if (show() == Show::reach) {
        write("position,rnn,lstm_forget_bias_0,lstm_forget_bias_2,transformer\n");
        for (std::size_t t = 0; reached_ && reached_->error.empty() && t < reached_->points.front().size(); ++t) {
            std::string row = std::to_string(t + 1);
            for (const std::vector<double>& norms : reached_->points) row += fmt::format(",{}", norms[t]);
            write(row + "\n");
        }
        return;
    }
    write("position,recurrent,convolution,attention\n");
    const int last = static_cast<int>(words_.size()) - 1;
    for (int from = 0; from <= last; ++from) {
        std::string row = std::to_string(from + 1);
        for (int m = 0; m < mixer_count; ++m) {
            const MixPath found = mix_path(wanted(), static_cast<Mixer>(m), from, last);
            row += "," + (found.reached ? std::to_string(found.moves) : std::string());
        }
        write(row + "\n");
    }
}

}  // namespace glassformer
