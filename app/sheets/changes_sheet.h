// Sheet of a run's changes: switches of the current model's architecture, and a list of all changes, each with a button
// that reverts it. Writes only the session's inputs.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/sheets/trained_variants.h"
#include "app/views/shared/architecture_switches.h"
#include "app/views/shared/context.h"
#include "core/session/intervention.h"

namespace glassformer {

struct Model;

/// Sentence of a change as shown on screen: heads and positions count from 1, and tokens are shown as text.
/// `unedited`: the run without changes, whose number stands before the new one; may be null.
std::string change_sentence(const Evaluation& evaluation, const Inputs& inputs, const Intervention& change,
                            const Evaluation* unedited = nullptr);
/// Number of changes.
int change_count(const Evaluation& evaluation, const Inputs& inputs);

/// em: of a chip, and between two switches.
inline constexpr float changes_chip = 1.75F, changes_gap = 0.55F;

class ChangesSheet {
public:
    /// Over everything where the window is narrow; else in `docked`, beside the picture that it changes. `models`: the
    /// built-in ones, among which trained variants are looked for.
    void draw(ViewContext& context, std::optional<Rect> docked, std::span<const ModelChoice> models);
    bool is_open() const { return open_; }
    void open_or_close() { open_ = !open_; }
    void close() { open_ = false; }
    /// Width of the column beside the picture; 0 in a window that has no room for both.
    static float column(const Ui& ui);
    /// It is open over everything.
    bool covers() const { return open_ && covers_; }

    const std::string& refusal() const { return refusal_; }  // reason why the last switch had no effect; "" otherwise
    /// Names of the models that were trained for the changed switches, as last drawn: "norm: sort-rms; mlp: none".
    const std::string& offered() const { return offered_; }
    std::span<const TrainedVariant> variants() const { return variants_; }

private:
    void follow(const ViewContext& context, std::span<const ModelChoice> models);
    void refuse(const ArchitectureSwitch& what, const std::string& value, std::string reason);
    float draw_offer(ViewContext& context, const Rect& area, const ArchitectureSwitch& what);
    float draw_variants(ViewContext& context, Rect area);
    void draw_refusal(ViewContext& context, Rect& inner);
    void set(ViewContext& context, const ArchitectureSwitch& what, const std::string& value);
    const std::string& refused(const ViewContext& context, const ArchitectureSwitch& what, const std::string& value);
    bool any_refused(const ViewContext& context);  // a value that is offered, but not with these weights
    float draw_switches(ViewContext& context, Rect area);
    float draw_chips(ViewContext& context, const Rect& area, const ArchitectureSwitch& what,
                     std::span<const SwitchOption> options);
    std::vector<int> whole_values(const ArchitectureSwitch& what) const;  // that the weights hold
    bool of_few_values(const ArchitectureSwitch& what) const;
    float draw_number(ViewContext& context, const Rect& area, const ArchitectureSwitch& what);
    float draw_list(ViewContext& context, Rect area, bool of_switches);
    float draw_more(ViewContext& context, Rect area) const;
    void draw_content(ViewContext& context, Rect inner);

    std::shared_ptr<const Model> original_, changed_;  // model without and with the changes of the inputs
    std::string architecture_;                         // of changed_
    std::map<std::string, std::string> refused_;       // "positional.kind shaw" → reason; "" if allowed
    std::size_t asked_ = 0;                            // parameters that were held against values in this frame
    std::string refusal_;
    std::vector<TrainedVariant> variants_;  // of original_
    std::string for_refused_;               // the variant that has the refused value; "" if there is none
    std::string offered_;
    bool pressed_ = false;  // a button of a variant, in this frame
    bool open_ = false, covers_ = false;
    std::string moved_;       // slider moved last
    double moved_at_ = -1e9;  // seconds
};

}  // namespace glassformer
