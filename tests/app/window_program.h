// The program in memory, worked by scripts, with small random models or folders on disk.
// Where EGL surfaceless is missing, it is empty, and says so.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "app/app.h"
#include "app/script.h"
#include "core/error.h"
#include "core/io/model_folder.h"
#include "picture_models.h"

namespace glassformer::test {

inline const PictureModel& picture_model(const std::string& name) {
    static const auto models = picture_models();
    for (const PictureModel& model : models)
        if (model.name == name) return model;
    throw Error("no model " + name);
}

/// The random models as the picker's, shown with `name`; a path opens as a folder.
inline AppOptions window_options(const std::string& name, PixelSize size = {1280, 720}) {
    AppOptions options;
    options.load = [](const std::string& wanted) {
        if (wanted.starts_with('/')) return std::make_shared<const Model>(load_model(wanted));
        return make_model(picture_model(wanted));
    };
    for (const PictureModel& model : picture_models()) {
        Inputs example;
        example.model = model.name;
        example.text = model.text;
        example.target = model.target;
        options.models.push_back({model.name, model.name, "random weights", {example}});
    }
    options.inputs.model = name;
    options.size = size;
    options.still = true;
    return options;
}

struct WindowProgram {
    std::unique_ptr<Platform> platform;
    std::unique_ptr<App> app;
    explicit WindowProgram(const AppOptions& options) {
        try {
            platform = open_headless(options.size);
        } catch (const Error& error) {
            MESSAGE("not drawn: ", error.what());
            return;
        }
        app = std::make_unique<App>(*platform, options);
    }
    explicit operator bool() const { return app != nullptr; }
    void run(const std::string& script) const { run_script(*app, script, "test"); }
    std::string state(std::string_view name) const { return app->state().at(name); }
    /// The picture, once nothing moves and the mouse is elsewhere.
    Image picture() const {
        platform->events().push(MouseMove{outside});
        app->settle();
        app->frame();
        return platform->read_pixels();
    }
};

/// The learned decoder written as a folder, with a card that has an example.
inline void write_model_folder(const std::filesystem::path& folder) {
    Model model = *make_model(picture_model("learned decoder"));
    model.card.title = "From a folder";
    model.card.examples = {"The animal did n't cross the street"};
    save_model(folder, model);
}

}  // namespace glassformer::test
