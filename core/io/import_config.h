// config.json of another library as our config.
#pragma once

#include <string>
#include <vector>

#include "core/io/importer.h"
#include "core/model/config.h"

namespace glassformer {

struct ConfigImport {
    ModelConfig config;
    const ImportHead* head = nullptr;
    int first_position = 0;
    std::vector<std::string> classes;   // names of a classifier's outputs; empty: they have none
    std::vector<std::string> warnings;  // sentences
};

/// `text` is config.json's; `source` names it in messages. `files` tells which head there is where the config does not;
/// null: only the config is looked at. Throws Error naming the key and what is wrong with it.
ConfigImport import_config(const Importer& importer, const std::string& text, const std::string& source,
                           const WeightFiles* files);

}  // namespace glassformer
