// The controls of an experiment as data: a row says what a number is called, how far it goes and how it is written.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/views/shared/view.h"

namespace glassformer {

/// A slider; with `choices` one of them, by number; two of which are "off" and "on": a switch.
struct ExperimentKnob {
    std::string id = {};  // "d_k": of targets ("experiment d_k"), of scripts and of session files
    std::string label = {}, hint = {};
    double low = 0, high = 1, first = 0;
    double step = 1;  // 0: a logarithmic line
    std::vector<std::string> choices = {};
    bool is_switch = false;                                   // low 0, high 1
    std::function<std::string(double)> text = {};             // of a slider's number; empty: number_text()
    std::function<bool(const class KnobValues&)> shows = {};  // empty: always
};

/// What the controls are set to, by their ids.
class KnobValues {
public:
    KnobValues() = default;
    explicit KnobValues(std::span<const ExperimentKnob> knobs);  // each its first

    double at(const std::string& id) const;  // at most its limit; 0 where there is none
    int whole(const std::string& id) const;
    bool on(const std::string& id) const { return at(id) > 0.5; }
    void set(const std::string& id, double value) { numbers_[id] = value; }
    /// From now on the control goes no further than that; what it was set to stays, for when it goes further again.
    void limit(const std::string& id, double high) { highest_[id] = high; }
    double high(const ExperimentKnob& knob) const;
    double kept(const std::string& id) const;  // as it was set
    bool operator==(const KnobValues&) const = default;

private:
    std::map<std::string, double> numbers_, highest_;
};

void save_knobs(std::span<const ExperimentKnob> knobs, const KnobValues& values, ViewValues& to);
/// What is missing or out of reach stays as it is.
void load_knobs(std::span<const ExperimentKnob> knobs, const ViewValues& from, KnobValues& values);

/// One step up (`by` 1) or down (−1): of a slider its step, or a fifth of a logarithmic one's power of ten; a choice or
/// a switch goes round. False at an end.
bool step_knob(const ExperimentKnob& knob, int by, KnobValues& values);

/// Draws them in as many lines as they take, from the top of the area; true while one is changed. `chosen`, by id, is
/// the one that keys change, marked where it `is_marked`; it becomes the one that the mouse was pressed on.
bool draw_experiment_knobs(ViewContext& context, Rect& area, std::span<const ExperimentKnob> knobs, KnobValues& values,
                           std::string& chosen, bool& is_marked);

/// One line of them: the chosen one first, as a control where it is `live`, then names and values as far as they fit; a
/// click on one of these chooses it. True while something is changed or another one is chosen.
bool draw_experiment_knob_line(ViewContext& context, Rect line, std::span<const ExperimentKnob> knobs,
                               KnobValues& values, std::string& chosen, bool& is_marked, bool live);

}  // namespace glassformer
