// The whole program in memory with one of the small models of picture_models.h, worked by scripts.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "app/app.h"
#include "app/script.h"
#include "core/error.h"
#include "picture_models.h"

namespace glassformer::test {

inline AppOptions options_for(const PictureModel& model, PixelSize size = {1280, 720}) {
    AppOptions options;
    options.load = [model](const std::string&) { return make_model(model); };
    options.models.push_back({model.name,
                              model.name,
                              "random weights",
                              {{.model = model.name, .text = model.text, .target = model.target, .edits = {}}}});
    options.inputs.model = model.name;
    options.size = size;
    return options;
}

inline PictureModel picture_model(const std::string& name) {
    for (const PictureModel& model : picture_models())
        if (model.name == name) return model;
    throw Error("no model " + name);
}

/// Null, with a message in the test's output, where nothing can be drawn.
struct HeadlessProgram {
    std::unique_ptr<Platform> platform;
    std::unique_ptr<App> app;
    explicit HeadlessProgram(const AppOptions& options) {
        try {
            platform = open_headless(options.size);
        } catch (const Error& error) {
            MESSAGE("not drawn: ", error.what());
            return;
        }
        app = std::make_unique<App>(*platform, options);
        app->settle();
    }
    explicit operator bool() const { return app != nullptr; }
    void run(const std::string& script) const { run_script(*app, script, "test"); }
    std::string state(std::string_view name) const { return app->state().at(name); }
    std::string clipboard() const { return platform->clipboard(); }
    const Trace& trace() const { return app->session().shown().current->trace(); }
    /// Sets cells by hand, as the walk does.
    void edit(const std::vector<Edit>& edits) const {
        Inputs inputs = app->session().inputs();
        inputs.edits = edits;
        app->session().set(inputs);
        app->settle();
    }
};

}  // namespace glassformer::test
