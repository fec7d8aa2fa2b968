#include "app/views/experiments/from_nothing/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/views/experiments/from_nothing/texts.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

namespace strings = texts::from_nothing;

constexpr int most_tokens = static_cast<int>(std::size(strings::words)), most_orders = 9, hundredths = 100;
constexpr int farthest = 250;      // hundredths that a point can be moved to
constexpr double rounding = 1e-5;  // a smaller difference is one of sums in another order
// In em, in a low window: rows of the matrices; the bars of a score; the plane, of the width.
constexpr float lowest_row = 1.05F, low_features = 7.2F, share_of_plane = 0.42F;

std::string counted(double number) { return std::to_string(std::lround(number)); }
std::string order_text(double number) {
    const long order = std::lround(number);
    return order == 0 ? strings::order_first : fmt::format(strings::order_shuffled, order);
}

std::span<const ExperimentKnob> from_nothing_knobs() {
    static const auto maps = [](const KnobValues& values) { return values.whole("parameters") == 2; };
    static const auto drawn = [](const KnobValues& values) {
        return values.whole("parameters") == 1 || (values.whole("parameters") == 2 && values.whole("matrices") == 3);
    };
    static const std::vector<ExperimentKnob> knobs{
        {.id = "parameters",
         .label = strings::parameters,
         .hint = strings::parameters_hint,
         .choices = {strings::parameters_none, strings::parameters_query, strings::parameters_maps}},
        {.id = "matrices",
         .label = strings::matrices,
         .hint = strings::matrices_hint,
         .first = 3,
         .choices = {strings::matrices_identity, strings::matrices_turned, strings::matrices_mirrored,
                     strings::matrices_random},
         .shows = maps},
        {.id = "seed",
         .label = strings::seed,
         .hint = strings::seed_hint,
         .high = 99,
         .first = 7,
         .text = counted,
         .shows = drawn},
        {.id = "tokens",
         .label = strings::tokens,
         .hint = strings::tokens_hint,
         .low = 2,
         .high = most_tokens,
         .first = 5,
         .text = counted},
        {.id = "positions", .label = strings::positions, .hint = strings::positions_hint, .is_switch = true},
        {.id = "order", .label = strings::order, .hint = strings::order_hint, .high = most_orders, .text = order_text},
    };
    return knobs;
}

std::vector<TokenPoint> first_points() {
    return {{0.3F, -0.6F}, {1.6F, 0.9F}, {-1.3F, 1.1F}, {-0.9F, -1.4F}, {1.1F, 1.7F}, {1.9F, -1.2F}};
}

int in_hundredths(float entry) { return static_cast<int>(std::lround(hundredths * entry)); }
float of_hundredths(int number) { return static_cast<float>(std::clamp(number, -farthest, farthest)) / hundredths; }

std::string short_difference(double number) { return number == 0 ? "0" : power_number(fmt::format("{:.1e}", number)); }
std::string difference_text(double number) {
    return number < rounding ? short_difference(number) : number_text(number);
}

}  // namespace

extern const ExperimentRow from_nothing_experiment{
    .name = "from-nothing",
    .place = 10,
    .title = strings::title,
    .question = strings::question,
    .words = strings::search_words,
    .make = [](const ViewServices& services) -> std::unique_ptr<ExperimentPage> {
        static_cast<void>(services);
        return std::make_unique<FromNothingPage>();
    }};

FromNothingPage::FromNothingPage()
    : ExperimentPage(from_nothing_knobs()), points_(first_points()), query_point_{-0.4F, 1.9F} {}

// --- what is computed

FromNothing FromNothingPage::setting() const {
    const auto count = static_cast<std::size_t>(tokens());
    return {.tokens = {points_.begin(), points_.begin() + static_cast<std::ptrdiff_t>(count)},
            .maps = parameters() == Parameters::maps ? static_cast<PlaneMaps>(values().whole("matrices") + 1)
                                                     : PlaneMaps::none,
            .positions = values().on("positions"),
            .order = order_of(tokens(), values().whole("order")),
            .query = query_point_,
            .seed = static_cast<std::uint64_t>(values().whole("seed"))};
}

/// A few dozen numbers: computed in the frame that shows them.
void FromNothingPage::follow(ViewContext& context) {
    query_ = std::min(query_, tokens() - 1);
    key_ = std::min(key_, tokens() - 1);
    if (const FromNothing now = setting(); result_ != now) make(now);
    // The plane keeps its scale while a point is held.
    if (!context.ui.input.is_down(Button::left)) reach_ = needed_reach();
}

void FromNothingPage::make(const FromNothing& now) {
    result_ = now;
    attention_ = attend_from_nothing(now);
    three_ = three_averages(now);
    moved_ = difference_by_order(now);
    moved_averages_ = averages_by_order(now);
    FromNothing in_first_order = now;
    in_first_order.order.clear();
    const Tensor before = attend_from_nothing(in_first_order).y;
    first_ = before;
    for (std::size_t i = 0; i < now.order.size(); ++i)
        std::copy_n(before.view().row(static_cast<std::size_t>(now.order[i])), before.shape.cols(),
                    first_.view().row(i));
}

int FromNothingPage::position_of(int token) const {
    const std::vector<int> order = order_of(tokens(), values().whole("order"));
    return static_cast<int>(std::ranges::find(order, token) - order.begin());
}

std::vector<std::string> FromNothingPage::words() const {
    std::vector<std::string> all;
    for (const int token : order_of(tokens(), values().whole("order")))
        all.emplace_back(strings::words[static_cast<std::size_t>(token)]);
    return all;
}

std::string FromNothingPage::sentence() const {
    if (!result_) return {};
    const auto n = static_cast<std::size_t>(tokens());
    if (averages()) {
        const float* row = three_.weights.view().row(ThreeAverages::of_query);
        const auto most = static_cast<std::size_t>(std::max_element(row, row + n) - row);
        std::string text =
            fmt::format(strings::averages_sentence, n, cell_number(static_cast<double>(row[most])), words().at(most));
        if (values().whole("order") > 0)
            text += fmt::format(strings::moved_averages, difference_text(moved_averages_[0]),
                                difference_text(moved_averages_[1]), difference_text(moved_averages_[2]));
        return text;
    }
    const std::size_t pair = static_cast<std::size_t>(query_at()) * n + static_cast<std::size_t>(key_at());
    const char *query = strings::words[static_cast<std::size_t>(query_)],
               *key = strings::words[static_cast<std::size_t>(key_)];
    const std::string score = cell_number(static_cast<double>(scores().data[pair])),
                      weight = cell_number(static_cast<double>(weights().data[pair]));
    std::string text = parameters() == Parameters::none
                           ? fmt::format(strings::none_sentence, n, query, key, score, weight)
                           : fmt::format(strings::maps_sentence, query, key, score, weight);
    if (values().whole("order") > 0)
        text += fmt::format(fmt::runtime(moved_ < rounding ? strings::moved_rounding : strings::moved_positions),
                            difference_text(moved_));
    return text;
}

bool FromNothingPage::run(Command command, ViewContext& context) {
    static_cast<void>(context);
    if (command != Command::again) return false;
    if (random_maps())
        values().set("seed", (values().whole("seed") + 1) % 100);
    else
        values().set("order", values().whole("order") % most_orders + 1);
    return true;
}

bool FromNothingPage::random_maps() const {
    return parameters() == Parameters::maps && values().whole("matrices") == 3;
}

PageKeys FromNothingPage::keys() const { return {.again = random_maps() ? strings::key_matrices : strings::key_order}; }

// --- where things lie

TokenPoint FromNothingPage::on_plane(float x, float y) {
    return {of_hundredths(in_hundredths(x)), of_hundredths(in_hundredths(y))};
}

float FromNothingPage::least_height(float width) const {
    const float least = roomy_height(width);
    if (!is_low_for(least)) return least;
    const float matrices = std::max(*in_sight(), low_legend() + least_matrices());
    return bars_below_plane(width) ? matrices : bars_beside() ? *in_sight() : matrices + low_features;
}

bool FromNothingPage::bars_below_plane(float width) const {
    return *in_sight() - std::min(*in_sight(), share_of_plane * width) >= low_features + 0.8F;
}

float FromNothingPage::low_legend() const { return parameters() == Parameters::maps ? 4.7F : 3.2F; }

bool FromNothingPage::bars_beside() const { return low_legend() + least_matrices() + low_features <= *in_sight(); }

float FromNothingPage::least_matrices() const {
    const float lines = parameters() == Parameters::none ? 1 : averages() ? 3 : 2;
    const auto rows = static_cast<float>(averages() ? 2 + 2 * ThreeAverages::count : tokens());
    return 3.7F * lines + lowest_row * rows * (parameters() == Parameters::maps ? 2 : 1);
}

float FromNothingPage::roomy_height(float width) const {
    const float lines = parameters() == Parameters::none ? 1 : averages() ? 3 : 2;
    const auto rows = static_cast<float>(averages() ? 2 + 2 * ThreeAverages::count : tokens());
    const float high = 8 + 3.7F * lines + 1.2F * rows * (parameters() == Parameters::maps ? 2 : 1);
    return side_by_side(width) ? std::max(18.0F, high) : 21 + high;
}

void FromNothingPage::draw(ViewContext& context, const Rect& area) {
    follow(context);  // the controls may have changed in this frame
    const float em = context.ui.em;
    Rect rest = area;
    stacked_ = false;
    if (is_low_for(roomy_height(area.w / em))) return draw_low(context, area);
    if (side_by_side(area.w / em)) {
        plane(context, rest.take_left(std::min(rest.h, std::max(0.36F * rest.w, rest.w - 60 * em))));
        rest.take_left(1.6F * em);
    } else {
        plane(context, rest.take_top(20 * em));
        rest.take_top(0.8F * em);
    }
    Rect above = rest;
    above.h -= 7.2F * em;
    rest.take_top(matrices(context, above) + em);
    features(context, rest);
}

void FromNothingPage::draw_low(ViewContext& context, Rect area) {
    const float em = context.ui.em, bottom = area.y + *in_sight() * em;
    const bool below_plane = bars_below_plane(area.w / em), beside = !below_plane && bars_beside();
    Rect left = area.take_left(std::min(bottom - area.y, std::round(share_of_plane * area.w)));
    left.h = bottom - left.y;
    const Rect square = left.take_top(std::min(left.w, left.h));
    plane(context, square, false);
    area.take_left(em);
    area.take_top(legend(context.ui.painter, area) + 0.2F * em);
    Rect above = area;
    above.h = std::max(bottom - area.y - (beside ? low_features * em : 0), least_matrices() * em);
    stacked_ =
        parameters() == Parameters::none && above.h >= (2 * 3.7F + 2 * lowest_row * static_cast<float>(tokens())) * em;
    const float used = matrices(context, above);
    if (below_plane) {
        left.take_top(0.6F * em);
        return features(context, left);
    }
    if (beside) {
        area.take_top(used + em);
        return features(context, area);
    }
    const float top = std::max(area.y + used, bottom) + 0.8F * em;
    features(context, {square.x, top, area.right() - square.x, (low_features - 1) * em});
}

// --- what is kept

ViewValues FromNothingPage::save() const {
    ViewValues values = ExperimentPage::save();
    std::vector<int> all;
    for (const TokenPoint& point : points_)
        all.push_back(in_hundredths(point.x)), all.push_back(in_hundredths(point.y));
    values["points"] = value_text(all);
    values["query point"] = value_text(std::vector<int>{in_hundredths(query_point_.x), in_hundredths(query_point_.y)});
    values["query"] = value_text(query_);
    values["key"] = value_text(key_);
    return values;
}

void FromNothingPage::load(const ViewValues& from) {
    ExperimentPage::load(from);
    const ViewReader read(from);
    const std::vector<int> all = read.wholes("points", {}), query = read.wholes("query point", {});
    for (std::size_t i = 0; i < points_.size() && 2 * i + 1 < all.size(); ++i)
        points_[i] = {of_hundredths(all[2 * i]), of_hundredths(all[2 * i + 1])};
    if (query.size() == 2) query_point_ = {of_hundredths(query[0]), of_hundredths(query[1])};
    query_ = read.whole("query", query_, 0, most_tokens - 1);
    key_ = read.whole("key", key_, 0, most_tokens - 1);
}

void FromNothingPage::describe(State& state) const {
    if (!result_) return;
    const auto list = [&](const char* name, const Tensor& tensor) {
        std::string all;
        for (const float number : tensor.data) all += (all.empty() ? "" : " ") + fmt::format("{}", number);
        state.add(std::string("from_nothing_") + name, all);
    };
    list("x", averages() ? three_.x : attention_.x);
    list("scores", scores());
    list("weights", weights());
    list("outputs", outputs());
    std::string order;
    for (const std::string& word : words()) order += (order.empty() ? "" : " ") + word;
    state.add("from_nothing_order", order);
    state.add("from_nothing_pair", fmt::format("{} {}", query_, key_));
    const auto formula = [&](const char* name, const Tensor& matrix, int col) {
        const float value = matrix.view().row(static_cast<std::size_t>(query_at()))[col];
        state.add(std::string("from_nothing_") + name + "_formula",
                  formula_of(name, query_at(), col, static_cast<double>(value)));
    };
    formula("scores", scores(), key_at()), formula("weights", weights(), key_at());
    formula("outputs", outputs(), 0);
    if (averages())
        state.add("from_nothing_moved",
                  fmt::format("{} {} {}", moved_averages_[0], moved_averages_[1], moved_averages_[2]));
    else
        state.add("from_nothing_moved", fmt::format("{}", moved_));
}

std::string FromNothingPage::table_title() const { return result_ ? strings::table_title : ""; }

void FromNothingPage::write_table(const std::function<void(const std::string& piece)>& write) const {
    const std::vector<std::string> keys = words();
    std::string head = "query";
    for (const std::string& key : keys) head += "," + key;
    write(head + "\n");
    const std::vector<std::string> rows =
        averages() ? std::vector<std::string>{strings::mean, strings::weighted, strings::query} : keys;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::string line = rows[i];
        for (std::size_t j = 0; j < keys.size(); ++j) line += fmt::format(",{}", weights().data[i * keys.size() + j]);
        write(line + "\n");
    }
}

}  // namespace glassformer
