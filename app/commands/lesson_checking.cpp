#include "app/commands/lesson_checking.h"

#include "app/views/shared/wording.h"
#include "core/base/error.h"
#include "core/io/assets.h"
#include "core/io/model_folder.h"

namespace glassformer {

AppOptions hidden_options(const CommandContext& context, ViewOptions view) {
    view.size = "1280x720";
    AppOptions options = picture_options(context, view);
    options.still = true;
    return options;
}

LessonChecking::LessonChecking(const CommandContext& context)
    : context_(context),
      assets_(find_assets(context.executable_dir)),
      options_(hidden_options(context, {})),
      kept_(all_views({.session_options =
                           [this] {
                               Session::Options own;
                               own.load = [this](const std::string& name) { return load(name); };
                               own.wake = [] {};
                               return own;
                           },
                       .models = options_.models,
                       .position_lengths = options_.position_lengths,
                       .ablations = options_.ablations})) {}

LessonTools LessonChecking::tools() {
    return {.example_of = [this](const std::string& name) { return example_of(name); },
            .load = [this](const std::string& name) { return load(name); },
            .write = [](double number) { return number_text(number); },
            .kept = &kept_};
}

Inputs LessonChecking::example_of(const std::string& name) const {
    try {
        const Card card = load_card(find_model(name, assets_));
        Inputs inputs;
        inputs.model = name;
        if (!card.examples.empty()) inputs.text = card.examples.front();
        if (!card.targets.empty()) inputs.target = card.targets.front();
        return inputs;
    } catch (const Error&) {
        return {};
    }
}

std::shared_ptr<const Model> LessonChecking::load(const std::string& name) {
    std::shared_ptr<const Model>& model = models_[name];
    if (!model) model = open_model(context_, name);
    return model;
}

}  // namespace glassformer
