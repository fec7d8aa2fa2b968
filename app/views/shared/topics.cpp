#include "app/views/shared/topics.h"

#include <algorithm>

namespace glassformer {

ViewValues values_for(const ViewTopic& topic, const AppView& view) {
    ViewValues now = view.save();
    const bool selected = std::ranges::all_of(topic.choice, [&](const auto& choice) {
        const auto found = now.find(choice.first);
        return found != now.end() && found->second == choice.second;
    });
    ViewValues values = topic.page;
    if (!selected) {
        values.merge(ViewValues(topic.choice));
        values.merge(ViewValues(topic.start));
    }
    values.merge(std::move(now));
    return values;
}

}  // namespace glassformer
