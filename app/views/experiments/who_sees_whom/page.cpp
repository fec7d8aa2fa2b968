#include "app/views/experiments/who_sees_whom/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/shared/wording.h"
#include "core/model/mask.h"

namespace glassformer {

namespace {

namespace strings = texts::who_sees_whom;

constexpr int most_tokens_of_reach = 64, most_layers_of_reach = 8, doublings_of_pairs = 11;  // n = 4 … 4096

std::string whole_number(double number) { return std::to_string(std::lround(number)); }

const MaskKind& kind_at(int place) {
    return all_masks()[static_cast<std::size_t>(std::clamp(place, 0, static_cast<int>(all_masks().size()) - 1))];
}

std::vector<ExperimentKnob> make_knobs() {
    ExperimentKnob pattern{.id = "pattern", .label = strings::pattern, .hint = strings::pattern_hint};
    for (const MaskKind& kind : all_masks()) {
        if (kind.name == "strided") pattern.first = static_cast<double>(pattern.choices.size());
        pattern.choices.emplace_back(kind.name);
    }
    std::vector<ExperimentKnob> knobs{std::move(pattern)};
    for (const MaskKind& kind : all_masks()) {
        if (!kind.number) continue;
        const std::string id(kind.number->key);
        if (std::ranges::find(knobs, id, &ExperimentKnob::id) != knobs.end()) continue;
        knobs.push_back({.id = id,
                         .label = kind.number->title,
                         .hint = kind.number->hint,
                         .low = 1,
                         .high = 32,
                         .first = id == "stride" ? 5.0 : 4.0,
                         .text = whole_number,
                         .shows = [id](const KnobValues& values) {
                             const auto& number = kind_at(values.whole("pattern")).number;
                             return number && number->key == id;
                         }});
    }
    knobs.push_back({.id = "tokens",
                     .label = strings::tokens,
                     .hint = strings::tokens_hint,
                     .low = 4,
                     .high = most_tokens_of_reach,
                     .first = 24,
                     .text = whole_number});
    knobs.push_back({.id = "layers",
                     .label = strings::layers,
                     .hint = strings::layers_hint,
                     .low = 1,
                     .high = most_layers_of_reach,
                     .first = 3,
                     .text = whole_number});
    knobs.push_back({.id = "shared", .label = strings::shared, .hint = strings::shared_hint, .is_switch = true});
    // Chosen in the pictures: the last one that there is at first.
    knobs.push_back({.id = "token",
                     .label = strings::token,
                     .hint = strings::token_hint,
                     .low = 1,
                     .high = most_tokens_of_reach,
                     .first = most_tokens_of_reach,
                     .shows = [](const KnobValues&) { return false; }});
    return knobs;
}

std::span<const ExperimentKnob> who_sees_whom_knobs() {
    static const std::vector<ExperimentKnob> knobs = make_knobs();
    return knobs;
}

}  // namespace

extern const ExperimentRow who_sees_whom_experiment{
    .name = "who-sees-whom",
    .place = 60,
    .title = strings::title,
    .question = strings::question,
    .words = strings::search_words,
    .make = [](const ViewServices& services) -> std::unique_ptr<ExperimentPage> {
        return std::make_unique<WhoSeesWhomPage>(services);
    }};

WhoSeesWhomPage::WhoSeesWhomPage(const ViewServices& services)
    : ExperimentPage(who_sees_whom_knobs()), sweep_(services.session_options().wake) {
    setting_ = {.mask = mask(), .tokens = values().whole("tokens"), .layers = values().whole("layers")};
    reach_ = Reach(setting_);
}

MaskConfig WhoSeesWhomPage::mask() const {
    const MaskKind& kind = kind_at(values().whole("pattern"));
    return {.kind = &kind, .number = kind.number ? values().whole(std::string(kind.number->key)) : 0};
}

void WhoSeesWhomPage::follow(ViewContext& context) {
    static_cast<void>(context);
    const ReachSetting wanted{.mask = mask(), .tokens = values().whole("tokens"), .layers = values().whole("layers")};
    if (wanted != setting_) {
        setting_ = wanted;
        reach_ = Reach(setting_);
    }
    sweep_.follow(setting_.mask, doublings_of_pairs,
                  [](const MaskConfig& mask, std::size_t point, const std::atomic<bool>& stopped) {
                      PairsAt at{.n = 4 << point};
                      at.mask = mask_pairs(mask, at.n, stopped);
                      if (mask.kind->number && mask.kind->number->key == "stride") {
                          const auto root = static_cast<int>(std::lround(std::sqrt(static_cast<double>(at.n))));
                          at.root = mask_pairs({.kind = mask.kind, .number = root}, at.n, stopped);
                      }
                      return at;
                  });
    if (const auto now = sweep_.shown(); now && now->done()) swept_ = now;  // all of one mask
}

int WhoSeesWhomPage::token() const { return std::clamp(values().whole("token"), 1, reach_.tokens()) - 1; }

void WhoSeesWhomPage::choose(int token) {
    // The last one stays the last when the text becomes longer.
    values().set("token", token + 1 == reach_.tokens() ? most_tokens_of_reach : token + 1);
}

bool WhoSeesWhomPage::run(Command command, ViewContext& context) {
    if (command != Command::step_forward && command != Command::step_back) return false;
    choose(std::clamp(token() + (command == Command::step_forward ? 1 : -1), 0, reach_.tokens() - 1));
    context.ui.keep_awake();
    return true;
}

int WhoSeesWhomPage::segment_of(int token) const {
    return setting_.mask.kind->name == "segments" ? token / setting_.mask.number : 0;
}

std::string WhoSeesWhomPage::sentence() const {
    const auto n = static_cast<std::size_t>(reach_.tokens());
    const auto share = [&](std::size_t of) {
        return fmt::format("{:.0f}%", 100 * static_cast<double>(reach_.pairs()) / static_cast<double>(of));
    };
    std::string text =
        fmt::format(strings::sentence, depth_text(reach_.layers()), token() + 1, reach_.count(token(), reach_.layers()),
                    within_reach(), earlier_only() ? strings::up_to_it : strings::of_the_text,
                    setting_.mask.kind->sentence, thousands(reach_.pairs()), share(n * n), thousands(n * n),
                    earlier_only() ? fmt::format(strings::of_causal, share(causal()), thousands(causal())) : "");
    if (setting_.mask.kind->name == "segments") text += strings::kept_sentence;
    if (shared()) text += strings::shared_sentence;
    return text + strings::to_change;
}

bool WhoSeesWhomPage::earlier_only() const {
    return !sees_later(setting_.mask) && setting_.mask.kind->name != "prefix";
}

std::size_t WhoSeesWhomPage::causal() const {
    const auto n = static_cast<std::size_t>(reach_.tokens());
    return n * (n + 1) / 2;
}

int WhoSeesWhomPage::within_reach() const { return earlier_only() ? token() + 1 : reach_.tokens(); }

std::string WhoSeesWhomPage::depth_text(int layers) const {
    if (layers == 1) return shared() ? strings::one_step : strings::one_layer;
    return shared() ? fmt::format(strings::more_steps, layers) : fmt::format(strings::more_layers, layers);
}

std::string WhoSeesWhomPage::layer_name(int layer) const {
    if (layer == 0) return strings::embeddings;
    return shared() ? fmt::format(strings::step, layer) : fmt::format(strings::layer, layer);
}

// --- the numbers, for scripts and files

void WhoSeesWhomPage::describe(State& state) const {
    const auto add = [&](const std::string& name, std::size_t number) {
        state.add("who_sees_whom_" + name, std::to_string(number));
    };
    state.add("who_sees_whom_done", !settling());
    state.add("who_sees_whom_mask", std::string(setting_.mask.kind->name));
    add("number", static_cast<std::size_t>(setting_.mask.number));
    add("tokens", static_cast<std::size_t>(reach_.tokens()));
    add("layers", static_cast<std::size_t>(reach_.layers()));
    add("token", static_cast<std::size_t>(token() + 1));
    add("pairs", reach_.pairs());
    add("reached", reach_.reached());
    state.add("who_sees_whom_shared", shared());
    state.add(
        "who_sees_whom_causal_share",
        earlier_only() ? fmt::format("{}", static_cast<double>(reach_.pairs()) / static_cast<double>(causal())) : "");
    std::string counts;
    for (int layer = 0; layer <= reach_.layers(); ++layer)
        counts += (layer > 0 ? "," : "") + std::to_string(reach_.count(token(), layer));
    state.add("who_sees_whom_counts", counts);
    if (!swept_ || swept_->points.empty()) return;
    add("pairs_at_4096", static_cast<std::size_t>(swept_->points.back().mask));
    add("root_at_4096", static_cast<std::size_t>(swept_->points.back().root));
}

std::string WhoSeesWhomPage::table_title() const { return swept_ ? strings::table_title : ""; }

void WhoSeesWhomPage::write_table(const std::function<void(const std::string& piece)>& write) const {
    write("n,dense,causal,mask,stride_root_n\n");
    if (!swept_) return;
    for (const PairsAt& at : swept_->points) {
        const double n = at.n;
        write(fmt::format("{},{},{},{},{}\n", at.n, n * n, n * (n + 1) / 2, at.mask, at.root));
    }
}

}  // namespace glassformer
