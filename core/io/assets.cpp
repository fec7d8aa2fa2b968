#include "core/io/assets.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/file.h"
#include "core/base/folder.h"
#include "core/base/json_text.h"
#include "core/base/nearest_name.h"
#include "core/io/hub_cache.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

struct Found {
    std::string name;
    fs::path path;
};

std::vector<fs::path> folders_in(const fs::path& parent) {
    std::vector<fs::path> result;
    std::error_code none;
    for (const std::string& name : names_in(parent, none))
        if (fs::is_directory(parent / name, none)) result.push_back(parent / name);
    return result;
}

std::vector<Found> find_lesson_models(const fs::path& assets) {
    std::vector<Found> result;
    for (const fs::path& folder : folders_in(assets / "lessons" / "models"))
        if (fs::exists(folder / "card.json")) result.push_back({folder.filename().string(), folder});
    std::ranges::sort(result, {}, &Found::name);
    return result;
}

std::vector<Found> find_models(const fs::path& assets) {
    std::vector<Found> result;
    for (const fs::path& folder : folders_in(assets / "models")) {
        if (fs::exists(folder / "card.json")) result.push_back({folder.filename().string(), folder});
        for (const fs::path& nested : folders_in(folder))
            if (fs::exists(nested / "card.json"))
                result.push_back({folder.filename().string() + "/" + nested.filename().string(), nested});
    }
    std::ranges::sort(result, {}, &Found::name);
    return result;
}

std::vector<BuiltinModel> read_models(const std::vector<Found>& models) {
    std::vector<BuiltinModel> result;
    for (const Found& found : models) {
        BuiltinModel model{found.name, found.path, {}, {}, 0, ""};
        try {
            model.card = load_card(found.path);
            model.config = load_config(found.path);
            for (const ParameterShape& parameter : parameter_shapes(model.config))
                model.parameters += parameter.shape.count();
        } catch (const std::exception& problem) {
            model = {found.name, found.path, {}, {}, 0, sentence_of(problem)};
        }
        result.push_back(std::move(model));
    }
    return result;
}

}  // namespace

namespace {

fs::path installed_assets(const fs::path& executable_dir) {
    return (executable_dir / ".." / "share" / "glassformer").lexically_normal();
}

}  // namespace

fs::path find_assets(const fs::path& executable_dir) {
    if (const char* given = std::getenv("GLASSFORMER_ASSETS"); given && *given) {
        if (!fs::is_directory(given))
            throw Error(std::string("GLASSFORMER_ASSETS names no folder: ") + path_text(given));
        return given;
    }
    const fs::path installed = installed_assets(executable_dir), source_tree = GLASSFORMER_ASSETS_DIR;
    for (const fs::path& folder : {installed, source_tree})
        if (fs::is_directory(folder)) return folder;
    throw Error("the program's models are neither in " + path_text(installed) + " nor in " + path_text(source_tree) +
                "; set GLASSFORMER_ASSETS to the folder that holds them");
}

fs::path find_glossary(const fs::path& executable_dir) {
    const char* given = std::getenv("GLASSFORMER_ASSETS");
    const fs::path installed = installed_assets(executable_dir), source_tree = GLASSFORMER_ASSETS_DIR;
    std::error_code unread;
    for (const fs::path& folder : {fs::path(given ? given : ""), installed, source_tree})
        if (!folder.empty() && fs::is_regular_file(folder / "glossary.md", unread)) return folder / "glossary.md";
    throw Error("the program's glossary.md is neither in " + path_text(installed) + " nor in " +
                path_text(source_tree));
}

std::vector<BuiltinModel> builtin_models(const fs::path& assets) { return read_models(find_models(assets)); }

std::vector<BuiltinModel> lesson_models(const fs::path& assets) { return read_models(find_lesson_models(assets)); }

std::vector<fs::path> lesson_files(const fs::path& assets) {
    std::vector<fs::path> files;
    std::error_code none;
    for (const std::string& name : names_in(assets / "lessons", none))
        if (const fs::path file = assets / "lessons" / name; file.extension() == ".md") files.push_back(file);
    std::ranges::sort(files);
    return files;
}

fs::path find_lesson(const fs::path& file_or_name, const fs::path& assets) {
    std::error_code unread;
    if (fs::is_regular_file(file_or_name, unread)) return file_or_name;
    std::string names;
    for (const fs::path& file : lesson_files(assets)) {
        if (file.stem() == file_or_name) return file;
        names += (names.empty() ? "" : ", ") + file.stem().string();
    }
    throw Error("there is no lesson " + in_quotes(file_or_name.string()) +
                (names.empty() ? "" : "; it is a file, or one of " + names));
}

namespace {

/// What somebody gave as a model, by its ending: "a session file".
std::string kind_of_file(const fs::path& file) {
    constexpr std::array<std::array<std::string_view, 2>, 10> kinds{{
        {".safetensors", "a weights file"},
        {".gguf", "a GGUF file (llama.cpp)"},
        {".bin", "a PyTorch checkpoint"},
        {".pt", "a PyTorch checkpoint"},
        {".pth", "a PyTorch checkpoint"},
        {".ckpt", "a PyTorch checkpoint"},
        {".onnx", "an ONNX model"},
        {".json", "a JSON file"},
        {".glassformer", "a session file"},
        {".md", "a lesson"},
    }};
    const std::string ending = file.extension().string();
    for (const auto& [known, kind] : kinds)
        if (ending == known) return std::string(kind);
    return "a file";
}

}  // namespace

fs::path find_model(const std::string& name_or_folder, const fs::path& assets) {
    const std::vector<Found> models = find_models(assets);
    const auto builtin = std::ranges::find(models, name_or_folder, &Found::name);
    if (builtin != models.end()) return builtin->path;
    const std::vector<Found> of_lessons = find_lesson_models(assets);
    const auto of_lesson = std::ranges::find(of_lessons, name_or_folder, &Found::name);
    if (of_lesson != of_lessons.end()) return of_lesson->path;
    std::error_code unread;
    if (fs::is_directory(name_or_folder, unread)) return name_or_folder;
    if (unread == std::errc::filename_too_long)
        throw Error("cannot open " + path_text(name_or_folder) + ": " + unread.message());
    if (fs::is_regular_file(name_or_folder, unread))
        throw Error(path_text(name_or_folder) + " is " + kind_of_file(name_or_folder) +
                    "; a model is the folder with its config.json and model.safetensors");
    if (auto cached = cached_model(name_or_folder, hub_cache())) return *std::move(cached);
    std::vector<std::string> known;
    known.reserve(models.size());
    for (const Found& model : models) known.push_back(model.name);
    if (const std::string near = nearest_name(known, name_or_folder); !near.empty())
        throw Error("there is no built-in model or folder " + in_quotes(name_or_folder) + "; did you mean " +
                    in_quotes(near) + "?");
    std::string names;
    for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
    throw Error("there is no built-in model or folder " + in_quotes(name_or_folder) +
                "; built in are: " + (names.empty() ? "none" : names));
}

Model resolve_model(const std::string& name_or_folder, const fs::path& executable_dir, Loading* loading) {
    // Somebody's own folder opens even where the program has lost its files.
    fs::path assets;
    std::string missing;
    try {
        assets = find_assets(executable_dir);
    } catch (const Error& error) {
        missing = error.what();
    }
    if (!missing.empty() && !fs::is_directory(name_or_folder) && !cached_model(name_or_folder, hub_cache()))
        throw Error(missing);
    const fs::path folder = find_model(name_or_folder, assets);
    Model model = load_model(folder, loading);
    if (folder != fs::path(name_or_folder)) model.name = name_or_folder;
    return model;
}

}  // namespace glassformer
