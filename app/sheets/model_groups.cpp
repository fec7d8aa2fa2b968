#include "app/sheets/model_groups.h"

#include <algorithm>
#include <array>

namespace glassformer {

namespace {

struct ModelGroup {
    const char* title;
    std::array<std::string_view, 5> tasks;  // what their names begin with; "": none
};

constexpr std::array model_groups{
    ModelGroup{"Attention", {"coreference", "soft-lookup", "roles"}},
    ModelGroup{"Language models and sequences", {"stories", "agreement", "induction", "sort", "characters"}},
    ModelGroup{"Classification", {"sentiment"}},
    ModelGroup{"Translation: encoder and decoder", {"translate"}},
    ModelGroup{"Recurrence and attention", {"recall"}},
    ModelGroup{"Positional encodings", {"k-back", "local-majority", "running-majority"}},
};

}  // namespace

int model_group(std::string_view task) {
    const auto of_task = [task](const ModelGroup& group) {
        return std::ranges::any_of(
            group.tasks, [task](std::string_view begin) { return !begin.empty() && task.starts_with(begin); });
    };
    return static_cast<int>(std::ranges::find_if(model_groups, of_task) - model_groups.begin());
}

const char* model_group_title(int group) {
    return group >= 0 && group < static_cast<int>(model_groups.size())
               ? model_groups[static_cast<std::size_t>(group)].title
               : "";
}

}  // namespace glassformer
