// Where the program's own files lie: models, lessons, the glossary.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/io/model_folder.h"

namespace glassformer {

/// The folder that holds models/ and positions/: the first that exists of
///   1. $GLASSFORMER_ASSETS (an Error where it is set and no folder),
///   2. ../share/glassformer beside the folder of the executable: an installed or unpacked program,
///   3. assets/ of the source tree the program was built from.
/// Throws Error naming the three where there is none.
std::filesystem::path find_assets(const std::filesystem::path& executable_dir);

struct BuiltinModel {
    std::string name;  // its folder below models/: "sort", or "sort/rope" in the folder of a task
    std::filesystem::path path;
    Card card;
    ModelConfig config;
    std::size_t parameters = 0;
    std::string problem;  // why the card or the config cannot be read, and both are empty; "": nothing is wrong
};

/// Every folder with a card.json in models/ and one level below, by name. Reads no weights.
/// A broken one is listed with its problem, so that it does not hide the others.
std::vector<BuiltinModel> builtin_models(const std::filesystem::path& assets);

/// Models that lessons stand on, lessons/models/*, by name: they open by their names like the built-in ones, but no
/// list of models has them.
std::vector<BuiltinModel> lesson_models(const std::filesystem::path& assets);

/// The folder of a built-in model or of a lesson's, the folder itself ("./sort" where a built-in one is named alike),
/// or a model of the cache by its name there ("openai-community/gpt2", hub_cache.h). Throws Error with the built-in
/// names where there is none.
std::filesystem::path find_model(const std::string& name_or_folder, const std::filesystem::path& assets);

/// The lessons of the program, lessons/*.md, by name; files that lessons include are in folders below.
std::vector<std::filesystem::path> lesson_files(const std::filesystem::path& assets);

/// glossary.md (core/lesson/read_glossary.h) of the first of the three folders of find_assets() that has it: a folder
/// of models of one's own has none. Throws Error where there is none.
std::filesystem::path find_glossary(const std::filesystem::path& executable_dir);

/// A file, or the lesson of that name in lessons/ ("tour"). Throws Error with the names where there is neither.
std::filesystem::path find_lesson(const std::filesystem::path& file_or_name, const std::filesystem::path& assets);

/// Finds and loads; Model::name is the built-in name, the name in the cache or the folder's. A folder needs no assets.
Model resolve_model(const std::string& name_or_folder, const std::filesystem::path& executable_dir,
                    Loading* loading = nullptr);

}  // namespace glassformer
