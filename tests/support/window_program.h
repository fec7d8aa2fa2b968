// The program in memory with the small models of the pictures, worked through its real event queue by scripts.
#pragma once

#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string>

#include "app/program/app.h"
#include "app/script/script.h"
#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "tests/support/picture_models.h"
#include "tests/support/skipped.h"

namespace glassformer::test {

inline const PictureModel& model_named(const std::string& name) {
    static const auto models = picture_models();
    for (const PictureModel& model : models)
        if (model.name == name) return model;
    throw Error("no model " + name);
}

inline constexpr const char* decoder = "learned decoder";

/// That model's run of a text.
inline std::shared_ptr<Evaluation> run_of(const std::string& model, const std::string& text,
                                          const std::vector<Edit>& edits = {}) {
    Inputs inputs;
    inputs.model = model;
    inputs.text = text;
    inputs.edits = edits;
    return evaluate_once(make_model(model_named(model)), inputs);
}

inline AppOptions options_for(const std::string& name, PixelSize size = {1280, 720}) {
    AppOptions options;
    options.load = [](const std::string& wanted) { return make_model(model_named(wanted)); };
    for (const PictureModel& model : picture_models()) {
        Inputs example;
        example.text = model.text;
        example.target = model.target;
        options.models.push_back({model.name, model.name, "random weights", {example}});
    }
    options.inputs.model = name;
    options.size = size;
    return options;
}

/// The program in memory; null (with a message) where nothing can be drawn.
struct Program {
    std::unique_ptr<Platform> platform;
    std::unique_ptr<App> app;
    explicit Program(const AppOptions& options) {
        try {
            platform = open_headless(options.size);
        } catch (const Error& error) {
            skip(Needs::opengl, std::string("not drawn: ") + error.what());
            return;
        }
        platform->set_draws_pixels(false);
        app = std::make_unique<App>(*platform, options);
    }
    explicit operator bool() const { return app != nullptr; }
    void run(const std::string& script) const { run_script(*app, script, "test"); }
    std::string state(std::string_view name) const { return app->state().at(name); }
    std::string clipboard() const { return platform->clipboard(); }
    const Trace& trace() const { return app->session().shown().current->trace(); }
    /// The next frame's, the only one that is filled with pixels.
    Image pixels() const {
        platform->set_draws_pixels(true);
        app->frame();
        platform->set_draws_pixels(false);
        return platform->read_pixels();
    }
    std::array<int, 3> pixel(Vec2 at) const {
        const Image image = pixels();
        const std::uint8_t* p = image.pixel(static_cast<int>(at.x), static_cast<int>(at.y));
        return {p[0], p[1], p[2]};
    }
    /// The picture, once nothing moves and the mouse is elsewhere.
    Image picture() const {
        platform->events().push(MouseMove{outside});
        app->settle();
        return pixels();
    }
    Rect target(const std::string& name) const {
        const auto place = app->find_target(name);
        REQUIRE_MESSAGE(place, name);
        return *place;
    }
};

/// The random models as the picker's, shown with `name`; a path opens as a folder.
inline AppOptions window_options(const std::string& name, PixelSize size = {1280, 720}) {
    AppOptions options;
    options.load = [](const std::string& wanted) {
        if (wanted.starts_with('/')) return std::make_shared<const Model>(load_model(wanted));
        return make_model(model_named(wanted));
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

/// The same, waiting until the first text is shown.
struct SettledProgram : Program {
    explicit SettledProgram(const AppOptions& options) : Program(options) {
        if (app) app->settle();
    }
    /// Sets cells by hand, as the walk does.
    void edit(const std::vector<Edit>& edits) const {
        Inputs inputs = app->session().inputs();
        inputs.edits = edits;
        app->session().set(inputs);
        app->settle();
    }
};

/// One small model alone.
inline AppOptions options_for(const PictureModel& model, PixelSize size = {1280, 720}) {
    AppOptions options = options_for(model.name, size);
    options.load = [model](const std::string&) { return make_model(model); };
    options.models.clear();
    Inputs example;
    example.model = model.name;
    example.text = model.text;
    example.target = model.target;
    options.models.push_back({model.name, model.name, "random weights", {example}});
    return options;
}

/// The learned decoder written as a folder, with a card that has an example.
inline void write_model_folder(const std::filesystem::path& folder) {
    Model model = *make_model(model_named("learned decoder"));
    model.card.title = "From a folder";
    model.card.examples = {"The animal did n't cross the street"};
    save_model(folder, model);
}

}  // namespace glassformer::test
