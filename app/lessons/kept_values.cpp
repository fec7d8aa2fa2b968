#include "app/lessons/kept_values.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/lessons/scene_texts.h"
#include "core/base/json_text.h"
#include "core/base/nearest_name.h"

namespace glassformer {

namespace {

/// The value that a view has is the one that was wanted, written in whatever way: 0.3 is 0.30000001 of a float.
bool alike(const std::string& now, const std::string& wanted) {
    const auto one = json_in(now), other = json_in(wanted);
    if (!one || !other) return now == wanted;
    if (one->is_number() && other->is_number()) {
        const auto x = one->get<double>(), y = other->get<double>();
        return std::abs(x - y) <= 1e-5 * std::max(std::abs(x), std::abs(y));
    }
    // Of a list that is too short the view uses what there is.
    if (one->is_array() && other->is_array() && other->size() <= one->size())
        return std::equal(other->begin(), other->end(), one->begin());
    return *one == *other;
}

/// The value that the view has of that name after it was given these; "": none.
std::string after(AppView& view, ViewValues values, const ViewValues& first, const std::string& name) {
    view.load(view.completed(std::move(values), first));
    const ViewValues kept = view.save();
    const auto found = kept.find(name);
    return found == kept.end() ? "" : found->second;
}

}  // namespace

KeptValues::KeptValues(std::vector<std::unique_ptr<AppView>> views) {
    for (std::unique_ptr<AppView>& view : views) {
        ViewValues first = view->save();
        places_.push_back({std::move(view), std::move(first)});
    }
}

std::string KeptValues::refusal(const LessonScene& scene, const ViewValueName& of) const {
    const auto place = std::ranges::find_if(places_, [&](const Place& one) { return one.view->row().name == of.view; });
    const auto said = scene.session.views.find(of.view);
    if (place == places_.end() || said == scene.session.views.end() || !said->second.contains(of.name)) return {};
    ViewValues values = said->second;
    const std::string wanted = values.at(of.name);
    const std::string now = after(*place->view, values, place->first, of.name);
    if (now.empty()) {
        std::vector<std::string> names;
        for (const auto& [name, value] : place->first) names.push_back(name);
        const std::string near = nearest_name(names, of.name);
        return fmt::format(texts::lessons::no_value_of_view, of.view, in_quotes(of.view + "." + of.name)) +
               (near.empty() ? "" : fmt::format(texts::lessons::did_you_mean, in_quotes(of.view + "." + near)));
    }
    if (alike(now, wanted)) return {};
    values.erase(of.name);
    // A view may write what it was given in another way; what it did not use is as it was.
    if (after(*place->view, values, place->first, of.name) != now) return {};
    return fmt::format(texts::lessons::value_not_used, of.view, in_quotes(of.view + "." + of.name), now, wanted);
}

}  // namespace glassformer
