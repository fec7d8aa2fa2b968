// The program of window_program.h with what saving and opening need: folders on disk as models, and whole pictures.
#pragma once

#include <filesystem>

#include "core/io/model_folder.h"
#include "tests/app/window_program.h"

namespace glassformer::test {

/// As options_for(), without times in the picture; an absolute path opens as a folder.
inline AppOptions window_options(const std::string& name, PixelSize size = {1280, 720}) {
    AppOptions options = options_for(name, size);
    options.load = [](const std::string& wanted) {
        if (wanted.starts_with('/')) return std::make_shared<const Model>(load_model(wanted));
        return make_model(model_named(wanted));
    };
    for (ModelChoice& model : options.models) model.examples.front().model = model.name;
    options.still = true;
    return options;
}

/// What the window shows once nothing moves and the mouse is elsewhere.
inline Image whole_picture(const Program& program) {
    program.platform->events().push(MouseMove{outside});
    program.app->settle();
    program.app->frame();
    return program.platform->read_pixels();
}

/// The learned decoder written as a folder, with a card that has an example.
inline void write_model_folder(const std::filesystem::path& folder) {
    Model model = *make_model(model_named(decoder));
    model.card.title = "From a folder";
    model.card.examples = {"The animal did n't cross the street"};
    save_model(folder, model);
}

}  // namespace glassformer::test
