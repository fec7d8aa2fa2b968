#include "app/sheets/model_search.h"

#include <algorithm>

#include "app/sheets/fuzzy.h"
#include "app/sheets/model_groups.h"

namespace glassformer {

namespace {

std::vector<std::pair<int, const ModelChoice*>> models_with(const std::string& typed,
                                                            std::span<const ModelChoice> models, Match least) {
    constexpr int title_counts = 3, whole = 1'000'000;  // times what words elsewhere count; a title or name to its end
    std::vector<std::pair<int, const ModelChoice*>> found;
    for (const ModelChoice& model : models) {
        std::string words = model.title;
        for (const std::string& more : {model.name, model.task, model.architecture, model.details, model.try_this,
                                        std::string(model_group_title(model_group(model.task)))})
            words += ", " + more;
        const auto score = words_score(typed, words, least);
        if (!score) continue;
        const int titled = std::max(words_score(typed, model.title, least).value_or(0),
                                    words_score(typed, model.name, least).value_or(0));
        found.emplace_back(*score + title_counts * titled + (typed == model.title || typed == model.name ? whole : 0),
                           &model);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    return found;
}

}  // namespace

std::vector<const ModelChoice*> found_models(const std::string& typed, std::span<const ModelChoice> models) {
    std::vector<const ModelChoice*> sorted;
    if (typed.find_first_not_of(' ') == std::string::npos) {
        for (const ModelChoice& model : models) sorted.push_back(&model);
        std::ranges::stable_sort(sorted, {}, [](const ModelChoice* model) { return model_group(model->task); });
        return sorted;
    }
    auto found = models_with(typed, models, Match::beginning);
    if (found.empty()) found = models_with(typed, models, Match::part);
    for (const auto& [score, model] : found) sorted.push_back(model);
    return sorted;
}

}  // namespace glassformer
